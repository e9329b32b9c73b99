"""What a record of Desmoche proves about the cards that nobody saw."""
