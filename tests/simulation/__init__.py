"""Simulated sessions of Desmoche, with the expected reports.

The model of the game in this package is written from the rulebook alone and shares nothing with the
referee, so that each checks the other.

>>> from random import Random
>>> events, expected = lawful_session(Random(1))
>>> expected["findings"]
[]
"""

from tests.simulation.generate import faulty_session, lawful_session

__all__ = ["faulty_session", "lawful_session"]
