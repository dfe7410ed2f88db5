"""The panel of a rehearsal as its page asks for it, and the end of all that is played."""

import re
from time import monotonic, sleep

from tests.webapp.world import Browser
from webapp.rehearsal.fight_player import rehearsal_pool

_MOST_SECONDS = 900.0


def until(browser: Browser, path: str, sought: str) -> str:
    """Ask for the panel as its page does, until it shows something."""
    end = monotonic() + _MOST_SECONDS
    while not re.search(sought, page := browser.get(path).get_data(as_text=True)):
        assert monotonic() < end, page
        sleep(0.05)
    return page


def settle() -> None:
    """Wait until nothing is played: whoever plays hears that nobody waits as the next turn comes."""
    end = monotonic() + _MOST_SECONDS
    while rehearsal_pool().is_busy:
        assert monotonic() < end, "it never stops"
        sleep(0.05)
