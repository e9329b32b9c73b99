"""The schema base of everything that this project reads: no name is lost in silence."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from marshmallow import INCLUDE, Schema, ValidationError, pre_load, validates_schema
from marshmallow.types import UnknownOption

from referee.wording.language import Word
from referee.wording.sentences import Sentence
from schemas.fields import KEY, is_extra


def known(name: object, words: list[str]) -> Sentence:
    """What to write instead of a name that is none of these words.

    >>> known("crad", ["card", "player"]).told(), known(7, ["card", "player"]).told()
    ('"card", the nearest known name', 'one of card, player')
    """
    nearest = get_close_matches(str(name)[:64], words, n=1)
    if nearest:
        return Sentence('"{name}", the nearest known name', {"name": nearest[0]})
    return Sentence("one of {words}", {"words": ", ".join(words)})


_PLAIN = Word("plain JSON: text without NUL, 64-bit numbers")


class Strict(Schema):
    """Refuses every name that it does not declare.

    With ``unknown = INCLUDE`` it keeps those that `is_extra` admits. Error messages are, in words,
    what would have been read.
    """

    class Meta:
        """Strict unless a schema says otherwise."""

        unknown: UnknownOption = "raise"

    def contradiction(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """What the fields, each right by itself, cannot say together.

        Gives the messages of a ValidationError; None where they agree.
        """

    @pre_load
    def _refuse_unknown(self, data: Any, **_: Any) -> Any:
        if type(data) is not dict:
            raise ValidationError(Word("a JSON object"))
        for name, value in data.items():
            if name in self.fields:
                continue
            if self.unknown != INCLUDE or not name.startswith("x_"):
                raise ValidationError({name: {KEY: [known(name, list(self.fields))]}})
            if not is_extra(name, value):
                raise ValidationError({name: [_PLAIN]})
        return data

    @validates_schema
    def _refuse_contradiction(self, data: dict[str, Any], **_: Any) -> None:
        messages = self.contradiction(data)
        if messages:
            raise ValidationError(messages)
