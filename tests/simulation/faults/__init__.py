"""Slips: for each rule of the rulebook, ways to break it once.

A slip happens at its moment in a hand (or when the next hand opens). It records what happened,
moves the cards to where they really lie, notes the one finding, and play goes on from there.
Players whose cards no longer fit (a card too many, an invalid meld) use no more cards.
"""

from tests.simulation.faults import before_play, ending, melds, recording, turns
from tests.simulation.faults.base import SLIPS

__all__ = ["SLIPS", "before_play", "ending", "melds", "recording", "turns"]
