"""A report: its parts, the exit status that it amounts to, and who pays whom."""

# annotations are not left as text here: programs ask which fields are required
from typing import Any, Final, NotRequired, TypedDict

from referee.judging.findings import MISSED, RECORD
from referee.judging.ledger import Transfer


class ReportedFinding(TypedDict):
    """A breach of a rule, or a fault of the record. ``hand`` is 0 before the first hand, ``status``
    is None for kinds that nobody can forgive, ``cites`` are the other events that show it. Where
    the log came as a file, ``line`` is that of the event in it, and of a score sheet ``written`` is
    its text."""

    event: int
    hand: int
    rule: str
    kind: str
    player: str | None
    status: str | None
    cites: list[int]
    message: str
    line: NotRequired[int]
    written: NotRequired[str]


class ReportedQuestion(TypedDict):
    """A question that the record leaves open, and the fact that would decide it. ``line`` and
    ``written`` are as in a finding."""

    event: int
    hand: int
    rule: str
    player: str | None
    question: str
    would_decide: str
    line: NotRequired[int]
    written: NotRequired[str]


class ReportedOutcome(TypedDict):
    """How a hand ended (``kind``), who won it and with what, and the event that decided it."""

    kind: str
    winner: str | None
    win: str | None
    melds: list[list[str]]
    event: int | None


ReportedBonus = TypedDict("ReportedBonus", {"bonus": str, "from": str, "to": str, "amount": int})
"""A bonus: the amount that one loser owes the winner besides the bet."""


class ReportedSideGame(TypedDict):
    """A side game of a hand: the money in its pot, who won it with which cards, and the money that
    stays in it."""

    side_game: str
    pot: int
    winners: list[str]
    cards: list[str]
    carried: int


IfEnforced = TypedDict(
    "IfEnforced",
    {"outcome": ReportedOutcome, "net": dict[str, int], "carried": int, "for": list[int]},
)
"""A hand as it would be settled if the open offences at the events ``for`` were enforced."""


class ReportedHand(TypedDict):
    """A hand and its money. ``net`` is what each player is up or down by it, bets included;
    ``carried`` is the money that stays in the middle. ``scores`` are the points of games that count
    them, None where the record leaves them open; ``basis`` says where known ones come from:
    ``cards``, or ``written``, where they rest on points or a result that was written down."""

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
    scores: NotRequired[dict[str, int | None]]
    basis: NotRequired[dict[str, str]]


ReportedDebt = TypedDict("ReportedDebt", {"from": str, "to": str, "amount": int})
"""A payment that is still to be made; ``pot`` on one side is the middle."""

ReportedPayment = TypedDict(
    "ReportedPayment", {"event": int, "hand": int, "from": str, "to": str, "amount": int}
)
"""A payment that was written down, with its event and the hand that it follows."""


class ReportedMiddle(TypedDict):
    """The amount put into the middle less the amount taken out, and the amount still due to it."""

    paid: int
    owed: int


class ReportedAccount(TypedDict):
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


class Report(TypedDict):
    """The whole verdict about a log, as the published ``report.schema.json`` describes it.

    ``totals`` is what each player is up or down; together with ``carried`` and ``side_carried`` it
    sums up to 0. Games that count points have ``scores``, and ``winners`` once the last hand is
    counted; games with money have the ``account``.
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
    account: NotRequired[ReportedAccount]
    scores: NotRequired[dict[str, int | None]]
    winners: NotRequired[list[str]]
    undecided: list[ReportedQuestion]


CLEAN: Final = 0
FINDINGS: Final = 1
UNREADABLE: Final = 3
CONTRADICTORY: Final = 4

WORST_FIRST = (UNREADABLE, CONTRADICTORY, FINDINGS, CLEAN)


def exit_status(report: Report) -> int:
    """0 where nothing was found (or only missed chances), 1 for findings, 4 where the log
    contradicts itself.

    >>> exit_status({"findings": [{"kind": "missed"}]}), exit_status({"findings": []})
    (0, 0)
    """
    kinds = {finding["kind"] for finding in report["findings"]}
    if RECORD in kinds:
        return CONTRADICTORY
    return FINDINGS if kinds - {MISSED} else CLEAN


def worst(statuses: set[int]) -> int:
    """The exit status of several logs: the worst of theirs, 0 where there are none.

    >>> worst({0, 1, 4})
    4
    """
    return next((status for status in WORST_FIRST if status in statuses), CLEAN)


def in_the_middle(report: Report) -> int:
    """The money that stays in the middle: the pot that is carried, and the side pots."""
    carried: int = report["carried"] + sum(report["side_carried"].values())
    return carried


def who_pays_whom(report: Report) -> list[Transfer]:
    """The fewest payments that settle what is still owed after those that were written down. What
    stays in the middle is paid into it, too: ``pot`` is its name, as payments have it."""
    owed = report["account"]["still_owed"] if "account" in report else ()
    return [Transfer(one["from"], one["to"], one["amount"]) for one in owed]
