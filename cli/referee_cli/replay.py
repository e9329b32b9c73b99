"""``referee replay``, ``knows``, ``whose`` and ``next``: the table at a moment, the proofs about
hidden cards, who gets the card on offer, and which acts are allowed."""

from collections.abc import Iterable
from typing import Any

import click

from referee.judging.corrections import Event
from referee.judging.findings import Expectation
from referee.judging.names import plainly
from referee.judging.replay import ReplayedLog, replayed
from referee.quarrels.whose import TableFact, facts_about_the_table
from referee.rulings.whatif import no_such_event
from referee.text.terminal import Terminal
from referee.wording.language import _, joined, ngettext
from referee.wording.sentences import SpellCard
from referee_cli.logs import live_game, read
from referee_cli.options import subcommand, wants_json
from referee_cli.output import WrongUse, card_spelling, console, print_json, working
from referee_cli.table import tell_expected, tell_lines, tell_table


def _read(log: str, event: int | None) -> list[Event]:
    """Return the events of a log. Raises WrongUse if it has no event with this number."""
    events = read(log)
    if event is not None and event > len(events):
        raise WrongUse(no_such_event(events, event), "--event")
    return events


@subcommand(json="Print one JSON object for each line of the log.")
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", "--step", "step", type=click.IntRange(min=1), metavar="N",
    help="Show only the table after this event.",
)  # fmt: skip
def replay(log: str, step: int | None) -> None:
    """Show the table after each line of LOG.

    You see the hands as far as they are known, the melds, the pile, the card on offer and the
    pots. A correction takes effect from its own line on.

    \b
    Example: referee replay evening.jsonl --event 12
    """
    events = _read(log, step)
    playing, out, spell = ReplayedLog(), console(), card_spelling()
    for seq, event in enumerate(events, 1):
        playing.feed(event)
        if step not in (None, seq):
            continue
        if wants_json():
            print_json({"line": seq, "event": event, "table": playing.view()})
        else:
            tell_lines(out, events, seq, spell, seq + 1)
            tell_table(out, playing.view(), spell)


Known = dict[str, Any]


@subcommand(json="Print one JSON object for each moment.")
@click.argument("log", metavar="LOG|GAME")
@click.option(
    "--event", "--at", "at", type=click.IntRange(min=1), metavar="N",
    help="Show only the moment after this event.",
)  # fmt: skip
@click.option("--player", help="Show only this player's hand.")
def knows(log: str, at: int | None, player: str | None) -> None:
    """Say what LOG proves about hidden cards.

    After every event you see which cards each player certainly held, and which they may have held.
    Later events count, too: a card that a player pays late was in their hand since the Cambio.

    \b
    Example: referee knows evening.jsonl --event 12 --player Ana
    """
    events = _read(log, at)
    game = replayed(events)
    before, seen = list[Known](), False
    for event in [at] if at is not None else range(1, len(events) + 1):
        with working():
            hands = [known.to_dict() for known in game.knowledge(event)]
        if player is not None:
            hands = [known for known in hands if plainly(known["player"]) == plainly(player)]
        if wants_json():
            print_json({"event": event, "hands": hands})
        elif hands != before:
            console().print(_("After event {event}").format(event=event))
            for known in hands:
                _tell_known(console(), known, card_spelling())
        before, seen = hands, seen or bool(hands)
    if player is not None and not seen:
        raise WrongUse("no player there is called {player}", "--player", player=player)
    if not (seen or wants_json()):
        console().print(_("The record says nothing about hidden cards."))


def _tell_known(out: Terminal, known: Known, spell: SpellCard) -> None:
    fewest, most = known["count"]
    number = ngettext("{number} card", "{number} cards", most)
    some = _("{fewest} to {most} cards").format(fewest=fewest, most=most)
    out.print(f"  {known['player']}, {number if fewest == most else some}")
    if known["surely"]:
        surely = _("certainly: {cards}").format(cards=joined(map(spell, known["surely"]), " "))
        out.indented(surely, 4)
        because: dict[tuple[int, ...], list[str]] = {}
        for card, events in known["because"].items():
            because.setdefault(tuple(events), []).append(card)
        for reason, cards in because.items():
            out.print(f"      {' '.join(map(spell, cards))}: {_shown_by(reason)}")
    if known["possibly"]:
        perhaps = _("perhaps: {cards}").format(cards=joined(map(spell, known["possibly"]), " "))
        out.indented(perhaps, 4)


def _shown_by(events: tuple[int, ...]) -> str:
    if not events:
        return _("follows from what is known about the other cards")
    text = _("event {events}") if len(events) == 1 else _("events {events} together")
    return text.format(events=joined(events))


@subcommand("whose", json="Print one JSON object.")
@click.argument("log", metavar="LOG|GAME")
def whose_is_it(log: str) -> None:
    """Say who gets the card on offer, and why.

    You also see who draws next, and what each player may and may not do now, each with its rule.

    \b
    Example: referee whose evening.jsonl
    """
    replay = ReplayedLog()
    replay.feed_all(read(log))
    found, expected = facts_about_the_table(replay), replay.expected()
    if wants_json():
        may = [expectation.plain() for expectation in expected]
        print_json({"stands": [fact.to_dict() for fact in found], "may": may})
        return
    _tell_standing(found, expected, rules=True)


def _tell_standing(
    found: Iterable[TableFact], expected: Iterable[Expectation], *, rules: bool = False
) -> None:
    """Print what holds at the table now, each with its rule, and what may come next."""
    out, spell = console(), card_spelling()
    for fact in found:
        rule = f" ({fact.rule})" if fact.rule else ""
        out.print(fact.sentence.render(spell) + rule)
    tell_expected(out, expected, spell, rules=rules)


@subcommand("next")
@click.argument("game")
def next_act(game: str) -> None:
    """Say who may act now in GAME, and how.

    It says who gets the card on offer and what each player may do. It gives no advice.

    \b
    Example: referee next friday
    """
    with live_game(game, writable=False) as live:
        expected, stands = live.replay.expected(), facts_about_the_table(live.replay)
    if wants_json():
        print_json([expectation.plain() for expectation in expected])
    else:
        _tell_standing(stands, expected)
