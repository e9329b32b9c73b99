"""A referee for card games played on real tables.

>>> from referee import judge
>>> report = judge("sample_games/priority-quarrel.jsonl")
>>> report.findings[0].player, report.hands[0].winner
('Eddy', 'Ramón')

``judge`` returns the `Report` of a log, ``report_text`` the text that ``referee check`` prints, and
a `Replay` takes a log line by line. ``rule`` settles a dispute, ``what_if`` judges an evening with
changes, ``count`` counts the cards of a hand. ``read_log`` reads a `Log` in either form,
``write_sheet`` writes it as a score sheet. A `Book` stores logs, a `Game` has the rules.

Errors are `ValueError`: `Unreadable` for a log that cannot be read, `UnknownRule` for a rule that
its game does not have, `NotPossible` for a question without an answer, `CountError` for cards that
cannot be counted, `TwoGamesError` if two installed packages have a game of the same name. A `Book`
raises `BookError`.
"""

from importlib import import_module

from referee.version import __version__

# every command imports this package before anything else, and typing is slow to import
TYPE_CHECKING = False

if TYPE_CHECKING:
    from referee.book import Book
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
        Game,
        Log,
        Replay,
        Source,
        UnknownRule,
        count,
        judge,
        read_log,
        read_sheet,
        report_text,
        rule,
        speaking,
        what_if,
        write_sheet,
    )
    from referee.rulings.ruling import Ruling
    from referee.rulings.whatif import Difference, NotPossible
    from referee.store.errors import BookError
    from referee.wording.unreadable import Unreadable

__all__ = [
    "Book", "BookError", "CountError", "Difference", "Game", "HandCount", "IfEnforced", "Log",
    "NotPossible", "Replay", "Report", "ReportedAccount", "ReportedBonus", "ReportedDebt",
    "ReportedFinding", "ReportedHand", "ReportedMiddle", "ReportedOutcome", "ReportedPayment",
    "ReportedQuestion", "ReportedSideGame", "Ruling", "Source", "TwoGamesError", "UnknownRule",
    "Unreadable", "__version__", "count", "exit_status", "judge", "read_log", "read_sheet",
    "report_text", "rule", "speaking", "what_if", "who_pays_whom", "write_sheet",
]  # fmt: skip

if not TYPE_CHECKING:
    # every command imports this package, and needs only a few of these names
    def __getattr__(name):
        """Return a public name, imported at its first use."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for module in (
            "referee.library", "referee.judging.counting", "referee.judging.report",
            "referee.judging.registry", "referee.wording.unreadable", "referee.rulings.whatif",
            "referee.rulings.ruling", "referee.store.errors", "referee.book",
        ):  # fmt: skip
            offered = import_module(module)
            if hasattr(offered, name):
                return getattr(offered, name)
        raise AttributeError(name)

    def __dir__():
        """Return the public names, imported or not."""
        return sorted(__all__)
