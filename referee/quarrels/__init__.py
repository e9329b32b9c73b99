"""Quarrels without a log: a search for rules by plain words."""
