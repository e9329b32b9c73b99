"""Answers to questions about a table of a declared game: how it stands and why, which act may come
next, which cards a player can hold, the report, and the rulebook."""
