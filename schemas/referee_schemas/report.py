"""The report object that judging a log gives, as `referee check --json` prints it."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import fields

from referee.wording.language import Word
from referee_schemas.cards import Cards, Melds
from referee_schemas.fields import (
    LARGEST,
    Choice,
    House,
    Is,
    ListOf,
    MapOf,
    SideGame,
    Text,
    YesOrNo,
)
from referee_schemas.loading import Strict
from referee_schemas.numbers import Balance, EventNumber, Money, Sum, Whole
from referee_schemas.people import Payer, PerPlayer, Player, Players
from referee_schemas.vocabulary import vocabulary


class EventNumbers(ListOf):
    """A list of event numbers."""

    expected = Word("a list of event numbers")

    def __init__(self, **options: Any) -> None:
        super().__init__(EventNumber(), **options)


class HandNumber(Whole):
    """The number of a hand in its log, counted from 1; 0 before the first."""

    definition = "hand_number"

    def __init__(self, **options: Any) -> None:
        super().__init__(0, LARGEST, **options)


class LineNumber(Whole):
    """The number of a line in its file, counted from 1."""

    definition = "line_number"

    def __init__(self, **options: Any) -> None:
        super().__init__(1, LARGEST, **options)


class FindingSchema(Strict):
    """A finding: a broken rule, a lost right, a missed win, a wrong payment, or a fault of the
    record. Where the log came as a file, ``line`` is that of the event in it, and of a score sheet
    ``written`` is its text."""

    event = EventNumber(required=True)
    hand = HandNumber(required=True)
    rule = Text(required=True)
    kind = Choice(
        ("record", "violation", "disqualification", "forfeit", "missed", "payment"), required=True
    )
    player = Player(required=True, allow_none=True)
    status = Choice(("open", "forgiven", "enforced"), required=True, allow_none=True)
    cites = EventNumbers(required=True)
    message = Text(required=True)
    line = LineNumber()
    written = Text()


OUTCOMES: Final = (
    "melds",
    "automatic",
    "last_standing",
    "out",
    "knock",
    "stock_empty",
    "none",
    "undecided",
    "open",
)
"""How a hand may have ended."""


class OutcomeSchema(Strict):
    """How a hand ended, or that it has not."""

    kind = Choice(OUTCOMES, required=True)
    winner = Player(required=True, allow_none=True)
    win = Choice(vocabulary().words.get("win", ()), required=True, allow_none=True)
    melds = Melds(required=True)
    event = EventNumber(required=True, allow_none=True)


class BonusSchema(Strict):
    """A bonus: the amount that one loser owes the winner besides the bet."""

    bonus = Choice(("mico", "color", "arriba_del_palo"), required=True)
    from_ = Player(required=True)
    to = Player(required=True)
    amount = Sum(required=True)


class SideGameResultSchema(Strict):
    """One side game of a hand: everything in its pot, who won it and with what."""

    side_game = SideGame(required=True)
    pot = Sum(required=True)
    winners = Players(required=True)
    cards = Cards(required=True)
    carried = Sum(required=True)


class IfEnforcedSchema(Strict):
    """The hand as it would be settled if the open offences at these events were enforced."""

    outcome = fields.Nested(OutcomeSchema, required=True)
    net = PerPlayer(Balance(), required=True)
    carried = Sum(required=True)
    for_ = EventNumbers(required=True)


class HandReportSchema(Strict):
    """One hand and its money; ``scores`` are the points of games that count them, null where the
    record leaves them open; ``basis`` says where known ones come from: ``cards``, or ``written``,
    where they rest on points or a result that was written down."""

    hand = HandNumber(required=True)
    first_event = EventNumber(required=True)
    last_event = EventNumber(required=True)
    dealer = Player(required=True)
    bet = Money(required=True)
    stakes = Whole(0, LARGEST, required=True)
    pot = Sum(required=True)
    outcome = fields.Nested(OutcomeSchema, required=True)
    bonuses = fields.List(fields.Nested(BonusSchema), required=True)
    side_games = fields.List(fields.Nested(SideGameResultSchema), required=True)
    disqualified = Players(required=True)
    withdrawn = Players(required=True)
    net = PerPlayer(Balance(), required=True)
    carried = Sum(required=True)
    if_enforced = fields.Nested(IfEnforcedSchema, required=True, allow_none=True)
    scores = PerPlayer(Balance(allow_none=True))
    basis = PerPlayer(Choice(("cards", "written")))


class UndecidedSchema(Strict):
    """A question that the record leaves open, and the fact that would decide it. ``line`` and
    ``written`` are as in a finding."""

    event = EventNumber(required=True)
    hand = HandNumber(required=True)
    rule = Text(required=True)
    player = Player(required=True, allow_none=True)
    question = Text(required=True)
    would_decide = Text(required=True)
    line = LineNumber()
    written = Text()


class OwedSchema(Strict):
    """A payment that is still to be made; ``pot`` on one side is the middle."""

    from_ = Payer(required=True)
    to = Payer(required=True)
    amount = Sum(required=True)


class PaidSchema(OwedSchema):
    """A payment that was written down, with its event and the hand that it follows."""

    event = EventNumber(required=True)
    hand = HandNumber(required=True)


class OfTheMiddleSchema(Strict):
    """The amount put into the middle less the amount taken out, and the amount still due to it."""

    paid = Balance(required=True)
    owed = Balance(required=True)


class AccountSchema(Strict):
    """The payments of the evening, and the debts that are left.

    ``paid`` is the amount that a player got less the amount that they gave. ``owed`` is the amount
    that they still get (above zero) or give (below zero): together these are their part of
    ``totals``. ``stakes`` count as paid, because money came out of the middle. ``still_owed`` are
    the fewest payments that settle everything; ``open`` says that a later line may change them.
    """

    paid = PerPlayer(Balance(), required=True)
    owed = PerPlayer(Balance(), required=True)
    middle = fields.Nested(OfTheMiddleSchema, required=True)
    stakes = PerPlayer(Sum(), required=True)
    payments = fields.List(fields.Nested(PaidSchema), required=True)
    still_owed = fields.List(fields.Nested(OwedSchema), required=True)
    open = YesOrNo(required=True)


class ReportSchema(Strict):
    """The whole verdict about a log. Games that count points have ``scores``, everybody's sum, and
    ``winners`` once the last hand is counted; games with money have the ``account``."""

    format = Is(1, required=True)
    game = Choice(
        dict.fromkeys(name.partition("@")[0] for name in vocabulary().games), required=True
    )
    edition = Whole(1, LARGEST, required=True)
    house = House(required=True)
    players = Players(required=True)
    events = Whole(1, LARGEST, required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    hands = fields.List(fields.Nested(HandReportSchema), required=True)
    totals = PerPlayer(Balance(), required=True)
    carried = Sum(required=True)
    side_carried = MapOf(SideGame(), Sum(), required=True)
    scores = PerPlayer(Balance(allow_none=True))
    winners = Players()
    account = fields.Nested(AccountSchema)
    undecided = fields.List(fields.Nested(UndecidedSchema), required=True)
