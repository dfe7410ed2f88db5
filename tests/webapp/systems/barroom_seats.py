"""Who sits at the evening in the barroom, and what they hold."""

import re
from collections.abc import Callable

from tests.webapp.pages import Page
from tests.webapp.world import World

Opened = Callable[[], World]


def seat(world: World) -> tuple[Page, dict[str, Page]]:
    """Sit down the GM, Ann as Earl, and Ben as Leroy, whom only the GM can give him: he is an enemy."""
    gm, ann, ben = Page(world, world.gm(), "gm"), world.player("Ann", "earl"), world.player("Ben")
    person = next(person for person in world.store.people.of_table(world.table.id) if person.name == "Ben")
    assert gm.browser.htmx(world.at("gm/seat"), who="leroy", person=person.id).status_code == 204
    return gm, {"earl": Page(world, ann, "play"), "leroy": Page(world, ben, "play")}


PISTOL = {"earl": "heavy-pistol", "leroy": "light-pistol"}


AWAY = {"earl": [5, 7], "leroy": [9, 7]}


def panel(text: str, id_: str) -> str:
    found = re.search(rf'<section id="{id_}".*?</section>', text, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())
