"""What all tests of the map share."""

from collections.abc import Iterator

import pytest

from rules.map import walls


@pytest.fixture(scope="package", autouse=True)
def filed_walls() -> Iterator[None]:
    """File all walls at once, as those of a map that is asked much, however small the maps of tests are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walls, "_SPARED", 0)
        patch.setattr(walls, "_FEW", 0)
        yield
