"""The money of Desmoche.

``settlement`` counts a hand: pot, bonuses and side games; ``side_games`` and ``wins`` say what
counts, ``announcing`` and ``declarations`` who has said what in time, ``pots`` what each pot hangs
on, and ``questions`` what the record leaves open.
"""
