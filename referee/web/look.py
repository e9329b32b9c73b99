"""How pages look to a visitor: what their browser remembers of it."""

from __future__ import annotations

from typing import Final

from flask import Response, request

from referee.web.cookies import set_cookie

CHOICES: Final = {
    "suits": ("two", "four"),
    "theme": ("system", "light", "dark"),
    "text": ("usual", "large"),
    "letters": ("on", "off"),
}
"""The options of each preference; the first one is the default."""


def look() -> dict[str, str]:
    """How this visitor wants pages to look."""
    told = {name: request.cookies.get(name, "") for name in CHOICES}
    return {
        name: told[name] if told[name] in options else options[0]
        for name, options in CHOICES.items()
    }


def remember_look(answer: Response) -> Response:
    """Let the browser remember what this request's form has chosen."""
    for name, options in CHOICES.items():
        if request.form.get(name) in options:
            value = request.form[name]
            set_cookie(answer, name, value)
    return answer
