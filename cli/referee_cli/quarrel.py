"""``referee quarrel``: settle a quarrel without a log, by a few questions."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import click
from referee_schemas.reading import Unreadable

from referee.judging.names import names_in
from referee.judging.registry import game_called, games
from referee.judging.rulebook import Rulebook
from referee.notation.cards import LETTERS, Script, read_cards
from referee.paper.blocks import Paragraph
from referee.paper.rulings import part
from referee.quarrels import topic as topics
from referee.quarrels.answer import QuarrelAnswer, settle
from referee.quarrels.searching import TOPIC, first_sentence, search
from referee.store.entries import line_of
from referee.text.document import tell_blocks
from referee.wording.language import _, joined, language
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible
from referee_cli import output
from referee_cli.files import write_out
from referee_cli.language import messages_language
from referee_cli.logs import live_game
from referee_cli.options import subcommand, wants_json
from referee_cli.ruling import STATUSES

FITTING: Final = 5  # the most matching topics to show


@subcommand(json="Print the answer as JSON.", writes=True)
@click.argument("game", required=False)
@click.argument("words", nargs=-1)
@click.option("--players", help="Names in turn order, with commas.")
@click.option(
    "--answer", "given", multiple=True, metavar="QUESTION=ANSWER",
    help="The answer to a question, by the question's name. Repeat it for more answers.",
)  # fmt: skip
@click.option("--save", metavar="FILE", help="Write the log behind the answer.")
@click.option(
    "--into", metavar="GAME", help="Add the answer to this game of the record book, as a remark."
)
def quarrel(
    game: str | None, words: tuple[str, ...], players: str | None, given: tuple[str, ...],
    save: str | None, into: str | None,
) -> None:  # fmt: skip
    """Settle a quarrel without a log: who is right?

    The command asks for the game and the topic of the quarrel, and at most five more questions.
    Without --players it uses example names. The usual house rules apply. If another house rule
    would change the answer, you see that answer, too.

    Exit status: 0 in order, or undecided; 1 not allowed, a right lost, or a wrong payment; 4 the
    record is wrong.

    \b
    Example: referee quarrel desmoche who gets the card
    """
    with messages_language():
        book = _game(game)
        topic = _topic(book, " ".join(words))
    seated = names_in(players) if players else topic.players
    try:
        topics.check_table(book, seated, topic.names)
        answers = _answers(topic, seated, dict(map(_named, given)))
        found = settle(book.name, topic, seated, answers, output.card_spelling())
    except Unreadable as problem:
        raise output.WrongUse(problem) from problem
    if save:
        write_out("".join(map(line_of, found.events)), save)
    if wants_json():
        output.print_json(found.to_dict())
    else:
        _tell(found, output.card_spelling())
    if into:
        with live_game(into, create=False) as live:
            live.write([found.note(output.card_spelling())])
        output.say(_("Written into {game}.").format(game=into), err=True)
    sys.exit(STATUSES.get(found.ruling.kind, 0))


def _game(word: str | None) -> Rulebook:
    known = [book for book in games() if topics.topics_of(book.name)]
    if word is not None and (book := game_called(word)) in known:
        return book
    chosen: list[Rulebook] = []
    while not chosen:
        answer = _ask(_("Which game?"), [book.title for book in known]).casefold()
        chosen = [book for book in known if book.title.casefold() == answer]
    return chosen[0]


def _topic(book: Rulebook, words: str) -> topics.Topic:
    """Return the topic of the quarrel: by its id, or chosen among those that match the words."""
    while True:
        for topic in topics.topics_of(book.name):
            if words.casefold() in (topic.id, *map(str.casefold, topic.title.values())):
                return topic
        found = search(book, words, [TOPIC])[:FITTING] if words else []
        fitting = [entry.about for entry in found if isinstance(entry.about, topics.Topic)]
        shown = fitting or topics.topics_of(book.name)
        about = _("What is it about? A number, or a few words:")
        if words and not fitting:
            none = _("No known quarrel is about “{words}”.").format(words=visible(words))
            about = f"{none}\n{about}"  # below the long list
        words = _ask(about, [topic.heading for topic in shown])


def _answers(
    topic: topics.Topic, players: Sequence[str], given: Mapping[str, str]
) -> dict[str, str]:
    """Return the answers to a topic's questions; ask for those that are not given."""
    unknown = given.keys() - {question.id for question in topic.asks}
    if unknown:
        known = joined(question.id for question in topic.asks)
        text = "There is no question {unknown}. The questions are: {known}"
        raise output.WrongUse(text, "--answer", unknown=min(unknown), known=known)
    found: dict[str, str] = {}
    for question in topic.asks:
        left = [name for name in players if name not in found.values()]
        if question.id in given:
            found[question.id] = _read(question, given[question.id], left)
        elif question.kind == topics.NAME and len(left) == 1:
            found[question.id] = left[0]
        else:
            with messages_language():
                found[question.id] = _asked(question, left)
        topics.answered(question, found[question.id], players)
    return found


def _asked(question: topics.TopicQuestion, players: Sequence[str]) -> str:
    while True:
        if question.kind == topics.NAME:
            given_answer = _ask(question.prompt, players)
        else:
            usual = question.usual
            if question.kind == topics.CARD:
                usual = usual[0] + LETTERS[language()].get(usual[1], usual[1])
            hint = _(" (yes or no)") if question.kind == topics.YES_NO else ""
            asked = question.prompt + hint
            given_answer = str(click.prompt(asked, usual or None, prompt_suffix=" ", err=True))
        try:
            answer = _read(question, given_answer, players)
            topics.answered(question, answer, players)
        except topics.NoAnswer as problem:
            output.say(str(problem), err=True)
        else:
            return answer


def _read(question: topics.TopicQuestion, answer: str, players: Sequence[str]) -> str:
    """Return an answer in the topic's form, or unchanged if it cannot be read."""
    answer = answer.strip()
    if question.kind == topics.YES_NO:
        return topics.YES if answer.casefold() in output.WORDS_FOR_YES else answer.casefold()
    if question.kind == topics.NAME:
        return _named_by(answer, players)
    if question.kind == topics.CARD:
        with suppress(Unreadable):
            return "".join(read_cards(answer, Script(language())))
    return answer


def _ask(question: str, options: Sequence[str]) -> str:
    """Ask a question with a numbered list of answers."""
    for number, option in enumerate(options, 1):
        output.say(f"{number:3}. {option}", err=True)
    return _named_by(click.prompt(question, prompt_suffix=" ", err=True), options)


def _named_by(answer: str, options: Sequence[str]) -> str:
    """Return the option with this number; unchanged if the answer is not a number."""
    answer = answer.strip()
    is_number = answer.isdecimal() and 0 < int(answer) <= len(options)
    return options[int(answer) - 1] if is_number else answer


def _named(written: str) -> tuple[str, str]:
    question, equals, answer = written.partition("=")
    if not equals:
        text = "Write an answer as QUESTION=ANSWER, not as {written}."
        raise output.WrongUse(text, "--answer", written=written)
    return question, answer


def _tell(found: QuarrelAnswer, spell: SpellCard) -> None:
    ruling, other = found.ruling, _("With {house_rule}: {verdict}")
    explained = [Paragraph(found.topic.explained)] if found.topic.explained else []
    rules = [f"{first_sentence(_(rule.plain))} ({rule.id})" for rule in found.rules]
    otherwise = [other.format_map(case.to_dict(spell)) for case in found.otherwise]
    tell_blocks(output.console(), [
        Paragraph(ruling.verdict(spell), strong=True),
        *explained,
        *part(_("What to do now"), [f"- {step.render(spell)}" for step in found.now]),
        *part(_("Rule"), rules),
        *part(_("What it costs"), [f"{player}: {amount}" for player, amount in found.worth]),
        *part(_("What would decide it"), [fact.render(spell) for fact in ruling.would_decide]),
        *part(_("At other tables"), otherwise),
    ])  # fmt: skip
