"""Pages of others at the table, for what is pushed to all."""

from collections.abc import Iterator

import pytest

from tests.webapp.pages import Page, screen, watcher
from tests.webapp.world import World


@pytest.fixture
def others(world: World, gm: Page) -> Iterator[list[Page]]:
    """A projector, a player without a character, and somebody who just watches."""
    pages = [Page(world, screen(world), "screen"), Page(world, world.player("Wat"), "play")]
    pages.append(Page(world, watcher(world), "watch"))
    yield pages
    for page in pages:
        page.close()
