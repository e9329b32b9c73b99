"""The web interface for programs: JSON under ``/api/v1``, described in OpenAPI 3.1.

Like the pages, it shows only what ``Visit.replay`` has. The schemas of requests and responses are
in ``referee_schemas.api``.
"""

from functools import cache
from typing import Any

from flask import Flask

from referee.web.api.describing import PREFIX, Described
from referee.web.api.routes import CHECKING, GAMES, OF_GAMES, RECORD, RULEBOOKS
from referee.wording.language import ENGLISH, speaking

PARTS = (GAMES, RECORD, OF_GAMES, RULEBOOKS, CHECKING)
"""All parts of the interface."""


def register(app: Flask) -> None:
    """Serve the interface and its description."""
    app.json.sort_keys = False  # type: ignore[attr-defined] # of Flask's own provider
    app.json.ensure_ascii = False  # type: ignore[attr-defined] # likewise
    app.json.compact = True  # type: ignore[attr-defined] # likewise
    for part in PARTS:
        app.register_blueprint(part)
    app.add_url_rule(f"{PREFIX}/openapi.json", view_func=description)


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description, made at the first request for it."""
    # the description is in English on every server
    with speaking(ENGLISH):
        described = Described(Flask(__name__))
        for part in PARTS:
            described.register_blueprint(part, parameters=["lang"])
        made: dict[str, Any] = described.spec.to_dict()
        return made
