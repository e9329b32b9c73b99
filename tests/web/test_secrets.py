"""A hidden hand never leaks: two games that differ only in cards that a viewer may not know look
the same to them, byte for byte, on every page."""

import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from referee.cards.deck import NAMES
from referee.store.links import Role
from referee.web.labels import face
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from referee.wording.translations import catalogue
from tests.depth import examples, only_deep
from tests.table_talk import say
from tests.web.visitors import Line, addresses, keep, server, visitor

ANAS = ["Ah", "2h", "3h", "4d", "5d", "6d", "9c", "9s", "Kd"]
SEEN = ["7h", "8h", "9h", "7c", "7d", "7s", "2c", "Qc"]
REST = [card for card in NAMES if card not in (*ANAS, *SEEN)]

THE_HOUR = "2026-11-21T20:00:00+00:00"
"""The opening time of all games, so that neither the clock nor an id reveals cards."""

Answer = tuple[int, bytes, str | None]
"""Its status, its body and its tag."""

AT_THE_TABLE: list[Line] = [
    {"type": "draw", "player": "Ana", "card": "2c"},
    {"type": "draw", "player": "Beto", "card": "7c"},
    {"type": "meld", "player": "Ana", "cards": ["7c", "7d", "7s"]},
    {"type": "pay", "player": "Ana", "card": "Qc"},
    {"type": "dispute", "by": "Beto", "event": 9, "text": "She knocked before."},
]


def evening(dealt: Sequence[str]) -> list[Line]:
    """Return a hand in play with these hidden cards: first Ana's, then Beto's."""
    anas, betos = list(dealt[:9]), list(dealt[9:18])
    return [
        {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"], "warnings": "open"},
        {"type": "hand", "dealer": "Beto", "bet": 5},
        {"type": "side_bet", "side_game": "oro", "amount": 1},
        {"type": "deal", "hands": {"Ana": anas, "Beto": betos}, "note": f"canary {betos[0]}"},
        {"type": "announce", "player": "Beto", "side_game": "oro", "cards": betos[:1]},
        {"type": "cambio", "player": "Ana", "card": anas[0], "x_told": "canary"},
        {"type": "cambio", "player": "Beto", "card": betos[0]},
        {
            "type": "correct",
            "event": 7,
            "with": {"type": "cambio", "player": "Beto", "card": betos[1]},
            "why": f"canary {betos[1]}",
        },
        *AT_THE_TABLE,
        {"type": "note", "note": f"canary {betos[2]}"},
    ]


ARGUMENTS = {
    "name": ["friday"],
    "rule": ["claim.priority"],
    "rule_id": ["claim.priority"],
    "topic_id": ["who-cuts"],
    "token": ["guess"],
    "number": [13],
    "face": ["jsonl", "sheet", "csv", "xlsx"],
    "what": ["report", "sheet", "scorecard", "account"],
}
ABOUT_AN_EVENT = [*(f"event={event}" for event in (4, 5, 7, 11)), "event=7&rule=cambio.one"]
QUERIES = {
    "dispute.show": ABOUT_AN_EVENT,
    "judging.rule": ABOUT_AN_EVENT,
    "record.events": ["after=3"],
    "whatif.show": ["house.knock=free"],
    "report.show": ["ruling=10:claim.priority"],
}


def text_of(body: bytes) -> str:
    """Return the text of an answer: a page, or a packed file."""
    if body.startswith(b"%PDF"):
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    if body.startswith(b"PK"):
        with ZipFile(BytesIO(body)) as packed:
            return "\n".join(packed.read(name).decode() for name in packed.namelist())
    return body.decode()


@lru_cache(maxsize=4)
def seen_by(role: Role | None, player: str | None, cards: tuple[str, ...]) -> dict[str, Answer]:
    """Return a viewer's answers at every address while a hand with these cards is in play."""
    lines = evening(cards)
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book.db"
        with patch("referee.store.record.now", return_value=THE_HOUR):
            keep(book, "friday", lines)
        app = server(book)
        client = visitor(app, "friday", role, player)
        values = {**ARGUMENTS, "seq": [1, 4, 7, len(lines)], "game": [lines[0]["game"]]}
        suppose = "/api/v1/games/friday/whatif"
        with patch("secrets.token_hex", return_value="an id"):
            told = {path: client.get(path) for path in addresses(app, values, QUERIES)}
            told[suppose] = client.post(suppose, json={"without": [5]})
        app.extensions["referee-tables"].close()
    assert [path for path, answer in told.items() if answer.status_code >= 500] == []
    return {
        path: (answer.status_code, answer.data, answer.headers.get("ETag"))
        for path, answer in told.items()
    }


def differing(role: Role | None, player: str | None, cards: list[str]) -> list[str]:
    """Return the pages on which a viewer could tell these hidden cards from the original ones."""
    here, there = (seen_by(role, player, tuple(some)) for some in (cards, [*ANAS, *REST]))
    return sorted(path for path in here.keys() | there.keys() if here.get(path) != there.get(path))


FEW = settings(examples(3, 2), phases=[Phase.explicit, Phase.generate])
"""Each example requests every address, so a smaller failing one is not worth the search. The first
one has the original cards."""


@pytest.mark.deep
@pytest.mark.parametrize("role", [Role.VIEWER, only_deep(None)])
@FEW
@given(cards=st.permutations([*ANAS, *REST]))
def test_nobody_in_particular_learns_nothing(role: Role | None, cards: list[str]) -> None:
    assert differing(role, None, cards) == []
    assert betos_cards_in_answers(role, None) == []


@pytest.mark.deep
@FEW
@given(betos=st.permutations(REST))
def test_a_player_learns_nothing_of_another_hand(betos: list[str]) -> None:
    assert differing(Role.PLAYER, "Ana", [*ANAS, *betos]) == []


def told_as(card: str) -> list[str]:
    """Return all ways in which a page, or a program's answer, could name a card."""
    words = []
    for language in ("en", "es"):
        with speaking(catalogue(language)):
            words.append(face(card).words)
    sign = f'{face(card).rank}<span class="sign">{face(card).sign}'
    return [f'"{card}"', f" {card} ", symbols(card), sign, *words]


@lru_cache(maxsize=4)
def betos_cards_in_answers(role: Role | None, player: str | None) -> list[tuple[str, str]]:
    """Return where an answer names a card of Beto's hand, or has a text about it."""
    told = seen_by(role, player, (*ANAS, *REST))
    texts = {path: text_of(body) for path, (_, body, _) in told.items() if "friday" in path}
    names = [re.escape(words) for card in REST[:9] for words in told_as(card)]
    hidden = re.compile(rf"canary|(?<!\w)(?:{'|'.join(names)})")
    assert texts
    return [(path, found[0]) for path, text in texts.items() if (found := hidden.search(text))]


def test_no_hidden_card_is_in_any_answer() -> None:
    assert betos_cards_in_answers(Role.PLAYER, "Ana") == []


HELD = """
players Ana Beto
hand Beto 5
deal Ana={ana} Beto=As2sKs4c5cQc8dTdQd
cambio Ana {passed}
cambio Beto Qd
draw Ana 2d
"""
FOUR_EIGHTS = HELD.format(ana="8c9d8h8sKcQsJh6s4h", passed="4h").replace("8dTd", "9hTd")
FOUR_EIGHTS_DEALT = FOUR_EIGHTS.replace("8c9d", "8c8d")
NO_EIGHTS = HELD.format(ana="AcAdAh3sKcQsJh6s4h", passed="6s").replace("8dTd", "9hTd")
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
        pages = [
            who.get(f"/tables/friday/{what}").data for what in QUESTIONS for who in (beto, viewer)
        ]
        sent = {"event": 4, "words": "He passed a good one.", "expects": DRAW}
        pages.append(beto.post("/tables/friday/dispute", data=sent).data)
        pages += [who.get("/tables/friday/dispute/7").data for who in (beto, viewer)]
        told.append(pages)
    assert told[0] == told[1] == told[2]
