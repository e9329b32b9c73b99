"""Records with missing parts: evenings with information removed, and what the referee may still
report.

``poverty`` has the ways to remove information, ``evenings`` the games, ``promise`` the law that
knowing less never accuses more. ``python -m tests.partial`` tries any number of evenings and prints
violations.
"""
