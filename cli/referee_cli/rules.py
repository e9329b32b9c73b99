"""``referee rules``: the rules of a game, listed, found by words, or one by one; and ``count``."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from itertools import groupby

import click
from rich.text import Text

from referee.answers.book import count_cards
from referee.judging.registry import OWN, USUAL_GAME, game_called, games
from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.judging.summary import KINDS
from referee.notation.cards import Script, read_cards
from referee.quarrels.searching import SearchEntry, first_sentence, nearest, search
from referee.quarrels.topic import Topic
from referee.wording.language import _, joined, ngettext
from referee.wording.unreadable import Unreadable
from referee_cli.commands import page
from referee_cli.language import wanted
from referee_cli.options import house_option, options_of, subcommand, wants_json
from referee_cli.output import WrongUse, card_spelling, console, print_json, say


@subcommand(json="Print the rules as JSON.", book=False)
@click.argument("game", default=USUAL_GAME)
@click.argument("words", nargs=-1)
def rules(game: str, words: tuple[str, ...]) -> None:
    """List the rules of GAME, or find some by words.

    Give the id of a rule or house rule to read all of it: what it says, its source, and the house
    rules that change it. Without GAME you see the rules of Desmoche.

    \b
    Example: referee rules desmoche who gets the card
    """
    owner = next((book.name for book in games() if book.rule(game)), None)
    if not words and owner is not None:
        game, words = owner, (game,)
    rulebook = game_called(game)
    wanted = " ".join(words)
    found = search(rulebook, wanted) if words else []
    if words and not found:
        near = nearest(rulebook, wanted)
        text = "No rule of {game} is about {words}; `referee rules {game}` lists them all"
        if near:
            text = "{game} has no rule {words}. The nearest: {nearest}."
        raise WrongUse(text, game=rulebook.name, words=repr(wanted), nearest=near)
    about = found[0].about if len(found) == 1 and found[0].id == wanted else None
    if words and (about is None or isinstance(about, Topic)):
        _tell_found(rulebook, found)
    elif wants_json():
        whole = rulebook.to_dict()
        if about:
            for part, key in (("rules", "id"), ("house_rules", "name")):
                whole[part] = [entry for entry in whole[part] if entry[key] == wanted]
        print_json(whole)
    elif isinstance(about, Rule):
        _tell_rule(about, rulebook)
    elif isinstance(about, HouseRule):
        _tell_house_rule(about, rulebook.house()[about.name])
    else:
        _list(rulebook)


def _tell_found(rulebook: Rulebook, found: Sequence[SearchEntry]) -> None:
    if wants_json():
        print_json({"found": [entry.to_dict() for entry in found]})
        return
    out = console()
    for entry in found:
        out.print(Text(entry.title))
        named = entry.id
        if isinstance(entry.about, Topic):
            named = f"referee quarrel {rulebook.name} {entry.id}"
        out.indented(named, 4, style="dim")


def _list(rulebook: Rulebook) -> None:
    """Print a line for each rule and house rule, on a terminal in a pager."""
    out = console()
    with out.pager(styles=True) if sys.stdout.isatty() else nullcontext():
        title = _("{game}, edition {edition}")
        heading = title.format(game=rulebook.title, edition=rulebook.edition)
        out.print(Text(heading, style="bold"))
        out.print(_(rulebook.about))
        for section, of in groupby(rulebook.rules, lambda rule: rule.section):
            _list_part(_(section), ((rule.id, first_sentence(_(rule.plain))) for rule in of))
        named = ((rule.name, _(rule.heading)) for rule in rulebook.house_rules)
        _list_part(_("house rules"), named)


def _list_part(heading: str, of: Iterable[tuple[str, str]]) -> None:
    out = console()
    out.print()
    out.print(Text(heading.upper(), style="bold"))
    for name, title in of:
        line = Text(f"{name}  ", style="bold").append(title, style="not bold")
        line.truncate(out.width, overflow="ellipsis")
        out.print(line)


def _tell_rule(rule: Rule, rulebook: Rulebook) -> None:
    out = console()
    out.print()
    out.print(Text(_(rule.plain)))
    source = _("source: {source}").format(source=_(rule.source))
    details = [f"{rule.id}: {_(KINDS[rule.kind])}", source]
    bound = [
        f"{_(each.heading)} ({each.name})"
        for each in rulebook.house_rules
        if each.name in rule.binds
    ]
    if bound:
        details.append(_("house rules: {rules}").format(rules=joined(bound)))
    if rulebook.name in OWN:
        details.append(_("shown by: {cases}").format(cases=page(rule.shown_by)))
    out.indented("\n".join(details), 4, style="dim")


def _tell_house_rule(rule: HouseRule, default: str | tuple[str, ...]) -> None:
    out = console()
    chosen = default if isinstance(default, str) else joined(default)
    if default == rule.options:
        chosen = _("all")
    out.print()
    out.print(Text(_(rule.heading), style="bold"))
    out.print(Text(rule.plain))
    options = _("{name}: {options} (default: {default})")
    text = options.format(name=rule.name, options=joined(rule.options), default=chosen)
    details = text + "\n" + _("source: {source}").format(source=_(rule.source))
    out.indented(details, 4, style="dim")


@subcommand(json="Print the count as JSON.", book=False)
@click.argument("game", metavar="CARD-GAME")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@click.option("--round", "round_", type=int, help="The round, in games where it matters.")
@house_option("A house rule. Repeat it for more rules.")
def count(
    game: str, cards: tuple[str, ...], round_: int | None, house: tuple[tuple[str, str], ...]
) -> None:
    """Count the points in a hand of a game such as dimes.

    Write the cards as on the score sheet, together or apart: the cards left in the hand, or all
    four in Golf. In games with melds, the command finds the melds that leave the fewest points.
    With --lang es the suits are o, c, f and n.

    \b
    Example: referee count dimes --round 3 7h8h9hKdKs
    """
    try:
        book = game_called(game)
        held = read_cards(" ".join(cards), Script(wanted().asked or "en", book.jokers))
        counted = count_cards(book.name, held, round_, options_of(book, house))
    except Unreadable as problem:
        raise WrongUse(problem) from problem
    if wants_json():
        print_json({"game": book.name, "cards": held, **counted.to_dict()})
        return
    spell = card_spelling()
    points = ngettext("{number} point", "{number} points", counted.points)
    say(points.format(number=counted.points))
    for meld in counted.melds:
        say(_("meld: {cards}").format(cards=joined(map(spell, meld), " ")))
    if counted.left:
        say(_("left: {cards}").format(cards=joined(map(spell, counted.left), " ")))
