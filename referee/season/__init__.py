"""The season: everyone's results over all evenings of a record book.

``evening`` extracts the figures of a report, ``keeping`` stores them for a whole book beside it,
``rating`` rates the players of games of points, and ``standings`` answers questions.
"""

from referee.season.evening import KeptEvening
from referee.season.keeping import Figures, ask, judged_evening
from referee.season.standings import PlayerSeason, Section, Selection, Standings, standings

__all__ = [
    "Figures",
    "KeptEvening",
    "PlayerSeason",
    "Section",
    "Selection",
    "Standings",
    "ask",
    "judged_evening",
    "standings",
]
