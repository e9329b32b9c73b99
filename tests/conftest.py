"""What all tests stand on."""

from __future__ import annotations

import pytest

from tests.catalogues import compile_all


@pytest.fixture(scope="session", autouse=True)
def _catalogues() -> None:
    """The referee speaks as its catalogues are written now."""
    compile_all()
