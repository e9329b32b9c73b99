"""Parts of a sentence that are translated when they are shown."""

from __future__ import annotations

from referee.wording.language import Word, _
from referee.wording.sentences import Facts, Sentence

Phrase = str | Sentence
"""Text from a user, shown unchanged; a `Word`, which is translated; or a `Sentence` with facts in
it."""


def with_facts(text: Phrase, facts: Facts) -> Phrase:
    """Return a text with these facts in it; without facts the phrase itself."""
    return Sentence(str(text), facts) if facts else text


def spoken(phrase: Phrase) -> str:
    """Return a phrase in the current language.

    >>> spoken("7x"), spoken(Word("a card")), spoken(Sentence("one of {words}", {"words": "on"}))
    ('7x', 'a card', 'one of on')
    """
    if isinstance(phrase, Sentence):
        return phrase.render()
    return _(phrase) if isinstance(phrase, Word) else phrase
