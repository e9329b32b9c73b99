"""``referee serve`` and ``referee links``: the web form, and the links to its tables."""

import click
import segno
from rich.text import Text

from referee.judging.names import fold
from referee.store.links import Role
from referee.store.location import default_location
from referee.store.opening import open_links
from referee.web import Settings, create_app
from referee.web.serving import addresses_of_this_machine, lan_address, server_for
from referee.web.settings import HERE, read_url
from referee.wording.language import N_, _, joined
from referee_cli.logs import live_game
from referee_cli.options import chosen_book, subcommand
from referee_cli.output import Failure, console

PORT = 8000
ROLES = {Role.SCRIBE: N_("scribe"), Role.VIEWER: N_("viewer")}


def server_url(text: str) -> str:
    """Return the URL of a server, without a path, in its usual form. Raises BadParameter."""
    try:
        return read_url(text)
    except ValueError as problem:
        raise click.BadParameter(str(problem)) from problem


@subcommand(json=None)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, help="The port where it listens (8000)."
)
@click.option("--lan", is_flag=True, help="Let in phones in the same network, each with a link.")
@click.option(
    "--url", type=server_url, metavar="URL", envvar="REFEREE_URL",
    help="The public address, at a proxy with TLS, such as https://referee.club.example "
    "(REFEREE_URL).",
)  # fmt: skip
@click.option(
    "--proxies", type=click.IntRange(1), default=1,
    help="With --url: how many proxies a request passes (1). Only their X-Forwarded-For counts.",
)  # fmt: skip
def serve(port: int, lan: bool, url: str | None, proxies: int) -> None:
    """Serve the web form: score, replay and dispute.

    Without options, only this machine can reach it, and its user may do everything.

    With --lan, phones in the same network can reach it, too; with --url, everybody who can reach
    your proxy. Then each visitor needs a link to a table. The person who opens a table gets its
    links and hands them out (see referee links).

    \b
    Example: referee serve --lan
    """
    room = addresses_of_this_machine() if lan else []
    settings = Settings(
        chosen_book() or default_location(),
        links=lan or bool(url),
        hosts=(*HERE, *room),
        url=url or "",
        proxies=proxies,
    )
    app = create_app(settings)
    try:
        server = server_for(app, "0.0.0.0" if lan else "127.0.0.1", port)
    except OSError as problem:
        text = "The server cannot use port {port} ({problem}). Choose another with --port."
        raise Failure(text, port=port, problem=problem.strerror) from problem
    address = f"http://{room[0] if room else '127.0.0.1'}:{server.effective_port}/"
    _show(f"{url}/" if url else address)
    if url:
        click.echo(_("The proxy reaches it at {address}").format(address=address))
    elif lan:
        click.echo(_("Nothing that is sent is encrypted: serve only in a network that you trust."))
    click.echo(_("Ctrl-C stops. What was written is kept."))
    try:
        server.run()
    finally:
        server.close()


@subcommand(json=None)
@click.argument("game", metavar="GAME")
@click.option(
    "--for", "whom", metavar="WHOM", help="Make a link for scribe, viewer, or a player by name."
)
@click.option("--revoke", type=int, metavar="N", help="Take back the link with this number.")
@click.option(
    "--at", type=server_url, metavar="URL", envvar="REFEREE_URL",
    help="The address of the web form (REFEREE_URL, else this machine, port 8000).",
)  # fmt: skip
def links(game: str, whom: str | None, revoke: int | None, at: str | None) -> None:
    """Make, revoke or list links to the table of GAME.

    \b
    Example: referee links friday --for viewer
    """
    with live_game(game, writable=False) as live:
        players = live.replay.report()["players"]
    kept = open_links(chosen_book())
    if revoke is not None:
        if revoke not in [link.number for link in kept.of_table(game)]:
            text = "{game} has no link {number}. To see its links: referee links {game}"
            raise Failure(text, game=game, number=revoke)
        kept.revoke(game, revoke)
        click.echo(_("Link {number} is revoked.").format(number=revoke))
    if whom is not None:
        role, player = _role(whom, players)
        token = kept.make(game, role, player)
        _show(f"{at or f'http://{lan_address()}:{PORT}'}/join/{token}")
        click.echo(_("Copy this link now: it is not shown again."))
    if whom is None and revoke is None:
        for link in kept.of_table(game):
            since = _("since {moment}").format(moment=link.made_here)
            click.echo(f"{link.number}. {link.player or _(ROLES[link.role])}, {since}")


def _role(whom: str, players: list[str]) -> tuple[Role, str | None]:
    if whom in (Role.SCRIBE, Role.VIEWER):
        return Role(whom), None
    for player in players:
        if fold(player) == fold(whom):
            return Role.PLAYER, player
    expected = _("expected scribe, viewer or one of {players}").format(players=joined(players))
    raise click.BadParameter(expected, param_hint="--for")


def _show(address: str) -> None:
    out = console()
    out.print(Text(address, style="bold"))
    if out.is_terminal and out.shows("█▀▄"):
        segno.make(address, error="l").terminal(compact=True)
