"""Remedies for any game: families of rules that share a rectification."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict
from itertools import chain, takewhile
from typing import Any, Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import THE_MIDDLE, Transfer, transfers
from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.rectification import (
    ANY_TIME,
    NEVER,
    NEXT_CARD,
    NEXT_HAND,
    NO_EDIT,
    THIS_HAND,
    Edit,
    Irregularity,
    Rectification,
    Rectify,
    Rectifying,
)
from referee.wording.sentences import InOrder, Sentence, cards_in

THE_SCRIBE: Final = Sentence("the scribe, if the table agrees", {})
THE_TABLE: Final = Sentence("the table: all who play", {})
CORRECT_THE_SCORE: Final = "Correct event {event}: write the score as the cards give it."
STRIKE_OUT: Final = "Strike out event {event}."


def the_player(wrong: Irregularity) -> Sentence:
    """Return the player concerned as the one who may correct it."""
    return Sentence("{player}", {"player": wrong.player})


def in_the_record(text: str, edit: Edit, **facts: Any) -> Rectification:
    """Return the remedy for an error in the record, possible at any time."""
    return Rectification(Sentence(text, facts), edit, THE_SCRIBE, ANY_TIME)


def nothing(text: str) -> Rectify:
    """Return a remedy that says why nothing corrects it."""
    return lambda wrong: Rectification(Sentence(text, {**wrong.facts, "player": wrong.player}))


def by_the_scribe(text: str) -> Rectify:
    """Return a remedy that leaves the correction to the scribe."""
    return lambda wrong: in_the_record(text, NO_EDIT, event=wrong.seq)


def by_the_player(
    wrong: Irregularity, text: str, edit: Edit = NO_EDIT, until: str = NEXT_CARD, /, *,
    mended_at: int = 0, named: Sentence | None = None, decides: bool = False, **facts: Any,
) -> Rectification:  # fmt: skip
    """Return a remedy that the player concerned carries out."""
    sentence = Sentence(text, {**wrong.facts, "player": wrong.player, **facts})
    return Rectification(sentence, edit, the_player(wrong), until, named, decides, mended_at)


def struck_out(wrong: Irregularity) -> Rectification:
    """Strike out an impossible line, unless it opens a hand."""
    if wrong.event["type"] in ("game", "hand"):
        text = "Correct the line that opens the hand to what the table remembers."
        return by_the_scribe(text)(wrong)
    return in_the_record(STRIKE_OUT, wrong.strike(wrong.seq), event=wrong.seq)


def moved_between_hands(*kinds: str) -> Rectify:
    """Move lines of these kinds to after the hand, where they apply; strike out others."""

    def rectify(wrong: Irregularity) -> Rectification:
        if wrong.event["type"] not in kinds:
            return struck_out(wrong)
        text = "Move event {event} after the end of the hand: it applies from the next hand on."
        edit = wrong.moved(wrong.end_of_hand) if wrong.end_of_hand is not None else ()
        return in_the_record(text, edit, event=wrong.seq)

    return rectify


def reference_struck_out(wrong: Irregularity) -> Rectification:
    """Strike out a line that refers to nothing. No player is at fault."""
    text = "Strike out event {event}, or name the line that it means."
    if "rule" in wrong.facts:
        text = "Strike out event {event}, or name a rule of this game."
    return in_the_record(text, wrong.strike(wrong.seq), event=wrong.seq)


def card_left_unknown(wrong: Irregularity) -> Rectification:
    """Replace a card that cannot be at this place with an unknown one."""
    written = {*_cards([wrong.event.get(field) for field in ("card", "drawn", "cards", "hands")])}
    doubtful = written.intersection(cards_in(wrong.facts)) or written & {wrong.event.get("card")}
    if not doubtful - {UNRECORDED}:
        return struck_out(wrong)
    reading = {name: _without(value, doubtful) for name, value in wrong.event.items()}
    text = (
        "Correct one of the lines that name {cards}. Until then event {event} counts without that "
        "card."
    )
    facts = {"cards": InOrder(sorted(doubtful)), "event": wrong.seq}
    return in_the_record(text, wrong.reads(wrong.seq, **reading), **facts)


def _cards(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _cards(entry)


def _without(value: Any, cards: Collection[str]) -> Any:
    """Return the fields with these cards replaced by unknown ones."""
    if isinstance(value, str):
        return UNRECORDED if value in cards else value
    if isinstance(value, list):
        return [_without(entry, cards) for entry in value]
    if isinstance(value, dict):
        return {name: _without(entry, cards) for name, entry in value.items()}
    return value


def as_the_table_says(wrong: Irregularity) -> Rectification:
    """Leave the remedy for an offence to the table: no card shows it."""
    text = "No line can correct it: a player saw it, and the cards do not show it."
    named = "The table says what it expects, and {player} keeps to it."
    return Rectification(Sentence(text, {}), named=Sentence(named, {"player": wrong.player}))


def right_dealer(wrong: Irregularity) -> Rectification:
    """Change the dealer before the deal; once the cards are dealt, they are played."""
    expected = wrong.facts.get("expected", "")
    if wrong.first("deal") is None and len(wrong.in_hand) <= 1:
        sentence = Sentence("{expected} deals this hand.", {"expected": expected})
        edit = wrong.reads(wrong.seq, dealer=expected)
        return Rectification(sentence, edit, THE_TABLE, NEXT_CARD)
    text = "The cards that {dealer} dealt were played: other cards would have made another hand."
    return Rectification(Sentence(text, {"dealer": wrong.facts.get("dealer", wrong.player)}))


def right_cutter(wrong: Irregularity) -> Rectification:
    """Have the right player cut the deck again."""
    right = wrong.facts.get("right")
    edit = wrong.reads(wrong.seq, player=right) if right else wrong.strike(wrong.seq)
    text = "{right} cuts the deck." if right else "The cut does not count."
    return Rectification(Sentence(text, {"right": right}), edit, THE_TABLE, NEXT_CARD)


def dealt_anew(wrong: Irregularity) -> Rectification:
    """Deal a wrongly dealt hand again; once it is played, it stands."""
    before_play = [*takewhile(lambda line: line[1]["type"] not in TAKING, wrong.after())]
    again = [seq for seq, event in before_play if event["type"] == "deal"]
    is_played = len(before_play) < len([*wrong.after()])
    return Rectification(
        Sentence("Other cards would have made another hand, and its end is unknown.", {}),
        named=None if is_played else Sentence("The cards are dealt anew.", {}),
        mended_at=again[-1] if again else 0,
    )


def made_in_time(
    wrong: Irregularity, text: str, event: Event, among: Collection[str] = ()
) -> Rectification:
    """Insert a missing act where it was due: the act that was made late, or else this one."""
    late = made_late(wrong, event["type"], among)
    if late is None:
        return by_the_player(wrong, text, wrong.put(event, wrong.seq), THIS_HAND)
    edit = (*wrong.put(wrong.at(late) or event, wrong.seq), *wrong.strike(late))
    return by_the_player(wrong, text, edit, NEVER, mended_at=late)


def made_late(wrong: Irregularity, kind: str, among: Collection[str] = ()) -> int | None:
    """Return the player's next act of a turn (or of those ``among``) if it is of this kind."""
    for seq, event in wrong.after():
        if wrong.is_by(event) and event["type"] in (among or TAKING | LAYING):
            return seq if event["type"] == kind else None
    return None


def one_card_passed(text: str) -> Rectify:
    """Return a remedy that returns a second card, or passes a missing one."""

    def rectify(wrong: Irregularity) -> Rectification:
        if wrong.event["type"] == "cambio" and wrong.is_by(wrong.event):
            return SECOND_CARD_BACK(wrong)
        event = {"type": "cambio", "player": wrong.player, "card": UNRECORDED}
        return made_in_time(wrong, text, event, {"cambio"})

    return rectify


def passed_to_the_other(wrong: Irregularity) -> Rectification:
    """Pass the card to the other player, unless that was done at once."""
    seq, event = next(wrong.after(), (0, wrong.event))
    late = seq if event["type"] == "cambio" and wrong.is_by(event) else 0
    edit = wrong.strike(wrong.seq) if late else wrong.reads(wrong.seq, to=None)
    return by_the_player(wrong, "The card goes to the other player.", edit, mended_at=late)


TAKING: Final = frozenset({"draw", "take", "beg"})
"""The acts that bring cards into hands."""

LAYING: Final = frozenset({"swap", "discard", "meld", "take_back", "pay", "knock", "win"})
"""The other acts of a turn."""


def lines_of_turn(wrong: Irregularity) -> Iterator[int]:
    """Yield the event of the finding, and the player's following acts in the same turn."""
    yield wrong.seq
    for seq, event in wrong.after():
        if wrong.is_by(event) and event["type"] in LAYING:
            yield seq
        elif event["type"] in TAKING | LAYING:
            return


def turn_taken_back(wrong: Irregularity) -> Rectification:
    """Take back the turn: the card returns to its place, and the acts with it are undone."""
    edit = wrong.strike(*lines_of_turn(wrong))
    return by_the_player(wrong, "{player} takes the turn back.", edit)


def first_discard_left(wrong: Irregularity) -> Rectification:
    """Leave the first discard on the pile, and undo the acts since it was taken."""
    lines = [(wrong.seq, wrong.event), *wrong.before()]
    own = [(seq, event["type"]) for seq, event in lines if wrong.is_by(event)]
    taken = next(seq for seq, kind in own if kind == "take")
    edit = wrong.strike(*sorted(seq for seq, _ in own if seq >= taken))
    return by_the_player(wrong, "{player} lays the first discard back on the pile.", edit)


def wrong_card_put_back(wrong: Irregularity) -> Rectification:
    """Put back a card that the player had no right to, unless they took another instead."""
    seq, event = next(wrong.after(), (0, wrong.event))
    if event["type"] not in TAKING or not wrong.is_by(event):
        return turn_taken_back(wrong)
    edit = wrong.strike(wrong.seq)
    return by_the_player(wrong, "{player} puts the card back.", edit, mended_at=seq)


def act_taken_back(text: str, until: str = NEXT_CARD) -> Rectify:
    """Return a remedy that strikes out only the act with the finding."""
    return lambda wrong: by_the_player(wrong, text, wrong.strike(wrong.seq), until)


def rewritten(text: str, until: str = NEXT_CARD, /, **fields: Any) -> Rectify:
    """Return a remedy that changes these fields of the act with the finding."""
    return lambda wrong: by_the_player(wrong, text, wrong.reads(wrong.seq, **fields), until)


def melds_out_of_turn_back(wrong: Irregularity) -> Rectification:
    """Take back all melds that a player laid out of turn at once: they are reported once."""
    since = takewhile(lambda line: line[1]["type"] not in TAKING, wrong.after())
    more = [seq for seq, event in since if event["type"] == "meld" and wrong.is_by(event)]
    text = "{player} takes the melds back." if more else "{player} takes the meld back."
    return by_the_player(wrong, text, wrong.strike(wrong.seq, *more))


ANOTHER_DISCARDED: Final = rewritten(
    "{player} takes {card} back and discards another card.", THIS_HAND, card=UNRECORDED
)
SECOND_CARD_BACK: Final = act_taken_back("{player} takes the second card back.")
MELD_BACK: Final = act_taken_back("{player} takes the meld back.")
CARD_BACK: Final = act_taken_back("{player} gives the card back.")
CALL_BACK: Final = act_taken_back("{player} takes the call back, and play goes on.")


def discard_inserted(wrong: Irregularity) -> Rectification:
    """Insert a discard before play goes on, for a player who took a card and laid none down."""
    if wrong.is_by(wrong.event) and wrong.event["type"] in LAYING:
        return act_taken_back("{player} takes the card back.")(wrong)
    own = (event for _, event in wrong.before() if event["type"] in TAKING and wrong.is_by(event))
    card = next((event.get("card", UNRECORDED) for event in own), UNRECORDED)
    event = {"type": "discard", "player": wrong.player, "card": card}
    return made_in_time(wrong, "{player} discards a card before play goes on.", event)


def melds_of_turn_back(wrong: Irregularity) -> Rectification:
    """Take back the melds of a turn in which the player did not go out, and the call of the win."""
    return _taken_back(wrong, "{player} takes the melds back.", {"meld", "win"})


def meld_shown(wrong: Irregularity) -> Rectification:
    """Take a meld back; after the end of play its cards are shown, and count."""
    if any(event["type"] in TAKING | {"discard"} for _, event in wrong.after()):
        return _taken_back(wrong, "{player} takes the meld back.", {"win"}, wrong.seq)
    edit = wrong.reads(wrong.seq, type="show")
    return by_the_player(wrong, "{player} takes the meld back; its cards count.", edit, NEXT_HAND)


def _taken_back(
    wrong: Irregularity, text: str, types: Collection[str], *more: int
) -> Rectification:
    """Take back the acts of these types in the turn of the finding, and the events in ``more``."""
    before, after = (
        takewhile(lambda line: wrong.is_by(line[1]), events)
        for events in (wrong.before(), wrong.after())
    )
    turn = takewhile(lambda line: line[1]["type"] not in TAKING, before)
    own = [(wrong.seq, wrong.event), *turn, *after]
    edit = wrong.strike(*sorted({*more, *(seq for seq, event in own if event["type"] in types)}))
    return by_the_player(wrong, text, edit, NEXT_HAND)


def one_card_discarded(wrong: Irregularity) -> Rectification:
    """Keep one card out of the melds for the discard; only its player can say which."""
    late = made_late(wrong, "discard")
    sentence = Sentence("{player} takes a card out of the melds and discards it.", wrong.facts)
    if late is not None:
        return Rectification(sentence, mended_at=late)
    if wrong.event["type"] == "meld" and wrong.is_by(wrong.event):
        return MELD_BACK(wrong)
    return Rectification(sentence, who=the_player(wrong), until=NEXT_HAND)


def least_counted(wrong: Irregularity) -> Rectification:
    """Write the points as the minimum that the cards can leave."""
    least = wrong.facts["least"]
    points, totals = wrong.event.get("points", {}), wrong.event.get("totals", {})
    name = next((name for name in points if fold(name) == fold(wrong.player)), None)
    if name is None:
        score = {"type": "score", "points": {wrong.player: least}}
        edit = wrong.put(score, next((seq for seq, _ in wrong.after()), wrong.end_of_hand))
    else:
        more = {name: totals[name] + least - points[name]} if name in totals else {}
        own = {**points, name: least}
        edit = wrong.reads(wrong.seq, points=own, totals={**totals, **more} or None)
    return by_the_player(wrong, "{player} counts {least}.", edit, NEXT_HAND)


def scores_corrected(wrong: Irregularity) -> Rectification:
    """Correct the score to the points that the cards give."""
    points, totals = dict(wrong.event.get("points", {})), dict(wrong.event.get("totals", {}))
    out = wrong.event.get("out")
    for one in wrong.facts.get("wrong", ()):
        player, right = one.facts["player"], one.facts.get("right")
        if "points" not in one.facts:
            out = right
            continue
        table = totals if "in all" in one.text else points
        name = next((name for name in table if fold(name) == fold(player)), player)
        if right is None:
            table.pop(name, None)
        else:
            more = right - table[name] if table is points and name in table else 0
            table[name] = right
            if more and name in totals:
                totals[name] += more
    edit = wrong.reads(wrong.seq, points=points or None, totals=totals or None, out=out)
    return in_the_record(CORRECT_THE_SCORE, edit, event=wrong.seq)


def result_corrected(wrong: Irregularity) -> Rectification:
    """Correct the result to the one that the cards give."""
    text = "Correct event {event}: write the result as the cards give it."
    edit = wrong.moved(wrong.seq, **wrong.facts["right"])
    return in_the_record(text, edit, event=wrong.seq)


def paid_right(wrong: Irregularity) -> Rectification:
    """Have players with too much pay those with too little."""
    more = wrong.facts["more"]
    payments = transfers({**more, THE_MIDDLE: -sum(more.values())})
    before = next((seq for seq, _event in wrong.after()), wrong.end_of_hand)
    lines = [wrong.put({"type": "payment", **each.to_dict()}, before) for each in payments]
    sentence = Sentence("To put it right: {payments}.", {"payments": [*map(_paying, payments)]})
    who = Sentence("the players named in the finding", {})
    return Rectification(sentence, (*chain(*lines),), who, NEXT_HAND)


def _paying(transfer: Transfer) -> Sentence:
    text = "{giver} pays {taker} {amount}"
    if transfer.giver == THE_MIDDLE:
        text = "{taker} takes {amount} from the pot"
    elif transfer.taker == THE_MIDDLE:
        text = "{giver} puts {amount} into the pot"
    return Sentence(text, asdict(transfer))


def given_up(wrong: Irregularity) -> Rectification:
    """Mark a hand that the record ends too early as given up."""
    text = "Insert the missing lines; without them the hand counts as given up."
    if wrong.event["type"] == "end":
        return in_the_record(text, wrong.reads(wrong.seq, why="abandoned"))
    return in_the_record(text, wrong.put({"type": "end", "why": "abandoned"}, wrong.seq))


COMMON: Final[Rectifying] = {
    "event.phase": moved_between_hands("house"),
    "player.unknown": by_the_scribe(
        "Correct event {event} so that it names a player at the table, or strike it out."
    ),
    "hand.over": struck_out,
    "end.early": given_up,
    "event.reference": reference_struck_out,
    "offence.other": as_the_table_says,
    "dealer.rotation": right_dealer,
    "cut.player": right_cutter,
    "deal.count": dealt_anew,
    "turn.order": turn_taken_back,
    "turn.draw": CARD_BACK,
    "turn.discard": discard_inserted,
    "deck.empty": struck_out,
    "card.location": card_left_unknown,
    "card.count": by_the_scribe(
        "A line before event {event} is missing, or it names a card too many: insert or correct it."
    ),
    "score.wrong": scores_corrected,
    "result.wrong": result_corrected,
    "payment.wrong": paid_right,
}
"""The remedies for rules that several games share."""
