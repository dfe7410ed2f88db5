"""Listening in the fog: players, the projector and a spectator hear of random scenes, and every word, stroke
and pixel that reaches them is held against what their eyes can have seen."""

import re
from contextlib import suppress
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from rules.engine.refusal import Refusal
from rules.map.cell_bits import cells_in
from rules.map.grid import cell_centre, cell_corners
from rules.map.model import (
    BattleMap,
    Brightness,
    Cell,
    DoorState,
    Grid,
    GridKind,
    Light,
    PictureBox,
    Wall,
    WallKind,
    Zone,
)
from tests.webapp.conftest import Browser, World
from tests.webapp.fog_oracle import every_cell, lies_along, seen_from, touches
from tests.webapp.pages import Page, gm_of, host_of, screen
from webapp.importers.pictures import encode_picture
from webapp.scenes import lay_out_scene
from webapp.tiles import Pyramid

COLS, ROWS, STEPS = 12, 8, 6
HEROES = ("kit", "brannock")
FOES = ("zqa", "zqb", "zqc")
SHEET = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}


class Listeners:
    """Everybody at one table who is not the GM."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.browsers: dict[str, Browser] = {
            "ann": world.player("Ann"),
            "bob": world.player("Bob"),
            "watcher": world.player("Watcher"),
            "screen": screen(world),
        }
        people = {person.name.lower(): person.id for person in world.store.people(world.table.id)}
        self.seats = dict(zip(HEROES, (people["ann"], people["bob"]), strict=True))

    def hear(self, seed: int) -> None:
        """Play one random scene, and check all that comes of it."""
        _Evening(self, Random(seed)).play()


class _Evening:
    def __init__(self, all_: Listeners, chance: Random) -> None:
        self.world, self.chance = all_.world, chance
        self.host, self.gm = host_of(all_.world), gm_of(all_.world)
        self.map = random_map(chance)
        self.picture = paint(self.map.grid, chance)
        self.each = chance.random() < 0.4
        kept = self.world.store.save_picture(encode_picture(self.picture))
        self.kept = kept
        row = lay_out_scene(
            self.world.store,
            self.world.table.id,
            system="atomic",
            name="Fog",
            battle_map=self.map,
            picture_id=kept.id,
        )
        self.host.switch(row.id)
        self.do("set-fog", on=True, each=self.each)
        people = [self._one(who, "heroes") for who in HEROES]
        self.do("add", combatants=[*people, *(self._one(who, "zqside") for who in FOES)])
        for who, person in all_.seats.items():
            self.world.store.seat(row.id, who, person)
        self.host.reload_seats()
        self.pages = {
            name: Page(self.world, browser, "screen" if name == "screen" else "play")
            for name, browser in all_.browsers.items()
        }
        self.explored: dict[str, set[Cell]] = {name: set() for name in self.pages}
        self.met: dict[str, set[str]] = {name: set() for name in self.pages}
        self.each_saw: dict[str, set[Cell]] = {who: set() for who in HEROES}
        self.shown: set[Cell] = set()
        self.stood_in_zone: set[str] = set()

    def _one(self, who: str, side: str) -> dict[str, Any]:
        hidden = side != "heroes" and self.chance.random() < 0.3
        return {
            "id": who,
            "name": f"Xylo {who}",
            "side": side,
            "sheet": SHEET,
            "at": self.anywhere(),
            "hidden": hidden,
        }

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=self.gm)

    def anywhere(self) -> Cell:
        return self.chance.randrange(COLS), self.chance.randrange(ROWS)

    # ------------------------------------------------------------------------------ what they can know
    def eyes_of(self, name: str) -> tuple[str, ...]:
        if self.each and name in ("ann", "bob"):
            return (HEROES[0],) if name == "ann" else (HEROES[1],)
        return () if self.each and name == "watcher" else HEROES

    def seen(self, name: str) -> set[Cell]:
        state = self.host.battle.state
        assert state.map is not None
        found: set[Cell] = set()
        for who in self.eyes_of(name):
            at = state.combatants[who].at
            assert isinstance(at, tuple)
            found |= seen_from(state.map, at)
        return found

    def look(self) -> None:
        """Let everybody know what their eyes see now."""
        people = self.host.battle.state.combatants
        for name in self.pages:
            seen = self.seen(name)
            self.explored[name] |= seen | self.shown
            zone = {cell for zone in self.map.zones for cell in self.zone_cells(zone)}
            if any(
                people[who].at in zone for who in self.eyes_of(name)
            ):  # whose moves name the zone they begin in
                self.stood_in_zone.add(name)
            self.met[name] |= {who for who in FOES if not people[who].hidden and people[who].at in seen}
            if self.each and name in ("ann", "bob"):
                other = HEROES[1] if name == "ann" else HEROES[0]
                self.met[name] |= {other} if people[other].at in seen else set()

    # ----------------------------------------------------------------------------------------- playing
    def play(self) -> None:
        """Play some steps, and check after each."""
        self.look()
        for page in self.pages.values():
            page.load()
        self.check()
        for step in range(STEPS):
            before = {name: (self.seen(name), set(self.met_now(name))) for name in self.pages}
            quiet = self.step(before)
            self.look()
            for name, page in self.pages.items():
                fresh = page.take()
                if name in quiet:
                    assert fresh == [], (name, fresh, "silence about what nobody could see")
            if step % 2:
                self.feel_about()
            self.check()
        for name, page in self.pages.items():
            self.check_picture(name, page)
        for page in self.pages.values():
            page.close()

    def met_now(self, name: str) -> set[str]:
        people, seen = self.host.battle.state.combatants, self.seen(name)
        return {who for who in FOES if not people[who].hidden and people[who].at in seen}

    def step(self, before: dict[str, tuple[set[Cell], set[str]]]) -> set[str]:
        """Let something happen; name those who cannot have noticed."""
        state, chance = self.host.battle.state, self.chance
        assert state.map is not None
        match chance.choice(("foe", "foe", "hero", "hero", "door", "wall", "show", "mud")):
            case "foe":
                foe = chance.choice(FOES)
                self.do("gm-set", target=foe, state={"at": list(self.anywhere())})
                return {name for name in self.pages if foe not in before[name][1] | self.met_now(name)}
            case "hero":
                self.do("gm-set", target=chance.choice(HEROES), state={"at": list(self.anywhere())})
            case "door":
                door = chance.choice([wall for wall in state.map.walls if wall.kind is WallKind.DOOR])
                to = "closed" if door.state is DoorState.OPEN else "open"
                self.do("set-door", wall=door.id, state=to)
                return {
                    name
                    for name in self.pages
                    if before[name][0] == self.seen(name) and not self.touches(door, before[name][0])
                }
            case "wall":
                x, y = self.anywhere()
                wall = {"from": [x, y], "to": [x + chance.choice((0, 1)), y + 1], "material": "zqstone"}
                self.do("edit-map", walls=[wall])
                drawn = Wall("", (x, y), (wall["to"][0], y + 1))
                return {
                    name
                    for name in self.pages
                    if before[name][0] == self.seen(name) and not self.touches(drawn, before[name][0])
                }
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
        return set()

    def touches(self, wall: Wall, cells: set[Cell]) -> bool:
        """Say whether any of a wall lies in or along some cells."""
        return touches(self.map.grid, cells, wall.start, wall.end)

    def feel_about(self) -> None:
        """Let players ask whatever their pages can ask, anywhere on the map."""
        spot = [100 * part for part in cell_centre(self.map.grid, self.anywhere())]
        for name, who in (("ann", HEROES[0]), ("bob", HEROES[1])):
            page = self.pages[name]
            page.ask("reach", {"actor": who})
            page.ask("measure", {"points": [spot, [50, 50]]})
            page.ask("area", {"shape": "blast", "at": spot, "size": 3, "walls": True})
            page.ask("cover", {"actor": who, "at": list(self.anywhere())})
            page.ask("command", {"do": "move", "actor": who, "to": list(self.unknown_to(name))})
            page.ask("aim", {"actor": who, "target": self.chance.choice(FOES)})
        self.look()  # who knows the whole map already has walked

    def unknown_to(self, name: str) -> Cell:
        left = [cell for cell in every_cell(self.map.grid) if cell not in self.explored[name]]
        return self.chance.choice(left) if left else (0, 0)

    # ---------------------------------------------------------------------------------------- checking
    def check(self) -> None:
        state = self.host.battle.state
        for name, page in self.pages.items():
            text = page.load()
            vista = self.host.stream(page_viewer(self.host, page)).vista
            assert vista is not None
            assert set(cells_in(vista.explored, self.map.grid)) == self.explored[name], name
            for who in {*FOES, *HEROES} - self.met[name] - set(self.eyes_of(name)):
                at = page.text.find(f"Xylo {who}")
                assert at < 0, (name, who, page.text[max(at - 300, 0) : at + 200])
                assert f"token-{who}" not in page.text, (name, who)
            for zone in self.map.zones:
                if not self.zone_cells(zone) <= self.explored[name] and name not in self.stood_in_zone:
                    assert zone.name not in page.text, (name, zone.name)
            for cell in every_cell(self.map.grid):
                if cell not in self.explored[name]:
                    assert f"zqmud {cell}:" not in page.text, (name, cell)
            assert "light-dim" not in page.text
            assert state.map is not None
            for start, end in drawn_walls(text):
                assert lies_along(self.map.grid, self.explored[name], start, end), (name, start, end)

    def zone_cells(self, zone: Zone) -> set[Cell]:
        (x1, y1), _, (x2, y2), _ = zone.polygon
        centres = {cell: cell_centre(self.map.grid, cell) for cell in every_cell(self.map.grid)}
        return {c for c, (x, y) in centres.items() if x1 <= x <= x2 and y1 <= y <= y2}

    def check_picture(self, name: str, page: Page) -> None:
        """Fetch every part of the picture by every address, and look at every pixel."""
        at, id_ = f"/tables/{self.world.table.id}", self.kept.id
        assert page.browser.get(f"{at}/picture/{id_}").status_code == 404
        pyramid = Pyramid(self.kept.width, self.kept.height)
        for level in range(pyramid.deepest + 1):
            for tile in pyramid.tiles(level):
                place = f"{tile.level}/{tile.column}/{tile.row}"
                assert page.browser.get(f"{at}/picture/{id_}/{place}").status_code == 404
                other = "play" if page.role == "screen" else "screen"
                for word in (other, "gm", "eyes-party"):
                    assert page.browser.get(f"{at}/seen/{word}/{id_}/{place}").status_code in (403, 404)
                answer = page.browser.get(f"{at}/seen/{page.role}/{id_}/{place}")
                assert answer.status_code in (200, 404)
                if answer.status_code == 200:
                    self.check_tile(name, answer.data, pyramid, level, tile.column, tile.row)

    def check_tile(self, name: str, data: bytes, pyramid: Pyramid, level: int, column: int, row: int) -> None:
        pixels = np.asarray(Image.open(BytesIO(data)).convert("RGBA"))
        width, height = pyramid.size(level)
        known = hidden_by_pixel(self.map.grid, self.explored[name], self.kept.width, self.kept.height)
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


def page_viewer(host: Any, page: Page) -> Any:
    from webapp.grants import Visitor

    if page.role == "screen":
        return host.viewer(Visitor("screen", host.table_id, None, ""))
    with page.browser.client.session_transaction() as session:
        person = session["people"][-1]
    return host.viewer(Visitor("play", host.table_id, person, ""))


def drawn_walls(text: str) -> list[tuple[Any, Any]]:
    """List the ends, in cells, of all walls and doors that a page draws."""
    found = []
    for d in re.findall(r'class="(?:wall[^"]*|door-frame)" d="([^"]*)"', text):
        for x1, y1, x2, y2 in re.findall(r"M(\S+) (\S+?)L(\S+?) ([^ML\"]+)", d):
            found.append(((float(x1) / 100, float(y1) / 100), (float(x2) / 100, float(y2) / 100)))
    return found


def hidden_by_pixel(grid: Grid, explored: set[Cell], width: int, height: int) -> np.ndarray:
    """Tell which pixels of the whole picture lie in explored cells."""
    known = np.zeros((height, width), dtype=bool)
    for column, row in explored:
        known |= _covers(grid, (column, row), width, height)
    return known


_covered: dict[Any, np.ndarray] = {}


def _covers(grid: Grid, cell: Cell, width: int, height: int) -> np.ndarray:
    key = grid, cell, width, height
    if key not in _covered:
        across, down = extent(grid)
        xs = (np.arange(width) + 0.5) / width * across
        ys = (np.arange(height) + 0.5) / height * down
        corners = np.array(cell_corners(grid, cell))
        after = np.roll(corners, -1, axis=0)
        inside = np.ones((height, width), dtype=bool)
        for (ax, ay), (bx, by) in zip(corners, after, strict=True):
            inside &= (bx - ax) * (ys[:, None] - ay) - (by - ay) * (xs[None] - ax) >= -1e-6
        _covered[key] = inside
    return _covered[key]


def extent(grid: Grid) -> tuple[float, float]:
    corners = np.array([corner for cell in every_cell(grid) for corner in cell_corners(grid, cell)])
    return float(corners[:, 0].max()), float(corners[:, 1].max())


def paint(grid: Grid, chance: Random) -> Image.Image:
    """Paint every cell in a colour of its own, no two alike and none of them black."""
    across, down = extent(grid)
    side = chance.choice((16, 48))  # pixels a cell: in one tile, or in several
    width, height = round(across * side), round(down * side)
    pixels = np.full((height, width, 3), 9, dtype=np.uint8)
    colours = chance.sample(range(20, 250), COLS * ROWS)
    for number, cell in enumerate(every_cell(grid)):
        pixels[_covers(grid, cell, width, height)] = (colours[number], 255 - colours[number], 60)
    return Image.fromarray(pixels)


def random_map(chance: Random) -> BattleMap:
    """Make a map of rooms, walls aslant, doors of all states, lamps, zones; in whatever light."""
    kind = chance.choice((GridKind.SQUARE, GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS))
    walls: list[Wall] = []

    def wall(a: tuple[float, float], b: tuple[float, float], kind: WallKind = WallKind.WALL) -> None:
        state = chance.choice(list(DoorState)) if kind is WallKind.DOOR else None
        walls.append(Wall(f"zqw{chance.randrange(10**9)}", a, b, kind, state))

    for x in (4, 8):
        gap = chance.randrange(ROWS - 1)
        wall((x, 0), (x, gap))
        wall((x, gap), (x, gap + 1), WallKind.DOOR)
        wall((x, gap + 1), (x, ROWS))
    middle = chance.randrange(COLS - 1)
    wall((0, 4), (middle, 4))
    wall((middle, 4), (middle + 1, 4), WallKind.DOOR)
    wall((middle + 1, 4), (COLS, 4))
    for _ in range(4):
        a = (chance.randrange(4 * COLS) / 4, chance.randrange(4 * ROWS) / 4)
        b = (a[0] + chance.uniform(-3, 3), a[1] + chance.uniform(-2, 2))
        wall(a, b, chance.choice((WallKind.WALL, WallKind.SIGHT, WallKind.LOW, WallKind.WINDOW)))
    grid = Grid(kind, COLS, ROWS)
    lights = tuple(
        Light(cell_centre(grid, (chance.randrange(COLS), chance.randrange(ROWS))), chance.choice((2.5, 4.25)))
        for _ in range(chance.randrange(3))
    )
    x, y = chance.randrange(COLS - 3), chance.randrange(ROWS - 2)
    corners = ((x + 0.1, y + 0.1), (x + 2.9, y + 0.1), (x + 2.9, y + 1.9), (x + 0.1, y + 1.9))
    return BattleMap(
        grid,
        tuple(w for w in walls if w.start != w.end),
        zones=(Zone("zqzone", "Zqcrypt", corners),),
        lights=lights,
        picture=PictureBox((0.0, 0.0), extent(grid)),
        ambient=chance.choice((*Brightness, Brightness.BRIGHT)),
    )
