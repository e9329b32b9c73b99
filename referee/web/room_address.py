"""At which address the room reaches this server: the one by which a machine calls itself would lead
every phone to itself."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from flask import Response, request, url_for

from referee.web.access import settings
from referee.web.redirects import set_cookie
from referee.web.settings import HERE

COOKIE: Final = "room"
"""The cookie with the address that somebody chose."""


def addresses() -> list[str]:
    """The addresses at which a phone of the room may reach the server, as far as the server knows;
    the one first that was chosen last, then the one by which this request came. Behind a proxy
    there is only one."""
    if settings().url:
        return [settings().origin.netloc]
    named = urlsplit(request.host_url)
    port = f":{named.port}" if named.port is not None else ""
    hosts = [f"{name}{port}" for name in settings().hosts if name not in HERE]
    came_by = [request.host] if _is_of_the_room(request.host) else []
    known = dict.fromkeys([*came_by, *hosts])
    chosen = request.values.get("room") or request.cookies.get(COOKIE, "")
    return sorted(known, key=lambda host: host != chosen)


def address_of(endpoint: str, **place: Any) -> str:
    """The whole address of a page of ours, as the room reaches it; as this request came where the
    room cannot."""
    host = next(iter(addresses()), request.host)
    origin = settings().url or f"{request.scheme}://{host}"
    return f"{origin}{url_for(endpoint, **place)}"


def remember(answer: Response) -> Response:
    """Keep the address that this request chose, where it did."""
    if request.values.get("room") in addresses():
        set_cookie(answer, COOKIE, request.values["room"])
    return answer


def _is_of_the_room(host: str) -> bool:
    """Return whether a machine of this name is more than each phone's own."""
    name = urlsplit(f"//{host}").hostname or ""
    own = {here.strip("[]") for here in HERE}
    return name not in own and not name.startswith("127.")
