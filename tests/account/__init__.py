"""Money won, paid and owed, checked against evenings of the independent models."""
