"""The dispute form: a question and its ruling, a recorded dispute, and the table's decision."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from referee.rulings.ruling import Ruling, rule_on
from referee.store.links import Role
from referee.web.pages.whatif import MOST_EVENTS
from referee.wording.sentences import symbols
from tests.depth import only_deep
from tests.table_talk import say
from tests.web.visitors import IN_PLAY, Line, keep, sample, server, visiting, visitor

FRIDAY = "/tables/friday"


def parts(ruling: Ruling) -> Iterator[str]:
    sentences = (
        *ruling.question, *ruling.by_whom, *ruling.right, *ruling.would_decide, *ruling.decided,
        *ruling.forgiveness,
        *(part for one in ruling.remedies for part in (one.what, one.who, one.until)),
    )  # fmt: skip
    yield from (one.render(symbols) for one in sentences)
    yield from (fact.render(symbols) for fact in ruling.facts)
    yield from (text for rule in ruling.rules for text in (rule.plain, rule.id, rule.source))
    yield from (bound.house_rule.plain for bound in ruling.bound)
    yield ruling.verdict(symbols)


@pytest.mark.parametrize(
    ("game", "event"),
    [
        ("priority-quarrel", 39),
        ("all-hands-hidden", 21),
        ("disqualified-hid-draw-open", 16),
        ("disqualified-hid-draw-enforced", 16),
        ("side-games-unannounced-best", 60),
        ("corrections-and-a-gap", 20),
    ],
)
def test_every_part_of_a_ruling_is_shown(tmp_path: Path, game: str, event: int) -> None:
    lines = sample(game)
    page = visiting(tmp_path / "book.db", lines).get(f"{FRIDAY}/dispute?event={event}").text
    shown = unescape(page)
    for ruling in rule_on(lines, event, spell=symbols):
        for part in parts(ruling):
            assert part in shown, part
        lies, enforced = ruling.cost.as_it_lies.money, ruling.cost.enforced
        moves = enforced is not None and enforced.money != lies
        for player, before in lies.items() if moves else ():
            amount = enforced.money[player]
            row = f'<th scope="row">{player}</th><td class="money">{before}</td>'
            assert f'{row}<td class="money">{amount}</td></tr>' in page


HIDDEN = """
players Ana Beto
hand Beto 5
deal Ana={ana} Beto=As2sKs4c5cQc8dTdQd
cambio Ana {passed}
cambio Beto Qd
draw Ana 2d
"""
FOUR_EIGHTS = HIDDEN.format(ana="8c9d8h8sKcQsJh6s4h", passed="4h").replace("8dTd", "9hTd")
FOUR_EIGHTS_DEALT = FOUR_EIGHTS.replace("8c9d", "8c8d")
NO_EIGHTS = HIDDEN.format(ana="AcAdAh3sKcQsJh6s4h", passed="6s").replace("8dTd", "9hTd")
DRAW = 6


def played(talk: str, **opening: str) -> list[Line]:
    events = [event for line in talk.strip().splitlines() for event in say(line)]
    return [{**events[0], **opening}, *events[1:]]


QUESTIONS = [
    "dispute", "whatif", "crux", "rulebook", "whatif?house.color_win=off&house.knock=free",
    "whatif?house.automatic_wins=off",
    *(f"dispute?event={event}" for event in range(1, 8)),
    f"dispute?event={DRAW}&rule=auto.missed", f"dispute?event={DRAW}&rule=turn.order",
    "dispute?event=3&rule=deal.count",
]  # fmt: skip


@pytest.mark.parametrize("warnings", [only_deep("on_call"), "open", only_deep("silent")])
def test_another_players_hidden_cards_answer_no_question(tmp_path: Path, warnings: str) -> None:
    told = []
    for number, talk in enumerate((FOUR_EIGHTS, FOUR_EIGHTS_DEALT, NO_EIGHTS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        keep(folder / "book.db", "friday", played(talk, warnings=warnings))
        app = server(folder / "book.db")
        beto = visitor(app, "friday", Role.PLAYER, "Beto")
        viewer = visitor(app, "friday", Role.VIEWER)
        pages = [who.get(f"{FRIDAY}/{what}").data for what in QUESTIONS for who in (beto, viewer)]
        sent = {"event": 4, "words": "He passed a good one.", "expects": DRAW}
        pages.append(beto.post(f"{FRIDAY}/dispute", data=sent).data)
        pages += [who.get(f"{FRIDAY}/dispute/7").data for who in (beto, viewer)]
        told.append(pages)
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("rule", ["", "auto.missed"])
def test_a_missed_chance_is_told_when_the_hand_is_decided(tmp_path: Path, rule: str) -> None:
    told = []
    for number, talk in enumerate((FOUR_EIGHTS_DEALT, FOUR_EIGHTS.replace("8c9d", "8c3d"))):
        for over in ("", "end abandoned"):
            book = tmp_path / f"{number}{over[:3]}.db"
            scribe = visiting(book, played(talk + over))
            page = scribe.get(f"{FRIDAY}/dispute?event={DRAW}&rule={rule}").text
            told.append(page.split("The referee says")[1].split("Ask again")[0])
    missed, missed_and_over, none, none_and_over = told
    assert missed == none
    assert "held Cuatro Cuerpos and did" in missed_and_over
    assert "held Cuatro Cuerpos and did" not in none_and_over


def test_a_long_evening_is_weighed_by_the_command_line(tmp_path: Path) -> None:
    lines = [IN_PLAY[0], *[{"type": "note", "note": "…"}] * MOST_EVENTS]
    page = visiting(tmp_path / "book.db", lines).get(f"{FRIDAY}/crux").text
    assert "referee whatif --which friday" in page
