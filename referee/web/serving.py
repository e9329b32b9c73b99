"""The server: one process, several threads, over one record book."""

import socket
import sys
from typing import Any, Final

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

from referee.web.judges import WAITING
from referee.web.responses import MOST_WAITING, WaitingRoom
from referee.web.security import TOO_MUCH, household
from referee.web.settings import LARGEST_BODY, Settings

MOST_OF_A_HOUSEHOLD: Final = 128
"""The most waiting connections of one household; beyond that, the one that was silent longest is
closed."""


class Channel(HTTPChannel):
    """A connection, counted with the others of its household."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.household = household(str(addr[0]))
        beside = [
            connection
            for connection in server.active_channels.values()
            if connection.household == self.household
            and not connection.requests
            and not connection.will_close
        ]
        beside.sort(key=lambda connection: connection.last_activity)
        for connection in beside[: len(beside) - MOST_OF_A_HOUSEHOLD]:
            connection.will_close = True

    def error_task_class(self, channel: Any, request: Any) -> Any:
        """Return the task that answers a request which the server itself refuses."""
        refused = _TooMuch if request.error.code == 413 else ErrorTask
        return refused(channel, request)


class _TooMuch(WSGITask):
    """Lets the application refuse a request that is too large; the rest of it is not read."""

    def get_environment(self) -> Any:
        return {**super().get_environment(), TOO_MUCH: True}

    def execute(self) -> None:
        self.set_close_on_finish()
        super().execute()


THREADS: Final = 16 + 2 * WAITING
"""Requests handled at once, besides those that wait for judges. Those that wait for news have
threads of their own."""

READ: Final = 4 * LARGEST_BODY
"""Bytes of a request to read before refusing it, so that its sender gets the answer."""

SWITCH: Final = 0.001  # seconds between switches of threads, so that short answers do not wait

_SOMEWHERE_ELSE: Final = ("192.0.2.1", 9)
"""An unused address; asking for the route to it sends nothing."""


def lan_address() -> str:
    """Return this machine's address in the local network; ``127.0.0.1`` if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        address: str = asking.getsockname()[0]
        return address


def addresses_of_this_machine() -> list[str]:
    """Return all its addresses in the local networks, the likeliest one first."""
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        known = []
    others = (str(place[0]) for *_kind, place in known)
    reachable = (other for other in others if not other.startswith("127."))
    return [*dict.fromkeys([lan_address(), *reachable])]


def server_for(app: Flask, host: str, port: int) -> Any:
    """Return a server that listens here; ``run()`` serves until it is interrupted. Raises OSError
    if the port cannot be used."""
    for template in app.jinja_env.list_templates():
        # compiled now, so that the first visitor does not wait
        app.jinja_env.get_template(template)
    # a computing thread soon lets others answer
    sys.setswitchinterval(SWITCH)
    settings: Settings = app.extensions["referee-settings"]
    room: WaitingRoom = app.extensions["referee-waiting"]
    server = waitress.create_server(
        app,
        host=host,
        port=port,
        threads=THREADS + (MOST_WAITING if room.news else 0),
        max_request_body_size=READ,
        # such as a phone that was carried out of the room
        channel_timeout=60,
        connection_limit=1000,
        # select() cannot watch so many connections
        asyncore_use_poll=True,
        ident=None,
        # behind proxies the application takes the visitor's address from their header
        clear_untrusted_proxy_headers=not settings.url,
    )
    server.channel_class = Channel
    return server
