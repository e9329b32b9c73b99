"""The games of this project, a folder each.

A game has its events, its cards and hand, mechanics, rules, house rules, money or points, and its
words, and nothing else: it is judged by ``referee.judging.kernel``. ``referee.judging.registry``
lists the games.
"""
