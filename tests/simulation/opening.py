"""The opening of a hand: the deal, announcements, the Cambio, and automatic wins."""

from tests.simulation.cards import DECK, number
from tests.simulation.hands import RAREST, best, strength, wins_of
from tests.simulation.house import SIDE_GAMES
from tests.simulation.table import Event, Outcome, Table, TryAgain


class Opening(Table):
    """A hand up to its first draw."""

    rig: str | None = None

    def setup(self, side_stakes: dict[str, tuple[int, list[str]]]) -> None:
        """Note the side bets: stake and entrants of each side game."""
        self.stakes = side_stakes
        self.announced: dict[str, dict[str, list[str] | None]] = {g: {} for g in SIDE_GAMES}
        self.declared: list[tuple[str, str, list[str], Event]] = []

    def shuffle(self) -> None:
        """Shuffle and deal, sometimes with a deck that makes a lively hand."""
        deck = self.rng.sample(DECK, len(DECK))
        hands: dict[str, list[str]] = {player: [] for player in self.players}
        if self.rig:
            self._stack(deck, hands)
        for player in self.players:
            while len(hands[player]) < 9:
                hands[player].append(deck.pop())
        self.deck = deck
        for player, cards in hands.items():
            self.dealt[player] = set(cards)
            self.hands[player] = set(cards)

    def _stack(self, deck: list[str], hands: dict[str, list[str]]) -> None:
        rng = self.rng
        lucky = rng.choice(self.players)
        if self.rig == "auto":
            for player in rng.sample(self.players, rng.choice([1, 1, 2])):
                self._give(deck, hands, player, self._automatic(deck))
        if self.rig in ("suit", "blocked"):
            suit = rng.choice("cdhs")
            line = [card for card in deck if card[1] == suit]
            low = [card for card in line if number(card) < 10] if rng.random() < 0.6 else line
            self._give(deck, hands, lucky, rng.sample(low, min(len(low), rng.randint(6, 7))))
            others = [card for card in deck if card[1] != suit]
            for player in self.players:
                self._give(deck, hands, player, [c for c in others if c in deck])
            deck.sort(key=lambda card: (card[1] == suit) * rng.random() + 0.4 * rng.random())
        if self.rig == "ranks":
            ranks = rng.sample("A23456789TJQK", 6)
            for player in self.players:
                mine = [c for c in deck if c[0] in rng.sample(ranks, 3)]
                self._give(deck, hands, player, mine[:6])
            deck.sort(key=lambda card: (card[0] in ranks) + 1.2 * rng.random())
        if self.rig == "dense":
            suits = rng.sample("cdhs", 4)
            for place, player in enumerate(self.players):
                mine = [c for c in deck if c[1] == suits[place]]
                self._give(deck, hands, player, mine[: rng.randint(4, 7)])

    @staticmethod
    def _give(deck: list[str], hands: dict[str, list[str]], player: str, cards: list[str]) -> None:
        for card in cards[: 9 - len(hands[player])]:
            hands[player].append(card)
            deck.remove(card)

    def _automatic(self, deck: list[str]) -> list[str]:
        rng = self.rng
        kind = rng.choice(RAREST)
        if kind == "cuatro_cuerpos":
            ranks = [c[0] for c in deck if sum(d[0] == c[0] for d in deck) == 4]
            chosen = rng.choice(ranks) if ranks else ""
            return [card for card in deck if card[0] == chosen]
        if kind == "color":
            near = rng.choice(["cs", "dh", rng.choice("cdhs")])
            return [card for card in deck if card[1] in near][:9]
        found: list[str] = []
        for card in deck:
            if all(
                other[0] != card[0]
                and (other[1] != card[1] or abs(number(other) - number(card)) > 1)
                for other in found
            ):
                found.append(card)
        return found[:9]

    def before_first_draw(self) -> None:
        """Play the announcements, the Cambio, and the declarations."""
        self.plan_cambio()
        early = self._wins_of(self.hands)
        late = self._wins_of({player: self.after_cambio(player) for player in self.players})
        if early and (not late or self.chance(0.7)):
            self.announce_and_pass([p for p in self.players if p not in early], share=0.3)
            self.declarations(early, as_dealt=True)
            return
        self.announce_and_pass(self.players, share=1)
        if late:
            self.declarations(late, as_dealt=False)

    def _wins_of(self, hands: dict[str, set[str]]) -> dict[str, list[str]]:
        return {p: wins for p in self.players if (wins := wins_of(hands[p], self.house))}

    def plan_cambio(self) -> None:
        """Plan the announcements and the passed cards, so that no player loses a right."""
        for _ in range(20):
            tops: dict[str, set[str]] = {}
            announcers: dict[str, set[str]] = {}
            for game, (_, entrants) in self.stakes.items():
                found = {p: best(game, self.dealt[p], self.house) for p in entrants}
                worths = {p: cards[0] for p, cards in found.items() if cards}
                tops[game] = {p for p, worth in worths.items() if worth == max(worths.values())}
                announcers[game] = tops[game] | {p for p in sorted(worths) if self.chance(0.6)}
            passes = {p: self._choose_pass(p, tops, announcers) for p in self.players}
            if None not in passes.values():
                break
        else:
            raise TryAgain
        self.cambio_plan = {p: card for p, card in passes.items() if card}
        self.tops = tops
        order = [(p, g) for g in announcers for p in sorted(announcers[g])]
        self.plan = self.rng.sample(order, len(order))

    def _choose_pass(
        self, player: str, tops: dict[str, set[str]], announcers: dict[str, set[str]]
    ) -> str | None:
        hand = self.hands[player]
        loose = sorted(sorted(hand), key=lambda card: self._looseness(card, hand))
        for card in loose:
            for game in [game for game, who in announcers.items() if player in who]:
                before, after = (best(game, cards, self.house) for cards in (hand, hand - {card}))
                if after is None or (player in tops[game] and before and before[0] != after[0]):
                    break
            else:
                return card
        return None

    def _looseness(self, card: str, hand: set[str]) -> float:
        near = sum(
            (other[0] == card[0]) + (other[1] == card[1] and abs(number(other) - number(card)) < 3)
            for other in hand
            if other != card
        )
        return near + 0.8 * self.rng.random()

    def after_cambio(self, player: str) -> set[str]:
        cards = self.hands[player] - {self.cambio_plan[player]}
        return cards | {c for p, c in self.cambio_plan.items() if self.next_after(p) == player}

    def announce(self, player: str, game: str) -> None:
        found = best(game, self.dealt[player], self.house)
        cards = found[1] if found and self.chance(0.4) else None
        self.announced[game][player] = cards
        named = {} if cards is None else {"cards": cards}
        self.emit("announce", player=player, side_game=game, **named)

    def announce_and_pass(self, passers: list[str], share: float) -> None:
        """Play all announcements, and the passes of these players, or of a share of them."""
        passers = [p for p in passers if self.chance(share)]
        self.rng.shuffle(passers)
        mixed = self.chance(0.2)
        for player, game in self.plan:
            if not mixed or player not in passers:
                self.announce(player, game)
        for player in passers:
            for who, game in self.plan if mixed else ():
                if who == player:
                    self.announce(who, game)
            self.pass_card(player, self.cambio_plan[player])

    def pass_card(self, player: str, card: str) -> None:
        """Pass a card to the right in the Cambio."""
        receiver = self.next_after(player)
        self.hands[player].discard(card)
        self.hands[receiver].add(card)
        self.passed_on[player] = card
        named = {"to": receiver} if self.chance(0.2) else {}
        self.emit("cambio", player=player, card=card, **named)

    def declarations(self, wins: dict[str, list[str]], *, as_dealt: bool) -> None:
        """Let some players with an automatic win declare it; the best of them wins."""
        for place, player in enumerate(self.rng.sample(sorted(wins), len(wins))):
            if place == 0 or self.chance(0.7):
                self.declare(player, wins[player][0], as_dealt)
        order = self.house["automatic_order"]

        def rarest(entry: tuple[str, str, list[str], Event]) -> tuple[object, ...]:
            player, win, cards, _ = entry
            return -RAREST.index(win), strength(win, cards), -self.players.index(player)

        def highest(entry: tuple[str, str, list[str], Event]) -> tuple[object, ...]:
            _, win, cards, _ = entry
            return strength(win, cards)[0], *rarest(entry)

        first = self.declared[0]
        if order != "first_declared":
            first = max(self.declared, key=highest if order == "highest_card" else rarest)
        self.outcome = Outcome("automatic", *first[:2])

    def declare(self, player: str, win: str, as_dealt: bool) -> None:
        """Declare a win with the nine cards of the hand, shown or not."""
        cards = self.rng.sample(sorted(self.hands[player]), len(self.hands[player]))
        if as_dealt:
            cards = [card for card in cards if card in self.dealt[player]]
        if len(cards) != 9:
            raise TryAgain
        named = {}
        if self.chance(0.6):
            named = {"cards": cards}
            self.shown[player] |= set(cards)
        event = self.emit("declare", player=player, win=win, **named)
        self.declared.append((player, win, cards, event))
