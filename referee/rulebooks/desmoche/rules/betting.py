"""Side bets, the cut and the deal."""

from __future__ import annotations

from dataclasses import replace

from referee.judging.findings import DISQUALIFICATION, RECORD, VIOLATION, Breach
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import BETTING, DEALT, OVER, PLAYING, Hand
from referee.rulebooks.desmoche.money.side_games import title_of
from referee.rulebooks.desmoche.offences import miscounted, of, told_offence
from referee.rulebooks.desmoche.unknown import OPENING
from referee.wording.sentences import Sentence

shelf = RuleShelf("Table, bets, deal", rests_on=EVERYTHING)
rule = shelf.rule


@rule("side.timing", VIOLATION, on=("side_bet",), stages=(DEALT, PLAYING, OVER), rests_on=NOTHING)
def side_timing(hand: Hand, act: Act) -> Verdict:
    """A side bet is placed before the cards are dealt. A later one is void: its money is not in
    the pot.

    Right: Place the side bet before the deal, or in the next hand.
    Source: rule text, Side Games
    """
    if hand.stage >= DEALT:
        game = act.event["side_game"]
        return Breach(
            None,
            "The side bet on {game} came after the deal; it is void.",
            {"game": title_of(game)},
        )
    return None


@rule(
    "side.not_played",
    VIOLATION,
    on=("side_bet",),
    binds=("side_games",),
    stages=(BETTING,),
    rests_on=NOTHING,
)
def side_not_played(hand: Hand, act: Act) -> Verdict:
    """A side bet counts only in a side game that this table plays. Elsewhere it is void.

    Right: The stake goes into a side game that this table plays, or stays in the pocket.
    Source: rule text, Side Games
    """
    game = act.event["side_game"]
    if hand.stage < DEALT and game not in hand.house["side_games"]:
        return Breach(
            None,
            "This table does not play {game}; the side bet is void.",
            {"game": title_of(game)},
        )
    return None


@rule("cut.player", VIOLATION, on=("cut",), rests_on=NOTHING)
def cut_player(hand: Hand, act: Act) -> Verdict:
    """Only the player on the dealer's right may cut the deck.

    Right: The player on the dealer's right cuts, or nobody does.
    Source: rule text, Dealing
    """
    cutter, right = act.seat, hand.seats[0]
    if cutter is not None and cutter is not right:
        return Breach(
            cutter.name,
            "{player} cut the deck; only {right}, on the dealer's right, may.",
            {"player": cutter.name, "right": right.name},
        )
    return None


@rule(
    "deal.order",
    RECORD,
    on=("deal",),
    silences=True,
    stages=(DEALT, PLAYING, OVER),
    rests_on=OPENING,
)
def deal_order(hand: Hand, act: Act) -> Verdict:
    """A hand is dealt once. A second deal, other than after a redeal, is a slip in the record, and
    the first one stands.

    Right: A hand is dealt once: strike the second deal out of the record, or first open the hand
    that it belongs to.
    Source: rule text, Dealing
    """
    if hand.stage >= DEALT:
        return Breach(None, "The cards of this hand were dealt already; the first deal stands.")
    return None


@rule("deal.count", DISQUALIFICATION, on=("deal", "offence"), binds=("misdeal",), rests_on=NOTHING)
def deal_count(hand: Hand, act: Act) -> Verdict:
    """Everybody is dealt nine cards. After a wrong count the dealer is disqualified: the
    dealer's cards are put aside and not played, extra cards go back to the deck and short hands
    are filled from it. A table may instead deal again, and then nobody is out.

    Right: The dealer counts nine cards to each player before anybody looks at them.
    Source: rule text, Dealing and Disqualification
    """
    again = hand.house["misdeal"] == "redeal"
    if act.type == "offence":
        if again and hand.voided_deal[0]:
            return None
        told = told_offence(hand, act, "deal.count", "{player} dealt a wrong number of cards.")
        return replace(told, kind=VIOLATION) if told and again else told
    wrong = [
        Sentence(
            "{name} got {count}",
            {"name": name, "count": cards if isinstance(cards, int) else len(cards)},
        )
        for name, cards in act.event["hands"].items()
        if miscounted(cards)
    ]
    if not wrong:
        return None
    dealer = hand.seats[-1]
    voided_at, voided = hand.voided_deal
    if (voided_at and not voided) or of(hand, dealer, "deal.count"):
        return None
    return Breach(
        dealer.name,
        "{dealer} dealt a wrong number of cards: {wrong}, instead of nine each.",
        {"dealer": dealer.name, "wrong": wrong},
        kind=VIOLATION if again else "",
    )
