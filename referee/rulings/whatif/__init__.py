"""What would have been: an evening under other house rules, without an event, or with another one.

``choices`` has what a table could have chosen otherwise, ``outcomes`` how hands end and what
moves between two reports, ``whatif`` puts both together. The other rooms of rulings use it; it
uses none of them.
"""

from referee.rulings.whatif.whatif import (
    Difference,
    NotPossible,
    no_such_event,
    supposing,
    what_if,
)

__all__ = ["Difference", "NotPossible", "no_such_event", "supposing", "what_if"]
