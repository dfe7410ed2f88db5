"""Two evenings that differ only in what the party cannot see: whoever listens cannot tell them apart."""

import json
import re
from random import Random
from typing import Any

import pytest

from rules.engine.system import find_system
from rules.map.model import Brightness, Grid, GridKind
from tests.webapp.fog.fog_maps import COLS, ROWS, SEALED, sealed_map
from tests.webapp.fog.fog_scenes import paint
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.importers.pictures import encode_picture
from webapp.server.limits import LIMITS, Bucket
from webapp.table.setup.scenes import lay_out_scene

FOES = ("zqa", "zqb")
SYSTEMS = ("atomic", "savage", "gurps", "tesseris", "phases")
SHEET = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}


class Evening:
    """One of the two; `secret` says whether anything goes on behind the rock."""

    def __init__(self, world: World, pages: dict[str, Any], seed: int, *, secret: bool) -> None:
        self.host, self.gm, self.secret = host_of(world), gm_of(world), secret
        self.system = find_system(SYSTEMS[seed % len(SYSTEMS)])
        self.chance, self.unseen = Random(seed), Random(seed)
        kind = self.chance.choice((GridKind.SQUARE, GridKind.HEX_ROWS))
        battle_map = sealed_map(kind, self.chance.choice((Brightness.BRIGHT, Brightness.DARK)))
        kept = world.store.save_picture(encode_picture(paint(Grid(kind, 9, 6), 8)))
        row = lay_out_scene(
            world.store,
            world.table.id,
            system=self.system.id,
            name="Fog",
            battle_map=battle_map,
            picture_id=kept.id,
        )
        [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
        world.store.people.seat(row.id, "kit", person.id)
        self.host.switch(row.id)
        sheet = SHEET if self.system.id == "atomic" else self.system.stock[0].sheet
        self.do(
            "add",
            combatants=[
                {"id": "kit", "name": "Kit", "side": "heroes", "sheet": sheet, "at": [1, 1]},
                *({"id": f, "name": f"Xylo {f}", "side": "zqs", "sheet": sheet, "at": [8, 1]} for f in FOES),
            ],
        )
        self.do("set-fog", on=True, sides=["heroes"])
        self.pages = {
            name: Page(world, browser, "screen" if name == "screen" else "play")
            for name, browser in pages.items()
        }
        self.bases = {
            name: int(re.findall(r'data-seq="(\d+)"', page.load())[0]) for name, page in self.pages.items()
        }
        self.heard: dict[str, list[str]] = {name: [] for name in self.pages}

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=self.gm)

    def play(self, steps: int = 4) -> dict[str, list[str]]:
        """Play, and give all that each of them was sent, message by message."""
        for _ in range(steps):
            if self.secret:
                for _ in range(self.unseen.randrange(3)):
                    self.happen_unseen()
            self.happen()
            for name, page in self.pages.items():
                self.heard[name] += [self.plain(name, message) for message in page.take_all()]
        for name, page in self.pages.items():
            self.heard[name].append(self.plain(name, page.load()))
            role = page.role
            for place in (f"{role}/log.txt", "play/selected/kit", "play/selected/zqa"):
                answer = page.browser.get(page.world.at(place))
                self.heard[name].append(self.plain(name, f"{answer.status_code} {answer.text}"))
            page.close()
        return self.heard

    def plain(self, name: str, message: Any) -> str:
        """Write a message without what is drawn at random, with numbers from the page's first on."""
        text = message if isinstance(message, str) else json.dumps(message)
        text = re.sub(r"[0-9a-f]{32}", "ID", text)

        def number(found: re.Match[str]) -> str:
            since = int(found[0]) - self.bases[name]
            return f"#{since}" if abs(since) < 10_000 else found[0]

        return re.sub(r"\d{10,16}", number, text)

    def happen(self) -> None:
        """Let something happen in the west, or be asked there."""
        chance, page = self.chance, self.pages["ann"]
        to = [chance.randrange(SEALED - 1), chance.randrange(ROWS)]
        match chance.choice(("walk", "put", "gate", "ask")):
            case "walk":
                self.heard["ann"].append(self.plain("ann", page.ask("reach", {"actor": "kit"})))
                self.heard["ann"].append(
                    self.plain("ann", page.ask("command", {"do": "move", "actor": "kit", "to": to}))
                )
            case "put":
                self.do("gm-set", target="kit", state={"at": to})
            case "gate":
                battle_map = self.host.battle.state.map
                assert battle_map is not None
                [gate] = [wall for wall in battle_map.walls if wall.id == "gate"]
                self.do("set-door", wall="gate", state="closed" if gate.state == "open" else "open")
            case "ask":
                self.try_what_the_system_has(page)
                spot = [100 * chance.randrange(COLS) + 50, 50 + 100 * chance.randrange(ROWS)]
                for message, data in (
                    ("measure", {"points": [spot, [150, 150]]}),
                    ("area", {"shape": "blast", "at": spot, "size": 3, "walls": True}),
                    ("cover", {"actor": "kit", "at": to}),
                    ("zones", {"from": "kit"}),
                    ("aim", {"actor": "kit", "target": "zqa"}),
                    ("command", {"do": "attack", "actor": "kit", "target": "zqb", "with": "blast-rifle"}),
                    ("command", {"do": "move", "actor": "kit", "to": [8, 2]}),
                ):
                    self.heard["ann"].append(self.plain("ann", page.ask(message, data)))

    def try_what_the_system_has(self, page: Page) -> None:
        """Ask what some actions of the system would do anywhere, and try them in the dark and on foes."""
        actions = [a for a in self.system.actions if a.listed and not a.of_table]
        for action in self.chance.sample(actions, min(4, len(actions))):
            anywhere = [self.chance.randrange(COLS), self.chance.randrange(ROWS)]
            behind = [self.chance.randrange(SEALED, COLS), anywhere[1]]
            data = {"do": action.id, "actor": "kit"}
            for message, more in (
                ("aim", {"at": anywhere}),
                ("aim", {"at": anywhere, "draft": True}),
                ("aim", {"target": self.chance.choice(FOES)}),
                ("command", {"at": behind}),
                ("command", {"to": behind}),
                ("command", {"path": [[SEALED - 1, behind[1]], behind]}),
                ("command", {"target": self.chance.choice(FOES)}),
                ("command", {"wall": "vault"}),
            ):
                reply = page.ask(message, {**data, **more})
                assert message == "aim" or not reply["ok"], (data, more, "nobody may do this")
                self.heard["ann"].append(self.plain("ann", reply))

    def happen_unseen(self) -> None:
        """Let something happen behind the rock."""
        chance, foe = self.unseen, self.unseen.choice(FOES)
        battle_map = self.host.battle.state.map
        assert battle_map is not None
        x, y = chance.randrange(SEALED + 2, COLS), chance.randrange(ROWS - 1)
        match chance.choice(
            ("move", "hide", "door", "wall", "mud", "lamp", "shoot", "undo", "remove", "note", "plan")
        ):
            case "move":
                self.do("gm-set", target=foe, state={"at": [x, y]})
            case "hide":
                self.do("edit", target=foe, hidden=not self.host.battle.state.combatants[foe].hidden)
            case "door":
                [vault] = [wall for wall in battle_map.walls if wall.id == "vault"]
                self.do("set-door", wall="vault", state="closed" if vault.state == "open" else "open")
            case "wall":
                self.do("edit-map", walls=[{"from": [x, y], "to": [x, y + 1]}])
            case "mud":
                self.do("edit-map", ground=[{"cells": [[x, y]], "cost": 3, "name": f"mud {chance.random()}"}])
            case "lamp":
                self.do("edit-map", lights=[{"at": [x + chance.random() / 2, y + 0.5], "range": 1.5}])
            case "shoot" if self.system.id == "atomic":
                self.do("gm-set", target="zqa", state={"at": [8, 0]})
                self.do("gm-set", target="zqb", state={"at": [8, 1]})
                self.do("turn", actor="zqa")
                facts = {"range": "near", "line_of_fire": True}
                self.do("attack", actor="zqa", target="zqb", **{"with": "blast-rifle"}, facts=facts)
                if self.host.battle.state.prompt is not None:
                    self.do("answer", actor="zqb", answer="none")
            case "undo":
                self.do("gm-set", target=foe, state={"at": [x, y]})
                self.do("undo")
            case "note":
                self.note_unseen(x, y)
            case "plan":
                self.do("write-scene-notes", words=f"They come at {chance.random()}")
                self.do("put-note", shape="text", points=[[1.5, 1.5]], words=f"zqplan {chance.random()}")
            case "remove":
                extra = {"id": "zqx", "name": "Xylo zqx", "side": "zqs", "sheet": {}, "at": [9, 3]}
                self.do("add", combatants=[extra])
                self.do("remove", target="zqx")

    def note_unseen(self, x: int, y: int) -> None:
        """Let all have a note behind the rock: it is put, changed, drawn across to there, or taken away."""
        notes, chance = self.host.battle.state.map_notes, self.unseen
        word, theirs = f"zqnote {chance.random()}", [note for note in notes if note.seen_by == "all"]
        match chance.choice(("put", "draw", "change", "take")) if theirs else "put":
            case "put":
                spot = [x + 0.5, y + 0.5]
                self.do("put-note", shape="pin", points=[spot], words=word, page=word, seen_by="all")
            case "draw":
                self.do("put-note", shape="arrow", points=[[1.5, 1.5], [x + 0.5, y + 0.5]], seen_by="all")
            case "change":
                pins = [note.id for note in theirs if note.shape == "pin"]
                if pins:
                    self.do("put-note", note=pins[0], words=word)
            case "take":
                self.do("take-note", note=theirs[-1].id)


@pytest.mark.parametrize("seed", range(8))
def test_nobody_can_tell_whether_anything_went_on_out_of_sight(world: World, seed: int) -> None:
    world.app.extensions[LIMITS].messages = Bucket(10_000, 0)  # or the clock has a say in what is answered
    browsers = {"ann": world.player("Ann"), "watcher": world.player("Watcher"), "screen": screen(world)}
    quiet = Evening(world, browsers, seed, secret=False).play()
    busy = Evening(world, browsers, seed, secret=True).play()
    for name, heard in quiet.items():
        assert len(busy[name]) == len(heard), f"{name} hears more, or fewer, messages"
        for one, other in zip(heard, busy[name], strict=True):
            assert one == other, name
