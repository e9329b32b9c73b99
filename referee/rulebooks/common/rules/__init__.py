"""The rules that all these games share, topic by topic; a game takes over those that it has."""
