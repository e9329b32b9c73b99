"""``referee new``: open a game in the record book."""

import re
import sys
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any, Final

import click
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable
from referee_schemas.vocabulary import misfit

from referee.judging.corrections import Event
from referee.judging.forms import WARNINGS
from referee.judging.grid import DETAIL, DETAILS, details
from referee.judging.names import fold, names_in
from referee.judging.registry import USUAL_GAME, game_called
from referee.judging.rulebook import Rulebook
from referee.notation import LANGUAGES
from referee.notation.values import PARTED, WHOLE_UNITS
from referee.store import Entry
from referee.store.naming import free_name
from referee.store.opening import open_book
from referee.wording.language import Word, _
from referee_cli import options
from referee_cli.hints import command
from referee_cli.language import Language, messages_language, wanted
from referee_cli.output import WrongUse, print_json

_NEEDS_QUOTES: Final = re.compile(r'[^"].*(?: (?:and|y|e) .*|\*)', re.IGNORECASE).fullmatch
_IS_QUOTED: Final = re.compile('".+"').fullmatch


def read_amount(text: str) -> int:
    """Return an amount of money: a whole number, never negative. Raises BadParameter."""
    amount = text.strip()
    if amount.isascii() and amount.isdecimal():
        return int(amount)
    if PARTED.fullmatch(amount):
        message = _("{text}: expected {expected}.")
        raise click.BadParameter(message.format(text=amount, expected=_(WHOLE_UNITS)))
    raise click.BadParameter(_('"{text}" is not an amount such as 5').format(text=amount))


@options.subcommand()
@click.argument("name", required=False)
@click.option(
    "--game", default=USUAL_GAME, help="The card game, as `referee rules` names it (desmoche)."
)
@click.option("--players", help="Names in turn order, with commas.")
@options.house_option("A house rule. Repeat it for more rules.")
@click.option("--unit", help="The unit of the stakes, such as córdobas.")
@click.option("--title", help="A name for the evening.")
@click.option("--place", help="The place of the evening.")
@click.option("--date", "day", type=options.read_day, metavar="DAY", help="The day (today).")
@click.option(
    "--warnings", type=click.Choice(WARNINGS),
    help="When the referee speaks about the play: at once, when you ask, or after the hand "
    "(on_call).",
)  # fmt: skip
@click.option(
    "--detail", type=click.Choice(DETAILS),
    help="The detail of the record: every card, the winner of each hand, or its points (cards).",
)  # fmt: skip
@click.option("--dealer", help="The first dealer. In games with bets, give --bet, too.")
@click.option(
    "--bet", type=read_amount, metavar="INTEGER", help="The bet of each player for the first hand."
)
@click.option(
    "--lang", type=Language(),
    help="The language of your score sheet and of the messages (your system's).",
)  # fmt: skip
def new(
    name: str | None, game: str, players: str | None, house: tuple[tuple[str, str], ...],
    lang: str | None, detail: str | None, dealer: str | None, bet: int | None, **about: str | None,
) -> None:  # fmt: skip
    """Open a game in the record book.

    On a terminal it asks for what you leave out.

    \b
    Example: referee new friday --players "Ana, Beto, Carla" --bet 5 --dealer Carla
    """
    asks = sys.stdin.isatty() and sys.stdout.isatty() and not options.wants_json()
    book = game_called(game)
    seats = _who_plays(game, players, asks)
    chosen = options.options_of(book, house)
    if asks:
        chosen = chosen or _ask_house(book)
        if bet is None and dealer is None:
            bet, dealer = _ask_stakes(book, seats)
        how_much = _(
            "How much do you want to write: every card (cards), who won (winner) or the points "
            "(points)?"
        )
        detail = detail or _choose(how_much, details(book), DETAILS[0])
        how_loud = _(
            "Shall the referee speak up about play at once (open), when asked (on_call), or only "
            "after the hand (silent)?"
        )
        about["warnings"] = about["warnings"] or _choose(how_loud, WARNINGS, "on_call")
    day = about.pop("day") or date.today().isoformat()
    spoken = wanted().language
    lang = lang or (spoken if spoken != LANGUAGES[0] else None)
    if detail not in (None, *details(book)):
        text = "In this game a table may write: {details}."
        raise WrongUse(text, "--detail", details=details(book))
    detail = None if detail == DETAILS[0] else detail
    about_it = {DETAIL: detail, **about, "date": day, "x_lang": lang, "house": chosen}
    opening: Event = {"type": "game", "game": game, "players": seats}
    opening |= {key: value for key, value in about_it.items() if value}
    so_far = LogSoFar()
    read = [so_far.add(event) for event in [opening, *_first_hand(book, seats, dealer, bet)]]
    with open_book(options.chosen_book()) as records:
        taken = name or free_name([day, *seats], records.names())
        answer = records.open_game(taken, [Entry.of(event) for event in read])
    if options.wants_json():
        print_json({"game": taken, "last": answer.last, "head": answer.head.on_paper()})
    else:
        is_open = _("{game} is open. Go on with: {command}")
        click.echo(is_open.format(game=taken, command=command("record", taken)))


def _first_hand(
    book: Rulebook, seats: Sequence[str], dealer: str | None, bet: int | None
) -> list[Event]:
    dealer = next((name for name in seats if fold(name) == fold(dealer or "")), dealer)
    if dealer and dealer not in seats:
        raise WrongUse("no player there is called {player}", "--dealer", player=dealer)
    if (dealer or bet is not None) and book.bets != (bet is not None):
        raise WrongUse(Word("In games with bets --dealer needs --bet; other games have no --bet."))
    if bet is not None:
        return [{"type": "hand", "dealer": dealer or next(reversed(seats), ""), "bet": bet}]
    return [{"type": "hand", "dealer": dealer}] if dealer else []


def _choose(question: str, options: Sequence[str], usual: str) -> str:
    return str(click.prompt(question, type=click.Choice(options), default=usual))


def _who_plays(game: str, players: str | None, asks: bool) -> list[str]:
    if players is not None:
        return _names(players)
    if not asks:
        raise WrongUse(Word('Say who plays: --players "Ana, Beto"'))
    asked = _("Who plays? Names in turn order, with commas")
    seats: list[str] = click.prompt(asked, value_proc=partial(_seats, game))
    return seats


def _seats(game: str, text: str) -> list[str]:
    """Return the players as typed. Raises BadParameter if the game cannot seat them."""
    seats = _names(text)
    opening = {"type": "game", "game": game, "players": seats}
    try:
        LogSoFar().add(opening)
    except Unreadable as problem:
        expected = _("expected {expected}, such as Ana, Beto").format(expected=problem.expected)
        raise click.BadParameter(expected) from problem
    return seats


def _names(text: str) -> list[str]:
    """Return the names in a text, as on the sheet: one with *and* in it or a star behind it
    needs quotes. Raises BadParameter."""
    names = names_in(text)
    for name in filter(_NEEDS_QUOTES, names):
        with messages_language():
            message = _("{name}: separate names by commas, use --dealer for a star, or add quotes.")
        raise click.BadParameter(message.format(name=name), param_hint="--players")
    return [name[1:-1] if _IS_QUOTED(name) else name for name in names]


def _ask_house(book: Rulebook) -> dict[str, Any]:
    house: dict[str, Any] = {}
    question = _("A house rule that differs, RULE=OPTION (? lists them, Enter goes on)")
    while text := click.prompt(question, default="", show_default=False).strip():
        if text == "?":
            for house_rule in book.house_rules:
                click.echo(f"  {house_rule.name}={'|'.join(house_rule.options)}")
                click.echo(f"      {house_rule.plain}")
            continue
        try:
            chosen = options.options_of(book, [options.read_house_rule(text)])
        except click.BadParameter as problem:
            click.echo(problem.message)
            continue
        if wrong := misfit(book.name, chosen):
            expected = _("{text}: expected {expected}.")
            click.echo(expected.format(text=text, expected=wrong[1].render()))
        else:
            house |= chosen
    return house


def _ask_stakes(book: Rulebook, seats: Sequence[str]) -> tuple[int | None, str | None]:
    """Ask for the bet and the dealer of the first hand; None for each that comes later."""
    bet, usual = None, ""
    if book.bets:
        bet = click.prompt(
            _("What does everybody put in for the first hand? (Enter: later)"),
            default="",
            show_default=False,
            value_proc=lambda text: read_amount(text) if text else None,
        )
        if bet is None:
            return None, None
        usual = seats[-1]
    dealer = click.prompt(
        _("Who deals first?") if usual else _("Who deals first? (Enter: later)"),
        type=click.Choice([*seats, *([] if usual else [""])], case_sensitive=False),
        show_choices=bool(usual),
        default=usual,
        show_default=bool(usual),
    )
    return bet, dealer or None
