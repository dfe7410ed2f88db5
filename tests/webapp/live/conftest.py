"""What stands for tests of open pages: others at the table, and Kit about to act."""

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


@pytest.fixture
def kit_acts(gm: Page) -> None:
    """It is Kit's turn, and a raider stands in sight."""
    gm.do("gm-set", target="raider-3", state={"at": [7, 9]})
    gm.do("turn", "kit")
