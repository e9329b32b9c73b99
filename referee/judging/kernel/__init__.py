"""The steps by which every game is judged: an event is read, the rules are asked, it happens.

``game`` has the steps, and what a game says of itself; ``table`` and ``hands`` are the state that
all games have, ``acts`` what an event means, ``session`` what happens around the hands, ``closing``
and ``results`` the end of a hand, ``reporting`` what is told. What one game needs is a method that
it gives; a step that changes for all games changes here.
"""
