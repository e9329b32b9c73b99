"""The score grid as a form: from the numbers that were typed to events."""

from collections.abc import Mapping

from referee_schemas.reading import Unreadable
from werkzeug.datastructures import MultiDict

from referee.judging.corrections import Event
from referee.judging.grid import Grid, added
from referee.judging.rulebook import House, Rulebook
from referee.wording.language import Word

EVERY_CARD = "cards"  # the query parameter that asks for the pad instead of the score grid


def events_of(grid: Grid, form: Mapping[str, str]) -> list[Event]:
    """Return the events of a submitted grid. Raises Unreadable if it is empty."""
    row = grid.row(_number(form.get("row", "")))
    if grid.by_winner:
        result: Event = {"type": "result", "winner": form.get("winner") or None}
        return grid.put_right(row, result) if row else grid.written(result, _bet(grid, form))
    points = {name: number for name in grid.seated if (number := _points(form, name)) is not None}
    score: Event = {"type": "score"}
    score |= {"points": points} if points else {}
    score |= {"out": form["out"]} if form.get("out") else {}
    if len(score) == 1:
        raise Unreadable(
            Word("no number"), Word("the points"), plainly=Word("This row has no number."),
            remedy=Word("Type the points of each player."),
        )  # fmt: skip
    return grid.put_right(row, score) if row else grid.written(score)


def filled_in(grid: Grid, form: MultiDict[str, str]) -> tuple[dict[str, str], str]:
    """Return the values of the players' fields, and the player who went out: as typed, else as in
    the row that is corrected."""
    row = grid.row(_number(form.get("row", "")))
    score: Event = row.score if row else {}
    known = score.get("points", {})
    typed = {name: form.get(f"points:{name}", known.get(name, "")) for name in grid.seated}
    if form.get("cell") in typed and form.get("counted"):
        typed[form["cell"]] = form["counted"]
    return {name: str(value) for name, value in typed.items()}, form.get(
        "out", score.get("out", "")
    )


def counting_at(rulebook: Rulebook, house: House, round_: int) -> dict[str, str]:
    """Return the address parameters of the page that counts a hand of this round; none if the game
    has no count."""
    counting = rulebook.counting
    if counting is None:
        return {}
    place = {
        "game": rulebook.name,
        **{f"house.{name}": str(house[name]) for name in counting.binds},
    }
    return place | ({"round": str(round_)} if counting.rounds_differ else {})


def _bet(grid: Grid, form: Mapping[str, str]) -> int | None:
    """Return the bet that was typed. Raises Unreadable if a first hand has none."""
    bet = added(form.get("bet", "").replace(" ", ""))
    if bet is None and grid.bet is None and grid.asks_bet:
        raise Unreadable(
            Word("no number"), Word("the bet"), plainly=Word("This row has no bet."),
            remedy=Word("Type the bet that everybody puts in."),
        )  # fmt: skip
    return bet


def _points(form: Mapping[str, str], player: str) -> int | str | None:
    """Return the points typed for a player, also as a sum; other text is returned unchanged, to be
    reported."""
    text = form.get(f"points:{player}", "").replace(" ", "")
    number = added(text)
    return number if number is not None else text or None


def _number(text: str) -> int:
    return added(text) or 0
