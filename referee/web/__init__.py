"""The web form: score, replay and dispute a game on the phones around the table.

``app`` puts it together; ``pages`` has a module a page, ``api`` the same for programs. ``tables``
holds the games that are looked at, ``access`` says who somebody is, and what each may see is
decided in one place, ``referee.visibility``.
"""

from referee.web.app import create_app
from referee.web.settings import Settings

__all__ = ["Settings", "create_app"]
