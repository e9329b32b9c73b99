"""The casebook: the rulings on all disputes of many logs, so that a club rules consistently.

``casebook`` collects the cases and finds similar ones. Uses ``ruling``. Other ways to sort cases or
to measure similarity go there.
"""

from referee.rulings.casebook.casebook import Case, by_rule, case_of, cases_of, nearest

__all__ = ["Case", "by_rule", "case_of", "cases_of", "nearest"]
