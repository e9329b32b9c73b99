"""High Card: everybody draws one card from the deck, and the highest wins; aces are low."""

from referee.cards.deck import RANKS
from referee.judging import secrecy as secrets
from referee.judging.findings import VIOLATION, Breach
from referee.judging.forms import DRAW, END, FORGIVE, HAND, by_type
from referee.judging.kernel.expecting import may
from referee.judging.kernel.results import Result
from referee.judging.rulebook import HandAccount, Rulebook, RuleShelf
from referee.judging.secrecy import Secrecy
from referee.judging.telling import Telling
from referee.knowledge.places import Cards
from referee.rulebooks.common.hands import PLAYING, Outcome, PileHand, PileSeat
from referee.rulebooks.common.mechanics import COMMON
from referee.rulebooks.common.pile_game import PileGame
from referee.rulebooks.common.rules import record
from referee.wording.sentences import Sentence

shelf = RuleShelf("Drawing")


@shelf.rule("draw.turn", VIOLATION, on=["draw"])
def draw_turn(hand, act):
    """The players draw one after another, in turn order.

    Right: They wait.
    Source: High Card
    """
    if act.seat is not hand.turn and not act.seat.holding.count:
        return Breach(act.seat.name, "{player} draws out of turn.", {"player": act.seat.name})
    return None


@shelf.rule("draw.once", VIOLATION, on=["draw"])
def draw_once(hand, act):
    """Nobody draws a second card.

    Right: It goes back.
    Source: High Card
    """
    if act.seat.holding.count:
        return Breach(act.seat.name, "{player} draws a second card.", {"player": act.seat.name})
    return None


def draw(hand, act):
    """The card is the player's; when everybody has one, the highest wins."""
    hand.cards.deal(act.seat.holding, [act.event["card"]])
    hand.turn = hand.after(act.seat)
    held = {seat.name: seat.holding.cards for seat in hand.seats}
    if all(held.values()):
        height = {name: RANKS.index(cards[0][0]) for name, cards in held.items()}
        best = [name for name in height if height[name] == max(height.values())]
        winner = best[0] if len(best) == 1 else None
        hand.finish(Outcome("out" if winner else "none", act.seq, winner))


class HighCard(PileGame):
    """A game of High Card under judgement."""

    play = frozenset({"draw"})
    mechanics = {**COMMON, "draw": draw}
    counts_points = False

    def deal_out(self, order, **opening):
        """Nothing is dealt, so that play begins at once."""
        seats = [PileSeat(name, place) for place, name in enumerate(order)]
        hand = PileHand(**opening, seats=seats, each=0, cards=Cards(packs=1, jokers=0))
        hand.stage, hand.turn = PLAYING, seats[0]
        return hand

    def settle(self, hand):
        """Nothing is played for."""
        return Result(net=dict.fromkeys(self.table.players, 0))

    def expected_in(self, hand):
        """Whose turn it is draws."""
        drawer = [hand.turn.name] if hand.turn else []
        yield from may("draw", drawer, "{players} draws a card.", "draw.turn")


def account(hand):
    """Who won the hand."""
    winner = hand["outcome"]["winner"]
    told = (Sentence("{player} wins.", {"player": winner}),) if winner else ()
    return HandAccount(Sentence("Hand {hand}", {"hand": hand["hand"]}), told, ())


HIGH_CARD = Rulebook(
    name="high_card", edition=1, title="High Card", about="Everybody draws one card.",
    house_rules=(), rules=(*shelf.rules, *record.shelf.rules), lay_table=HighCard,
    sayings=Telling({}), account=account, fewest_players=2, most_players=8, words={}, preset={},
    secrecy=Secrecy(
        secrets.open_fields({"draw": "player card"}), {}, secrets.BEGINNING, secrets.CLOSING
    ),
    deck=52, money=False,
    events=by_type(HAND, DRAW, END, FORGIVE),
)  # fmt: skip
