"""Before the first draw: side bets, the deal, announcements, the Cambio, and declared wins."""

from functools import reduce
from operator import or_
from typing import Any, Final

from referee.cards.deck import DECK, RANK_CARDS, UNRECORDED, cards_of, each
from referee.core.cards import is_blank
from referee.core.declaring import Slip
from referee.core.facts import NotKnown, known
from referee.core.hand import Act, Hand, Seat
from referee.core.shared import wrong_counts
from referee.games.desmoche import game, mending, wins
from referee.games.desmoche.game import NINE, Declared, cambio, declare, desmoche, draw, faces
from referee.games.desmoche.leaving import commit, offences_of, reported_offence, void_deal
from referee.games.desmoche.side_games import SIDE_GAMES, title_of
from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, RECORD, VIOLATION
from referee.judging.remedies import SECOND_CARD_BACK, one_card_passed, struck_out
from referee.wording.language import N_, Word
from referee.wording.sentences import Cards, Sentence

# ---- side bets


@game.side_bet.does
def bets_aside(t: Any, a: Act) -> None:
    """Put stakes into a side pot, unless it is too late."""
    if t.maybe("cards_dealt") or t.maybe("over"):
        return
    named = a.event.get("players")
    names = [seat.name for seat in t.seats if named is None or seat in map(t.seat_of, named)]
    stakes = {game: dict(put) for game, put in t.stakes}
    pot = stakes.setdefault(a.event["side_game"], {})
    for name in names:
        pot[name] = pot.get(name, 0) + a.event["amount"]
    t.stakes = tuple(stakes.items())


def stake_of(t: Hand, seat: Seat, name: str) -> bool:
    """Return whether a player has a stake in a side game."""
    return seat.name in dict(t.stakes).get(name, {})


def of_game(a: Act) -> dict[str, Any]:
    """Return the facts of a sentence about a side game."""
    return {"game": title_of(a.event["side_game"])}


@desmoche.finds(
    "side.timing", game.side_bet, remedy=mending.stakes_back,
    says="The side bet on {game} came after the deal; it is void.",
)  # fmt: skip
def bets_before_the_deal(t: Hand, a: Act) -> list[Slip]:
    """A side bet is placed before the cards are dealt. A later one is void: its money is not in
    the pot.

    Right: Place the side bet before the deal, or in the next hand.
    Source: rule text, Side Games
    """
    return [Slip(None, of_game(a))] if t.cards_dealt or t.over else []


@desmoche.finds(
    "side.not_played", game.side_bet, remedy=mending.stakes_back,
    says="This table does not play {game}; the side bet is void.", binds=("side_games",),
)  # fmt: skip
def bets_on_what_is_played(t: Hand, a: Act) -> list[Slip]:
    """A side bet counts only in a side game that this table plays. Elsewhere it is void.

    Right: The stake goes into a side game that this table plays, or stays in the pocket.
    Source: rule text, Side Games
    """
    if t.cards_dealt or t.over or a.event["side_game"] in t.house["side_games"]:
        return []
    return [Slip(None, of_game(a))]


# ---- the deal


@desmoche.finds(
    "cut.player", game.cut, says="{player} cut the deck; only {right}, on the dealer's right, may.",
)  # fmt: skip
def cuts_on_the_right(t: Hand, a: Act) -> list[Slip]:
    """Only the player on the dealer's right may cut the deck.

    Right: The player on the dealer's right cuts, or nobody does.
    Source: rule text, Dealing
    """
    return [] if a.seat is t.seats[0] else [Slip(a.seat, {"right": t.seats[0].name})]


@game.deal.does
def deals_nine(t: Any, a: Act) -> None:
    """Deal nine cards to each player, as far as recorded."""
    wrong = wrong_counts(a.event, NINE)
    if wrong and t.house["misdeal"] == "redeal":
        void_deal(t, a.seq)
        return
    if t.missing_lines and not t.maybe("cards_dealt"):
        t.set(over=None, draws=0, stock=t.size_of_stock)  # nobody has played before the deal
        for seat in t.seats:
            t.left[seat], t.owes[seat] = "", ()
            t.melds.setdefault(seat, ())
    t.cards_dealt = True
    if t.missing_lines:  # it may be a second one, which does not place the cards
        if wrong:
            t.left.pop(t.seats[-1], None)
        return
    t.stock = t.size_of_stock
    for seat, dealt in t.dealt(a.event):
        cards = [UNRECORDED] * dealt if isinstance(dealt, int) else dealt
        if len(cards) != NINE:
            # extra cards go back to the deck, and which is not known; a short hand is filled
            kept = cards if len(cards) < NINE else []
            faces = [t.see("", face, None, None) for face in kept]
            t.hand[seat] = (*faces, *t.fresh(NINE - len(faces), game.hand))
    t.as_dealt.update(t.hand)
    if wrong:
        commit(t, t.seats[-1], a.seq, "deal.count")


@desmoche.rule(
    "deal.order", game.deal, remedy=struck_out, kind=RECORD, silences=True,
    says="The cards of this hand were dealt already; the first deal stands.",
)  # fmt: skip
def deals_once(t: Hand, a: Act) -> bool:
    """A hand is dealt once, unless a wrong deal was voided. A second deal is a slip in the record,
    and only the first one counts.

    Right: A hand is dealt once: strike the second deal out of the record, or first open the hand
    that it belongs to.
    Source: rule text, Dealing
    """
    if t.holes:
        raise NotKnown("deal")  # the first one may be missing
    return not (t.cards_dealt or t.over)


@desmoche.finds(
    "deal.count", game.deal, game.offence, remedy=mending.dealt_wrongly, kind=DISQUALIFICATION,
    binds=("misdeal",),
    says="{dealer} dealt a wrong number of cards: {wrong}, instead of nine each.",
)  # fmt: skip
def deals_wrong_numbers(t: Hand, a: Act) -> list[Slip]:
    """Everybody is dealt nine cards. After a wrong count the dealer is disqualified: the
    dealer's cards are put aside and not played, extra cards go back to the deck and short hands
    are filled from it. A table may instead deal again, and then nobody is out.

    Right: The dealer counts nine cards to each player before anybody looks at them.
    Source: rule text, Dealing and Disqualification
    """
    again = t.house["misdeal"] == "redeal"
    kind = VIOLATION if again else ""
    if a.form is game.offence:
        if again and t.voided:
            return []
        return [slip._replace(kind=kind) for slip in reported_offence(t, a, "deal.count")]
    counts = wrong_counts(a.event, NINE)
    if not counts or offences_of(t, t.seats[-1], "deal.count"):
        return []
    text = "{name} got {count}"
    wrong = [Sentence(text, {"name": name, "count": count}) for name, count in counts.items()]
    return [Slip(t.seats[-1], {"dealer": t.seats[-1].name, "wrong": wrong}, kind=kind)]


# ---- announcing


def is_late(t: Hand, seat: Seat) -> bool:
    """Return whether it is too late for a player to announce."""
    return bool(t.given[seat]) or t.maybe("draws", 0) > 0


def nine_of(cards: tuple[str, ...] | None) -> int:
    """Return the nine cards of a hand; 0 if not all are known, or there are not nine."""
    named = faces(cards)
    return named if cards is not None and named.bit_count() == NINE == len(cards) else 0


def may_be_dealt(t: Hand, seat: Seat) -> int:
    """Return the cards that may have been dealt to a player."""
    if whole := nine_of(t.as_dealt[seat]):
        return whole
    elsewhere = 0 if t.holes else faces(t.came[seat])
    for other in t.seats:
        elsewhere |= faces(t.as_dealt[other]) if other is not seat else 0
    return DECK & ~elsewhere | faces(t.as_dealt[seat])


def is_false(t: Hand, a: Act) -> bool:
    """Return whether the announced cards do not qualify, or were not dealt to the player."""
    listed, may_be = a.event.get("cards", ()), may_be_dealt(t, a.seat)
    shown = cards_of(listed) if listed and UNRECORDED not in listed else may_be
    best = SIDE_GAMES[a.event["side_game"]].best
    return bool(cards_of(listed) & ~may_be) or best(shown, True) is None


@game.announce.does
def announces(t: Any, a: Act) -> None:
    """Record an "I have it" in a side game, in time or late."""
    t.cards_dealt = True
    name, seat = a.event["side_game"], a.seat
    made = {(other.game, other.seat): other for other in t.announcements}
    before = made.pop((name, seat), None)
    late = is_late(t, seat)
    if not stake_of(t, seat, name) or (late and before is not None):
        return
    listed_cards = a.event.get("cards", ())
    cards, unread = cards_of(listed_cards), "??" in listed_cards
    if before is not None and not cards:
        cards, unread = before.cards, unread or before.unread
    is_good = not (late or is_false(t, a))
    announced = game.Announcement(name, seat, a.seq, cards, is_good, unread)
    t.announcements = (*made.values(), announced)


def entered(t: Hand, a: Act) -> bool:
    """Return whether this table plays the side game and the player has entered it."""
    if a.event["side_game"] not in t.house["side_games"]:
        return False
    if t.holes and not stake_of(t, a.seat, a.event["side_game"]):
        raise NotKnown("stakes")
    return stake_of(t, a.seat, a.event["side_game"])


@desmoche.finds(
    "side.not_entered", game.announce, remedy=mending.announcement_taken_back,
    says="{player} announced {game} without having entered it.",
)  # fmt: skip
def announces_where_entered(t: Hand, a: Act) -> list[Slip]:
    """Only a player who put a stake into a side game can announce in it.

    Right: The player puts a stake into the side game before the deal, or does not announce in it.
    Source: rule text, Side Games
    """
    return [] if entered(t, a) else [Slip(a.seat, of_game(a))]


@desmoche.finds(
    "side.late", game.announce, remedy=mending.announced_in_time, kind=FORFEIT,
    says="{player} announced {game} after passing a card in the Cambio.",
)  # fmt: skip
def announces_in_time(t: Hand, a: Act) -> list[Slip]:
    """A player announces before passing their own card in the Cambio. Later the right is lost.

    Right: The player announces before passing a card in the Cambio.
    Source: rule text, Side Games
    """
    return [Slip(a.seat, of_game(a))] if is_late(t, a.seat) and entered(t, a) else []


@desmoche.finds(
    "side.false", game.announce, remedy=mending.announcement_taken_back,
    says="{player} announced {game}, but {cards} does not qualify; {game} takes {what}, as dealt.",
)  # fmt: skip
def announces_truly(t: Hand, a: Act) -> list[Slip]:
    """Cards announced in a side game must qualify, and must have been dealt to the player. A false
    announcement is reported at once if it is known then, otherwise where the cards show it.

    Right: Announce and show only cards that qualify and that were dealt to the player.
    Source: rule text, Side Games
    """
    if is_late(t, a.seat) or not entered(t, a) or not is_false(t, a):
        return []
    cards, what = cards_of(a.event.get("cards", ())), SIDE_GAMES[a.event["side_game"]].plain
    named = Cards(cards) if cards else Word("what was dealt")
    return [Slip(a.seat, {**of_game(a), "cards": named, "what": Word(what)})]


# ---- the Cambio


def nothing_remains(t: Hand, seat: Seat, name: str, card: str) -> bool:
    """Return whether passing this card leaves a player without qualifying cards in a side game."""
    dealt, best = t.as_dealt[seat] or (), SIDE_GAMES[name].best
    whole = nine_of(dealt) or nine_of(
        tuple({name for card in dealt for name in t.named.get(card, (card,))})
    )
    gone = game.bit(card) & whole
    kept = whole & ~faces(t.given[seat]) & ~gone
    return bool(gone) and best(whole, True) is not None and best(kept, True) is None


def valid_announcements(t: Hand, seat: Seat) -> list[game.Announcement]:
    """Return the announcements of a player that are not disproved."""
    return [announced for announced in t.announcements if announced.seat is seat and announced.good]


@cambio.does
def passes(t: Any, a: Act) -> None:
    """Pass a card face down from one hand to another."""
    t.cards_dealt = True
    seat, to = a.seat, game.receiver(t, a)
    card = a.event["card"]
    for announced in valid_announcements(t, seat) if t.house["side_passed"] == "loses" else ():
        if nothing_remains(t, seat, announced.game, card):
            others = (other for other in t.announcements if other is not announced)
            t.announcements = (*others, announced._replace(good=False))
    for other in (seat, to) if t.given[seat] else ():
        t.forget_cards(other)  # it may have gone back
    t.holes |= a.contradicts  # another player may have passed it
    t.given[seat] = (*t.given[seat], card)
    t.passed_at[seat] = t.passed_at[seat] or a.seq
    t.came[to] = (*t.came[to], card)
    if t.maybe("begun", True):
        take_up_the_passed(t)
    for other in (seat, to):
        if t.given[other] and t.came[other]:
            take_up(t, other)  # they no longer pass
    judge_declarations(t)


def take_up_the_passed(t: Hand) -> None:
    """Add the cards received in the Cambio to the hands."""
    for seat in t.seats:
        take_up(t, seat)


def take_up(t: Hand, seat: Seat) -> None:
    """Add the cards that a player received in the Cambio to their hand."""
    held, came = t.hand.get(seat), t.passed.get(seat)
    if held is not None and came:
        t.hand[seat] = (*held, *came)
        if any(map(is_blank, came)):
            t.mix(game.hand, seat)  # it is unknown which of them comes out first
    if came:
        t.passed[seat] = ()


@desmoche.rule(
    "cambio.one", cambio, says="{player} passed a second card.",
    remedy=one_card_passed(N_("{player} passes a card to the right.")),
)  # fmt: skip
def passes_one(t: Hand, a: Act) -> bool:
    """In the Cambio each player passes exactly one card. A second card is reported where it is
    passed, a missing one at the first draw.

    Right: Each player passes exactly one card before the first draw.
    Source: rule text, Gameplay
    """
    return t.draws > 0 or bool(t.over) or t.holes or not t.given[a.seat]


def yet_to_pass(t: Hand) -> list[Seat]:
    """Return the players who have passed no card, if there is anybody to pass it to."""
    ring = [seat for seat in t.seats if not t.left.get(seat)]
    return [seat for seat in ring if not t.given[seat]] if len(ring) > 1 else []


@desmoche.finds(
    "cambio.one", draw, stage=game.OUTSIDE, says="{player} passed no card before the first draw.",
)  # fmt: skip
def passed_none(t: Hand, a: Act) -> list[Slip]:
    """Every player passes a card before the first draw."""
    if t.draws or t.over or t.holes or not any(t.given.values()):
        return []  # if no pass is recorded, this proves nothing
    return [Slip(seat) for seat in yet_to_pass(t)]


@desmoche.finds(
    "cambio.right", cambio, remedy=mending.TO_THE_RIGHT,
    says="{player} passed a card to {to}; it goes to the right, to {right}.",
)  # fmt: skip
def passes_to_the_right(t: Hand, a: Act) -> list[Slip]:
    """The card goes to the player on the right.

    Right: The card goes face down to the player on the right.
    Source: rule text, Gameplay
    """
    if "to" not in a.event or t.draws > 0:
        return []
    right = game.next_playing(t, a.seat)
    return [] if t.seat_of(a.event["to"]) is right else [Slip(a.seat, {"right": right.name})]


@desmoche.rule(
    "cambio.late", cambio, remedy=SECOND_CARD_BACK,
    says="{player} passed another card after the first draw.",
)  # fmt: skip
def passes_in_time(t: Hand, a: Act) -> bool:
    """The Cambio is over when the first card is drawn. Nobody passes a second card then.

    Right: Pass the card before the first draw, or keep it.
    Source: rule text, Gameplay
    """
    return not (t.draws and t.given[a.seat])


@desmoche.finds(
    "side.passed", cambio, remedy=mending.kept_and_shown, kind=FORFEIT, binds=("side_passed",),
    says="{player} gave away {card} in the Cambio and keeps nothing for {game}.",
)  # fmt: skip
def gives_it_away(t: Hand, a: Act) -> list[Slip]:
    """A player who passes announced cards in the Cambio and keeps nothing that qualifies loses the
    right in that side game.

    Right: The player keeps what they announced, and passes another card.
    Source: rule text, Side Games
    """
    if t.house["side_passed"] == "keeps":
        return []
    return [
        Slip(a.seat, {"game": title_of(announced.game)}, cites=(announced.seq,))
        for announced in valid_announcements(t, a.seat)
        if announced.game in t.house["side_games"]
        and nothing_remains(t, a.seat, announced.game, a.event["card"])
    ]


# ---- automatic wins


def hand_after(t: Hand, seat: Seat) -> tuple[str, ...] | None:
    """Return a player's hand including the card received in the Cambio."""
    held = t.hand.get(seat)
    return None if held is None else (*held, *(t.passed.get(seat) or ()))


def cards_behind(t: Hand, declaration: Declared) -> int:
    """Return the cards behind a declaration: the nine shown, or those known to be held."""
    if declaration.cards.bit_count() >= NINE:
        return declaration.cards
    seat = declaration.seat
    cards = t.as_dealt[seat] if declaration.as_dealt else hand_after(t, seat)
    return declaration.cards | faces(cards)


def is_good(t: Hand, won: Declared, *, waits: bool = True) -> bool | None:
    """Return whether a declared win is valid, as far as known; None while a card is to come."""
    is_whole = won.cards.bit_count() >= NINE and t.hand.get(won.seat) is None
    if waits and not (won.as_dealt or t.came[won.seat] or is_whole or t.cambio_assumed):
        return None
    cards = cards_behind(t, won)
    held = t.as_dealt if won.as_dealt else {seat: hand_after(t, seat) for seat in t.seats}
    others = reduce(or_, (faces(held[seat]) for seat in t.seats if seat is not won.seat))
    if waits and won.as_dealt and others and needs_cambio(t, won.seat, won.win, won.cards):
        return None
    given = 0 if won.as_dealt else faces(t.given[won.seat])
    if won.cards.bit_count() >= NINE and (faces(held[won.seat]) & ~cards or given & cards):
        return False  # they hold another card, or have passed one of these
    elsewhere = DECK if nine_of(held[won.seat]) else others
    return wins.may_be(won.win, cards, t.house, elsewhere & ~cards)


def declared_in(t: Hand, a: Act) -> Declared:
    """Return the declaration of an act, judged only if it is false."""
    cards, as_dealt = cards_of(a.event.get("cards", ())), not (t.given[a.seat] or t.cambio_assumed)
    won = Declared(a.seat, a.event["win"], a.seq, cards, as_dealt, None, t.maybe("draws") is None)
    good = is_good(t, won)
    return won._replace(good=False) if good is False or (good and a.wrong) else won


def needs_cambio(t: Hand, seat: Any, win: str, cards: int) -> bool:
    """Return whether a win is false on the dealt cards, but possible after a Cambio that is not yet
    recorded."""
    ring = known(lambda: game.playing(t), [])
    if seat not in ring or len(ring) < 2 or any(t.given.values()) or t.maybe("draws", 1):
        return False
    dealt, given = faces(t.as_dealt[seat]), faces(t.as_dealt[ring[ring.index(seat) - 1]])
    others = reduce(or_, (faces(t.as_dealt[other]) for other in ring if other is not seat))

    def may_be(held: int, elsewhere: int) -> bool:
        return wins.may_be(win, held | cards, t.house, elsewhere)

    came = cards & others
    if came & ~given or came.bit_count() > 1 or (may_be(dealt, others) and not came):
        return False
    return any(may_be(dealt & ~card, others & ~given) for card in (0, *each(dealt)))


def is_proven(t: Hand, declaration: Declared) -> bool:
    """Return whether the cards behind a declared win are certainly that win."""
    cards = cards_behind(t, declaration)
    if declaration.win == "cuatro_cuerpos":
        return any(not rank & ~cards for rank in RANK_CARDS)
    return cards.bit_count() >= NINE and bool(wins.may_be(declaration.win, cards, t.house))


@declare.does
def declares(t: Any, a: Act) -> None:
    """Record a declared automatic win; a valid one ends the hand."""
    t.cards_dealt = True
    declaration = declared_in(t, a)
    seat, cards = a.seat, declaration.cards
    t.sights[seat] = (*t.sights[seat], (cards, a.seq))
    t.unread += max(0, NINE - cards.bit_count())
    t.may_be_seen[seat] |= cards.bit_count() < NINE
    if t.maybe("draws") or not wins.is_played(declaration.win, t.house):
        return
    t.declarations = (*t.declarations, declaration)
    judge_declarations(t)


def judge_declarations(t: Any, *, waits: bool = True) -> None:
    """Judge the declarations that can be judged now; the best valid one wins."""
    if not t.declarations:
        return
    t.declarations = tuple(
        declared
        if declared.good is not None or (good := is_good(t, declared, waits=waits)) is None
        else declared._replace(good=good, cards=cards_behind(t, declared))
        for declared in t.declarations
    )
    standing = rivals(t)
    if standing and t.maybe("over") in (None, "automatic"):
        order = t.house["automatic_order"]
        best = standing[0] if order == "first_declared" else max(
            standing, key=lambda won: (wins.strength(won.win, won.cards, order), -won.seat.index)
        )  # fmt: skip
        t.set(over="automatic", over_at=best.seq, winner=best.seat, win=best.win)
        t.trusted = not any(
            declared.good and not declared.may_be_late and is_proven(t, declared)
            for declared in t.declarations
            if declared.seat is best.seat
        )


def rivals(t: Hand) -> list[Declared]:
    """Return the valid declarations of players in the hand; those as dealt, if there are any."""
    good = [declared for declared in t.declarations if declared.good]
    good = [declared for declared in good if not t.left.get(declared.seat)]
    return [declared for declared in good if declared.as_dealt] or good


@desmoche.finds(
    "auto.late", declare, remedy=mending.declared_in_time, kind=FORFEIT,
    says="{player} declared {win} after the first draw; the win is lost.",
)  # fmt: skip
def declares_in_time(t: Hand, a: Act) -> list[Slip]:
    """An automatic win is declared before the first card is drawn. Declared later it is lost,
    and play goes on.

    Right: Declare the win, and show the nine cards, before anybody draws the first card.
    Source: rule text, Automatic wins
    """
    is_late = wins.is_played(a.event["win"], t.house) and t.draws
    return [Slip(a.seat, {"win": wins.NAMES[a.event["win"]]})] if is_late else []


@desmoche.finds(
    "auto.off", declare, remedy=mending.declaration_taken_back,
    binds=("automatic_wins", "color_win"),
    says="{player} declared {win}, which this table does not play.",
)  # fmt: skip
def declares_what_is_played(t: Hand, a: Act) -> list[Slip]:
    """Only an automatic win that this table plays can be declared.

    Right: Play the hand like any other; this table does not play that win.
    Source: rule text, Automatic wins
    """
    if wins.is_played(a.event["win"], t.house):
        return []
    return [Slip(a.seat, {"win": wins.NAMES[a.event["win"]]})]


NOT_THAT_WIN: Final = "{player} declared {win}, but these cards are not that win: {cards}."


@desmoche.finds(
    "auto.false", declare, remedy=mending.declaration_taken_back, binds=("color_win",),
    says=NOT_THAT_WIN,
)  # fmt: skip
def declares_falsely(t: Hand, a: Act) -> list[Slip]:
    """A declared win does not count if the hand, as shown or known, is not that win. Only cards
    that the player holds count. Play goes on.

    Right: The player checks their nine cards first, and declares only a win that they hold.
    Source: rule text, Automatic wins
    """
    if t.draws or not wins.is_played(a.event["win"], t.house):
        return []
    declaration = declared_in(t, a)
    return [falsely(t, declaration)] if declaration.good is False else []


@desmoche.finds("auto.false", cambio, draw, stage=game.OUTSIDE, says=NOT_THAT_WIN)
def false_after_cambio(t: Hand, a: Act) -> list[Slip]:
    """Find declarations that no card from the Cambio can make true."""
    if t.draws or not t.declarations:
        return []
    waiting, coming = [declared for declared in t.declarations if declared.good is None], [0]
    if a.form is cambio:
        waiting = [one for one in waiting if one.as_dealt or game.receiver(t, a) is one.seat]
        came = game.bit(a.event["card"])
        coming = [came] if came else [*each(DECK)]
    return [
        falsely(t, one) for one in waiting if not any(
            is_good(t, one._replace(cards=cards_behind(t, one) | card), waits=False) is not False
            for card in coming
        )
    ]  # fmt: skip


def falsely(t: Hand, declaration: Declared) -> Slip:
    """Return the slip of a false declaration."""
    facts = {"win": wins.NAMES[declaration.win], "cards": Cards(cards_behind(t, declaration))}
    return Slip(declaration.seat, facts, at=declaration.seq)


@desmoche.finds(
    "auto.missed", draw, stage=game.OUTSIDE, kind=MISSED, remedy=mending.declared_at_all,
    binds=("automatic_wins", "color_win"),
    says=N_("{player} held {win} and did not declare it: {cards}."),
)  # fmt: skip
def misses_a_win(t: Hand, a: Act) -> list[Slip]:
    """A player who holds an automatic win in their nine cards, as dealt or after the Cambio, and
    does not declare it before the first draw has missed it. It is reported only where all nine
    cards are known.

    Right: Show the nine cards and declare the win before the first draw.
    Source: rule text, Automatic wins
    """
    if t.draws or t.over or t.house["automatic_wins"] == "off":
        return []
    found = []
    for seat in game.playing(t):
        declared = [entry.win for entry in t.declarations if entry.seat is seat]
        for cards in (t.as_dealt[seat], hand_after(t, seat)):
            held = wins.held(faces(cards), t.house) if nine_of(cards) else []
            if held and {*held}.isdisjoint(declared):
                facts = {"win": wins.NAMES[held[0]], "cards": Cards(faces(cards))}
                found.append(Slip(seat, facts, cites=(t.dealt_at,) if t.dealt_at else ()))
                break
    return found


# ---- the first draw


def forget_cards(t: Any, seat: Seat) -> None:
    """Forget which cards a player holds, but not how many."""
    if t.hand.get(seat) is not None:
        t.blur(game.hand, seat)


def begin_play(t: Any) -> None:
    """Begin play at the first draw: cards passed in the Cambio join the hands. Where a pass is not
    recorded, both hands become open; if none is recorded at all, only their cards do."""
    t.cards_dealt = True
    judge_declarations(t, waits=False)
    ring = known(lambda: game.playing(t), [])
    for seat in ring if len(ring) > 1 else ():
        if not any(t.given.values()):
            forget_cards(t, seat)
        elif not t.given[seat]:
            for one in (seat, game.next_playing(t, seat)):
                t.forget_cards(one)
    take_up_the_passed(t)
