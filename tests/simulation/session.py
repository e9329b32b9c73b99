"""A session: seats, bets and pots from hand to hand, and the expected report."""

from random import Random
from typing import Any

from tests.simulation.cards import is_run, one_colour, one_suit
from tests.simulation.house import defaults, some_rules
from tests.simulation.play import Hand, side_winners
from tests.simulation.table import Event, Outcome, Style, TryAgain

NAMES = (
    "Ana", "Beto", "Carla", "Dino", "Eva", "Fidel", "Gloria", "Hugo", "Inés", "José", "Ñico",
    "Zoe Luz", "María del Carmen", "Ümit", "Søren",
)  # fmt: skip

RIGS = ("auto", "suit", "ranks", "dense", "blocked")


class Session:
    """One table from its first hand to its last, with the money by the rulebook."""

    def __init__(self, rng: Random, hands: int) -> None:
        self.rng = rng
        self.hand_count = hands
        self.events: list[Event] = []
        self.expected_hands: list[dict[str, Any]] = []
        self.played: list[tuple[Hand, int]] = []
        self.carried = 0
        self.side_carried: dict[str, int] = {}
        self.totals: dict[str, int] = {}
        self.agreed = False
        self.game = "conquien" if rng.random() < 0.08 else "desmoche"
        self.house = defaults(self.game)

    def run(self) -> None:
        self.sit_down()
        dealer = self.rng.choice(self.seats)
        bet = self.rng.randint(1, 10)
        for place in range(self.hand_count):
            if place:
                dealer = self.between_hands(dealer)
                bet = self.next_bet(bet)
            self.play_hand(dealer, bet, last=place == self.hand_count - 1)
        self.check_money()

    def sit_down(self) -> None:
        rng = self.rng
        self.seats = rng.sample(NAMES, rng.randint(2, 4))
        share = 0.0 if rng.random() < 0.2 else rng.choice([0.1, 0.4, 0.8])
        written = some_rules(rng, self.game, share)
        self.house.update(written)
        for rule in list(written):
            if written[rule] == defaults(self.game)[rule] and rng.random() < 0.5:
                del written[rule]
        game = self.game + ("@1" if rng.random() < 0.15 else "")
        event: Event = {"type": "game", "game": game, "players": list(self.seats)}
        if written or rng.random() < 0.5:
            event["house"] = written
        for name, value in (("unit", "córdobas"), ("title", "Viernes"), ("place", "León")):
            if rng.random() < 0.1:
                event[name] = value
        if rng.random() < 0.05:
            event["warnings"] = rng.choice(["silent", "on_call", "open"])
        self.events.append(event)
        self.totals = dict.fromkeys(self.seats, 0)
        self.style = Style(
            written_discards=rng.choice([0, 0.3, 0.5, 1]),
            knocks=rng.choice([0, 0, 0.3, 0.6, 1]),
            written_claims=rng.choice([0, 0.5, 1]),
            eager=rng.choice([0.6, 0.85, 0.95, 1]),
        )

    def between_hands(self, dealer: str) -> str:
        """Change seats and house rules between two hands; return the next dealer."""
        rng = self.rng
        following = self.seats[(self.seats.index(dealer) + 1) % len(self.seats)]
        may_join = not self.carried or self.house["carry_join"] == "free"
        if rng.random() < 0.12 and len(self.seats) > 2:
            who = rng.choice(self.seats)
            self.events.append({"type": "leave", "player": who})
            if who == following:
                following = self.seats[(self.seats.index(who) + 1) % len(self.seats)]
            self.seats.remove(who)
        elif rng.random() < 0.14 and len(self.seats) < 4 and may_join:
            following = self.join(dealer, following)
        if rng.random() < 0.15:
            self.change_house()
        return following

    def join(self, dealer: str, following: str) -> str:
        """Seat a newcomer, and return the next dealer, who may be the newcomer."""
        who = self.rng.choice([name for name in NAMES if name not in self.totals])
        after = self.rng.choice(self.seats)
        self.events.append({"type": "join", "player": who, "after": after})
        self.seats.insert(self.seats.index(after) + 1, who)
        self.totals[who] = 0
        return who if after == dealer else following

    def change_house(self) -> None:
        rules = some_rules(self.rng, self.game, 0.1)
        if not rules:
            return
        event: Event = {"type": "house", "house": rules}
        if self.rng.random() < 0.6:
            event["agreed_by"] = list(self.seats)
        self.events.append(event)
        self.house.update(rules)

    def next_bet(self, bet: int) -> int:
        """Return the bet of the next hand, changed only if that is legal."""
        self.agreed = False
        if self.rng.random() > 0.25:
            return bet
        if self.carried or (self.expected_hands and not self.winner_of_last()):
            if self.house["carry_bet"] == "locked":
                return bet
            self.agreed = self.rng.random() < 0.7
            return self.rng.randint(1, 10)
        new = self.rng.randint(1, 10)
        self.agreed = new != bet and self.rng.random() < 0.85
        return new

    def winner_of_last(self) -> str | None:
        winner: str | None = self.expected_hands[-1]["outcome"]["winner"]
        return winner

    def play_hand(self, dealer: str, bet: int, *, last: bool) -> None:
        """Play one hand with its money."""
        rng = self.rng
        first = len(self.events)
        opening: Event = {"type": "hand", "dealer": dealer, "bet": bet}
        if self.agreed:
            opening["agreed_by"] = list(self.seats)
        bets = dict.fromkeys(self.seats, bet)
        if rng.random() < 0.08:
            opening["bets"] = bets
        self.events.append(opening)
        hand = Hand(self.events, rng, list(self.seats), dealer, dict(self.house), self.style)
        hand.last_hand = last
        hand.rig = rng.choice(RIGS) if rng.random() < 0.5 else None
        if last and rng.random() < 0.04:
            hand.ends_after = rng.randint(0, 12)
        elif rng.random() < 0.03:
            hand.abandoned_after = rng.randint(1, 15)
        hand.setup({} if hand.ends_after is not None else self.side_bets())
        hand.play()
        self.settle(hand, bets, bet)
        self.played.append((hand, first))

    def side_bets(self) -> dict[str, tuple[int, list[str]]]:
        rng = self.rng
        stakes: dict[str, tuple[int, list[str]]] = {}
        if rng.random() < 0.25:
            return stakes
        share = rng.choice([0.15, 0.3, 0.7])
        for game in self.house["side_games"]:
            if rng.random() > share:
                continue
            entrants = list(self.seats)
            event: Event = {"type": "side_bet", "side_game": game, "amount": rng.randint(1, 4)}
            if rng.random() < 0.3:
                some = rng.sample(entrants, rng.randint(2, len(entrants)))
                entrants = [player for player in entrants if player in some]
                event["players"] = entrants
            self.events.append(event)
            stakes[game] = (event["amount"], entrants)
        return stakes

    # Money

    def settle(self, hand: Hand, bets: dict[str, int], bet: int) -> None:
        """Count the money of a hand, and write its expected report."""
        outcome = hand.outcome
        assert outcome is not None
        net = {player: -bets[player] for player in self.totals if player in bets}
        self.carried += sum(bets.values())
        bonuses: list[list[Any]] = []
        if outcome.winner is not None:
            net[outcome.winner] += self.carried
            self.carried = 0
            bonuses = self.bonuses(hand, outcome, bet)
            for _, giver, taker, amount in bonuses:
                net[giver] -= amount
                net[taker] += amount
        is_over = outcome.kind != "open"
        sides = {game: self.settle_side(hand, game, net) for game in hand.stakes if is_over}
        self.expected_hands.append(
            {
                "outcome": vars(outcome),
                "net": dict(net),
                "carried": self.carried,
                "bonuses": sorted(bonuses),
                "side_games": sides,
            }
        )
        for player, amount in net.items():
            self.totals[player] += amount
        if is_over:
            self.payments(hand, net, bets)

    def bonuses(self, hand: Hand, outcome: Outcome, bet: int) -> list[list[Any]]:
        """Return the bonuses that the losers pay the winner, if the table plays everything."""
        if hand.house["play_everything"] == "off":
            return []
        winner = str(outcome.winner)
        names: list[str] = []
        if outcome.kind == "melds":
            melds = hand.melds[winner]
            alike = one_suit if hand.house["color_bonus"] == "same_suit" else one_colour
            low = [m for m in melds if is_run(m) and {c[0] for c in m} >= set("A23")]
            names = ["mico"] * len(low) + ["color"] * alike(hand.on_table(winner))
        found = []
        for loser in [player for player in hand.players if player != winner]:
            found += [[name, loser, winner, bet] for name in names]
            if outcome.kind == "automatic" or loser not in hand.melded:
                found.append(["arriba_del_palo", loser, winner, bet])
        return found

    def settle_side(self, hand: Hand, game: str, net: dict[str, int]) -> dict[str, Any]:
        """Count one side game: its winners and its whole pot."""
        stake, entrants = hand.stakes[game]
        pot = self.side_carried.pop(game, 0) + stake * len(entrants)
        for player in entrants:
            net[player] -= stake
        winners = side_winners(hand, game)
        if not winners:
            back = hand.house["side_empty"] == "refund"
            for player in entrants:
                net[player] += stake * back
            self.side_carried[game] = pot - stake * len(entrants) * back
        else:
            share, odd = divmod(pot, len(winners))
            if odd > 1:
                raise TryAgain
            for place, player in enumerate(winners):
                net[player] += share + (place < odd)
        return {"winners": winners, "pot": pot}

    def payments(self, hand: Hand, net: dict[str, int], bets: dict[str, int]) -> None:
        """Record the payments to and from the pot, sometimes."""
        rng = self.rng
        if rng.random() > 0.3:
            return
        for player in rng.sample(sorted(net), len(net)):
            stakes = sum(stake for stake, who in hand.stakes.values() if player in who)
            amount = net[player] + bets[player] + stakes
            if amount:
                giver, taker = ("pot", player) if amount > 0 else (player, "pot")
                payment: Event = {"type": "payment", "from": giver, "to": taker}
                self.events.append({**payment, "amount": abs(amount)})

    def check_money(self) -> None:
        """Check that no money is made or lost."""
        assert sum(self.totals.values()) + self.carried + sum(self.side_carried.values()) == 0
