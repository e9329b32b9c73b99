"""Side games: announcing in time, and showing what was announced."""

from __future__ import annotations

from referee.cards.deck import each
from referee.judging.findings import FORFEIT, VIOLATION, Breach
from referee.judging.kernel.acts import CLOSING, HINDSIGHT
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.closing import MoneyClosing
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.announcing import (
    announced_late,
    counts,
    entered,
    given_away_unseen,
    not_all_dealt,
    nothing_remains,
    perhaps_given_away,
    perhaps_surely_dealt,
    possibly_passed,
    shows_are_open,
    surely_dealt,
)
from referee.rulebooks.desmoche.money.declarations import won_on_trust
from referee.rulebooks.desmoche.money.settlement import Contender, most_shown
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES, title_of
from referee.rulebooks.desmoche.records import Announcement
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.signs import IN_VAIN
from referee.rulebooks.desmoche.unknown import PAST
from referee.wording.language import Plural, Word
from referee.wording.sentences import Cards

shelf = RuleShelf("Side games", rests_on=EVERYTHING)
rule = shelf.rule


@rule("side.not_entered", VIOLATION, on=("announce",), rests_on=PAST)
def side_not_entered(hand: Hand, act: Act) -> Verdict:
    """Only a player who put a stake into a side game can announce in it.

    Right: The player puts a stake into the side game before the deal, or does not announce in it.
    Source: rule text, Side Games
    """
    seat, game = act.seat, act.event["side_game"]
    if seat is None or entered(hand, seat, game):
        return None
    return Breach(
        seat.name,
        "{player} announced {game} without having entered it.",
        {"player": seat.name, "game": title_of(game)},
    )


@rule("side.late", FORFEIT, on=("announce",), signs=IN_VAIN, rests_on=NOTHING)
def side_late(hand: Hand, act: Act) -> Verdict:
    """A player announces before passing their own card in the Cambio. Later the right is lost.

    Right: The player announces before passing a card in the Cambio.
    Source: rule text, Side Games
    """
    seat, game = act.seat, act.event["side_game"]
    if seat is None or not announced_late(hand, seat) or not entered(hand, seat, game):
        return None
    return Breach(
        seat.name,
        "{player} announced {game} after passing a card in the Cambio.",
        {"player": seat.name, "game": title_of(game)},
    )


@rule("side.false", VIOLATION, on=("announce", HINDSIGHT, CLOSING), signs=IN_VAIN, rests_on=NOTHING)
def side_false(hand: Hand, act: Act | MoneyClosing) -> Verdict:
    """What a player announces in a side game must qualify, and must have been dealt to them. The
    finding stands where it is announced if that is known then, otherwise where the cards show it.

    Right: Announce and show only cards that qualify and that were dealt to the player.
    Source: rule text, Side Games
    """
    if isinstance(act, MoneyClosing):
        told = [
            _false_show(hand, contender.announcement, *shown)
            for result in act.result.side_results
            for contender in result.contenders
            if contender.best is None
            and (shown := shown_falsely(hand, act, contender.announcement)) is not None
        ]
        return _unless_on_trust(hand, told)
    if act.type == "announce":
        seat, game = act.seat, act.event["side_game"]
        if seat is None or not act.false or not entered(hand, seat, game):
            return None
        return Breach(
            seat.name,
            "{player} announced {game}, but {cards} does not qualify; it takes {what}, as dealt.",
            {
                "player": seat.name,
                "game": title_of(game),
                "cards": Cards(act.cards) if act.cards else Word("what was dealt"),
                "what": Word(SIDE_GAMES[game].plain),
            },
        )
    return [
        Breach(
            announced.seat.name,
            Plural(
                "{player} announced {game} with {cards}, which was not dealt to {player}.",
                "{player} announced {game} with {cards}, which were not all dealt to {player}.",
                cards.bit_count(),
            ),
            {
                "player": announced.seat.name,
                "game": title_of(announced.side_game),
                "cards": Cards(cards),
            },
            cites=(announced.event,),
            event=max(hand.seen_at.get(card, announced.event) for card in each(cards)),
        )
        for announced in hand.said.values()
        if (cards := disproved(hand, announced)) and hand.plays(announced.side_game)
    ]


def _unless_on_trust(hand: Hand, told: list[Breach]) -> Verdict:
    """What is told when the record is complete; nothing where nobody can tell from it that the hand
    was won, so that it may still be open. To find that out can take long."""
    return None if told and won_on_trust(hand) else told


def _false_show(hand: Hand, announced: Announcement, event: int, cards: int) -> Breach:
    return Breach(
        announced.seat.name,
        "{player} showed {cards} for {game}, which does not qualify or was not dealt to {player}.",
        {
            "player": announced.seat.name,
            "cards": Cards(cards),
            "game": title_of(announced.side_game),
        },
        cites=(announced.event,),
        event=event,
    )


def shown_falsely(
    hand: Hand, closing: MoneyClosing, announced: Announcement
) -> tuple[int, int] | None:
    """The event and the cards by which somebody of whom nothing counts showed what does not count
    for what they announced: cards that qualify but were not dealt to them, or, where it was all
    that they had left to show, cards that do not qualify."""
    seat, game = announced.seat, announced.side_game
    if seat.name in closing.outs or disproved(hand, announced):
        return None
    if shows_are_open(hand, seat) or perhaps_given_away(hand, announced):
        return None
    own = [one for one in hand.announcements.values() if one.seat is seat and counts(hand, one)]
    for event, cards in seat.showings:
        qualifies = [one.side_game for one in own if SIDE_GAMES[one.side_game].best(cards, True)]
        if game in qualifies or (len(own) == 1 and cards.bit_count() < seat.most):
            return event, cards
    return None


def disproved(hand: Hand, announced: Announcement) -> int:
    """The cards that somebody named when announcing and that, as was seen later, were not dealt
    to them."""
    if not announced.cards or not counts(hand, announced):
        return 0
    named = announced.cards & ~hand.doubtful
    return not_all_dealt(hand, announced.seat, named) if named else 0


@rule(
    "side.passed",
    FORFEIT,
    on=("cambio", HINDSIGHT),
    binds=("side_passed",),
    unless={"side_passed": ("keeps",)},
    rests_on=NOTHING,
)
def side_passed(hand: Hand, act: Act) -> Verdict:
    """A player who gives away in the Cambio what they had announced, so that nothing that
    qualifies remains, loses the right in that side game.

    Right: The player keeps what they announced, and passes another card.
    Source: rule text, Side Games
    """
    if hand.house["side_passed"] == "keeps":
        return None
    if act.type == HINDSIGHT:
        return [
            _gave_away(announced, card, announced.seat.passed_at)
            for announced in hand.said.values()
            if (card := given_away_unseen(hand, announced)) and hand.plays(announced.side_game)
        ]
    return [
        _gave_away(announced, act.card, act.seq)
        for announced in hand.said.values()
        if announced.seat is act.seat
        and nothing_remains(hand, announced, act.card)
        and hand.plays(announced.side_game)
    ]


def _gave_away(announced: Announcement, card: int, event: int) -> Breach:
    return Breach(
        announced.seat.name,
        "{player} gave away {card} in the Cambio and keeps nothing for {game}.",
        {
            "player": announced.seat.name,
            "card": Cards(card),
            "game": title_of(announced.side_game),
        },
        cites=(announced.event,),
        event=event,
    )


@rule(
    "side.unannounced", FORFEIT, on=(CLOSING,), binds=("escalera_a23", "side_passed"), rests_on=PAST
)
def side_unannounced(hand: Hand, closing: MoneyClosing) -> Verdict:
    """A player who was dealt better cards than those that won a side game they had entered, and did
    not announce them before the Cambio, has lost the right. A finding only where their dealt cards
    are known.

    Right: The player announces their best cards before the Cambio, and shows them in the end.
    Source: rule text, Side Games
    """
    high = hand.house["escalera_a23"] == "high"
    known: dict[str, int] = {}
    kept: dict[str, list[int]] = {}
    lost = []
    for result in closing.result.side_results:
        game, top = result.side_game, result.top
        best_of, staked = SIDE_GAMES[game].best, hand.stakes_put[game]
        for seat in hand.seats:
            name = seat.name
            if name not in staked or (game, name) in hand.said:
                continue
            if name not in known:
                known[name] = hand.where.perhaps_known(seat.place, hand.visible)
            best = best_of(known[name], high)
            if best is None or best.value <= top:
                continue
            if name in closing.outs or (game, name) in hand.late_announcements:
                continue
            best = best_of(perhaps_surely_dealt(hand, seat), high)
            if best is None or best.value <= top:
                continue
            top = max([top, *(most_shown(hand, game, one) for one in result.contenders)])
            if seat.name not in kept:
                kept[seat.name] = certainly_kept(hand, seat)
            every = [best_of(cards, high) for cards in kept[seat.name]]
            best = min((one for one in every if one), key=lambda one: one.value, default=None)
            if best is not None and None not in every and best.value > top:
                text = "{player} was dealt {cards} and did not announce {game}; it would have won."
                facts = {
                    "player": seat.name,
                    "cards": Cards(best.cards),
                    "game": title_of(game),
                }
                cites = (hand.dealt_at,) if hand.dealt_at else ()
                lost.append(Breach(seat.name, text, facts, cites, closing.decided))
    return _unless_on_trust(hand, lost)


def certainly_kept(hand: Hand, seat: Seat) -> list[int]:
    """What a player was surely dealt and kept: one set of cards for each card that they may have
    passed on, where giving one away loses the right."""
    dealt = surely_dealt(hand, seat)
    if not seat.passed or hand.house["side_passed"] == "keeps":
        return [dealt]
    maybe = dealt and possibly_passed(hand, seat) & dealt
    return [dealt & ~card for card in each(maybe)] or [dealt]


def _perhaps_shown(hand: Hand, contender: Contender) -> bool:
    """Whether a player may have shown, among cards that nobody recorded, what they announced,
    or something false in its place."""
    seat, game = contender.announcement.seat, contender.announcement.side_game
    if not shows_are_open(hand, seat):
        return False
    return bool(seat.showings) or bool(most_shown(hand, game, contender))


@rule("side.unshown", FORFEIT, on=(CLOSING,), rests_on=PAST)
def side_unshown(hand: Hand, closing: MoneyClosing) -> Verdict:
    """What was announced in a side game must be shown: played, paid, or shown at the end of the
    hand. A player who never shows it has lost the right. A finding only where they are known to
    have had something to show; otherwise it may have been announced falsely.

    Right: Play, pay or show what was announced before the next hand is opened.
    Source: rule text, Side Games
    """
    told = [
        Breach(
            announced.seat.name,
            "{player} announced {game} and never showed it.",
            {"player": announced.seat.name, "game": title_of(announced.side_game)},
            cites=(announced.event,),
            event=closing.decided,
        )
        for result in closing.result.side_results
        for contender in result.contenders
        if contender.best is None
        and (announced := contender.announcement).seat.name not in closing.outs
        and not _perhaps_shown(hand, contender)
        and not disproved(hand, announced)
        and shown_falsely(hand, closing, announced) is None
        and not perhaps_given_away(hand, announced)
        and SIDE_GAMES[announced.side_game].best(surely_dealt(hand, announced.seat), True)
    ]
    return _unless_on_trust(hand, told)
