"""The package as a Python program uses it: every input is checked, and results are typed."""

import json
import pickle
import subprocess
import sys
from dataclasses import dataclass
from functools import reduce
from io import BytesIO, StringIO
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, get_args, get_origin

import pytest

import referee
from referee import Replay, Unreadable, judge, read_log
from referee.judging.report import ReportPart
from referee.wording.sentences import symbols
from referee.wording.translations import LANGUAGES
from tests.cli.running import referee as command

SAMPLES = Path(__file__).parents[1] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"
TEXT = QUARREL.read_text(encoding="utf-8")
EVENTS = [json.loads(line) for line in TEXT.splitlines()]

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}


@pytest.mark.parametrize(
    "source",
    [
        QUARREL,
        str(QUARREL),
        TEXT,
        TEXT.encode(),
        BytesIO(TEXT.encode()),
        StringIO(TEXT),
        TEXT.splitlines(),
        TEXT.encode().splitlines(),
        read_log(QUARREL),
    ],
    ids=lambda source: type(source).__name__,
)
def test_a_log_is_judged_wherever_it_comes_from(source: Any) -> None:
    printed = json.loads(command("check", "--json", QUARREL).stdout)
    assert judge(source) == printed


@pytest.mark.parametrize("events", [EVENTS, map(MappingProxyType, EVENTS)])
def test_events_are_judged_and_have_no_lines(events: Any) -> None:
    (finding,) = judge(events)["findings"]
    (printed,) = judge(QUARREL)["findings"]
    assert printed["line"] == 39
    assert {**finding, "line": 39} == printed


def test_a_report_is_json_whose_names_are_attributes() -> None:
    report = judge(SAMPLES / "clean-evening.jsonl")
    assert report.hands[0].winner == report["hands"][0]["outcome"]["winner"] is not None
    assert report.hands[-1].outcome.melds == report["hands"][-1]["outcome"]["melds"]
    assert report.account is not None
    assert report.owes == report.account.still_owed
    assert [(one.from_, one.to) for one in report.owes] == [
        (one["from"], one["to"]) for one in report["account"]["still_owed"]
    ]
    assert report.scores is None
    with pytest.raises(AttributeError, match="Report has no findigns"):
        report.findigns  # noqa: B018


def test_a_report_turns_into_plain_data_and_back() -> None:
    report = judge(QUARREL)
    plain = report.to_dict()
    assert plain == json.loads(json.dumps(report)) == report
    assert {type(plain), type(plain["hands"][0]), type(plain["findings"][0])} == {dict}
    assert referee.Report(plain).findings[0].rule == "claim.priority"
    assert pickle.loads(pickle.dumps(report)).findings[0].player == "Eddy"


@dataclass
class Drawn:
    player: str
    card: str
    note: str | None = None
    type: str = "draw"


@dataclass
class Paid:
    from_: str
    to: str
    amount: int
    type: str = "payment"


def test_an_event_may_be_an_object() -> None:
    log = read_log([OPENING, Drawn("Ana", "10h"), Paid("Ana", "Beto", 5)])
    assert list(log)[1:] == [
        {"type": "draw", "player": "Ana", "card": "Th"},
        {"type": "payment", "from": "Ana", "to": "Beto", "amount": 5},
    ]
    assert (log.game, log.players) == ("desmoche", ["Ana", "Beto"])
    with pytest.raises(Unreadable, match="event 2"):
        read_log([OPENING, Drawn])


def test_a_sheet_is_written_and_read_back() -> None:
    log = read_log(QUARREL)
    for lang in LANGUAGES:
        assert list(referee.read_sheet(referee.write_sheet(log, lang))) == list(log)
    assert referee.write_sheet(log, "es_NI") == referee.write_sheet(log, "es")
    with pytest.raises(Unreadable, match="empty"):
        judge("")
    with pytest.raises(Unreadable, match=r"my\.sheet, line 1"):
        referee.read_sheet("no such game", "my.sheet")


def test_a_sheet_may_be_a_file_whose_path_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "Peña, viernes.sheet"
    file.write_text("golf players Ana, Beto*\n", encoding="utf-8")
    assert referee.read_sheet(file).players == ["Ana", "Beto"]
    with pytest.raises(Unreadable, match=r"expected a log, which is"):
        referee.read_sheet(None)  # type: ignore[arg-type] # what a program may do


@pytest.mark.deep
def test_a_dispute_is_ruled_on_as_the_command_does() -> None:
    (ruling,) = referee.rule(QUARREL, event=39, spell=symbols)
    told = command("rule", QUARREL, "--event", "39", "--json").stdout
    assert ruling.to_dict() == json.loads(told)
    disputed = [*EVENTS, {"type": "dispute", "by": "Eddy", "event": 39, "text": "It was mine."}]
    every = referee.rule(disputed)
    assert every[-1].kind == ruling.kind
    assert referee.rule(EVENTS, 39, "turn.order")[0].kind == "in order"
    with referee.speaking("es"):
        assert ruling.verdict().startswith("No se vale")
    assert len(referee.rule(disputed, rule="claim.priority")) == len(every)
    assert referee.rule(disputed, rule="turn.order") == []
    for wrong in (99, 0, "39", 3.5):
        with pytest.raises(referee.NotPossible):
            referee.rule(QUARREL, wrong)
    for event in (39, None):
        with pytest.raises(referee.UnknownRule, match="Did you mean"):
            referee.rule(QUARREL, event, "claim.priorit")


def test_an_evening_is_played_otherwise_as_the_command_does() -> None:
    note = {"type": "note", "note": "-"}
    difference = referee.what_if(QUARREL, {"knock": "free"}, instead={39: note}, spell=symbols)
    asked = ["--house", "knock=free", "--instead", 39, json.dumps(note), "--json"]
    told = command("whatif", QUARREL, *asked).stdout
    assert difference.to_dict() == json.loads(told)
    for house in ({"no_rule": "on"}, {"side_games": "oro"}):
        with pytest.raises(referee.NotPossible, match=" ".join(house)):
            referee.what_if(QUARREL, house)
    with pytest.raises(Unreadable):
        referee.what_if(QUARREL, instead={39: {"type": "drwa"}})


def test_a_game_says_its_rules() -> None:
    game = referee.Game("dimes")
    assert game.rule(game.rules[0].id) is game.rules[0]
    assert game.to_dict() == json.loads(command("rules", "dimes", "--json").stdout)
    assert game.count("7h8h9h KdKs", round=3) == referee.count("dimes", "7h8h9h KdKs", round=3)
    with pytest.raises(ValueError, match="There is no game dims"):
        referee.Game("dims")
    with pytest.raises(referee.CountError, match="which round"):
        game.count("7h8h9h KdKs", round="3")
    with pytest.raises(referee.UnknownRule):
        game.rule("no.rule")


def test_a_record_book_keeps_logs(tmp_path: Path) -> None:
    with referee.Book(tmp_path / "club.db") as book:
        assert book.add("friday", EVENTS[:20]) == 20
        assert book.add("friday", QUARREL) == len(EVENTS) - 20
        answer = book.append("friday", [{"type": "note", "note": "We go home."}])
        assert answer.last == len(EVENTS) + 1
        with pytest.raises(referee.BookError, match="not 5"):
            book.append("friday", [{"type": "note", "note": "late"}], expects=5)
        with pytest.raises(Unreadable, match=f"event {answer.last + 1}"):
            book.append("friday", [{"type": "drwa"}])
    with pytest.raises(referee.BookError, match="was closed"):
        book.add("saturday", QUARREL)
    with referee.Book(tmp_path / "club.db") as book:
        assert (list(book), len(book), "friday" in book) == (["friday"], 1, True)
        assert [*book["friday"]][:-1] == EVENTS
        assert judge(book["friday"]).findings[0].rule == "claim.priority"
        assert book.verify("friday").whole
        with pytest.raises(referee.BookError, match="There is no game"):
            book["saturday"]


@pytest.mark.parametrize("place", [["club.db"], 5, True, {}])
def test_a_record_book_is_not_made_at_a_place_that_is_no_path(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError):
        referee.Book(place)
    assert list(tmp_path.iterdir()) == []


NESTED = reduce(lambda inner, _level: [inner], range(5000), [1])

WRONG = {
    "an unknown event": ({"type": "drwa"}, "drwa"),
    "an unknown field": ({"type": "draw", "crad": "7h"}, "crad"),
    "a card that is none": ({"type": "draw", "player": "Ana", "card": "1x"}, "1x"),
    "no object at all": (object(), "object object"),
    "a thing that is no JSON": ({"type": "draw", "player": {1, 2}}, "{1, 2}"),
    "bytes in a list": ({"type": "show", "player": "Ana", "cards": ["7h"] * 30 + [b"8h"]}, "b'8h'"),
    "a name that is no text": ({"type": "draw", 7: "Ana"}, "7"),
    "too much in each other": ({"type": "draw", "x_deep": NESTED}, "more than 16"),
    "too many tuples": ({"type": "draw", "x_": reduce(lambda x, _: (x,), range(5000))}, "than 16"),
}


@pytest.mark.parametrize(("event", "named"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_named_with_its_event(event: Any, named: str) -> None:
    log = [OPENING, {"type": "hand", "dealer": "Beto", "bet": 5}, event]
    replay = Replay()
    for use, said in ((judge, log), (read_log, log), (replay.feed_all, log), (replay.feed, event)):
        with pytest.raises(Unreadable) as refused:
            use(said)
        assert refused.value.event == 3
        assert named in str(refused.value)
    assert len(replay.lines) == 2
    replay.feed({"type": "deal", "hands": {}})
    assert replay.report()["events"] == 3


def test_a_rule_that_the_game_does_not_have_is_named_with_the_nearest() -> None:
    for use in (
        lambda: judge([OPENING], without=["turn.ordr"]),
        lambda: judge([OPENING], without="turn.ordr"),
        lambda: Replay(["turn.ordr"]).feed(OPENING),
    ):
        with pytest.raises(referee.UnknownRule, match=r"turn\.ordr.*'turn\.order'"):
            use()
    quiet = judge(EVENTS, without=["claim.priority"])
    assert {one["rule"] for one in judge(EVENTS)["findings"]} == {"claim.priority"}
    assert "claim.priority" not in {one["rule"] for one in quiet["findings"]}


def test_the_text_is_what_the_command_prints() -> None:
    for lang in LANGUAGES:
        log = read_log(QUARREL)
        text = referee.report_text(judge(log, spell=symbols, lang=lang), log, symbols, lang)
        printed = command("check", QUARREL, "--lang", lang, COLUMNS="80").stdout.decode()
        report, hints = printed.split("\n\n¿Mal" if lang == "es" else "\n\nWritten wrongly")
        assert text.splitlines() == report.splitlines()
        assert '"event":39' in hints
    assert referee.report_text(judge(QUARREL), QUARREL).startswith("¡Yo la pedí primero!")


@pytest.mark.parametrize("source", [OPENING, MappingProxyType(OPENING), 5, None])
def test_what_is_not_a_log_is_refused_with_what_a_log_is(source: Any) -> None:
    expected = r"expected a log, which is a list of events.*\[event\]"
    for use in (judge, read_log, Replay().feed_all):
        with pytest.raises(Unreadable, match=expected):
            use(source)


@pytest.mark.parametrize("source", ["", [], b"", "no-such-file.jsonl", [None, OPENING]])
def test_no_log_at_all_is_refused(source: Any) -> None:
    with pytest.raises(Unreadable):
        judge(source)


@pytest.mark.parametrize("sign", ["\u2028", "\x85"])
def test_a_text_has_the_lines_that_a_file_would_have(sign: str) -> None:
    text = json.dumps({**OPENING, "title": f"Friday{sign}night"}, ensure_ascii=False)
    for source in (text, text.encode(), BytesIO(text.encode())):
        assert read_log(source)[0]["title"] == f"Friday{sign}night"


def test_a_look_at_the_package_shows_what_it_offers() -> None:
    look = "import referee; print(*dir(referee))"
    shown = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == sorted(referee.__all__)
    assert not hasattr(referee, "raport")
    for error in (Unreadable, referee.UnknownRule, referee.TwoGamesError):
        assert issubclass(error, ValueError)


def has_type(value: Any, hint: Any) -> bool:
    """Return whether a value of a report is of this type."""
    if isinstance(hint, UnionType):
        return any(has_type(value, one) for one in get_args(hint))
    if of := get_origin(hint):
        items = value.values() if isinstance(value, dict) else value
        return isinstance(value, of) and all(has_type(one, get_args(hint)[-1]) for one in items)
    if isinstance(value, ReportPart):
        parts = hint.__annotations__.items()
        return type(value) is hint and all(has_type(getattr(value, of), one) for of, one in parts)
    return hint is Any or type(value) is hint


@pytest.mark.parametrize("log", sorted(SAMPLES.glob("*.jsonl")), ids=lambda log: log.stem)
def test_all_of_a_report_has_the_types_that_it_names(log: Path) -> None:
    assert has_type(judge(log), referee.Report)


USED = """
from referee import Report, judge, read_log
report: Report = judge(read_log("a.jsonl"))
print(report.findings[0].message, report.hands[0].bonuses[0].from_)
print(report.findigns)
print(report.findings[0].massage)
"""


@pytest.mark.deep
def test_mypy_finds_a_misspelt_field(tmp_path: Path) -> None:
    program = tmp_path / "uses_it.py"
    program.write_text(USED)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    wrong = [line.partition(": ")[0] for line in done.stdout.splitlines() if ": error:" in line]
    assert wrong == [f"{program.name}:5", f"{program.name}:6"], done.stdout
    assert '"findigns"' in done.stdout
