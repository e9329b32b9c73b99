"""The crux: the house rules that decide the winners and the money of an evening.

``combinations`` plays the evening under all combinations of house rules; the results are trees,
from which ``turning_points`` extracts the answer. Uses ``whatif``. Other analyses of this kind go
here.
"""

from referee.rulings.crux.turning_points import Crux, TurningPoint, choices_of, crux

__all__ = ["Crux", "TurningPoint", "choices_of", "crux"]
