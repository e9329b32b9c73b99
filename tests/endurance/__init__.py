"""Tests that take minutes: the record book under kills, failing disks, crowds and flipped bits.

    python -m tests.endurance kills --cycles 200 [--db postgresql]
    python -m tests.endurance faults
    python -m tests.endurance crowd --seconds 20 [--db postgresql]
    python -m tests.endurance flips --count 2000

``test_endurance.py`` runs a short form of each. REFEREE_TEST_SYSTEM_SQLITE=1 makes a program use
Python's own SQLite, which the referee uses if there is no other.
"""

import os
import sys

if os.environ.get("REFEREE_TEST_SYSTEM_SQLITE"):
    # None makes the import fail, so that Python's own library is used
    sys.modules["pysqlite3"] = None
