"""How the findings of Desmoche are put right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final

from referee.cards.deck import BITS, UNRECORDED, cards_of, names
from referee.cards.melds import is_meld, lies_in_order
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.rectification import (
    NEVER,
    NEXT_CARD,
    NEXT_HAND,
    THIS_HAND,
    Answer,
    Answering,
    Edit,
    Inquiry,
    Rectification,
    Rectifying,
    Wrong,
)
from referee.rulebooks.common.rectifying import (
    COMMON,
    THE_TABLE,
    act_taken_back,
    himself,
    in_the_record,
    nothing,
    passed_in_time,
    struck_out,
)
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES, title_of
from referee.rulebooks.desmoche.money.wins import NAMES
from referee.wording.sentences import Cards, InOrder, Sentence

SIDE_GAME_CALLED: Final = {title_of(game): game for game in SIDE_GAMES}
WIN_CALLED: Final = {title: win for win, title in NAMES.items()}


# Bets and the deal


def bet_put_right(wrong: Wrong) -> Rectification:
    """Who put in another amount puts in the bet, or takes back what is too much."""
    bets = {
        name: amount
        for name, amount in wrong.event["bets"].items()
        if fold(name) != fold(wrong.player)
    }
    text = "{player} puts in {bet}, as the others did."
    edit = wrong.reads(wrong.seq, bets=bets or None)
    return Rectification(Sentence(text, wrong.facts), edit, himself(wrong), NEXT_HAND)


def old_bet_kept(wrong: Wrong) -> Rectification:
    """The bet of the hand before is kept."""
    text = "Everybody puts in {before}, as in the hand before."
    edit = wrong.reads(wrong.seq, bet=wrong.facts["before"], bets=None, agreed_by=None)
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, THIS_HAND)


def newcomer_waits(wrong: Wrong) -> Rectification:
    """Who sat down too early waits; once he has played, his hands stand."""
    if any(event["type"] == "hand" for seq, event in wrong.events if seq > wrong.seq):
        return nothing("{player} has played since, and what was played stands.", **wrong.facts)
    text = "{player} waits until the pot has been won."
    return Rectification(
        Sentence(text, wrong.facts), wrong.strike(wrong.seq), himself(wrong), NEXT_CARD
    )


def side_bet_placed_in_time(wrong: Wrong) -> Rectification:
    """The side bet stands before the deal; as it came too late, the stakes go back."""
    deal = wrong.first("deal")
    before = wrong.seq if deal is None else deal
    return Rectification(
        Sentence("The side bet is placed before the deal.", wrong.facts),
        wrong.moved(before),
        THE_TABLE,
        NEVER,
        named=Sentence("The side bet on {game} is void: everybody takes his stake back.",
                       wrong.facts),
    )  # fmt: skip


def side_bet_taken_back(wrong: Wrong) -> Rectification:
    """A bet on what is not played goes back."""
    told = Sentence("Everybody takes his stake in {game} back.", wrong.facts)
    return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_HAND, named=told)


def another_cuts(wrong: Wrong) -> Rectification:
    """The player on the dealer's right cuts."""
    text = "{right} cuts the deck."
    edit = wrong.reads(wrong.seq, player=wrong.facts["right"])
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, NEXT_CARD)


def dealt_wrongly(wrong: Wrong) -> Rectification:
    """A wrong count cannot be undone: other cards would have made another hand."""
    text = "The cards were dealt so: nobody knows how the hand would end with others."
    return Rectification(
        Sentence(text, {}),
        named=Sentence("The hands are made up to nine cards, or down to them.", {}),
    )


# The Cambio


def one_card_passed(wrong: Wrong) -> Rectification:
    """A second card goes back; a missing one is passed, whichever it is."""
    facts = {"player": wrong.player}
    if wrong.event["type"] == "cambio":
        return Rectification(
            Sentence("{player} takes the second card back.", facts),
            wrong.strike(wrong.seq),
            himself(wrong),
            NEXT_CARD,
        )
    return passed_in_time(wrong, "{player} passes a card to the right.")


def passed_to_the_right(wrong: Wrong) -> Rectification:
    """The card goes to the player on the right."""
    text = "The card goes to {right}."
    edit = wrong.reads(wrong.seq, to=None)
    return Rectification(Sentence(text, wrong.facts), edit, himself(wrong), NEXT_CARD)


# Automatic wins


def declared_in_time(wrong: Wrong) -> Rectification:
    """The win is declared before the first draw, which ends the hand."""
    before = wrong.first("draw")
    return Rectification(
        Sentence("{player} declares {win} before the first draw.", wrong.facts),
        wrong.moved(wrong.seq if before is None else before),
        himself(wrong),
        NEVER,
        decides=True,
    )


def declared_at_all(wrong: Wrong) -> Rectification:
    """The win that was missed is declared: as dealt before the own pass, else before the first
    draw."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    declared = {
        "type": "declare",
        "player": player,
        "win": WIN_CALLED[wrong.facts["win"]],
        "cards": cards,
    }
    before = wrong.seq
    dealt = wrong.first("deal")
    hands = (wrong.at(dealt) or {}).get("hands", {}) if dealt is not None else {}
    passed = wrong.first("cambio", player)
    if hands.get(player) and set(hands[player]) == set(cards) and passed is not None:
        before = passed
    return Rectification(
        Sentence("{player} declares {win} before the first draw.", wrong.facts),
        wrong.put(declared, before),
        himself(wrong),
        NEVER,
        decides=True,
    )


def declaration_taken_back(wrong: Wrong) -> Rectification:
    """A declaration that counts for nothing is taken back; the cards that it showed stay seen."""
    shown = wrong.event.get("cards")
    edit = wrong.strike(wrong.seq)
    if shown:
        event = {"type": "show", "player": wrong.player, "cards": shown}
        edit = (*wrong.put(event, wrong.seq), *edit)
    text = "{player} takes the declaration back, and play goes on."
    return Rectification(Sentence(text, {"player": wrong.player}), edit, himself(wrong), THIS_HAND)


# Turns


def drawn_by_whose_turn_it_was(wrong: Wrong) -> Rectification:
    """The card is that of the player whose turn it was."""
    expected = wrong.facts["expected"]
    edit = wrong.reads(wrong.seq, player=expected)
    for seq, event in wrong.after():
        if event["type"] not in ("discard", "pass"):
            break
        if event["type"] == "discard":
            edit += wrong.reads(seq, player=expected)
            break
    text = "The card goes to {expected}, whose turn it was."
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, NEXT_CARD)


def act_of_one_who_is_out(wrong: Wrong) -> Rectification:
    """What somebody did who is out never happened, with all that he did in that turn."""
    told = Sentence("{player} takes it back.", {"player": wrong.player})
    lines = [wrong.seq]
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            break
        if event["type"] in PLAY:
            lines.append(seq)
    return Rectification(told, wrong.strike(*lines), himself(wrong), NEXT_CARD)


def offence_left_out(wrong: Wrong) -> Rectification:
    """The offence, and whatever the table enforced for it, never happened."""
    lines = (wrong.seq, *_enforced(wrong))
    told = Sentence("{player} had kept to the rule.", {"player": wrong.player})
    return Rectification(told, wrong.strike(*lines))


def drawn_card_laid_down(wrong: Wrong) -> Rectification:
    """The drawn card lies on the pile, and nothing that came from hiding it happened."""
    if wrong.event["type"] == "offence":
        return offence_left_out(wrong)
    told = Sentence("{player} lays {card} on the pile.", wrong.facts)
    hidden = names(wrong.facts["card"])
    if wrong.event["type"] not in ("discard", "pay"):
        edit = wrong.strike(wrong.seq)
    elif wrong.event["card"] in hidden:
        edit = wrong.reads(wrong.seq, card=UNRECORDED)
    else:
        edit = wrong.reads(wrong.seq, type="discard", card=hidden[0])
    return Rectification(told, (*edit, *wrong.strike(*_enforced(wrong))))


def laid_in_order(wrong: Wrong) -> Rectification:
    """The same cards lie in their order."""
    if wrong.event["type"] == "offence":
        return offence_left_out(wrong)
    right = _in_order(wrong.event["cards"])
    edit = (*wrong.reads(wrong.seq, cards=list(right)), *wrong.strike(*_enforced(wrong)))
    for seq, event in wrong.after():
        if not wrong.is_by(event):
            continue
        if event["type"] == "offence" and event["kind"] == "meld_order":
            edit += wrong.strike(seq)
        if event["type"] == "meld" and set(event["cards"]) >= set(right):
            edit += wrong.reads(seq, cards=list(_in_order(event["cards"])))
    facts = {"player": wrong.player, "cards": InOrder(right)}
    return Rectification(Sentence("{player} lays {cards} in this order.", facts), edit)


def _in_order(cards: list[str]) -> tuple[str, ...]:
    """The cards of a meld in the order in which a strict table wants them."""
    ranked = sorted(cards, key=lambda card: BITS.get(card, 0))
    ways = permutations(ranked) if len(ranked) <= MOST_OF_A_SET else [tuple(ranked)]
    return next((way for way in ways if lies_in_order(way)), tuple(ranked))


MOST_OF_A_SET: Final = 4


def _enforced(wrong: Wrong) -> Iterator[int]:
    """The lines by which the table put somebody out for the offence of the finding."""
    for seq, event in wrong.after():
        its_own = event["type"] == "disqualify" and event.get("event", wrong.seq) == wrong.seq
        if its_own and wrong.is_by(event):
            yield seq
            return


# The card on offer


PLAY: Final = frozenset({"draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"})


def card_taken_back(wrong: Wrong) -> Rectification:
    """The meld is taken back, and what was paid for it; a claim that led to it falls with it."""
    facts: dict[str, Any] = {"player": wrong.player}
    lines = list(_act(wrong))
    paid = [wrong.at(seq) for seq in lines if (wrong.at(seq) or {})["type"] == "pay"]
    text = "{player} takes the meld back."
    if wrong.event["type"] == "claim" and len(lines) == 1:
        text = "{player} lets the card be."
    elif paid and paid[0] is not None:
        facts["paid"] = Cards(BITS.get(paid[0]["card"], 0))
        text = "{player} takes the meld back, and {paid} that was paid for it."
    edit = wrong.strike(*lines)
    return Rectification(Sentence(text, facts), edit, himself(wrong), NEXT_CARD)


def _act(wrong: Wrong) -> Iterator[int]:
    """The lines of the act that the finding is about: the claim, the melds and the payment where
    it uses the card on offer, else the one meld."""
    if not _takes_the_card(wrong):
        yield wrong.seq
        return
    for seq, event in wrong.before():
        if event["type"] != "claim" or not wrong.is_by(event):
            if event["type"] in PLAY:
                break
            continue
        yield seq
    yield wrong.seq
    for seq, event in wrong.after():
        if event["type"] in PLAY and not wrong.is_by(event):
            return
        if event["type"] in ("meld", "pay", "win"):
            yield seq
        if event["type"] in ("pay", "draw"):
            return


def _takes_the_card(wrong: Wrong) -> bool:
    """Whether the act uses a card that was not in the hand: the one that came to the pile last, or
    one that it asked for."""
    if wrong.event["type"] != "meld":
        return True
    cards = wrong.event["cards"]
    asked = {wrong.facts.get("card")}
    for _seq, event in wrong.before():
        if event["type"] in ("draw", "discard", "pay"):
            return (
                event["card"] in cards
                or UNRECORDED in cards
                or event["card"] == UNRECORDED
                or any(isinstance(one, Cards) and one & cards_of(_recorded(cards)) for one in asked)
            )
    return False


def _recorded(cards: list[str]) -> list[str]:
    return [card for card in cards if card != UNRECORDED]


def claim_dropped(wrong: Wrong) -> Rectification:
    """The claim that nothing followed is dropped: the card stays on offer to the next in turn."""
    claim = next(
        (seq for seq, event in wrong.before() if event["type"] == "claim" and wrong.is_by(event)),
        None,
    )
    told = Sentence("{player} lets the card go.", {"player": wrong.player})
    next_one = Sentence("The card stays on offer to the next in turn.", {})
    edit = wrong.strike(claim) if claim is not None else ()
    return Rectification(told, edit, himself(wrong), NEXT_CARD, named=next_one)


def paid_in_time(wrong: Wrong) -> Rectification:
    """A card is paid before play goes on: the one that was paid later, or whichever it is."""
    player = wrong.player
    later = _paid_later(wrong)
    if later is None:
        event: Event = {"type": "pay", "player": player, "card": UNRECORDED}
        edit: Edit = wrong.put(event, wrong.seq)
    else:
        edit = (*wrong.put(wrong.at(later) or {}, wrong.seq), *wrong.strike(later))
    told = Sentence("{player} pays a card from the hand.", {"player": player})
    until = THIS_HAND if later is None else NEVER
    return Rectification(told, edit, himself(wrong), until, mended_at=later or 0)


def _paid_later(wrong: Wrong) -> int | None:
    """The event by which the debt was paid after all."""
    for seq, event in ((wrong.seq, wrong.event), *wrong.after()):
        if wrong.is_by(event) and event["type"] in ("pay", "meld", "draw"):
            return seq if event["type"] == "pay" else None
    return None


def paid_from_the_hand(wrong: Wrong) -> Rectification:
    """Another card is paid, from the hand; which one nobody can say for him."""
    text = "{player} takes {card} back and pays a card from the hand."
    edit = wrong.reads(wrong.seq, card=UNRECORDED)
    return Rectification(Sentence(text, wrong.facts), edit, himself(wrong), NEXT_CARD)


def forced_card_used(wrong: Wrong) -> Rectification:
    """The card goes onto the meld that it extends, and is paid for unless it is the tenth."""
    player, (card, *_more) = wrong.player, names(wrong.facts["card"])
    table = _melds_of(wrong, player)
    at = next((at for at, meld in enumerate(table) if is_meld(cards_of([*meld, card]))), None)
    told = Sentence("{player} lays {card} onto a meld and pays for it.", wrong.facts)
    if at is None:
        return Rectification(told, who=himself(wrong), until=NEXT_CARD)
    laid: Event = {"type": "meld", "player": player, "cards": [*table[at], card]}
    edit = wrong.put(laid, wrong.seq)
    if sum(map(len, table)) + 1 < TEN:
        edit += wrong.put({"type": "pay", "player": player, "card": UNRECORDED}, wrong.seq)
    return Rectification(told, edit, himself(wrong), NEXT_CARD)


TEN: Final = 10


def _melds_of(wrong: Wrong, player: str) -> list[list[str]]:
    """The melds of a player before the event of the finding, as the lines list them."""
    melds: list[list[str]] = []
    earlier = reversed([event for _seq, event in wrong.before()])
    for event in earlier:
        if event["type"] == "meld" and wrong.is_by(event, player):
            laid = set(event["cards"])
            kept = [[card for card in meld if card not in laid] for meld in melds]
            melds = [meld for meld in kept if meld] + [list(event["cards"])]
    return melds


# Side games


def announced_in_time(wrong: Wrong) -> Rectification:
    """The announcement stands before his own pass in the Cambio."""
    passed = wrong.first("cambio", wrong.player)
    before = wrong.seq if passed is None else min(passed, wrong.seq)
    told = Sentence("{player} announces {game} before the Cambio.", wrong.facts)
    edit = (*wrong.moved(before), *_shown(wrong, wrong.event.get("cards")))
    return Rectification(told, edit)


def announced_at_all(wrong: Wrong) -> Rectification:
    """His best cards are announced before his own pass, and shown in the end."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    game = SIDE_GAME_CALLED[wrong.facts["game"]]
    announced = {"type": "announce", "player": player, "side_game": game, "cards": cards}
    passed = wrong.first("cambio", player) or wrong.first("draw")
    told = Sentence("{player} announces {game} before the Cambio, and shows {cards}.", wrong.facts)
    edit = wrong.put(announced, passed if passed is not None else wrong.end_of_hand)
    return Rectification(told, (*edit, *_shown(wrong, cards)))


def kept_and_shown(wrong: Wrong) -> Rectification:
    """Another card is passed, and what was announced is shown in the end."""
    passed = wrong.first("cambio", wrong.player)
    told = Sentence("{player} keeps {card} and passes another card.", wrong.facts)
    if passed is None:
        return Rectification(told)
    card = list(names(wrong.facts["card"]))
    announced = (wrong.at(wrong.cites[0]) or {}).get("cards") or card
    edit = (*wrong.reads(passed, card=UNRECORDED), *_shown(wrong, announced))
    return Rectification(told, edit)


def shown_at_last(wrong: Wrong) -> Rectification:
    """What was announced is shown at the end of the hand, where anybody can say what it was."""
    announced = wrong.at(wrong.cites[0]) or {}
    cards = announced.get("cards") or _best_dealt(wrong, announced)
    told = Sentence("{player} shows what was announced.", wrong.facts)
    if not cards or UNRECORDED in cards:
        return Rectification(
            Sentence("{player} shows what was announced; the record does not say which cards.",
                     wrong.facts),
            until=NEXT_HAND,
            who=himself(wrong),
        )  # fmt: skip
    return Rectification(told, _shown(wrong, cards), himself(wrong), NEXT_HAND)


def _best_dealt(wrong: Wrong, announced: Event) -> list[str]:
    """The best cards for a side game that the record says somebody was dealt."""
    deal = wrong.first("deal")
    hands = (wrong.at(deal) or {}).get("hands", {}) if deal is not None else {}
    dealt = hands.get(wrong.player)
    if not isinstance(dealt, list) or UNRECORDED in dealt:
        return []
    high = wrong.house.get("escalera_a23") == "high"
    best = SIDE_GAMES[announced["side_game"]].best(cards_of(dealt), high)
    return list(names(best.cards)) if best is not None else []


def _shown(wrong: Wrong, cards: list[str] | None) -> Edit:
    """The line by which a player shows these cards when the hand is over."""
    if not cards:
        return ()
    shown = {"type": "show", "player": wrong.player, "cards": list(cards)}
    last = wrong.in_hand[-1][0]
    closed = [seq for seq, event in wrong.in_hand if event["type"] in ("payment", "join", "leave")]
    before = closed[0] if closed and closed[0] <= last else wrong.end_of_hand
    return wrong.put(shown, before)


def announcement_taken_back(wrong: Wrong) -> Rectification:
    """An announcement that counts for nothing is taken back."""
    announced = wrong.seq
    if wrong.event["type"] != "announce" and wrong.cites:
        announced = wrong.cites[0]
    text = "{player} takes the announcement of {game} back."
    edit = wrong.strike(announced)
    return Rectification(Sentence(text, wrong.facts), edit, himself(wrong), NEXT_HAND)


# Leaving and ending


def given_up(wrong: Wrong) -> Rectification:
    """A hand that the record ends too early was given up, as far as the record goes."""
    told = "The missing lines are inserted; without them the hand counts as given up."
    end = {"type": "end", "why": "abandoned"}
    if wrong.event["type"] == "end":
        return in_the_record(told, wrong.reads(wrong.seq, why="abandoned"))
    return in_the_record(told, wrong.put(end, wrong.seq))


def stays_in(wrong: Wrong) -> Rectification:
    """Who withdrew against the rule stays in the hand."""
    told = Sentence("{player} stays in the hand.", {"player": wrong.player})
    return Rectification(told, wrong.strike(wrong.seq), himself(wrong), NEXT_CARD)


def stays_for_want_of_an_offence(wrong: Wrong) -> Rectification:
    """Who was put out for nothing stays in the hand."""
    told = Sentence("{player} stays in the hand.", wrong.facts)
    return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_CARD)


WIN_BACK: Final = act_taken_back("{player} takes the call back, and play goes on.", THIS_HAND)
MELD_BACK: Final = card_taken_back
FORCE_BACK: Final = act_taken_back("The force does not count: the card is left to who wants it.")
PAYMENT_BACK: Final = act_taken_back("{player} takes the card back.")

RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "bet.equal": bet_put_right,
    "bet.changed": old_bet_kept,
    "bet.carry": old_bet_kept,
    "seat.carry": newcomer_waits,
    "side.timing": side_bet_placed_in_time,
    "side.not_played": side_bet_taken_back,
    "cut.player": another_cuts,
    "deal.order": struck_out,
    "end.early": given_up,
    "deal.count": dealt_wrongly,
    "cambio.one": one_card_passed,
    "cambio.right": passed_to_the_right,
    "cambio.late": act_taken_back("{player} takes the second card back."),
    "auto.late": declared_in_time,
    "auto.off": declaration_taken_back,
    "auto.missed": declared_at_all,
    "auto.false": declaration_taken_back,
    "player.out": act_of_one_who_is_out,
    "stock.empty": struck_out,
    "turn.order": drawn_by_whose_turn_it_was,
    "draw.hidden": drawn_card_laid_down,
    "discard.search": offence_left_out,
    "claim.priority": card_taken_back,
    "claim.own": card_taken_back,
    "claim.passed": card_taken_back,
    "claim.dead": card_taken_back,
    "claim.unused": claim_dropped,
    "pay.missing": paid_in_time,
    "pay.extra": PAYMENT_BACK,
    "pay.table": paid_from_the_hand,
    "meld.invalid": MELD_BACK,
    "meld.broken": MELD_BACK,
    "meld.stolen": MELD_BACK,
    "meld.turn": MELD_BACK,
    "meld.from_hand": MELD_BACK,
    "desmoche.one_card": MELD_BACK,
    "meld.order": laid_in_order,
    "force.off": FORCE_BACK,
    "force.invalid": FORCE_BACK,
    "force.priority": FORCE_BACK,
    "force.refused": forced_card_used,
    "force.missed": forced_card_used,
    "withdraw.off": stays_in,
    "withdraw.live": stays_in,
    "win.false": WIN_BACK,
    "side.not_entered": announcement_taken_back,
    "side.late": announced_in_time,
    "side.false": announcement_taken_back,
    "side.passed": kept_and_shown,
    "side.unannounced": announced_at_all,
    "side.unshown": shown_at_last,
    "disqualify.baseless": stays_for_want_of_an_offence,
}
"""How the findings of each rule are put right."""


# Open questions


def was_it_in_the_hand(wrong: Wrong) -> Inquiry:
    """Whether a player held certain cards when he withdrew: he shows them, or the rest of his
    hand."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    last = wrong.in_hand[-1][0]
    told = {"player": player, "cards": wrong.facts["cards"]}
    there = wrong.deal(last, dict.fromkeys(cards, player))
    if there is None:
        return Inquiry((player,))
    kept = [card for card in there["hands"][player] if card not in cards]
    elsewhere = {cards[0]: f"not {player}", **dict.fromkeys((*kept, *cards[1:]), player)}
    gone = wrong.deal(last, elsewhere)
    if gone is None:
        return Inquiry((player,))
    return Inquiry(
        (player,),
        (
            Answer(Sentence("Yes, {player} held {cards}.", told), _shown(wrong, cards)),
            Answer(
                Sentence("No, {player} held other cards.", told),
                _shown(wrong, list(gone["hands"][player])),
            ),
        ),
    )


def was_it_dealt(wrong: Wrong) -> Inquiry:
    """Whether cards were dealt to a player, or one of them came to him in the Cambio."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    told = {"player": player, "cards": wrong.facts["cards"]}
    giver = _left_of(wrong, player)
    passed = wrong.first("cambio", giver) if giver else None
    deal = wrong.first("deal")
    if deal is None or passed is None or (wrong.at(passed) or {}).get("card") != UNRECORDED:
        return Inquiry((player, giver) if giver else (player,))
    every = dict.fromkeys([*cards, *_asked_of(wrong, player)])
    passes = {card: _passes(wrong, passed, card, player, giver) for card in every}
    dealt = Sentence("It was dealt to {player}.", told)
    none = Sentence("None of {cards}.", {"cards": InOrder(every)})
    return Inquiry(
        (player, giver),
        (
            Answer(dealt, _dealt_as_well(wrong, deal, player, cards)),
            *(passes[card] for card in cards),
        ),
        Sentence(
            "Which card did {giver} pass to {player} in the Cambio?",
            {"giver": giver, "player": player},
        ),
        (*passes.values(), Answer(none, _dealt_as_well(wrong, deal, player, [*every]))),
    )


def _asked_of(wrong: Wrong, player: str) -> Iterator[str]:
    """The cards of which it is open in this hand whether the player was dealt them."""
    for one in wrong.beside:
        if (one.rule, one.hand, one.player) == (wrong.finding.rule, wrong.finding.hand, player):
            yield from names(one.facts["cards"]) if isinstance(one.facts["cards"], Cards) else ()


def _passes(wrong: Wrong, passed: int, card: str, player: str, giver: str) -> Answer:
    facts = {"giver": giver, "player": player, "card": InOrder((card,))}
    text = "{giver} passed {card} to {player} in the Cambio."
    return Answer(Sentence(text, facts), wrong.reads(passed, card=card))


def _left_of(wrong: Wrong, player: str) -> str:
    """Who passes his card to this player: the one before him in turn order."""
    givers = [event["player"] for _seq, event in wrong.in_hand if event["type"] == "cambio"]
    seated = list(wrong.events[0][1]["players"])
    for seq, event in wrong.events:
        if event["type"] == "join" and seq < wrong.seq:
            seated.insert(seated.index(event["after"]) + 1, event["player"])
        elif event["type"] == "leave" and seq < wrong.seq:
            seated.remove(event["player"])
    before = seated[seated.index(player) - 1] if player in seated else ""
    return before if before in givers else ""


def _dealt_as_well(wrong: Wrong, deal: int, player: str, cards: list[str]) -> Edit:
    """The line by which these cards are among those that the player was dealt."""
    hands = dict((wrong.at(deal) or {}).get("hands", {}))
    dealt = hands.get(player)
    known = [card for card in dealt if card != UNRECORDED] if isinstance(dealt, list) else []
    named = [*known, *(card for card in cards if card not in known)]
    count = len(dealt) if isinstance(dealt, list) else dealt if isinstance(dealt, int) else NINE
    hands[player] = [*named, *[UNRECORDED] * (count - len(named))]
    return wrong.reads(deal, hands=hands)


NINE: Final = 9


def was_it_that_win(wrong: Wrong) -> Inquiry:
    """Whether the nine cards were the win that was declared: they are shown again, or the
    declaration is taken back."""
    text = "No, {player} did not hold it."
    strike = declaration_taken_back(wrong).edit if wrong.event["type"] == "declare" else ()
    answers = (Answer(Sentence(text, {"player": wrong.player}), strike),) if strike else ()
    return Inquiry((wrong.player,), answers)


ANSWERING: Final[Answering] = {
    "withdraw.live": was_it_in_the_hand,
    "side.false": was_it_dealt,
    "auto.false": was_it_that_win,
}
"""How open questions are answered, where an edit of the record answers them."""
