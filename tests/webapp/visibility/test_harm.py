"""What others than the GM learn of enemies' harm: figures, a bar, a word or nothing, as the GM sets it."""

import json
from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from rules.engine.battle_events import Rolled
from rules.engine.events import Event
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System, Vague, find_system, systems
from rules.map.model import BattleMap, Grid, GridKind
from rules.systems import load_systems
from tests.odds_at_once import odds_at_once
from tests.webapp.fog.fog_scenes import plain
from tests.webapp.pages import Page, gm_of, host_of, screen, watcher
from tests.webapp.world import World
from webapp.battle_log.chronicle import see_event
from webapp.table.setup.scenes import lay_out_scene
from webapp.visibility.harm import HARM_SHOWN, see_gauges, see_marks, without_harm
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

load_systems()
HURT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "atomic": ({"wounds": 1}, {"wounds": 2}),
    "savage": ({"wounds": 2}, {"wounds": 3}),
    "gurps": ({"hp": 9, "fp": 9}, {"hp": 7, "fp": 8}),
    "tesseris": ({"stamina": 9, "ego": 9}, {"stamina": 8, "ego": 8}),
    "phases": ({"flesh": 1}, {"flesh": 2}),
}
"""Two states of a foe that come to the same word, by system."""
TEXTS = {"location": "torso", "type": "cr"}
HALL = BattleMap(Grid(GridKind.SQUARE, 8, 6))


def party(harm: str) -> Viewer:
    return Viewer(role="play", sides=frozenset({"heroes"}), owns=frozenset({"kit"}), harm=harm)


def sheet_of(system: System) -> dict[str, Any]:
    """Give a sheet of somebody who can be hurt a little."""
    found = (s.sheet for s in system.stock if _is_tough(system, dict(s.sheet)))
    return dict(next(found))


def _is_tough(system: System, sheet: dict[str, Any]) -> bool:
    one = foe_of(system, sheet)
    return all(gauge.most > 2 for gauge in system.looks.gauges(one) if gauge.shape != "count")


def foe_of(system: System, sheet: dict[str, Any], **state: Any) -> Combatant:
    read = system.read_sheet(sheet)
    fresh = Combatant(id="foe", name="Foe", side="foes", sheet=read, state=system.starting_state(read))
    return replace(fresh, state=system.sheets.set_state(fresh, state))


def foes(id_: str) -> tuple[System, Combatant, Combatant]:
    system = find_system(id_)
    sheet = sheet_of(system)
    return system, *(foe_of(system, sheet, **state) for state in HURT[id_])  # type: ignore[return-value]


@pytest.mark.parametrize("id_", HURT)
def test_gauges_and_marks_show_what_the_gm_chose(id_: str) -> None:
    system, less, more = foes(id_)
    assert system.looks.gauges(less) != system.looks.gauges(more)
    harm_alone = tuple(g for g in system.looks.gauges(less) if g.shape != "count")
    assert see_gauges(system, less, party("exact")) == harm_alone, "what they have some of is theirs to know"
    own = replace(party("nothing"), sides=frozenset({"foes"}))
    assert see_gauges(system, less, own) == system.looks.gauges(less)
    for harm in HARM_SHOWN[1:]:
        assert see_gauges(system, less, party(harm)) == see_gauges(system, more, party(harm)), harm
        assert see_marks(system, less, party(harm)) == see_marks(system, more, party(harm)), harm
    [bar] = [g for g in see_gauges(system, less, party("bar")) if g.shape != "count"]
    [word] = [g for g in see_gauges(system, less, party("words")) if g.shape != "count"]
    assert (bar.shape, bar.most, bar.words) == ("bar", 3, word.words)
    assert str(word.words) in ("Hurt", "Badly hurt")
    assert not [g for g in see_gauges(system, less, party("nothing")) if g.shape != "count"]
    fresh = replace(less, state=system.starting_state(less.sheet))
    [whole] = [g for g in see_gauges(system, fresh, party("words")) if g.shape != "count"]
    assert str(whole.words) == "Unhurt"


@pytest.mark.parametrize("id_", HURT)
def test_what_is_worked_out_is_worked_out_as_if_they_were_unhurt(id_: str) -> None:
    system, less, more = foes(id_)
    assert system.harm.unhurt(less) == system.harm.unhurt(more)
    assert system.looks.gauges(replace(less, state=system.harm.unhurt(less))) == system.looks.gauges(
        replace(less, state=system.starting_state(less.sheet))
    )


def _made(kind: type[Event], number: int, **people: str) -> Event:
    """Make an event with a number wherever it has one."""
    given: dict[str, Any] = {}
    for field in fields(kind):
        of = getattr(field.type, "__name__", str(field.type))
        if field.name in people:
            given[field.name] = people[field.name]
        elif of.startswith(("int", "float")) or "int |" in of:
            given[field.name] = number
        elif field.default is MISSING and field.default_factory is MISSING:
            given[field.name] = {"bool": True, "str": TEXTS.get(field.name, "")}.get(of, ())
    return kind(**given)


EVENTS = [(s.id, kind, vague) for s in systems() for kind, vague in s.vague.items()]


@pytest.mark.parametrize(("id_", "kind", "vague"), EVENTS, ids=[f"{i}-{k.kind}" for i, k, _ in EVENTS])
def test_no_line_and_no_event_counts_the_harm_of_an_enemy(id_: str, kind: type[Event], vague: Vague) -> None:
    system, less, _ = foes(id_)
    kit = replace(less, id="kit", name="Kit", side="heroes")
    state = BattleState(system=id_, combatants={"kit": kit, "foe": less}, shared=system.sheets.shared_state())
    people = {"who": "kit", "target": "foe"} if vague.of == "target" else {"who": "foe", "target": "kit"}
    seen: dict[str, set[str]] = {harm: set() for harm in HARM_SHOWN}
    for number in (1, 2):
        event = _made(kind, number, **people)
        for harm in HARM_SHOWN:
            stream = Stream(party(harm), "scene", then_or_now=frozenset(state.combatants))
            line = see_event(event, state, state, stream, 1, "c")
            told = without_harm({"kind": kind.kind, **people, "number": number}, event, state, stream.viewer)
            seen[harm].add(f"{line} {told}")
            assert ("number" in told) == (harm == "exact")
            if harm not in ("exact", "nothing"):
                assert line is not None
                assert str(line.text) == str(vague.text).format(
                    who=state.combatants[people["who"]].name, target="Foe"
                )
    assert {harm: len(found) for harm, found in seen.items()} == {
        "exact": 2,
        "bar": 1,
        "words": 1,
        "nothing": 1,
    }


def test_the_dice_of_an_enemy_come_as_what_they_came_to() -> None:
    system, less, _ = foes("atomic")
    kit = replace(less, id="kit", name="Kit", side="heroes")
    state = BattleState(
        system="atomic", combatants={"kit": kit, "foe": less}, shared=system.sheets.shared_state()
    )
    for who, target in (("foe", None), ("kit", 40)):
        roll = Rolled(
            who=who,
            purpose="attack",
            label="attack",
            notation="d100",
            faces=(34,),
            modifiers=(),
            total=34,
            target=40,
            outcome="success",
        )
        line = see_event(
            roll,
            state,
            state,
            Stream(party("words"), "scene", then_or_now=frozenset(state.combatants)),
            1,
            "c",
        )
        assert line is not None
        assert line.roll is not None
        assert (line.roll.target, bool(line.roll.faces), line.roll.total) == (target, target is not None, 34)


@pytest.mark.parametrize(
    ("id_", "harm"), list(zip(HURT, ("bar", "words", "nothing", "bar", "words"), strict=True))
)
def test_nothing_that_is_sent_tells_how_badly_an_enemy_is_hurt(world: World, id_: str, harm: str) -> None:
    """Two evenings that differ in that alone are alike to the party, to the projector and to a spectator."""
    host, by = host_of(world), gm_of(world)
    host.change_settings(enemy_harm=harm)
    browsers = {"play": world.player("Ann"), "screen": screen(world), "watch": watcher(world)}
    [ann] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    sheet = sheet_of(find_system(id_))
    heard = []
    for state in HURT[id_]:
        row = lay_out_scene(world.store, world.table.id, system=id_, name="Hall", battle_map=HALL)
        world.store.people.seat(row.id, "kit", ann.id)
        host.switch(row.id)
        people = [("kit", "Kit", "heroes", [1, 1]), ("foe", "Xylo", "foes", [2, 1])]
        added = [
            {"id": i, "name": name, "side": side, "sheet": sheet, "at": at} for i, name, side, at in people
        ]
        host.handle({"do": "add", "combatants": added}, by)
        pages = {role: Page(world, browser, role) for role, browser in browsers.items()}
        host.handle({"do": "gm-set", "target": "foe", "state": state}, by)
        said = [plain(json.dumps(pages[role].take_all())) for role in pages]
        with odds_at_once():
            said += [plain(json.dumps(pages["play"].ask("aim", {"actor": "kit", "target": "foe"})))]
        for role, page in pages.items():
            said.append(plain(page.load()))
            said.append(plain(page.browser.get(world.at(f"{role}/log.html")).text))
            page.close()
        said.append(plain(browsers["play"].get(world.at("play/selected/foe")).text))
        heard.append(said)
    for one, other in zip(*heard, strict=True):
        assert one == other
    assert 'class=\\"bars\\"' in heard[0][3], "odds were worked out"


def test_the_gm_chooses_it_on_the_page_and_open_pages_are_loaded_anew(world: World) -> None:
    page, gm = Page(world, world.player("Ann", "kit"), "play"), world.gm()
    host_of(world).handle({"do": "gm-set", "target": "raider-3", "state": {"wounds": 2}}, gm_of(world))
    assert "Raider 3, Raiders, Wounds 2 of 5" in page.load()
    page.take()
    assert gm.post(world.at("gm/settings"), sight="1", enemy_harm="words").status_code == 303
    assert {"reload": True} in page.take()
    text = page.load()
    assert "Raider 3, Raiders, Hurt" in text
    assert "Wounds 0 of 5" in text, "the party's own figures stay"
    assert '<option value="words" selected>' in gm.get(world.at("gm")).text
    answer = gm.htmx(world.at("gm/settings"), enemy_harm="everything")
    assert answer.status_code == 422
    assert host_of(world).settings.enemy_harm == "words"
