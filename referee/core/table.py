"""The table: it reads a log event by event, judges and applies each, and counts the hands.

It is the `Play` of the replay (see ``referee.judging.replay.Play``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, final

from referee.core.cards import without
from referee.core.declaring import Event as Declared
from referee.core.declaring import Game
from referee.core.facts import known
from referee.core.hand import ABANDONED, Act, Hand, Seat
from referee.core.happening import close, happen, release, renew
from referee.core.melds import Meld, set_recorded
from referee.core.rules import Fault, RuleSet, rule_set
from referee.core.worlds import merged
from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event, Numbered, refers_soundly
from referee.judging.findings import UNFORGIVABLE, VIOLATION, Finding
from referee.judging.names import fold
from referee.judging.rulebook import House, Rulebook, agreed
from referee.wording.language import N_, Plural, Word


class Moment(NamedTuple):
    """The table before a hand is opened, with the last hand in all its readings."""

    facts: Mapping[str, Any]
    findings: int
    last: tuple[Hand, ...]


class Table:
    """A game being judged: its players, house rules, hands and findings."""

    def __init__(self, game: Game, rulebook: Rulebook, opening: Event) -> None:
        self.game, self.rulebook, self.opening = game, rulebook, opening
        self.rules: RuleSet = rule_set(game, rulebook.rule_ids)
        self.players: tuple[str, ...] = tuple(opening["players"])
        self.seated = self.players
        """The players at the table now, in turn order."""
        self._names = {fold(name): name for name in self.players}
        self.house: House = rulebook.house(opening.get("house", {}))
        self.opening_house = self.house
        self.findings: list[Finding] = []
        self.hands: tuple[Hand, ...] = ()
        self.worlds: tuple[Hand, ...] = ()
        """The readings of the last hand, the best (in ``hands``) first; empty for a single one."""
        self.rounds = 0
        """The number of hands that count, without those that were given up."""
        self.rounds_open = False
        """True if it is open whether a hand was given up."""
        self.is_full = False
        self.next_dealer: str | None = None
        self.forgiven: frozenset[int] = frozenset()
        self.disputes: Mapping[int, int] = {}
        self.snapshots: list[Moment] = []
        self.worked_out: dict[str, Any] | None = {}
        """The answers worked out from the table as it stands; None while it changes."""

    @property
    def hand(self) -> Hand | None:
        """The hand in play, or the last one; None before the first, or after the game's last."""
        return None if self.is_full or not self.hands else self.hands[-1]

    def known(self, name: str) -> str | None:
        """Return the player's name as first written; None for a stranger."""
        return self._names.get(fold(name))

    @property
    def is_complete(self) -> bool:
        """True if the game has had all its hands."""
        return self.is_full or (not self.rounds_open and self.rounds == self.game.hands)

    @property
    def hand_is_open(self) -> bool:
        """True if a hand is certainly being played."""
        hand = self.hand
        return hand is not None and not hand.maybe("over", True)

    inside_hand = hand_is_open
    """True if the house rules cannot change now."""

    def status(self, finding: Finding) -> str | None:
        """Return the status of a finding; None for a kind that cannot be forgiven."""
        if finding.kind in UNFORGIVABLE:
            return None
        return "forgiven" if finding.event in self.forgiven else "open"

    # ---- events

    @final
    def play_on(self, events: Iterable[Numbered]) -> None:
        """Judge these events one after another, and apply each."""
        declared, hand = self.game.events, self.hand
        self.worked_out = None
        for seq, event in events:
            form = declared.get(event["type"])
            if form is None:
                self._around(seq, event)
                hand = self.hand
            elif hand is not None:
                if seq > hand.last_event:
                    hand.last_event = seq
                hand.timeline.append(seq)
                if hand.lone_lines or form.is_lone:
                    self._note_lone_line(hand, seq, event, form)
                self._play(hand, seq, event, form)
                hand = self.hands[-1]
            elif not (self.hands or any(one.rule == "event.phase" for one in self.findings)):
                text = "The record has {what} before the first hand."
                self._report(seq, "event.phase", text, what=Word(form.form.what))
        self.worked_out = {}

    def _play(self, hand: Hand, seq: int, event: Event, form: Declared) -> None:
        seat = None
        if form.is_act:
            seat = hand.by_name.get(event["player"]) or hand.seat_of(event["player"])
        if (seat is None or form.names_others) and (stranger := self._stranger(form, event)):
            self._report_stranger(seq, stranger)
            if not self._stands_without(hand, seq, event, form):
                return
            event = self._without_strangers(event)
        hooks = self.game.hooks
        if (form.result or form.alone) and (form.type != "end" or hand.lone_lines):
            self._leave_unwritten(hand, seq)
        if form.in_turn and "left_out" in hooks:
            for implied, other in known(partial(hooks["left_out"], hand, form, seat)) or ():
                happen(hand, hand.act(seq, {"player": other.name}, implied, other))
        if hand.contested and not hand.unwritten:
            plays = form.in_turn or form.takes or (form.lays and not form.afterwards)
            if plays or event.get("why") == ABANDONED:
                hand.reopen()
        if hand.back is not None:
            hand.undo(form, seat)
        goes_on = form.in_turn or (form.lays and hand.maybe("irregular", True))
        if goes_on and seat is not None and seat is not hand.__dict__.get("turn"):
            release(hand, form, seat)
        if form.draws and self.game.renews:
            renew(hand)
        if "prepare" in hooks and seat is not None:
            known(partial(hooks["prepare"], hand, form, seat, event))
        act = hand.act(seq, event, form, seat)
        if act.ways or self.worlds:
            self._play_in_worlds(hand, act)
        else:
            self._judge(hand, act)
        if form.ends:
            hand.believed |= form.ends is True
            self.take_score(hand, seq, event)
        if hand.lone_lines and hand.maybe("over"):
            self._read_lone_lines(hand)
            if not hand.maybe("over"):
                close(hand, seq)

    # ---- hands of which only the end is written

    def _note_lone_line(self, hand: Hand, seq: int, event: Event, form: Declared) -> None:
        """Note melds and withdrawals as long as no other act of play is written in the hand."""
        due = any(self.game.events[name].due for name in hand.maybe("written", ()))
        is_play = form.is_act and not form.is_lone and form.type not in ("show", "win")
        if is_play or event.get("why") == ABANDONED:
            hand.lone_lines, hand.unplayed = (), None
        elif hand.lone_lines or (self._is_unplayed(hand) and not due):
            hand.unplayed = hand.unplayed or hand.fork()
            if form.is_lone and (seat := hand.seat_of(event["player"])):
                hand.lone_lines = (*hand.lone_lines, (seq, {**event, "player": seat.name}))

    def _is_unplayed(self, hand: Hand) -> bool:
        """Return whether no act of play of an unfinished hand is written."""
        return bool(known(lambda: not hand.begun and not hand.over))

    def _leave_unwritten(self, hand: Hand, seq: int) -> None:
        """Treat play of which nothing was written, or only how it ended, as a gap."""
        if hand.lone_lines:
            self._read_lone_lines(hand)
        elif self._is_unplayed(hand):
            hand.gap()
            hand.unwritten = True

    def _read_lone_lines(self, hand: Hand) -> None:
        """Read the only acts of a hand as its end: the melds lie there, others have withdrawn."""
        lines, melds = hand.lone_lines, dict[str, list[list[str]]]()
        hand.go_back(hand.unplayed)
        hand.lone_lines, hand.unwritten, self.worlds = (), True, ()
        self.findings = [found for found in self.findings if found.event not in dict(lines)]
        for seq, event in lines:
            player, form = event["player"], self.game.events[event["type"]]
            if form.lays:
                melds.setdefault(player, [])
            self._gap_in(hand, seq, {"melds": melds})
            hand.set(over=None)
            act = hand.act(seq, event, form, hand.seat_of(player))
            self._report_faults(hand, act, self.rules.faults(hand, act))
            if form.lays:
                cards = event["cards"]
                moved = cards if hand.deck.packs == 1 else ()
                others = [meld for meld in melds[player] if not set(meld) <= set(cards)]
                melds[player] = [*[list(without(meld, moved)) for meld in others], cards]
            else:
                happen(hand, act)
        self._gap_in(hand, lines[-1][0], {"melds": melds})

    @final
    def _judge(self, hand: Hand, act: Act) -> None:
        """Judge an act, and apply it."""
        form, seat = act.form, act.seat
        is_blocked = hand.__dict__.get("over") and not form.afterwards
        faults = self.rules.faults(hand, act)
        if faults and self._report_faults(hand, act, faults):
            is_blocked = True
        if form.in_turn or form.type == "deal":
            again = form.misplaced and not act.breaks_turn and (act.is_wrong or act.may_be_wrong)
            undone = again or (act.is_wrong and (form.from_below or form.once))
            hand.back = hand.fork() if undone else None
        if not is_blocked:
            happen(hand, act)
        elif form.in_turn and seat is not None and form.moves is not None and form.moves.is_own:
            known(partial(hand.blur, self.game.hand, seat))  # they may have played all the same

    # ---- worlds

    @final
    def _play_in_worlds(self, hand: Hand, act: Act) -> None:
        """Judge and apply an act in every reading of the record."""
        how = act.seq, act.event, act.form, act.seat
        acts = {}
        for world in self.worlds or (hand,):
            read = act if world is hand else world.act(*how)
            for way in read.ways[:-1]:
                one = world.fork()
                acts[one] = one.act(*how, way)
            acts[world] = world.act(*how, read.ways[-1]) if read.ways else read
        for one in self._each_of(acts):
            self._judge(one, acts[one])
        self._go_on_with(merged([*acts]))

    @final
    def _each_of(self, worlds: Iterable[Hand]) -> Iterator[Hand]:
        """Yield these readings of the last hand. Each is the current hand, and collects the
        findings, until the next."""
        found = self.findings
        for hand in worlds:
            self.findings = hand.findings
            self._be_in(hand)
            yield hand
        self.findings = found

    @final
    def _be_in(self, hand: Hand) -> None:
        """Make this world the current hand."""
        hand.last_event = max(hand.last_event, self.hands[-1].last_event)
        hand.timeline = self.hands[-1].timeline
        self.hands = (*self.hands[:-1], hand)

    @final
    def _go_on_with(self, worlds: Sequence[Hand]) -> None:
        """Go on with these worlds, the best one first. A single world's findings are final."""
        self._be_in(worlds[0])
        self.worlds = tuple(worlds) if len(worlds) > 1 else ()
        if not self.worlds:
            self.findings += worlds[0].findings
            worlds[0].findings, worlds[0].slips = [], 0

    # ---- acts of strangers

    def _stands_without(self, hand: Hand, seq: int, event: Event, form: Declared) -> bool:
        """Open the facts that an act by a stranger may have changed. Return whether the event is
        valid without the stranger."""
        if form.in_turn and not known(lambda: hand.over):
            # a misspelt name: the player in turn has acted
            happen(hand, hand.act(seq, event, form, hand.maybe("turn")))
            hand.forget("turn", "step", "last")  # or it is a line too many
        elif form.moves is not None:
            hand.gap()
        elif form.free:
            hand.forget_facts()
        return not (form.is_act or form.type == "deal")

    @final
    def _report_faults(self, hand: Hand, act: Act, faults: Iterable[Fault]) -> bool:
        """Report the faults of an act. Return True if one of them cancels the act."""
        silenced = False
        for rule, found in faults:
            said = {(rule.id, found.player or "")} if rule.once else set()
            if not said or not said <= hand.already_reported:
                self.findings.append(found)
                hand.already_reported |= said
            silenced |= rule.id in ("event.phase", "hand.over", "deal.order")
            silenced |= rule.id == "deck.empty" and not self.game.renews
            if rule.kind == VIOLATION:
                if rule.is_kept is None or rule.instead or rule.silences:
                    in_turn = known(lambda: act.form in hand.step.then and act.seat is hand.turn)
                    act.breaks_turn = None if in_turn else hand.by_name.get(found.player or "")
                is_own = hand.by_name.get(found.player or "") is act.seat and found.event == act.seq
                act.is_wrong |= rule.is_kept is not None and (not rule.finds or is_own)
        return silenced

    @final
    def _stranger(self, form: Declared, event: Event) -> str:
        """Return the first name in an event that is not in the hand, or an empty string."""
        strange = (name for name in form.people(event) if self.hands[-1].seat_of(name) is None)
        return next((name for name in strange if name != THE_MIDDLE), "")

    def _without_strangers(self, event: Event) -> Event:
        listed = {key: value for key, value in event.items() if isinstance(value, dict)}
        return event | {
            key: {name: entry for name, entry in value.items() if self.known(name)}
            for key, value in listed.items()
        }

    # ---- around the hands

    def _around(self, seq: int, event: Event) -> None:
        kind = event["type"]
        if kind in ("gap", "position") and self.hand is not None and self.hand.lone_lines:
            self._read_lone_lines(self.hand)
        match kind:
            case "hand":
                self._open(seq, event)
            case "gap":
                self._gap(seq, event)
            case "position":
                self._position(seq, event)
            case "house":
                if self.inside_hand:
                    text = N_("The record has a change of house rules inside a hand.")
                    self._report(seq, "event.phase", text)
                self.house = agreed(self.house, event["house"])
            case "join" | "leave":
                text = N_(
                    "The record has a player joining or leaving, which this game does not allow."
                )
                self._report(seq, "event.phase", text)
            case "correct" | "insert":
                if not refers_soundly(seq, event):
                    number = event["event"] if kind == "correct" else event["before"]
                    self._report_reference(seq, kind, number)
            case "dispute" | "ruling" | "forgive":
                self._refer(seq, kind, event)

    def _refer(self, seq: int, kind: str, event: Event) -> None:
        if "by" in event and self.known(event["by"]) is None:
            self._report_stranger(seq, event["by"])
        number = event["dispute"] if kind == "ruling" else event["event"]
        sound = number in self.disputes if kind == "ruling" else self.is_earlier(number, seq)
        cited = event.get("rule")
        if not sound:
            self._report_reference(seq, kind, number)
        elif cited is not None and cited not in self.rulebook.rule_ids:
            text = "The dispute cites the rule {rule}, which this game does not have."
            self._report(seq, "event.reference", text, rule=cited)
        if kind == "dispute":
            self.disputes = {**self.disputes, seq: number if sound else 0}
        elif sound and event.get("decision", "forgiven") == "forgiven":
            self.forgiven |= {number if kind == "forgive" else self.disputes[number]}

    def is_earlier(self, number: int, seq: int) -> bool:
        """Return whether a line comes before ``seq``: an inserted one may have a higher number."""
        hand = self.hands[-1] if self.hands else None
        return 1 <= number < seq or (hand is not None and number in hand.timeline)

    def _open(self, seq: int, event: Event) -> None:
        self.snapshots.append(self.snapshot())
        if self.is_full:
            return
        self._close_last(seq, event)
        if self.is_complete:
            text: str = Plural(
                "The game was over after {count} hand when the record opens another one.",
                "The game was over after {count} hands when the record opens another one.",
                self.rounds,
            )
            self._report(seq, "hand.over", text, count=self.rounds)
            self.is_full = True
            return
        if not self.seated:
            return
        named, due = self.known(event["dealer"]), self.next_dealer
        dealer = named if named in self.seated else due
        at = self.seated.index(dealer or self.seated[-1])
        order = self.seated[at + 1 :] + self.seated[: at + 1]
        hand = self._hand_of(seq, order, is_known=dealer is not None)
        if self.rounds_open:
            # the hand before may count, or not
            hand.forget("round")
            if callable(self.game.dealt):
                hand.gap()  # so the number of dealt cards is open
        if self.hands:
            hand.ask("follows", self.hands[-1])
        self.hands = (*self.hands, hand)
        self.next_dealer = None if dealer is None else order[0]
        if named not in self.seated:
            self._report_stranger(seq, event["dealer"])
        elif due not in (None, named):
            text = "{dealer} deals, but it is {expected}'s deal."
            self._report(seq, "dealer.rotation", text, named, dealer=named, expected=due)

    @final
    def _hand_of(self, seq: int, order: Sequence[str], *, is_known: bool = True) -> Hand:
        """Return the next hand, of these players in turn order; the last one deals if
        ``is_known``."""
        seats = [Seat(name, index) for index, name in enumerate(order)]
        dealer = seats[-1] if is_known else None
        self.rounds += 1
        return Hand(self.game, len(self.hands) + 1, self.rounds, seq, seats, dealer, self.house)

    def _close_last(self, seq: int, event: Event) -> None:
        hand = self.hand
        if hand is None:
            return
        self._leave_unwritten(hand, seq)
        act = hand.act(seq, event, self.game.events["end"])
        self._report_faults(hand, act, self.rules.faults(hand, act))
        hand.believed = True
        if not hand.maybe("over"):
            close(hand, seq)
        if hand.over == "none":
            self.rounds -= 1
        elif known(lambda: hand.given_up, True):
            self.rounds_open = True
        self.count(hand)

    def take_score(self, hand: Hand, seq: int, event: Event) -> None:
        """Record a written score of a hand."""

    def count(self, hand: Hand) -> None:
        """Record the result of a closed hand."""

    def _gap(self, seq: int, event: Event) -> None:
        hand = self.hand
        if hand is not None and (hand.contested or hand.back) and not hand.scores:
            self.next_dealer = None
            hand.reopen()
        if hand is None or hand.maybe("over"):
            self.next_dealer = None
            if hand is not None:
                hand.missing_behind = True
        else:
            hand.last_event = max(seq, hand.last_event)
            self._gap_in(hand, seq, event)

    def _gap_in(self, hand: Hand, seq: int, event: Event) -> None:
        """Make everything open that a gap may hide, and apply the facts that it records."""
        hand.gap(event.get("stock"))
        for name, melds in event.get("melds", {}).items():
            seat = hand.seat_of(name)
            if seat is None:
                self._report_stranger(seq, name)
            elif self.game.lays_melds:
                set_recorded(hand, seat, [Meld(tuple(cards), seq) for cards in melds])

    def _position(self, seq: int, event: Event) -> None:
        """Set the table to a recorded position, at any place in a hand."""
        self._gap(seq, event)
        hand = self.hand
        named = [event["turn"]] if "turn" in event else []
        for name in (*named, *event.get("hands", {}), *event.get("totals", {})):
            if self.known(name) is None:
                self._report_stranger(seq, name)
        if hand is not None and not hand.maybe("over"):
            hand.stand(event)

    # ---- reporting

    def _report(
        self, seq: int, rule_id: str, text: str, player: str | None = None, /, **facts: Any
    ) -> None:
        rule, hand = self.rules.by_id.get(rule_id), len(self.hands)
        if rule is not None:
            self.findings.append(Finding(seq, hand, rule_id, rule.kind, player, (), text, facts))

    def _report_stranger(self, seq: int, name: str) -> None:
        text = "The record names {stranger}, who is not at the table; at the table: {seated}."
        self._report(seq, "player.unknown", text, stranger=name, seated=list(self.seated))

    def _report_reference(self, seq: int, kind: str, number: int) -> None:
        text = N_("This {what} line names event {number}, to which it cannot refer.")
        if not 1 <= number < seq:
            text = N_("This {what} line names event {number}, which does not exist.")
        self._report(seq, "event.reference", text, what=kind, number=number)

    # ---- what the replay asks

    @final
    def snapshot(self) -> Moment:
        """Return a snapshot of this moment, before a hand is opened."""
        last = tuple(hand.fork() for hand in self.worlds or self.hands[-1:])
        facts = {**vars(self), "snapshots": self.snapshots[:]}  # the list would hold itself
        return Moment(facts, len(self.findings), last)

    @final
    def restore(self, snapshot: Moment) -> None:
        """Go back to the moment of a snapshot."""
        facts, findings, hands = snapshot
        self.__dict__.update(facts)
        if last := tuple(hand.fork() for hand in hands):
            self.hands = (*self.hands[:-1], last[0])
            self.worlds = last if self.worlds else ()
        # new lists, because a copy of this table may share the old ones
        self.findings = self.findings[:findings]
        self.snapshots = self.snapshots[:]
