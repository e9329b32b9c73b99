"""A ruling as the parts of a document: the same in a terminal, on a page and on paper."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.judging.findings import AGREED, ALLEGED, RECORDED, Fact
from referee.paper.blocks import Amounts, Block, Items, Paragraph
from referee.rulings.ruling import Ruling, Worth
from referee.wording.language import _, joined
from referee.wording.sentences import Sentence, SpellCard
from referee.wording.visible import visible

Item = tuple[str, str]  # a short text, and its details


def ruling_blocks(
    ruling: Ruling,
    spell: SpellCard,
    *,
    full: bool = True,
    write: Callable[[dict[str, Any]], str] | None = None,
) -> Iterator[Block]:
    """Yield the parts of a ruling, without empty ones: all of them, or what the table needs to
    know. ``write`` formats the lines that would put the log right."""

    def in_words(sentences: Iterable[Sentence]) -> list[str]:
        return [sentence.render(spell) for sentence in sentences]

    yield Paragraph(ruling.verdict(spell), strong=True)
    yield from part(_("What to do now"), _remedies(ruling, spell, full))
    if full:
        yield from _cost(ruling)
        lines = map(write, ruling.edit) if write else ()
        yield from part(_("Done right"), [*in_words(ruling.right), *lines])
        yield from part(_("Question"), in_words(ruling.question))
    yield from part(_("Rule"), [*_rules(ruling, full), *_house_rules(ruling, full)])
    # the table's agreements appear under the rule
    facts = [fact for fact in ruling.facts if full or fact.basis != AGREED or not ruling.bound]
    yield from part(_("Facts"), [_fact(fact, spell) for fact in facts], numbered=True)
    if full:
        yield from part(_("Shown by"), [joined(ruling.shown_by)])
        yield from part(_("Who"), in_words(ruling.by_whom))
    yield from part(_("What would decide it"), in_words(ruling.would_decide))
    yield from _worlds(ruling, spell)
    yield from part(_("The table"), in_words(ruling.decided))
    if full:
        yield from part(_("Forgiveness"), in_words(ruling.forgiveness))


def part(title: str, items: Iterable[Item | str], *, numbered: bool = False) -> Iterator[Block]:
    """Yield a title and a list; nothing if the list is empty."""
    texts = [(item, "") if isinstance(item, str) else item for item in items]
    if any(text for text, _more in texts):
        yield Paragraph(title, strong=True)
        yield Items(texts, numbered)


def _remedies(ruling: Ruling, spell: SpellCard, full: bool) -> Iterator[Item]:
    for remedy in ruling.remedies:
        what, when = remedy.what.render(spell), _("Who: {who}. When: {until}.")
        details = when.format(who=remedy.who.render(spell), until=remedy.until.render(spell))
        yield (what, details) if full else (f"- {what}", "")


def _rules(ruling: Ruling, full: bool) -> Iterator[Item]:
    """Yield the rules in their words; in short form only the demand of each."""
    for rule in ruling.rules:
        if full:
            yield _(rule.plain), f"{rule.id} · {_(rule.source)}"
        else:
            yield f"{_(rule.plain).partition('. ')[0].removesuffix('.')}. ({rule.id})", ""


def _house_rules(ruling: Ruling, full: bool) -> Iterator[Item]:
    """Yield the house rules; in short form those that decide, or the only one."""
    for bound in ruling.bound:
        if full or bound.turned_by or len(ruling.bound) == 1:
            turning = f" {bound.turning()}" if bound.turned_by else ""
            yield bound.render() + turning, bound.house_rule.explained if full else ""


def _fact(fact: Fact, spell: SpellCard) -> str:
    if fact.basis == RECORDED:
        return fact.render(spell)
    basis = _(fact.basis)
    if fact.events:
        events = joined(fact.events)
        text = _("event {events}") if fact.basis == ALLEGED else _("{basis} from event {events}")
        basis = text.format(basis=basis, events=events)
    return f"{fact.render(spell)} ({basis})"


def _cost(ruling: Ruling) -> Iterator[Block]:
    """Yield everyone's money, or points, in each case."""
    if ruling.cost.moves:
        cases = ruling.cost.cases()
        yield Paragraph(_("What it costs"), strong=True)
        yield _worths([name for name, _worth in cases], [worth for _name, worth in cases])


def _worlds(ruling: Ruling, spell: SpellCard) -> Iterator[Block]:
    """Yield everyone's money with each answer, side by side."""
    if ruling.worlds:
        worths = [Worth.of(world.report) for world in ruling.worlds]
        yield _worths([world.answer.render(spell) for world in ruling.worlds], worths)


def _worths(titles: list[str], worths: list[Worth]) -> Amounts:
    rows = [
        [visible(player), *(worth.format_of(player) for worth in worths)]
        for player in worths[0].players
    ]
    if any(worth.middle for worth in worths):
        rows.append([_("In the middle"), *(str(worth.middle) for worth in worths)])
    return Amounts([_("Player"), *titles], rows)
