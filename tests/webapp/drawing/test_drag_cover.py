"""What a drag is told of shots and cover, and that it is told of nobody unseen."""

import re
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.system import MapRules
from rules.map.cover import CoverScale
from rules.map.grid import Footprint
from rules.map.line_of_fire import line_of_fire
from tests.webapp.pages import Page, host_of
from webapp.drawing.drag_cover import MOST, meetings_from
from webapp.table.grants import Visitor


def meetings(page: Page, at: Any, who: str = "kit", **more: Any) -> dict[str, dict[str, Any]]:
    reply = page.ask("cover", {"actor": who, "at": at, **more})
    assert reply["ok"], reply
    return {meeting["who"]: meeting for meeting in reply["meetings"]}


def test_each_known_enemy_is_judged_both_ways_as_an_aim_would_judge_it(gm: Page) -> None:
    battle = host_of(gm.world).battle
    assert battle.state.map is not None
    enemies = {
        c.id: c.at for c in battle.state.combatants.values() if c.side != "heroes" and isinstance(c.at, tuple)
    }
    for at in ((4, 8), (9, 8), (6, 9)):
        found = meetings(gm, list(at))
        assert set(found) == set(enemies)
        for who, meeting in found.items():
            spot = enemies[who]
            far = max(abs(spot[0] - at[0]), abs(spot[1] - at[1]))
            here, there = Footprint(at), Footprint(spot)
            for part, ends in (("shot", (here, there)), ("danger", (there, here))):
                line = line_of_fire(battle.state.map, *ends)
                assert (meeting[part]["level"] is not None) == line.clear
                if line.clear and far > 1:
                    assert meeting[part]["word"] == battle.system.cover_scale.word(line.cover_share)


def test_cover_does_not_count_for_who_is_engaged(gm: Page) -> None:
    gm.do("gm-set", target="raider-3", state={"at": [5, 8]})
    engaged = meetings(gm, [4, 8])["raider-3"]
    assert engaged["shot"] == engaged["danger"] == {"level": 0, "word": "none"}


def test_the_chance_is_that_of_the_aim_from_there(gm: Page) -> None:
    gm.do("gm-set", target="raider-3", state={"at": [7, 9]})
    [told] = [m["hit"] for m in meetings(gm, [4, 8]).values() if m["hit"] is not None]
    gm.do("gm-set", target="kit", state={"at": [4, 8]})
    panel = gm.ask("aim", {"actor": "kit", "target": "raider-3"})["panel"]
    [best] = re.findall(r'<div class="bar best">.*?hits (.*?) ·', panel, re.S)
    assert f"{round(told * 100)}" in best


def test_the_chance_follows_whom_one_aims_at(gm: Page) -> None:
    gm.do("gm-set", target="raider-3", state={"at": [7, 9]})
    gm.do("gm-set", target="raider-2", state={"at": [7, 11]})
    for who in ("raider-2", "raider-3"):
        found = meetings(gm, [4, 10], target=who)
        assert [w for w, m in found.items() if m["hit"] is not None] == [who]


def test_nobody_unseen_is_told_of_nor_changes_what_is_told(gm: Page, ann: Page) -> None:
    told = meetings(ann, [4, 8])
    host = host_of(gm.world)
    known = host.stream(host.viewer(ann_of(gm))).now
    assert set(told) == {who for who in known if who.startswith("raider")}
    assert len(told) < len(meetings(gm, [4, 8]))
    gm.do("gm-set", target="raider-4", state={"at": [20, 4]})
    assert meetings(ann, [4, 8]) == told
    aimed = meetings(ann, [4, 8], target="raider-4")
    assert aimed == told


def ann_of(gm: Page) -> Visitor:
    [person] = [p for p in gm.world.store.people.of_table(gm.world.table.id) if p.name == "Ann"]
    return Visitor("play", gm.world.table.id, person.id, "Ann")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"actor": "dutch", "at": [4, 8]}, "not-yours"),
        ({"actor": "raider-4", "at": [4, 8]}, "not-yours"),
        ({"actor": None, "at": [4, 8]}, "not-yours"),
        ({"actor": "kit"}, "bad-command"),
        ({"actor": "kit", "at": [4]}, "bad-command"),
        ({"actor": "kit", "at": [-1, 8]}, "bad-command"),
        ({"actor": "kit", "at": [999, 8]}, "bad-command"),
        ({"actor": "kit", "at": "bar"}, "bad-command"),
        ({"actor": [], "at": [4, 8]}, "bad-command"),
    ],
)
def test_what_may_not_be_asked_is_refused(ann: Page, sent: Any, code: str) -> None:
    assert ann.refused("cover", sent)["code"] == code


def test_a_map_of_zones_alone_has_no_cover_to_tell_of(gm: Page) -> None:
    zones = [{"id": "bar", "name": "Bar", "links": ["hall"]}, {"id": "hall", "name": "Hall"}]
    gm.do("set-map", map={"grid": {"kind": "zones"}, "zones": zones})
    gm.do("gm-set", target="kit", state={"at": "bar"})
    assert meetings(gm, "hall") == {}


def test_in_a_crowd_the_nearest_are_judged(gm: Page) -> None:
    sheet = dict(host_of(gm.world).battle.system.stock[0].sheet)
    crowd = [(c, r) for c in range(8, 20) for r in range(2, 12)][: MOST + 5]
    more = [
        {"id": f"more-{n}", "name": f"More {n}", "side": "raiders", "sheet": sheet, "at": list(at)}
        for n, at in enumerate(crowd)
    ]
    gm.do("add", combatants=more)
    battle = host_of(gm.world).battle
    found = meetings_from(battle, frozenset(battle.state.combatants), "kit", (4, 8))
    assert len(found.each) == MOST
    assert "more-0" in {m.who for m in found.each}


def test_a_system_calls_cover_as_it_likes(gm: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    system = host_of(gm.world).battle.system
    monkeypatch.setattr(type(system), "cover_scale", CoverScale(((0.01, "some"),), none="open"))
    monkeypatch.setattr(type(system), "map", replace(system.map, no_cover=MapRules().no_cover))
    words = {m["shot"]["word"] for m in meetings(gm, [9, 8]).values()}
    assert words <= {"open", "some", "no shot"}
    assert words & {"open", "some"}
