"""The requests and responses of the web interface, except events and reports."""

from functools import partial
from types import MappingProxyType
from typing import Any, Final

from marshmallow import fields

from referee.judging.report import ReportedHand
from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee_schemas import report
from referee_schemas.cards import CardField, CardsField, Melds
from referee_schemas.events import Logged
from referee_schemas.fields import (
    LARGEST,
    Choice,
    House,
    ListOf,
    MapOf,
    SideGameField,
    Text,
    Typed,
    YesOrNo,
)
from referee_schemas.loading import Strict, expects
from referee_schemas.numbers import Balance, EventNumber, HandNumber, Sum, Whole
from referee_schemas.people import Name, PerPlayer, Player, Players
from referee_schemas.reading import LONGEST_SHEET

Prose: Final = partial(Typed, (str,), Word("text"), {"type": "string"})
"""Text of any length."""

Plain: Final = partial(Typed, (dict,), Word("a JSON object"), {"type": "object"})
"""An object whose names depend on the game."""

ListOfProse: Final = partial(ListOf, Prose())
"""A list of sentences."""

Option: Final = partial(
    Typed,
    (str, list),
    Word("an option, or a list of options"),
    {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    "option",
)
"""An option of a house rule, or a list of options where it allows several."""


class InAddress(Whole):
    """A whole number in the address of a request, in digits.

    >>> InAddress(0, 52).read("17"), InAddress(0, 52).read("1" * 5000), InAddress(0, 52).read("-1")
    (17, None, None)
    """

    def read(self, value: Any) -> int | None:
        digits = type(value) is str and value.isascii() and value.isdecimal()
        return super().read(int(value)) if digits and len(value) <= len(str(self.most)) else None


MOST_EVENTS: Final = 5000
"""The most events in one request: while they are written, nobody can read the book."""


class Events(ListOf):
    """A list of events, at least one and at most `MOST_EVENTS`."""

    expected = Word("a list of events, at least one")
    metadata = MappingProxyType({"minItems": 1, "maxItems": MOST_EVENTS})

    def misfit(self, items: list[Any]) -> Phrase | None:
        if len(items) > MOST_EVENTS:
            return Sentence("at most {most} events at once", {"most": MOST_EVENTS})
        return None if items else self.expected


# Requests


class AfterSchema(Strict):
    """The number of the last event that the caller knows, and the most events to return."""

    after = InAddress(0, LARGEST)
    limit = InAddress(1, LARGEST)


class QuestionSchema(Strict):
    """The event, and the rule, to rule on."""

    event = InAddress(1, LARGEST)
    rule = Text()

    def contradiction(self, data: dict[str, Any]) -> dict[str, Any] | None:
        if "rule" in data and "event" not in data:
            return {"event": [Word("the number of the event that the rule is about")]}
        return None


class OpeningSchema(Strict):
    """A table to open: its first events, the ``game`` event first. A name is made up if none is
    given."""

    name = Text(shortest=1, longest=64)
    events = Events(Logged(), required=True)


class AppendingSchema(Strict):
    """Events to append to a record. ``expects`` is the number of its last event, as the writer
    knows it. Events with ids may be sent again if the answer was lost."""

    expects = EventNumber(required=True)
    events = Events(Logged(recorded=True), required=True)


class InsteadSchema(Strict):
    """A replacement for one event."""

    event = EventNumber(required=True)
    with_ = Logged(recorded=True, required=True)


class SupposingSchema(Strict):
    """A what-if: the evening under these house rules, without these events, and with others
    replaced."""

    house = House()
    without = report.EventNumbers()
    instead = fields.List(
        fields.Nested(InsteadSchema),
        error_messages=expects(Word("a list of events, each with its replacement")),
    )

    def contradiction(self, data: dict[str, Any]) -> dict[str, Any] | None:
        replaced = [replacement["event"] for replacement in data.get("instead", [])]
        if len(set(replaced)) < len(replaced):
            return {"instead": [Word("every event once")]}
        return None


class HandToCountSchema(Strict):
    """The cards of a hand (in Golf in the order of their positions), the round where rounds differ,
    and the house rules that differ from the usual ones."""

    cards = CardsField(required=True)
    round = Whole(1, LARGEST)
    house = House()


class PostedLogSchema(Strict):
    """A log as text: JSON Lines or a score sheet."""

    log = Text(longest=LONGEST_SHEET, required=True)


# Answers


class HandCountSchema(Strict):
    """The count of a hand: the points, the melds that leave the fewest, and the cards left over. A
    game without melds has only points."""

    points = Whole(0, LARGEST, required=True)
    melds = Melds(required=True)
    left = CardsField(required=True)


class FaultSchema(Strict):
    """A fault in the input: its position, the text found there, and the text expected instead."""

    file = Prose(required=True, allow_none=True)
    line = column = Whole(1, LARGEST, required=True, allow_none=True)
    field = Prose(required=True, allow_none=True)
    found = expected = remedy = message = Prose(required=True)


class ProblemSchema(Strict):
    """The reason why a request failed (RFC 9457). ``faults`` list what cannot be read. If another
    writer came first, ``last`` is the number of the last event, and ``events`` are the ones in
    between."""

    type = title = Prose(required=True)
    status = Whole(400, 599, required=True)
    detail = Prose(required=True)
    faults = fields.List(fields.Nested(FaultSchema))
    last = Whole(0, LARGEST)
    events = ListOf(Logged())


class KeptGameSchema(Strict):
    """A game in the record book."""

    name = opened_at = Prose(required=True)
    events = Whole(0, LARGEST, required=True)


class GamesSchema(Strict):
    """The games that the caller may see, newest first."""

    games = fields.List(fields.Nested(KeptGameSchema), required=True)


class WrittenSchema(Strict):
    """The numbers of events in the record; ``repeated`` if they were already there. ``head`` is the
    proof code of the record."""

    first = last = EventNumber(required=True)
    repeated = YesOrNo(required=True)
    head = Prose(required=True, allow_none=True)


class OpenedSchema(WrittenSchema):
    """A table that was opened, and its scribe's link, which is shown only once, and only if the
    server requires links."""

    name = Prose(required=True)
    token = Prose(required=True, allow_none=True)


class ExpectationSchema(Strict):
    """An act that may come next, and the players who may do it; play waits for an act that is
    ``required``."""

    act = Prose(required=True)
    players = ListOf(Name(), required=True)
    required = YesOrNo(required=True)
    rule = Prose(required=True, allow_none=True)
    message = Prose(required=True)


class ExpectedSchema(Strict):
    """The acts that may come next."""

    expected = fields.List(fields.Nested(ExpectationSchema), required=True)


class OfferSchema(Strict):
    """The card that may be taken: the player who laid it down or still holds it up (``held``), the
    players who declined it, and the player who asked for it."""

    card = CardField(required=True)
    by = Player(required=True, allow_none=True)
    held = YesOrNo(required=True)
    knocked = claimed_by = Players(required=True)


class SeatSchema(Strict):
    """A player at the table: their melds, the cards that are certainly in their hand, and the
    number of other cards there at most (``unknown``) and at least (``surely_unknown``)."""

    player = Player(required=True)
    standing = Choice(("in", "withdrawn", "disqualified"), required=True)
    melds = Melds(required=True)
    hand = CardsField(required=True)
    surely_unknown = Sum(required=True)
    owes = YesOrNo(required=True)
    unknown_ = Sum(required=True)


class HandInViewSchema(Strict):
    """A hand at one moment. ``pot`` is null if nothing is at stake, ``deck`` if the number of cards
    left is unknown; ``pile`` excludes the card on offer."""

    hand = HandNumber(required=True)
    stage = Choice(("betting", "dealt", "playing", "over"), required=True)
    dealer = Player(required=True)
    pot = Sum(required=True, allow_none=True)
    side_pots = MapOf(SideGameField(), Sum(), required=True)
    deck = Sum(required=True, allow_none=True)
    draws_next = ListOf(Player(), required=True)
    owed_by = Player(required=True, allow_none=True)
    offer = fields.Nested(OfferSchema, required=True, allow_none=True)
    pile = CardsField(required=True)
    winner = Player(required=True, allow_none=True)
    outcome = Choice(report.OUTCOMES, required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)


class ViewSchema(Strict):
    """The players at the table in turn order, and the current or last hand; null before the
    first."""

    seated = ListOf(Player(), required=True)
    hand = fields.Nested(HandInViewSchema, required=True, allow_none=True)


class GameNowSchema(Strict):
    """A game as the caller may see it: their role, its opening event, the number of its events and
    of the current hand, the players in turn order, the acts that may come next, and the table."""

    name = Prose(required=True)
    role = Choice(("scribe", "player", "viewer"), required=True)
    player = Player(required=True, allow_none=True)
    opening = Logged(required=True)
    events = EventNumber(required=True)
    head = Prose(required=True, allow_none=True)
    hand = HandNumber(required=True)
    hand_is_open = YesOrNo(required=True)
    seated = ListOf(Player(), required=True)
    expected = fields.List(fields.Nested(ExpectationSchema), required=True)
    view = fields.Nested(ViewSchema, required=True)


class LinesSchema(Strict):
    """Events of a record that the caller may see, and the number of the last one."""

    events = ListOf(Logged(), required=True)
    last = EventNumber(required=True)


class FactSchema(Strict):
    """A fact that a ruling rests on, and its source."""

    basis = Choice(("recorded", "deduced", "agreed", "alleged", "unknown"), required=True)
    fact = Prose(required=True)
    events = report.EventNumbers(required=True)


class CitedRuleSchema(Strict):
    """A rule that a ruling applies."""

    id = plain = source = kind = Prose(required=True)


class CitedHouseRuleSchema(Strict):
    """A house rule that bears on a ruling, with the option in force."""

    name = option = Prose(required=True)
    options = ListOfProse(required=True)
    plain = Prose(required=True)
    turned_by = ListOfProse(required=True)


class WorthSchema(Strict):
    """The holdings of every player: money, the money in the pot, and points in games with
    points."""

    money = PerPlayer(Balance(), required=True)
    middle = Sum(required=True)
    points = PerPlayer(Sum(allow_none=True), required=True, allow_none=True)


class CostSchema(Strict):
    """The holdings of every player as recorded, as they should be, and with an offence enforced;
    null if that does not apply."""

    as_it_lies = fields.Nested(WorthSchema, required=True)
    as_it_should_be = fields.Nested(WorthSchema, required=True, allow_none=True)
    enforced = fields.Nested(WorthSchema, required=True, allow_none=True)


class RectificationSchema(Strict):
    """The correction: in words, and as lines for the record; none if no line can say what should
    have happened."""

    told = ListOfProse(required=True)
    lines = ListOf(Plain(), required=True)


class WorldSchema(Strict):
    """One answer to an open question, the lines that record it, and everyone's holdings after
    it."""

    answer = Prose(required=True)
    lines = ListOf(Plain(), required=True)
    worth = fields.Nested(WorthSchema, required=True)


class RemedySchema(Strict):
    """A remedy: the step to take, the people who take it, and the deadline."""

    what = who = until = Prose(required=True)


class RulingSchema(Strict):
    """A ruling: the verdict in one line, what to do now, what it costs, and what it rests on."""

    event = EventNumber(required=True)
    asked_by = Player(required=True, allow_none=True)
    kind = Choice(
        (
            "in order",
            "not allowed",
            "right lost",
            "record wrong",
            "chance missed",
            "wrong payment",
            "undecided",
        ),
        required=True,
    )
    verdict = Prose(required=True)
    remedies = fields.List(fields.Nested(RemedySchema), required=True)
    cost = fields.Nested(CostSchema, required=True)
    rectification = fields.Nested(RectificationSchema, required=True)
    question = ListOfProse(required=True)
    rules = fields.List(fields.Nested(CitedRuleSchema), required=True)
    house_rules = fields.List(fields.Nested(CitedHouseRuleSchema), required=True)
    facts = fields.List(fields.Nested(FactSchema), required=True)
    finding = Prose(required=True)
    shown_by = report.EventNumbers(required=True)
    by_whom = ListOfProse(required=True)
    would_decide = ListOfProse(required=True)
    worlds = fields.List(fields.Nested(WorldSchema), required=True)
    table = ListOfProse(required=True)
    forgiveness = ListOfProse(required=True)


class RulingsSchema(Strict):
    """The rulings asked for; if none may be shown now, the remark says why."""

    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    remark = Text(required=True, allow_none=True)


EndingSchema: Final = report.schema_of(
    ReportedHand,
    "Ending",
    ("outcome", "bonuses", "side_games", "net", "carried", "if_enforced", "scores"),
    "The result of a hand: its end, the money, and the amount left in the middle.",
)


class HandsApartSchema(Strict):
    """A hand as it was and as it would have been, if there is one, and the players who gain or lose
    by it."""

    hand = HandNumber(required=True)
    was = fields.Nested(EndingSchema, required=True, allow_none=True)
    would_be = fields.Nested(EndingSchema, required=True, allow_none=True)
    moves = recount = PerPlayer(Balance(), required=True)


class TotalsSchema(Strict):
    """Every player's total, as it was and as it would have been."""

    was = would_be = PerPlayer(Balance(), required=True)


class CarriedSchema(Strict):
    """The amount that stays in the pot, as it was and as it would have been."""

    was = would_be = Sum(required=True)


class SideCarriedSchema(Strict):
    """The amounts that stay in the side pots, as they were and as they would have been."""

    was = would_be = MapOf(SideGameField(), Sum(), required=True)


class DifferenceSchema(Strict):
    """The differences, as data and in ``sentences``."""

    findings_gone = fields.List(fields.Nested(report.FindingSchema), required=True)
    findings_new = fields.List(fields.Nested(report.FindingSchema), required=True)
    hands = fields.List(fields.Nested(HandsApartSchema), required=True)
    totals = fields.Nested(TotalsSchema, required=True)
    moves = recount = PerPlayer(Balance(), required=True)
    carried = fields.Nested(CarriedSchema, required=True)
    side_carried = fields.Nested(SideCarriedSchema, required=True)
    sentences = ListOfProse(required=True)


class RuleSchema(Strict):
    """A rule of a rulebook, in plain words; ``house_rules`` are the ones that change it."""

    id = section = kind = plain = source = Prose(required=True)
    house_rules = ListOfProse(required=True)
    shown_by = Prose(required=True)


class HouseRuleSchema(Strict):
    """A point on which tables differ: its options, and the usual one."""

    name = section = Prose(required=True)
    options = ListOfProse(required=True)
    default = Option(required=True)
    plain = source = Prose(required=True)


class RulebookTitleSchema(Strict):
    """A rulebook in the list; ``game`` is its name in a log."""

    game = Prose(required=True)
    edition = Whole(1, LARGEST, required=True)
    title = about = Prose(required=True)


class RulebookSchema(RulebookTitleSchema):
    """A rulebook: its rules and its house rules."""

    rules = fields.List(fields.Nested(RuleSchema), required=True)
    house_rules = fields.List(fields.Nested(HouseRuleSchema), required=True)


class RulebooksSchema(Strict):
    """The rulebooks that the referee knows."""

    rulebooks = fields.List(fields.Nested(RulebookTitleSchema), required=True)
