"""A report: its parts, its exit status, and the payments that settle it."""

# no postponed annotations here: `ReportPart` reads them at run time
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, get_args

from referee.judging.account import Transfer
from referee.judging.findings import MISSED, RECORD


class ReportPart(dict[str, Any]):
    """A part of a report: JSON whose names are attributes, too. Missing parts are None; Python
    keywords get an underscore (``from_``).

    >>> debt = ReportedDebt({"from": "Ana", "to": "Beto", "amount": 15})
    >>> debt["from"], debt.from_, debt.amount
    ('Ana', 'Ana', 15)
    """

    _parts: ClassVar[dict[str, type["ReportPart"]]] = {}

    def __init_subclass__(cls) -> None:
        cls._parts = {
            name: part
            for name, kind in cls.__annotations__.items()
            for part in (kind, *get_args(kind))
            if isinstance(part, type) and issubclass(part, ReportPart)
        }

    def __init__(self, written: Mapping[str, Any]) -> None:
        super().__init__(written)
        for name, part in self._parts.items():
            if inner := self.get(name):
                self[name] = [*map(part, inner)] if isinstance(inner, list) else part(inner)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in type(self).__annotations__:
                raise AttributeError(f"{type(self).__name__} has no {name}")
            return self.get(name.removesuffix("_"))

    def to_dict(self) -> dict[str, Any]:
        """Return a copy as plain data."""
        copy: dict[str, Any] = json.loads(json.dumps(self))
        return copy


class ReportedFinding(ReportPart):
    """A breach of a rule, or an error in the record. ``hand`` is 0 before the first hand,
    ``status`` is None for kinds that cannot be forgiven, ``cites`` are the other events that show
    it. For a log from a file, ``line`` is the line of the event, and for a score sheet ``written``
    is its text."""

    event: int
    hand: int
    rule: str
    kind: str
    player: str | None
    status: str | None
    cites: list[int]
    message: str
    line: int | None
    written: str | None


class ReportedQuestion(ReportPart):
    """An open question, and the fact that would decide it, in the form of a finding."""

    event: int
    hand: int
    rule: str
    player: str | None
    question: str
    would_decide: str
    line: int | None
    written: str | None


class ReportedOutcome(ReportPart):
    """The end of a hand (``kind``), its winner and winning cards, and the event that decided it."""

    kind: str
    winner: str | None
    win: str | None
    melds: list[list[str]]
    event: int | None


class ReportedBonus(ReportPart):
    """A bonus: the amount that one loser owes the winner besides the bet."""

    bonus: str
    from_: str
    to: str
    amount: int


class ReportedSideGame(ReportPart):
    """A side game: the money in its pot, its winners and cards, and the money that stays."""

    side_game: str
    pot: int
    winners: list[str]
    cards: list[str]
    carried: int


class IfEnforced(ReportPart):
    """A hand as it would be settled if the open offences at the events ``for_`` were enforced."""

    outcome: ReportedOutcome
    net: dict[str, int]
    carried: int
    for_: list[int]


class ReportedHand(ReportPart):
    """A hand and its money. ``net`` is each player's gain or loss, bets included; ``carried`` is
    the money that stays in the middle. ``scores`` are the points, in games that count them; None
    if the record leaves them open. ``basis`` says where known points come from: ``cards``, or
    ``written`` if they were written down."""

    hand: int
    first_event: int
    last_event: int
    dealer: str
    bet: int
    stakes: int
    pot: int
    outcome: ReportedOutcome
    bonuses: list[ReportedBonus]
    side_games: list[ReportedSideGame]
    disqualified: list[str]
    withdrawn: list[str]
    net: dict[str, int]
    carried: int
    if_enforced: IfEnforced | None
    scores: dict[str, int | None] | None
    basis: dict[str, str] | None

    @property
    def winner(self) -> str | None:
        """The winner of the hand; None if there is none, or they are unknown."""
        return self.outcome.winner


class ReportedDebt(ReportPart):
    """A payment that is still due; ``pot`` on one side is the middle."""

    from_: str
    to: str
    amount: int


class ReportedPayment(ReportPart):
    """A payment that was written down, with its event and the hand that it follows."""

    event: int
    hand: int
    from_: str
    to: str
    amount: int


class ReportedMiddle(ReportPart):
    """The amount put into the middle less the amount taken out, and the amount still due to it."""

    paid: int
    owed: int


class ReportedAccount(ReportPart):
    """The payments of the evening, and the debts that are left.

    ``paid`` is the amount that a player got less the amount that they gave. ``owed`` is the amount
    that they still get (above zero) or give (below zero). ``stakes`` count as paid. ``still_owed``
    are the fewest payments that settle everything; ``open`` says that a later line may change them.
    """

    paid: dict[str, int]
    owed: dict[str, int]
    middle: ReportedMiddle
    stakes: dict[str, int]
    payments: list[ReportedPayment]
    still_owed: list[ReportedDebt]
    open: bool


class Report(ReportPart):
    """The whole verdict on a log, as ``report.schema.json`` describes it.

    ``totals`` is each player's gain or loss; with ``carried`` and ``side_carried`` the sum is 0.
    Games that count points have ``scores``, and ``winners`` once the last hand is counted; games
    with money have the ``account``.
    """

    format: int
    game: str
    edition: int
    house: dict[str, Any]
    players: list[str]
    events: int
    findings: list[ReportedFinding]
    hands: list[ReportedHand]
    totals: dict[str, int]
    carried: int
    side_carried: dict[str, int]
    account: ReportedAccount | None
    scores: dict[str, int | None] | None
    winners: list[str] | None
    undecided: list[ReportedQuestion]

    @property
    def owes(self) -> list[ReportedDebt]:
        """The fewest payments that settle the evening."""
        return self.account.still_owed if self.account else []


CLEAN: Final = 0
FINDINGS: Final = 1
UNREADABLE: Final = 3
CONTRADICTORY: Final = 4

WORST_FIRST = (UNREADABLE, CONTRADICTORY, FINDINGS, CLEAN)


def exit_status(report: Report) -> int:
    """Return 0 for no findings (or only missed chances), 1 for findings, 4 for a log that
    contradicts itself.

    >>> exit_status({"findings": [{"kind": "missed"}]}), exit_status({"findings": []})
    (0, 0)
    """
    kinds = {finding["kind"] for finding in report["findings"]}
    if RECORD in kinds:
        return CONTRADICTORY
    return FINDINGS if kinds - {MISSED} else CLEAN


def worst(statuses: set[int]) -> int:
    """Return the exit status of several logs: the worst of theirs, 0 if there are none.

    >>> worst({0, 1, 4})
    4
    """
    return next((status for status in WORST_FIRST if status in statuses), CLEAN)


def in_the_middle(report: Report) -> int:
    """Return the money that stays in the middle: the carried pot, and the side pots."""
    carried: int = report["carried"] + sum(report["side_carried"].values())
    return carried


def who_pays_whom(report: Report) -> list[Transfer]:
    """Return the fewest payments that settle the remaining debts. Money that stays in the middle is
    paid to ``pot``, as in payments."""
    return [Transfer(debt["from"], debt["to"], debt["amount"]) for debt in report.owes]
