"""Slips: for each rule of the rulebook, ways in which somebody breaks it once.

A slip happens at its moment in a hand (or when the next hand opens). It writes what happened,
moves the cards as they then really lie, notes the one finding, and lets the play go on from
there. Players whose cards no longer fit (a card too many, an invalid meld) use nothing more.
"""

from tests.simulation.faults import before_play, ending, melds, recording, turns
from tests.simulation.faults.base import SLIPS

__all__ = ["SLIPS", "before_play", "ending", "melds", "recording", "turns"]
