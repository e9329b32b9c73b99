"""Every event type in both languages: its written form, and the accepted variants."""

import json
from pathlib import Path

import pytest
from referee_schemas.events import protocol

from referee import read_sheet
from referee.notation import LANGUAGES, LineReader, write_event, write_sheet
from tests.notation.table import OPENING, read

EVENTS = protocol("desmoche")

FORMS = [
    form.split("\n")
    for form in Path(__file__).with_name("forms.txt").read_text("utf-8").strip().split("\n\n")[1:]
]
"""Each form: the line in English, the line in Spanish, and the event as JSON."""


def test_an_older_word_for_a_dispute_is_read() -> None:
    reader = LineReader("es", read(OPENING["es"]))
    assert reader.read('disputa Ana #2 "no"') == reader.read('reclamo Ana #2 "no"')


@pytest.mark.parametrize(
    "line",
    ["score: Ana: 8, Beto: 15", "Puntos Ana=8 beto 15", "puntos ana maria 8, beto 15"],
)
def test_marks_that_a_family_leaves_out_or_adds(line: str) -> None:
    who = "Ana María" if "maria" in line else "Ana"
    sheet = f"golf\nplayers: {who}, Beto*\nhand:\n{line}\n"
    assert read_sheet(sheet)[2] == {"type": "score", "points": {who: 8, "Beto": 15}}


def test_a_pair_and_an_initial_are_names() -> None:
    pair = [{"type": "game", "game": "golf", "players": ["Ana y Beto", "Eva e", "eva m"]}]
    assert write_sheet(pair) == 'golf lang=en\nplayers "Ana y Beto", Eva e, eva m\n'
    assert list(read_sheet(write_sheet(pair))) == pair


def test_an_initial_before_a_word_is_a_name() -> None:
    log = [
        {"type": "game", "game": "desmoche", "players": ["Eva e", "Ana"]},
        {"type": "join", "player": "y", "after": "Eva e"},
        {"type": "payment", "from": "Eva e", "to": "y", "amount": 5},
    ]
    assert list(read_sheet(write_sheet(log))) == log


@pytest.mark.parametrize(("english", "spanish", "event"), FORMS, ids=[row[0] for row in FORMS])
def test_one_form_for_reading_and_writing(english: str, spanish: str, event: str) -> None:
    for lang, line in zip(LANGUAGES, (english, spanish), strict=True):
        reader = LineReader(lang, read(OPENING[lang]))
        assert reader.read(line) == [json.loads(event)]
        assert write_event(json.loads(event), reader) == line


def test_no_event_type_is_without_a_form() -> None:
    assert {json.loads(event)["type"] for _, _, event in FORMS} | {"game"} == set(EVENTS)


HEADER = {
    "type": "game",
    "game": "desmoche@1",
    "players": ["Ana", "Doña Carla"],
    "unit": "córdobas",
    "title": "El Triple",
    "place": "León",
    "date": "2024-08-17",
    "warnings": "open",
    "house": {"knock": "free", "side_games": ["oro"]},
}


def test_the_first_lines() -> None:
    assert write_sheet([HEADER], "es") == (
        'desmoche@1 lang=es unidad=córdobas título="El Triple" lugar=León fecha=2024-08-17 '
        "avisos=open casa knock=free side_games=oro\n"
        "jugadores Ana, Doña Carla\n"
    )
    assert read(write_sheet([HEADER], "es")) == [HEADER]
    assert read(write_event(HEADER, LineReader())) == [HEADER]


@pytest.mark.parametrize(
    "text",
    [
        "Desmoche Players Ana, Beto",
        "desmoche\n\n# who sits where\nplayers Ana, Beto",
        "DESMOCHE LANG=ES JUGADORES Ana*, Beto # and no more",
        'desmoche players "Ana", Beto\r\n\r\n',
        "\ufeffdesmoche players Ana,Beto",
    ],
)
def test_first_lines_are_read_loosely(text: str) -> None:
    assert read(text) == [{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}]


def test_a_house_that_was_given_and_is_empty() -> None:
    assert read("desmoche house players Ana, Beto")[0]["house"] == {}
