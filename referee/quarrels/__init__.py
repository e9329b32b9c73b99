"""Quarrels without a log: their topics and answers, and a search in plain words."""
