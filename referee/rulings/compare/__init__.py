"""Two scribes' logs of the same hands: where they contradict each other, and whether it matters.

``logs`` reads the facts from the lines and compares two of them, ``aligning`` matches them;
``side_by_side`` goes through the matches, asks about the differences and tries both readings. Uses
``whatif``.
"""

from referee.rulings.compare.comparison import Comparison, DifferentGames, compare
from referee.rulings.compare.differences import Addition, Contradiction, LogReading

__all__ = ["Addition", "Comparison", "Contradiction", "DifferentGames", "LogReading", "compare"]
