"""The casebook: disputes at the visitor's tables, by rule, with their rulings."""

from flask import Blueprint, render_template, request
from referee_schemas.unreadable import Unreadable

from referee.rulings.casebook import Case, by_rule, case_of
from referee.store import GameUnreadable
from referee.web.access import release_tables, tables_of_page, visit
from referee.web.answers_in_play import answers
from referee.wording.sentences import symbols

PAGES = Blueprint("casebook", __name__)


@PAGES.get("/casebook")
def show() -> str:
    """Show the cases of one page of tables, as far as the visitor may know them. A table that
    cannot be read is named."""
    page = max(request.args.get("page", 1, type=int), 1)
    known, older = tables_of_page(page)
    found: list[Case] = []
    unreadable = []
    for kept in known:
        try:
            found += _cases(kept.name)
        except (GameUnreadable, Unreadable):
            unreadable.append(kept.name)
        finally:
            # release this table while the others are ruled on
            release_tables()
    return render_template(
        "casebook.html", rules=by_rule(found), unreadable=unreadable, page=page, older=older
    )


def _cases(name: str) -> list[Case]:
    replay = visit(name).replay
    return [case_of(name, replay.lines, ruling, symbols) for ruling in answers(replay, symbols)]
