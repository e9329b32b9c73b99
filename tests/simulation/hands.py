"""Values of nine dealt cards: automatic wins and side games."""

from collections.abc import Collection

from tests.simulation.cards import (
    by_number,
    height,
    is_red,
    number,
    one_colour,
    one_suit,
    stretches,
)
from tests.simulation.house import House

RAREST = ("color", "cuatro_cuerpos", "peladilla")
SUIT_OF = {"oro": "d", "corazon": "h", "flor": "c", "corazon_negro": "s"}

Worth = tuple[int, ...]


def _of_rank(cards: Collection[str]) -> dict[int, list[str]]:
    ranks: dict[int, list[str]] = {}
    for card in cards:
        ranks.setdefault(height(card), []).append(card)
    return ranks


def is_win(win: str, cards: Collection[str], house: House) -> bool:
    """Return whether these nine cards are that automatic win."""
    if win == "cuatro_cuerpos":
        return any(len(same) == 4 for same in _of_rank(cards).values())
    if win == "color":
        alike = {"off": lambda _: False, "same_suit": one_suit, "same_color": one_colour}
        return alike[house["color_win"]](cards)
    apart = all(
        len(part) == 1
        for suit in "cdhs"
        for part in stretches(card for card in cards if card[1] == suit)
    )
    return apart and len(_of_rank(cards)) == 9


def wins_of(cards: Collection[str], house: House) -> list[str]:
    """Return the automatic wins of this table that the nine cards have, rarest first."""
    if house["automatic_wins"] == "off":
        return []
    return [win for win in RAREST if is_win(win, cards, house)]


def strength(win: str, cards: Collection[str]) -> Worth:
    """Return the key that compares declarations of one kind, ace high."""
    if win == "cuatro_cuerpos":
        return (max(rank for rank, same in _of_rank(cards).items() if len(same) == 4),)
    return tuple(sorted((height(card) for card in cards), reverse=True))


def best(game: str, cards: Collection[str], house: House) -> tuple[Worth, list[str]] | None:
    """Return the best cards for a side game: their value and the cards; None if there are none."""
    cards = sorted(cards, key=lambda card: (-height(card), card))
    if game in SUIT_OF:
        suited = [card for card in cards if card[1] == SUIT_OF[game]]
        if not suited:
            return None
        top = max(suited, key=height)
        return (height(top),), [top]
    if game == "tres_cuerpos":
        ranks = {rank: same for rank, same in _of_rank(cards).items() if len(same) >= 3}
        if not ranks:
            return None
        return (max(ranks),), ranks[max(ranks)]
    if game == "escalera":
        return _best_run(cards, house)
    return _best_pairs(game, cards)


def _best_pairs(game: str, cards: Collection[str]) -> tuple[Worth, list[str]] | None:
    coloured = [card for card in cards if is_red(card) == game.endswith("rojo")]
    pairs = sorted((rank for rank, same in _of_rank(coloured).items() if len(same) == 2))[::-1]
    needed = 2 if game.startswith("dos") else 1
    if len(pairs) < needed:
        return None
    chosen = tuple(pairs[:needed])
    return chosen, [card for card in coloured if height(card) in chosen]


def _best_run(cards: Collection[str], house: House) -> tuple[Worth, list[str]] | None:
    runs = [
        part
        for suit in "cdhs"
        for part in stretches(card for card in cards if card[1] == suit)
        if len(part) >= 3
    ]
    if not runs:
        return None

    def worth(run: list[str]) -> Worth:
        above_all = run[0][0] == "A" and house["escalera_a23"] == "high"
        return (int(above_all), number(run[-1]), len(run))

    top = max(runs, key=worth)
    return worth(top), by_number(top)
