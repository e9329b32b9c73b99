"""The page of a rulebook: every rule with its id, every house rule with its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from referee_cli.commands import page

from handbook.markdown import plain, table
from referee.judging.registry import find
from referee.judging.rulebook import HouseRule, Rule


def rules(game: str) -> str:
    """Return the rules of a game by section, and its house rules."""
    return "\n\n".join(_parts(game))


def _parts(game: str) -> Iterator[str]:
    book = find(game)
    yield f"{plain(book.about)} Edition {book.edition}."
    for section, rules in groupby(book.rules, key=lambda rule: rule.section):
        yield f"## {section[0].upper()}{section[1:]}"
        for rule in rules:
            yield from _rule(rule)
    if book.house_rules:
        yield "## House rules"
        yield table(["name", "options, the usual one first", "what it decides", "source"], (
            [f"`{rule.name}`", _options(rule), plain(rule.plain), plain(rule.source)]
            for rule in book.house_rules
        ))  # fmt: skip


def _rule(rule: Rule) -> Iterator[str]:
    yield f"### `{rule.id}`"
    yield plain(rule.plain)
    told = [f"*{rule.kind}*", f"source: {plain(rule.source)}"]
    if rule.binds:
        told.append("house rules: " + ", ".join(f"`{name}`" for name in rule.binds))
    yield " · ".join([*told, f"[cases]({page(rule.shown_by)})"])


def _options(rule: HouseRule) -> str:
    chosen = rule.default if rule.several else (rule.default,)
    return ", ".join(f"**{name}**" if name in chosen else name for name in rule.options)
