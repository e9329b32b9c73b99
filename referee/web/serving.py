"""The server: one process, several threads, over one record book."""

from __future__ import annotations

import socket
import sys
from typing import Any, Final

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

from referee.web.judges import WAITING
from referee.web.limits import household
from referee.web.security import TOO_MUCH
from referee.web.settings import LARGEST_BODY, Settings
from referee.web.waiting import MOST, WaitingRoom

MOST_OF_A_HOUSEHOLD: Final = 128
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
        beside.sort(key=lambda one: one.last_activity)
        for one in beside[: len(beside) - MOST_OF_A_HOUSEHOLD]:
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


THREADS: Final = 16 + 2 * WAITING
"""Requests that are worked on at once, beside those that wait until a large log is judged or a
question about a long game is answered. Those that wait for news have threads of their own."""

READ: Final = 4 * LARGEST_BODY
"""Bytes of a request that are read before it is refused, so that its sender hears the answer."""

SWITCH: Final = 0.001
"""Seconds after which a thread lets another one go on: a short answer takes many turns."""

_SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)
"""An address that nobody has; asking how it would be reached sends nothing."""


def lan_address() -> str:
    """This machine's address among its neighbours, by which a phone in the same room finds it;
    ``127.0.0.1`` where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        address: str = asking.getsockname()[0]
        return address


def addresses_of_this_machine() -> list[str]:
    """All its addresses in the networks around it, that one first by which its neighbours most
    likely find it."""
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        known = []
    others = (str(place[0]) for *_kind, place in known)
    return [*dict.fromkeys([lan_address(), *(one for one in others if not one.startswith("127."))])]


def server_for(app: Flask, host: str, port: int) -> Any:
    """A server that listens at this place; ``run()`` serves until it is interrupted. Raises OSError
    where nobody may listen there."""
    for template in app.jinja_env.list_templates():
        # made ready now, so that the first visitor does not wait for it
        app.jinja_env.get_template(template)
    # a thread that computes soon lets another one answer
    sys.setswitchinterval(SWITCH)
    settings: Settings = app.extensions["referee-settings"]
    room: WaitingRoom = app.extensions["referee-waiting"]
    server = waitress.create_server(
        app,
        host=host,
        port=port,
        threads=THREADS + (MOST if room.news else 0),
        max_request_body_size=READ,
        # a phone that was carried out of the room
        channel_timeout=60,
        connection_limit=1000,
        # without it nobody can watch so many connections
        asyncore_use_poll=True,
        ident=None,
        # an application that stands behind proxies takes the visitor's address from their header
        clear_untrusted_proxy_headers=not settings.url,
    )
    server.channel_class = Channel
    return server
