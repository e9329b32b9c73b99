"""Pages, charts and texts written by the templates in ``templates``."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from referee.wording.language import _
from referee.wording.visible import shortened

if TYPE_CHECKING:
    from jinja2 import Environment


def written(template: str, **facts: Any) -> str:
    """Render a template with these facts."""
    return _templates().get_template(template).render(facts)


@cache
def _templates() -> "Environment":
    # most commands write no page
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    made = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(("html", "svg")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    made.globals["_"] = _
    return made


def _shown(value: object) -> object:
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return shortened(value)
