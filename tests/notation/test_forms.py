"""Every event type in both languages: how it is written, and how loosely it is read."""

from __future__ import annotations

from typing import Any

import pytest
from referee_schemas.events import protocol

from referee.notation import LANGUAGES, LineReader, write_event, write_sheet
from tests.notation.table import OPENING, one, read, rewritten, said
from tests.schemas import samples

EVENTS = protocol("desmoche")

FORMS: list[tuple[str, str, dict[str, Any]]] = [
    ("house knock=free", "casa knock=free", {"type": "house", "house": {"knock": "free"}}),
    (
        "house side_games=oro,escalera agreed Ana, Beto",
        "casa side_games=oro,escalera acuerdan Ana, Beto",
        {
            "type": "house",
            "house": {"side_games": ["oro", "escalera"]},
            "agreed_by": ["Ana", "Beto"],
        },
    ),
    ("house side_games=", "casa side_games=", {"type": "house", "house": {"side_games": []}}),
    ("house", "casa", {"type": "house", "house": {}}),
    (
        "join María del Mar after Beto",
        "entra María del Mar tras Beto",
        {"type": "join", "player": "María del Mar", "after": "Beto"},
    ),
    ("leave Doña Carla", "sale Doña Carla", {"type": "leave", "player": "Doña Carla"}),
    (
        "hand Beto bet 5 bets Ana=4, Beto=5 agreed ()",
        "mano Beto apuesta 5 apuestas Ana=4, Beto=5 acuerdan ()",
        {
            "type": "hand",
            "dealer": "Beto",
            "bet": 5,
            "bets": {"Ana": 4, "Beto": 5},
            "agreed_by": [],
        },
    ),
    ("side oro 2", "aparte oro 2", {"type": "side_bet", "side_game": "oro", "amount": 2}),
    (
        "side oro 2 Ana, Beto",
        "aparte oro 2 Ana, Beto",
        {"type": "side_bet", "side_game": "oro", "amount": 2, "players": ["Ana", "Beto"]},
    ),
    ("cut Ana", "corta Ana", {"type": "cut", "player": "Ana"}),
    ("deal", "reparte", {"type": "deal", "hands": {}}),
    (
        "deal Ana AhKd5cxx, Beto 9, Doña Carla ()",
        "reparte Ana AcKo5fxx, Beto 9, Doña Carla ()",
        {
            "type": "deal",
            "hands": {"Ana": ["Ah", "Kd", "5c", "??"], "Beto": 9, "Doña Carla": []},
        },
    ),
    (
        "announce Ana oro Kd",
        "anuncia Ana oro Ko",
        {"type": "announce", "player": "Ana", "side_game": "oro", "cards": ["Kd"]},
    ),
    (
        "cambio Ana Td to Beto",
        "cambio Ana To a Beto",
        {"type": "cambio", "player": "Ana", "card": "Td", "to": "Beto"},
    ),
    (
        "declare Ana peladilla 2h4h",
        "declara Ana peladilla 2c4c",
        {"type": "declare", "player": "Ana", "win": "peladilla", "cards": ["2h", "4h"]},
    ),
    ("Ana +7h", "Ana +7c", {"type": "draw", "player": "Ana", "card": "7h"}),
    ("Ana /7h", "Ana /7c", {"type": "discard", "player": "Ana", "card": "7h"}),
    ("Ana.", "Ana.", {"type": "pass", "player": "Ana"}),
    ("Ana ?", "Ana ?", {"type": "claim", "player": "Ana"}),
    ("Ana ?xx", "Ana ?xx", {"type": "claim", "player": "Ana", "card": "??"}),
    ("Ana =7h7h", "Ana =7c7c", {"type": "meld", "player": "Ana", "cards": ["7h", "7h"]}),
    ("Ana =()", "Ana =()", {"type": "meld", "player": "Ana", "cards": []}),
    ("Ana -Kc", "Ana -Kf", {"type": "pay", "player": "Ana", "card": "Kc"}),
    ("Ana *", "Ana *", {"type": "win", "player": "Ana"}),
    (
        "force Beto by Ana",
        "obliga Beto por Ana",
        {"type": "force", "player": "Beto", "by": "Ana"},
    ),
    ("withdraw Beto", "retira Beto", {"type": "withdraw", "player": "Beto"}),
    (
        "show Ana Qs2dJc",
        "muestra Ana Qn2oJf",
        {"type": "show", "player": "Ana", "cards": ["Qs", "2d", "Jc"]},
    ),
    (
        "offence Ana hid_draw by Beto",
        "falta Ana hid_draw por Beto",
        {"type": "offence", "player": "Ana", "kind": "hid_draw", "by": "Beto"},
    ),
    (
        'disqualify Ana #31 "hid it"',
        'descalifica Ana #31 "hid it"',
        {"type": "disqualify", "player": "Ana", "event": 31, "why": "hid it"},
    ),
    (
        'disqualify Ana "hid it"',
        'descalifica Ana "hid it"',
        {"type": "disqualify", "player": "Ana", "why": "hid it"},
    ),
    (
        "forgive #31 agreed Ana, Beto",
        "perdona #31 acuerdan Ana, Beto",
        {"type": "forgive", "event": 31, "agreed_by": ["Ana", "Beto"]},
    ),
    ("end", "fin", {"type": "end"}),
    ("end stock_empty", "fin stock_empty", {"type": "end", "why": "stock_empty"}),
    ('end "it is late"', 'fin "it is late"', {"type": "end", "why": "it is late"}),
    (
        "paid pot to Beto 10",
        "pagó pozo a Beto 10",
        {"type": "payment", "from": "pot", "to": "Beto", "amount": 10},
    ),
    (
        "result Beto mico 2 color, palo Ana; oro Ana, flor nobody",
        "resultado Beto mico 2 color, palo Ana; oro Ana, flor nadie",
        {
            "type": "result",
            "winner": "Beto",
            "bonuses": {"mico": 2, "color": 1},
            "up_the_tree": ["Ana"],
            "side_games": {"oro": "Ana", "flor": None},
        },
    ),
    (
        "result nobody; escalera Ana & Beto",
        "resultado nadie; escalera Ana & Beto",
        {"type": "result", "winner": None, "side_games": {"escalera": ["Ana", "Beto"]}},
    ),
    (
        "result nobody; ()",
        "resultado nadie; ()",
        {"type": "result", "winner": None, "side_games": {}},
    ),
    (
        "result Ana by color (), palo ()",
        "resultado Ana por color (), palo ()",
        {"type": "result", "winner": "Ana", "by": "color", "bonuses": {}, "up_the_tree": []},
    ),
    (
        'dispute Beto #3 "no" rule=claim.own',
        'reclamo Beto #3 "no" regla=claim.own',
        {"type": "dispute", "by": "Beto", "event": 3, "text": "no", "rule": "claim.own"},
    ),
    (
        'ruling #9 upheld "so be it"',
        'fallo #9 upheld "so be it"',
        {"type": "ruling", "dispute": 9, "decision": "upheld", "text": "so be it"},
    ),
    ("gap", "hueco", {"type": "gap"}),
    ("gap melds ()", "hueco juegos ()", {"type": "gap", "melds": {}}),
    (
        "gap stock 20 melds Ana =7h8h9h =AcAdAs, Beto ()",
        "hueco mazo 20 juegos Ana =7c8c9c =AfAoAn, Beto ()",
        {
            "type": "gap",
            "stock": 20,
            "melds": {"Ana": [["7h", "8h", "9h"], ["Ac", "Ad", "As"]], "Beto": []},
        },
    ),
    (
        "position turn Beto; offer 7h from Ana; melds Ana =4c5c6c; stock 21",
        "posición turno Beto; oferta 7c de Ana; juegos Ana =4f5f6f; mazo 21",
        {
            "type": "position",
            "turn": "Beto",
            "offer": {"card": "7h", "from": "Ana"},
            "melds": {"Ana": [["4c", "5c", "6c"]]},
            "stock": 21,
        },
    ),
    (
        "position offer 7h from Ana paid; out (); owes Beto",
        "posición oferta 7c de Ana pagada; fuera (); debe Beto",
        {
            "type": "position",
            "offer": {"card": "7h", "from": "Ana", "drawn": False},
            "out": [],
            "owes": "Beto",
        },
    ),
    ("note {a remark}", "nota {a remark}", {"type": "note", "note": "a remark"}),
    ('note "{sic}"', 'nota "{sic}"', {"type": "note", "note": "{sic}"}),
    (
        "fix #2: nothing {no}",
        "corrige #2: nada {no}",
        {"type": "correct", "event": 2, "with": None, "why": "no"},
    ),
    (
        "insert before #3: Ana.",
        "inserta antes de #3: Ana.",
        {
            "type": "insert",
            "before": 3,
            "event": {"type": "pass", "player": "Ana"},
            "why": "",
        },
    ),
]


def test_an_older_word_for_a_dispute_is_read() -> None:
    reader = LineReader("es", read(OPENING["es"]))
    assert reader.read('disputa Ana #2 "no"') == reader.read('reclamo Ana #2 "no"')


@pytest.mark.parametrize(("english", "spanish", "event"), FORMS, ids=[row[0] for row in FORMS])
def test_one_form_for_reading_and_writing(
    english: str, spanish: str, event: dict[str, Any]
) -> None:
    for lang, line in zip(LANGUAGES, (english, spanish), strict=True):
        reader = LineReader(lang, read(OPENING[lang]))
        assert reader.read(line) == [event]
        assert write_event(event, reader) == line


def test_no_event_type_is_without_a_form() -> None:
    assert {event["type"] for _, _, event in FORMS} | {"game"} == set(EVENTS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_field_survives(kind: str, lang: str) -> None:
    from tests.accepting import accept_event

    event = accept_event(samples.whole_event(kind))
    assert event is not None
    opening = accept_event(samples.event("game"))
    log = [event] if kind == "game" else [opening, event]
    assert read(write_sheet(log, lang)) == log


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


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("HAND Beto BET 5", "hand Beto bet 5"),
        ("mano apuesta 5", "hand Doña Carla bet 5"),
        ("hand agreed Ana bet 5", "hand Doña Carla bet 5 agreed Ana"),
        ("Payment ana to pozo 3", "paid Ana to pot 3"),
        ("pago Ana para Beto 3", "paid Ana to Beto 3"),
        ("Offense an other", "offence Ana other"),
        ("show Ana 10H 8♥ q♠️ ??", "show Ana Th8hQsxx"),
        ("deal Ana xxxx ,Beto 9", "deal Ana xxxx, Beto 9"),
        ("{just so}", "note {just so}"),
        ("gap melds Ana :7h8h9h =AcAdAs stock=20", "gap stock 20 melds Ana =7h8h9h =AcAdAs"),
        ('disqualify Ana 3 "x"  # why not', 'disqualify Ana #3 "x"'),
        ("corrige 2: nada", "fix #2: nothing"),
    ],
)
def test_read_loosely_and_written_strictly(loose: str, strict: str) -> None:
    assert rewritten(loose)[-1] == strict


def test_whose_deal_it_is() -> None:
    dealers = [event["dealer"] for event in said("hand bet 5\nhand bet 5\nhand bet 5")]
    assert dealers == ["Doña Carla", "Ana", "Beto"]
    assert one("hand bet 5", before="leave Doña Carla")["dealer"] == "Ana"
    assert one("hand bet 5", before="join Eva after Beto")["dealer"] == "Eva"
    assert one("hand bet 5", before="fix 2: hand Ana bet 5")["dealer"] == "Beto"


def test_remarks_and_further_fields() -> None:
    event = one('Ana. { la  vi } [at=2026-05-02T20:00Z, scribe="Zoe Luz" id=e17 x_p={"a":[1]}]')
    assert event == {
        "type": "pass",
        "player": "Ana",
        "note": "la  vi",
        "at": "2026-05-02T20:00Z",
        "scribe": "Zoe Luz",
        "id": "e17",
        "x_p": {"a": [1]},
    }
    assert rewritten('Ana. [note="{sic}" "x_ odd"=null]') == ['Ana. [note="{sic}" "x_ odd"=null]']
    assert [event.get("note") for event in said("cambio Ana xx {a}, Beto 8h {b}")] == ["a", "b"]


def test_comments_are_not_kept() -> None:
    assert said("# a line\n  #1 of them\nAna +7h # because\nnote {no # comment}") == [
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "note", "note": "no # comment"},
    ]
