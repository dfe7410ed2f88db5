"""What somebody unseen does by themselves with others in mind: those others notice nothing of it."""

from typing import Any

import pytest

from rules.systems.phases.events.declaration_events import Declared
from rules.systems.phases.state import Declaration, Length
from tests.webapp.fog.ambush import FOES, UNSEEN, ann_at, gm_does, go_on, lay_ambush, to_turn_of
from tests.webapp.world import World
from webapp.archive.replay import Replay
from webapp.table.grants import Visitor

ARCHER = {"DX": 12, "skills": {"bow": 14}, "weapons": ["longbow"]}
GUNNER = {"skills": {"firearms": 4}, "weapons": ["heavy-pistol"]}


@pytest.mark.parametrize(
    ("system", "sheet", "command"),
    [
        ("gurps", ARCHER, {"do": "evaluate"}),
        ("gurps", ARCHER, {"do": "aim", "with": "longbow"}),
        ("phases", GUNNER, {"do": "target", "with": "heavy-pistol"}),
    ],
)
@pytest.mark.parametrize("target", ["kit", FOES[0]])
def test_nobody_notices_that_they_are_studied_or_aimed_at_by_somebody_unseen(
    world: World, system: str, sheet: dict[str, Any], command: dict[str, Any], target: str
) -> None:
    """GU-710, GU-716, PH-60: it is the doer's own; whom it is about learns of it by the blow."""
    host, page = ann_at(world, system)
    gm_does(world, "set-sheet", target=UNSEEN, sheet=sheet)
    to_turn_of(world, UNSEEN)
    ready = {"longbow": True} if system == "gurps" else ["heavy-pistol"]
    gm_does(world, "gm-set", target=UNSEEN, state={"ready": ready})
    page.take_all()
    gm_does(world, actor=UNSEEN, target=target, **command)
    while host.battle.state.clock.get("step") == "declare":  # what is declared is done when all have spoken
        go_on(world)
    told = [update for update in page.take() if "Somebody" in update["panels"]]
    assert told == []
    assert "Somebody" not in page.load()


def test_a_fight_told_again_counts_no_moment_for_the_turn_of_somebody_unseen(world: World) -> None:
    """Who has ended a turn is told so; the next turn that is told of is no further moment."""
    counts = {}
    world.player("Ann")
    for with_unseen in (False, True):
        host = lay_ambush(world, "atomic", with_unseen=with_unseen)
        to_turn_of(world, "kit")
        gm_does(world, "end-turn", actor="kit")
        while host.battle.state.active in (None, UNSEEN):
            gm_does(world, "end-turn", actor=UNSEEN)
        person = world.store.people.of_table(world.table.id)[0]
        viewer = host.viewer(Visitor("play", world.table.id, person.id, person.name))
        told = Replay("atomic", host.scene.id, host.battle.entries, viewer)
        counts[with_unseen] = [moment.is_silent for moment in told.moments]
    assert not any(counts[True])


def test_what_is_declared_counts_nobody_who_has_declared_unseen() -> None:
    """PH-41: a program that acts for a player is told the events, and no number of those before it."""
    third = Declaration(id="evade", length=Length.PHASE, declared=1, due=1, number=2)
    assert Declared(who="kit", action=third).as_known({"kit"}).action.number == 0


def test_the_sheet_of_ones_own_names_nobody_unseen_whom_it_aims_at(world: World) -> None:
    """The GM lets Kit aim at somebody whom Ann does not know: neither her sheet nor its file has the id."""
    host, page = ann_at(world, "gurps")
    gm_does(world, "set-sheet", target="kit", sheet=ARCHER)
    gm_does(world, "gm-set", target="kit", state={"ready": {"longbow": True}})
    to_turn_of(world, "kit")
    for target, is_known in ((FOES[0], True), (UNSEEN, False)):
        aim = {"with": "longbow", "target": target, "turns": 1}
        gm_does(world, "gm-set", target="kit", state={"aim": aim})
        assert host.battle.state.combatants["kit"].state.aim.target == target
        for role, browser in (("play", page.browser), ("gm", world.gm())):
            file = browser.get(world.at(f"{role}/sheet/kit/file.json")).text
            assert (target in file) is (is_known or role == "gm")
        assert (target in page.browser.get(world.at("play/sheet/kit")).text) <= is_known


def test_nobody_notices_that_somebody_unseen_is_gone_at_whom_a_foe_had_declared(world: World) -> None:
    """PH-50: the foe's declaration names nobody to Ann, while its target is there and when it is gone."""
    host, page = ann_at(world, "phases")
    gm_does(world, "set-sheet", target=FOES[0], sheet=GUNNER)
    gm_does(world, "begin")
    to_turn_of(world, FOES[0])
    gm_does(world, "gm-set", target=FOES[0], state={"ready": ["heavy-pistol"]})
    gm_does(world, "attack", actor=FOES[0], target=UNSEEN, **{"with": "heavy-pistol"})
    assert host.battle.state.combatants[FOES[0]].state.action is not None
    before, _ = page.load(), page.take_all()
    gm_does(world, "remove", target=UNSEEN)
    assert page.take_all() == []
    assert UNSEEN not in page.load()
    assert "Attack" in before
    gm_does(world, "undo")
    assert page.take_all() == []
