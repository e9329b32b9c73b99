"""The play of a hand: the turns, the players' decisions, and the shown cards."""

from tests.simulation.hands import best
from tests.simulation.opening import Opening
from tests.simulation.table import Outcome, TryAgain, Use


class Hand(Opening):
    """A hand in play. A table stops writing after ``ends_after`` turns, and gives the hand up after
    ``abandoned_after``; of its ``last_hand`` it writes the end."""

    turns = 0
    last_hand = False
    ends_after: int | None = None
    abandoned_after: int | None = None

    def play(self) -> None:
        self.shuffle()
        if self.chance(0.5):
            self.emit("cut", player=self.players[0])
        dealt = {p: self.rng.sample(sorted(self.dealt[p]), 9) for p in self.players}
        self.emit("deal", hands=dealt)
        self.before_first_draw()
        while self.outcome is None:
            self.turn()
            self.check()
        if self.outcome.kind != "open":
            self.show_hands()
            self.nobody_silent_is_better()

    def turn(self) -> None:
        """Play one draw and everything that follows, until nobody takes the card on offer."""
        opening = self.turns == 0
        self.between_turns()
        if self.is_over():
            return
        player = self.next_to_draw()
        self.turns += 1
        used = self.draw_and_play(player)
        second = self.house["opening"] == "second_if_unused" and player not in self.withdrawn
        if opening and second and not used and not self.is_over():
            self.draw_and_play(player)

    def next_to_draw(self) -> str:
        if self.discarder is None:
            return self.active[0]
        return self.next_after(self.discarder)

    def between_turns(self) -> None:
        """Play the acts after a card that nobody wants: withdrawals, or the end."""
        if not self.deck:
            self.nobody_wins("stock_empty")
            return
        if self.turns > 2:
            self.withdrawals()
        if self.is_over():
            return
        if self.ends_after is not None and self.turns >= self.ends_after:
            self.outcome = Outcome("open")
        elif self.abandoned_after is not None and self.turns >= self.abandoned_after:
            self.emit("end", why="abandoned")
            self.outcome = Outcome("undecided")

    def nobody_wins(self, why: str) -> None:
        if self.last_hand or self.chance(0.6):
            self.emit("end", why=why)
        self.outcome = Outcome("none")

    def withdrawals(self) -> None:
        house = self.house
        if house["withdraw"] == "off":
            return
        if house["disqualified_pays_bonuses"] == "no" and house["play_everything"] == "on":
            return
        for player in [player for player in self.active if self.melds[player]]:
            if house["withdraw"] == "free":
                wants = self.chance(0.012)
            else:
                alone = len(self.active) == 1
                wants = self.is_blocked(player) and self.chance(0.1 if alone else 0.3)
                wants = wants and not (self.offer and self.extends_any(self.offer, player))
            if wants:
                self.withdrawn.append(player)
                self.emit("withdraw", player=player)
                self.look_who_is_left()
            if self.is_over():
                return

    def look_who_is_left(self) -> None:
        """End the hand if nobody is left, or if the last player wins by it."""
        if not self.active:
            self.nobody_wins("everybody_out")
        elif len(self.active) == 1 and self.house["last_standing"] == "wins":
            self.outcome = Outcome("last_standing", self.active[0])

    def draw_and_play(self, player: str) -> bool:
        """Draw, use or refuse the card, and settle all offers; return whether a player used a
        card."""
        used = self.decide(player, self.draw(player))
        while not self.is_over() and self.settle_offer():
            used = True
        return used

    def decide(self, player: str, card: str) -> bool:
        """Decide for the drawer; return whether they used the card."""
        if self.house["hand_melds"] == "own_decision":
            if self.chance(0.35):
                self.meld_from_hand(player, 0.7)
            elif self.chance(0.15):
                self.rearrange(player)
            if self.has_won(player):
                self.outcome = Outcome("melds", player)
                return True
        uses = self.uses(player, card)
        must = self.house["forced_cards"] == "automatic" and self.extends_any(card, player)
        back = must and self.house["force_back"] == "on" and self.deck and self.chance(0.3)
        willing = must or self.wants(player, uses)
        if not uses or not willing or back:
            self.lay_unused(player, card, written=bool(back))
            return False
        self.use(player, card, uses)
        return True

    def wants(self, player: str, uses: list[Use]) -> bool:
        if not uses:
            return False
        if any(use.from_hand == len(self.hands[player]) for use in uses):
            return self.chance(0.97)
        return self.chance(self.style.eager)

    def meld_from_hand(self, player: str, probability: float) -> None:
        """Lay melds and extensions wholly from the hand."""
        while self.chance(probability):
            uses = self.hand_uses(player)
            if not uses:
                return
            use = max(uses, key=lambda u: (u.from_hand - u.moved, self.rng.random()))
            self.lay_meld(player, self.laid(use.cards), use.moved)

    def rearrange(self, player: str) -> None:
        if self.house["desmoche"] != "free":
            return
        table = self.on_table(player)
        for card in sorted(table):
            for cards in self._between_melds(player, card, table):
                self.lay_meld(player, self.laid(tuple(cards)), 3)
                return

    def _between_melds(self, player: str, card: str, table: set[str]) -> list[list[str]]:
        return [
            cards
            for cards in self.melds_around(card, table - {card})
            if not any(set(cards) <= set(meld) for meld in self.melds[player])
            and all(self.remains(meld, cards) is not None for meld in self.melds[player])
            and sum(bool(set(cards) & set(meld)) for meld in self.melds[player]) > 1
        ]

    def use(self, player: str, card: str, uses: list[Use], *, forced: bool = False) -> None:
        """Use the card in a meld, and pay for it unless it wins or is free."""
        if not uses:
            raise TryAgain
        use = max(
            uses,
            key=lambda u: (u.from_hand - 0.5 * u.moved + 2 * self.rng.random(), u.cards),
        )
        if self.house["hand_melds"] != "never" and self.chance(0.15):
            self.meld_beside(player, use)
        free = forced and self.house["forced_pay"] == "free"
        free = free and any(
            set(meld) <= set(use.cards) and self.extends(card, meld) for meld in self.melds[player]
        )
        laid = self.laid(use.cards)
        self.take_offer(card)
        self.lay_meld(player, laid, use.moved)
        self.follow_up(player, free=free)

    def meld_beside(self, player: str, use: Use) -> None:
        """Lay a new meld from the hand before the card is used, with or without a claim."""
        beside = [
            other
            for other in self.hand_uses(player)
            if other.new and not (other.moved or set(other.cards) & set(use.cards))
        ]
        if beside:
            other = self.rng.choice(beside)
            if not self._strands_with(player, use, other):
                self.lay_meld(player, self.laid(other.cards))

    def _strands_with(self, player: str, use: Use, other: Use) -> bool:
        held = len(self.hands[player])
        whole = use.from_hand + other.from_hand == held
        return whole and held + len(self.on_table(player)) + 1 != 10

    def follow_up(self, player: str, *, free: bool = False) -> None:
        """After using a card, lay more cards from the hand, then win or pay."""
        if not self.has_won(player) and self.house["hand_melds"] != "never":
            self.meld_from_hand(player, 0.8)
        if self.has_won(player):
            if self.chance(0.4):
                self.emit("win", player=player)
            self.outcome = Outcome("melds", player)
        elif not free:
            self.pay(player, self.worst_card(player))
            if self.has_won(player):
                self.outcome = Outcome("melds", player)

    def settle_offer(self) -> bool:
        """Let the others decide about the card on offer; return whether one used it."""
        card, discarder = self.offer, self.discarder
        if card is None or discarder is None:
            return False
        if not self.deck and self.house["last_card"] == "dead":
            if self.house["forced_cards"] == "automatic" and self.owners(card, discarder):
                raise TryAgain
            return False
        order = self.others_after(discarder)
        willing = [p for p in order if self.wants(p, self.uses(p, card))]
        owners = self.owners(card, discarder)
        mode = self.house["forced_cards"]
        forced = owners[0] if owners and mode != "off" else None
        if forced and mode == "on_demand" and not self.chance(0.5):
            forced = None
        taker = willing[0] if willing else None
        if forced and taker:
            claimed_back = forced == discarder or order.index(taker) < order.index(forced)
            forced = None if claimed_back else forced
        user = forced or taker
        self.knocks(order, user)
        if user is None:
            return False
        by = forced is not None and (mode == "on_demand" or self.chance(0.4))
        self.claims(order, user, willing, forced_by_event=by)
        if by:
            self.emit("force", player=user, by=self.rng.choice(self.active))
        self.use(user, card, self.uses(user, card), forced=forced is not None)
        return True

    def knocks(self, order: list[str], user: str | None) -> None:
        """Let those who do not want the card knock, if this table knocks; sometimes all, or
        none."""
        share = self.style.knocks
        for player in order:
            if player == user:
                if self.house["knock"] == "free" and self.chance(0.05 * share):
                    self.emit("pass", player=player)
                return
            if self.chance(share):
                self.emit("pass", player=player)

    def claims(
        self, order: list[str], user: str, willing: list[str], *, forced_by_event: bool
    ) -> None:
        """Record the claim before a use, if it is spoken, and one from a more distant player."""
        if forced_by_event or user not in order:
            return
        farther = [p for p in willing if p != user and order.index(p) > order.index(user)]
        if farther and self.chance(0.35):
            self.claim(farther[0])
        if self.chance(self.style.written_claims):
            self.claim(user)

    def claim(self, player: str) -> None:
        named = {"card": self.offer} if self.chance(0.5) else {}
        self.emit("claim", player=player, **named)

    def show_hands(self) -> None:
        """At the end show the cards that the announcements need."""
        for player in self.rng.sample(self.players, len(self.players)):
            cards: list[str] = []
            for game, announced in self.announced.items():
                if player not in announced or game not in self.stakes:
                    continue
                kept = self.dealt[player] - {self.passed_on.get(player, "")}
                found = best(game, kept, self.house)
                if not found:
                    continue
                seen = best(game, kept & self.shown[player], self.house)
                modest = player not in self.tops.get(game, ()) and announced[player] is None
                if seen and modest and self.chance(0.4):
                    continue
                cards += [c for c in found[1] if c not in self.shown[player] and c not in cards]
            if cards:
                self.emit("show", player=player, cards=self.rng.sample(cards, len(cards)))
                self.shown[player] |= set(cards)

    def nobody_silent_is_better(self) -> None:
        """Try again if a player without an announcement has better cards than the winner of a side
        game."""
        for game, (_, entrants) in self.stakes.items():
            winners = side_winners(self, game)
            won = winners and best(
                game, self.dealt[winners[0]] & self.shown[winners[0]], self.house
            )
            for player in entrants:
                if player in self.announced[game]:
                    continue
                held = best(game, self.dealt[player], self.house)
                if held and (not won or held[0] > won[0]):
                    raise TryAgain


def side_winners(hand: Hand, game: str) -> list[str]:
    """Return the winners of a side game: the best cards that were announced in time, dealt, kept
    and shown."""
    worths = {}
    for player in hand.players:
        if player not in hand.announced[game] or player not in hand.stakes[game][1]:
            continue
        found = best(game, hand.dealt[player] & hand.shown[player], hand.house)
        if found:
            worths[player] = found[0]
    if not worths:
        return []
    top = max(worths.values())
    return [player for player in hand.players if worths.get(player) == top]
