"""What to ask the table: the fewest questions that decide most of what a log leaves open.

``plan`` puts the questions in their order, money first. Uses ``answers`` and ``whatif``. Another
way to choose a question goes here.
"""

from referee.rulings.ask.plan import NoSuchAnswer, Plan, answered, ask

__all__ = ["NoSuchAnswer", "Plan", "answered", "ask"]
