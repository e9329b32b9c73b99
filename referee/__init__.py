"""A referee for card games played on real tables.

>>> from referee import judge
>>> judge([{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}])["findings"]
[]
"""

from referee.judging.replay import Replay, judge
from referee.judging.report import exit_status, who_pays_whom

__all__ = ["Replay", "__version__", "exit_status", "judge", "who_pays_whom"]

__version__ = "0.1.0"
