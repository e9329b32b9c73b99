"""Repairs: slips in the record that would explain what was found, as lines ready to add.

``hand_in_question`` is a hand with findings, ``slips`` what may have gone wrong in it and
``misreading`` how easily, ``edits`` tries another reading, ``plausibility`` says how unusual it is,
``ranking`` keeps the best, ``repair`` tells them. A new kind of slip goes into ``slips``, with its
words in ``repair``.
"""

from referee.rulings.repair.repair import Repair, repairs

__all__ = ["Repair", "repairs"]
