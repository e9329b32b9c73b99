"""High Card: everybody draws one card from the deck, and the highest wins."""

from referee.games import RANKS, Game, HandCount, forms, remedies, rulebook_of

game = Game(
    "high_card",
    title="High Card",
    about="Everybody draws one card, and the highest wins the hand. An ace counts one, a king "
    "thirteen; the most points after five hands win.",
    players=(2, 8), dealt=0, turned_up=0, hands=5,
)  # fmt: skip
cards = game.zone("cards")
stock, _pile = game.deals(cards)

draw = game.turn = game.event(forms.DRAW, moves=stock >> cards, asked_by="turn.order")
game.endings = {"all_drawn": "Everybody has drawn a card."}
game.fact(
    "drew", False, per_seat=True,
    says=("{player} had not drawn a card yet.", "{player} had drawn a card already."),
)  # fmt: skip


@draw.does
def draws(t, a):
    """The player has drawn."""
    t.drew[a.seat] = True


@game.rule(
    "draw.once", draw, section="Drawing", says="{player} draws a second card.", instead=True,
    remedy=remedies.act_taken_back("{player} takes the second card back."),
)  # fmt: skip
def one_card_each(t, a):
    """Nobody draws a second card in one hand.

    Right: The second card goes back, and the first one counts.
    Source: how people who play it settled it
    """
    return not t.drew[a.seat]


game.turn_rule(
    "turn.order", section="Drawing", says="{player} draws out of turn.",
    remedy=remedies.nothing("The card counts, and those passed over draw next."),
    text="""The players draw one after another. A card drawn out of turn counts.

    Right: Wait until everybody before you has drawn.
    Source: how people who play it settled it""",
)  # fmt: skip


@game.hook
def next_seat(t, seat):
    """Return the next player who has not drawn yet."""
    one = t.after(seat)
    while t.drew[one] and one is not seat:
        one = t.after(one)
    return one


@game.hook
def ending(t):
    """End the hand when everybody has drawn a card."""
    return "all_drawn" if all(t.drew[seat] for seat in t.seats) else None


@game.hook
def count_cards(t, cards):
    """The first card of a player counts."""
    return HandCount(RANKS.index(cards[0][0]) + 1)


@game.hook
def impossible(t, seat, count):
    """A card counts one to thirteen."""
    return None if 1 <= count <= 13 else "a card counts 1 to 13"


HIGH_CARD = rulebook_of(game)
