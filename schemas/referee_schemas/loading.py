"""The declared fields as marshmallow reads them, for the interface for programs."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, pre_load, validates_schema
from marshmallow.schema import SchemaMeta

from referee.wording.language import Word
from referee.wording.phrases import Phrase
from referee_schemas.faults import KEY, known, wrong
from referee_schemas.fields import Field


def expects(phrase: Phrase) -> dict[str, Any]:
    """The error messages of a field that reads what this phrase describes."""
    # in a list, which marshmallow hands on as it is: the phrase is told where somebody reads it
    return {key: [phrase] for key in ("required", "null", "invalid", "type")}


class Bound(fields.Field[Any]):
    """A declared field, as marshmallow reads it."""

    def __init__(self, declared: Field[Any]) -> None:
        super().__init__(
            required=declared.required,
            allow_none=declared.allow_none,
            error_messages=expects(declared.expected),
        )
        self.declared = declared

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if messages := wrong(self.declared, value):
            raise ValidationError(messages)
        return self.declared.read(value)


class _Declaring(SchemaMeta):
    """Binds the declared fields of a schema; a name that Python or marshmallow has for something
    else has a line behind it (``from_``)."""

    def __new__(mcs, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> SchemaMeta:
        bound = dict(
            (key.removesuffix("_"), Bound(one)) if isinstance(one, Field) else (key, one)
            for key, one in attrs.items()
        )
        return super().__new__(mcs, name, bases, bound)


class Strict(Schema, metaclass=_Declaring):
    """Refuses every name that it does not declare. Error messages are, in words, what would have
    been read."""

    def contradiction(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the fields, each right by itself, cannot say together.

        Gives the messages of a ValidationError; None where they agree.
        """

    @pre_load
    def _refuse_unknown(self, data: Any, **_: Any) -> Any:
        if type(data) is not dict:
            raise ValidationError(Word("a JSON object"))
        for name in data:
            if name not in self.fields:
                raise ValidationError({name: {KEY: [known(name, list(self.fields))]}})
        return data

    @validates_schema
    def _refuse_contradiction(self, data: dict[str, Any], **_: Any) -> None:
        messages = self.contradiction(data)
        if messages:
            raise ValidationError(messages)
