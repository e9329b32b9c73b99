"""Tests that take minutes: the record book under kills, failing disks, crowds and flipped bits.

    python -m tests.endurance kills --cycles 200
    python -m tests.endurance faults
    python -m tests.endurance crowd --seconds 20
    python -m tests.endurance flips --count 2000

``test_endurance.py`` runs a short form of each. With REFEREE_TEST_SYSTEM_SQLITE=1 before one of
them it uses Python's own SQLite, as the referee does where there is no other.
"""

import os
import sys

if os.environ.get("REFEREE_TEST_SYSTEM_SQLITE"):
    # a module that is None there cannot be imported, so the library of Python itself is used
    sys.modules["pysqlite3"] = None
