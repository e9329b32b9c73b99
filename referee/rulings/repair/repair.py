"""Repairs: the smallest corrections that explain the findings as a slip in the record.

They are proposed, best first, each as lines that can be added to the log; people decide. Findings
that no slip explains are left alone: a breach that happened stays a breach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from referee.cards.deck import BITS
from referee.judging.corrections import Event
from referee.judging.findings import MISSED
from referee.judging.replay import ReplayedLog, judge, replayed
from referee.judging.report import Report, ReportedFinding
from referee.rulings.repair import slips
from referee.rulings.repair.hand_in_question import HandInQuestion
from referee.rulings.repair.ranking import best_slips
from referee.rulings.repair.slips import PossibleSlip
from referee.rulings.whatif import missing, moved
from referee.wording.language import N_, Word, _
from referee.wording.sentences import (
    InOrder,
    Sentence,
    Sentences,
    SpellCard,
    fields_of,
    letters,
)  # fmt: skip

AT_THE_END: Final = "at_the_end"
"""A line that is missing after the last one of the log."""

TEXTS: Final[Mapping[str, str]] = {
    slips.CARD: "Event {event} should say {meant} instead of {written}.",
    slips.FIGURE: "Event {event} should say {meant} for {player} instead of {written}.",
    slips.RESULT: "Event {event} should have the result as the cards give it.",
    slips.WORD: "Event {event} should say {meant} instead of {written}.",
    slips.TURNED: "The two names in event {event} should be swapped.",
    slips.NAME: "Event {event} should name {meant} instead of {written}.",
    slips.SWAP: "Events {event} and {other} are in the wrong order.",
    slips.MOVED: "Event {other} belongs before event {event}.",
    slips.TWICE: "Event {event} repeats event {other}.",
    slips.FORGOTTEN: "A line is missing before event {before}: {said}",
    AT_THE_END: "The last line is missing: {said}",
}
"""Each slip in words."""

WHY: Final[Mapping[str, str]] = {
    slips.CARD: N_("a card misread or mistyped"),
    slips.FIGURE: N_("a number mistyped"),
    slips.RESULT: N_("a result mistyped"),
    slips.WORD: N_("a word or number mistyped"),
    slips.NAME: N_("the wrong name"),
    slips.TURNED: N_("two names swapped"),
    slips.SWAP: N_("two lines swapped"),
    slips.MOVED: N_("a line written too late"),
    slips.FORGOTTEN: N_("a line forgotten"),
    slips.TWICE: N_("a line written twice"),
}
"""The reason for a correction, written into the added line."""


Found = tuple[ReportedFinding, ...]


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
    gone: Found
    left: Found
    new: Found
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
    A line is missing before event 7: Ana draws a card that nobody saw. ['draw.hidden']
    Event 6 should say 7s instead of 7h. ['draw.hidden']
    Event 7 should say 7h instead of 7s. ['draw.hidden']
    """
    lines = list(events)
    before = judge(lines, spell=spell)
    found = [
        _repair(one, slip, before, spell)
        for one in _hands(replayed(lines))
        if hand in (None, one.number) and one.findings
        for slip in best_slips(one)[:limit]
    ]
    found = [repair for repair in found if len(repair.gone) > len(repair.new)]
    found.sort(key=lambda repair: (len(repair.left) + len(repair.new), -repair.weight))
    once: dict[str, Repair] = {}
    for repair in found:
        once.setdefault(str(repair.corrections), repair)
    return list(once.values())[:limit]


def _hands(replay: ReplayedLog) -> Iterator[HandInQuestion]:
    starts = [at for at, (_, event) in enumerate(replay.events) if event["type"] == "hand"]
    ends = [*(index + 1 for index in starts), len(replay.events)][1:]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        yield HandInQuestion(replay, number, start, end)


def _repair(hand: HandInQuestion, slip: PossibleSlip, before: Report, spell: SpellCard) -> Repair:
    made = hand.lines_to_add(slip.edit, _(WHY[slip.kind]))
    after = judge([*hand.replay.lines, *made], spell=spell)
    # the players of the mended record
    was = {player: before["totals"].get(player, 0) for player in after["totals"]}
    return Repair(
        slip.kind, tuple(_says(hand, slip)), made, slip.others, slip.elsewhere,
        *_compared(before["findings"], after["findings"]),
        money=moved(was, after["totals"]), weight=slip.weight,
    )  # fmt: skip


def _says(hand: HandInQuestion, slip: PossibleSlip) -> Iterator[Sentence]:
    facts, kind = dict(slip.facts), slip.kind
    if kind == slips.FORGOTTEN:
        facts["said"] = Sentences(hand.game.sayings(facts["event"]))
        kind = kind if facts["before"] else AT_THE_END
    elif kind == slips.CARD:
        facts |= {name: InOrder([facts[name]]) for name in ("meant", "written")}
    elif kind == slips.WORD:
        facts |= {name: Word(str(facts[name]).replace("_", " ")) for name in ("meant", "written")}
    yield Sentence(TEXTS[kind], facts)
    if slip.others:
        others: object = InOrder(slip.others) if slip.others[0] in BITS else " ".join(slip.others)
        match slip.missing or {}:
            case {"type": "meld"}:
                others = [InOrder(cards.split()) for cards in slip.others]
            case {"type": "declare"}:
                others = [Word(win.replace("_", " ")) for win in slip.others]
        text = "According to the record, it may also have been {others}."
        yield Sentence(text, {"others": others})
    if slip.elsewhere:
        text = "Or it is event {events} that should not say {written}."
        if slip.missing:
            text = "It fits before event {events} as well."
        yield Sentence(text, facts | {"events": list(slip.elsewhere)})


def _compared(
    before: Iterable[ReportedFinding], after: Iterable[ReportedFinding]
) -> tuple[Found, Found, Found]:
    """Return the findings that are gone, left (or only moved to a neighbouring line), and new."""
    was, found = ([one for one in some if one["kind"] != MISSED] for some in (before, after))
    about = attrgetter("rule", "player", "hand")
    gone, new = missing(was, found, about), missing(found, was, about)
    left = (one for one in found if all(one is not other for other in new))
    return tuple(gone), tuple(left), tuple(new)
