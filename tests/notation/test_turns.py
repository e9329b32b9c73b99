"""Turns: what is written shorter than it is meant, and what is written twice."""

from __future__ import annotations

import pytest

from referee.notation import LineReader, write_event, write_sheet
from tests.notation.table import OPENING, faults, one, read, rewritten, said

SKETCH = """\
desmoche  lang=en  house play_everything=on
players Ana, Beto*            # turn order; * deals the first hand
hand bet 5
deal                          # nobody looked: nine unseen cards each
cambio Ana xx, Beto xx
Ana +7h =7h8h9h -Kc Beto.
Beto +7c =5c6c7c -2h Ana.
Ana +Ts Beto =ThTsTd -9d Ana.
Ana +2c Beto =As2s3s -Kd
fix Ana+2c: +2s  {both saw that it was the two of spades}
Ana +4h =4s4h4c -6d Beto.
dispute Beto Ana=4s4h4c "la metió en la mano"
Beto +8c >8c *
show Ana Qs2dJc
"""


def test_the_sketch() -> None:
    events = read(SKETCH)
    assert events[1] == {"type": "hand", "dealer": "Beto", "bet": 5}
    assert events[14] == {"type": "meld", "player": "Beto", "cards": ["Th", "Ts", "Td"]}
    assert events[20] == {
        "type": "correct",
        "event": 18,
        "with": {"type": "draw", "player": "Ana", "card": "2s"},
        "why": "both saw that it was the two of spades",
    }
    assert events[25]["event"] == 23
    assert events[27] == {"type": "meld", "player": "Beto", "cards": ["5c", "6c", "7c", "8c"]}
    assert events[28] == {"type": "win", "player": "Beto"}


def test_the_sketch_as_it_is_written() -> None:
    head, _, body = SKETCH.partition("hand bet 5")
    assert head.startswith("desmoche")
    lines = [line.split("  ")[0] for line in body.splitlines()[1:]]
    written = write_sheet(read(SKETCH)).splitlines()
    assert written[:4] == [
        "desmoche lang=en house play_everything=on",
        "players Ana, Beto",
        "",
        "hand Beto bet 5",
    ]
    assert [line.replace(" {both", "  {both").split("  ")[0] for line in written[4:]] == lines


@pytest.mark.parametrize(
    "line",
    [
        "Ana+7h=7h8h9h-Kc Beto.",
        "ana 7h =7h 8h 9h -kc beto.",
        "Ana + 7H :7h8h9h –K♣ Beto .",
        "an +7h =_8h9h -Kc BETO.",
        '"Ana" +7♥ (24) = 7h8h9h - Kc "Beto".',
    ],
)
def test_ways_to_write_one_turn(line: str) -> None:
    assert rewritten(line) == ["Ana +7h =7h8h9h -Kc Beto."]


def test_a_name_that_could_be_a_card_is_quoted_and_read_bare_where_no_card_can_stand() -> None:
    opening = (
        "desmoche lang=es\njugadores Ana, An*\nmano apuesta 5\nreparte\ncambio Ana xx, An xx\n"
    )
    events = read(opening + "Ana +7c An ?An\nAn +7f Ana ? An +9f")
    assert [event.get("card") for event in events[-5:]] == ["7h", "As", "7c", None, "9c"]
    written = write_sheet(events, "es")
    assert 'Ana +7c "An" ?An' in written
    assert read(written) == events


def test_lines_begin_with_a_draw() -> None:
    assert rewritten("Ana 7h\nBeto 8h\nBeto *") == ["Ana +7h", "Beto +8h *"]
    assert rewritten("Ana 7h Beto.\ncut Ana\nBeto ?") == ["Ana +7h Beto.", "cut Ana", "Beto ?"]


def test_a_long_line_is_broken() -> None:
    lines = rewritten("Ana +7h" + " Beto =8h8d8s" * 30)
    assert len(lines) == 3
    assert all(len(line) <= 100 for line in lines)
    assert all(line.startswith("Beto =") for line in lines[1:])


def test_the_drawn_card_laid_down() -> None:
    assert one("Ana +7h /") == {"type": "discard", "player": "Ana", "card": "7h"}
    assert one("Ana /", before="Ana +7h Beto.")["card"] == "7h"


def test_unseen_cards() -> None:
    assert said("Ana ??\nAna xx\nAna +?? =7h??9h Beto ???") == [
        {"type": "draw", "player": "Ana", "card": "??"},
        {"type": "draw", "player": "Ana", "card": "??"},
        {"type": "draw", "player": "Ana", "card": "??"},
        {"type": "meld", "player": "Ana", "cards": ["7h", "??", "9h"]},
        {"type": "claim", "player": "Beto", "card": "??"},
    ]


@pytest.mark.parametrize(
    ("lying", "added", "lies"),
    [
        ("=5c6c7c", ">8c", "5c6c7c8c"),
        ("=5c6c7c", ">4c", "4c5c6c7c"),
        ("=5c6c7c", ">4c8c", "4c5c6c7c8c"),
        ("=7c6c5c", ">8c", "7c6c5c8c"),
        ("=4s4h4c", "&4d", "4s4h4c4d"),
        ("=5c6c7c =8h8d8s", ">8c@5c", "5c6c7c8c"),
        ("=5c6c7c =8h8d8s", ">8c@8d", "8h8d8s8c"),
        ("=5c6c7c", ">Kh@6c", "5c6c7cKh"),
        ("=5cxx7c", ">8c", "5cxx7c8c"),
    ],
)
def test_cards_laid_onto_a_meld(lying: str, added: str, lies: str) -> None:
    meld = one(f"Ana {added}", before=f"Ana {lying}")
    assert "".join(meld["cards"]).replace("??", "xx") == lies


@pytest.mark.parametrize(
    ("lying", "meld", "written"),
    [
        ("=5c6c7c", "=5c6c7c8c", ">8c"),
        ("=5c6c7c", "=5c6c8c7c", "=5c6c8c7c"),
        ("=5c6c7c", "=8c5c6c7c", "=8c5c6c7c"),
        ("=5c6c7c", "=5c6c7cKh", "=5c6c7cKh"),
        ("=5c6c7c", "=5c6c7c", "=5c6c7c"),
        ("=5c6c7c =8h8d8s", "=5c6c7c8c", ">8c@5c"),
        ("=7c8c9cTc", "=ThTdTc", "=ThTdTc^Tc"),
        ("=7c8c9cTc =ThTdTs", "=ThTdTsTc", ">Tc^Tc"),
        ("=5c6c7c =8c9cTc", "=5c6c7c8c9cTc", ">8c9cTc^8c9cTc"),
    ],
)
def test_how_a_meld_is_written(lying: str, meld: str, written: str) -> None:
    before = f"Ana {lying}\ncut Ana\n"
    assert rewritten(f"{before}Ana {meld}")[-1] == f"Ana {written}"
    assert one(f"Ana {written}", before=before) == one(f"Ana {meld}", before=before)


def test_an_ace_is_laid_onto_a_king_where_the_table_has_it_so() -> None:
    before = "end abandoned\nhouse ace_runs=both\nhand Ana bet 5\ndeal\nAna =JhQhKh\n"
    assert one("Ana >Ah", before=before)["cards"] == ["Jh", "Qh", "Kh", "Ah"]
    assert rewritten(f"{before}cut Ana\nAna =JhQhKhAh")[-1] == "Ana >Ah"
    (fault,) = faults(f"{before}Ana >Ah =JcJdJh >2h")
    assert "QhKhAh" in fault


def test_elsewhere_it_is_laid_onto_aces_only() -> None:
    assert one("Ana >Ah", before="Ana =JhQhKh =AcAdAs")["cards"] == ["Ac", "Ad", "As", "Ah"]
    (fault,) = faults("Ana =JhQhKh\nAna >Ah")
    assert "JhQhKh" in fault


def test_what_was_corrected_lies_as_it_should_read() -> None:
    before = "Ana =5c6c7c\nfix Ana=5c6c7c: =6c7c8c"
    assert one("Ana >9c", before=before)["cards"] == ["6c", "7c", "8c", "9c"]


def test_the_deck_is_counted() -> None:
    assert said("Ana +7h (24)\nfix Ana+7h: nothing\nAna +8h (24)\ngap stock 9\nBeto +9h (8)")
    assert said("gap\nAna +7h (3)")


def test_references_by_what_was_written() -> None:
    played = "Ana +7h =7h8h9h -Kc Beto.\nAna +Th >Th *\nBeto ?Kc Beto ?\nBeto /2c\n"
    for reference, number in [
        ("Ana+7h", 4),
        ("ana 7h", 4),
        ("An=7h8h9h", 5),
        ("Ana:7h8h9h", 5),
        ("Ana-Kc", 6),
        ("Beto.", 7),
        ("Ana>Th", 9),
        ("Ana=7h8h9hTh", 9),
        ("Ana*", 10),
        ("Beto?Kc", 11),
        ("Beto?", 12),
        ("Beto/2c", 13),
        ("#13", 13),
        ("99", 99),
    ]:
        assert one(f'dispute Beto {reference} "no"', before=played)["event"] == number


def test_what_was_written_twice_is_referred_to_by_number() -> None:
    events = read(OPENING["en"] + "Ana.\nAna.\nforgive 4\nforgive 5\nforgive 3")
    assert write_sheet(events).splitlines()[-3:] == ["forgive #4", "forgive Ana.", "forgive #3"]


def test_corrections_inside_corrections() -> None:
    line = 'fix #12: fix 4: +2s [note=inner id=a] [why="{b}" scribe=Zoe] {outer} [note="an outer"]'
    event = one(line, before="Ana +2c")
    assert event == {
        "type": "correct",
        "event": 12,
        "with": {
            "type": "correct",
            "event": 4,
            "with": {"type": "draw", "player": "Ana", "card": "2s", "note": "inner", "id": "a"},
            "why": "{b}",
            "scribe": "Zoe",
        },
        "why": "outer",
        "note": "an outer",
    }
    reader = LineReader("en", read(OPENING["en"] + "Ana +2c"))
    canonical = write_event(event, reader)
    assert reader.read(canonical) == [event]
    assert canonical == (
        'fix #12: fix Ana+2c: +2s [id=a note=inner] [scribe=Zoe why="{b}"] {outer} '
        '[note="an outer"]'
    )


def test_a_correction_whose_fields_need_empty_braces() -> None:
    lines = ["Ana +2c", "fix Ana+2c: nothing {} [scribe=Zoe]", "fix #9: fix #8: nothing [why=so]"]
    assert rewritten("\n".join(lines)) == lines


def test_what_is_corrected_names_its_player_where_it_is_another() -> None:
    lines = ["Ana +2c", "fix Ana+2c: Beto +2c", "fix Ana+2c: Beto.", "fix #2: hand Ana bet 4"]
    assert rewritten("\n".join(lines)) == lines


def test_a_line_changes_nothing_until_the_log_has_its_events() -> None:
    reader = LineReader("en", read(OPENING["en"]))
    first = reader.read("Ana +7h =7h8h9h")
    assert reader.read("Ana +7h =7h8h9h") == first
    for event in first:
        reader.take(event)
    assert reader.read("Ana >Th")[0]["cards"] == ["7h", "8h", "9h", "Th"]


def test_names_may_be_typed_without_accents() -> None:
    assert one("Dona Carla +7h")["player"] == "Doña Carla"
    assert one("dona +7h")["player"] == "Doña Carla"


def test_acts_may_stand_between_commas() -> None:
    assert said("Ana +7h, Beto.") == [
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "pass", "player": "Beto"},
    ]


def test_a_forgotten_turn_is_inserted_act_by_act() -> None:
    told = said("Ana +7h\ninsert before Ana+7h: Beto 3h =3h3c3d -Kd {we forgot}")[1:]
    assert [event["event"] for event in told] == [
        {"type": "draw", "player": "Beto", "card": "3h"},
        {"type": "meld", "player": "Beto", "cards": ["3h", "3c", "3d"]},
        {"type": "pay", "player": "Beto", "card": "Kd"},
    ]
    assert {(event["before"], event["why"]) for event in told} == {(4, "we forgot")}


def test_who_did_what_was_forgotten_has_to_be_said() -> None:
    assert faults("Ana +7h\ninsert before Ana+7h: -Kd") == [
        "Line 2, column 23: found «-Kd», expected a player (Ana, Beto, Doña Carla), or another "
        "name in double quotes."
    ]


@pytest.mark.parametrize("game", ["desmoche", "conquien", "desmoche_app"])
@pytest.mark.parametrize("act", ["-4h", "–4h", "- 4h"])
def test_a_drawn_card_laid_down_unused_may_be_written_with_minus(game: str, act: str) -> None:
    bet = "" if game == "desmoche_app" else " bet 5"
    opening = f"{game} lang=en\nplayers Ana, Beto\nhand Beto{bet}\n"
    laid = {"type": "discard", "player": "Ana", "card": "4h"}
    assert read(f"{opening}Ana +4h {act}")[-1] == laid
    assert read(f"{opening}Ana +4h\nBeto.\nAna {act}")[-1] == laid


@pytest.mark.parametrize("line", ["Ana +4h -5h", "Ana +4h =4h5h6h -4h", "Ana +xx -xx", "Beto -4h"])
def test_any_other_card_behind_minus_is_paid(line: str) -> None:
    assert one(line, before="Ana +4h" if line.startswith("Beto") else "")["type"] == "pay"


def test_a_payment_of_the_very_card_just_drawn_has_two_minuses() -> None:
    paid = {"type": "pay", "player": "Ana", "card": "4h"}
    assert said("Ana +4h --4h")[-1] == paid
    assert rewritten("Ana +4h --4h") == ["Ana +4h --4h"]
    assert rewritten("Ana +4h --4h", "en") == rewritten("Ana +4h Ana --4h")
    assert rewritten("Ana +4h -4h") == ["Ana +4h /4h"]
    assert rewritten("Ana +4h =4h5h6h --4h") == ["Ana +4h =4h5h6h -4h"]


def test_a_drawn_card_laid_down_is_referred_to_as_it_was_written() -> None:
    before = "Ana -4h\nAna +4h -4h\n"
    assert one('dispute Beto Ana-4h "no"', before=before)["event"] == 6
    assert one('dispute Beto Ana/4h "no"', before=before)["event"] == 6
    assert rewritten(f'{before}dispute Beto #4 "no"')[-1] == 'dispute Beto #4 "no"'


def test_in_corrections_minus_means_what_it_meant_in_the_line() -> None:
    before = "Ana +4h -4h\n"
    assert one("fix Ana-4h: -5h", before=before)["with"]["type"] == "discard"
    assert one("fix Ana-4h: --5h", before=before)["with"]["type"] == "pay"
    assert one("fix Ana-4h: -5h", before="Ana -4h\n")["with"]["type"] == "pay"
    inserted = said("Beto +7c\ninsert before Beto+7c: Ana +4h -4h")[-2:]
    assert [line["event"]["type"] for line in inserted] == ["draw", "discard"]
    assert one("insert before #5: Ana -4h", before="Ana +4h\nBeto.")["event"]["type"] == "discard"
    for line in ("fix Ana/4h: --5h", "insert before Ana/4h: Ana --4h"):
        assert rewritten(before + line)[-1] == line
