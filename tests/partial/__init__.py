"""Records with holes: evenings made poorer, and what the referee may still say about them.

``poverty`` has the ways in which a record becomes poorer, ``evenings`` the games that are played,
``holding`` what may not happen: knowing less never accuses more. ``python -m tests.partial`` tries
as many evenings as one lets it and prints what it found.
"""
