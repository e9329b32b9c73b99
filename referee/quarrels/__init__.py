"""Quarrels without a log: the rules found by plain words."""
