"""What replay, pages and rulings ask about a table of a declared game: how it stands and why, what
may come next, who can hold which card, the report, and the rulebook."""
