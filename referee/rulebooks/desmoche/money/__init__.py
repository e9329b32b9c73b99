"""The money of Desmoche: pots, bonuses, side games, automatic wins, and what stays open."""
