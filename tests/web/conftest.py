"""Tests that run only at full depth need more than is installed for the other tests."""

from __future__ import annotations

from tests import depth

collect_ignore = [] if depth.is_deep() else ["test_described.py"]
