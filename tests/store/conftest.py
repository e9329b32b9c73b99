"""Tests that run only at full depth need a PostgreSQL server, which other tests do without."""

from __future__ import annotations

from tests import depth

collect_ignore = [] if depth.is_deep() else ["test_club.py", "test_postgres.py", "server.py"]
