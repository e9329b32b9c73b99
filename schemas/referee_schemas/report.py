"""The report on a log, as `referee check --json` prints it.

Its schemas are made from the typed dicts of the core (``judging.report``); this module adds the
details that only JSON needs.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import NoneType
from typing import Any, Final, get_args, get_origin

import marshmallow as ma

from referee.judging import report
from referee.judging.report import ReportPart
from referee.wording.language import Word
from referee_schemas import cards, fields, people
from referee_schemas.loading import LoadedField, Strict
from referee_schemas.vocabulary import vocabulary

EventNumbers: Final = partial(fields.ListOf, fields.EventNumber(), Word("a list of event numbers"))

OUTCOMES: Final = (
    *("melds", "automatic", "last_standing", "out", "knock", "stock_empty"),
    *("none", "undecided", "open"),
)
"""The ways in which a hand may have ended."""

FINDINGS: Final = ("record", "violation", "disqualification", "forfeit", "missed", "payment")

_VALUES: Final[Mapping[str, Callable[..., fields.DeclaredField[Any]]]] = {
    **dict.fromkeys(("event", "first_event", "last_event"), fields.EventNumber),
    **dict.fromkeys(("message", "question", "rule", "would_decide", "written"), fields.Text),
    **dict.fromkeys(("dealer", "player", "winner"), people.Player),
    **dict.fromkeys(("disqualified", "players", "winners", "withdrawn"), people.Players),
    **dict.fromkeys(("from_", "to"), people.Payer),
    **dict.fromkeys(("Bonus.from_", "Bonus.to"), people.Player),
    **dict.fromkeys(("cites", "for_"), EventNumbers),
    **dict.fromkeys(("edition", "events"), partial(fields.Whole, 1, fields.LARGEST)),
    **dict.fromkeys(("amount", "carried", "pot"), fields.Sum),
    **dict.fromkeys(("net", "owed", "paid", "totals"), partial(people.PerPlayer, fields.Balance())),
    **dict.fromkeys(("OfTheMiddle.owed", "OfTheMiddle.paid"), fields.Balance),
    "basis": partial(people.PerPlayer, fields.Choice(("cards", "written"))),
    "bet": fields.Money,
    "bonus": partial(fields.Choice, ("mico", "color", "arriba_del_palo")),
    "cards": cards.card_list,
    "format": partial(fields.Constant, 1),
    "game": partial(
        fields.Choice, dict.fromkeys(name.partition("@")[0] for name in vocabulary().games)
    ),
    "hand": fields.HandNumber,
    "house": fields.House,
    "Finding.kind": partial(fields.Choice, FINDINGS),
    "Outcome.kind": partial(fields.Choice, OUTCOMES),
    "line": fields.LineNumber,
    "melds": cards.meld_list,
    "open": fields.YesOrNo,
    "scores": partial(people.PerPlayer, fields.Balance(allow_none=True)),
    "side_carried": partial(fields.MapOf, fields.SideGameField(), fields.Sum()),
    "side_game": fields.SideGameField,
    "HandReport.stakes": partial(fields.Whole, 0, fields.LARGEST),
    "stakes": partial(people.PerPlayer, fields.Sum()),
    "status": partial(fields.Choice, ("open", "forgiven", "enforced")),
    "win": partial(fields.Choice, vocabulary().words.get("win", ())),
}
"""The field for a name, in every part of a report or in one."""

_MAY_BE_MISSING: Final = frozenset({"account", "basis", "line", "scores", "winners", "written"})
"""The fields that are left out instead of null."""

_known: Final[dict[type[ReportPart], type[ma.Schema]]] = {}


def schema_of(
    part: type[ReportPart], name: str, only: Collection[str] = (), plain: str | None = None
) -> type[ma.Schema]:
    """Return the schema of a part of a report under a name, with only these fields, or all."""
    declared: dict[str, Any] = {
        field.removesuffix("_"): _field(name, field, kind)
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
        return LoadedField((_VALUES.get(f"{part}.{name}") or _VALUES[name])(**options))
    if get_origin(kind) is list:
        return ma.fields.List(ma.fields.Nested(inner), **options)
    return ma.fields.Nested(inner, **options)


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
