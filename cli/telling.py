"""A report as people read it at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.findings import SpellCard
from referee.report import Report, who_pays_whom
from referee.rulebooks import find

INDENT = (0, 0, 0, 2)

STAKES = {1: "", 2: "Doble", 3: "Triple", 4: "Cuádruple", 5: "Quíntuple"}
BONUSES = {"mico": "mico", "color": "color", "arriba_del_palo": "arriba del palo"}
WINS = {"peladilla": "Peladilla", "cuatro_cuerpos": "Cuatro Cuerpos", "color": "Color"}
KINDS = {
    "record": "slip of the record",
    "violation": "against the rules",
    "disqualification": "disqualifying offence",
    "forfeit": "right lost",
    "missed": "chance missed",
    "payment": "wrong payment",
}
STATUS = {"open": "open", "forgiven": "forgiven", "enforced": "enforced", None: ""}


def tell_report(
    console: Console, report: Report, events: Sequence[Mapping[str, Any]], spell: SpellCard
) -> None:
    """Print the report of these events: what happened, what was found and what is disputed, the
    money, who pays whom."""
    opening = events[0]
    _tell_opening(console, report, opening)
    for hand in report["hands"]:
        tell_hand(console, hand, spell)
    _tell_findings(console, report["findings"])
    _tell_undecided(console, report["undecided"])
    _tell_disputes(console, events)
    if report["hands"]:
        _tell_money(console, report, opening.get("unit", ""))


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Padding(Text(text, style=style), INDENT, expand=False))


def counted(number: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "hand"), counted(3, "hand")
    ('1 hand', '3 hands')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _listed(words: Iterable[str]) -> str:
    *most, last = list(words)
    return f"{', '.join(most)} and {last}" if most else last


def _tell_opening(console: Console, report: Report, opening: Mapping[str, Any]) -> None:
    title = opening.get("title") or find(report["game"]).title
    about = [title, *(opening[key] for key in ("place", "date") if opening.get(key))]
    console.print(Text(", ".join(about), style="bold"))
    events, hands = counted(report["events"], "event"), counted(len(report["hands"]), "hand")
    console.print(f"{_listed(report['players'])}; {hands}, {events}.")


def tell_hand(console: Console, hand: Mapping[str, Any], spell: SpellCard) -> None:
    """Print one hand of a report: who won what and how."""
    stakes = STAKES.get(hand["stakes"], f"{hand['stakes']} stakes")
    doubled = f" ({stakes})" if stakes else ""
    _heading(console, f"Hand {hand['hand']}: {hand['dealer']} deals, bet {hand['bet']}{doubled}")
    _line(console, _ending(hand, spell))
    for bonus in _grouped_bonuses(hand["bonuses"]):
        _line(console, bonus)
    for side in hand["side_games"]:
        _line(console, _side_game(side, spell, open_hand=hand["outcome"]["kind"] == "open"))
    if hand["disqualified"]:
        _line(console, f"Disqualified: {_listed(hand['disqualified'])}.")
    if hand["withdrawn"]:
        _line(console, f"Withdrew: {_listed(hand['withdrawn'])}.")
    if hand["if_enforced"]:
        _line(console, _if_enforced(hand), style="yellow")


def _ending(hand: Mapping[str, Any], spell: SpellCard) -> str:
    outcome, pot = hand["outcome"], hand["pot"]
    winner = outcome["winner"]
    melds = " | ".join(" ".join(map(spell, meld)) for meld in outcome["melds"])
    stays = f"The pot of {pot} stays in the middle."
    return {
        "melds": f"{winner} wins the pot of {pot} with ten cards: {melds}.",
        "automatic": f"{winner} wins the pot of {pot} at once with {WINS.get(outcome['win'], '')}.",
        "last_standing": f"{winner} wins the pot of {pot}: all others are out.",
        "none": f"Nobody wins. {stays}",
        "undecided": f"The hand was not played to its end, and nobody has won it. {stays}",
        "open": f"The hand is not over. The pot of {pot} is in the middle.",
    }[outcome["kind"]]


def _grouped_bonuses(bonuses: list[dict[str, Any]]) -> Iterable[str]:
    for name in dict.fromkeys(bonus["bonus"] for bonus in bonuses):
        paid = [bonus for bonus in bonuses if bonus["bonus"] == name]
        givers = [f"{bonus['from']} {bonus['amount']}" for bonus in paid]
        yield f"Bonus {BONUSES[name]} to {paid[0]['to']}: {_listed(givers)}."


def _side_game(side: Mapping[str, Any], spell: SpellCard, open_hand: bool) -> str:
    name, pot = side["side_game"].replace("_", " "), side["pot"]
    if side["winners"]:
        cards = " ".join(map(spell, side["cards"]))
        verb = "wins" if len(side["winners"]) == 1 else "share"
        return f"Side game {name}: {_listed(side['winners'])} {verb} {pot} with {cards}."
    if open_hand:
        return f"Side game {name}: {pot} in the pot."
    stays = f"the pot of {side['carried']} stays" if side["carried"] else "the stakes go back"
    return f"Side game {name}: nobody wins, {stays}."


def _if_enforced(hand: Mapping[str, Any]) -> str:
    other, lines = (
        hand["if_enforced"],
        _listed(f"event {event}" for event in hand["if_enforced"]["for"]),
    )
    winner = other["outcome"]["winner"]
    who = f"{winner} would win" if winner else "nobody would win"
    money = ", ".join(f"{name} {amount:+}" for name, amount in other["net"].items())
    stays = f", with {other['carried']} staying in the middle" if other["carried"] else ""
    return (
        f"If the table enforces the offence at {lines}, {who} and the hand stands at "
        f"{money}{stays}."
    )


def _tell_findings(console: Console, findings: list[dict[str, Any]]) -> None:
    if not findings:
        _heading(console, "Nothing was found against the rules.")
        return
    _heading(console, "What the referee found")
    for number, finding in enumerate(findings, 1):
        _line(console, f"{number}. {finding['message']}")
        details = [f"event {finding['event']}", KINDS[finding["kind"]], STATUS[finding["status"]]]
        if finding["cites"]:
            details.append("see " + _listed(f"event {cited}" for cited in finding["cites"]))
        details.append(f"rule {finding['rule']}")
        text = Text("; ".join(filter(None, details)), style="dim")
        console.print(Padding(text, (0, 0, 0, 5), expand=False))
    if any(finding["status"] == "open" for finding in findings):
        _line(console, "A slip of the pen is mended by a correct line, a breach that the table")
        _line(console, "lets pass by a forgive line.")


def _tell_undecided(console: Console, undecided: list[dict[str, Any]]) -> None:
    if not undecided:
        return
    _heading(console, "What the record leaves open")
    for one in undecided:
        _line(console, f"- {one['question']} (event {one['event']})")
        _line(console, f"  What would decide it: {one['would_decide']}.", style="dim")


def _tell_disputes(console: Console, events: Sequence[Mapping[str, Any]]) -> None:
    disputes = [(seq, one) for seq, one in enumerate(events, 1) if one["type"] == "dispute"]
    if not disputes:
        return
    decided = {one["dispute"]: one["decision"] for one in events if one["type"] == "ruling"}
    _heading(console, "Disputes")
    for seq, one in disputes:
        outcome = decided.get(seq, "not decided by the table yet")
        _line(console, f"- {one['by']} about event {one['event']}: “{one['text']}” ({outcome})")


def _tell_money(console: Console, report: Report, unit: str) -> None:
    hands = report["hands"]
    _heading(console, f"Money in {unit}" if unit else "Money")
    shown = hands if len(hands) <= 6 else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for hand in shown:
        table.add_column(f"hand {hand['hand']}", justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True, style="bold")
    for player in report["players"]:
        each = [f"{hand['net'][player]:+}" if player in hand["net"] else "" for hand in shown]
        table.add_row(player, *each, f"{report['totals'][player]:+}")
    console.print(Padding(table, INDENT, expand=False))
    for name, pot in report["side_carried"].items():
        _line(console, f"In the pot of {name.replace('_', ' ')}: {pot}.")
    if report["carried"]:
        unfinished = hands[-1]["outcome"]["kind"] == "open"
        where = "In the pot of the unfinished hand" if unfinished else "In the middle"
        _line(console, f"{where}: {report['carried']}.")
    _heading(console, "Who pays whom")
    _line(console, "(for the whole evening, as if nothing had been paid yet)", style="dim")
    payments = who_pays_whom(report)
    for payment in payments:
        _line(console, f"{payment.giver} pays {payment.taker} {payment.amount}.")
    if not payments:
        _line(console, "Nobody owes anything.")
