"""The owner of the card on offer, and the acts that are forbidden now, each with its rule."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.judging.findings import Expectation
from referee.judging.replay import ReplayedLog
from referee.wording.sentences import InOrder, Sentence, SpellCard, letters


@dataclass(frozen=True)
class TableFact:
    """One fact about the table now, and the id of its rule; empty if there is none."""

    sentence: Sentence
    rule: str = ""

    def to_dict(self, spell: SpellCard = letters) -> dict[str, str]:
        """Return the fact as plain data."""
        return {"told": self.sentence.render(spell), "rule": self.rule}


def facts_about_the_table(replay: ReplayedLog) -> list[TableFact]:
    """Return who owns the card on offer and why, and the acts that are forbidden now; allowed acts
    are in `ReplayedLog.expected`.

    >>> from referee.judging.replay import ReplayedLog
    >>> replay = ReplayedLog()
    >>> replay.feed({"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]})
    >>> facts_about_the_table(replay)
    []
    """
    hand = replay.view()["hand"]
    if hand is None or hand["stage"] == "over":
        return []
    expectations = replay.expected()
    # a claimed card comes before a forced one
    first = sorted(expectations, key=lambda one: one.rule != "claim.priority")
    expected = {expectation.act: expectation for expectation in reversed(first)}
    names = [seat["player"] for seat in hand["seats"] if seat["standing"] == "in"]
    found = [*_card(hand["offer"], expected)]
    forced = (one for one in expectations if _rule(one).startswith("force."))
    standing = (TableFact(Sentence(one.text, one.facts), _rule(one)) for one in forced)
    found += {fact.sentence.render(): fact for fact in standing}.values()
    others = [name for name in names if "draw" in expected and name not in expected["draw"].players]
    if others:
        text = "{players} may not draw now."
        found.append(TableFact(Sentence(text, {"players": others}), "turn.order"))
    return found


def _card(
    offer: Mapping[str, Any] | None, expected: Mapping[str, Expectation]
) -> Iterator[TableFact]:
    """Yield the owner of the card on offer, and the players who may not take it."""
    takes = expected.get("take") or expected.get("meld")
    if offer is None:
        if takes is not None and "draw" in expected and len(expected["draw"].players) > 1:
            text = "It is unknown which card is on offer. The line that lays it down decides it."
            yield TableFact(Sentence(text, {}))
        return
    facts: dict[str, Any] = {"card": InOrder([offer["card"]]), "by": offer["by"]}
    if offer["held"]:
        text = "{card} goes first to {by}, who has just drawn it."
        yield TableFact(Sentence(text, facts), "claim.priority")
        return
    takers = takes.players if takes is not None else ()
    if offer["by"] is None:
        if "take" in expected:
            text = "{card} may be taken by {players}."
            yield TableFact(Sentence(text, {**facts, "players": list(takers)}), _rule(takes))
        return
    asked = [name for name in takers if name in offer["claimed_by"]]
    if asked:
        yield from _asked(asked[0], takers, offer["claimed_by"], facts)
    elif takers:
        text = "{card} is for the first of these who wants it, in this order: {players}."
        yield TableFact(Sentence(text, {**facts, "players": list(takers)}), "claim.priority")
    else:
        yield TableFact(Sentence("Nobody may take {card}.", facts), "claim.dead")
    if offer["by"] not in takers:
        yield TableFact(Sentence("{by} may not take {card} back.", facts), "claim.own")
    knocked = [name for name in offer["knocked"] if name not in takers]
    if knocked:
        text = "{players} knocked on {card} and may not take it any more."
        yield TableFact(Sentence(text, {**facts, "players": knocked}), "claim.passed")


def _asked(
    owner: str, takers: Sequence[str], claimed: Sequence[str], facts: Mapping[str, Any]
) -> Iterator[TableFact]:
    """Yield the owner of the card by a claim, and the players who may still come first."""
    rivals = [name for name in claimed if name != owner]
    text = "{card} is for {owner}, who asked for it and sits nearest after {by}, before {players}."
    if not rivals:
        text = "{card} is for {owner}, who asked for it."
    named = {**facts, "owner": owner}
    yield TableFact(Sentence(text, {**named, "players": rivals}), "claim.priority")
    if nearer := takers[: takers.index(owner)]:
        text = "Until {owner} uses it, players nearer after {by} may still ask for it: {players}."
        yield TableFact(Sentence(text, {**named, "players": list(nearer)}), "claim.priority")


def _rule(expected: Expectation | None) -> str:
    return (expected.rule or "") if expected is not None else ""
