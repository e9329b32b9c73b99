"""Repairs: slips in the record that would explain the findings, as lines ready to add.

``hand_in_question`` is a hand with findings and tries other readings, ``slips`` lists possible
slips, ``forgotten_lines`` and ``forgotten_melds`` the lines that may be missing; ``ranking`` keeps
the best, ``repair`` puts them into words. A new kind of slip goes into ``slips``.
"""

from referee.rulings.repair.repair import Repair, repairs

__all__ = ["Repair", "repairs"]
