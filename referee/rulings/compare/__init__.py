"""Two scribes' logs of the same hands: where they contradict each other, and whether it matters.

``logs`` reads the facts from the lines and compares two of them, ``aligning`` matches them,
``side_by_side`` asks about the differences and tries both readings, ``differences`` puts them into
words. Uses ``whatif``.
"""

from referee.rulings.compare.differences import Addition, Comparison, Contradiction, LogReading
from referee.rulings.compare.side_by_side import DifferentGames, compare

__all__ = ["Addition", "Comparison", "Contradiction", "DifferentGames", "LogReading", "compare"]
