"""The links of a table: handed out, followed, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from markupsafe import Markup

from referee.judging.names import fold
from referee.store.links import Role
from referee.web import access
from referee.web.access import Visit, held_link, scribe_of, seat, settings
from referee.web.responses import lead_to, set_cookie
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
    """Return whether a phone reaches this server by that name; by ``localhost`` it would reach
    itself."""
    name = urlsplit(f"//{host}").hostname or ""
    own = {here.strip("[]") for here in HERE}
    return name not in own and not name.startswith("127.")


PAGES = Blueprint("links", __name__)

EVERY_PLAYER = "players"


@dataclass(frozen=True, slots=True)
class Fresh:
    """A link that was just made; it is shown this once."""

    role: Role
    player: str | None
    address: str
    code: str

    @property
    def picture(self) -> Markup:
        """The link as a phone's camera reads it."""
        return qr(self.address)


@PAGES.get("/join/<token>")
def follow(token: str) -> Response:
    """Swap a link for a cookie, so that the token is not in the address any longer. Who may do
    more at the table already keeps the link that they have."""
    link = access.links().of(token)
    if link is None:
        abort(404)
    held = held_link(link.table)
    keeps = held is not None and held.role.does_more_than(link.role)
    page = "pad.show" if link.role is Role.SCRIBE else "table.show"
    answer = lead_to(page, name=link.table)
    if not keeps:
        seat(answer, link.table, token)
    return answer


@PAGES.get("/tables/<name>/links")
def show(name: str) -> Response:
    """The links that were handed out."""
    return _page(scribe_of(name))


@PAGES.post("/tables/<name>/links")
def make(name: str) -> Response:
    """A new link, or one for each player."""
    visit = scribe_of(name)
    wanted = request.form.get("for", "")
    players = visit.replay.standing()["players"]
    if wanted == EVERY_PLAYER:
        return _page(visit, [_fresh(visit, Role.PLAYER, player) for player in players])
    if wanted in (Role.SCRIBE, Role.VIEWER):
        return _page(visit, [_fresh(visit, Role(wanted))])
    seated = {fold(f"player {player}"): player for player in players}
    player = seated.get(fold(wanted)) or abort(400)
    return _page(visit, [_fresh(visit, Role.PLAYER, player)])


@PAGES.post("/tables/<name>/links/<int(max=999999999):number>/revoke")
def revoke(name: str, number: int) -> Response:
    """Take a link back; whoever would take back their own is asked first."""
    visit = scribe_of(name)
    own = held_link(name)
    if own is not None and own.number == number and "sure" not in request.form:
        return make_response(render_template("links_own.html", visit=visit, number=number))
    access.links().revoke(name, number)
    return lead_to("links.show", name=name)


def _fresh(visit: Visit, role: Role, player: str | None = None) -> Fresh:
    token = access.links().make(visit.name, role, player)
    address = address_of("links.follow", token=token)
    return Fresh(role, player, address, access.join_codes().make(token))


def _page(visit: Visit, fresh: Sequence[Fresh] = ()) -> Response:
    own = held_link(visit.name)
    page = render_template(
        "links.html",
        visit=visit,
        players=visit.replay.standing()["players"],
        links=access.links().of_table(visit.name),
        own=own.number if own is not None else None,
        fresh=fresh,
        addresses=addresses(),
        every_player=EVERY_PLAYER,
    )
    answer = make_response(page)
    answer.cache_control.no_store = answer.cache_control.no_transform = True
    return remember(answer)


def qr(address: str) -> Markup:
    """An address as a QR code, to stand in a page."""
    return Markup(segno.make(address, error="m").svg_inline(scale=5, border=2))
