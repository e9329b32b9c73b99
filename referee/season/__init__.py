"""The season: everyone's results over all evenings of a record book.

``evening`` extracts the figures of a report, and stores them for a whole book beside it;
``standings`` answers questions and rates the players of games of points.
"""

from referee.season.evening import Figures, KeptEvening, judged_evening, newest
from referee.season.standings import Selection, Standings, standings

__all__ = [
    "Figures", "KeptEvening", "Selection", "Standings", "judged_evening", "newest", "standings",
]  # fmt: skip
