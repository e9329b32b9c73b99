"""A log settled by the model: who won each hand, and the money, without asking the referee.

It takes the log at its word, as long as every card is known: who broke a rule is another question.
A player is disqualified where the log says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.judging.corrections import as_they_should_read
from tests.simulation.cards import DECK
from tests.simulation.hands import is_played, is_win
from tests.simulation.house import defaults
from tests.simulation.play import Hand
from tests.simulation.record import UNSEEN
from tests.simulation.session import Session
from tests.simulation.table import Event, Style

NINE = 9

QUIET = Style(written_discards=0, knocks=0, written_claims=0, eager=0)


def settled(log: Sequence[Event]) -> tuple[dict[str, int], int]:
    """Return what everybody is up by a log, and what is left in the middle."""
    table = Settling()
    for _, event in as_they_should_read(log):
        table.read(event)
    table.close(last=True)
    return table.session.totals, table.session.carried + sum(table.session.side_carried.values())


class Settling:
    """A session that is read from its log."""

    def __init__(self) -> None:
        self.session = Session(Random(0), 0)
        self.hand: HandRead | None = None

    def read(self, event: Event) -> None:
        """Take the next line in."""
        session, kind = self.session, event["type"]
        if kind == "game":
            session.seats = list(event["players"])
            session.house = defaults(event["game"].partition("@")[0]) | event.get("house", {})
            session.totals = dict.fromkeys(session.seats, 0)
        elif kind in ("hand", "join", "leave", "house"):
            self.close()
            getattr(self, f"_{kind}")(event)
        elif self.hand is not None:
            self.hand.read(event)

    def close(self, *, last: bool = False) -> None:
        """The hand is over, and settled."""
        if self.hand is not None:
            self.hand.close(last=last)
            self.session.settle(self.hand, self.hand.bets, self.hand.bet)
            if self.hand.outcome and self.hand.outcome.kind == "open":
                self._leave_stakes_in_the_middle(self.hand)
        self.hand = None

    def _leave_stakes_in_the_middle(self, hand: HandRead) -> None:
        for game, (stake, entrants) in hand.stakes.items():
            carried = self.session.side_carried.get(game, 0)
            self.session.side_carried[game] = carried + stake * len(entrants)
            for player in entrants:
                self.session.totals[player] -= stake

    def _hand(self, event: Event) -> None:
        self.hand = HandRead(event, list(self.session.seats), dict(self.session.house))

    def _join(self, event: Event) -> None:
        seats = self.session.seats
        seats.insert(seats.index(event["after"]) + 1, event["player"])
        self.session.totals.setdefault(event["player"], 0)

    def _leave(self, event: Event) -> None:
        self.session.seats.remove(event["player"])

    def _house(self, event: Event) -> None:
        self.session.house |= event["house"]


class HandRead(Hand):
    """A hand that is read from its log."""

    # nobody writes payments down here
    ends_at_next = True

    def __init__(self, opening: Event, seats: list[str], house: dict[str, Any]) -> None:
        super().__init__([], Random(0), seats, opening["dealer"], house, QUIET)
        self.setup({})
        self.bet = opening["bet"]
        self.bets = dict.fromkeys(seats, self.bet) | opening.get("bets", {})
        self.held = dict.fromkeys(seats, 0)
        """The number of cards that each player has in the hand, the unknown ones too."""
        self.drawn = 0
        self.lying: str | None = None
        """The card that was drawn, laid down or paid last."""

    def read(self, event: Event) -> None:
        """Take the next line in. Once the hand is decided only shows count."""
        step = getattr(self, f"_{event['type']}", None)
        waiting = event["type"] == "declare" and not self.drawn
        if step and (not self.is_over() or waiting or event["type"] == "show"):
            step(event)

    def close(self, *, last: bool) -> None:
        """Nothing follows in this hand."""
        if self.house["side_passed"] == "keeps":
            seen = set().union(*self.shown.values())
            for giver, card in self.passed_on.items():
                self.shown[giver] |= {card} & seen
        if self.declared:
            self.judge_declarations()
        elif self.outcome is None:
            used_up = sum(map(len, self.dealt.values())) + self.drawn == len(DECK)
            unfinished = "open" if last else "undecided"
            self.finish("none" if used_up or not self.active else unfinished, None, {})

    def finish(self, kind: str, winner: str | None = None, *decided: Event) -> None:
        """The hand is over."""
        super().finish(kind, winner, *(decided or ({},)))

    def _side_bet(self, event: Event) -> None:
        if not self.dealt and event["side_game"] in self.house["side_games"]:
            entrants = event.get("players", self.players)
            self.stakes[event["side_game"]] = (
                event["amount"],
                [player for player in self.players if player in entrants],
            )

    def _deal(self, event: Event) -> None:
        for player, cards in event["hands"].items():
            self.dealt[player], self.hands[player] = set(cards), set(cards)
            self.held[player] = len(cards)

    def _announce(self, event: Event) -> None:
        if event["player"] not in self.passed_on and not self.drawn:
            self.announced[event["side_game"]][event["player"]] = event.get("cards")

    def _cambio(self, event: Event) -> None:
        giver, card = event["player"], event["card"]
        taker = event.get("to") or self.right_of(giver)
        self.passed_on[giver] = card
        self.hands[giver].discard(card)
        self.hands[taker] |= {card} - {UNSEEN}
        self.held[giver] -= 1
        self.held[taker] += 1

    def _declare(self, event: Event) -> None:
        player, shown = event["player"], event.get("cards", [])
        self.shown[player] |= set(shown)
        held = self.hands if player in self.passed_on else self.dealt
        cards = shown if len(shown) == NINE else sorted(held[player])
        played = not self.drawn and is_played(event["win"], self.house)
        if played and is_win(event["win"], cards, self.house):
            self.declared.append((player, event["win"], cards, event))
            self.finish("automatic")

    def _draw(self, event: Event) -> None:
        self.drawn += 1
        self.lying = event["card"]

    def _discard(self, event: Event) -> None:
        self.lying = event["card"]

    def _pay(self, event: Event) -> None:
        player, card = event["player"], event["card"]
        if card in self.on_table(player):
            for meld in self.melds[player]:
                meld[:] = [other for other in meld if other != card]
        else:
            self.hands[player].discard(card)
            self.shown[player] |= {card} - {UNSEEN}
            self.held[player] -= 1
        self.lying = card
        self._look_for_a_win(player)

    def _meld(self, event: Event) -> None:
        player, cards = event["player"], event["cards"]
        from_hand = set(cards) - self.on_table(player) - {self.lying}
        self.held[player] -= len(from_hand)
        self.lay_meld(player, cards)
        if self.lying in cards:
            self.lying = None
        self._look_for_a_win(player)

    def _look_for_a_win(self, player: str) -> None:
        melds = self.melds[player]
        if not self.held[player] and sum(map(len, melds)) == 10 and all(map(self.is_meld, melds)):
            self.finish("melds", player)

    def _withdraw(self, event: Event) -> None:
        self.withdrawn.append(event["player"])
        self.look_who_is_left()

    def _disqualify(self, event: Event) -> None:
        self.remove(event["player"])
        self.look_who_is_left()

    def _end(self, event: Event) -> None:
        if event.get("why") in ("stock_empty", "everybody_out"):
            self.finish("none")
        else:
            self.finish("undecided")

    def _show(self, event: Event) -> None:
        self.shown[event["player"]] |= set(event["cards"])

    def look_who_is_left(self) -> None:
        """The hand ends if nobody is left, or the last one wins by it."""
        if not self.active:
            self.finish("none")
        elif len(self.active) == 1 and self.house["last_standing"] == "wins":
            self.finish("last_standing", self.active[0])
