"""Two scribes' logs of the same hands: where they contradict each other, and whether it matters.

``logs`` has what the lines tell, ``line_differences`` how two of them differ, ``aligning`` which
belongs to which; ``side_by_side`` goes through them, ``questions`` words what it finds,
``rereading`` makes one log read as the other one does, and ``judged_log`` judges it so. Uses
``whatif``.
"""

from referee.rulings.compare.comparison import Comparison, DifferentGames, compare
from referee.rulings.compare.differences import Addition, Difference, LogReading

__all__ = ["Addition", "Comparison", "Difference", "DifferentGames", "LogReading", "compare"]
