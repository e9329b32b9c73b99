"""What was won, paid and is owed, against evenings of the independent models."""
