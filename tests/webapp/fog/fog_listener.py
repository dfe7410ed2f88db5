"""Listening in the fog: players, one who plays nobody, the projector and a spectator hear of random scenes.

Every word, stroke and pixel that reaches them, now or as the fight is told again, is held against what their
eyes can have seen."""

import re
from contextlib import suppress
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from rules.engine.battle_events import Moved
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.map.cell_bits import cells_in
from rules.map.grid import cell_centre
from rules.map.model import Cell, DoorState, Grid, Wall, WallKind
from tests.webapp.fog.fog_ledger import drawn_walls, zone_cells
from tests.webapp.fog.fog_oracle import every_cell, lies_along, seen_from, touches
from tests.webapp.fog.fog_scenes import COLS, ROWS, STONE, known_pixels, paint, random_map
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.pages import watcher as spectator
from tests.webapp.world import Browser, World
from webapp.importers import Crop, Picture, read_face
from webapp.importers.pictures import encode_picture
from webapp.pictures.tiles import Pyramid
from webapp.table.setup.scenes import lay_out_scene

HEROES = ("kit", "brannock")
FOES = ("zqa", "zqb", "zqc")
SECRET = "zqpaper"
"""What stands in a handout that is shown to one alone."""
SHEET = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}
SYSTEMS = ("atomic", "atomic", "atomic", "atomic", "savage", "gurps", "tesseris", "phases")


class Listeners:
    """Everybody at one table who is not the GM; in each scene so many things happen as there are steps."""

    def __init__(self, world: World, steps: int = 3) -> None:
        self.world, self.steps = world, steps
        self.browsers: dict[str, Browser] = {
            "ann": world.player("Ann"),
            "bob": world.player("Bob"),
            "watcher": world.player("Watcher"),
            "screen": screen(world),
            "spectator": spectator(world),
        }
        self.gm = world.gm()
        self.people = {
            person.name.lower(): person.id for person in world.store.people.of_table(world.table.id)
        }
        self.faces = {who: face(world, number) for number, who in enumerate(FOES)}

    def hear(self, seed: int) -> None:
        """Play one random scene, and check all that comes of it."""
        _Evening(self, Random(seed), quick=seed % 10 != 0).play()


class _Evening:
    """One scene.

    If it is to be `quick`, two of the five are away, some questions are not asked, the picture is small, and
    the fight is not told again.
    """

    def __init__(self, all_: Listeners, chance: Random, *, quick: bool) -> None:
        self.world, self.chance, self.quick = all_.world, chance, quick
        self.at, self.steps, self.faces = f"/tables/{all_.world.table.id}", all_.steps, all_.faces
        self.host, self.gm = host_of(all_.world), gm_of(all_.world)
        self.map = random_map(chance)
        self.each = chance.random() < 0.4
        self.system = chance.choice(SYSTEMS)
        self.kept = self.world.store.save_picture(_picture(self.map.grid, 8 if quick else 60))
        row = lay_out_scene(
            self.world.store,
            self.world.table.id,
            system=self.system,
            name="Fog",
            battle_map=self.map,
            picture_id=self.kept.id,
        )
        self.seats = {"ann": HEROES[0], "bob": HEROES[1]}
        for name, who in self.seats.items():
            self.world.store.people.seat(row.id, who, all_.people[name])
        self.host.switch(row.id)
        self.do("set-fog", on=True, each=self.each)
        people = [self._one(who, "heroes") for who in HEROES]
        self.do("add", combatants=[*people, *(self._one(who, "zqside") for who in FOES)])
        listening = list(all_.browsers)
        for away in chance.sample(("bob", "watcher", "screen", "spectator"), 2 if quick else 0):
            listening.remove(away)
        self.pages = {name: Page(self.world, all_.browsers[name], role_of(name)) for name in listening}
        self.gms = all_.gm
        self.viewers = {name: _viewer(self.host, name, all_.people) for name in listening}
        self.read = dict.fromkeys(self.pages, 0)
        self.ann = all_.people["ann"]
        self.explored: dict[str, set[Cell]] = {name: set() for name in self.pages}
        self.met: dict[str, set[str]] = {name: set() for name in self.pages}
        self.shown: set[Cell] = set()
        self.stood_in_zone: set[str] = set()

    def _one(self, who: str, side: str) -> dict[str, Any]:
        hidden = side != "heroes" and self.chance.random() < 0.3
        sheet = SHEET if self.system == "atomic" else find_system(self.system).stock[0].sheet
        name = f"Xylo {who}"
        return {
            "id": who,
            "name": name,
            "side": side,
            "sheet": sheet,
            "at": self.anywhere(),
            "hidden": hidden,
            "picture": self.faces.get(who, ""),
        }

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=self.gm)

    def anywhere(self) -> Cell:
        return self.chance.randrange(COLS), self.chance.randrange(ROWS)

    # ------------------------------------------------------------------------------ what they can know
    def eyes_of(self, name: str) -> tuple[str, ...]:
        if self.each and name in self.seats:
            return (self.seats[name],)
        return () if self.each and name == "watcher" else HEROES

    def seen(self, name: str) -> set[Cell]:
        """Give the cells that somebody's eyes see now."""
        people = self.host.battle.state.combatants
        return {cell for who in self.eyes_of(name) for cell in self.seen_at(people[who].at)}

    def seen_at(self, at: Any) -> set[Cell]:
        state = self.host.battle.state
        assert state.map is not None
        hero = state.combatants[HEROES[0]]
        return seen_from(state.map, at, find_system(self.system).map.eyes(hero, state.map))

    def look(self) -> None:
        """Let everybody know what their eyes see now, and what they saw on the way."""
        people, last = self.host.battle.state.combatants, self.host.battle.entries[-1].events
        for name in self.pages:
            seen = self.seen(name)
            for event in last:
                if isinstance(event, Moved) and event.who in self.eyes_of(name):
                    self.explored[name] |= {cell for at in event.path for cell in self.seen_at(at)}
            self.explored[name] |= seen | self.shown
            zone = {cell for zone in self.map.zones for cell in zone_cells(self.map, zone.polygon)}
            if any(
                people[who].at in zone for who in self.eyes_of(name)
            ):  # whose moves name the zone they begin in
                self.stood_in_zone.add(name)
            self.met[name] |= self.met_now(name)

    def met_now(self, name: str) -> set[str]:
        people, seen = self.host.battle.state.combatants, self.seen(name)
        others = {*FOES, *HEROES} - set(self.eyes_of(name))
        return {who for who in others if not people[who].hidden and people[who].at in seen}

    def doors_now(self) -> list[Wall]:
        assert self.host.battle.state.map is not None
        return [w for w in self.host.battle.state.map.walls if w.kind is WallKind.DOOR]

    # ----------------------------------------------------------------------------------------- playing
    def play(self) -> None:
        """Play some steps, and check after each; look at the whole pages in the end."""
        self.look()
        if not self.quick:
            self.paper = self.hand_out_a_paper()
        self.check()
        for step in range(self.steps):
            before = {name: (self.seen(name), self.met_now(name)) for name in self.pages}
            quiet = self.step(before)
            self.look()
            for name, page in self.pages.items():
                fresh = page.take_all()
                if name in quiet:
                    assert fresh == [], (name, fresh, "silence about what nobody could see")
            if step == 1:
                self.feel_about()
            self.check()
        for name, page in self.pages.items():
            self.open_everything(name, page)
        self.check()
        for name, page in self.pages.items():
            self.check_picture(name, page)
            page.close()

    def step(self, before: dict[str, tuple[set[Cell], set[str]]]) -> set[str]:
        """Let something happen; name those who cannot have noticed."""
        state, chance = self.host.battle.state, self.chance
        assert state.map is not None
        foe, hero = chance.choice(FOES), chance.choice(HEROES)
        match chance.choice(("foe", "foe", "hero", "walk", "door", "wall", "show", "mud", "shoot", "undo")):
            case "foe":
                self.do("gm-set", target=foe, state={"at": list(self.anywhere())})
                return {name for name in self.pages if foe not in before[name][1] | self.met_now(name)}
            case "hero":
                self.do("gm-set", target=hero, state={"at": list(self.anywhere())})
            case "walk":
                places = self.pages["ann"].ask("reach", {"actor": HEROES[0]}).get("places") or ["0,0"]
                to = [int(part) for part in chance.choice(places).split(",")]
                self.pages["ann"].ask("command", {"do": "move", "actor": HEROES[0], "to": to})
            case "door":
                door = chance.choice(self.doors_now())
                to = "closed" if door.state is DoorState.OPEN else "open"
                self.do("set-door", wall=door.id, state=to)
                return self.unaware(before, door)
            case "wall":
                x, y = self.anywhere()
                end = x + chance.choice((0, 1)), y + 1
                self.do("edit-map", walls=[{"from": [x, y], "to": list(end), "material": STONE}])
                return self.unaware(before, Wall("", (x, y), end))
            case "show":
                cells = {self.anywhere() for _ in range(3)}
                self.shown |= cells
                with suppress(Refusal):  # they were shown already
                    self.do("paint-fog", how="show", cells=[list(cell) for cell in cells])
            case "mud":
                cell = self.anywhere()
                with suppress(Refusal):  # it lies there already
                    self.do("edit-map", ground=[{"cells": [list(cell)], "cost": 3, "name": f"zqmud {cell}"}])
                return {name for name in self.pages if cell not in self.explored[name]}
            case "shoot" if self.system == "atomic":
                facts = {"range": "near", "line_of_fire": True}
                self.do("turn", actor=foe)
                self.do("attack", actor=foe, target=hero, **{"with": "blast-rifle"}, facts=facts)
                if self.host.battle.state.prompt is not None:
                    self.do("answer", actor=hero, answer="none")
            case "undo":
                self.do("gm-set", target=foe, state={"at": list(self.anywhere())})
                unseen = {name for name in self.pages if foe not in before[name][1] | self.met_now(name)}
                self.look()
                self.do("undo")
                return unseen
        return set()

    def unaware(self, before: dict[str, tuple[set[Cell], set[str]]], wall: Wall) -> set[str]:
        """Name those who see no more and no less than before, and not where something was done to a wall."""
        return {
            name
            for name in self.pages
            if before[name][0] == self.seen(name) and not self.touches(wall, before[name][0])
        }

    def touches(self, wall: Wall, cells: set[Cell]) -> bool:
        """Say whether any of a wall lies in or along some cells."""
        return touches(self.map.grid, cells, wall.start, wall.end)

    def feel_about(self) -> None:
        """Let a player ask and try what a page can, anywhere on the map: nobody else hears of it."""
        chance, page, who = self.chance, self.pages["ann"], HEROES[0]
        spot = [100 * part for part in cell_centre(self.map.grid, self.anywhere())]
        before = self.host.battle.state
        asked: list[tuple[str, dict[str, Any]]] = [
            ("reach", {"actor": who}),
            ("measure", {"points": [spot, [50, 50]]}),
            ("area", {"shape": "blast", "at": spot, "size": 3, "walls": True}),
            ("cover", {"actor": who, "at": list(self.anywhere())}),
            ("zones", {"from": who}),
            ("aim", {"actor": who, "target": chance.choice(FOES)}),
        ]
        for message, data in chance.sample(asked, 2 if self.quick else len(asked)):
            page.ask(message, data)
        unknown = self.unknown_to("ann")
        if unknown:
            page.refused("command", {"do": "move", "actor": who, "to": list(chance.choice(unknown))})
        refused: list[dict[str, Any]] = [
            {"do": "move", "actor": chance.choice(FOES), "to": [0, 0]},
            {"do": "move", "actor": HEROES[1], "to": [0, 0], "by": "gm"},
            {"do": "gm-set", "target": FOES[0], "state": {"at": [0, 0]}, "role": "gm", "seq": 1},
            {"do": "paint-fog", "how": "show", "all": True},
            {"do": "attack", "actor": who, "target": chance.choice(FOES), "facts": {"line_of_fire": True}},
            {"answer": "none", "actor": HEROES[1], "question": 99},
            {"do": "door", "actor": who, "wall": "zq-no-such-door"},
        ]
        for forged in chance.sample(refused, 1 if self.quick else len(refused)):
            page.refused("command", forged)
        body = {"do": "move", "actor": FOES[1], "to": [0, 0]}
        page.text += page.browser.json(f"{self.at}/commands", body).text
        assert self.host.battle.state is before
        for name, other in self.pages.items():
            assert other.take_all() == [], (name, "silence about what was refused")

    def unknown_to(self, name: str) -> list[Cell]:
        return [cell for cell in every_cell(self.map.grid) if cell not in self.explored[name]]

    def open_everything(self, name: str, page: Page) -> None:
        """Load whatever a browser can have from the table but its picture."""
        places = [page.role, f"{page.role}/log.txt"]
        if not self.quick:
            places += self.other_places(page)
            self.hear_it_told_again(page)
            self.read_papers(name, page)
        for place in places:
            answer = page.browser.get(f"{self.at}/{place}")
            page.text += answer.text
            assert not (place.startswith("gm") and answer.status_code == 200), place

    def hear_it_told_again(self, page: Page) -> None:
        """Step through the fight as a player may, moment by moment and from its end back to its start."""
        at = f"{self.at}/{page.role}/replay"
        whole = page.browser.get(at)
        if page.role != "play":
            assert whole.status_code == 404, "the fight is told again to players and the GM alone"
            return
        page.text += whole.text
        word = re.findall(r'data-word="(\w+)"', whole.text)[0]
        last = int(re.findall(r'data-last="(\d+)"', whole.text)[0])
        steps = [(n, n + 1) for n in range(last)]
        for before, moment in (*steps, (last, 0), (0, last)):
            page.text += page.browser.get(f"{at}/{moment}?from={before}&word={word}").text
        page.text += page.browser.get(f"{at}?at={last}").text
        page.text += page.browser.get(f"{at}?at={last}&as=gm&scene={self.host.scene.id}").text

    def read_papers(self, name: str, page: Page) -> None:
        """Try to read a handout, and to see its picture, that was shown to Ann alone."""
        at = f"{self.at}/{page.role}/talk"
        page.text += page.browser.get(f"{at}/panel").text
        for place in (f"papers/{self.paper}", f"papers/{self.paper}/picture"):
            answer = page.browser.get(f"{at}/{place}")
            assert answer.status_code == (200 if name == "ann" else 404), (name, place)
            if answer.mimetype.startswith("text"):
                page.text += answer.text

    def hand_out_a_paper(self) -> str:
        """Show Ann alone a handout with a picture; give its id."""
        talk = f"{self.at}/gm/talk/papers"
        title = f"{SECRET} {self.host.scene.id}"
        self.gms.post(talk, title=title, words=SECRET, file=(BytesIO(PAPER), "paper.png"))
        papers = self.world.store.talk.papers(self.world.table.id)
        [paper] = [paper.id for paper in papers if paper.title == title]
        assert self.gms.post(f"{talk}/{paper}/show", to=self.ann).status_code == 303
        for name, page in self.pages.items():
            assert (page.take_all() != []) == (name == "ann"), (name, "only Ann hears of her handout")
        return paper

    def other_places(self, page: Page) -> list[str]:
        places = [f"{page.role}/log.html", "session"]
        places += [f"play/{what}/{who}" for what in ("selected", "sheet") for who in (FOES[0], HEROES[1])]
        return [*places, "gm", "gm/log.txt", "gm/table.battlemat", f"gm/selected/{FOES[0]}", "gm/eyes/party"]

    # ---------------------------------------------------------------------------------------- checking
    def check(self) -> None:
        """Hold all that came in since the last time against what can be known."""
        for name, page in self.pages.items():
            fresh = page.text[self.read[name] :].replace('\\"', '"')
            self.read[name] = len(page.text)
            map_knowledge = self.host.stream(self.viewers[name]).map_knowledge
            assert map_knowledge is not None
            assert set(cells_in(map_knowledge.explored, self.map.grid)) == self.explored[name], name
            for who in {*FOES, *HEROES} - self.met[name] - set(self.eyes_of(name)):
                at = fresh.find(f"Xylo {who}")
                assert at < 0, (name, who, fresh[max(at - 300, 0) : at + 200])
                assert f"token-{who}" not in fresh, (name, who)
                assert self.faces.get(who, who) not in fresh, (name, who)
            for zone in self.map.zones:
                if (
                    not zone_cells(self.map, zone.polygon) <= self.explored[name]
                    and name not in self.stood_in_zone
                ):
                    assert zone.name not in fresh, (name, zone.name)
            for column, row in re.findall(r"zqmud \((\d+), (\d+)\)", fresh):
                assert (int(column), int(row)) in self.explored[name], (name, column, row)
            for secret in ("light-dim", STONE, *(() if name == "ann" else (SECRET,))):
                assert secret not in fresh, (name, secret)
            named = set(re.findall(r"zqw\d+", fresh))
            doors = [door for door in self.doors_now() if door.id in named]
            assert len(doors) == len(named), (name, "a wall is named, which nobody works")
            assert all(self.touches(door, self.explored[name]) for door in doors), (name, named)
            for start, end in drawn_walls(fresh):
                assert lies_along(self.map.grid, self.explored[name], start, end), (name, start, end)

    def check_picture(self, name: str, page: Page) -> None:
        """Fetch every part of the picture by every address, and look at every pixel."""
        at, id_ = self.at, self.kept.id
        known = self.met_now(name)
        for who, face in list(self.faces.items())[: 1 if self.quick else None]:
            sent = page.browser.get(f"{at}/token/{page.role}/{face}").status_code
            assert sent == (200 if who in known else 404), (name, who)
            if (
                page.role == "play" and not self.quick
            ):  # it was theirs to see once: the fight told again has it
                sent = page.browser.get(f"{at}/play/replay/token/{face}").status_code
                assert sent == 404 or who in self.met[name], (name, who)
        assert page.browser.get(f"{at}/picture/{id_}").status_code == 404
        other = "screen" if page.role == "play" else "play"
        for word in () if self.quick else (f"seen/{other}", "seen/gm", "seen/eyes-party", "picture"):
            assert page.browser.get(f"{at}/{word}/{id_}/0/0/0").status_code in (403, 404)
        pyramid = Pyramid(self.kept.width, self.kept.height)
        for level in range(pyramid.deepest + 1):
            for tile in pyramid.tiles(level):
                answer = page.browser.get(f"{at}/seen/{page.role}/{id_}/{level}/{tile.column}/{tile.row}")
                assert answer.status_code in (200, 404)
                if answer.status_code == 200:
                    self.check_tile(name, answer.data, pyramid, level, tile.column, tile.row)

    def check_tile(self, name: str, data: bytes, pyramid: Pyramid, level: int, column: int, row: int) -> None:
        pixels = np.asarray(Image.open(BytesIO(data)).convert("RGBA"))
        width, height = pyramid.size(level)
        known = known_pixels(self.map.grid, self.explored[name], self.kept.width, self.kept.height)
        rows = np.minimum(
            ((np.arange(pixels.shape[0]) + 512 * row + 0.5) * self.kept.height / height).astype(int),
            self.kept.height - 1,
        )
        cols = np.minimum(
            ((np.arange(pixels.shape[1]) + 512 * column + 0.5) * self.kept.width / width).astype(int),
            self.kept.width - 1,
        )
        hidden = ~known[rows][:, cols]
        leaked = np.argwhere(hidden & (pixels[..., 3] > 0))
        assert not len(leaked), (name, level, column, row, leaked[:5], len(leaked))


def face(world: World, number: int) -> str:
    """Keep a picture for a token, unlike any other's, and give its id."""
    out = BytesIO()
    Image.new("RGB", (8, 8), (40 * number, 200, 90)).save(out, "PNG")
    return world.store.save_picture(read_face(out.getvalue(), Crop()), world.table.id).id


def role_of(name: str) -> str:
    """Tell by which page somebody listens."""
    return {"screen": "screen", "spectator": "watch"}.get(name, "play")


def _paper() -> bytes:
    file = BytesIO()
    Image.new("RGB", (8, 8), "red").save(file, "PNG")
    return file.getvalue()


PAPER = _paper()


@cache
def _picture(grid: Grid, side: int) -> Picture:
    return encode_picture(paint(grid, side))


def _viewer(host: Any, name: str, people: dict[str, str]) -> Any:
    from webapp.table.grants import Visitor

    return host.viewer(Visitor(role_of(name), host.table_id, people.get(name), name))
