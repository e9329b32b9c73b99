"""Topics: each gives the verdict that it names, in both languages, and every rule has one."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.judging.findings import RECORD
from referee.judging.registry import find, games
from referee.quarrels.answer import settle, verdict_of
from referee.quarrels.topic import NAME, Topic, topics_of
from referee.wording.language import speaking
from referee.wording.sentences import symbols
from referee.wording.translations import LANGUAGES, catalogue
from tests.depth import only_deep

OWN = [book.name for book in games()]

FEWEST = {"desmoche": 25, "conquien": 25}
"""The minimum number of topics of a game, if it is more than ten."""

PRESETS = ("conquien", "cambio_cabo")
"""Games that share their topics with another one."""

NOT_PLAYED = {"conquien": {"auto.missed", "auto.false"}}
"""Rules that have no topic, because the game never plays their subject."""


def promises() -> Iterator[tuple[str, Topic, Mapping[str, Any]]]:
    """Yield every game and topic with the answers that it names, and the expected verdict."""
    for game in OWN:
        for topic in topics_of(game):
            for answers in topic.gives:
                yield game, topic, answers


@pytest.mark.parametrize("lang", ["en", only_deep("es")])
@pytest.mark.parametrize(
    ("game", "topic", "answers"),
    [
        pytest.param(
            *one,
            id=f"{one[0]}-{one[1].id}-{one[2]['verdict']}",
            marks=[pytest.mark.deep] if one[0] in PRESETS else [],
        )
        for one in promises()
    ],
)
def test_a_topic_gives_the_verdict_that_it_names(
    game: str, topic: Topic, answers: Mapping[str, Any], lang: str
) -> None:
    with speaking(catalogue(lang)):
        found = settle(game, topic, topic.players, answers, symbols)
        assert " ".join(verdict_of(found.ruling)) == answers["verdict"]
        told = found.to_dict(symbols)
        assert told["verdict"]
        assert found.rules
        assert not any("event" in one for one in told["now"])


@pytest.mark.parametrize("game", OWN)
def test_a_game_has_enough_topics(game: str) -> None:
    assert len(topics_of(game)) >= FEWEST.get(game, 10)


@pytest.mark.parametrize("game", OWN)
def test_every_rule_for_players_has_a_topic(game: str) -> None:
    about = {rule for topic in topics_of(game) for rule in topic.about}
    known = {rule.id: rule for rule in find(game).rules}
    assert about <= known.keys()
    missing = {name for name, rule in known.items() if rule.kind != RECORD} - about
    assert missing == NOT_PLAYED.get(game, set())


@pytest.mark.parametrize("game", OWN)
def test_a_topic_asks_little_and_in_both_languages(game: str) -> None:
    seen: set[str] = set()
    for topic in topics_of(game):
        assert 1 <= len(topic.asks) <= 5, topic.id
        assert topic.gives, topic.id
        for told in (topic.title, topic.words, *map(vars, topic.asks)):
            assert all(told.get(lang) for lang in LANGUAGES), topic.id
        titles = {topic.title[lang] for lang in LANGUAGES}
        assert not titles & seen, topic.id
        seen |= titles


@pytest.mark.parametrize("game", ["dam", *(only_deep(game) for game in OWN if game != "dam")])
def test_whoever_it_is_about_there_is_an_answer(game: str) -> None:
    """Check that rotated names turn no answer into a fault of the record."""
    for topic in topics_of(game):
        turned = [*topic.players[1:], topic.players[0]]
        others = dict(zip(topic.players, turned, strict=True))
        names = [one.id for one in topic.asks if one.kind == NAME]
        for answers in topic.gives:
            moved = {**answers, **{name: others[answers[name]] for name in names}}
            found = settle(game, topic, topic.players, moved, symbols)
            assert " ".join(verdict_of(found.ruling)) == answers["verdict"], topic.id
