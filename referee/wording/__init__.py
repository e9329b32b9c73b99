"""How the referee speaks: sentences with facts in them, the language, and the translations.

``sentences`` puts facts into a text, ``phrases`` are parts of one; ``language`` says which
catalogue is spoken, and ``translations`` holds them all. Uses ``cards``, to tell them. What
is said stands where it is said; how it is told goes here.
"""
