"""Repairs: the smallest corrections that explain the findings as a slip in the record.

They are proposed, best first, each as lines that can be added to the log; people decide. Findings
that no slip explains are left alone: a breach that happened stays a breach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.cards.deck import BITS, UNRECORDED
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event
from referee.judging.findings import MISSED
from referee.judging.replay import judge
from referee.judging.report import Report
from referee.rulings.repair.edits import Trials, lines_to_add
from referee.rulings.repair.hand_in_question import HandInQuestion
from referee.rulings.repair.ranking import Candidate, candidates
from referee.rulings.repair.slips import CARD, FIGURE, FORGOTTEN, NAME, RESULT, SWAP, TWICE
from referee.rulings.whatif.whatif import moved
from referee.wording.language import N_, Word, _
from referee.wording.sentences import Cards, InOrder, Sentence, SpellCard, fields_of, letters

TO_THE_MIDDLE, FROM_THE_MIDDLE = "into the middle", "from the middle"
"""Payments into and from the middle."""

BETWEEN_SOME = "between some"
"""A side bet of some of the players."""

SHOWN_AT_THE_END = "shown at the end"
"""Cards shown after the last line of the log."""

TEXTS: Final[Mapping[str, str]] = {
    CARD: "Event {event} should say {meant} instead of {written}.",
    FIGURE: "Event {event} should say {meant} for {player} instead of {written}.",
    RESULT: "Event {event} should have the result as the cards give it.",
    NAME: "Event {event} should name {meant} instead of {written}.",
    SWAP: "Events {event} and {other} are in the wrong order.",
    TWICE: "Event {event} repeats event {other}.",
    "pay": "A line is missing before event {before}: {player} paid {card}.",
    "draw": "A line is missing before event {before}: {player} drew {card}.",
    "take": "A line is missing before event {before}: {player} took the top card of the pile.",
    "beg": "A line is missing before event {before}: {player} begged.",
    "swap": (
        "A line is missing before event {before}: {player} swapped the card for the one at "
        "position {position}."
    ),
    "knock": "A line is missing before event {before}: {player} knocked.",
    "discard": "A line is missing before event {before}: {player} laid {card} on the pile.",
    "pass": "A line is missing before event {before}: {player} knocked.",
    "meld": "A line is missing before event {before}: {player} melded {cards}.",
    "withdraw": "A line is missing before event {before}: {player} withdrew.",
    "declare": "A line is missing before event {before}: {player} declared {win}.",
    "end": "A line is missing before event {before}: the hand was given up there.",
    "cambio": "A line is missing before event {before}: {player} passed {card} in the Cambio.",
    "side_bet": "A line is missing before event {before}: each put {amount} into {game}.",
    BETWEEN_SOME: (
        "A line is missing before event {before}: {players} put {amount} each into {game}."
    ),
    "announce": "A line is missing before event {before}: {player} announced {game}.",
    "show": "A line is missing before event {before}: {player} showed {cards}.",
    SHOWN_AT_THE_END: "The last line is missing: {player} showed {cards}.",
    "payment": "A line is missing before event {before}: {giver} paid {amount} to {taker}.",
    TO_THE_MIDDLE: (
        "A line is missing before event {before}: {giver} put {amount} into the middle."
    ),
    FROM_THE_MIDDLE: (
        "A line is missing before event {before}: {taker} got {amount} from the middle."
    ),
}
"""Each slip in words; a missing line by the type of its event."""

OTHERS: Final = "According to the record, it may also have been {others}."

BEFORE_OTHERS: Final = "It fits before event {events} as well."

IN_OTHERS: Final = "Or it is event {events} that should not say {written}."

WHY: Final[Mapping[str, str]] = {
    CARD: N_("a card misread or mistyped"),
    FIGURE: N_("a number mistyped"),
    RESULT: N_("a result mistyped"),
    NAME: N_("the wrong name"),
    SWAP: N_("two lines swapped"),
    FORGOTTEN: N_("a line forgotten"),
    TWICE: N_("a line written twice"),
}
"""The reason for a correction, written into the added line."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to mend the record.

    ``corrections`` are the lines to add, ``others`` the cards, melds, wins, or amounts of money
    that would fit as well, ``elsewhere`` the numbers of other lines that may be wrong instead, or
    before which the line may be missing; ``gone``, ``left`` and ``new`` are findings of the report,
    and ``money`` is each player's gain or loss by the mended record.
    """

    kind: str
    says: tuple[Sentence, ...]
    corrections: tuple[dict[str, Any], ...]
    others: tuple[str, ...]
    elsewhere: tuple[int, ...]
    gone: tuple[dict[str, Any], ...]
    left: tuple[dict[str, Any], ...]
    new: tuple[dict[str, Any], ...]
    money: Mapping[str, int]
    weight: float

    def message(self, spell: SpellCard = letters) -> str:
        """The slip in a sentence or two."""
        return " ".join(sentence.render(spell) for sentence in self.says)

    def as_data(self) -> dict[str, Any]:
        """The repair as plain data."""
        names = ("corrections", "others", "elsewhere", "gone", "left", "new", "money")
        return {"kind": self.kind, "message": self.message(), **fields_of(self, names)}


def repairs(
    events: Iterable[Event], limit: int = 10, spell: SpellCard = letters, hand: int | None = None
) -> list[Repair]:
    """Return the corrections that best explain the findings of a log, or of one hand, the likeliest
    first; none without findings or if no slip explains them.

    >>> evening = [
    ...     {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    ...     {"type": "hand", "dealer": "Beto", "bet": 5},
    ...     {"type": "deal", "hands": {}},
    ...     {"type": "cambio", "player": "Ana", "card": "??"},
    ...     {"type": "cambio", "player": "Beto", "card": "??"},
    ...     {"type": "draw", "player": "Ana", "card": "7h"},
    ...     {"type": "discard", "player": "Ana", "card": "7s"},
    ... ]
    >>> for repair in repairs(evening):
    ...     print(repair.message(), [one["rule"] for one in repair.gone])
    A line is missing before event 7: Ana drew an unrecorded card. ['draw.hidden']
    Event 6 should say 7s instead of 7h. ['draw.hidden']
    Event 7 should say 7h instead of 7s. ['draw.hidden']
    """
    lines = list(events)
    trials = Trials(lines)
    before = judge(lines, spell=spell)
    found = []
    for stretch in trials.stretches:
        if hand not in (None, stretch.number):
            continue
        findings = trials.found(stretch)
        if findings:
            best = candidates(HandInQuestion(trials, stretch, findings))[:limit]
            found += [_repair(trials, candidate, before, spell) for candidate in best]
    found = [repair for repair in found if repair.gone and len(repair.gone) > len(repair.new)]
    found.sort(key=lambda repair: (len(repair.left) + len(repair.new), -repair.weight))
    once = {str(repair.corrections): repair for repair in reversed(found)}
    return [repair for repair in found if once[str(repair.corrections)] is repair][:limit]


def _repair(trials: Trials, found: Candidate, before: Report, spell: SpellCard) -> Repair:
    slip = found.slip
    made = lines_to_add(trials, slip.edit, _(WHY[slip.kind]))
    after = judge([*trials.lines, *made], spell=spell)
    gone, left, new = _compared(before["findings"], after["findings"])
    return Repair(
        kind=slip.kind,
        says=tuple(_says(found)),
        corrections=made,
        others=found.others,
        elsewhere=found.elsewhere,
        gone=gone,
        left=left,
        new=new,
        money=_moved(before, after),
        weight=found.weight,
    )


def _says(found: Candidate) -> Iterator[Sentence]:
    slip = found.slip
    facts: dict[str, object] = dict(slip.facts)
    kind = slip.kind
    if kind == FORGOTTEN:
        event = slip.facts["event"]
        kind = event["type"]
        card = event.get("card", "")
        facts |= {"player": event.get("player", "")}
        facts["card"] = Cards(BITS.get(card, 0))
        facts["win"] = Word(event.get("win", "").replace("_", " "))
        cards = event.get("cards", ())
        facts["cards"] = Cards(0) if cards == [UNRECORDED] else InOrder(cards)
        facts["players"] = event.get("players")
        facts["game"] = Word(event.get("side_game", "").replace("_", " "))
        facts["amount"], facts["position"] = event.get("amount"), event.get("position")
        facts["giver"], facts["taker"] = event.get("from", ""), event.get("to", "")
        if kind == "side_bet" and "players" in event:
            kind = BETWEEN_SOME
        elif facts["taker"] == THE_MIDDLE:
            kind = TO_THE_MIDDLE
        elif facts["giver"] == THE_MIDDLE:
            kind = FROM_THE_MIDDLE
        elif not facts["before"]:
            kind = SHOWN_AT_THE_END
    elif kind == CARD:
        facts |= {name: InOrder([slip.facts[name]]) for name in ("meant", "written")}
    yield Sentence(TEXTS[kind], facts)
    if found.others:
        yield Sentence(OTHERS, {"others": _others(kind, found.others)})
    if found.elsewhere:
        text = BEFORE_OTHERS if slip.kind == FORGOTTEN else IN_OTHERS
        yield Sentence(text, facts | {"events": list(found.elsewhere)})


def _others(kind: str, others: Sequence[str]) -> object:
    if kind == "meld":
        return [InOrder(cards.split()) for cards in others]
    if kind == "declare":
        return [Word(win.replace("_", " ")) for win in others]
    return InOrder(others) if others[0] in BITS else " ".join(others)


Found = tuple[dict[str, Any], ...]


def _compared(before: Sequence[Any], after: Sequence[Any]) -> tuple[Found, Found, Found]:
    """Return the findings that are gone, left, and new. A finding that only moved to a neighbouring
    line is left."""

    def about(finding: Mapping[str, Any]) -> tuple[Any, ...]:
        return finding["rule"], finding["player"], finding["hand"]

    gone = [finding for finding in before if finding["kind"] != MISSED]
    left, new = [], []
    for finding in after:
        if finding["kind"] == MISSED:
            continue
        same = next((old for old in gone if about(old) == about(finding)), None)
        if same is None:
            new.append(finding)
        else:
            gone.remove(same)
            left.append(finding)
    return tuple(gone), tuple(left), tuple(new)


def _moved(before: Report, after: Report) -> dict[str, int]:
    """Return the players of the mended record who have more or less money by it."""
    was = {player: before["totals"].get(player, 0) for player in after["totals"]}
    return moved(was, after["totals"])
