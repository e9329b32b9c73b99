"""Answers to questions about a table of a declared game: the state of the table and its reasons,
the acts that may come next, the cards that a player can hold, the report, and the rulebook."""
