"""The games, each declared for the core (``referee.core``)."""
