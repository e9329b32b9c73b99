"""The evening around the hands: seats, the deal, bets, and the money in the middle."""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, Final

from referee.answers.knowing import contradictions
from referee.answers.witness import Witness
from referee.cards.deck import DECK, cards_of
from referee.core.cards import without
from referee.core.declaring import Event as Declared
from referee.core.facts import known
from referee.core.hand import ABANDONED, Hand, Seat
from referee.core.happening import happen
from referee.core.worlds import best, merged, shared
from referee.games.desmoche import game, mending, money, opening
from referee.games.desmoche.game import desmoche
from referee.games.desmoche.leaving import is_pardonable, pardon
from referee.games.desmoche.melds import melds_among, shared_out
from referee.games.desmoche.questions import questions
from referee.games.desmoche.record import in_words
from referee.judging.account import THE_MIDDLE, Payment, Payments
from referee.judging.corrections import Event
from referee.judging.findings import Finding, Undecided
from referee.judging.names import fold
from referee.judging.report import Report
from referee.wording.language import N_, Word
from referee.wording.sentences import SpellCard

MOST_PLAYERS: Final = 4

INSIDE: Final = N_("The record has {what} inside a hand.")
NO_PLAYERS: Final = N_("The record has {what} without players for it.")


desmoche.turn_rule(
    "bet.equal",
    """Every player bets the same amount for a hand.

    Right: Everybody puts in the same bet before the deal.
    Source: rule text, Betting
    """,
    remedy=mending.bet_put_right,
)  # fmt: skip
desmoche.turn_rule(
    "bet.changed",
    """The bet changes only before the deal, and only if all agree. Where the log says who agreed,
    it must name everybody.

    Right: The whole table agrees on the new bet before the deal, or keeps the old one.
    Source: rule text, Betting
    """,
    remedy=mending.old_bet_kept,
)  # fmt: skip
desmoche.turn_rule(
    "bet.carry",
    """After a hand without a winner everybody adds the same bet as before to the pot (Doble,
    Triple, ...).

    Right: Everybody adds the same bet as in the hand before until a player wins the pot.
    Source: rule text, Betting
    """,
    remedy=mending.old_bet_kept, binds=("carry_bet",),
)  # fmt: skip
desmoche.turn_rule(
    "seat.carry",
    """Nobody sits down while a pot is carried over: it is the money of those who played for it.

    Right: The newcomer waits until the carried pot has been won, and sits down then.
    Source: the simplest reading; the rule text is silent
    """,
    remedy=mending.newcomer_waits, binds=("carry_join",),
)  # fmt: skip


def doubt_disqualifications(t: Any) -> None:
    """Make a disqualification and its consequences open: missing lines may have forgiven it."""
    for offence in t.offences:
        if is_pardonable(t, offence):
            t.left.pop(offence.seat, None)
            if t.maybe("over") and t.over_at == offence.seq:
                t.forget("over", "winner", "win")
                t.doubted = True


def doubt_winning_melds(t: Hand) -> None:
    """Make the winner's melds open if missing lines may have changed their bonuses."""
    seat = t.maybe("winner")
    if t.maybe("over") != "melds" or seat not in t.melds or t.maybe("doing") is not seat:
        return
    cards, now = game.on_table(t, seat), money.micos(t.melds[seat])
    every = shared_out(cards, melds_among(cards, t.house)) if cards <= DECK else ()
    if not t.maybe("called") and any(money.micos(melds) != now for melds in every):
        del t.melds[seat]


def may_go_on(t: Hand, form: Declared) -> bool:
    """Return whether an act of play may show that the hand goes on after an unproven win."""
    if t.over == "automatic" and form in (game.declare, game.cambio):
        return False
    return t.over == "undecided" or bool(t.maybe("trusted", True) and not game.is_agreed(t))


def stand(t: Any, seq: int, position: Event) -> None:
    """Set a hand to a recorded position; the rest is open."""
    t.set(begun=True, cards_dealt=True, over=None)
    turn, owing = (t.seat_of(position.get(field, "")) for field in ("turn", "owes"))
    out = [t.seat_of(name) for name in position.get("out", ())]
    for seat in t.seats if "out" in position else ():
        t.left[seat] = t.left.get(seat) or (game.WITHDREW if seat in out else "")
    if "offer" in position:
        set_offer(t, seq, position["offer"], turn)
    if turn is not None and not t.maybe("held"):
        t.set(turn=turn, step=t.start)
    if owing is not None:
        t.owes[owing], t.unpaid, t.debt_reported[owing] = (seq,), owing, False


def set_offer(t: Any, seq: int, offer: Mapping[str, Any], turn: Seat | None) -> None:
    """Set the card on offer from a position; the player in turn still holds a drawn one."""
    seat = t.seat_of(offer["from"])
    if seat is None:
        return
    t.let(stock=lambda: t.stock + 1, draws=lambda: t.draws - 1)
    happen(t, t.act(seq, {"player": seat.name, "card": offer["card"]}, game.draw, seat))
    drawn = offer.get("drawn", True)
    t.set(drawn=drawn, held=drawn and turn is seat, set_down=turn is not seat)
    if drawn and turn is None:
        t.forget("held", "set_down")  # they may still decide
    if not t.maybe("held", True):
        t.drew[seat] = without(t.drew[seat], [t.offer])


class Evening(Witness):
    """A table that plays for money."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.last_bet: int | None = None
        self.hands_in_pot = 0
        self.winnerless: bool | None = False
        """True if the previous hand had no winner; None if that is open."""
        self.began: tuple[money.OpeningStakes, ...] = ()
        """The start of each hand: the bets, and what lay in the middle."""
        self.paid: tuple[tuple[Payment, ...], ...] = ()
        self.unclear: frozenset[int] = frozenset()
        """The hands whose payments may be missing."""
        self.unconfirmed: tuple[Hand, tuple[Any, ...]] | None = None
        """The hand before a line that needs an unrecorded deal or Cambio, and the lines since."""

    # ---- seats

    def sits(self, name: str) -> bool:
        """Return whether a player of this name is at the table now."""
        return self.known(name) in self.seated

    def _over(self, *, if_open: bool) -> list[bool]:
        """Return whether the last hand is decided or out of cards, in each of its readings."""
        return [
            bool(one.maybe("over", if_open) or known(partial(game.out_of_cards, one), if_open))
            for one in self.every_reading
        ]

    @property
    def inside_hand(self) -> bool:
        """True if a hand is certainly in play, neither decided nor out of cards."""
        return not self.unconfirmed and bool(self.hands) and not any(self._over(if_open=True))

    @property
    def pot_is_carried(self) -> bool:
        """True if a pot is carried over, or will be if the last hand has no winner."""
        if not self.hands or not all(self._over(if_open=False)):
            return False
        began = self.began[-1]._replace(open=frozenset())  # apart from earlier money
        worlds = best(self.every_reading)
        settled = self._agreed({hand: money.settle(hand, began) for hand in worlds})
        is_open = money.MAIN in settled.open or self.ends_early(len(self.hands))
        return settled.winner is None and not is_open

    def ends_early(self, number: int) -> bool:
        """Return whether the record ends a hand that a player may have won after all."""
        return ("end.early", "") in self.hands[number - 1].already_reported

    # ---- events

    def _around(self, seq: int, event: Event) -> None:
        match event["type"]:
            case "join":
                self._join(seq, event)
            case "leave":
                if self.inside_hand:
                    self._report(seq, "event.phase", INSIDE, what=Word("a player leaving"))
                if not self.sits(event["player"]):
                    self._report_stranger(seq, event["player"])
                    return
                at = self.seated.index(str(self.known(event["player"])))
                rest = (*self.seated[:at], *self.seated[at + 1 :])
                if self.seated[at] == self.next_dealer:
                    self.next_dealer = rest[at % len(rest)] if rest else None
                self.seated = rest
            case _:
                if event["type"] == "house":
                    self._close_out(seq)
                super()._around(seq, event)
                about = event["event"] if event["type"] == "forgive" else 0
                if event["type"] == "ruling" and event["decision"] == "forgiven":
                    about = self.disputes.get(event["dispute"], 0)
                for hand in self.every_reading if about else ():
                    if event["type"] == "forgive":
                        hand.last_event = max(hand.last_event, seq)
                    pardon(hand, about, seq)

    def _join(self, seq: int, event: Event) -> None:
        fits = len(self.seated) < MOST_PLAYERS and not self.sits(event["player"])
        if self.inside_hand:
            self._report(seq, "event.phase", INSIDE, what=Word("a player sitting down"))
        elif not fits:
            text = "{player} cannot sit down: {most} players at most, and each of them once."
            self._report(seq, "event.phase", text, player=event["player"], most=MOST_PLAYERS)
        elif self.house["carry_join"] == "locked" and self.pot_is_carried:
            text = "{player} sat down while a pot is carried over."
            self._report(seq, "seat.carry", text, event["player"], player=event["player"])
        if not self.sits(event["after"]):
            self._report_stranger(seq, event["after"])
        if not fits:
            return
        name = self.known(event["player"]) or event["player"]
        if name not in self.players:
            self.players = (*self.players, name)
            self._names = {**self._names, fold(name): name}
        after = self.known(event["after"])
        at = self.seated.index(after) + 1 if after in self.seated else len(self.seated)
        self.seated = (*self.seated[:at], name, *self.seated[at:])
        if self.next_dealer is not None and self.hands and after == self.hands[-1].seats[-1].name:
            self.next_dealer = name

    # ---- hands

    def _open(self, seq: int, event: Event) -> None:
        number, bet = len(self.hands), event["bet"]
        super()._open(seq, event)
        if len(self.seated) < self.game.players[0]:
            self._report(seq, "event.phase", NO_PLAYERS, what=Word("a hand"))
        if len(self.hands) == number:
            return
        self.hands_in_pot += 1
        hand = self.hands[-1]
        hand.set(bet=bet)
        bets = {seat.name: int(bet) for seat in hand.seats}
        named = (*event.get("bets", {}), *event.get("agreed_by", ()))
        stranger = next((name for name in named if not self.sits(name)), None)
        if stranger is not None and self.sits(event["dealer"]):
            self._report_stranger(seq, stranger)
        own = {str(self.known(name)): amount for name, amount in event.get("bets", {}).items()}
        bets |= {name: amount for name, amount in own.items() if name in bets}
        self._judge_bet(seq, event, bets)
        self.last_bet = bet
        last = self.results[-1] if self.results else None
        brought = (last.carried, last.side_carried, last.open_later) if last else (0, {})
        self.began = (*self.began, money.OpeningStakes(bet, bets, self.hands_in_pot, *brought))
        self.paid, self.unconfirmed = (*self.paid, ()), None

    def _judge_bet(self, seq: int, event: Event, bets: Mapping[str, int]) -> None:
        bet, before = event["bet"], self.last_bet
        for player, amount in bets.items():
            if amount != bet:
                text = "{player} put in {amount}, but the bet is {bet}."
                self._report(seq, "bet.equal", text, player, player=player, amount=amount, bet=bet)
        if before in (None, bet) or self.winnerless is None or self.ends_early(len(self.hands) - 1):
            return
        agreed, carry = event.get("agreed_by"), self.house["carry_bet"]
        all_agreed = agreed is None or {self.known(name) for name in agreed} >= bets.keys()
        if not self.winnerless:
            if not all_agreed:
                text = "The bet changed from {before} to {bet}, and not everybody agreed."
                self._report(seq, "bet.changed", text, before=before, bet=bet)
        elif carry == "locked" or (carry == "unanimous" and not all_agreed):
            text = "A pot is carried over, but the bet changed from {before} to {bet}."
            self._report(seq, "bet.carry", text, before=before, bet=bet)

    def _close_last(self, seq: int, event: Event) -> None:
        if len(self.results) == len(self.hands):
            return
        self._leave_unwritten(self.hands[-1], seq)
        worlds, money_of = self.every_reading, {}
        for hand in self._each_of(worlds):
            if not hand.maybe("over"):
                act = hand.act(seq, event, self.game.events["end"])
                self._report_faults(hand, act, self.rules.faults(hand, act))
                game.end_hand(hand, seq)
            money_of[hand] = money.settle(hand, self.began[-1])
            hand.findings += self._findings_at_the_end(hand, money_of[hand])
        kept = best(worlds, margin=1)
        self.findings += shared(kept)
        self._be_in(kept[0])
        settled = self._agreed({hand: money_of[hand] for hand in best(kept)})
        self.worlds, kept[0].findings, kept[0].slips = (), [], 0
        self.results = (*self.results, settled)
        self.winnerless = settled.winner is None
        if settled.kind == "undecided" and money.MAIN in settled.open:
            self.winnerless = None
            self.next_dealer = None  # the next deal depends on the missing lines
        if not self.winnerless or (self.hands[-1].unwritten and self.winnerless is None):
            self.hands_in_pot = 0

    def _agreed(self, worlds: Mapping[Hand, money.Settled]) -> money.Settled:
        """Return the settlement of the last hand if these worlds agree, else an undecided one."""
        first, *others = worlds.values()
        if not others:
            return first
        first = copy(first)
        if len({(hand.kind, hand.winner, hand.win) for hand in worlds.values()}) > 1:
            nobody = next(iter(worlds)).fork()
            nobody.set(over="undecided", winner=None, win=None)
            won = [one.winner for one in (first, *others) if one.winner is not None]
            first = money.settle(nobody, self.began[-1])
            first.open |= {money.MAIN}
            first.doubtful = won[0] if won else None
        elif any(hand.net != first.net for hand in others):
            first.open |= {money.MAIN, *(side.game for side in first.sides)}
        for hand in others:
            first.open |= hand.open
            first.open_later |= hand.open_later
        if money.MAIN in first.open and first.winner is None:
            first.open_later |= {money.MAIN}
        return first

    def _findings_at_the_end(self, hand: Hand, settled: money.Settled) -> list[Finding]:
        if not hand.maybe("over"):
            return []
        found = [*money.findings(hand, settled), *money.wrong_results(hand, settled)]
        if self.paid[hand.number - 1] and (paid := money.evening(self).finding(hand.number)):
            found.append(paid)
        return [finding for finding in found if finding.rule in self.rules.by_id]

    def settled(self, number: int) -> money.Settled:
        """Return the settlement of a hand."""
        if number <= len(self.results):
            settled: money.Settled = self.results[number - 1]
            return settled
        money_of = self._money_now()
        return self._agreed({hand: money_of[hand] for hand in best(self.every_reading)})

    def _money_now(self) -> dict[Hand, money.Settled]:
        """Return the settlement of the last hand in each of its readings."""
        found = (self.worked_out or {}).get("money")
        if found is None:
            found = {hand: money.settle(hand, self.began[-1]) for hand in self.every_reading}
        if self.worked_out is not None:
            self.worked_out["money"] = found
        return found

    # ---- gaps

    @property
    def every_reading(self) -> tuple[Any, ...]:
        """The last hand in every reading of its record; empty before the first hand."""
        return self.worlds or self.hands[-1:]

    def _gap(self, seq: int, event: Event) -> None:
        named = [event.get("turn"), event.get("owes"), event.get("offer", {}).get("from")]
        for name in (*named, *event.get("out", ()), *event.get("melds", {})):
            if name is not None and self.known(name) is None:
                self._report_stranger(seq, name)
        for hand in self.every_reading:
            doubt_disqualifications(hand)
        if not self.hands or self.hands[-1].maybe("over"):
            super()._gap(seq, event)
            self.winnerless = None
            for hand in self.every_reading:
                doubt_winning_melds(hand)
                hand.may_be_seen = type(hand.may_be_seen).fromkeys(hand.seats, True)
                hand.holes |= hand.maybe("over") in (None, "automatic")
                hand.stakes_open |= hand.holes
            self.unclear |= {len(self.hands)}
            return
        worlds = self.every_reading
        for world in self._each_of(worlds):
            world.last_event = max(seq, world.last_event)
            before_the_deal = world.stakes_open or not world.dealt_at
            self._gap_in(world, seq, event)
            world.set(stakes_open=before_the_deal and world.holes)
        self._go_on_with(merged(worlds))
        if any(reading.maybe("over") for reading in self.every_reading):
            self.unclear |= {len(self.hands)}  # its payments may be in the gap, too

    def _is_unplayed(self, hand: Any) -> bool:
        """Return whether an open hand has no recorded act of play."""
        given = any(hand.given.values()) or any(hand.left.get(seat) for seat in hand.seats)
        return not (hand.maybe("over", 1) or hand.maybe("draws", 1) or hand.declarations or given)

    def _leave_unwritten(self, hand: Any, seq: int, *, whole: bool = True) -> None:
        """Treat unrecorded play of the last hand (unless ``whole``, only its end) as a gap."""
        if self.unconfirmed is not None and self.unconfirmed[0].maybe("cards_dealt", True):
            self._read_again(hand)
        if hand.lone_lines:
            self._read_lone_lines(hand)
        for world in self.every_reading:
            unplayed = self._is_unplayed(world)
            if unplayed or not (whole or world.maybe("over", 1) or world.missing_lines):
                world.unwritten = unplayed
                self._gap_in(world, seq, {})

    def _gap_in(self, hand: Any, seq: int, event: Event) -> None:
        """Make everything open that a gap may hide, and apply the facts that it records."""
        self.unconfirmed = None
        draws = hand.maybe("draws", 0)
        melds_of = {hand.seat_of(name): melds for name, melds in event.get("melds", {}).items()}
        is_dealt = hand.maybe("cards_dealt")
        before = hand.maybe("stock", hand.size_of_stock) if is_dealt else 52
        gone = {face for face, count in hand.located.items() if count} - hand.loose
        offer = hand.maybe("offer")
        dead = tuple(card for card in hand.pile if card in gone and card != offer)
        hand.gap(event.get("stock"))
        if hand.unwritten:
            hand.cards_dealt = True
        # no card goes back into the deck, and dead cards stay dead
        hand.gone |= gone
        hand.pile, hand.located = dead, dict.fromkeys(dead, 1)
        if event.get("stock", 0) > before:
            text = "The record gives the deck {count} here, but before it had only {most} left."
            self._report(seq, "card.count", text, count=in_words(event["stock"]), most=before)
            hand.forget("stock")
        drawn = hand.size_of_stock - event.get("stock", hand.size_of_stock) if is_dealt else 0
        if max(draws, drawn) > 1:
            hand.draws = max(draws, drawn)
        hand.holes |= not draws
        for seat in hand.seats:
            hand.may_be_seen[seat] = True
            hand.recorded_melds[seat] = ()
            hand.drew[seat] = without(hand.drew[seat], [offer] if offer else [])
            if (melds := melds_of.get(seat)) is not None:
                seen = ([hand.see("", card, None, None) for card in cards] for cards in melds)
                hand.melds[seat] = tuple(game.bits(tuple(cards)) for cards in seen)
                hand.melded[seat] = hand.melded.get(seat) or (seq if melds else 0)
                game.look_for_a_win(hand, seat, seq)

    def _position(self, seq: int, event: Event) -> None:
        self._gap(seq, event)
        for hand in self.every_reading:
            if not hand.maybe("over"):
                stand(hand, seq, event)
        if self.hand_is_open:
            for rule_id, text, facts in contradictions(event, self.hands[-1].deck):
                self._report(seq, rule_id, text, **facts)

    # ---- acts

    def _play(self, hand: Any, seq: int, event: Event, form: Declared) -> None:
        facts = hand.__dict__
        if self.unconfirmed is not None or form is game.declare:
            self._assume(hand, seq, event, form)
        goes_on = form in game.IS_PLAY and facts.get("over", 1) is None and hand.dealt_at
        if goes_on and facts.get("cards_dealt") and not self.worlds:
            super()._play(hand, seq, event, form)
            return
        is_open = hand.lone_lines or self.unconfirmed or not hand.maybe("cards_dealt", True)
        shows = form in (game.show, game.win) and bool(is_open)
        shows |= form is game.end and event.get("why") != ABANDONED
        pays = form is game.payment and not known(partial(game.out_of_cards, hand))
        if form is game.result or shows or pays:
            self._leave_unwritten(hand, seq, whole=form is not game.result)
        if form is game.payment:
            self._pay_money(hand, seq, event)
            return
        is_player = form in game.FROM_THE_DEAL and hand.seat_of(event["player"])
        if is_player and not (hand.maybe("cards_dealt", True) or hand.maybe("over")):
            self.unconfirmed = hand.fork(), ((seq, (event, form)),)
            hand.cards_dealt = True
        for world in self.every_reading if form in game.IS_PLAY else ():
            if world.maybe("over") and may_go_on(world, form):
                world.forget("over", "winner", "win")
                world.doubted = True
                self._gap_in(world, seq, {})
        if form is game.disqualify and not self.is_earlier(event.get("event", 1), seq):
            self._report_reference(seq, form.type, event["event"])
        super()._play(hand, seq, event, form)
        for world in self.every_reading:
            if not world.dealt_at and world.maybe("cards_dealt"):
                world.dealt_at = seq

    def _assume(self, hand: Any, seq: int, event: Event, form: Declared) -> None:
        """Note lines that a deal or a Cambio makes right, as long as it may be unrecorded."""
        before, lines = self.unconfirmed or (None, ())
        if before is None:
            seat, cards = hand.seat_of(event["player"]), cards_of(event.get("cards", ()))
            if opening.needs_cambio(hand, seat, event["win"], cards & DECK):
                self.unconfirmed = hand.fork(), ((seq, (event, form)),)
        elif form is game.deal and not before.maybe("cards_dealt", True):
            self._read_again(hand)
        elif form in (game.draw, game.cambio):
            self.unconfirmed = None  # play is recorded from here on
        elif form not in (game.show, game.win, game.result, game.end, game.payment):
            self.unconfirmed = before, (*lines, (seq, (event, form)))

    def _read_again(self, hand: Any) -> None:
        """Judge lines again: before the deal, which follows, or after an unrecorded Cambio."""
        (before, lines), self.unconfirmed = self.unconfirmed or (hand, ()), None
        self.findings = [found for found in self.findings if found.event not in dict(lines)]
        hand.go_back(before)
        if hand.maybe("cards_dealt", True):
            hand.cambio_assumed, hand.doubted = True, bool(hand.declarations)
            for seat in hand.seats:
                opening.forget_cards(hand, seat)
        for seq, line in lines:
            super()._play(hand, seq, *line)

    def _stands_without(self, hand: Hand, seq: int, event: Event, form: Declared) -> bool:
        """Treat a move of cards by a stranger as a gap: any player may have made it."""
        seat = hand.seat_of(event["player"]) if form.is_act else None
        if seat is not None or not form.is_act:
            happen(hand, hand.act(seq, event, form, seat))
        elif form.moves is not None:
            self._gap_in(hand, seq, {})
        return False

    def _pay_money(self, hand: Hand, seq: int, event: Event) -> None:
        """Record a payment, which ends the hand if the cards allow it."""
        worlds = self.worlds or (hand,)
        act = hand.act(seq, event, game.payment)
        in_order = [world for world in worlds if not self.rules.faults(world, act)]
        if not in_order:
            self._report_faults(hand, act, self.rules.faults(hand, act))
            return
        names = [event[side] for side in ("from", "to") if event[side] != THE_MIDDLE]
        stranger = next((name for name in names if self.known(name) is None), None)
        if stranger is not None:
            self._report_stranger(seq, stranger)
        self._go_on_with(in_order)
        self._close_out(seq)
        for world in in_order:
            game.end_hand(world, seq)
        giver, taker = (self.known(event[side]) or event[side] for side in ("from", "to"))
        payment = Payment(giver, taker, event["amount"], seq)
        self.paid = (*self.paid[:-1], (*self.paid[-1], payment))

    def _close_out(self, seq: int) -> None:
        """Run the rules that look back at a hand whose last card is dead."""
        worlds = self.every_reading
        for world in self._each_of(worlds):
            if known(partial(game.out_of_cards, world)):
                ends = world.act(seq, {"type": "hand"}, self.game.events["end"])
                self._report_faults(world, ends, self.rules.faults(world, ends))
        if worlds:
            self._go_on_with(worlds)

    # ---- the report

    def found(self, since: int, *, final: bool) -> list[Finding]:
        """Return the findings from hand ``since`` on; those that may change only if ``final``."""
        kept, unsure = self._kept(since), dict(self.unconfirmed[1] if self.unconfirmed else ())
        worlds = [copy(reading) for reading in self.every_reading]
        if final and len(self.results) < len(self.hands):
            for world, settled in zip(worlds, self._money_now().values(), strict=True):
                world.findings = [*world.findings, *self._findings_at_the_end(world, settled)]
        if worlds:
            kept += shared(best(worlds, margin=1))
        paid = money.evening(self)
        kept = [finding for finding in kept if final or finding.event not in unsure]
        kept = [finding for finding in kept if not self._is_taken_back(finding, kept, paid)]
        return sorted(kept, key=lambda finding: (finding.event, finding.rule))

    def _is_taken_back(self, finding: Finding, kept: Sequence[Finding], paid: Payments) -> bool:
        """Return whether a late declaration or later payments supersede a finding."""
        if finding.rule == "payment.wrong":
            return paid.is_put_right(finding.hand)
        late = ("auto.late", finding.hand, finding.player)
        said = ((other.rule, other.hand, other.player) for other in kept)
        return finding.rule == "auto.missed" and late in said

    def status(self, finding: Finding) -> str | None:
        """Return the status of a finding; a disqualifying offence may be enforced, too."""
        for offence in self.hands[finding.hand - 1].offences if finding.hand else ():
            same = (offence.seq, offence.rule, offence.seat.name)
            if same == (finding.event, finding.rule, finding.player):
                if offence.enforced:
                    return "enforced"
                return "forgiven" if offence.forgiven or offence.seq in self.forgiven else "open"
        return super().status(finding)

    def undecided(self) -> list[Undecided]:
        """Return the open questions."""
        every = [(hand, self.settled(hand.number)) for hand in self.hands]
        asked = [question for hand, settled in every for question in questions(hand, settled)]
        return [question for question in asked if question.rule in self.rules.by_id]

    def report(self, events: int, spell: SpellCard) -> Report:
        """Return the report of a log of ``events`` lines."""
        every = [self.settled(hand.number) for hand in self.hands]
        account, is_open = money.evening(self).account(), any(hand.open for hand in every)
        pots = every[-1].side_carried if every else {}
        return self.filled_in(
            events, spell, self.found(0, final=True),
            [money.account(self, *pair) for pair in zip(self.hands, every, strict=True)],
            self.undecided(),
            carried=every[-1].carried if every else 0,
            side_carried={name: pot for name, pot in pots.items() if pot},
            totals=account.totals,
            account=account.to_dict(is_open=self.hand_is_open or is_open),
        )  # fmt: skip

    def standing(self) -> Report:
        """Return the part of the report with the standings."""
        totals = money.evening(self).account().totals
        fields = {"game": self.rulebook.name, "players": list(self.players), "totals": totals}
        return Report(fields)
