"""The casebook: the rulings on all disputes of many logs, so that a club rules alike.

``casebook`` collects them and finds those that are like a case. Uses ``ruling``. Another order of
the cases, or another measure of likeness, goes there.
"""

from referee.rulings.casebook.casebook import Case, by_rule, case_of, cases_of, nearest

__all__ = ["Case", "by_rule", "case_of", "cases_of", "nearest"]
