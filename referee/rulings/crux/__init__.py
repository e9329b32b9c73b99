"""The crux: which house rules the winners and the money of an evening hang on.

``combinations`` plays the evening under all combinations of house rules, ``asked_house`` answers
the game in the meantime, ``decision_diagrams`` keeps what comes of it, and ``turning_points`` reads
the answer from them. Uses ``whatif``. A new way to say what an evening hangs on goes here.
"""

from referee.rulings.crux.turning_points import Crux, TurningPoint, choices_of, crux

__all__ = ["Crux", "TurningPoint", "choices_of", "crux"]
