"""The rulebook: rules, house rules and editions, and those in force at a table."""

from itertools import groupby
from operator import attrgetter

from flask import Blueprint, abort, render_template
from referee_schemas.events import protocol

from referee.judging.registry import rulebooks
from referee.judging.rulebook import Rulebook
from referee.quarrels.searching import nearest, search
from referee.quarrels.topic import topics_of
from referee.web.access import Visit, rulebook_of, visit
from referee.web.responses import asked
from referee.wording.language import _, listed

PAGES = Blueprint("rulebook", __name__)


@PAGES.get("/rulebook")
def all_rulebooks() -> str:
    """Show the games."""
    return render_template("all_rulebooks.html", books=_editions())


@PAGES.get("/rulebook/<game>")
def game(game: str) -> str:
    """Show the rules of a game, or those that match a search."""
    return _page(rulebook_of(game))


@PAGES.get("/tables/<name>/rulebook")
def at_table(name: str) -> str:
    """Show the rules of a table's game, with the house rules in force at that table."""
    here = visit(name)
    return _page(here.rulebook, here)


@PAGES.get("/rulebook/<game>/<rule_id>")
def rule(game: str, rule_id: str) -> str:
    """Show one rule."""
    book = rulebook_of(game)
    found = book.rule(rule_id) or abort(404)
    usual = book.house()
    return render_template(
        "rulebook_rule.html",
        book=book,
        rule=found,
        asked_at=[kind for kind in found.on if kind in protocol()],
        looks_back=not set(found.on) <= set(protocol()),
        bound=[
            (rule, listed([_(rule.option(option)) for option in rule.chosen(usual)]))
            for rule in book.house_rules
            if rule.name in found.binds
        ],
        topics=[topic for topic in topics_of(book.name) if rule_id in topic.about],
    )


def _editions() -> dict[str, list[str]]:
    """Return the names in a log of every edition, by game."""
    games: dict[str, list[str]] = {}
    for name, book in rulebooks().items():
        if name != book.name:
            games.setdefault(book.name, []).append(name)
    return games


def _page(book: Rulebook, here: Visit | None = None) -> str:
    wanted = asked("q")
    return render_template(
        "rulebook.html",
        visit=here,
        book=book,
        editions=_editions()[book.name],
        wanted=wanted,
        found=search(book, wanted) if wanted else [],
        nearest=nearest(book, wanted),
        sections=[(name, list(of)) for name, of in groupby(book.rules, attrgetter("section"))],
        in_force=here.replay.play.house if here else book.house(),
    )
