"""What players may do: settings of the table with exceptions for one person, for commands and for pages."""

import re
from typing import Any

from rules.engine.registry import known_systems
from rules.engine.system import find_system
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_writer import gather
from webapp.store.rows import TableSettings
from webapp.table.rights import DOORS, READ, RIGHTS, SECRET_ROLLS, Rights, exceptions_of, needs_door

USUAL = {
    "own_sheets": True,
    "readable_sheets": "own",
    "player_doors": True,
    "player_notes": False,
    "secret_rolls": True,
    "player_advice": False,
    "player_handover": False,
}


def person(world: World, name: str) -> str:
    return next(p.id for p in world.store.people.of_table(world.table.id) if p.name == name)


def chooses(world: World, gm: Page, **chosen: str) -> None:
    """Let the GM save the settings with all rights as they usually are, but for these."""
    usual = {
        id_: (value if isinstance(value, str) else "1" if value else "0") for id_, value in USUAL.items()
    }
    assert gm.browser.post(world.at("gm/settings"), **{"sight": "1", **usual, **chosen}).status_code == 303


def excepts(world: World, gm: Page, name: str, **chosen: str) -> None:
    path = world.at(f"gm/people/{person(world, name)}/rights")
    assert gm.browser.post(path, **chosen).status_code == 303


def door_beside_kit(world: World, gm: Page) -> str:
    """Draw a closed door on the edge of Kit's cell, and name it."""
    at = host_of(world).battle.state.combatants["kit"].at
    assert isinstance(at, tuple)
    x, y = at
    wall = {"from": [x, y], "to": [x, y + 1], "kind": "door", "state": "closed"}
    gm.do("edit-map", walls=[wall])
    battle_map = host_of(world).battle.state.map
    assert battle_map is not None
    return battle_map.walls[-1].id


def test_nothing_changes_where_nobody_has_chosen_anything() -> None:
    assert dict(Rights().values) == USUAL
    assert Rights.of(TableSettings()) == Rights()
    assert [right.id for right in RIGHTS] == list(USUAL)


def test_the_gm_may_do_everything() -> None:
    everything = Rights.all()
    assert all(everything.may(right) for right in RIGHTS)
    assert everything.value(READ) == "all"


def test_a_door_is_the_gms_alone_where_the_gm_says_so(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    door = door_beside_kit(world, gm)
    gm.do("turn", "kit")
    chooses(world, gm, player_doors="0")
    refusal = ann.refused("command", {"do": "door", "actor": "kit", "wall": door})
    assert refusal["code"] == "not-allowed"
    assert refusal["message"] == "At this table only the GM opens and closes doors."
    card = ann.browser.get(world.at("play/selected/kit")).text
    assert "At this table only the GM opens and closes doors." in card
    assert 'name="do" value="door"' not in card
    chooses(world, gm)
    assert "only the GM opens" not in ann.browser.get(world.at("play/selected/kit")).text
    ann.do("door", "kit", wall=door)


def test_every_system_has_its_doors_under_the_right() -> None:
    for about in known_systems():
        system = find_system(about.id)
        assert [action.id for action in system.actions if needs_door(action)] == ["door"]


def test_an_exception_counts_for_one_person_alone_both_ways(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    ann, ben = (Page(world, world.player(*who), "play") for who in (("Ann", "kit"), ("Ben", "brannock")))
    draws = {"do": "put-note", "shape": "text", "points": [[1.5, 1.5]], "words": "here"}
    excepts(world, gm, "Ann", player_notes="1", secret_rolls="0")
    assert ann.ask("command", {**draws, "actor": "kit"})["ok"]
    assert ben.refused("command", {**draws, "actor": "brannock"})["code"] == "not-allowed"
    assert 'data-notes="1"' in ann.load()
    assert 'data-notes="1"' not in ben.load()
    assert ann.browser.htmx(world.at("play/talk/roll"), dice="2d6", to="gm").status_code == 422
    assert ben.browser.htmx(world.at("play/talk/roll"), dice="2d6", to="gm").status_code == 204
    assert "own rights" in gm.browser.get(world.at("gm")).text
    excepts(world, gm, "Ann")
    assert not world.store.settings(world.table.id).exceptions
    assert ann.refused("command", {**draws, "actor": "kit"})["code"] == "not-allowed"


def test_an_exception_is_shown_at_once_to_whom_it_is_for_and_to_nobody_else(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    ann, ben = (Page(world, world.player(name), "play") for name in ("Ann", "Ben"))
    for page in (ann, ben):
        page.take_all()
    excepts(world, gm, "Ann", player_doors="0")
    assert {"reload": True} in ann.take()
    assert ben.take_all() == []


def test_what_cannot_be_chosen_is_refused_and_nothing_is_kept(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    path = world.at(f"gm/people/{person(world, 'Ann')}/rights")
    assert gm.browser.htmx(path, readable_sheets="everything").status_code == 422
    assert gm.browser.htmx(world.at("gm/people/nobody/rights"), player_notes="1").status_code == 422
    assert ann.browser.post(path, player_notes="1").status_code == 403
    assert not world.store.settings(world.table.id).exceptions


def test_who_may_not_roll_in_secret_still_rolls_openly_and_whispers(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    world.player("Ben", "brannock")
    assert 'value="blind"' in ann.load()
    chooses(world, gm, secret_rolls="0")
    assert 'value="blind"' not in ann.load()
    said = host_of(world).talk.last_number
    for to in ("gm", "blind", person(world, "Ben")):
        for path, form in (("roll", {"dice": "2d6"}), ("say", {"words": "/r 2d6"})):
            answer = ann.browser.htmx(world.at(f"play/talk/{path}"), to=to, **form)
            assert answer.status_code == 422
            assert "roll openly" in answer.text
    assert host_of(world).talk.last_number == said
    assert ann.browser.htmx(world.at("play/talk/roll"), dice="2d6").status_code == 204
    assert ann.browser.htmx(world.at("play/talk/say"), words="psst", to="gm").status_code == 204
    assert gm.browser.htmx(world.at("gm/talk/roll"), dice="2d6", to="gm").status_code == 204


# ------------------------------------------------------------------------------------- whose sheets
def reads(world: World, page: Page, who: str) -> bool:
    answer = page.browser.get(world.at(f"play/sheet/{who}"))
    assert answer.status_code in (200, 404)
    return bool(answer.status_code == 200)


def test_whose_sheets_are_read_is_as_the_gm_says(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    ben = Page(world, world.player("Ben"), "play")  # plays nobody
    people = {"kit": "own", "brannock": "side", "raider-1": "all"}
    for chosen in ("own", "side", "all"):
        chooses(world, gm, readable_sheets=chosen, sight="0")
        wanted = ["own", "side", "all"][: ["own", "side", "all"].index(chosen) + 1]
        for who, needs in people.items():
            assert reads(world, ann, who) == (needs in wanted)
            assert ("/sheet/" in ann.browser.get(world.at(f"play/selected/{who}")).text) == (needs in wanted)
        assert reads(world, ben, "brannock") == (chosen == "all")


def test_the_sheet_of_whom_one_does_not_know_answers_like_that_of_nobody(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    chooses(world, gm, readable_sheets="all")
    hidden = [c.id for c in host_of(world).battle.state.combatants.values() if c.hidden]
    assert hidden
    answers = {
        re.sub(
            r"\W(?:nobody|" + "|".join(hidden) + r")\W",
            "",
            ann.browser.get(world.at(f"play/sheet/{who}")).text,
        )
        for who in (*hidden, "nobody")
    }
    assert len(answers) == 1


def test_who_reads_anothers_sheet_changes_and_takes_away_nothing_of_it(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    chooses(world, gm, readable_sheets="all")
    for who in ("brannock", "raider-1"):
        page = ann.browser.get(world.at(f"play/sheet/{who}")).text
        assert "/edit" not in page
        assert "file.json" not in page
        for path in ("edit", "file.json", "block.txt"):
            assert ann.browser.get(world.at(f"play/sheet/{who}/{path}")).status_code == 404
        assert ann.refused("command", {"do": "set-sheet", "target": who, "sheet": {}})["code"] == "not-yours"


def test_a_foes_sheet_does_not_tell_how_badly_it_is_hurt_and_an_allys_does(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    gm.browser.post(world.at("gm/settings"), sight="1", readable_sheets="all", enemy_harm="nothing")
    at = {who: world.at(f"play/sheet/{who}") for who in ("raider-1", "brannock")}
    before = {who: ann.browser.get(path).text for who, path in at.items()}
    for who in at:
        gm.do("gm-set", target=who, state={"wounds": 2})
    after = {who: ann.browser.get(path).text for who, path in at.items()}
    assert after["raider-1"] == before["raider-1"]
    assert after["brannock"] != before["brannock"]


# ------------------------------------------------------------------------------------- what is kept
def test_exceptions_go_with_the_table_in_its_file_and_go_when_the_person_does(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    world.player("Ann", "kit")
    excepts(world, gm, "Ann", player_doors="0", readable_sheets="side")
    chooses(world, gm, secret_rolls="0")
    wanted: dict[str, Any] = {"player_doors": False, "readable_sheets": "side"}
    file = gather(world.store, world.table.id)
    assert file is not None
    with world.app.app_context():
        opened = open_table(world.store, file)
    [ann] = world.store.people.of_table(opened.id)
    assert ann.id != person(world, "Ann")
    assert dict(exceptions_of(opened.settings, ann.id)) == wanted
    assert not Rights.of(opened.settings).may(SECRET_ROLLS)
    assert dict(exceptions_of(world.store.settings(world.table.id), person(world, "Ann"))) == wanted
    gm.browser.post(world.at(f"gm/people/{person(world, 'Ann')}/remove"))
    assert not world.store.settings(world.table.id).exceptions


def test_a_right_that_this_version_does_not_know_is_passed_over() -> None:
    settings = TableSettings.read(
        '{"exceptions": [["ann", "player_wishes", true], ["ann", "player_doors", false]]}'
    )
    assert exceptions_of(settings, "ann") == (("player_doors", False),)
    assert not Rights.of(settings, dict(exceptions_of(settings, "ann"))).may(DOORS)
