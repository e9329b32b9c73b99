"""The money of a hand: the pot, the bonuses, the side games, and the payments after it.

Money is an integer number of the table's smallest unit. The gains and losses of the players and the
change of the middle sum up to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Any, Final, NamedTuple

from referee.answers.situation import named
from referee.cards.deck import BLACK, DECK, RED, SUIT_CARDS, UNRECORDED, cards_of, names
from referee.cards.melds import A23, RUNS
from referee.core.facts import NotKnown, known
from referee.core.hand import Hand, Seat
from referee.games.desmoche import game, mending, opening, wins
from referee.games.desmoche.game import NINE, Announcement, cards_as, desmoche, faces, moment
from referee.games.desmoche.leaving import enforce
from referee.games.desmoche.melding import moved_too_much
from referee.games.desmoche.reading import located, possible_melds
from referee.games.desmoche.side_games import SIDE_GAMES, Best, Value, title_of
from referee.judging.account import HandMoney, Payments
from referee.judging.findings import FORFEIT, PAYMENT, RECORD, VIOLATION, Finding
from referee.judging.telling import winner_in_words
from referee.wording.language import N_, Plural, Word
from referee.wording.sentences import Cards, InOrder, Sentence


class OpeningStakes(NamedTuple):
    """The money at the start of a hand: the bet, the stakes of each player, the number of hands
    that they cover, and the money already in the middle."""

    bet: int
    bets: Mapping[str, int]
    stakes: int
    brought: int
    side_brought: Mapping[str, int]
    open: frozenset[str] = frozenset()
    """The pots with unknown contents."""


@dataclass(slots=True)
class Side:
    """The end of a side game: its pot, its winners with their cards, and the money left in it."""

    game: str
    pot: int
    carried: int
    winners: list[Seat] = field(default_factory=list)
    top: Value = ()
    cards: int = 0
    shares: Mapping[str, int] = field(default_factory=dict)
    contenders: list[tuple[Announcement, Best | None]] = field(default_factory=list)
    unseen: list[Seat] = field(default_factory=list)
    """The players who may have announced or shown unrecorded cards that change the winner."""
    unproven: list[tuple[Seat, Best]] = field(default_factory=list)
    """The winners who may not have been dealt the winning cards."""

    @property
    def open(self) -> bool:
        """True if the winner is open."""
        return bool(self.unseen or self.unproven)


@dataclass(slots=True)
class Settled:
    """The money of a hand. ``due`` is what each player gets from the middle and from bonuses,
    ``net`` their gain or loss."""

    kind: str
    event: int | None
    winner: Seat | None
    win: str | None
    melds: tuple[int, ...]
    pot: int
    carried: int
    due: dict[str, int]
    net: dict[str, int]
    bonuses: list[tuple[str, str, str, int]]
    sides: list[Side]
    side_carried: dict[str, int]
    open: frozenset[str] = frozenset()
    """The pots with unknown shares: side games by name, and the main pot with its bonuses."""
    open_later: frozenset[str] = frozenset()
    """The pots whose contents for the next hand are unknown."""
    bonuses_open: bool = False
    doubtful: Seat | None = None
    """The player who has won in some readings of the record, but not in all."""


MAIN: Final = ""
"""The main pot among the side games."""


def ending_of(t: Hand) -> str:
    """Return the end of a hand."""
    is_open = "undecided" if t.doubted or game.may_be_won(t) else "open"
    return str(t.maybe("over") or ("undecided" if "over" not in t.__dict__ else is_open))


def out_at(t: Hand, seat: Seat) -> int | None:
    """Return the line that disqualified a player; None if they were not."""
    return int(t.out_since[seat]) if t.left.get(seat) == game.DISQUALIFIED else None


def settle(t: Hand, round_: OpeningStakes) -> Settled:
    """Return the money of a hand."""
    kind, winner = ending_of(t), t.maybe("winner")
    pot, due = round_.brought + sum(round_.bets.values()), dict.fromkeys(round_.bets, 0)
    bonuses: list[tuple[str, str, str, int]] = []
    melds: tuple[int, ...] = ()
    bonuses_open = False
    unknown = kind == "undecided" and (t.missing_lines or game.may_be_won(t) or game.is_agreed(t))
    is_proven = game.is_agreed(t) or game.is_shown(t)
    on_trust = not is_proven and t.maybe("over") and t.maybe("trusted", True)
    is_open = bool("over" not in t.__dict__ or t.doubted or contested(t) or unknown or on_trust)
    if winner is not None:
        melds = melds_of(t)
        due[winner.name] += pot
        try:
            bonuses.extend(bonuses_of(t, round_.bet))  # known bonuses stay
        except NotKnown:
            is_open = bonuses_open = True
        for _, giver, taker, amount in bonuses:
            due[giver] -= amount
            due[taker] += amount
    put, played = dict(t.stakes), t.house["side_games"]
    stakes = {name: put[name] for name in SIDE_GAMES if name in put and name in played}
    sides = [side_of(t, name, put[name], round_.side_brought.get(name, 0)) for name in stakes]
    for name, share in (pair for side in sides for pair in side.shares.items()):
        due[name] += share
    net = {name: due[name] - bet for name, bet in round_.bets.items()}
    for name, amount in (pair for put in stakes.values() for pair in put.items()):
        net[name] -= amount
    carried = {**round_.side_brought, **{side.game: side.carried for side in sides}}
    unsure = {side.game for side in sides if side.open or side.game in round_.open}
    if is_open or MAIN in round_.open:
        unsure.add(MAIN)
    later = unsure | round_.open | {one for one in SIDE_GAMES if t.stakes_open and one in played}
    later -= {side.game for side in sides if not (side.open or side.carried)}
    if winner is not None and not is_open:
        later.discard(MAIN)
    return Settled(
        kind, t.over_at, winner, t.maybe("win"), melds, pot,
        0 if winner is not None else pot, due, net, bonuses, sides, carried,
        frozenset(unsure), frozenset(later), bonuses_open,
    )  # fmt: skip


def melds_of(t: Hand) -> tuple[int, ...]:
    """Return the melds that won a hand; empty if it was won otherwise."""
    is_by_melds = ending_of(t) != "automatic" and not game.is_agreed(t)
    return t.melds.get(t.winner, ()) if is_by_melds else ()


def contested(t: Hand) -> bool:
    """Return whether unrecorded cards decide which declared win is valid, or the best."""
    if ending_of(t) != "automatic" or game.is_agreed(t):
        return False
    if t.holes:
        return True
    rivals = opening.rivals(t)
    order = t.house["automatic_order"]
    if order == "rarest":
        rivals = [declared for declared in rivals if declared.win == t.win]
    unseen = any(declared.cards.bit_count() < NINE for declared in rivals)
    return order != "first_declared" and len(rivals) > 1 and unseen


# ---- bonuses


def bonuses_of(t: Hand, bet: int) -> Iterator[tuple[str, str, str, int]]:
    """Yield the bonuses that the losers owe the winner: bonus, giver, taker and amount."""
    if t.house["play_everything"] == "off":
        return
    losers = [seat for seat in t.seats if seat is not t.winner]
    if t.house["disqualified_pays_bonuses"] == "no":
        losers = [loser for loser in losers if out_at(t, loser) is None]
    counts = earned_by_cards(t)
    if counts is None:
        if t.agreed is None or t.agreed.bonuses is None or beyond_ten_cards(t):
            raise NotKnown("melds")
        counts = t.agreed.bonuses
    earned = [name for name in ("mico", "color") for _ in range(counts.get(name, 0))]
    for one in losers:
        for bonus in earned:
            yield bonus, one.name, t.winner.name, bet
    for one in losers:
        if t.over == "automatic" or is_up_the_tree(t, one):
            yield "arriba_del_palo", one.name, t.winner.name, bet


def earned_by_cards(t: Hand) -> Mapping[str, int] | None:
    """Return how often the winner earned each bonus by melds; None if these are open."""
    if ending_of(t) != "melds" or t.house["play_everything"] == "off":
        return {}
    melds = melds_of(t)
    if not melds:
        return None
    groups = (RED, BLACK) if t.house["color_bonus"] == "same_color" else SUIT_CARDS
    (count, is_color), *others = {
        (micos(some), any(all(not meld & ~group for meld in some) for group in groups))
        for some in product(*[readings(t, meld) for meld in melds])
    }
    return None if others else {"mico": count, "color": int(is_color)}


def beyond_ten_cards(t: Hand) -> bool:
    """Return whether ten cards cannot earn the agreed bonuses: three micos at most, one color."""
    agreed: Mapping[str, int] = t.agreed.bonuses or {}
    return agreed.get("mico", 0) > 3 or agreed.get("color", 0) > 1


def readings(t: Hand, lying: int) -> list[int]:
    """Return the melds that a meld with unrecorded cards may be, or the meld itself."""
    return possible_melds(t, lying, located(t)) or [lying]


def micos(melds: Iterable[int]) -> int:
    """Return the number of runs with ace, two and three among these melds."""
    return sum(meld in RUNS and meld & low == low for meld in melds for low in A23)


def is_up_the_tree(t: Hand, seat: Seat) -> bool:
    """Return whether a player never melded in this hand, or not before being disqualified."""
    if seat not in t.melded and t.agreed is not None and t.agreed.up_the_tree is not None:
        return seat in t.agreed.up_the_tree
    melded, since = t.melded[seat], out_at(t, seat)
    return not melded or (since is not None and moment(t, since) < moment(t, melded))


# ---- side games


def side_of(t: Hand, which: str, put: Mapping[str, int], brought: int) -> Side:
    """Return a side game with its winners, their shares, and the money left in it."""
    pot = brought + sum(put.values())
    side = Side(which, pot, pot)
    if ending_of(t) == "open":
        return side
    side.contenders = [
        (announced, best_announced(t, announced, counting(t, announced.seat)))
        for announced in t.announcements
        if announced.game == which and announced.good
    ]
    side.top = max((best.value for _, best in side.contenders if best is not None), default=())
    won = {said.seat: best for said, best in side.contenders if best and best.value == side.top}
    side.winners = sorted(won, key=lambda seat: seat.index)
    side.cards = reduce(or_, (best.cards for best in won.values()), 0)
    find_open(t, side, put)
    agreed = t.agreed.side_games.get(which) if t.agreed is not None else None
    if agreed is not None and any(seat.name not in put for seat in agreed):
        agreed = None  # not all of them entered it
    if agreed is not None and (side.unseen or not side.winners or {*agreed} == {*side.winners}):
        if side.unseen or not side.winners:
            side.cards = 0
        side.winners, side.top = sorted(agreed, key=lambda seat: seat.index), ()
        side.contenders, side.unseen, side.unproven = [], [], []
    if side.winners:
        share, odd = divmod(pot, len(side.winners))
        side.shares = {seat.name: share + (at < odd) for at, seat in enumerate(side.winners)}
        side.carried = 0
    elif pot > brought and t.house["side_empty"] == "refund":
        side.shares, side.carried = dict(put), brought
    return side


def counting(t: Hand, seat: Seat) -> int:
    """Return the cards of a player that count in side games: dealt to them, kept, and shown in
    time. If the deal was not recorded, shown cards count as dealt unless the record disproves
    it."""
    until = out_at(t, seat)
    shown = seen_of(t, seat, until) & opening.may_be_dealt(t, seat)
    given = gave(t, seat)
    if t.house["side_passed"] == "loses":
        return shown & ~given
    return shown | given & reduce(or_, [seen_of(t, other, until) for other in t.seats])


def seen_of(t: Hand, seat: Seat, until: int | None = None) -> int:
    """Return the cards seen in, or coming from, a player's hand before a line."""
    sights = t.sights[seat]
    if until is not None:
        sights = tuple([seen for seen in sights if moment(t, seen[1]) < moment(t, until)])
    return all_of(sights)


@lru_cache(maxsize=256)
def all_of(sights: tuple[tuple[int, int], ...]) -> int:
    """Return the union of the cards of several sightings."""
    return reduce(or_, (cards for cards, _ in sights), 0) & DECK


def find_open(t: Hand, side: Side, put: Mapping[str, int]) -> None:
    """Find open facts about the winner of a side game. If lines may be missing, players with a
    stake may have announced."""
    every = list(side.contenders)
    if t.holes:
        announcers = {announced.seat for announced, _ in every}
        more = [seat for seat in t.seats if seat.name in put and seat not in announcers]
        every += [(Announcement(side.game, seat, t.first_event, 0, True), None) for seat in more]
    for announced, best in every:
        seat, hidden = announced.seat, may_be_shown(t, announced.seat)
        if best is not None and seat in side.winners and best.cards & ~surely_dealt(t, seat):
            side.unproven.append((seat, best))
        unread = announced.unread and (best is not None or may_have_shown(t, seat))
        most = hidden | counting(t, seat) if hidden else 0
        if unread or (side.winners != [seat] and may_reach(t, announced, most, side.top, best)):
            side.unseen.append(seat)


def may_reach(
    t: Hand, announced: Announcement, cards: int, value: Value, shown: Best | None = None
) -> bool:
    """Return whether the best of these cards is worth ``value``, and more than ``shown``."""
    most = best_announced(t, announced, cards) if cards else None
    if most is None or (shown is not None and most.value <= shown.value):
        return False
    return most.value >= value


def may_have_shown(t: Hand, seat: Seat) -> bool:
    """Return whether a player may have shown unrecorded cards: all may if no show is recorded."""
    return t.may_be_seen[seat] or not any(t.showings.values())


def passed(t: Hand, seat: Seat) -> tuple[str, ...]:
    """Return what a player passed: an unseen card if play began and no pass is recorded."""
    is_left_out = (t.cambio_assumed or t.maybe("draws", 1)) and not any(t.given.values())
    return (UNRECORDED,) if is_left_out else t.given[seat]


def gave(t: Hand, seat: Seat) -> int:
    """Return the cards that a player gave away in the Cambio: the recorded ones, or the one of
    their deal that another player had later."""
    named = faces(passed(t, seat))
    if named or not passed(t, seat):
        return named
    seen = reduce(or_, [seen_of(t, other) for other in t.seats if other is not seat], 0)
    seen &= opening.nine_of(t.as_dealt[seat]) & ~cards_of(t.loose)
    return seen if seen.bit_count() == 1 else 0


def may_be_shown(t: Hand, seat: Seat) -> int:
    """Return the cards of a player that may have been seen without a record, including passed ones
    where passing keeps the right to win."""
    keeps = t.house["side_passed"] == "keeps"
    is_hidden = may_have_shown(t, seat) or (keeps and UNRECORDED in passed(t, seat))
    hidden = opening.may_be_dealt(t, seat) if is_hidden else 0
    if keeps and any(may_have_shown(t, other) for other in t.seats if other is not seat):
        hidden |= gave(t, seat)
    return hidden


def surely_dealt(t: Hand, seat: Seat) -> int:
    """Return the cards that were certainly dealt to a player: named in the deal, or played after a
    Cambio that brought another card."""
    named = faces(t.as_dealt[seat])
    came = t.came[seat]
    if t.holes or len(came) != 1 or came[0] == UNRECORDED:
        return named
    return named | seen_of(t, seat) & opening.may_be_dealt(t, seat)


def best_in(t: Hand, which: str, cards: int) -> Best | None:
    """Return the best holding of these cards in a side game, as this table plays it."""
    return SIDE_GAMES[which].best(cards, t.house["escalera_a23"] == "high")


def best_announced(t: Hand, announced: Announcement, shown: int) -> Best | None:
    """Return the best holding of the shown cards, limited to the announced one."""
    best = best_in(t, announced.game, shown)
    named = best_in(t, announced.game, 0 if announced.unread else announced.cards)
    if best is None or named is None or best.value <= named.value:
        return best
    if not named.cards & ~shown:
        return named
    while best is not None and best.value > named.value:
        shown &= ~(1 << best.cards.bit_length() - 1)
        best = best_in(t, announced.game, shown)
    return best


desmoche.turn_rule(
    "side.unannounced",
    """A player who entered a side game, was dealt better cards than the winning ones, and did not
    announce them before the Cambio has lost the right. It is reported only where their dealt cards
    are known.

    Right: The player announces their best cards before the Cambio, and shows them in the end.
    Source: rule text, Side Games
    """,
    kind=FORFEIT, binds=("escalera_a23", "side_passed"), remedy=mending.announced_at_all,
)  # fmt: skip
desmoche.turn_rule(
    "side.unshown",
    """A player who announced in a side game must show the cards: play them, pay them, or show them
    at the end of the hand. A player who never does has lost the right. It is reported only where
    they are known to have had something to show; otherwise the announcement may have been false.

    Right: Play, pay or show what was announced before the next hand is opened.
    Source: rule text, Side Games
    """,
    remedy=mending.shown_at_last, kind=FORFEIT,
)  # fmt: skip
desmoche.turn_rule(
    "payment.wrong",
    """The payments written down after a hand must add up to what was owed. Where money goes through
    the middle, each player gets what the pots and bonuses of the hand owe them. Where it goes only
    between players, each settles their gain or loss since the last payments. Payments after which
    nobody owes anything are right, and make up for wrong ones before them. Between players it is
    also right to pay a part, if the debt comes from several hands and nobody has paid or got too
    much. A hand without payments is not judged.

    Right: Everybody pays what they owe for the hand, and gets what they are owed.
    Source: the log format
    """,
    kind=PAYMENT,
)  # fmt: skip

desmoche.turn_rule(
    "result.wrong",
    """The result that a table writes down must be what the cards give, where they show it: who has
    won and how, with which bonuses, who was up the tree, and who has won the side games. Where the
    cards are unrecorded, the result counts as it was agreed.

    Right: Correct the line of the result to what the cards give.
    Source: the log format
    """,
    kind=RECORD, binds=("play_everything",),
)  # fmt: skip


def findings(t: Hand, settled: Settled) -> Iterator[Finding]:
    """Yield the findings at the end of a hand: about its last act, and about side games."""

    def found(rule: str, kind: str, seat: Seat, at: int, text: Any, **facts: Any) -> Finding:
        facts = {"player": seat.name, **facts}
        cites = (facts.pop("announced_at"),) if "announced_at" in facts else ()
        return Finding(at, t.number, rule, kind, seat.name, cites, text, facts)

    for slip in known(lambda: moved_too_much(t), []):
        yield found("desmoche.one_card", VIOLATION, slip.seat, slip.at, slip.says, **slip.facts)
    for early in t.maybe("early", ()):
        text = "{player} laid {cards} out of turn and without a claim."
        yield found("meld.turn", VIOLATION, early.seat, early.seq, text, cards=Cards(early.cards))
    at = settled.event or t.last_event
    spoken = {(announced.game, announced.seat) for announced in t.announcements}
    misread = {said.game for said in t.announcements if not said.good}  # or of another player
    loses = t.house["side_passed"] == "loses"
    unsure = t.missing_lines or t.maybe("trusted", True)
    for side in settled.sides:
        which, staked = title_of(side.game), dict(t.stakes)[side.game]
        others = [announced for announced, _ in side.contenders]
        for seat in () if unsure or side.game in misread else t.seats:
            is_out = out_at(t, seat) is not None
            if (side.game, seat) in spoken or is_out or seat.name not in staked:
                continue
            kept = surely_dealt(t, seat)
            if loses:
                is_open = UNRECORDED in passed(t, seat)
                kept &= ~gave(t, seat) & (seen_of(t, seat) if is_open else -1)
            best = best_in(t, side.game, kept)
            if best is None or best.value <= side.top:
                continue
            value = best.value
            if not any(may_reach(t, other, may_be_shown(t, other.seat), value) for other in others):
                text = "{player} was dealt {cards} and did not announce {game}; it would have won."
                cards = Cards(best.cards)
                yield found("side.unannounced", FORFEIT, seat, at, text, cards=cards, game=which)
        for announced, best in side.contenders:
            seat, facts = announced.seat, {"game": which, "announced_at": announced.seq}
            if best is not None:
                continue
            card = gave(t, seat) if loses else 0
            if card and opening.nothing_remains(t, seat, side.game, names(card)[0]):
                text = "{player} gave away {card} in the Cambio and keeps nothing for {game}."
                facts["card"] = InOrder(names(card))
                yield found("side.passed", FORFEIT, seat, t.passed_at[seat], text, **facts)
                continue
            wrong = announced.cards & ~opening.may_be_dealt(t, seat)
            shown = shown_falsely(t, announced)
            if wrong:
                seen = [seq for seat in t.seats for cards, seq in t.sights[seat] if cards & wrong]
                text = Plural(
                    "{player} announced {game} with {cards}, which was not dealt to {player}.",
                    "{player} announced {game} with {cards}, which were not all dealt to {player}.",
                    wrong.bit_count(),
                )
                when = max(seen, default=announced.seq)
                yield found("side.false", VIOLATION, seat, when, text, cards=Cards(wrong), **facts)
            elif out_at(t, seat) is not None or is_unclear(t, announced):
                continue
            elif shown:
                text = N_(
                    "{player} showed {cards} for {game}, which does not qualify or was not dealt "
                    "to {player}."
                )
                facts["cards"] = Cards(shown[1])
                yield found("side.false", VIOLATION, seat, shown[0], text, **facts)
            elif best_in(t, side.game, surely_dealt(t, seat)):
                text = "{player} announced {game} and never showed it."
                yield found("side.unshown", FORFEIT, seat, at, text, **facts)


def is_unclear(t: Hand, announced: Announcement) -> bool:
    """Return whether a player may have shown, or given away, more than is recorded."""
    seat = announced.seat
    given = passed(t, seat) if t.house["side_passed"] == "loses" else ()
    if t.holes or may_have_shown(t, seat) or UNRECORDED in given:
        return True
    is_known = opening.nine_of(t.as_dealt[seat])
    return not is_known and bool(faces(given) & SIDE_GAMES[announced.game].counting)


def shown_falsely(t: Hand, announced: Announcement) -> tuple[int, int] | None:
    """Return the line and the cards of an invalid show by a player without valid cards: cards that
    qualify but were not dealt to them, or, if they had no others left to show, cards that do not
    qualify."""
    own = opening.valid_announcements(t, announced.seat)
    left, best = t.hand.get(announced.seat), SIDE_GAMES[announced.game].best
    for cards, seq in t.showings[announced.seat]:
        if best(cards & opening.may_be_dealt(t, announced.seat), True):
            continue  # they announced less than that
        is_all = len(own) == 1 and left is not None and cards.bit_count() < len(left)
        if best(cards, True) or is_all:
            return seq, cards
    return None


# ---- the written result


def wrong_results(t: Hand, settled: Settled) -> Iterator[Finding]:
    """Yield a finding if the agreed result contradicts the cards."""
    agreed: game.Agreed | None = t.agreed
    if agreed is None:
        return
    right = _right(t, agreed, settled)
    if wrong := [*_wrong_parts(t, agreed, settled, right)]:
        text = "The result written down for hand {hand} is wrong: {wrong}."
        facts = {"hand": t.number, "wrong": wrong, "right": right}
        yield Finding(agreed.seq, t.number, "result.wrong", RECORD, None, (), text, facts)


def _wrong_parts(
    t: Hand, agreed: game.Agreed, settled: Settled, right: Mapping[str, Any]
) -> Iterator[Sentence]:
    winner, by_cards, nobody = settled.winner, not game.is_agreed(t), Word("nobody")
    is_certain = MAIN not in settled.open or settled.bonuses_open
    is_certain &= (settled.event or 0) <= agreed.seq  # not enforced since
    if by_cards and settled.kind != "undecided" and is_certain:
        if winner is not agreed.winner:
            written = agreed.winner.name if agreed.winner is not None else None
            player, other = winner_in_words(written), winner_in_words(right["winner"])
            yield Sentence("{player} wins instead of {right}", {"player": player, "right": other})
            return
        if agreed.by is not None and right.get("by", agreed.by) != agreed.by:
            ways = {"way": wins.way_in_words(agreed.by), "right": wins.way_in_words(right["by"])}
            yield Sentence("{way} instead of {right}", ways)
    elif settled.kind == "undecided" and agreed.winner is not None and not by_cards:
        yield Sentence("{player} wins but is out of the hand", {"player": agreed.winner.name})
    if winner is not None and winner is agreed.winner:
        for name in ("mico", "color") if "bonuses" in right else ():
            count, due = (tally.get(name, 0) for tally in (agreed.bonuses or {}, right["bonuses"]))
            if count != due:
                earned = {"bonus": name, "count": count, "right": due}
                yield Sentence("{bonus} {count} instead of {right}", earned)
        if "bonuses" not in right and beyond_ten_cards(t):
            bonuses = [f"{name} {count}" for name, count in (agreed.bonuses or {}).items()]
            yield Sentence("no ten cards earn {bonuses}", {"bonuses": bonuses})
        up = [seat.name for seat in agreed.up_the_tree or () if seat is not winner]
        pays = t.house["play_everything"] == "on" and settled.kind != "automatic"
        if pays and {*right.get("up_the_tree", up)} != {*up}:
            tree = {"players": up or nobody, "right": right["up_the_tree"] or nobody}
            yield Sentence("{players} up the tree instead of {right}", tree)
    for side in settled.sides:
        won, put = agreed.side_games.get(side.game, side.winners), dict(t.stakes)[side.game]
        said, due = ([seat.name for seat in seats] for seats in (won, side.winners))
        facts = {"game": title_of(side.game), "players": said or nobody, "right": due or nobody}
        if strangers := [name for name in said if name not in put]:
            text = "{game} to {players}, who did not enter it"
            yield Sentence(text, {**facts, "players": strangers})
        elif {*won} != {*side.winners} and not side.unseen:
            yield Sentence("{game} to {players} instead of {right}", facts)


def _right(t: Hand, agreed: game.Agreed, settled: Settled) -> dict[str, Any]:
    """Return the fields of the result by the cards."""
    winner = settled.winner
    right: dict[str, Any] = {} if settled.kind == "undecided" else {"winner": None}
    if winner is not None:
        right["winner"] = winner.name
        earned = earned_by_cards(t)
        if agreed.by is not None:
            right["by"] = settled.win or settled.kind
        if agreed.bonuses is not None and earned is not None:
            right["bonuses"] = {name: count for name, count in earned.items() if count}
        if agreed.up_the_tree is not None:
            losers = [seat for seat in t.seats if seat is not winner]
            right["up_the_tree"] = [loser.name for loser in losers if is_up_the_tree(t, loser)]
    sides = [side for side in settled.sides if side.game in agreed.side_games and not side.open]
    if won := {side.game: [seat.name for seat in side.winners] for side in sides}:
        right["side_games"] = {
            game: names[0] if len(names) == 1 else names or None for game, names in won.items()
        }
    return right


# ---- payments


def evening(evening_: Any) -> Payments:
    """Return the payments of an evening, not counting bets and side bets."""

    def money_of(number: int) -> HandMoney:
        settled, paid = evening_.settled(number), evening_.paid[number - 1]
        stakes = {name: due - settled.net[name] for name, due in settled.due.items()}
        hand = evening_.hands[number - 1]
        unclear = number in evening_.unclear or evening_.ends_early(number)
        is_open = unclear or hand.stakes_open or settled.open
        return HandMoney(
            net=settled.net, gets=settled.due, stakes=stakes, payments=paid, settling=paid,
            is_open=bool(is_open), is_open_behind=hand.missing_behind or "over" not in vars(hand),
        )  # fmt: skip

    return Payments(evening_.players, money_of, len(evening_.hands))


# ---- the report


def account(evening_: Any, t: Hand, settled: Settled) -> dict[str, Any]:
    """Return the end of a hand and its money for the report."""
    began: OpeningStakes = evening_.began[t.number - 1]
    gone = {
        how: sorted(seat.name for seat in t.seats if t.left.get(seat) == how)
        for how in (game.DISQUALIFIED, game.WITHDREW)
    }
    return {
        **({"basis": dict.fromkeys(began.bets, "written")} if is_written(t, settled) else {}),
        "bet": began.bet,
        "stakes": began.stakes,
        "pot": settled.pot,
        "outcome": outcome(settled),
        "bonuses": [
            dict(zip(("bonus", "from", "to", "amount"), bonus, strict=True))
            for bonus in settled.bonuses
        ],
        "side_games": [
            {
                "side_game": side.game, "pot": side.pot, "carried": side.carried,
                "winners": [seat.name for seat in side.winners], "cards": names(side.cards),
            }
            for side in settled.sides
        ],
        "net": settled.net,
        "carried": settled.carried,
        "disqualified": gone[game.DISQUALIFIED],
        "withdrawn": gone[game.WITHDREW],
        "if_enforced": if_enforced(evening_, t, settled),
    }  # fmt: skip


def is_written(t: Hand, settled: Settled) -> bool:
    """Return whether the result of a hand rests on the table's agreement, not only on cards."""
    if t.agreed is None:
        return False
    if game.is_agreed(t) or any(side.winners and not side.cards for side in settled.sides):
        return True
    return settled.winner is not None and earned_by_cards(t) is None


def outcome(settled: Settled) -> dict[str, Any]:
    """Return the end of a hand for the report."""
    return {
        "kind": settled.kind,
        "winner": settled.winner.name if settled.winner is not None else None,
        "win": settled.win,
        "melds": [[named(card) for card in cards_as(meld)] for meld in settled.melds],
        "event": settled.event,
    }


def if_enforced(evening_: Any, t: Hand, settled: Settled) -> dict[str, Any] | None:
    """Return the alternative settlement of a hand if enforcing open offences now would move money;
    a win by the offender at or after the offence then does not count."""
    still_open = [
        offence for offence in t.offences
        if not (offence.enforced or offence.forgiven or offence.seq in evening_.forgiven)
    ]  # fmt: skip
    if not still_open or not t.maybe("over"):
        return None
    would_be, now = t.fork(), t.last_event + 1
    would_be.timeline = [*t.timeline, now]
    for one in still_open:
        enforce(would_be, one, now)
    would_be.over_at = t.over_at
    other = settle(would_be, evening_.began[t.number - 1])
    if (other.net, other.carried) == (settled.net, settled.carried):
        return None
    events = sorted(offence.seq for offence in still_open)
    return {"outcome": outcome(other), "net": other.net, "carried": other.carried, "for": events}
