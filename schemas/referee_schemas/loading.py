"""Adapters from the declared fields to marshmallow, for the web interface."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, pre_load

from referee.wording.language import Word
from referee.wording.sentences import Phrase
from referee_schemas.fields import KEY, DeclaredField, Refused, known


def expects(phrase: Phrase) -> dict[str, Any]:
    """Return the error messages of a field whose accepted values this phrase describes."""
    # a list, which marshmallow passes on untouched: the phrase is translated when it is shown
    return {key: [phrase] for key in ("required", "null", "invalid", "type")}


class LoadedField(fields.Field[Any]):
    """A declared field as a marshmallow field."""

    def __init__(self, declared: DeclaredField[Any], *, required: bool = False) -> None:
        super().__init__(
            required=required or declared.required,
            allow_none=declared.allow_none,
            error_messages=expects(declared.expected),
        )
        self.declared = declared

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        try:
            return self.declared.read(value)
        except Refused as refused:
            raise ValidationError(refused.messages) from None


class Strict(Schema):
    """A schema that refuses undeclared names. Its error messages say what was expected."""

    @pre_load
    def _refuse_unknown(self, data: Any, **_: Any) -> Any:
        if type(data) is not dict:
            raise ValidationError(Word("a JSON object"))
        for name in data:
            if name not in self.fields:
                raise ValidationError({name: {KEY: [known(name, list(self.fields))]}})
        return data
