"""The documents that the program writes about itself: the reference pages and the pictures.

A page of ``docs`` has what `handbook.making` makes between ``<!-- made: commands -->`` and
``<!-- made: end -->``. ``python -m handbook`` brings all pages and pictures up to date.
"""

import os

# the pages are about the games of this project alone
os.environ["REFEREE_GAMES"] = "own"
