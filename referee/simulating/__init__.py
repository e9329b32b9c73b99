"""Simulated evenings: whole logs by the rules, for teaching, for load and for archives.

Evenings are dealt and played with real cards, and recorded as a good scribe would. The players are
no masters, but they follow the rules: in declared games by running the rules that judge them
(``declared``), in others by the game's own module. ``many`` makes slips, and hides cards that
the scribe did not see. The same seed gives the same evening on every machine.
"""

from random import Random
from typing import Any, Final

from referee.judging.corrections import Event

PEOPLE: Final = ("Ana", "Beto", "Carla", "Dora", "Eddy", "Fidel", "Gloria", "Hugo", "Inés", "José")
PLACES: Final = ("Chinandega", "Estelí", "Granada", "Jinotega", "León", "Managua", "Masaya")


class EveningInPlay:
    """The log of an evening in play, with its players.

    >>> evening = EveningInPlay(Random(1), "golf", players=2, house={})
    >>> evening.write("hand", dealer=evening.players[0])
    >>> [event["type"] for event in evening.log]
    ['game', 'hand']
    """

    def __init__(self, rng: Random, game: str, *, players: int, house: Event) -> None:
        self.rng = rng
        self.players = rng.sample(PEOPLE, players)
        self.house = house
        self.log: list[Event] = []
        about: Event = {"game": game, "players": self.players, "place": rng.choice(PLACES)}
        about["date"] = f"{2025 + rng.randrange(2)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        self.write("game", **about, **({"house": house} if house else {}))
        self.dealer = rng.choice(self.players)

    def write(self, what: str, /, **fields: Any) -> None:
        """Record an event."""
        self.log.append({"type": what, **fields})

    def after(self, player: str) -> str:
        """Return the next player in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]
