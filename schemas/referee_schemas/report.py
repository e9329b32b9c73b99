"""The report on a log, as `referee check --json` prints it.

Its schemas are made from the typed dicts of the core (``judging.report``); this module adds the
details that only JSON needs.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import NoneType
from typing import Any, Final, get_args, get_origin

from marshmallow import Schema, fields

from referee.judging import report
from referee.judging.report import ReportPart
from referee.wording.language import Word
from referee_schemas.cards import CardsField, Melds
from referee_schemas.fields import (
    LARGEST,
    Balance,
    Choice,
    DeclaredField,
    EventNumber,
    HandNumber,
    House,
    Is,
    LineNumber,
    ListOf,
    MapOf,
    Money,
    SideGameField,
    Sum,
    Text,
    Whole,
    YesOrNo,
)
from referee_schemas.loading import Strict
from referee_schemas.people import Payer, PerPlayer, Player, Players
from referee_schemas.vocabulary import vocabulary

EventNumbers: Final = partial(ListOf, EventNumber(), Word("a list of event numbers"))

OUTCOMES: Final = (
    *("melds", "automatic", "last_standing", "out", "knock", "stock_empty"),
    *("none", "undecided", "open"),
)
"""The ways in which a hand may have ended."""

FINDINGS: Final = ("record", "violation", "disqualification", "forfeit", "missed", "payment")

_VALUES: Final[Mapping[str, Callable[..., DeclaredField[Any]]]] = {
    **dict.fromkeys(("event", "first_event", "last_event"), EventNumber),
    **dict.fromkeys(("message", "question", "rule", "would_decide", "written"), Text),
    **dict.fromkeys(("dealer", "player", "winner"), Player),
    **dict.fromkeys(("disqualified", "players", "winners", "withdrawn"), Players),
    **dict.fromkeys(("from_", "to"), Payer),
    **dict.fromkeys(("Bonus.from_", "Bonus.to"), Player),
    **dict.fromkeys(("cites", "for_"), EventNumbers),
    **dict.fromkeys(("edition", "events"), partial(Whole, 1, LARGEST)),
    **dict.fromkeys(("amount", "carried", "pot"), Sum),
    **dict.fromkeys(("net", "owed", "paid", "totals"), partial(PerPlayer, Balance())),
    **dict.fromkeys(("OfTheMiddle.owed", "OfTheMiddle.paid"), Balance),
    "basis": partial(PerPlayer, Choice(("cards", "written"))),
    "bet": Money,
    "bonus": partial(Choice, ("mico", "color", "arriba_del_palo")),
    "cards": CardsField,
    "format": partial(Is, 1),
    "game": partial(Choice, dict.fromkeys(name.partition("@")[0] for name in vocabulary().games)),
    "hand": HandNumber,
    "house": House,
    "Finding.kind": partial(Choice, FINDINGS),
    "Outcome.kind": partial(Choice, OUTCOMES),
    "line": LineNumber,
    "melds": Melds,
    "open": YesOrNo,
    "scores": partial(PerPlayer, Balance(allow_none=True)),
    "side_carried": partial(MapOf, SideGameField(), Sum()),
    "side_game": SideGameField,
    "HandReport.stakes": partial(Whole, 0, LARGEST),
    "stakes": partial(PerPlayer, Sum()),
    "status": partial(Choice, ("open", "forgiven", "enforced")),
    "win": partial(Choice, vocabulary().words.get("win", ())),
}
"""The field for a name, in every part of a report or in one."""

_MAY_BE_MISSING: Final = frozenset({"account", "basis", "line", "scores", "winners", "written"})
"""The fields that are left out instead of null."""

_known: Final[dict[type[ReportPart], type[Schema]]] = {}


def schema_of(
    part: type[ReportPart], name: str, only: Collection[str] = (), plain: str | None = None
) -> type[Schema]:
    """Return the schema of a part of a report under a name, with only these fields, or all."""
    declared: dict[str, Any] = {
        field: _field(name, field, kind)
        for field, kind in part.__annotations__.items()
        if not only or field in only
    }
    made = Strict.from_dict(declared, name=f"{name}Schema")
    made.__doc__ = plain or (part.__doc__ or "").replace("None", "null")
    _known.setdefault(part, made)
    return made


def _field(part: str, name: str, kind: Any) -> Any:
    kinds = (kind, *get_args(kind))
    missing = NoneType in kinds and name in _MAY_BE_MISSING
    nullable = NoneType in kinds and not missing
    options: dict[str, Any] = {"required": not missing, "allow_none": nullable}
    inner = next((_known[kind] for kind in kinds if kind in _known), None)
    if inner is None:
        return (_VALUES.get(f"{part}.{name}") or _VALUES[name])(**options)
    if get_origin(kind) is list:
        return fields.List(fields.Nested(inner), **options)
    return fields.Nested(inner, **options)


FindingSchema: Final = schema_of(report.ReportedFinding, "Finding")
schema_of(report.ReportedOutcome, "Outcome")
schema_of(report.ReportedBonus, "Bonus")
schema_of(report.ReportedSideGame, "SideGameResult")
schema_of(report.IfEnforced, "IfEnforced")
schema_of(report.ReportedHand, "HandReport")
schema_of(report.ReportedQuestion, "Undecided")
schema_of(report.ReportedDebt, "Owed")
schema_of(report.ReportedPayment, "Paid")
schema_of(report.ReportedMiddle, "OfTheMiddle")
schema_of(report.ReportedAccount, "Account")
ReportSchema: Final = schema_of(report.Report, "Report")
