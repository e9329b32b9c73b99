"""A referee for card games played on real tables.

>>> from referee import judge
>>> judge([{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}])["findings"]
[]

``read_log`` reads and checks a log, ``judge`` gives its `Report`, ``report_text`` the text that
``referee check`` prints. A `Replay` takes a log line by line and shows the table after each. What
cannot be read raises `Unreadable`.
"""

from importlib import import_module

from referee.version import __version__

# every command loads this package before it listens to anybody, and typing takes its time
TYPE_CHECKING = False

if TYPE_CHECKING:
    from referee_schemas.unreadable import Unreadable

    from referee.judging.report import (
        IfEnforced,
        Report,
        ReportedAccount,
        ReportedBonus,
        ReportedDebt,
        ReportedFinding,
        ReportedHand,
        ReportedMiddle,
        ReportedOutcome,
        ReportedPayment,
        ReportedQuestion,
        ReportedSideGame,
        exit_status,
        who_pays_whom,
    )
    from referee.library import Log, Replay, Source, UnknownRule, judge, read_log, report_text

__all__ = [
    "IfEnforced",
    "Log",
    "Replay",
    "Report",
    "ReportedAccount",
    "ReportedBonus",
    "ReportedDebt",
    "ReportedFinding",
    "ReportedHand",
    "ReportedMiddle",
    "ReportedOutcome",
    "ReportedPayment",
    "ReportedQuestion",
    "ReportedSideGame",
    "Source",
    "UnknownRule",
    "Unreadable",
    "__version__",
    "exit_status",
    "judge",
    "read_log",
    "report_text",
    "who_pays_whom",
]

if not TYPE_CHECKING:
    # every command imports this package, and needs only a few of these
    def __getattr__(name):
        """What the package offers, loaded when it is asked for first."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for module in ("referee.library", "referee.judging.report", "referee_schemas.unreadable"):
            offered = import_module(module)
            if hasattr(offered, name):
                return getattr(offered, name)
        raise AttributeError(name)
