"""A fight told again: what each viewer saw, moment by moment, and nothing else."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle_events import MapEdited
from tests.postgres import KINDS, ReusedSchema
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import Browser, World, app_on_copy
from webapp.archive.replay import Replay
from webapp.cli import main
from webapp.context import SETTINGS
from webapp.live.audiences import audiences
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import TableView, table_view
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.visibility.viewer import Viewer


class Fight:
    """The ready-made fight with Ann as Kit; what each viewer's page shows is kept after every command."""

    def __init__(self, world: World) -> None:
        self.world, self.host = world, host_of(world)
        self.ann = world.player("Ann", "kit")
        self.host.reload_seats()
        ann = Visitor("play", world.table.id, world.store.people.of_table(world.table.id)[0].id, "Ann")
        visitors = (gm_of(world), ann, Visitor("screen", world.table.id, None, "Screen"))
        self.viewers = [self.host.viewer(visitor) for visitor in visitors]
        self.shown: list[list[tuple[int, TableView]]] = [[] for _ in self.viewers]
        self.look()

    def do(self, do: str, **params: Any) -> None:
        self.host.handle({"do": do, **params}, by=gm_of(self.world))
        self.look()

    def look(self) -> None:
        events = sum(len(entry.events) for entry in self.host.battle.entries)
        for viewer, shown in zip(self.viewers, self.shown, strict=True):
            shown.append((events, view_of(self.world, self.host, viewer)))

    def replay(self, viewer: Viewer) -> Replay:
        return Replay(self.host.scene.system, self.host.scene.id, self.host.battle.entries, viewer)

    def play(self) -> None:
        self.do("gm-set", target="kit", state={"at": [6, 8]})
        self.do("gm-set", target="raider-1", state={"at": [7, 8]})
        self.do("edit", target="raider-1", hidden=True)
        self.do("begin")
        self.do("set-door", wall=a_door(self.host), state="open")
        self.do("edit", target="raider-1", hidden=False)
        self.do("undo")
        self.do("redo")
        self.do("edit-map", walls=[{"from": [6, 9], "to": [7, 9], "material": "stone"}])
        self.do("edit-map", walls=[{"from": [6, 10], "to": [7, 10], "material": "stone"}])
        self.do("gm-set", target="brannock", state={"at": [6, 11]})
        self.do("undo", of="map")
        self.do("gm-set", target="raider-1", state={"at": [20, 3]})
        self.do("set-fog", on=True)
        self.do("gm-set", target="kit", state={"at": [10, 9]})
        self.do("edit-map", walls=[{"from": [12, 8], "to": [12, 9], "material": "stone"}])
        self.do("gm-set", target="kit", state={"at": [4, 3]})
        self.do("set-door", wall=a_door(self.host), state="closed")
        self.do("undo", of="turn")
        self.do("redo")
        self.do("set-fog", on=False)
        self.do("gm-set", target="dutch", state={"at": [5, 5]})


@pytest.fixture(scope="module", params=KINDS)
def fight(
    request: pytest.FixtureRequest, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Fight]:
    with ReusedSchema() if request.param == "postgresql" else nullcontext() as schema:
        for app in app_on_copy(first_start, tmp_path_factory.mktemp("replay"), schema):
            fight = Fight(World(app))
            fight.play()
            yield fight


def view_of(world: World, host: Host, viewer: Viewer) -> TableView:
    with world.app.test_request_context():
        frame = replace(shared_frame(host, viewer, audiences().of(host).here()), role="screen")
        return table_view(host.battle, viewer, frame, host.stream(viewer))


def a_door(host: Host) -> str:
    assert host.battle.state.map is not None
    return next(wall.id for wall in host.battle.state.map.walls if wall.state is not None)


def seen(view: TableView) -> tuple[Any, ...]:
    return (view.tokens, view.order, view.map, view.clock, view.active_name, view.prompt, view.timeline)


def test_every_viewer_is_shown_again_what_the_own_page_showed(fight: Fight) -> None:
    for viewer, shown in zip(fight.viewers, fight.shown, strict=True):
        replay = fight.replay(viewer)
        assert replay.lines == fight.host.stream(viewer).lines
        at_last = {replay.moment_at(events - 1): view for events, view in shown}
        assert len(at_last) > 8
        for moment, view in at_last.items():
            assert seen(replay.view(moment, view.frame)) == seen(view), (viewer.role, moment)


def test_lines_are_greyed_from_the_moment_on_at_which_they_were_taken_back(fight: Fight) -> None:
    replay = fight.replay(fight.viewers[0])
    undo = next(n for n in range(1, replay.last) if "takes back what was" in text_of(replay, n))
    for moment, greyed in ((undo - 1, []), (undo, ["The GM changes Raider 1."]), (undo + 1, [])):
        _, lines, _ = replay.lines_around(moment)
        assert [str(line.text) for _, line in lines if line.undone] == greyed


def text_of(replay: Replay, moment: int) -> str:
    line = replay.line(moment)
    return "" if line is None else str(line.text)


def test_what_is_seen_without_a_line_is_a_moment_of_its_own(fight: Fight) -> None:
    replay, frame = fight.replay(fight.viewers[1]), fight.shown[1][0][1].frame
    silent = [n for n, moment in enumerate(replay.moments) if moment.is_silent]
    assert silent, "a raider is hidden, of which the log says nothing to players"
    there = [
        any(t.who == "raider-1" for t in replay.view(n, frame).tokens) for n in (silent[0] - 1, silent[0])
    ]
    assert there == [True, False]
    assert replay.line(silent[0]) == replay.line(silent[0] - 1)


def test_a_run_of_drawing_is_one_moment_with_all_that_was_drawn(fight: Fight) -> None:
    strokes = sum(isinstance(e, MapEdited) for entry in fight.host.battle.entries for e in entry.events)
    assert strokes == 3
    for viewer in fight.viewers:
        replay = fight.replay(viewer)
        walls = [len(moment.state.map.walls) for moment in replay.moments if moment.state.map]
        assert [after - before for before, after in pairwise(walls) if after != before][:2] == [2, -1]


def test_what_happens_meanwhile_changes_no_moment_that_was_told(fight: Fight) -> None:
    early = fight.replay(fight.viewers[1])
    fight.do("gm-set", target="kit", state={"at": [5, 8]})
    late = fight.replay(fight.viewers[1])
    assert late.last > early.last
    for one, other in zip(early.moments, late.moments, strict=False):
        assert (one.point, one.lines, one.state) == (other.point, other.lines, other.state)
        assert (one.known.now, one.taken_back) == (other.known.now, other.taken_back)


# ------------------------------------------------------------------------------------------ the pages
def fetch(browser: Browser, fight: Fight, role: str, moment: int, **asked: Any) -> Any:
    page = browser.get(fight.world.at(f"{role}/replay"))
    assert page.status_code == 200
    word = page.text.split('data-word="')[1].split('"')[0]
    query, headers = {"word": word, "from": 0, **asked}, {"Accept": "application/json"}
    return browser.get(fight.world.at(f"{role}/replay/{moment}"), query_string=query, headers=headers).json


def test_the_gm_looks_through_any_eyes_and_a_player_through_the_own_alone(fight: Fight) -> None:
    gm, person = fight.world.gm(), fight.world.store.people.of_table(fight.world.table.id)[0].id
    own = fight.ann.get(fight.world.at("play/replay?at=1")).text
    assert "raider-1" in gm.get(fight.world.at("gm/replay?at=1")).text
    assert 'id="token-raider-1"' not in own
    theirs = gm.get(fight.world.at(f"gm/replay?as={person}&at=1")).text
    assert 'id="token-raider-1"' not in theirs
    assert "data-point" in theirs
    for forged in ("as=party", "as=", "as=gm", f"as={person}&scene=x", "point=99"):
        answer = fight.ann.get(fight.world.at(f"play/replay?at=1&{forged}"))
        assert "data-point" not in answer.text
        assert 'id="token-raider-1"' not in answer.text
    assert fight.ann.get(fight.world.at("gm/replay")).status_code == 403
    assert fight.world.stranger().get(fight.world.at("play/replay/1")).status_code == 403
    assert gm.get(fight.world.at("gm/replay?as=nobody")).status_code == 403


def test_a_step_sends_what_changes_and_a_jump_no_traces(fight: Fight) -> None:
    gm = fight.world.gm()
    step = fetch(gm, fight, "gm", 1)
    assert [move["id"] for move in step["moves"]] == ["kit"]
    assert 'id="replay-now"' in step["panels"]
    assert 'id="tokens"' not in step["panels"]
    replay = fight.replay(fight.viewers[0])
    opened = next(n for n in range(replay.last) if text_of(replay, n) == "A door is opened.")
    jump = fetch(gm, fight, "gm", opened)
    assert jump["flash"] == jump["traces"] == []
    assert any(part["id"].startswith("door-") for part in jump["drawn"])
    assert 'id="order"' in jump["panels"]


def test_the_same_moment_is_found_in_anothers_log(fight: Fight) -> None:
    replays = [fight.replay(viewer) for viewer in fight.viewers]
    for moment in replays[0].moments:
        for other in replays[1:]:
            found = other.moment_at(moment.until)
            assert other.moments[found].point <= moment.until
            assert found == other.last or other.moments[found + 1].point > moment.until


def test_what_cannot_be_shown_is_refused_or_loaded_anew(fight: Fight) -> None:
    gm = fight.world.gm()
    assert fetch(gm, fight, "gm", 1, word="of another viewer")["reload"] is True
    assert fetch(gm, fight, "gm", 999)["refusal"]["code"] == "no-moment"
    assert gm.get(fight.world.at("gm/replay?scene=elsewhere")).status_code == 422


def test_a_scene_that_was_put_away_is_told_to_the_gm_alone(fight: Fight) -> None:
    first, gm = fight.world.battle_id, fight.world.gm()
    done = gm.htmx(fight.world.at("gm/map/new"), kind="square", cols="12", rows="9", per_cell="1", unit="m")
    assert done.status_code < 300, done.text
    assert fight.world.battle_id != first
    there = gm.get(fight.world.at("gm/replay"), query_string={"scene": first}).text
    assert "The fight begins." in there
    assert "The fight begins." not in gm.get(fight.world.at("gm/replay")).text
    theirs = fight.ann.get(fight.world.at("play/replay"), query_string={"scene": first}).text
    assert "The fight begins." not in theirs
    fight.host.switch(first)


# ------------------------------------------------------------------------------------ from the terminal
def test_a_fight_is_told_again_in_the_terminal(
    fight: Fight, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = fight.world.app.extensions[SETTINGS]
    data = ["--data", str(settings.data_dir)]
    if settings.database is not None:
        data += ["--database", settings.database]

    def told(*words: str, code: int = 0) -> str:
        assert main(["replay", *words, *data]) == code
        came = capsys.readouterr()
        return came.out if code == 0 else came.err

    assert "  First table: The Gantry" in told()
    by_gm = told("First table", "--scene", "The Gantry")
    assert "Raider 1, initiative" in by_gm
    assert "(taken back) The GM changes the map." not in by_gm, "one of two strokes stands"
    file = tmp_path / "ours.battlemat"
    file.write_bytes(fight.world.gm().get(fight.world.at("gm/table.battlemat")).data)
    for where in ("First table", str(file)):
        for viewer, stream in (("Ann", 1), ("party", 2)):
            lines = [str(line.text) for line in fight.replay(fight.viewers[stream]).lines]
            text = told(where, "--scene", "The Gantry", "--as", viewer, "--pace", "0")
            assert "Raider 1, initiative" not in text
            assert sum(line in text for line in lines if "initiative" not in line) > 5
    assert "Those who do: Ann." in told("First table", "--as", "Bob", code=1)
    assert "There is no table 'Second'" in told("Second", code=1)
    assert "has no scene 'Cave'" in told("First table", "--scene", "Cave", code=1)
    assert "There is no file" in told("none.battlemat", code=1)
