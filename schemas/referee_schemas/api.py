"""The requests and responses of the web interface, except events and reports."""

from functools import partial
from types import MappingProxyType
from typing import Any, Final

import marshmallow as ma

from referee.judging.report import ReportedHand
from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee_schemas import cards, fields, people, report
from referee_schemas.events import Logged
from referee_schemas.loading import LoadedField, Strict, expects
from referee_schemas.reading import LONGEST_SHEET

Prose: Final = partial(fields.Typed, (str,), Word("text"), {"type": "string"})
"""Text of any length."""

Option: Final = partial(
    fields.Typed,
    (str, list),
    Word("an option, or a list of options"),
    {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    "option",
)
"""An option of a house rule, or a list of options where it allows several."""


class InAddress(fields.Whole):
    """A whole number in the address of a request, in digits.

    >>> [InAddress(0, 52).accept(digits) for digits in ("17", "1" * 5000, "-1")]
    [17, None, None]
    """

    def accept(self, value: Any) -> int | None:
        digits = type(value) is str and value.isascii() and value.isdecimal()
        return super().accept(int(value)) if digits and len(value) <= len(str(self.most)) else None


MOST_EVENTS: Final = 5000
"""The most events in one request: while they are written, nobody can read the book."""


class Events(fields.ListOf):
    """A list of events, at least one and at most `MOST_EVENTS`."""

    expected = Word("a list of events, at least one")
    metadata = MappingProxyType({"minItems": 1, "maxItems": MOST_EVENTS})

    def misfit(self, items: list[Any]) -> Phrase | None:
        if len(items) > MOST_EVENTS:
            return Sentence("at most {most} events at once", {"most": MOST_EVENTS})
        return None if items else self.expected


Answer = type[ma.Schema]


def answer(name: str, plain: str, base: Answer = Strict, /, **parts: Any) -> Answer:
    """Return the schema of an answer, or of a part of a request: its description, and its parts
    after those of ``base``. All of them are always there. A part is a field, another answer, or a
    list of one answer."""
    required = {part: _required(kind) for part, kind in parts.items()}
    schema = base.from_dict(required, name=f"{name}Schema")
    schema.__doc__ = plain
    return schema


def _required(part: Any) -> ma.fields.Field[Any]:
    if isinstance(part, fields.DeclaredField):
        return LoadedField(part, required=True)
    if isinstance(part, list):
        return ma.fields.List(ma.fields.Nested(*part), required=True)
    return part if isinstance(part, ma.fields.Field) else ma.fields.Nested(part, required=True)


def _or_null(schema: Answer) -> ma.fields.Field[Any]:
    return ma.fields.Nested(schema, required=True, allow_none=True)


# Requests


class AfterSchema(Strict):
    """The number of the last event that the caller knows, and the most events to return."""

    after = LoadedField(InAddress(0, fields.LARGEST))
    limit = LoadedField(InAddress(1, fields.LARGEST))


class QuestionSchema(Strict):
    """The event, and the rule, to rule on."""

    event = LoadedField(InAddress(1, fields.LARGEST))
    rule = LoadedField(fields.Text())

    @ma.validates_schema
    def _refuse_a_rule_alone(self, data: dict[str, Any], **_: Any) -> None:
        if "rule" in data and "event" not in data:
            expected = Word("the number of the event that the rule is about")
            raise ma.ValidationError({"event": [expected]})


class OpeningSchema(Strict):
    """A table to open: its first events, the ``game`` event first. A name is made up if none is
    given."""

    name = LoadedField(fields.Text(shortest=1, longest=64))
    events = LoadedField(Events(Logged(), required=True))


class AppendingSchema(Strict):
    """Events to append to a record. ``expects`` is the number of its last event, as the writer
    knows it. Events with ids may be sent again if the answer was lost."""

    expects = LoadedField(fields.EventNumber(required=True))
    events = LoadedField(Events(Logged(recorded=True), required=True))


InsteadSchema: Final = answer(
    "Instead",
    "A replacement for one event.",
    event=fields.EventNumber(), **{"with": Logged(recorded=True)},
)  # fmt: skip


class SupposingSchema(Strict):
    """A what-if: the evening under these house rules, without these events, and with others
    replaced."""

    house = LoadedField(fields.House())
    without = LoadedField(report.EventNumbers())
    instead = ma.fields.List(
        ma.fields.Nested(InsteadSchema),
        error_messages=expects(Word("a list of events, each with its replacement")),
    )

    @ma.validates_schema
    def _refuse_an_event_twice(self, data: dict[str, Any], **_: Any) -> None:
        replaced = [replacement["event"] for replacement in data.get("instead", [])]
        if len(set(replaced)) < len(replaced):
            raise ma.ValidationError({"instead": [Word("every event once")]})


class HandToCountSchema(Strict):
    """The cards of a hand (in Golf in the order of their positions), the round where rounds differ,
    and the house rules that differ from the usual ones."""

    cards = LoadedField(cards.card_list(required=True))
    round = LoadedField(fields.Whole(1, fields.LARGEST))
    house = LoadedField(fields.House())


class PostedLogSchema(Strict):
    """A log as text: JSON Lines or a score sheet."""

    log = LoadedField(fields.Text(longest=LONGEST_SHEET, required=True))


# Answers


TEXT: Final = Prose()
TEXT_OR_NULL: Final = Prose(allow_none=True)
TEXTS: Final = fields.ListOf(TEXT)
YES_OR_NO: Final = fields.YesOrNo()
COUNT: Final = fields.Whole(0, fields.LARGEST)
PLACE_OR_NULL: Final = fields.Whole(1, fields.LARGEST, allow_none=True)
NUMBER: Final = fields.EventNumber()
NUMBERS: Final = report.EventNumbers()
HAND: Final = fields.HandNumber()
EDITION: Final = fields.Whole(1, fields.LARGEST)
AMOUNT: Final = fields.Sum()
AMOUNT_OR_NULL: Final = fields.Sum(allow_none=True)
SIDE_POTS: Final = fields.MapOf(fields.SideGameField(), fields.Sum())
BALANCES: Final = people.PerPlayer(fields.Balance())
PLAYER: Final = people.Player()
PLAYER_OR_NULL: Final = people.Player(allow_none=True)
PLAYERS: Final = people.Players()
SEATED: Final = fields.ListOf(PLAYER)
CARDS: Final = cards.card_list()
MELDS: Final = cards.meld_list()
EVENTS: Final = fields.ListOf(Logged())
LINES: Final = fields.ListOf(fields.Typed((dict,), Word("a JSON object"), {"type": "object"}))

HandCountSchema: Final = answer(
    "HandCount",
    "The count of a hand: the points, the melds that leave the fewest, and the cards left over. A "
    "game without melds has only points.",
    points=COUNT, melds=MELDS, left=CARDS,
)  # fmt: skip

FaultSchema: Final = answer(
    "Fault",
    "A fault in the input: its position, the text found there, and the text expected instead.",
    file=TEXT_OR_NULL, line=PLACE_OR_NULL, column=PLACE_OR_NULL, field=TEXT_OR_NULL,
    found=TEXT, expected=TEXT, remedy=TEXT, message=TEXT,
)  # fmt: skip


class ProblemSchema(Strict):
    """The reason why a request failed (RFC 9457). ``faults`` list what cannot be read. If another
    writer came first, ``last`` is the number of the last event, and ``events`` are the ones in
    between."""

    type = LoadedField(Prose(required=True))
    title = LoadedField(Prose(required=True))
    status = LoadedField(fields.Whole(400, 599, required=True))
    detail = LoadedField(Prose(required=True))
    faults = ma.fields.List(ma.fields.Nested(FaultSchema))
    last = LoadedField(fields.Whole(0, fields.LARGEST))
    events = LoadedField(fields.ListOf(Logged()))


KeptGameSchema: Final = answer(
    "KeptGame", "A game in the record book.", name=TEXT, opened_at=TEXT, events=COUNT
)
GamesSchema: Final = answer(
    "Games", "The games that the caller may see, newest first.", games=[KeptGameSchema]
)

WrittenSchema: Final = answer(
    "Written",
    "The numbers of events in the record; ``repeated`` if they were already there. ``head`` is the "
    "proof code of the record.",
    first=NUMBER, last=NUMBER, repeated=YES_OR_NO, head=TEXT_OR_NULL,
)  # fmt: skip
OpenedSchema: Final = answer(
    "Opened",
    "A table that was opened, and its scribe's link, which is shown only once, and only if the "
    "server requires links.",
    WrittenSchema, name=TEXT, token=TEXT_OR_NULL,
)  # fmt: skip

ExpectationSchema: Final = answer(
    "Expectation",
    "An act that may come next, and the players who may do it; play waits for an act that is "
    "``required``.",
    act=TEXT, players=fields.ListOf(people.Name()), required=YES_OR_NO, rule=TEXT_OR_NULL,
    message=TEXT,
)  # fmt: skip
ExpectedSchema: Final = answer(
    "Expected", "The acts that may come next.", expected=[ExpectationSchema]
)

OfferSchema: Final = answer(
    "Offer",
    "The card that may be taken: the player who laid it down or still holds it up (``held``), the "
    "players who declined it, and the player who asked for it.",
    card=cards.CardField(), by=PLAYER_OR_NULL, held=YES_OR_NO, knocked=PLAYERS, claimed_by=PLAYERS,
)  # fmt: skip
SeatSchema: Final = answer(
    "Seat",
    "A player at the table: their melds, the cards that are certainly in their hand, and the "
    "number of other cards there at most (``unknown``) and at least (``surely_unknown``).",
    player=PLAYER, standing=fields.Choice(("in", "withdrawn", "disqualified")), melds=MELDS,
    hand=CARDS, surely_unknown=AMOUNT, owes=YES_OR_NO, unknown=AMOUNT,
)  # fmt: skip
HandInViewSchema: Final = answer(
    "HandInView",
    "A hand at one moment. ``pot`` is null if nothing is at stake, ``deck`` if the number of cards "
    "left is unknown; ``pile`` excludes the card on offer.",
    hand=HAND, stage=fields.Choice(("betting", "dealt", "playing", "over")), dealer=PLAYER,
    pot=AMOUNT_OR_NULL, side_pots=SIDE_POTS, deck=AMOUNT_OR_NULL, draws_next=SEATED,
    owed_by=PLAYER_OR_NULL, offer=_or_null(OfferSchema), pile=CARDS, winner=PLAYER_OR_NULL,
    outcome=fields.Choice(report.OUTCOMES), seats=[SeatSchema],
)  # fmt: skip
ViewSchema: Final = answer(
    "View",
    "The players at the table in turn order, and the current or last hand; null before the first.",
    seated=SEATED, hand=_or_null(HandInViewSchema),
)  # fmt: skip
GameNowSchema: Final = answer(
    "GameNow",
    "A game as the caller may see it: their role, its opening event, the number of its events and "
    "of the current hand, the players in turn order, the acts that may come next, and the table.",
    name=TEXT, role=fields.Choice(("scribe", "player", "viewer")), player=PLAYER_OR_NULL,
    opening=Logged(), events=NUMBER, head=TEXT_OR_NULL, hand=HAND, hand_is_open=YES_OR_NO,
    seated=SEATED, expected=[ExpectationSchema], view=ViewSchema,
)  # fmt: skip
LinesSchema: Final = answer(
    "Lines",
    "Events of a record that the caller may see, and the number of the last one.",
    events=EVENTS, last=NUMBER,
)  # fmt: skip

FactSchema: Final = answer(
    "Fact",
    "A fact that a ruling rests on, and its source.",
    basis=fields.Choice(("recorded", "deduced", "agreed", "alleged", "unknown")), fact=TEXT,
    events=NUMBERS,
)  # fmt: skip
CitedRuleSchema: Final = answer(
    "CitedRule", "A rule that a ruling applies.", id=TEXT, plain=TEXT, source=TEXT, kind=TEXT
)
CitedHouseRuleSchema: Final = answer(
    "CitedHouseRule",
    "A house rule that bears on a ruling, with the option in force.",
    name=TEXT, option=TEXT, options=TEXTS, plain=TEXT, turned_by=TEXTS,
)  # fmt: skip
WorthSchema: Final = answer(
    "Worth",
    "The holdings of every player: money, the money in the pot, and points in games with points.",
    money=BALANCES, middle=AMOUNT, points=people.PerPlayer(AMOUNT_OR_NULL, allow_none=True),
)  # fmt: skip
CostSchema: Final = answer(
    "Cost",
    "The holdings of every player as recorded, as they should be, and with an offence enforced; "
    "null if that does not apply.",
    as_it_lies=WorthSchema, as_it_should_be=_or_null(WorthSchema), enforced=_or_null(WorthSchema),
)  # fmt: skip
RectificationSchema: Final = answer(
    "Rectification",
    "The correction: in words, and as lines for the record; none if no line can say what should "
    "have happened.",
    told=TEXTS, lines=LINES,
)  # fmt: skip
WorldSchema: Final = answer(
    "World",
    "One answer to an open question, the lines that record it, and everyone's holdings after it.",
    answer=TEXT, lines=LINES, worth=WorthSchema,
)  # fmt: skip
RemedySchema: Final = answer(
    "Remedy",
    "A remedy: the step to take, the people who take it, and the deadline.",
    what=TEXT, who=TEXT, until=TEXT,
)  # fmt: skip
VERDICTS: Final = (
    *("in order", "not allowed", "right lost", "record wrong", "chance missed"),
    *("wrong payment", "undecided"),
)
RulingSchema: Final = answer(
    "Ruling",
    "A ruling: the verdict in one line, what to do now, what it costs, and what it rests on.",
    event=NUMBER, asked_by=PLAYER_OR_NULL, kind=fields.Choice(VERDICTS), verdict=TEXT,
    remedies=[RemedySchema], cost=CostSchema, rectification=RectificationSchema, question=TEXTS,
    rules=[CitedRuleSchema], house_rules=[CitedHouseRuleSchema], facts=[FactSchema], finding=TEXT,
    shown_by=NUMBERS, by_whom=TEXTS, would_decide=TEXTS, worlds=[WorldSchema], table=TEXTS,
    forgiveness=TEXTS,
)  # fmt: skip
RulingsSchema: Final = answer(
    "Rulings",
    "The rulings asked for; if none may be shown now, the remark says why.",
    rulings=[RulingSchema], remark=fields.Text(allow_none=True),
)  # fmt: skip

EndingSchema: Final = report.schema_of(
    ReportedHand,
    "Ending",
    ("outcome", "bonuses", "side_games", "net", "carried", "if_enforced", "scores"),
    "The result of a hand: its end, the money, and the amount left in the middle.",
)
HandsApartSchema: Final = answer(
    "HandsApart",
    "A hand as it was and as it would have been, if there is one, and the players who gain or lose "
    "by it.",
    hand=HAND, was=_or_null(EndingSchema), would_be=_or_null(EndingSchema),
    moves=BALANCES, recount=BALANCES,
)  # fmt: skip
TotalsSchema, CarriedSchema, SideCarriedSchema = (
    answer(name, f"{plain}, as it was and as it would have been.", was=kind, would_be=kind)
    for name, plain, kind in (
        ("Totals", "Every player's total", BALANCES),
        ("Carried", "The amount that stays in the pot", AMOUNT),
        ("SideCarried", "The money left in each side pot", SIDE_POTS),
    )
)
DifferenceSchema: Final = answer(
    "Difference",
    "The differences, as data and in ``sentences``.",
    findings_gone=[report.FindingSchema], findings_new=[report.FindingSchema],
    hands=[HandsApartSchema], totals=TotalsSchema, moves=BALANCES, recount=BALANCES,
    carried=CarriedSchema, side_carried=SideCarriedSchema, sentences=TEXTS,
)  # fmt: skip

RuleSchema: Final = answer(
    "Rule",
    "A rule of a rulebook, in plain words; ``house_rules`` are the ones that change it.",
    id=TEXT, section=TEXT, kind=TEXT, plain=TEXT, source=TEXT, house_rules=TEXTS, shown_by=TEXT,
)  # fmt: skip
HouseRuleSchema: Final = answer(
    "HouseRule",
    "A point on which tables differ: its options, and the usual one.",
    name=TEXT, section=TEXT, options=TEXTS, default=Option(), plain=TEXT, source=TEXT,
)  # fmt: skip
RulebookTitleSchema: Final = answer(
    "RulebookTitle",
    "A rulebook in the list; ``game`` is its name in a log.",
    game=TEXT, edition=EDITION, title=TEXT, about=TEXT,
)  # fmt: skip
RulebookSchema: Final = answer(
    "Rulebook",
    "A rulebook: its rules and its house rules.",
    RulebookTitleSchema, rules=[RuleSchema], house_rules=[HouseRuleSchema],
)  # fmt: skip
RulebooksSchema: Final = answer(
    "Rulebooks", "The rulebooks that the referee knows.", rulebooks=[RulebookTitleSchema]
)
