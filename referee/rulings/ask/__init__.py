"""The questions to ask the table: as few as possible to settle most open issues of a log.

``plan`` orders the questions, money first. Uses ``answers`` and ``whatif``. Other ways to choose a
question go here.
"""

from referee.rulings.ask.plan import NoSuchAnswer, Plan, answered, ask

__all__ = ["NoSuchAnswer", "Plan", "answered", "ask"]
