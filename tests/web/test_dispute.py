"""The dispute form: a question and its ruling, a dispute on record, and what the table decides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulings.ruling import UNDECIDED, Ruling, rule_on
from referee.store import SQLiteBook
from referee.store.links import Role
from referee.web.pages.dispute import WORDS
from referee.web.pages.whatif import MOST_EVENTS
from referee.wording.sentences import symbols
from tests.depth import only_deep
from tests.table_talk import say
from tests.web.visitors import Line, keep, sample, server, visiting, visitor

QUARREL = """
table Ana Beto Carla opening=single
draw Ana 7h
claim Beto
meld Carla 7h8h9h
pay Carla Kc
"""
MELD = 9
"""The event by which Carla takes the card for which Beto, who is nearer, has asked."""

FRIDAY = "/tables/friday"
NOT_LEGAL = '<p class="word">Not allowed: '


def played(talk: str, **opening: str) -> list[Line]:
    events = [event for line in talk.strip().splitlines() for event in say(line)]
    return [{**events[0], **opening}, *events[1:]]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


@pytest.fixture
def app(book: Path) -> Flask:
    keep(book, "friday", played(QUARREL))
    return server(book)


@pytest.fixture
def scribe(app: Flask) -> FlaskClient:
    return visitor(app, "friday", Role.SCRIBE)


@pytest.fixture
def beto(app: Flask) -> FlaskClient:
    return visitor(app, "friday", Role.PLAYER, "Beto")


def on_record(book: Path) -> list[dict[str, Any]]:
    with SQLiteBook(book) as opened:
        return [stored.event() for stored in opened.read("friday")]


def written(book: Path) -> list[dict[str, Any]]:
    """Return what was written behind the quarrel, without the names of the lines."""
    news = on_record(book)[len(played(QUARREL)) :]
    return [{key: value for key, value in line.items() if key != "id"} for line in news]


def alert(page: str) -> str:
    told = re.search(r'role="alert">(.*?)</p>', page)
    return unescape(told[1]) if told else ""


def contest(**more: Any) -> dict[str, Any]:
    said = {"event": MELD, "words": "I asked before her.", "expects": len(played(QUARREL))}
    return {**said, **more}


# Asking


def test_the_events_of_the_hand_are_there_in_words_the_newest_first(scribe: FlaskClient) -> None:
    page = scribe.get(f"{FRIDAY}/dispute").text
    numbers = [int(number) for number in re.findall(r'<option value="(\d+)"', page)]
    assert numbers == list(range(len(played(QUARREL)), 0, -1))
    assert "Carla melds 7♥ 8♥ 9♥." in page


def test_an_event_can_be_chosen_beforehand_in_any_hand(book: Path) -> None:
    scribe = visiting(book, sample("carried-to-triple"))
    newest = scribe.get(f"{FRIDAY}/dispute").text
    assert "Hand 3 of 3" in newest
    assert '<option value="12"' not in newest
    early = scribe.get(f"{FRIDAY}/dispute?event=12").text
    assert '<option value="12" selected>' in early
    assert "Hand 1 of 3" in early
    assert '<option value="12"' in scribe.get(f"{FRIDAY}/dispute?hand=1").text
    for hand in ("0", "99", "-1", "x", "9" * 5000):
        assert scribe.get(f"{FRIDAY}/dispute?hand={hand}").status_code == 200


def test_rules_about_such_an_event_come_first(scribe: FlaskClient) -> None:
    page = scribe.get(f"{FRIDAY}/dispute?event={MELD}").text
    such, others = page.split("About such an event")[1].split("All other rules")
    assert 'value="meld.invalid"' in such
    assert 'value="cut.player"' in others
    assert 'value="meld.invalid"' not in others


def test_asking_writes_nothing(beto: FlaskClient, book: Path) -> None:
    answer = beto.get(f"{FRIDAY}/dispute?event={MELD}&rule=claim.priority&words=Mine")
    assert NOT_LEGAL in answer.text
    assert "Beto disputes event 9:" in answer.text
    assert "“Mine”" in answer.text
    assert written(book) == []


def parts(ruling: Ruling) -> Iterator[str]:
    """All that a ruling says."""
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
def test_every_part_of_a_ruling_is_shown(book: Path, game: str, event: int) -> None:
    lines = sample(game)
    page = visiting(book, lines).get(f"{FRIDAY}/dispute?event={event}").text
    shown = unescape(page)
    for ruling in rule_on(lines, event, spell=symbols):
        for part in parts(ruling):
            assert part in shown, part


def test_what_is_open_is_shown_with_both_outcomes(book: Path) -> None:
    lines = sample("all-hands-hidden")
    assert [one.kind for one in rule_on(lines, 21)] == [UNDECIDED]
    page = visiting(book, lines).get(f"{FRIDAY}/dispute?event=21").text
    assert page.count("A deal that fits the record:") == 2


def test_money_that_moves_is_shown_before_and_after(book: Path) -> None:
    page = (
        visiting(book, sample("disqualified-hid-draw-open")).get(f"{FRIDAY}/dispute?event=16").text
    )
    (ruling,) = rule_on(sample("disqualified-hid-draw-open"), 16)
    assert ruling.cost.enforced is not None
    for player, amount in ruling.cost.as_it_lies.money.items():
        enforced = ruling.cost.enforced.money[player]
        assert f'<th scope="row">{player}</th><td class="money">{amount}</td>' in page
        assert f'<td class="money">{enforced}</td></tr>' in page


@pytest.mark.parametrize("event", ["", "0", "999", "-1", "x", "9" * 5000, "1e3", "٣", "10;"])
def test_an_event_that_is_not_there_is_told(beto: FlaskClient, book: Path, event: str) -> None:
    asked = beto.get(f"{FRIDAY}/dispute", query_string={"event": event})
    sent = beto.post(f"{FRIDAY}/dispute", data=contest(event=event))
    assert (asked.status_code, sent.status_code) == (422, 422)
    assert alert(asked.text) == alert(sent.text) != ""
    assert "I asked before her." in sent.text
    assert written(book) == []


def test_a_rule_that_is_not_there_is_told(beto: FlaskClient, book: Path) -> None:
    for rule in ("no.rule", "'", "x" * 9000):
        answer = beto.post(f"{FRIDAY}/dispute", data=contest(rule=rule))
        assert answer.status_code == 422
        assert alert(answer.text).startswith("Desmoche has no rule ")
    assert written(book) == []


@pytest.mark.parametrize("words", ["x" * (WORDS.longest + 1), "a\0b"])
def test_words_that_cannot_be_kept_are_told(beto: FlaskClient, book: Path, words: str) -> None:
    asked = beto.get(f"{FRIDAY}/dispute", query_string={"event": MELD, "words": words})
    sent = beto.post(f"{FRIDAY}/dispute", data=contest(words=words))
    assert (asked.status_code, sent.status_code) == (422, 422)
    assert "2000" in alert(asked.text)
    assert written(book) == []


def test_a_dispute_on_record_has_words_and_a_name(
    beto: FlaskClient, scribe: FlaskClient, book: Path
) -> None:
    assert beto.post(f"{FRIDAY}/dispute", data=contest(words=" \r\n ")).status_code == 422
    nameless = scribe.post(f"{FRIDAY}/dispute", data=contest())
    assert "Choose who disputes it" in alert(nameless.text)
    stranger = scribe.post(f"{FRIDAY}/dispute", data=contest(by="Zoe"))
    assert stranger.status_code == 422
    assert written(book) == []


def test_script_in_words_is_shown_and_not_run(beto: FlaskClient) -> None:
    words = "<script>alert(1)</script>\"'><img src=x>"
    asked = beto.get(f"{FRIDAY}/dispute", query_string={"event": MELD, "words": words})
    sent = beto.post(f"{FRIDAY}/dispute", data=contest(words=words), follow_redirects=True)
    for page in (asked.text, sent.text, beto.get(f"{FRIDAY}/dispute").text):
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


# On record


def test_players_dispute_in_their_own_name(beto: FlaskClient, book: Path) -> None:
    answer = beto.post(f"{FRIDAY}/dispute", data=contest(rule="claim.priority", by="Ana"))
    assert (answer.status_code, answer.location) == (303, f"{FRIDAY}/dispute/11")
    text = "I asked before her."
    line = {"type": "dispute", "by": "Beto", "event": MELD, "text": text, "rule": "claim.priority"}
    assert written(book) == [line]
    page = beto.get(answer.location).text
    assert "Beto disputes event 9: I asked before her." in page
    assert NOT_LEGAL in page
    assert "The table has not decided it yet." in page


def test_the_scribe_writes_down_who_contests(scribe: FlaskClient, book: Path) -> None:
    scribe.post(f"{FRIDAY}/dispute", data=contest(by="ana"))
    assert [line["by"] for line in written(book)] == ["Ana"]


def test_a_dispute_sent_twice_is_written_once(beto: FlaskClient, book: Path) -> None:
    first = beto.post(f"{FRIDAY}/dispute", data=contest())
    again = beto.post(f"{FRIDAY}/dispute", data=contest())
    assert first.location == again.location == f"{FRIDAY}/dispute/11"
    assert len(written(book)) == 1
    beto.post(f"{FRIDAY}/dispute", data=contest(words="And I say it again."))
    assert len(written(book)) == 2


def test_play_that_goes_on_does_not_stop_a_dispute(
    beto: FlaskClient, app: Flask, book: Path
) -> None:
    app.extensions["referee-tables"].find("friday").write(say("draw Ana 2d"))
    assert beto.post(f"{FRIDAY}/dispute", data=contest()).status_code == 303
    assert written(book)[-1]["type"] == "dispute"


def test_a_line_that_was_corrected_meanwhile_is_looked_at_again(
    beto: FlaskClient, app: Flask
) -> None:
    slip = {"type": "correct", "event": MELD, "with": None, "why": "slip"}
    other = say("meld Carla 7h7s7d")[0]
    table = app.extensions["referee-tables"].find("friday")
    table.write([{**slip, "with": other}])
    answer = beto.post(f"{FRIDAY}/dispute", data=contest())
    assert answer.status_code == 422
    assert "has changed since you looked" in alert(answer.text)
    assert beto.post(f"{FRIDAY}/dispute", data=contest(expects=11)).status_code == 303
    table.write([slip])
    assert beto.post(f"{FRIDAY}/dispute", data=contest(expects=13)).status_code == 422


@pytest.mark.parametrize("expects", ["", "x", "-5", "9" * 5000, "99999999999999999999999"])
def test_what_a_form_expects_may_be_nonsense(beto: FlaskClient, expects: str) -> None:
    assert beto.post(f"{FRIDAY}/dispute", data=contest(expects=expects)).status_code in (303, 422)


def test_who_only_looks_on_disputes_nothing(app: Flask, book: Path) -> None:
    viewer = visitor(app, "friday", Role.VIEWER)
    assert viewer.get(f"{FRIDAY}/dispute").status_code == 403
    assert viewer.get(f"{FRIDAY}/dispute?event={MELD}").status_code == 403
    assert viewer.post(f"{FRIDAY}/dispute", data=contest(by="Beto")).status_code == 403
    stranger = app.test_client()
    assert stranger.post(f"{FRIDAY}/dispute", data=contest(by="Beto")).status_code == 404
    assert written(book) == []


def test_who_looks_on_sees_what_became_of_a_dispute(app: Flask, beto: FlaskClient) -> None:
    beto.post(f"{FRIDAY}/dispute", data=contest())
    viewer = visitor(app, "friday", Role.VIEWER)
    page = viewer.get(f"{FRIDAY}/dispute/11").text
    assert NOT_LEGAL in page
    assert "<textarea" not in page
    assert viewer.get(f"{FRIDAY}/dispute/{MELD}").status_code == 404
    assert viewer.get(f"{FRIDAY}/dispute/99999999999999999999").status_code == 404


# Decisions of the table


@pytest.mark.parametrize("decision", ["upheld", "dismissed", "forgiven"])
def test_the_scribe_records_the_tables_decision(
    beto: FlaskClient, scribe: FlaskClient, book: Path, decision: str
) -> None:
    beto.post(f"{FRIDAY}/dispute", data=contest())
    everybody = ["Ana", "Beto", "Carla"]
    said = {"decision": decision, "text": "Nearest has it.", "expects": 11}
    pardon = {"type": "forgive", "event": MELD, "agreed_by": everybody}
    if decision == "forgiven":
        for agreed in ([], everybody[1:]):
            answer = scribe.post(f"{FRIDAY}/dispute/11", data={**said, "agreed_by": agreed})
            assert answer.status_code == 422
        said["agreed_by"] = everybody
    for _again in range(2):
        answer = scribe.post(f"{FRIDAY}/dispute/11", data=said)
        assert (answer.status_code, answer.location) == (303, f"{FRIDAY}/dispute/11")
    ruled = {"type": "ruling", "dispute": 11, "decision": decision, "text": "Nearest has it."}
    assert written(book)[1:] == ([pardon, ruled] if decision == "forgiven" else [ruled])
    assert "“Nearest has it.”" in scribe.get(f"{FRIDAY}/dispute/11").text
    assert f"The table: {decision}." in scribe.get(f"{FRIDAY}/dispute").text


def test_only_the_scribe_records_decisions(beto: FlaskClient, book: Path) -> None:
    beto.post(f"{FRIDAY}/dispute", data=contest())
    upheld = {"decision": "upheld", "expects": 11}
    assert beto.post(f"{FRIDAY}/dispute/11", data=upheld).status_code == 403
    assert beto.post(f"{FRIDAY}/forgive", data={"event": MELD}).status_code == 403
    assert len(written(book)) == 1


def test_a_decision_is_one_of_three_and_about_a_dispute(scribe: FlaskClient, book: Path) -> None:
    scribe.post(f"{FRIDAY}/dispute", data=contest(by="Beto"))
    for said in ({"decision": "drawn"}, {}, {"decision": "upheld", "text": "x" * 2001}):
        assert scribe.post(f"{FRIDAY}/dispute/11", data=said).status_code == 422
    assert scribe.post(f"{FRIDAY}/dispute/3", data={"decision": "upheld"}).status_code == 404
    assert len(written(book)) == 1


def test_the_table_forgives(scribe: FlaskClient, book: Path) -> None:
    assert "Forgive it" in scribe.get(f"{FRIDAY}/dispute?event={MELD}").text
    everybody = ["Ana", "Beto", "Carla"]
    for agreed, missing in ([], "Ana, Beto and Carla"), (["Ana", "Beto"], "Carla"):
        pardon = {"event": MELD, "agreed_by": agreed, "expects": 10}
        answer = scribe.post(f"{FRIDAY}/forgive", data=pardon)
        assert answer.status_code == 422
        told = f"Only everybody together can forgive. These have not agreed: {missing}."
        assert alert(answer.text) == told
        assert answer.text.count(" required checked>") == len(agreed)
    assert written(book) == []
    pardon = {"event": MELD, "agreed_by": ["ana", "Beto", "Carla"], "expects": 10}
    answer = scribe.post(f"{FRIDAY}/forgive", data=pardon, follow_redirects=True)
    assert written(book) == [{"type": "forgive", "event": MELD, "agreed_by": everybody}]
    assert "It was forgiven at event 11, by Ana, Beto and Carla." in answer.text
    wrongly = {"event": 99, "agreed_by": everybody}
    for wrong in ({"event": "x"}, wrongly, {"event": MELD, "agreed_by": "Zoe"}):
        assert scribe.post(f"{FRIDAY}/forgive", data=wrong).status_code == 422


def test_a_dispute_about_nothing_is_shown_nevertheless(book: Path) -> None:
    lines = [*played(QUARREL), {"type": "dispute", "by": "Beto", "event": 77, "text": "Hm."}]
    page = visiting(book, lines).get(f"{FRIDAY}/dispute/11")
    assert page.status_code == 200
    assert "none with number 77" in alert(page.text)


# Hidden cards

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


def test_a_lawful_act_is_explained_while_the_hand_is_in_play(book: Path) -> None:
    scribe = visiting(book, played(QUARREL.replace("claim Beto", "claim Carla")))
    page = scribe.get(f"{FRIDAY}/dispute?event={MELD}").text
    assert "which nobody else had asked for" in page


def test_a_silent_table_hears_of_the_record_only(book: Path, tmp_path: Path) -> None:
    scribe = visiting(book, played(QUARREL, warnings="silent"))
    page = scribe.get(f"{FRIDAY}/dispute?event={MELD}").text
    assert "The referee speaks about this only when the hand is decided" in page
    other = tmp_path / "other.db"
    twice = visiting(other, played(QUARREL + "deal", warnings="silent"))
    assert "deal.order" in twice.get(f"{FRIDAY}/dispute?event=11").text


# Other house rules


def test_other_house_rules_and_what_they_change(book: Path) -> None:
    viewer = visiting(book, sample("carried-to-triple"), Role.VIEWER)
    assert "<h2" not in viewer.get(f"{FRIDAY}/whatif").text.split("<form")[0]
    page = viewer.get(f"{FRIDAY}/whatif?house.play_everything=on").text
    assert "With “Play everything” (bonuses are paid):" in page
    assert "Brenda 40 more" in page
    fewer = viewer.get(f"{FRIDAY}/whatif?asked.side_games=1&house.side_games=oro").text
    assert "With “Side games” (oro):" in fewer
    same = viewer.get(f"{FRIDAY}/whatif?house.play_everything=off").text
    assert "Nothing would be different." not in same


@pytest.mark.parametrize(
    "asked", ["house.knock=maybe", "house.nothing=on", "house.=", "house.a.b="]
)
def test_a_house_rule_that_is_not_there_is_told(scribe: FlaskClient, asked: str) -> None:
    answer = scribe.get(f"{FRIDAY}/whatif?{asked}")
    assert answer.status_code == 422
    assert alert(answer.text) != ""


def test_what_the_evening_hangs_on(book: Path) -> None:
    page = visiting(book, sample("carried-to-triple"), Role.VIEWER).get(f"{FRIDAY}/crux").text
    assert "With “Play everything” (bonuses are paid):" in page
    assert "These do not matter" in page


def test_a_long_evening_is_weighed_by_the_command_line(book: Path) -> None:
    notes = [{"type": "note", "note": "…"}] * MOST_EVENTS
    page = visiting(book, [*played(QUARREL), *notes]).get(f"{FRIDAY}/crux").text
    assert "referee whatif --which friday" in page


@pytest.mark.parametrize(("warnings", "told"), [("on_call", True), ("silent", False)])
def test_what_would_be_wrong_is_told_as_loudly_as_what_is(
    book: Path, warnings: str, told: bool
) -> None:
    talk = QUARREL.replace("claim Beto", "pass Carla").replace("single", "single knock=free")
    page = visiting(book, played(talk, warnings=warnings), Role.VIEWER).get(
        f"{FRIDAY}/whatif?house.knock=binding"
    )
    assert ("(claim.passed)" in page.text) is told


def test_a_house_rule_without_a_name_is_none(scribe: FlaskClient) -> None:
    assert scribe.get(f"{FRIDAY}/whatif?house=1").status_code == 200


def test_a_dispute_that_was_inserted_has_its_page(book: Path) -> None:
    lines = played(QUARREL)
    contested = {"type": "dispute", "by": "Beto", "event": 3, "text": "It was mine."}
    forgotten = {"type": "insert", "before": 5, "event": contested, "why": "forgotten"}
    keep(book, "friday", [*lines, forgotten])
    case = f"{FRIDAY}/dispute/{len(lines) + 1}"
    scribe = visitor(server(book), "friday", Role.SCRIBE)
    assert case in scribe.get(f"{FRIDAY}/dispute").text
    assert "It was mine." in scribe.get(case).text
    ruled = {"decision": "upheld", "expects": len(lines) + 1}
    assert scribe.post(case, data=ruled).status_code == 303
    assert "upheld" in scribe.get(case).text
