"""The record itself: impossible lines of a log."""

from typing import Final

from referee.cards.deck import cards_of
from referee.core.declaring import Slip
from referee.core.facts import NotKnown
from referee.core.hand import Act, Hand
from referee.core.shared import says_what
from referee.games.desmoche import game
from referee.games.desmoche.game import PLAY, cambio, cut, deal, desmoche, discard, draw, meld, pay
from referee.games.desmoche.reading import misplaced
from referee.judging.findings import RECORD
from referee.judging.remedies import moved_between_hands
from referee.wording.language import N_, Plural, Word
from referee.wording.sentences import Cards, InOrder, Sentence

AFTER_THE_DEAL: Final = frozenset({*game.FROM_THE_DEAL, *game.FROM_THE_DRAW, game.payment})


def is_in_place(t: Hand, a: Act) -> bool:
    """Return whether an event is in its proper part of a hand."""
    form, facts = a.form, t.__dict__
    if facts.get("over", "?"):
        return form is not cut or not facts.get("cards_dealt")
    if form is game.payment:
        if game.may_be_won(t):
            raise NotKnown("over")
        return bool(facts.get("draws", 1)) and game.out_of_cards(t)
    if facts.get("draws", 1):
        return form is not cut
    if t.cards_dealt:
        return form not in (*game.FROM_THE_DRAW, cut)
    return form not in AFTER_THE_DEAL


@desmoche.finds("event.phase", cut, game.payment, kind=RECORD, silences=True, once=True)
@desmoche.finds(
    "event.phase", *(event for event in game.ANYWHERE if event not in (cut, game.payment)),
    kind=RECORD, silences=True, once=True, stage=game.OUTSIDE,
    remedy=moved_between_hands("house", "join", "leave"),
)  # fmt: skip
def stands_in_place(t: Hand, a: Act) -> list[Slip]:
    """Every event belongs to a part of the game. Bets and the cut come before the deal; cards are
    passed, drawn and melded after it. Players sit down and leave, and house rules change, between
    hands. Payments follow a hand. An event that stands elsewhere is a slip in the record; several
    such payments are one slip.

    Right: Move the line to the part of the game that it belongs to, or insert the line that is
    missing before it.
    Source: the log format
    """
    if is_in_place(t, a):
        return []
    text = N_("The record has {what} where it cannot be in a hand.")
    if not (t.cards_dealt or t.over):
        text = N_("The record has {what} before the deal.")
    return [Slip(None, {"what": Word(a.form.form.what)}, says=text)]


@desmoche.rule(
    "hand.over", *PLAY, kind=RECORD, silences=True, once=True, stage=game.OUTSIDE,
    says=says_what("The hand was already decided when the record goes on with {what}."),
    cites=lambda t, _: (t.over_at,) if t.over_at else (),
)  # fmt: skip
def is_not_over(t: Hand, a: Act) -> bool:
    """Once a hand is decided nobody draws, claims, melds or pays in it any more. Only the winner
    may rearrange the ten melded cards, in the same act. It is reported once a hand.

    Right: Strike the act out of the record, or correct the line that ended the hand.
    Source: rule text, Object of the game
    """
    if not t.__dict__.get("over"):
        return True  # an act of play shows that the hand goes on
    if t.trusted or (t.over == "melds" and t.missing_lines and t.agreed is None):
        raise NotKnown("over")
    if t.over == "melds":
        # the winner may rearrange the ten cards in the winning act
        same_act = a.form is meld and a.seat is t.winner and t.doing is t.winner and not t.called
        return same_act and not cards_of(a.event["cards"]) & ~game.on_table(t, a.seat)
    if t.over == "automatic":
        if a.form is game.declare:
            return ("hand.over", "") not in t.already_reported
        if a.form is cambio:
            return not any(declared.as_dealt and declared.good for declared in t.declarations)
    if t.over == "undecided":
        raise NotKnown("over")  # the table may play on
    return False


def named_twice(a: Act) -> list[str]:
    """Return the cards that an act names more than once."""
    hands = a.event["hands"].values() if a.form is deal else [a.event["cards"]]
    cards = [card for hand in hands if not isinstance(hand, int) for card in hand]
    again = cards if len({*cards}) < len(cards) else ()
    return sorted({card for card in again if card != "??" and cards.count(card) > 1})


@desmoche.finds("card.location", deal, cambio, draw, discard, meld, pay, game.show, kind=RECORD)
def card_is_there(t: Hand, a: Act) -> list[Slip]:
    """A card is in one place. It cannot be dealt twice, come from a hand when it was seen on the
    table, or be drawn when it is known to be in a player's hand.

    Right: Correct one of the two lines that name the card.
    Source: the log format
    """
    form, event = a.form, a.event
    may_repeat = form is deal or (form is meld and len({*event["cards"]}) < len(event["cards"]))
    if doubled := named_twice(a) if may_repeat else []:
        dealt, laid = N_("{cards} is dealt twice."), N_("{cards} is in one meld twice.")
        return [Slip(None, {"cards": InOrder(doubled)}, says=dealt if form is deal else laid)]
    astray = misplaced(t, a) if a.wrong else ()
    if form is draw and not astray and event["card"] in t.gone - t.loose:
        astray = [event["card"]]
    if not astray or (form is cambio and event["card"] in t.given[a.seat]):
        return []  # a card passed twice has its own finding
    if form is pay and t.debt_reported[a.seat]:
        return []  # the line stands too late, and others have taken the card
    text = N_("{cards} cannot come from {player}'s hand here: {why}.")
    if form is draw:
        text = N_("{cards} cannot be drawn from the deck here: {why}.")
    why = Sentence("the cards that are known leave no room for it", {})
    return [Slip(None, {"cards": Cards(cards_of(astray)), "why": why}, says=text)]


def in_words(count: int) -> Sentence:
    """Return a number of cards in words."""
    return Sentence(Plural("one card", "{count} cards", count), {"count": count})


@desmoche.finds("card.count", meld, pay, discard, kind=RECORD)
def has_enough_cards(t: Hand, a: Act) -> list[Slip]:
    """Everybody has nine cards, hand and table together. Nobody can play more cards from the hand
    than they have left, and after a gap the deck has no more cards than before it.

    Right: Correct the line that names a card too many, or insert the missing line before it.
    Source: rule text, Gameplay
    """
    held = t.hand[a.seat]
    if len(a.faces) <= len(held) + t.spare[a.seat] or misplaced(t, a):
        return []
    text = N_("{player} plays {count} from the hand, but the record leaves only {most}.")
    if not held:
        text = N_("{player} plays {count} from the hand, but the record leaves none.")
    facts = {"count": in_words(len(a.faces)), "most": in_words(len(held))}
    return [Slip(None, facts, says=text)]
