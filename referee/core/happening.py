"""The effects of an event, legal or not: turns begin and end, cards move, faces are seen.

After a slip the core does not guess what the players did next. The doubtful facts become open
(whose turn it is, a player's cards, the top of the pile), and a later line settles them.
"""

from functools import partial

from referee.cards.deck import UNRECORDED
from referee.core.cards import FRESH, Zone, is_blank, without
from referee.core.declaring import Event
from referee.core.facts import OPEN, NotKnown, known
from referee.core.hand import ABANDONED, GIVEN_UP, UNDECIDED, Act, Hand, Seat
from referee.core.turns import DONE


def happen(hand: Hand, act: Act) -> None:
    """Apply an event to the hand."""
    form, seat, facts = act.form, act.seat, hand.__dict__
    if form.in_turn and (seat is None or begin(hand, act)):
        return
    if form.ends:
        why = act.event.get("why")
        if out := act.event.get("out") or act.event.get("winner"):
            note_out(hand, hand.seat_of(out))
        if not hand.maybe("over") and form.ends_now(hand, act):
            close(hand, act.seq, why)
            hand.look_at(act)
        elif form.ends is True and hand.over == UNDECIDED and why == ABANDONED:
            hand.over, hand.given_up = GIVEN_UP, True
    if seat is not None and form.result and hand.shows_all(act):
        zone = hand.game.hand
        hand.put(zone, seat, (*hand.in_melds(zone, seat), *hand.fresh(len(act.faces), zone)))
        hand.look_at(act)
    if form.grows and seat is not None and "onto" not in act.__dict__:
        hand.forget_cards(seat)  # the number of cards that left the hand is open
    cards = see(hand, act) if act.shown else []
    if form.result and form.lays and act.is_wrong:
        hand.lose(*cards)  # they go back
    elif form.moves is not None and seat is not None and (cards or hand.took_none):
        move(hand, act, seat, cards)
    elif form.type == "deal":
        deal(hand, act)
    if form.effect is not None:
        try:
            form.effect(hand, act)
        except NotKnown:
            hand.forget_facts()
            hand.forget("over")
    if facts.get("over") and hand.over_at is None:
        hand.over_at = act.seq
    if form.result and form.lays and act.may_be_wrong:
        hand.forget_seat(seat)  # wrongly laid cards may be taken back
    if form.stage and not act.is_wrong and "written" in facts:
        hand.written |= {form.type}
    if form.in_turn:
        hand.may_go_back = form.picks_up and (act.is_wrong or act.may_be_wrong)
        if facts.get("step") is DONE:
            if form.takes and act.is_wrong:
                may_go_back(hand, act, cards)
            finish(hand, act.seq)


# ---- turns


def release(hand: Hand, act: Event, seat: Seat) -> None:
    """Before an act is judged, make open what another player's unfinished turn left behind.

    They may have laid the card that they owed on the pile. If that turn was faulty, they may have
    taken it back, and another player goes on, perhaps with the card that they took.
    """
    turn, step = hand.maybe("turn"), hand.maybe("step")
    if turn is None or step in (hand.start, DONE):
        return
    may_end = known(lambda: hand.ending, OPEN) is OPEN
    hand.forget_cards(turn)
    hand.lose_top()
    if hand.maybe("irregular", True):
        hand.forget("turn", "step", "stock")
        if act.lays:
            hand.forget_cards(seat)
        if hand.before is not None:
            # a draw shows that the card went back
            hand.set(stock=hand.before.maybe("stock", OPEN) if act.draws else OPEN)
            hand.forget_unlike(hand.before)
    else:
        hand.turns.pop(turn, None)  # what they owed may come late
    if may_end:
        hand.forget("over")


def renew(hand: Hand) -> None:
    """Turn the pile into the stock before a draw, if the stock is or may be empty."""
    if hand.maybe("stock", 0) > 0:
        return
    may_be = hand.maybe("stock") is None
    hand.buried |= may_be
    if hand.buried or len(hand.pile) > 1:
        hand.renew()
        hand.buried = may_be


def begin(hand: Hand, act: Act) -> bool:
    """Begin or continue a turn with an act; return True if the hand was already over."""
    seat, form = act.seat, act.form
    hand.begun = True
    facts, start = hand.__dict__, hand.start
    turn, step = facts.get("turn"), facts.get("step")
    if "over" not in facts and (turn in (None, seat) or step in (None, start)):
        hand.over = None  # play that goes on shows that it is not over
    if step is None or (turn is None and (step is not start or form not in start.then)):
        if not facts.get("irregular"):
            hand.forget("irregular")  # after a gap
        elif form in start.then and seat is not facts.get("last"):
            hand.irregular = None
        hand.set(turn=seat, step=hand.game.step_after(form) or OPEN)
    elif turn is seat and step is not start:
        if act.breaks_turn is not None:
            hand.set(irregular=act.breaks_turn)
            if form.draws and hand.game.renews:
                hand.forget("stock")  # the second card may have gone back
        hand.step = step.then.get(form) or (step if form.takes else DONE)
        return False
    else:
        if step is not start and known(partial(hand.may_act, seat)):
            hand.cut_off = True
            finish(hand, act.seq)
            hand.cut_off = False
            if facts.get("over"):
                return True
        rest = start.then.get(form)
        if rest is None:
            # the card that they took is unrecorded, and may have come from either place
            hand.forget("stock")
            hand.lose_top()
        hand.before = None
        if act.breaks_turn is seat or act.breaks_turn not in (None, turn):
            hand.before = hand.fork()
            skipped = turn or seat
            while skipped is not seat:
                # they may have their turn later, or not at all
                before = hand.fork()
                end_turn(hand, skipped)
                hand.forget_unlike(before)
                hand.skipped |= {hand.turn if seat is facts.get("last") else skipped}
                skipped = hand.after(skipped)
        hand.turn, hand.step, hand.took_none = seat, rest or DONE, rest is None
        if act.breaks_turn is not None:
            hand.irregular = seat if act.breaks_turn is OPEN else act.breaks_turn
        elif rest is None or seat is not facts.get("last"):
            hand.irregular = seat if rest is None else None
        for zone in hand.game.turn_zones:
            facts[zone.name][seat] = ()
    if form in start.then:
        hand.turns[seat] = hand.turns.get(seat, 0) + 1  # after a gap: at least this many
    else:
        hand.turns.pop(seat, None)  # the act before it may come late
    return False


def may_go_back(hand: Hand, act: Act, cards: list[str]) -> None:
    """Open the place of a card that a player took illegally as the last act of a turn."""
    moves = act.form.moves
    assert moves is not None
    if moves.to.kind == "pile":
        return  # everyone has seen it
    if hand.held_in(moves.to, act.seat) is not None:
        hand.blur(moves.to, act.seat, cards)
    if act.form.draws:
        hand.forget("stock")
    else:
        hand.lose_top()


def finish(hand: Hand, seq: int) -> None:
    """End the turn, and the hand if this was its last turn.

    After a faulty turn the next seat is open.
    """
    facts = hand.__dict__
    seat, irregular = hand.turn, facts.get("irregular")
    over = known(lambda: hand.over or hand.ending, OPEN)
    if hand.before is not None and irregular is seat and over:
        over = OPEN  # the turn may be taken back
    for zone in hand.game.turn_zones:
        if kept := facts[zone.name].get(seat):
            # a card was kept, or went back somewhere
            hand.lose(*kept)
            hand.put(zone, seat, ())
            hand.lose_top()
    hand.set(over=over)
    end_turn(hand, seat)
    hand.last, hand.step = seat, hand.start
    is_open = irregular or seat in hand.skipped
    hand.set(turn=OPEN if is_open else known(partial(hand.next_seat, seat), OPEN))
    hand.skipped -= {seat}
    if irregular and (hand.took_none or irregular is not seat):
        hand.forget("step")
    hand.took_none = False
    if over and over is not OPEN and hand.over_at is None:
        hand.over_at = seq


def end_turn(hand: Hand, seat: Seat) -> None:
    """Run the game's hook for the end of a turn of this seat."""
    try:
        hand.ask("after_turn", seat)
    except NotKnown:
        hand.forget_facts()


def close(hand: Hand, seq: int, why: str | None = None) -> None:
    """End the hand as the record says."""
    ending = known(lambda: hand.mid_turn and hand.ending) or known(lambda: hand.ask("closed"))
    kind = ending or UNDECIDED
    if why == ABANDONED:
        # a hand that was over before is not given up
        if hand.maybe("given_up") is not None:
            hand.let(given_up=lambda: not hand.over)
        kind = GIVEN_UP if hand.maybe("given_up") else UNDECIDED
    else:
        hand.given_up = False
    hand.back = hand.fork() if kind == UNDECIDED and not hand.unwritten else None
    stops = known(lambda: hand.ask("may_stop"))
    if known(lambda: hand.mid_turn) and (kind in (GIVEN_UP, UNDECIDED) or not stops):
        hand.forget_cards(hand.turn)
        hand.lose_top()
        hand.irregular = hand.turn
    hand.over, hand.over_at = kind, seq
    if kind == UNDECIDED:
        for seat in hand.seats:
            hand.forget_cards(seat)


def note_out(hand: Hand, seat: Seat | None) -> None:
    """Record who went out according to the table, if play does not show it."""
    fact = hand.game.out
    if seat is None or not fact or not (hand.missing_lines or hand.maybe(fact, OPEN) is OPEN):
        return
    hand.set(**{fact: seat})
    if hand.maybe("over") == UNDECIDED:
        hand.over = known(lambda: hand.ask("closed")) or UNDECIDED


# ---- cards


def see(hand: Hand, act: Act) -> list[str]:
    """Record the faces of the cards that an act shows; return their new names."""
    form, seat = act.form, act.seat
    if act.wrong:
        is_own = form.moves is None or form.moves.is_own
        for other in hand.seats if seat is not None and is_own else ():
            # the line may have the wrong name
            held = hand.held_in(hand.game.hand, other) or ()
            if other is seat or not set(act.wrong).isdisjoint(held):
                hand.forget_cards(other)
        hand.distrust(act.wrong)
        if form.picks_up:
            hand.blur(hand.game.pile, cards=hand.pile[-1:])
        if form.draws:
            hand.lose_order()
            hand.set(stock=hand.maybe("stock", OPEN) if act.breaks_turn is None else OPEN)
        act.shown = [("", UNRECORDED)] * len(act.shown)
        act.faces = [UNRECORDED] * len(act.faces)
        return [*hand.fresh(len(act.shown))]
    shown, zone, cards = act.shown, form.shown_in, []
    if form.lays and form.in_turn and seat is not None and hand.doubts(seat):
        hand.forget_cards(seat)
        shown, zone = [(FRESH, face) for _, face in shown], None
    for card, face in shown if form.type != "deal" else ():
        cards += [face] if card == face else [hand.see(card, face, zone, seat)]
    return cards


def deal(hand: Hand, act: Act) -> None:
    """Give each player the cards of a deal, unless they contradict the record."""
    zone = hand.game.hand
    if not hand.missing_lines:
        hand.stock = hand.size_of_stock
        for seat in hand.seats:
            if hand.held_in(zone, seat) is None:  # the cards are dealt anew
                hand.put(zone, seat, hand.fresh(hand.each))
    for seat, cards in hand.dealt(act.event):
        faces = [UNRECORDED] * cards if isinstance(cards, int) else cards
        if act.wrong:
            faces = [UNRECORDED] * len(faces)
        held = hand.held_in(zone, seat)
        if held is not None and len(held) == len(faces):
            seen = [hand.see(*shown, None, None) for shown in zip(held, faces, strict=True)]
            hand.put(zone, seat, tuple(seen))
        elif zone.kind == "bag":
            if hand.maybe("stock") is not None:
                hand.stock += hand.each - len(faces)
            vars(hand)[zone.name].pop(seat, None)  # the deal may have been corrected


def move(hand: Hand, act: Act, seat: Seat, cards: list[str]) -> None:
    """Move the cards of an act through the zones of its way."""
    form, moves, facts = act.form, act.form.moves, hand.__dict__
    assert moves is not None
    source, to = moves.source, moves.to
    if source.kind != "row":
        _take_out(hand, act, seat, source, cards[:1] if form.with_card else cards)
    if form.with_card:
        _take_out(hand, act, seat, hand.game.stock, cards[1:])
    for earlier in moves.before:
        # the taken card goes to the place of the card that the event names
        held = facts[earlier.name].get(seat, ())
        place = act.event[moves.place] - 1
        row = facts[source.name][seat]
        if len(held) == 1:
            facts[earlier.name][seat] = ()
        into = held[0] if len(held) == 1 else hand.blank()
        facts[source.name][seat] = (*row[:place], into, *row[place + 1 :])
        if "card" not in act.event:
            # it may be anywhere, and appear later
            hand.lose(*cards)
            hand.blur(hand.game.pile)
            hand.forget_cards(seat)
            hand.irregular, hand.buried, cards = seat, True, [hand.blank()]
    if to.kind == "row":
        return
    if to.kind == "pile":
        hand.pile = (*hand.pile, *cards)
        irregular = facts.get("irregular") is seat and hand.before is None
        if irregular or seat not in hand.turns:
            hand.lose_top()  # the line may come late, and the card be taken up already
        return
    if form.to is not None:
        seat = form.to(hand, act)
    there = facts[to.name]
    held = there.get(seat)
    if held is None:
        hand.lose(*cards)  # they join unknown cards
    else:
        there[seat] = (*held, *cards)
        if held and (act.wrong or UNRECORDED in act.faces or any(map(is_blank, cards))):
            hand.mix(to, seat)


def _take_out(hand: Hand, act: Act, seat: Seat, zone: Zone, cards: list[str]) -> None:
    if zone.kind == "stock":
        if "stock" in hand.__dict__:
            hand.stock = max(0, hand.stock - len(cards))
        hand.order, hand.is_renewed = hand.order[: -len(cards)], False
    elif zone.kind == "pile":
        if act.shown and act.shown[0][0] == FRESH:
            hand.blur(zone)  # it may be any of them
            hand.buried = True
        lies_below = cards[0] not in hand.pile[-1:] and cards[0] in hand.pile
        hand.pile = without(hand.pile, cards) if lies_below else hand.pile[:-1]
    elif zone.kind == "bag":
        there = hand.__dict__[zone.name]
        held = there.get(seat)
        if hand.took_none:
            hand.forget_cards(seat)  # they may take it back, or have taken one for it
        elif held is not None:
            rest = without(held, cards)
            misread = len(rest) + len(cards) - len(held)
            if misread or UNRECORDED in act.faces:
                hand.lose(*rest)  # any of them may have gone
                rest = hand.fresh(len(rest) - misread, zone)
            there[seat] = rest
