"""Repairs: slips in the record that would explain the findings, as lines ready to add.

``hand_in_question`` is a hand with findings, ``slips`` lists possible slips, ``edits`` says how
likely another reading is and tries it, ``plausibility`` rates how unusual it is,
``ranking`` keeps the best, ``repair`` puts them into words. A new kind of slip goes into ``slips``,
with its words in ``repair``.
"""

from referee.rulings.repair.repair import Repair, repairs

__all__ = ["Repair", "repairs"]
