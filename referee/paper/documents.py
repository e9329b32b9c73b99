"""The contents of reports, rulings, score sheets and blank sheets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.judging import grid
from referee.judging.corrections import Event, without_line
from referee.judging.replay import ReplayedLog
from referee.judging.report import Report
from referee.judging.rulebook import Rulebook
from referee.judging.scorecard import MONEY, POINTS, Scorecard, scorecards
from referee.notation import write_sheet
from referee.notation.words import signs
from referee.paper import blocks, outline
from referee.paper.rulings import ruling_blocks
from referee.rulings.ruling import Ruling, rule_on, rulings
from referee.wording.language import _
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible, visible_lines

ACROSS: Final = 6  # the most columns for players
HANDS: Final = 12  # the number of hands if the game has no fixed one
BLANK_ROWS: Final = 22  # the rows for draws on a blank sheet


def document_of(
    what: str, replay: ReplayedLog, report: Report, spell: SpellCard, lang: str = "en",
    head: str = "", *, ruled: bool = False,
) -> blocks.Document:  # fmt: skip
    """Return the ``report``, the score ``sheet`` in a language, or the ``scorecard`` of a game,
    with its results and its head in the book, and with all rulings if ``ruled``."""
    parts: list[blocks.Block] = []
    if what == "report":
        parts += [*outline.hands(report, spell), *outline.findings(report, replay.lines, spell)]
    elif what == "sheet":
        # ids are useless on paper
        sheet = write_sheet([without_line(line) for line in replay.lines], lang)
        parts += [blocks.Heading(_("Score sheet")), blocks.Lines(visible_lines(sheet))]
    parts += _settlement(report, replay.opening)
    if ruled:
        parts += _rulings(replay.lines, report, spell)
    title, about = outline.title(replay.opening), outline.about(replay.opening, report)
    return blocks.Document(title, about, parts, head)


def rulings_of(
    found: Sequence[Ruling], events: Sequence[Event], spell: SpellCard, head: str = ""
) -> blocks.Document:
    """Return a document with these rulings, and the head of the game in its record book."""
    parts = [block for ruling in found for block in _ruling(ruling, spell)]
    title, when = outline.title(events[0]), outline.when(events[0])
    return blocks.Document(title, when, parts, head)


def blank_sheet(book: Rulebook, detail: str = grid.DETAILS[0]) -> blocks.Document:
    """Return a sheet of a game to fill in with a pencil: with a column for every act, or for this
    level of detail."""
    if detail != grid.DETAILS[0]:
        return _score_grid(book, detail)
    first = [_("Date and place"), _("Players, in turn order"), _("Dealer")]
    first += [_("Bets")] if book.bets else []
    acts = [f"{sign} {_(book.events[name].what)}" for name, sign in signs(book.name).of.items()]
    last = [_("Shown at the end")]
    last += [_("Points")] if "score" in book.events else []
    last += [_("Paid")] if book.money else []
    key = _(
        "Cards: rank and suit, 7h or 10♦; xx is a card that nobody saw. Another player's act "
        "follows their name."
    )
    parts: list[blocks.Block] = [
        blocks.Blanks([*first, _("Before the first draw")]),
        blocks.Ruled([_("Who"), *acts, f"{{}} {_('remark')}"], BLANK_ROWS),
        blocks.Paragraph(key, soft=True),
        blocks.Blanks(last),
    ]
    return blocks.Document(_("Score sheet"), book.title, parts)


def _score_grid(book: Rulebook, detail: str) -> blocks.Document:
    """Return a sheet for only the points or winners: a row a hand, a column a player."""
    hands = [sentence.render() for sentence in book.rounds] or [
        _("Hand {hand}").format(hand=number) for number in range(1, HANDS + 1)
    ]
    players = min(book.most_players, ACROSS)
    key = _("In each square: the points of the hand, and below them the sum so far.")
    if detail == grid.WINNER:
        key = _("Put a circle around the winner of each hand; below it the sum so far.")
    pot = [_("Pot")] if book.bets else []
    parts: list[blocks.Block] = [
        blocks.Blanks([_("Date and place")]),
        blocks.Ruled([_("Players"), *pot, *[""] * players], len(hands) + 1, [*hands, _("In all")]),
        blocks.Paragraph(key, soft=True),
    ]
    return blocks.Document(_("Score grid"), book.title, parts)


def _settlement(report: Report, opening: Mapping[str, Any]) -> Iterator[blocks.Block]:
    """Yield the results of an evening: the payments still owed, and its scorecards."""
    yield from outline.account(report)
    for card in scorecards(report):
        yield from outline.scorecard(report, card, opening.get("unit", ""))
        drawn = course(card)
        if drawn is not None:
            yield drawn


def course(card: Scorecard) -> blocks.Chart | None:
    """Return the chart of a card: everyone's sum after every hand. None for a single hand, for a
    card of hands won, and if the record leaves anything open."""
    titles = {
        POINTS: _("Each player's points after every hand"),
        MONEY: _("Each player's balance after every hand"),
    }
    courses = card.courses()
    if len(card.rows) < 2 or card.counts not in titles or courses is None:
        return None
    hands = [str(hand) for hand in range(1, len(card.rows) + 1)]
    shown = {visible(player): line for player, line in courses.items()}
    return blocks.Chart(titles[card.counts], hands, shown)


def _rulings(events: Sequence[Event], report: Report, spell: SpellCard) -> list[blocks.Block]:
    """Return the rulings on every dispute, and on every undisputed finding."""
    found = rulings(events, spell)
    ruled = {ruling.asked.event for ruling in found}
    for event in dict.fromkeys(finding["event"] for finding in report["findings"]):
        if event not in ruled:
            found += rule_on(events, event, spell=spell)
    if not found:
        return []
    return [
        blocks.Heading(_("Rulings")),
        *(block for ruling in found for block in _ruling(ruling, spell)),
    ]


def _ruling(ruling: Ruling, spell: SpellCard) -> Iterator[blocks.Block]:
    yield blocks.Heading(_("Event {number}").format(number=ruling.asked.event), 2)
    yield from ruling_blocks(ruling, spell)
