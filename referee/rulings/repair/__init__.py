"""Repairs: slips in the record that would explain the findings, as lines ready to add.

``hand_in_question`` is a hand with findings and tries other readings, ``slips`` lists possible
slips, ``ranking`` keeps the best, ``repair`` puts them into words. A new kind of slip goes into
``slips``, with its words in ``repair``.
"""

from referee.rulings.repair.repair import Repair, repairs

__all__ = ["Repair", "repairs"]
