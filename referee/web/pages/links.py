"""The links of a table: making, following and revoking them."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, request, url_for
from markupsafe import Markup

from referee.judging.names import fold
from referee.store.links import Role
from referee.web.access import Visit, cookie_of, held_link, join_codes, links, settings, visit
from referee.web.responses import lead_to, page_of, set_cookie
from referee.web.settings import HERE

PAGES = Blueprint("links", __name__)

EVERY_PLAYER: Final = "players"

COOKIE: Final = "room"  # the cookie with the address that the visitor chose


def addresses() -> list[str]:
    """Return the addresses at which a phone in the room may reach the server, as far as known; the
    last chosen one first, then the one of this request. Behind a proxy there is only one."""
    if settings.url:
        return [urlsplit(settings.url).netloc]
    named = urlsplit(request.host_url)
    port = f":{named.port}" if named.port is not None else ""
    hosts = [f"{name}{port}" for name in settings.hosts if name not in HERE]
    # a phone cannot reach this server by ``localhost`` and such
    name = named.hostname or ""
    is_here = name in {own.strip("[]") for own in HERE} or name.startswith("127.")
    came_by = [] if is_here else [request.host]
    known = dict.fromkeys([*came_by, *hosts])
    chosen = request.values.get("room") or request.cookies.get(COOKIE, "")
    return sorted(known, key=lambda host: host != chosen)


@PAGES.get("/join/<token>")
def follow(token: str) -> Response:
    """Exchange a link for a cookie, so that the token disappears from the address. A visitor with a
    stronger link to the table keeps that one."""
    link = links.of(token)
    if link is None:
        abort(404)
    held = held_link(link.table)
    page = "pad.show" if link.role is Role.SCRIBE else "table.show"
    answer = lead_to(page, name=link.table)
    if held is None or not held.role.does_more_than(link.role):
        set_cookie(answer, cookie_of(link.table), token)
    return answer


@PAGES.get("/tables/<name>/links")
def show(name: str) -> Response:
    """Show the links of a table."""
    return _page(visit(name, Role.SCRIBE))


@PAGES.post("/tables/<name>/links")
def make(name: str) -> Response:
    """Make a new link, or one for each player."""
    here = visit(name, Role.SCRIBE)
    wanted = request.form.get("for", "")
    if wanted in (Role.SCRIBE, Role.VIEWER):
        return _page(here, [_fresh(here, Role(wanted))])
    players = here.replay.standing()["players"]
    if wanted != EVERY_PLAYER:
        players = [each for each in players if fold(f"player {each}") == fold(wanted)]
    return _page(here, [_fresh(here, Role.PLAYER, each) for each in players] or abort(400))


@PAGES.post("/tables/<name>/links/<int(max=999999999):number>/revoke")
def revoke(name: str, number: int) -> Response:
    """Revoke a link; ask first if it is the visitor's own."""
    here = visit(name, Role.SCRIBE)
    own = held_link(name)
    if own is not None and own.number == number and "sure" not in request.form:
        return page_of("links_own.html", visit=here, number=number)
    links.revoke(name, number)
    return lead_to("links.show", name=name)


def _fresh(here: Visit, role: Role, player: str | None = None) -> dict[str, Any]:
    """Return a new link, which is shown only once."""
    token = links.make(here.name, role, player)
    # the address in the local network, else that of this request
    origin = settings.url or f"{request.scheme}://{next(iter(addresses()), request.host)}"
    address = f"{origin}{url_for('links.follow', token=token)}"
    code = join_codes.make(token)
    return {"role": role, "player": player, "address": address, "code": code, "qr": qr(address)}


def _page(here: Visit, fresh: Sequence[dict[str, Any]] = ()) -> Response:
    answer = page_of(
        "links.html",
        visit=here,
        links=links.of_table(here.name),
        own=held_link(here.name),
        fresh=fresh,
        addresses=addresses(),
        every_player=EVERY_PLAYER,
    )
    answer.cache_control.no_store = answer.cache_control.no_transform = True
    if request.values.get("room") in addresses():
        set_cookie(answer, COOKIE, request.values["room"])
    return answer


def qr(address: str) -> Markup:
    """Return an address as a QR code, in SVG for a page."""
    return Markup(segno.make(address, error="m").svg_inline(scale=5, border=2))
