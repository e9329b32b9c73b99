"""The season: what all evenings of a record book come to for everybody.

``evening`` takes from a report what counts, ``keeping`` keeps that up for a whole book beside it,
``rating`` rates the players of games of points, and ``standings`` answers questions about it.
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
