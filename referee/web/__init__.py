"""The web form: score, replay and dispute a game on the phones around the table.

``app`` puts it together; ``pages`` has a module a page, ``api`` the same for programs. ``tables``
holds the games that are looked at, ``access`` says who somebody is by their ``links``, and what
each may see is decided in one place, ``referee.visibility``; ``answers_in_play`` says what of a
ruling may be told before the hand is over. ``security`` and ``limits`` stand before every request,
``event_forms`` and ``labels`` make forms out of events, ``card_faces`` draws cards.

May use everything but the command line; nothing is judged here. A new page goes into ``pages``, and
what it tells a program into ``api``.
"""

from referee.web.app import create_app
from referee.web.settings import Settings

__all__ = ["Settings", "create_app"]
