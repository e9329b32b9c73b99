"""Connections to the server: of one household only so many, and what is too much is refused by a
page of ours."""

from __future__ import annotations

from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

from referee.web.limits import household
from referee.web.security import TOO_MUCH

MOST: Final = 128
"""So many connections of one household may wait for something; of more, the one that was silent
longest is closed."""


class Channel(HTTPChannel):
    """A connection, beside those of the same household."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.household = household(str(addr[0]))
        beside = [
            one
            for one in server.active_channels.values()
            if one.household == self.household and not one.requests and not one.will_close
        ]
        for one in sorted(beside, key=lambda one: one.last_activity)[: len(beside) - MOST]:
            one.will_close = True

    def error_task_class(self, channel: Any, request: Any) -> Any:
        """Return what answers a request that the server itself refuses."""
        refused = _TooMuch if request.error.code == 413 else ErrorTask
        return refused(channel, request)


class _TooMuch(WSGITask):
    """Lets the application say that this is too much; the rest of it is not read."""

    def get_environment(self) -> Any:
        return {**super().get_environment(), TOO_MUCH: True}

    def execute(self) -> None:
        self.set_close_on_finish()
        super().execute()
