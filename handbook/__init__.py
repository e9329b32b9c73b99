"""Generated documentation: the reference pages, the client and the pictures.

In a page of ``docs`` the text between ``<!-- made: commands -->`` and ``<!-- made: end -->`` comes
from `handbook.making`. ``python -m handbook`` updates them all.
"""

import os

# the pages cover only the games of this project
os.environ["REFEREE_GAMES"] = "own"
