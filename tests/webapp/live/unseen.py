"""Those whom no player sees at the start of a fight, and whether pages were sent anything of them."""

from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.table.grants import Visitor

UNSEEN = {"raider-1": "Grimaud", "raider-2": "Vex", "raider-4": "Ostrander"}
"""Who stands where the party does not look, and the last one hides."""


def hears_nothing_of(page: Page, who: dict[str, str] = UNSEEN) -> None:
    page.take()
    for id_, name in who.items():
        assert id_ not in page.text, f"{page.role} was sent {id_}"
        assert name not in page.text, f"{page.role} was sent {name}"


def unseen_by_ann(world: World) -> list[str]:
    """Give the ids of all whom Ann, who plays Kit, does not know of."""
    host = host_of(world)
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    known = host.stream(host.viewer(Visitor("play", world.table.id, person.id, "Ann"))).now
    unseen = sorted(c.id for c in host.battle.state.combatants.values() if c.id not in known)
    assert "raider-4" in unseen
    return unseen
