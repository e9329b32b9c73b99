"""The table as programs see it."""

from __future__ import annotations

from marshmallow import fields

from referee_schemas.cards import Card, Cards, Melds
from referee_schemas.fields import Choice, ListOf, MapOf, SideGame, YesOrNo
from referee_schemas.loading import Strict
from referee_schemas.numbers import Sum
from referee_schemas.people import Player, Players
from referee_schemas.report import OUTCOMES, HandNumber


class OfferSchema(Strict):
    """The card that may be taken: who laid it down, or holds it up still (``held``), who does not
    want it, and who has asked for it."""

    card = Card(required=True)
    by = Player(required=True, allow_none=True)
    held = YesOrNo(required=True)
    knocked = Players(required=True)
    claimed_by = Players(required=True)


class SeatSchema(Strict):
    """A player's place: the melds on the table, the cards that are certainly in the hand, and how
    many others are there at most (``unknown``) and at least (``surely_unknown``)."""

    player = Player(required=True)
    standing = Choice(("in", "withdrawn", "disqualified"), required=True)
    melds = Melds(required=True)
    hand = Cards(required=True)
    surely_unknown = Sum(required=True)
    owes = YesOrNo(required=True)
    unknown_ = Sum(required=True)


class HandInViewSchema(Strict):
    """A hand as it lies. ``pot`` is null where nothing is played for, ``deck`` where it is not
    known how many cards are left; ``pile`` is without the card on offer."""

    hand = HandNumber(required=True)
    stage = Choice(("betting", "dealt", "playing", "over"), required=True)
    dealer = Player(required=True)
    pot = Sum(required=True, allow_none=True)
    side_pots = MapOf(SideGame(), Sum(), required=True)
    deck = Sum(required=True, allow_none=True)
    draws_next = ListOf(Player(), required=True)
    owed_by = Player(required=True, allow_none=True)
    offer = fields.Nested(OfferSchema, required=True, allow_none=True)
    pile = Cards(required=True)
    winner = Player(required=True, allow_none=True)
    outcome = Choice(OUTCOMES, required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)


class ViewSchema(Strict):
    """The players at the table in turn order, and the hand in play or the last one; null before the
    first."""

    seated = ListOf(Player(), required=True)
    hand = fields.Nested(HandInViewSchema, required=True, allow_none=True)
