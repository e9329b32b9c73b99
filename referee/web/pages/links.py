"""The links of a table: handed out, followed, and taken back."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    render_template,
    request,
    url_for,
)

from referee.judging.names import fold
from referee.store.links import Role
from referee.web import access
from referee.web.access import Visit, scribe_of, seat
from referee.web.qr_code import qr
from referee.web.redirects import lead_to

PAGES = Blueprint("links", __name__)


@PAGES.get("/join/<token>")
def follow(token: str) -> Response:
    """Swap a link for a cookie, so that the token is not in the address any longer. Who may do
    more at the table already keeps the link that he has."""
    link = access.links().of(token)
    if link is None:
        abort(404)
    held = access.held_link(link.table)
    keeps = held is not None and held.role.does_more_than(link.role)
    page = "pad.show" if link.role is Role.SCRIBE else "table.show"
    answer = lead_to(page, name=link.table)
    if not keeps:
        seat(answer, link, token)
    return answer


@PAGES.get("/tables/<name>/links")
def show(name: str) -> str:
    """The links that were handed out."""
    return _page(scribe_of(name))


@PAGES.post("/tables/<name>/links")
def make(name: str) -> str:
    """A new link; it is shown this once."""
    visit = scribe_of(name)
    wanted = request.form.get("for", "")
    seated = {fold(player): player for player in visit.replay.report()["players"]}
    role, player = Role.VIEWER, None
    if wanted == Role.SCRIBE.value:
        role = Role.SCRIBE
    elif wanted.startswith("player "):
        player = seated.get(fold(wanted.removeprefix("player ")))
        role = Role.PLAYER if player is not None else abort(400)
    elif wanted != Role.VIEWER.value:
        abort(400)
    token = access.links().make(name, role, player)
    address = url_for("links.follow", token=token, _external=True)
    return _page(visit, address, qr(address), role, player)


@PAGES.post("/tables/<name>/links/<int(max=999999999):number>/revoke")
def revoke(name: str, number: int) -> Response:
    """Take a link back."""
    access.links().revoke(scribe_of(name).name, number)
    return lead_to("links.show", name=name)


def _page(
    visit: Visit,
    address: str | None = None,
    code: str | None = None,
    role: Role | None = None,
    player: str | None = None,
) -> str:
    return render_template(
        "links.html",
        visit=visit,
        players=visit.replay.report()["players"],
        links=access.links().of_table(visit.name),
        address=address,
        code=code,
        role=role,
        player=player,
    )
