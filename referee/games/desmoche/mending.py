"""Remedies for the findings of Desmoche, and answers to its open questions."""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from referee.cards.deck import BITS, UNRECORDED, cards_of, names
from referee.cards.melds import lies_in_order
from referee.core.shared import wrong_counts
from referee.games.desmoche.game import NINE, TEN
from referee.games.desmoche.sheet import DesmocheTable
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.games.desmoche.wins import NAMES
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.rectification import (
    NEVER,
    NEXT_CARD,
    NEXT_HAND,
    NO_EDIT,
    THIS_HAND,
    Answer,
    Edit,
    Inquiry,
    Irregularity,
    Rectification,
)
from referee.judging.remedies import (
    THE_TABLE,
    act_taken_back,
    by_the_player,
    dealt_anew,
    lines_of_turn,
    made_in_time,
    nothing,
    rewritten,
)
from referee.wording.language import Plural
from referee.wording.sentences import Cards, InOrder, Sentence

WIN_CALLED: Final = {title: win for win, title in NAMES.items()}
SIDE_GAME_CALLED: Final = {title_of(game): game for game in SIDE_GAMES}


# ---- bets, seats, the deal


def bet_put_right(wrong: Irregularity) -> Rectification:
    """Have a player with another amount put in the bet, or take the excess back."""
    own = fold(wrong.player)
    bets = {name: amount for name, amount in wrong.event["bets"].items() if fold(name) != own}
    missing = wrong.facts["bet"] - wrong.facts["amount"]
    text = "{player} puts in {more} more." if missing > 0 else "{player} takes {more} back."
    return by_the_player(wrong, text, wrong.reads(wrong.seq, bets=bets or None), NEXT_HAND,
                     more=abs(missing))  # fmt: skip


def old_bet_kept(wrong: Irregularity) -> Rectification:
    """Keep the bet of the previous hand."""
    text = "Everybody puts in {before}, as in the hand before."
    edit = wrong.reads(wrong.seq, bet=wrong.facts["before"], bets=None, agreed_by=None)
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, THIS_HAND)


def newcomer_waits(wrong: Irregularity) -> Rectification:
    """Make a newcomer who sat down too early wait; hands that they have played stand."""
    if any(event["type"] == "hand" for seq, event in wrong.events if seq > wrong.seq):
        return nothing("{player} has played since, and what was played stands.")(wrong)
    text = "{player} waits until the pot has been won."
    return by_the_player(wrong, text, wrong.strike(wrong.seq), NEXT_HAND)


def dealt_wrongly(wrong: Irregularity) -> Rectification:
    """Let a wrong count stand: other cards would have made another hand."""
    if wrong.house["misdeal"] == "redeal":
        return dealt_anew(wrong)
    text = "The cards were dealt this way; with others, the end of the hand is unknown."
    steps = [_made_up_to_nine(*count) for count in wrong_counts(wrong.event, NINE).items()]
    named = Sentence("{steps}.", {"steps": steps})
    if not steps:  # it was only reported
        every = "Every hand is brought to nine cards: extra cards go back, missing ones are dealt."
        named = Sentence(every, {})
    return Rectification(Sentence(text, {}), named=named)


def _made_up_to_nine(name: str, count: int) -> Sentence:
    more = abs(NINE - count)
    one, several = "{name} gets a card from the deck", "{name} gets {more} cards from the deck"
    if count > NINE:
        one = "{name} lays a card back into the deck"
        several = "{name} lays {more} cards back into the deck"
    return Sentence(Plural(one, several, more), {"name": name, "more": more})


# ---- declared wins


def declared_in_time(wrong: Irregularity) -> Rectification:
    """Declare the win before the first draw, which ends the hand."""
    before = wrong.first("draw")
    return _declared(wrong, wrong.moved(wrong.seq if before is None else before))


def declared_at_all(wrong: Irregularity) -> Rectification:
    """Declare the missed win before the player passes a card, if the dealt cards won,
    otherwise before the first draw."""
    player, cards, before = wrong.player, list(names(wrong.facts["cards"])), wrong.seq
    declared = {
        "type": "declare", "player": player, "win": WIN_CALLED[wrong.facts["win"]], "cards": cards,
    }  # fmt: skip
    hand, passed = _hands_dealt(wrong).get(player), wrong.first("cambio", player)
    if hand and set(hand) == set(cards) and passed is not None:
        before = passed
    return _declared(wrong, wrong.put(declared, before))


def _declared(wrong: Irregularity, edit: Edit) -> Rectification:
    text = "{player} declares {win} before the first draw."
    return by_the_player(wrong, text, edit, NEVER, decides=True)


def _hands_dealt(wrong: Irregularity) -> dict[str, list[str]]:
    """Return the recorded cards of the deal."""
    dealt = wrong.first("deal")
    hands = (wrong.at(dealt) or {}).get("hands", {}) if dealt is not None else {}
    return {name: cards for name, cards in hands.items() if isinstance(cards, list)}


def declaration_taken_back(wrong: Irregularity) -> Rectification:
    """Take back a declaration without effect; the cards that it showed stay seen."""
    shown, edit = wrong.event.get("cards"), wrong.strike(wrong.seq)
    if shown:
        event = {"type": "show", "player": wrong.player, "cards": shown}
        edit = (*wrong.put(event, wrong.seq), *edit)
    text = "{player} takes the declaration back, and play goes on."
    return by_the_player(wrong, text, edit, THIS_HAND)


# ---- side games


def stakes_back(wrong: Irregularity) -> Rectification:
    """Give the stakes of an invalid side bet back."""
    text = "The side bet on {game} is void: everybody takes their stake back."
    back = Sentence(text, wrong.facts)
    return Rectification(back, wrong.strike(wrong.seq), THE_TABLE, NEXT_HAND, named=back)


def announced_in_time(wrong: Irregularity) -> Rectification:
    """Move the announcement before the player's own pass in the Cambio."""
    passed = wrong.first("cambio", wrong.player)
    before = wrong.seq if passed is None else min(passed, wrong.seq)
    sentence = Sentence("{player} announces {game} before the Cambio.", wrong.facts)
    edit = (*wrong.moved(before), *shown_at_the_end(wrong, wrong.event.get("cards")))
    return Rectification(sentence, edit)


def announced_at_all(wrong: Irregularity) -> Rectification:
    """Announce the best cards before the player's own pass, and show them at the end."""
    player, cards = wrong.player, list(names(wrong.facts["cards"]))
    game = SIDE_GAME_CALLED[wrong.facts["game"]]
    announced = {"type": "announce", "player": player, "side_game": game, "cards": cards}
    ways = (wrong.first("cambio", player), wrong.first("declare"), wrong.first("draw"))
    passed = next((seq for seq in ways if seq is not None), wrong.end_of_hand)
    text = "{player} announces {game} before the Cambio, and shows {cards}."
    edit = (*wrong.put(announced, passed), *shown_at_the_end(wrong, cards))
    return Rectification(Sentence(text, wrong.facts), edit)


def kept_and_shown(wrong: Irregularity) -> Rectification:
    """Pass another card, and show the announced ones at the end."""
    passed = wrong.first("cambio", wrong.player)
    sentence = Sentence("{player} keeps {card} and passes another card.", wrong.facts)
    if passed is None:
        return Rectification(sentence)
    shown = shown_at_the_end(wrong, _announced(wrong) or list(wrong.facts["card"]))
    return Rectification(sentence, (*wrong.reads(passed, card=UNRECORDED), *shown))


def shown_at_last(wrong: Irregularity) -> Rectification:
    """Show the announced cards at the end of the hand, if they are known."""
    cards, text = _announced(wrong), "{player} shows what was announced."
    if not cards or UNRECORDED in cards:
        text = "{player} shows what was announced; the record does not say which cards."
        return by_the_player(wrong, text, until=NEXT_HAND)
    return by_the_player(wrong, text, shown_at_the_end(wrong, cards), NEXT_HAND)


def _announced(wrong: Irregularity) -> list[str]:
    """Return the announced cards, or the best ones that the player was dealt."""
    announced = wrong.at(wrong.cites[0]) or {}
    dealt = _hands_dealt(wrong).get(wrong.player)
    if announced.get("cards") or not dealt or UNRECORDED in dealt:
        return announced.get("cards") or []
    high = wrong.house.get("escalera_a23") == "high"
    best = SIDE_GAMES[announced["side_game"]].best(cards_of(dealt), high)
    return list(names(best.cards)) if best is not None else []


def shown_at_the_end(wrong: Irregularity, cards: list[str] | None) -> Edit:
    """Return the line that shows these cards after the hand."""
    shown: Event = {"type": "show", "player": wrong.player, "cards": list(cards or ())}
    return at_the_end(wrong, shown) if cards else ()


def at_the_end(wrong: Irregularity, event: Event) -> Edit:
    """Return the line that puts an event at the end of the hand, before the payments."""
    closed = (seq for seq, event in wrong.in_hand if event["type"] in ("payment", "join", "leave"))
    return wrong.put(event, next(closed, wrong.end_of_hand))


def announcement_taken_back(wrong: Irregularity) -> Rectification:
    """Take back an announcement without effect."""
    is_later = wrong.event["type"] != "announce" and wrong.cites
    edit = wrong.strike(wrong.cites[0] if is_later else wrong.seq)
    return by_the_player(wrong, "{player} takes the announcement of {game} back.", edit, NEXT_HAND)


PLAY: Final = frozenset({"draw", "discard", "pass", "claim", "meld", "pay", "force", "withdraw"})
MOST_OF_A_SET: Final = 4


# ---- the card on offer


def card_taken_back(wrong: Irregularity) -> Rectification:
    """Take back the meld and its payment; the claim that led to it is void, too."""
    lines = list(_act(wrong))
    acts = [wrong.at(seq) or {} for seq in lines]
    paid = [Cards(BITS.get(act["card"], 0)) for act in acts if act["type"] == "pay"]
    text = "{player} takes the meld back."
    if wrong.event["type"] == "claim" and len(lines) == 1:
        text = "{player} leaves the card."
    elif paid:
        text = "{player} takes the meld back, and {paid} that was paid for it."
    named = None
    if "nearer" in wrong.facts:
        belongs = "The {card} is for {nearer}, who asked for it and sits nearer to {discarder}."
        named = Sentence(belongs, wrong.facts)
    back = paid[0] if paid else None
    return by_the_player(wrong, text, wrong.strike(*lines), named=named, paid=back)


TO_THE_RIGHT: Final = rewritten("The card goes to {right}.", to=None)
FROM_THE_HAND: Final = rewritten(
    "{player} takes {card} back and pays a card from the hand.", card=UNRECORDED
)
CARD_BACK: Final = act_taken_back("{player} takes the card back.")
STAYS: Final = act_taken_back("{player} stays in the hand.")
CALL_BACK: Final = act_taken_back("{player} takes the call back, and play goes on.", THIS_HAND)
FORCE_BACK: Final = act_taken_back(
    "The forcing does not count: any player who wants the card may take it."
)


def forced_card_given_back(wrong: Irregularity) -> Rectification:
    """Strike out the forcing, or take back the meld with a card forced on another player."""
    return card_taken_back(wrong) if wrong.event["type"] == "meld" else FORCE_BACK(wrong)


def _act(wrong: Irregularity) -> Iterator[int]:
    """Yield the lines of the act of the finding: the claim, the melds and the payment if it uses
    the card on offer, else the meld alone."""
    if not _takes_the_card(wrong):
        yield wrong.seq
        return
    for seq, event in wrong.before():
        if event["type"] == "claim" and wrong.is_by(event):
            yield seq
        elif event["type"] in PLAY:
            break
    yield from lines_of_turn(wrong)


def _takes_the_card(wrong: Irregularity) -> bool:
    """Return whether the act uses the last card of the pile, or a claimed one."""
    if wrong.event["type"] != "meld":
        return True
    cards, asked = wrong.event["cards"], wrong.facts.get("card")
    recorded = cards_of([card for card in cards if card != UNRECORDED])
    for _seq, event in wrong.before():
        if event["type"] in ("draw", "discard", "pay"):
            if event["card"] in (*cards, UNRECORDED) or UNRECORDED in cards:
                return True
            return isinstance(asked, Cards) and bool(asked & recorded)
    return False


def claim_dropped(wrong: Irregularity) -> Rectification:
    """Drop an unused claim: the card stays on offer to the next in turn."""
    own = (seq for seq, event in wrong.before() if event["type"] == "claim" and wrong.is_by(event))
    claim = next(own, None)
    is_dead = any(event["type"] == "draw" for _seq, event in wrong.after())
    next_one = Sentence("The card stays on offer to the next in turn.", {})
    edit, named = wrong.strike(claim) if claim is not None else (), None if is_dead else next_one
    return by_the_player(wrong, "{player} leaves the card.", edit, named=named)


# ---- payments, and forced cards


def paid_in_time(wrong: Irregularity) -> Rectification:
    """Pay a card before play goes on: the one paid later, or an unknown one."""
    event = {"type": "pay", "player": wrong.player, "card": UNRECORDED}
    return made_in_time(wrong, "{player} pays a card from the hand.", event)


def forced_card_used(wrong: Irregularity) -> Rectification:
    """Lay the card onto the meld that it extends, and pay for it unless it is the tenth."""
    player, (card, *_more) = wrong.player, names(wrong.facts["card"])
    table, edit = DesmocheTable(house=wrong.house), NO_EDIT
    for _seq, event in reversed([*wrong.before()]):
        table.apply(event)
    for meld in table.takers(player, [card])[:1]:
        edit = wrong.put({"type": "meld", "player": player, "cards": [*meld, card]}, wrong.seq)
        if sum(map(len, table.melds(player))) + 1 < TEN:
            edit += wrong.put({"type": "pay", "player": player, "card": UNRECORDED}, wrong.seq)
    return by_the_player(wrong, "{player} lays {card} onto a meld and pays for it.", edit)


# ---- turns


def drawn_by_whose_turn_it_was(wrong: Irregularity) -> Rectification:
    """Give the card to the player whose turn it was."""
    expected = wrong.facts["expected"]
    edit = wrong.reads(wrong.seq, player=expected)
    for seq, event in wrong.after():
        if event["type"] == "discard":
            edit += wrong.reads(seq, player=expected)
        if event["type"] != "pass":
            break
    text = "The card goes to {expected}, whose turn it was."
    return Rectification(Sentence(text, wrong.facts), edit, THE_TABLE, NEXT_CARD)


# ---- offences, and early ends


def offence_left_out(wrong: Irregularity) -> Rectification:
    """Strike out the offence and its enforcement."""
    sentence = Sentence("{player} would have kept to the rule.", {"player": wrong.player})
    return Rectification(sentence, wrong.strike(wrong.seq, *_enforced(wrong)))


def drawn_card_laid_down(wrong: Irregularity) -> Rectification:
    """Lay the drawn card on the pile, and strike out the acts that hid it."""
    if wrong.event["type"] == "offence":
        return offence_left_out(wrong)
    sentence = Sentence("{player} lays {card} on the pile.", wrong.facts)
    hidden = names(wrong.facts["card"])
    if wrong.event["type"] not in ("discard", "pay"):
        edit = wrong.strike(wrong.seq)
    elif wrong.event["card"] in hidden:
        edit = wrong.reads(wrong.seq, card=UNRECORDED)
    else:
        edit = wrong.reads(wrong.seq, type="discard", card=hidden[0])
    return Rectification(sentence, (*edit, *wrong.strike(*_enforced(wrong))))


def laid_in_order(wrong: Irregularity) -> Rectification:
    """Lay the same cards in order."""
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
    """Return the cards of a meld in the order of a strict table."""
    ranked = sorted(cards, key=lambda card: BITS.get(card, 0))
    ways = permutations(ranked) if len(ranked) <= MOST_OF_A_SET else [tuple(ranked)]
    return next((way for way in ways if lies_in_order(way)), tuple(ranked))


def _enforced(wrong: Irregularity) -> Iterator[int]:
    """Yield the lines that put a player out for the offence of the finding."""
    for seq, event in wrong.after():
        its_own = event["type"] == "disqualify" and event.get("event", wrong.seq) == wrong.seq
        if its_own and wrong.is_by(event):
            yield seq
            return


def not_put_out(wrong: Irregularity) -> Rectification:
    """Keep in the hand a player who was put out without grounds."""
    sentence = Sentence("{player} stays in the hand.", wrong.facts)
    return Rectification(sentence, wrong.strike(wrong.seq), THE_TABLE, NEXT_CARD)


# ---- open questions


def was_it_in_the_hand(wrong: Irregularity) -> Inquiry:
    """Ask whether a player held certain cards at the withdrawal; they show their hand."""
    player, cards, last = wrong.player, names(wrong.facts["cards"]), wrong.in_hand[-1][0]
    there = wrong.deal(last, dict.fromkeys(cards, player))
    kept = [card for card in there["hands"][player] if card not in cards] if there else []
    elsewhere = {cards[0]: f"not {player}", **dict.fromkeys((*kept, *cards[1:]), player)}
    gone = wrong.deal(last, elsewhere) if there else None
    if gone is None:
        return Inquiry((player,))
    facts = {"player": player, "cards": wrong.facts["cards"]}
    yes, no = "Yes, {player} held {cards}.", "No, {player} held other cards."
    others = shown_at_the_end(wrong, list(gone["hands"][player]))
    held = Answer(Sentence(yes, facts), shown_at_the_end(wrong, cards))
    return Inquiry((player,), (held, Answer(Sentence(no, facts), others)))


def was_it_dealt(wrong: Irregularity) -> Inquiry:
    """Ask whether a player was dealt certain cards, or got one of them in the Cambio."""
    player, cards = wrong.player, names(wrong.facts["cards"])
    giver, deal = wrong.facts["giver"], wrong.first("deal")
    passed = wrong.first("cambio", giver)
    named = passed is not None and (wrong.at(passed) or {}).get("card") != UNRECORDED
    if deal is None or named:
        return Inquiry((player, giver))
    was_dealt = Sentence("It was dealt to {player}.", {"player": player})
    dealt = Answer(was_dealt, _dealt_as_well(wrong, deal, player, cards))
    passes = (_passes(wrong, passed, card, player, giver) for card in cards)
    return Inquiry((player, giver), (dealt, *passes))


def _passes(wrong: Irregularity, passed: int | None, card: str, player: str, giver: str) -> Answer:
    facts = {"giver": giver, "player": player, "card": InOrder((card,))}
    sentence = Sentence("{giver} passed {card} to {player} in the Cambio.", facts)
    if passed is not None:
        return Answer(sentence, wrong.reads(passed, card=card))
    starts = (seq for seq, event in wrong.in_hand if event["type"] in ("declare", "draw"))
    event = {"type": "cambio", "player": giver, "card": card, "to": player}
    return Answer(sentence, wrong.put(event, next(starts, wrong.end_of_hand)))


def _dealt_as_well(wrong: Irregularity, deal: int, player: str, cards: list[str]) -> Edit:
    """Return the line that adds these cards to the player's deal."""
    every = dict((wrong.at(deal) or {}).get("hands", {}))
    dealt = every.get(player)
    known = [card for card in dealt if card != UNRECORDED] if isinstance(dealt, list) else []
    named = [*known, *(card for card in cards if card not in known)]
    count = len(dealt) if isinstance(dealt, list) else dealt if isinstance(dealt, int) else NINE
    every[player] = [*named, *[UNRECORDED] * (count - len(named))]
    return wrong.reads(deal, hands=every)


def was_it_that_win(wrong: Irregularity) -> Inquiry:
    """Ask whether the nine cards were the declared win. If so, the table writes the result; if not,
    the declaration is taken back, and a hand that it ended is abandoned."""
    if wrong.event["type"] != "declare":
        return Inquiry((wrong.player,))
    facts, win = {"player": wrong.player, "win": wrong.facts["win"]}, wrong.event["win"]
    won = at_the_end(wrong, {"type": "result", "winner": wrong.player, "by": win})
    edit = declaration_taken_back(wrong).edit
    if wrong.first("draw") is None:
        edit += wrong.put({"type": "end", "why": "abandoned"}, wrong.end_of_hand)
    yes = Answer(Sentence("Yes, {player} held {win}.", facts), won)
    no = Answer(Sentence("No, {player} did not hold it.", facts), edit)
    return Inquiry((wrong.player,), (yes, no))
