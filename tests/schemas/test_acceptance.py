"""A value is either read, or refused with a message."""

import copy
import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from referee_schemas.events import accept_opening, protocol
from referee_schemas.fields import Instant
from referee_schemas.log_so_far import loaded
from referee_schemas.vocabulary import vocabulary

from referee.wording.unreadable import Unreadable
from tests.accepting import accept_alone, accept_event
from tests.schemas import samples

EVENTS = protocol("desmoche")
"""The events with samples."""

WORDS = st.sampled_from([
    *("pot", "POT", "Eva", "eva", "Jose\u0301", "José", "", " ", "a\x00", "\ud800", "8♥", "10H"),
    *("??", "Jk", "oro", "x" * 41, "x" * 2001, "on", "desmoche"),
    *("2026-02-30T20:00Z", "2026-05-02T20:00"),
])  # fmt: skip
NUMBERS = st.sampled_from([0, 1, -1, 52, 53, 2**63 - 1, 2**63, 5.0, float("nan"), float("inf")])
SCALARS = st.none() | st.booleans() | NUMBERS | WORDS | st.text(max_size=3) | st.integers()
FIELDS = ["type", "at", "seq", "with", "from", "x_", "x_a.b", "x_\x00", "_schema", "Eva"]
NAMES = st.sampled_from(FIELDS) | WORDS
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Return every position inside a JSON value, as its container and the key there."""
    if not isinstance(value, dict | list):
        return []
    keys: list[Any] = list(value if isinstance(value, dict) else range(len(value)))
    return [(value, key) for key in keys] + [spot for key in keys for spot in spots(value[key])]


@st.composite
def mutated(draw: st.DrawFn, kinds: Sequence[str] = tuple(sorted(EVENTS))) -> Any:
    event = copy.deepcopy(samples.whole_event(draw(st.sampled_from(kinds))))
    for _ in range(draw(st.integers(0, 2))):
        container, key = draw(st.sampled_from(spots(event) or [(event, "type")]))
        change = draw(st.sampled_from(["replace", "delete", "add"]))
        if change == "replace":
            container[key] = draw(JSON | st.sampled_from(sorted(EVENTS)))
        elif change == "delete":
            del container[key]
        elif isinstance(container, dict):
            container[draw(NAMES)] = draw(JSON | st.just(container[key]))
        else:
            container.append(container[key])
    return event


def exactly(value: Any) -> str:
    """Return a text that tells 1 from true and 1.0, which are equal in Python."""
    return json.dumps(value, sort_keys=True)


@given(mutated() | JSON)
def test_an_event_is_read_or_its_fault_is_told(value: Any) -> None:
    before = exactly(value)
    event = accept_event(value)
    if event is None:
        with pytest.raises(Unreadable):
            loaded(value)
    else:
        assert exactly(loaded(value)) == exactly(accept_event(event)) == exactly(event)
    assert exactly(value) == before


@given(mutated(["game"]))
@example(samples.event("game", game=""))
@example(samples.event("game", game="desmoche@2"))
@example(samples.event("game", game="golf"))
def test_an_opening_is_read_alike_with_its_own_game_alone(value: Any) -> None:
    alone = accept_opening(value)
    assert alone is None or exactly(alone) == exactly(accept_event(value))


@pytest.mark.parametrize("name", vocabulary().games)
def test_an_opening_needs_no_other_game(name: str) -> None:
    seated = ["Ana", "Beto", "Carla", "Dora"][: vocabulary(name).seats[0]]
    opening = samples.event("game", game=name, players=seated, house={})
    assert accept_opening(opening) == accept_event(opening) is not None


def test_every_event_type_has_a_sample() -> None:
    assert sorted(samples.EVENTS) == sorted(protocol())


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_samples_use_every_field_and_are_accepted(kind: str) -> None:
    event = samples.whole_event(kind) | {"seq": 7}
    assert set(EVENTS[kind].fields) == set(event) - {"x_pen"}
    assert accept_event(event) == loaded(event)


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_required_field_is_needed(kind: str) -> None:
    event = samples.whole_event(kind)
    for name, field in EVENTS[kind].fields.items():
        without = {key: value for key, value in event.items() if key != name}
        assert (accept_alone(without, "desmoche") is None) is field.required, name


INSTANTS = Instant().describe()["pattern"]


@given(st.from_regex(INSTANTS, fullmatch=True) | st.from_regex(INSTANTS[:-1]) | WORDS)
@example("2028-02-29T23:59:59,123456789-0600")
@example("2026-02-29T20:00Z")
@example("0000-01-01T00:00Z")
@example("2026-05-02T20:00")
@example("2026-05-02T20:00Z\n")
def test_an_instant_has_the_published_form_and_a_day_of_the_calendar(text: str) -> None:
    expected = text if re.fullmatch(INSTANTS.removesuffix("$"), text) else None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        expected = None
    assert Instant().accept(text) == expected


@pytest.mark.parametrize(
    ("event", "field", "canonical"),
    [
        (
            samples.event("deal", hands={"Jose\u0301": ["10H", "8♥", "qS", "??"]}),
            "hands",
            {"José": ["Th", "8h", "Qs", "??"]},
        ),
        (samples.event("payment", to="POT"), "to", "pot"),
        (samples.event("correct", **{"with": None}), "with", None),
    ],
)
def test_cards_names_and_the_middle_become_canonical(
    event: dict[str, Any], field: str, canonical: Any
) -> None:
    assert accept_event(event) == {**event, field: canonical}
