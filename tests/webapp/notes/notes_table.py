"""A table with two players in two rooms under fog, for the tests of notes."""

import json
from typing import Any

from rules.engine.notes.map_notes import MapNote
from rules.map.map_json import read_map
from tests.webapp.pages import Page, host_of, screen, watcher
from tests.webapp.world import World
from webapp.table.setup.scenes import lay_out_scene

SHEET: dict[str, Any] = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}
ROOMS = {
    "grid": {"kind": "square", "cols": 12, "rows": 6},
    "walls": [{"id": "rock", "from": [6, 0], "to": [6, 6], "kind": "wall"}],
}
WEST, EAST = [1.5, 1.5], [9.5, 3.5]
"""A spot that the party has explored, and one behind the rock."""


class NotesTable:
    """Ann plays Kit and Ben plays Bo, both in the west; the projector and a watcher look on."""

    def __init__(self, world: World, *, fog: bool = True) -> None:
        self.world, self.host = world, host_of(world)
        browsers = {"ann": world.player("Ann"), "ben": world.player("Ben")}
        seats = {person.name: person.id for person in world.store.people.of_table(world.table.id)}
        row = lay_out_scene(
            world.store,
            world.table.id,
            system="atomic",
            name="Two rooms",
            battle_map=read_map(ROOMS),
            combatants=[
                {"id": "kit", "name": "Kit", "side": "heroes", "sheet": SHEET, "at": [1, 1]},
                {"id": "bo", "name": "Bo", "side": "heroes", "sheet": SHEET, "at": [2, 4]},
                {"id": "vex", "name": "Vex", "side": "raiders", "sheet": SHEET, "at": [9, 2]},
            ],
            seats={"kit": seats["Ann"], "bo": seats["Ben"]},
        )
        self.host.switch(row.id)
        self.gm = Page(world, world.gm(), "gm")
        self.ann, self.ben = (Page(world, browsers[name], "play") for name in ("ann", "ben"))
        self.screen, self.watcher = Page(world, screen(world), "screen"), Page(world, watcher(world), "watch")
        self.others = {"ann": self.ann, "ben": self.ben, "screen": self.screen, "watcher": self.watcher}
        if fog:
            self.gm.do("set-fog", on=True, sides=["heroes"])
        self.heard()

    def put(self, words: str = "Zqnote", at: Any = WEST, shape: str = "text", **more: Any) -> MapNote:
        self.gm.do("put-note", shape=shape, points=[at], words=words, **more)
        return self.notes[-1]

    @property
    def notes(self) -> tuple[MapNote, ...]:
        return self.host.battle.state.map_notes

    def heard(self) -> dict[str, str]:
        """Give all that each page but the GM's was sent since the last time."""
        return {name: json.dumps(page.take_all()) for name, page in self.others.items()}

    def who_hears(self, word: str) -> list[str]:
        return [name for name, said in self.heard().items() if word in said]

    def allow(self) -> None:
        """Let players draw."""
        assert (
            self.gm.browser.post(self.world.at("gm/settings"), player_notes="1", sight="1").status_code == 303
        )
        self.heard()

    def read(self, page: Page, note: str, more: str = "") -> Any:
        return page.browser.get(self.world.at(f"{page.role}/notes/{note}{more}"))

    def close(self) -> None:
        for page in (self.gm, *self.others.values()):
            page.close()
