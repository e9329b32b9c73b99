"""Every sentence of the program is in the catalogues, with the same facts in it."""

from __future__ import annotations

import pytest

from referee.translations import LANGUAGES, PARTS
from tests import catalogues

WRITTEN = [
    pytest.param(language, part, id=f"{language} {part}")
    for language in LANGUAGES[1:]
    for part in PARTS
    if catalogues.written(language, part).exists()
]


@pytest.mark.parametrize(("language", "part"), WRITTEN)
def test_a_catalogue_is_complete(language: str, part: str) -> None:
    catalog = catalogues.read(catalogues.written(language, part))
    assert list(catalogues.wanting(catalog)) == []


@pytest.mark.parametrize(("language", "part"), WRITTEN)
def test_a_catalogue_has_what_the_code_says(language: str, part: str) -> None:
    file = catalogues.written(language, part)
    fresh = catalogues.read_bytes(catalogues.updated(language)[file], language)
    assert catalogues.content(catalogues.read(file)) == catalogues.content(fresh)
