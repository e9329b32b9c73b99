"""The table and the lines of a log, printed in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from referee.judging.corrections import Event
from referee.judging.findings import RECORD, Expectation, Finding
from referee.judging.registry import find
from referee.judging.summary import in_words
from referee.text.terminal import Terminal
from referee.wording.language import N_, _, joined, listed, ngettext
from referee.wording.sentences import SpellCard, fields_of
from referee.wording.visible import visible

STANDING = {"withdrawn": N_("withdrawn"), "disqualified": N_("disqualified")}
"""Reasons why a player is out of a hand."""
FEW = 5  # the number of cards of the pile to show to the scribe, the newest ones


def tell_table(
    out: Terminal, table: Mapping[str, Any], spell: SpellCard, pile: int | None = None
) -> None:
    """Print the table: each player's melds and hand, then the middle. ``pile`` limits the cards of
    the pile that are shown to the newest ones; by default all are shown."""
    hand = table["hand"]
    if hand is None:
        return
    for seat in hand["seats"]:
        out.indented(_seat(seat, spell))
    if hand["winner"]:
        won = _("{player} has won the hand").format(player=hand["winner"])
        out.indented(won)
        return
    middle = [] if hand["pot"] is None else [_("pot {amount}").format(amount=hand["pot"])]
    middle += [f"{_(game.replace('_', ' '))} {pot}" for game, pot in hand["side_pots"].items()]
    if hand["deck"] is not None:
        middle.append(_("deck {number}").format(number=hand["deck"]))
    if hand["offer"]:
        middle.append(_offer(hand["offer"], spell))
    if hand["pile"]:
        shown = hand["pile"][-pile:] if pile else hand["pile"]
        before = "... " if len(shown) < len(hand["pile"]) else ""
        middle.append(_("pile {cards}").format(cards=before + _cards(shown, spell)))
    if hand["owed_by"]:
        middle.append(_("waits for {player} to pay").format(player=hand["owed_by"]))
    elif hand["draws_next"]:
        players = joined(dict.fromkeys(hand["draws_next"]), _(" or "))
        middle.append(_("next to draw: {players}").format(players=players))
    out.indented("; ".join(middle), style="dim")


def _cards(cards: list[str], spell: SpellCard) -> str:
    return " ".join(map(spell, cards))


def _offer(offer: Mapping[str, Any], spell: SpellCard) -> str:
    if offer["by"] is None:
        return _("{card} on the pile").format(card=spell(offer["card"]))
    text = _("{player} drew {card}") if offer["held"] else _("{card} on offer from {player}")
    return text.format(player=offer["by"], card=spell(offer["card"]))


def _seat(seat: Mapping[str, Any], spell: SpellCard) -> str:
    melds = " | ".join(_cards(meld, spell) for meld in seat["melds"]) or _("no melds")
    hand = [_cards(seat["hand"], spell)] if seat["hand"] else []
    fewest, most = seat["surely_unknown"], seat["unknown"]
    if most:
        unknown = ngettext("{number} unknown", "{number} unknown", most)
        some = _("{fewest} to {most} unknown").format(fewest=fewest, most=most)
        hand.append(unknown if fewest == most else some)
    held = listed(hand) if hand else _("no cards")
    out = "" if seat["standing"] == "in" else f" ({_(STANDING[seat['standing']])})"
    text = _("{player}: {melds}; in hand {held}").format(
        player=seat["player"] + out, melds=melds, held=held
    )
    return text + ("; " + _("owes a payment") if seat["owes"] else "")


def tell_lines(
    out: Terminal, lines: Sequence[Event], first: int, spell: SpellCard, stop: int | None = None
) -> None:
    """Print the lines of a game from number ``first`` on, before number ``stop`` if it is given:
    the number of each, the event, and the remark."""
    sayings = find(lines[0]["game"]).sayings
    for seq in range(first, stop or len(lines) + 1):
        event = lines[seq - 1]
        out.print(Text(f"{seq}. {in_words(event, sayings, spell)}", style="bold"))
        if event["type"] != "note" and event.get("note"):
            out.indented(visible(event["note"]), style="italic")


def tell_noticed(out: Terminal, findings: Iterable[Finding], spell: SpellCard) -> None:
    """Print findings, each with its event and rule."""
    for finding in findings:
        text = _("! {message} (event {event}, {rule})").format(
            message=finding.message(spell), event=finding.event, rule=finding.rule
        )
        style = "bold red" if finding.kind == RECORD else "yellow"
        out.indented(text, style=style)


def tell_expected(
    out: Terminal, expected: Iterable[Expectation], spell: SpellCard, *, rules: bool = False
) -> None:
    """Print the acts that may come next, on request with their ``rules``; a star marks those that
    play waits for."""
    for line in dict.fromkeys(
        f"{'*' if expectation.required else '-'} {expectation.message(spell)}"
        + (f" ({expectation.rule})" if rules and expectation.rule else "")
        for expectation in expected
    ):
        out.print(line)


def plain_findings(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as plain data, for other programs."""
    names = ("event", "rule", "kind", "player")
    return [{**fields_of(finding, names), "message": finding.message()} for finding in findings]
