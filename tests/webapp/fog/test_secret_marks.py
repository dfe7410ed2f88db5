"""Marks that somebody may not see: two evenings with and without them are the same to who listens."""

import json
import re
from typing import Any

import pytest

from rules.map.map_json import read_map
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.seeded_faces import SeededFaces
from tests.webapp.world import World
from webapp.table.setup.scenes import lay_out_scene

SECRET, SECRET_AREA = "Zqsecret", "Zqarea"
SHEET: dict[str, Any] = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}
OPEN_GROUND = {"grid": {"kind": "square", "cols": 12, "rows": 8}}


class Evening:
    """Kit and Bo against a raider whom all see; Ann plays Kit, Ben plays Bo."""

    def __init__(self, world: World, browsers: dict[str, Any], seen_by: str) -> None:
        self.world, self.host, self.gm, self.seen_by = world, host_of(world), gm_of(world), seen_by
        people = [
            {"id": id_, "name": id_.title(), "side": side, "sheet": SHEET, "at": at}
            for id_, side, at in (
                ("kit", "heroes", [1, 1]),
                ("bo", "heroes", [1, 3]),
                ("vex", "raiders", [6, 2]),
            )
        ]
        seats = {p.name: p.id for p in world.store.people.of_table(world.table.id)}
        row = lay_out_scene(
            world.store,
            world.table.id,
            system="atomic",
            name="Marks",
            battle_map=read_map(OPEN_GROUND),
            combatants=people,
            seats={"kit": seats["Ann"], "bo": seats["Ben"]},
        )
        self.host.switch(row.id)
        # what is in the log between has no say in how the dice fall
        self.host.throws = lambda seed, seq, by_hand: SeededFaces("marks", 1, by_hand)
        self.pages = {
            name: Page(world, browser, "screen" if name == "screen" else "play")
            for name, browser in browsers.items()
        }
        self.bases = {
            name: int(re.findall(r'data-seq="(\d+)"', page.load())[0]) for name, page in self.pages.items()
        }
        self.heard: dict[str, list[str]] = {name: [] for name in self.pages}

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=self.gm)

    def mark(self, **more: Any) -> None:
        if self.seen_by:
            self.do("put-mark", name=SECRET, seen_by=self.seen_by, **more)

    def count(self, do: str, **more: Any) -> None:
        if self.seen_by:
            more = {**more, "seen_by": self.seen_by, "on_token": True} if do == "put-counter" else more
            self.do(do, name=SECRET, **more)

    def time(self, **more: Any) -> None:
        if self.seen_by:
            self.do("time-condition", **more)

    def aura(self, target: str, **more: Any) -> None:
        if self.seen_by:
            more = {"seen_by": self.seen_by, "radius": 6, **more}
            self.do("put-aura", target=target, name=SECRET, **more)

    def area(self, lasts: int) -> None:
        """Lay an area of the GM's own, for as long as it takes: nobody else may ever know of it."""
        if self.seen_by:
            where = {"shape": "blast", "at": [2.5, 2.5], "size": 3}
            self.do("put-area", name=SECRET_AREA, seen_by="gm", lasts=lasts, **where)

    def play(self) -> dict[str, list[str]]:
        self.mark(target="kit", rounds=1, tone="harm")
        self.do("put-mark", target="kit", name="Blessed", rounds=3)
        self.do("put-counter", target="kit", name="Mana", value=3, seen_by="all", on_token=True)
        self.count("put-counter", target="kit", value=2)
        self.mark(target="vex", rounds=2)
        self.count("put-counter", target="vex", value=2, most=4)
        self.do("gm-set", target="vex", state={"condition": "collapsed"})
        self.time(target="vex", condition="collapsed", lasts=90)
        self.do("set-lamp", target="vex", bright=2, dim=4)
        if self.seen_by:
            self.do("set-lamp", target="vex", bright=2, dim=4, lasts=90)
        self.area(lasts=2)
        self.do("put-aura", target="bo", name="Courage", radius=4, seen_by="all", lasts=7)
        self.aura("kit", lasts=2)
        self.aura("vex", holds="foes")
        self.do("begin")
        self.listen()
        for turn in range(9):
            self.mark(target=("kit", "vex", "bo")[turn % 3], rounds=turn + 4)
            self.count("step-counter", target="kit", step=1)
            self.listen()
            self.do("end-turn", actor=self.host.battle.state.active)
            self.listen()
        if self.seen_by:
            self.mark(target="kit", tone="info")
            self.do("take-mark", target="kit", name=SECRET, seen_by=self.seen_by)
            self.do("undo")
            self.do("redo")
            self.area(lasts=9)
            self.do("take-aura", target="vex", name=SECRET)
            self.aura("bo", radius=2)
            self.do("take-area", area=self.host.battle.state.areas[-1].id)
            self.count("take-counter", target="vex")
        self.do("gm-set", target="kit", state={"wounds": 1})
        self.mark(target="kit", tone="good")
        self.listen()
        for name, page in self.pages.items():
            self.heard[name].append(self.plain(name, page.load()))
            places = ("screen/log.txt",) if page.role == "screen" else PLACES
            for place in places:
                answer = page.browser.get(page.world.at(place))
                self.heard[name].append(self.plain(name, f"{answer.status_code} {answer.text}"))
            page.close()
        return self.heard

    def listen(self) -> None:
        for name, page in self.pages.items():
            self.heard[name] += [self.plain(name, message) for message in page.take_all()]

    def plain(self, name: str, message: Any) -> str:
        """Write a message without what is drawn at random, with numbers from the page's first on."""
        text = message if isinstance(message, str) else json.dumps(message)
        text = re.sub(r"[0-9a-f]{32}", "ID", text)
        text = re.sub(r'data-word="[0-9a-f]{16}"', "", text)  # made of the scene's id

        def number(found: re.Match[str]) -> str:
            since = int(found[0]) - self.bases[name]
            return f"#{since}" if abs(since) < 10_000 else found[0]

        return re.sub(r"\d{10,16}", number, text)


PLACES = (
    "play/log.txt",
    "play/replay",
    "play/selected/kit",
    "play/selected/vex",
    "play/sheet/kit",
    "play/sheet/kit/file.json",
)


@pytest.mark.parametrize(
    ("seen_by", "kept_from"),
    [
        ("gm", ("ann", "ben", "watcher", "screen")),
        ("owner", ("watcher", "screen")),
        ("side", ("screen",)),
    ],
)
def test_nobody_can_tell_that_there_is_a_mark_that_is_not_theirs_to_see(
    world: World, seen_by: str, kept_from: tuple[str, ...]
) -> None:
    browsers = {"ann": world.player("Ann"), "ben": world.player("Ben"), "watcher": world.player("Watcher")}
    browsers["screen"] = screen(world)
    plain = Evening(world, browsers, "").play()
    marked = Evening(world, browsers, seen_by).play()
    assert SECRET_AREA not in "".join(text for heard in marked.values() for text in heard)
    for name, heard in plain.items():
        if name in kept_from:
            assert SECRET not in "".join(marked[name])
            assert len(marked[name]) == len(heard), f"{name} hears more, or fewer, messages"
            for one, other in zip(heard, marked[name], strict=True):
                assert one == other, name
        else:
            assert SECRET in "".join(marked[name]), f"{name} may see it"
    assert "Blessed" in "".join(plain["screen"]), "what all may see is on the projector"
    assert "Mana 3" in "".join(plain["screen"])
    assert "In Courage of Bo" in "".join(plain["screen"])
    assert "7 rounds" not in "".join(plain["ann"] + plain["watcher"] + plain["screen"])
    assert "Blessed is over" in "".join(plain["ann"])


def test_who_plays_one_is_told_of_its_own_marks_alone(world: World) -> None:
    browsers = {"ann": world.player("Ann"), "ben": world.player("Ben")}
    evening = Evening(world, browsers, "owner")
    evening.mark(target="kit")
    evening.listen()
    assert SECRET in "".join(evening.heard["ann"])
    assert SECRET not in "".join(evening.heard["ben"])
    assert SECRET in browsers["ann"].get(world.at("play/selected/kit")).text
    assert SECRET not in browsers["ben"].get(world.at("play/selected/kit")).text
    assert SECRET in world.gm().get(world.at("gm/selected/kit")).text
    for page in evening.pages.values():
        page.close()
