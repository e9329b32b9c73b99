"""How the referee speaks: sentences with facts in them, the language, and the translations.

Uses ``cards``, to tell them. What is said stands where it is said; how it is told goes here.
"""
