"""The referee's language: sentences with facts, the current language, and the translations.

``sentences`` puts facts into a text; ``language`` has the current
catalogue, and ``translations`` all of them. Imports ``cards``, to spell them. Sentences are in the
modules that use them; only their formatting goes here.
"""
