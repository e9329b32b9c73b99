"""The questions to ask the table: the fewest that settle most of the open issues of a log.

``plan`` orders the questions, money first. Uses ``answers`` and ``whatif``. Another way to choose a
question goes here.
"""

from referee.rulings.ask.plan import NoSuchAnswer, Plan, answered, ask

__all__ = ["NoSuchAnswer", "Plan", "answered", "ask"]
