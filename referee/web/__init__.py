"""The web form: score, replay and dispute a game on the phones around the table.

``app`` puts it together; ``pages`` has a module for each page, ``api`` the interface for programs.
``tables`` holds the games in use, ``access`` identifies visitors by their links;
``referee.visibility`` alone decides what each may see, and ``answers_in_play`` what a ruling may
reveal before the hand is over. ``security`` checks and counts every request, ``responses`` has what
all answers share, ``event_forms`` and ``labels`` make forms for events.

May import everything but the command line; nothing is judged here. A new page goes into ``pages``,
and its counterpart for programs into ``api``.
"""

from referee.web.app import create_app
from referee.web.settings import Settings

__all__ = ["Settings", "create_app"]
