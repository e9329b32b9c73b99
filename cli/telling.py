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
from referee.language import N_, _, listed, ngettext
from referee.report import THE_MIDDLE, Report, who_pays_whom
from referee.rulebooks import find

INDENT = (0, 0, 0, 2)

STAKES = {1: "", 2: "Doble", 3: "Triple", 4: "Cuádruple", 5: "Quíntuple"}
BONUSES = {"mico": "mico", "color": "color", "arriba_del_palo": "arriba del palo"}
WINS = {"peladilla": "Peladilla", "cuatro_cuerpos": "Cuatro Cuerpos", "color": "Color"}
KINDS = {
    "record": N_("slip of the record"),
    "violation": N_("against the rules"),
    "disqualification": N_("disqualifying offence"),
    "forfeit": N_("right lost"),
    "missed": N_("chance missed"),
    "payment": N_("wrong payment"),
}
STATUS = {"open": N_("open"), "forgiven": N_("forgiven"), "enforced": N_("enforced"), None: ""}
DECISIONS = {
    "upheld": N_("upheld"),
    "dismissed": N_("dismissed"),
    "forgiven": N_("forgiven"),
    None: N_("not decided by the table yet"),
}


ENDINGS = {
    "melds": N_("{winner} wins the pot of {pot} with ten cards: {melds}."),
    "automatic": N_("{winner} wins the pot of {pot} at once with {win}."),
    "last_standing": N_("{winner} wins the pot of {pot}: all others are out."),
    "none": N_("Nobody wins. The pot of {pot} stays in the middle."),
    "undecided": N_(
        "The hand was not played to its end, and nobody has won it. The pot of {pot} stays in the "
        "middle."
    ),
    "open": N_("The hand is not over. The pot of {pot} is in the middle."),
}
"""How a hand ended, by the kind of its outcome."""


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


def _tell_opening(console: Console, report: Report, opening: Mapping[str, Any]) -> None:
    title = opening.get("title") or find(report["game"]).title
    about = [title, *(opening[key] for key in ("place", "date") if opening.get(key))]
    console.print(Text(", ".join(about), style="bold"))
    events = ngettext("{number} event", "{number} events", report["events"])
    hands = ngettext("{number} hand", "{number} hands", len(report["hands"]))
    console.print(f"{listed(report['players'])}; {hands}, {events}.")


def tell_hand(console: Console, hand: Mapping[str, Any], spell: SpellCard) -> None:
    """Print one hand of a report: who won what and how."""
    many = _("{number} stakes").format(number=hand["stakes"])
    stakes = STAKES.get(hand["stakes"], many)
    heading = _("Hand {hand}: {dealer} deals, bet {bet}").format_map(hand)
    _heading(console, heading + (f" ({stakes})" if stakes else ""))
    _line(console, _ending(hand, spell))
    for bonus in _grouped_bonuses(hand["bonuses"]):
        _line(console, bonus)
    for side in hand["side_games"]:
        _line(console, _side_game(side, spell, open_hand=hand["outcome"]["kind"] == "open"))
    if hand["disqualified"]:
        disqualified = _("Disqualified: {players}.")
        _line(console, disqualified.format(players=listed(hand["disqualified"])))
    if hand["withdrawn"]:
        _line(console, _("Withdrew: {players}.").format(players=listed(hand["withdrawn"])))
    if hand["if_enforced"]:
        _line(console, _if_enforced(hand), style="yellow")


def _ending(hand: Mapping[str, Any], spell: SpellCard) -> str:
    outcome = hand["outcome"]
    melds = " | ".join(" ".join(map(spell, meld)) for meld in outcome["melds"])
    return _(ENDINGS[outcome["kind"]]).format(
        winner=outcome["winner"],
        pot=hand["pot"],
        melds=melds,
        win=WINS.get(outcome["win"], ""),
    )


def _grouped_bonuses(bonuses: list[dict[str, Any]]) -> Iterable[str]:
    for name in dict.fromkeys(bonus["bonus"] for bonus in bonuses):
        paid = [bonus for bonus in bonuses if bonus["bonus"] == name]
        givers = [f"{bonus['from']} {bonus['amount']}" for bonus in paid]
        told = _("Bonus {bonus} to {winner}: {givers}.")
        yield told.format(bonus=BONUSES[name], winner=paid[0]["to"], givers=listed(givers))


def _side_game(side: Mapping[str, Any], spell: SpellCard, open_hand: bool) -> str:
    if len(side["winners"]) == 1:
        text = _("Side game {name}: {winners} wins {pot} with {cards}.")
    elif side["winners"]:
        text = _("Side game {name}: {winners} share {pot} with {cards}.")
    elif open_hand:
        text = _("Side game {name}: {pot} in the pot.")
    elif side["carried"]:
        text = _("Side game {name}: nobody wins, the pot of {carried} stays.")
    else:
        text = _("Side game {name}: nobody wins, the stakes go back.")
    return text.format(
        name=side["side_game"].replace("_", " "),
        winners=listed(side["winners"]),
        pot=side["pot"],
        cards=" ".join(map(spell, side["cards"])),
        carried=side["carried"],
    )


def _if_enforced(hand: Mapping[str, Any]) -> str:
    other = hand["if_enforced"]
    winner = other["outcome"]["winner"]
    if winner and other["carried"]:
        text = _(
            "If the table enforces the offence at {events}, {winner} would win and the hand stands "
            "at {money}, with {carried} staying in the middle."
        )
    elif winner:
        text = _(
            "If the table enforces the offence at {events}, {winner} would win and the hand stands "
            "at {money}."
        )
    elif other["carried"]:
        text = _(
            "If the table enforces the offence at {events}, nobody would win and the hand stands "
            "at {money}, with {carried} staying in the middle."
        )
    else:
        text = _(
            "If the table enforces the offence at {events}, nobody would win and the hand stands "
            "at {money}."
        )
    return text.format(
        events=_events(other["for"]),
        winner=winner,
        money=", ".join(f"{name} {amount:+}" for name, amount in other["net"].items()),
        carried=other["carried"],
    )


def _events(numbers: Iterable[int]) -> str:
    return listed([_("event {number}").format(number=number) for number in numbers])


def _tell_findings(console: Console, findings: list[dict[str, Any]]) -> None:
    if not findings:
        _heading(console, _("Nothing was found against the rules."))
        return
    _heading(console, _("What the referee found"))
    for number, finding in enumerate(findings, 1):
        _line(console, f"{number}. {finding['message']}")
        details = [
            _events([finding["event"]]),
            _(KINDS[finding["kind"]]),
            _(STATUS[finding["status"]]),
        ]
        if finding["cites"]:
            details.append(_("see {events}").format(events=_events(finding["cites"])))
        details.append(_("rule {rule}").format(rule=finding["rule"]))
        text = Text("; ".join(filter(None, details)), style="dim")
        console.print(Padding(text, (0, 0, 0, 5), expand=False))
    if any(finding["status"] == "open" for finding in findings):
        mended = _(
            "A slip of the pen is mended by a correct line, a breach that the table\nlets pass by "
            "a forgive line."
        )
        _line(console, mended)


def _tell_undecided(console: Console, undecided: list[dict[str, Any]]) -> None:
    if not undecided:
        return
    _heading(console, _("What the record leaves open"))
    for one in undecided:
        _line(console, _("- {question} (event {event})").format_map(one))
        decides = _("What would decide it: {would_decide}.").format_map(one)
        _line(console, f"  {decides}", style="dim")


def _tell_disputes(console: Console, events: Sequence[Mapping[str, Any]]) -> None:
    disputes = [(seq, one) for seq, one in enumerate(events, 1) if one["type"] == "dispute"]
    if not disputes:
        return
    decided = {one["dispute"]: one["decision"] for one in events if one["type"] == "ruling"}
    _heading(console, _("Disputes"))
    for seq, one in disputes:
        told = _("- {by} about event {event}: “{text}” ({decision})")
        _line(console, told.format(**one, decision=_(DECISIONS[decided.get(seq)])))


def _tell_money(console: Console, report: Report, unit: str) -> None:
    hands = report["hands"]
    _heading(console, _("Money in {unit}").format(unit=unit) if unit else _("Money"))
    shown = hands if len(hands) <= 6 else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for hand in shown:
        table.add_column(_("hand {hand}").format_map(hand), justify="right", no_wrap=True)
    table.add_column(_("total"), justify="right", no_wrap=True, style="bold")
    for player in report["players"]:
        each = [f"{hand['net'][player]:+}" if player in hand["net"] else "" for hand in shown]
        table.add_row(player, *each, f"{report['totals'][player]:+}")
    console.print(Padding(table, INDENT, expand=False))
    for name, pot in report["side_carried"].items():
        side = _("In the pot of {side_game}: {pot}.")
        _line(console, side.format(side_game=name.replace("_", " "), pot=pot))
    if report["carried"]:
        unfinished = hands[-1]["outcome"]["kind"] == "open"
        left = (
            _("In the pot of the unfinished hand: {carried}.")
            if unfinished
            else _("In the middle: {carried}.")
        )
        _line(console, left.format_map(report))
    _heading(console, _("Who pays whom"))
    whole = _("(for the whole evening, as if nothing had been paid yet)")
    _line(console, whole, style="dim")
    payments = who_pays_whom(report)
    for payment in payments:
        told = (
            _("{giver} pays the middle {amount}.")
            if payment.taker == THE_MIDDLE
            else _("{giver} pays {taker} {amount}.")
        )
        _line(
            console,
            told.format(giver=payment.giver, taker=payment.taker, amount=payment.amount),
        )
    if not payments:
        _line(console, _("Nobody owes anything."))
