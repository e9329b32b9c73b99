"""The whole protocol on one page: one schema an event type, with the fields of the game log.

An event is read into a plain dict with the same names; cards are canonical, names are composed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from marshmallow import ValidationError, fields
from marshmallow.types import UnknownOption

from referee.language import Word
from schemas.fields import (
    Card,
    Cards,
    Choice,
    EventNumber,
    Instant,
    Is,
    ListOrCount,
    Melds,
    Money,
    Name,
    Payer,
    PerPlayer,
    Player,
    Players,
    Seats,
    SideGame,
    Text,
    Whole,
    expects,
)
from schemas.house import House
from schemas.strict import Strict, known
from schemas.vocabulary import vocabulary

Event = dict[str, Any]


class Recorded(fields.Field[Event]):
    """An event inside another one; it has no ``seq``."""

    default_error_messages = expects(Word("an event"))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Event:
        return load_event(value, RECORDED)


class EventSchema(Strict):
    """What every event may say besides its own fields."""

    class Meta:
        """Fields whose names begin with ``x_`` are kept."""

        unknown: UnknownOption = "include"

    at = Instant()
    scribe = Name()
    note = Text()
    seq = EventNumber()
    id = Text(shortest=1, longest=64)


# The session


class Game(EventSchema):
    """Opens a log."""

    type = Is("game", required=True)
    game = Choice(vocabulary().games, required=True)
    players = Seats(required=True)
    house = House()
    unit = Text()
    title = Text()
    place = Text()
    date = Text()
    warnings = Choice(("silent", "on_call", "open"))

    def contradiction(self, data: Event) -> dict[str, Any] | None:
        """A house rule that this game does not have."""
        misfit = vocabulary().misfit(data["game"], data.get("house", {}))
        return {"house": {misfit[0]: [misfit[1]]}} if misfit else None


class HouseChange(EventSchema):
    """The table changes house rules from the next hand on."""

    type = Is("house", required=True)
    house = House(required=True)
    agreed_by = Players()


class Join(EventSchema):
    """A player sits down after another one in turn order."""

    type = Is("join", required=True)
    player = Player(required=True)
    after = Player(required=True)


class Leave(EventSchema):
    """A player gets up."""

    type = Is("leave", required=True)
    player = Player(required=True)


# The hand


class Hand(EventSchema):
    """Opens the next hand; everybody has put in the bet."""

    type = Is("hand", required=True)
    dealer = Player(required=True)
    bet = Money(required=True)
    bets = PerPlayer(Money())
    agreed_by = Players()


class SideBet(EventSchema):
    """Money into the pot of a side game."""

    type = Is("side_bet", required=True)
    side_game = SideGame(required=True)
    amount = Money(required=True)
    players = Players()


class Cut(EventSchema):
    """Cuts the deck."""

    type = Is("cut", required=True)
    player = Player(required=True)


class Deal(EventSchema):
    """The cards that each player was dealt, or how many were seen."""

    type = Is("deal", required=True)
    hands = PerPlayer(ListOrCount(), required=True)


class Announce(EventSchema):
    """Says "I have it"."""

    type = Is("announce", required=True)
    player = Player(required=True)
    side_game = SideGame(required=True)
    cards = Cards()


class Cambio(EventSchema):
    """Passes a card face down."""

    type = Is("cambio", required=True)
    player = Player(required=True)
    card = Card(required=True)
    to = Player()


class Declare(EventSchema):
    """Declares an automatic win."""

    type = Is("declare", required=True)
    player = Player(required=True)
    win = Choice(vocabulary().wins, required=True)
    cards = Cards()


class Draw(EventSchema):
    """Turns the top card of the deck."""

    type = Is("draw", required=True)
    player = Player(required=True)
    card = Card(required=True)


class Discard(EventSchema):
    """Lays the drawn card, unused, on the discard pile."""

    type = Is("discard", required=True)
    player = Player(required=True)
    card = Card(required=True)


class Pass(EventSchema):
    """Knocks: the card on offer does not serve."""

    type = Is("pass", required=True)
    player = Player(required=True)


class Claim(EventSchema):
    """Asks for the card on offer."""

    type = Is("claim", required=True)
    player = Player(required=True)
    card = Card()


class Meld(EventSchema):
    """These cards now lie together, in this order, in front of the player."""

    type = Is("meld", required=True)
    player = Player(required=True)
    cards = Cards(required=True)


class Pay(EventSchema):
    """Discards a card from the hand for the card just used."""

    type = Is("pay", required=True)
    player = Player(required=True)
    card = Card(required=True)


class Force(EventSchema):
    """Somebody forces the card on offer onto a meld of the player."""

    type = Is("force", required=True)
    player = Player(required=True)
    by = Player(required=True)


class Withdraw(EventSchema):
    """Passes for the rest of the hand."""

    type = Is("withdraw", required=True)
    player = Player(required=True)


class Win(EventSchema):
    """Calls the win."""

    type = Is("win", required=True)
    player = Player(required=True)


class Show(EventSchema):
    """Shows cards."""

    type = Is("show", required=True)
    player = Player(required=True)
    cards = Cards(required=True)


class Offence(EventSchema):
    """Something seen that the cards do not show."""

    type = Is("offence", required=True)
    player = Player(required=True)
    kind = Choice(vocabulary().offences, required=True)
    by = Player()


class Disqualify(EventSchema):
    """The table enforces a disqualification."""

    type = Is("disqualify", required=True)
    player = Player(required=True)
    event = EventNumber()
    why = Text()


class Forgive(EventSchema):
    """The table forgives what is flagged at an event."""

    type = Is("forgive", required=True)
    event = EventNumber(required=True)
    agreed_by = Players()


class End(EventSchema):
    """The hand is over."""

    type = Is("end", required=True)
    why = Text()


class Payment(EventSchema):
    """Money that changed hands after the hand."""

    class Meta(EventSchema.Meta):
        """Holds the field whose name is a word of Python."""

        include: Mapping[str, fields.Field[Any]] = {"from": Payer(required=True)}

    type = Is("payment", required=True)
    to = Payer(required=True)
    amount = Money(required=True)


# The record


class Correct(EventSchema):
    """An event was written down wrongly, or never happened."""

    class Meta(EventSchema.Meta):
        """Holds the field whose name is a word of Python."""

        include: Mapping[str, fields.Field[Any]] = {
            "with": Recorded(required=True, allow_none=True)
        }

    type = Is("correct", required=True)
    event = EventNumber(required=True)
    why = Text(required=True)


class Insert(EventSchema):
    """An event that was forgotten, in its right place."""

    type = Is("insert", required=True)
    before = EventNumber(required=True)
    event = Recorded(required=True)
    why = Text(required=True)


class Dispute(EventSchema):
    """A player contests what happened at an event."""

    type = Is("dispute", required=True)
    by = Player(required=True)
    event = EventNumber(required=True)
    text = Text(required=True)
    rule = Text()


class Ruling(EventSchema):
    """What the table decided about a dispute."""

    type = Is("ruling", required=True)
    dispute = EventNumber(required=True)
    decision = Choice(("upheld", "dismissed", "forgiven"), required=True)
    text = Text()


class Gap(EventSchema):
    """Something here was not written down."""

    type = Is("gap", required=True)
    melds = PerPlayer(Melds())
    stock = Whole(0, 52)


class Note(EventSchema):
    """A remark."""

    type = Is("note", required=True)
    note = Text(required=True)


EVENTS: dict[str, type[EventSchema]] = {
    cast(Is[str], schema._declared_fields["type"]).only: schema
    for schema in EventSchema.__subclasses__()
}
"""The schema of each event type."""

LOGGED: dict[str, EventSchema] = {name: schema() for name, schema in EVENTS.items()}
"""How an event is read that has a place of its own in a log."""

RECORDED: dict[str, EventSchema] = {
    name: schema(exclude=("seq",)) for name, schema in EVENTS.items()
}
"""How an event is read inside another one."""


def load_event(value: object, schemas: Mapping[str, EventSchema] = LOGGED) -> Event:
    """An event by its schema: exact, slow, and with a message for whatever is wrong.

    Raises ValidationError. `schemas.acceptance.accept_event` gives the same events faster.

    >>> load_event({"type": "draw", "player": "Ana", "card": "10H"})["card"]
    'Th'
    """
    if type(value) is not dict:
        raise ValidationError(Word("an event, which is a JSON object with a type"))
    name = value.get("type")
    if type(name) is not str or name not in schemas:
        raise ValidationError({"type": [known(name, list(schemas))]})
    event: Event = schemas[name].load(value)
    return event
