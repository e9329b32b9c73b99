"""An evening replayed under other house rules, without an event, or with a different one.

``choices`` lists the choices that a table could have made differently. ``whatif`` replays, and has
the changes between two reports. The other packages of rulings use this one; it uses none of them.
"""

from referee.rulings.whatif.whatif import Difference, NotPossible, no_such_event, supposing, what_if

__all__ = ["Difference", "NotPossible", "no_such_event", "supposing", "what_if"]
