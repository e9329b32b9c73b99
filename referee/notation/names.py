"""Players' names: known ones bare, in any case or shortened; all others in quotes."""

import unicodedata
from bisect import bisect_left, insort
from collections.abc import Callable, Iterator

from referee.judging.names import LONGEST, fold
from referee.notation.cards import Script, begins_with_cards, reads_as_cards
from referee.notation.scanner import is_letter
from referee.wording.visible import visible_json

_JOINTS = " '’.-"  # characters allowed, one at a time, between the letters of a bare name

Reserves = Callable[[str], bool]
"""Returns whether a bare word is reserved and cannot be part of a name."""


def unaccented(name: str) -> str:
    """Return a name as typed on a keyboard without accents.

    >>> unaccented("Doña José")
    'Dona Jose'
    """
    return "".join(
        sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign)
    )


def bare_ends(line: str, at: int, reserves: Reserves, longest: int = LONGEST) -> list[int]:
    """Return the positions where a bare name that begins here may end, longest first.

    >>> bare_ends("Doña Carla after Ana", 0, ["after"].__contains__)
    [10, 4]
    """
    ends: list[int] = []
    if not line[at : at + 1].isalpha():
        return ends
    end = at
    while end - at < longest:
        start = end
        while end < len(line) and is_letter(line[end]):
            end += 1
        if reserves(line[start:end]):
            break
        if end - at <= longest:
            ends.append(end)
        if line[end : end + 1] not in _JOINTS or not is_letter(line[end + 1 : end + 2]):
            break
        end += 1
    return ends[::-1]


def is_plain(name: str, reserves: Reserves) -> bool:
    """Return whether a name can be written bare without being mistaken for anything else.

    >>> hand = ["Mano"].__contains__
    >>> names = ("Doña Carla", "7h", "An", "Ana (mi tía)", "Mano")
    >>> [is_plain(name, hand) for name in names]
    [True, False, False, False, False]
    """
    return bare_ends(name, 0, reserves)[:1] == [len(name)] and not begins_with_cards(name)


class Names:
    """The names of the players of a log, in their first spelling.

    ``reserves`` returns whether a word cannot be part of a bare name.
    """

    def __init__(self, reserves: Reserves) -> None:
        self._reserves = reserves
        self._known: dict[str, str] = {}
        self._sorted: list[str] = []
        self._longest = 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._known.values())

    def know(self, name: str) -> None:
        """Allow this name to be written bare from now on."""
        folded = fold(name)
        if folded not in self._known:
            self._known[folded] = name
            insort(self._sorted, folded)
            self._longest = max(self._longest, len(unicodedata.normalize("NFD", name)))

    def spelling(self, name: str) -> str | None:
        """Return the first spelling of a known name."""
        return self._known.get(fold(name))

    def whole(self, line: str, at: int) -> tuple[str, int] | None:
        """Return the known player whose full name is here, and its end."""
        for end in bare_ends(line, at, self._reserves, self._longest):
            name = self._known.get(fold(line[at:end]))
            if name is not None:
                return name, end
        return None

    def find(self, line: str, at: int, script: Script) -> tuple[str, int] | None:
        """Return the known player named here, by the full name or a unique beginning, and its end.

        >>> names = Names(["after"].__contains__)
        >>> names.know("Ana"); names.know("Doña Carla"); names.know("Doña Luz")
        >>> english = Script("en")
        >>> names.find("ana +7h", 0, english), names.find("doña c +7h", 0, english)
        (('Ana', 3), ('Doña Carla', 6))
        >>> names.find("doña +7h", 0, english)
        >>> names.find("dona luz +7h", 0, english)
        ('Doña Luz', 8)
        """
        found = self.whole(line, at)
        if found:
            return found
        for find in (self._only, self._without_accents):
            for end in bare_ends(line, at, self._reserves, self._longest):
                name = find(line[at:end])
                if name is not None and not reads_as_cards(line[at:end], script):
                    return name, end
        return None

    def _without_accents(self, beginning: str) -> str | None:
        """Return the only name that equals this, or begins with it, if accents are ignored."""
        typed = unaccented(fold(beginning))
        plain = {unaccented(folded): name for folded, name in self._known.items()}
        if len(plain) < len(self._known):
            return None
        fitting = [name for spelled, name in plain.items() if spelled.startswith(typed)]
        return plain.get(typed) or (fitting[0] if len(fitting) == 1 else None)

    def _only(self, beginning: str) -> str | None:
        folded = fold(beginning)
        place = bisect_left(self._sorted, folded)
        fitting = [name for name in self._sorted[place : place + 2] if name.startswith(folded)]
        return self._known[fitting[0]] if len(fitting) == 1 else None

    def write(self, name: str, *, before_word: bool = False) -> str:
        """Write the name so that it reads back; ``before_word`` if a word or number follows it.

        >>> names = Names(["after"].__contains__)
        >>> names.know("Ana"); names.know("Ana Luz")
        >>> names.write("Ana"), names.write("Ana", before_word=True), names.write("ana")
        ('Ana', '"Ana"', '"ana"')
        """
        bare = self._known.get(fold(name)) == name and is_plain(name, self._reserves)
        if bare and not (before_word and self._goes_on(fold(name))):
            return name
        return visible_json(name)

    def _goes_on(self, folded: str) -> bool:
        for joint in _JOINTS:
            place = bisect_left(self._sorted, folded + joint)
            if place < len(self._sorted) and self._sorted[place].startswith(folded + joint):
                return True
        return False
