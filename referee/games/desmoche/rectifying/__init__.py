"""Remedies for the findings of Desmoche, and answers to its open questions."""
