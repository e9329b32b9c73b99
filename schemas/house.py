"""House rules as an event names them."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from referee.wording.language import Word
from schemas.fields import Choice, Words, expects
from schemas.strict import Strict
from schemas.vocabulary import Vocabulary, vocabulary


class House(fields.Nested):
    """House rules by name, each with its option, out of those that these games have."""

    default_error_messages = expects(Word("a map from house rules to options"))

    def __init__(self, games: Vocabulary | None = None, **options: Any) -> None:
        known = games or vocabulary()
        rules: dict[str, fields.Field[Any]] = {
            rule: Words(words) if rule in known.lists else Choice(words)
            for rule, words in known.house_rules().items()
        }
        super().__init__(Strict.from_dict(rules, name="HouseRules"), **options)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if type(value) is not dict:
            raise self.make_error("invalid")
        return super()._deserialize(value, *args, **kwargs)
