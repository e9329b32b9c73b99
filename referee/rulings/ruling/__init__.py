"""The ruling on one event: the verdict, its cost, the remedies, and the facts behind it.

``moment`` is the event with the table before it, ``cost`` the correction of a finding and its
price, ``remedies`` what may be done and who may forgive, ``facts`` the grounds and the answers to
the words of a dispute, ``table`` the words for verdicts, the house rules and the table's own
decisions; ``ruling`` combines them. Uses ``whatif``. Further parts of a ruling get a module here.
"""

from referee.rulings.ruling.cost import Worth
from referee.rulings.ruling.moment import Asked
from referee.rulings.ruling.ruling import Ruling, asked_in, rule_on, rulings
from referee.rulings.ruling.table import IN_ORDER

__all__ = ["IN_ORDER", "Asked", "Ruling", "Worth", "asked_in", "rule_on", "rulings"]
