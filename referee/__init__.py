"""A referee for card games played on real tables.

>>> from referee import judge
>>> judge([{"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}])["findings"]
[]

``read_log`` reads and checks a log, ``judge`` returns its `Report`, ``report_text`` the text that
``referee check`` prints. A `Replay` takes a log line by line and shows the table after each.
``count`` counts the cards of a hand.

Errors are `ValueError`: `Unreadable` for a log that cannot be read, `UnknownRule` for a rule that
its game does not have, `CountError` for cards that cannot be counted, `TwoGamesError` where two
installed packages bring a game of the same name.
"""

from importlib import import_module

from referee.version import __version__

# every command loads this package before it listens to anybody, and typing takes its time
TYPE_CHECKING = False

if TYPE_CHECKING:
    from referee_schemas.unreadable import Unreadable

    from referee.judging.counting import CountError, HandCount
    from referee.judging.registry import TwoGamesError
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
    from referee.library import (
        Log,
        Replay,
        Source,
        UnknownRule,
        count,
        judge,
        read_log,
        report_text,
    )

__all__ = [
    "CountError",
    "HandCount",
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
    "TwoGamesError",
    "UnknownRule",
    "Unreadable",
    "__version__",
    "count",
    "exit_status",
    "judge",
    "read_log",
    "report_text",
    "who_pays_whom",
]

if not TYPE_CHECKING:
    # every command imports this package, and needs only a few of these
    def __getattr__(name):
        """Return a public name, loaded at its first use."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for module in (
            "referee.library",
            "referee.judging.counting",
            "referee.judging.report",
            "referee.judging.registry",
            "referee_schemas.unreadable",
        ):
            offered = import_module(module)
            if hasattr(offered, name):
                return getattr(offered, name)
        raise AttributeError(name)

    def __dir__():
        """Return the public names, loaded or not."""
        return sorted(__all__)
