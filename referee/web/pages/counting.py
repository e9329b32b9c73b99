"""Count a hand: the visitor taps cards, and the page shows their points.

Every tap is a GET request, so the address has everything: the game, the round, the house rules, the
cards, and the address to go ``back`` to with the number.
"""

from flask import Blueprint, Response, request, url_for

from referee.answers.book import count_cards
from referee.cards.deck import JOKER, UNRECORDED
from referee.judging.counting import CountError, Counting
from referee.judging.registry import games, rulebooks
from referee.judging.rulebook import House, Rulebook
from referee.notation.cards import Script, read_cards
from referee.web.access import visit
from referee.web.pad import rows_of
from referee.web.responses import asked, lead_to, local_address, page_of
from referee.wording.unreadable import Unreadable

PAGES = Blueprint("counting", __name__)


@PAGES.get("/count")
def show() -> Response:
    """Show the tapped cards and their points."""
    name = request.args.get("game", "")
    book, fault = rulebooks().get(name), ""
    if book is not None and book.counting is not None:
        return _page(book, book.counting)
    try:
        if name:
            count_cards(name, [])
    except CountError as problem:
        fault = str(problem)
    counted = [rulebook for rulebook in games() if rulebook.counting is not None]
    return page_of("counting_games.html", games=counted, fault=fault)


@PAGES.get("/tables/<name>/count")
def at_table(name: str) -> Response:
    """Lead to the count for the hand in play at a table, under its house rules."""
    here = visit(name)
    play = here.replay.play
    place = counting_at(here.rulebook, play.house, max(play.round, 1))
    place["game"] = here.rulebook.name
    place["back"] = request.args.get("back") or url_for("table.show", name=name)
    return lead_to("counting.show", **place)


def counting_at(rulebook: Rulebook, house: House, round_: int) -> dict[str, str]:
    """Return the parameters of the page that counts a hand of this round; none without a count."""
    counting = rulebook.counting
    if counting is None:
        return {}
    place = {
        "game": rulebook.name,
        **{f"house.{name}": str(house[name]) for name in counting.binds},
    }
    return place | ({"round": str(round_)} if counting.rounds_differ else {})


def _page(book: Rulebook, counting: Counting) -> Response:
    place, house = _asked(book, counting)
    round_ = int(place["round"]) if "round" in place else None
    fault, held, result = "", list[str](), None
    try:
        held = _tapped(read_cards(asked("cards"), Script("en", book.jokers)), counting)
        result = count_cards(book.name, held, round_, house) if held else None
    except (CountError, Unreadable) as problem:
        fault = str(problem)
    use = ""
    if result and "back" in place:
        before, hash_, anchor = place["back"].partition("#")
        use = f"{before}{'&' if '?' in before else '?'}counted={result.points}{hash_}{anchor}"
    return page_of(
        "counting.html",
        fault=fault,
        book=book,
        counting=counting,
        house=[(rule, house[rule.name]) for rule in book.house_rules if rule.name in house],
        round=round_,
        held=held,
        result=result,
        rows=rows_of(book),
        place=place | {"cards": "".join(held)},
        use=use,
    )


def _asked(book: Rulebook, counting: Counting) -> tuple[dict[str, str], dict[str, str]]:
    """Return the parameters of the address besides cards, as far as they fit the game, and the
    house rules that change the count."""
    args = request.args
    given = {rule: args.get(f"house.{rule.name}") for rule in book.house_rules}
    chosen = {rule.name: option for rule, option in given.items() if option in rule.options}
    house = {**book.house(), **chosen}
    known = {str(number) for number in range(1, (counting.rounds or 1) + 1)}
    place = counting_at(book, house, int(args["round"]) if args.get("round") in known else 1)
    if back := local_address(args.get("back", "")):
        place["back"] = back
    return place, {name: house[name] for name in counting.binds}


def _tapped(held: list[str], counting: Counting) -> list[str]:
    """Return the cards after a tap; a card that cannot occur again is removed."""
    card = request.args.get("tap", "")
    there = counting.jokers if card == JOKER else counting.packs
    if not card or card == UNRECORDED:
        return held
    if held.count(card) < there:
        return [*held, *read_cards(card, Script("en", bool(counting.jokers)))]
    return [other for other in held if other != card]
