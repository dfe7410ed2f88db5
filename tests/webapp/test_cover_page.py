"""The page on cover: its scenes hold as scenarios, by hand and in fractions, and are what the page draws."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from rules.map.grid import Footprint
from rules.map.map_json import read_map
from rules.map.model import BattleMap
from rules.scenario import play
from rules.scenario_file import Query, parse_scenario
from rules.systems import load_systems
from tests.rules.map import reference
from tests.webapp.world import World
from webapp.cover_scenes import cover_scenes, scene_files

SCENES = [parse_scenario(text) for text in scene_files()]
# By hand, for each drawing: the point that Ann (or Bob) uses, and which of the five points it does not reach.
# The points of the cell (6, 1), where Bob stands, are 6.5, 1.5 and the corners 6.1 or 6.9, 1.1 or 1.9.
BY_HAND: dict[str, list[tuple[tuple[float, float], dict[int, str]]]] = {
    "map-cover-01": [
        ((1.5, 1.5), {}),  # the walls at y = 1, y = 2 and x = 7 lie 0.1 off the outermost corners
        # From (1.9, 1.9) the wall's end at (5.5, 1.5) is passed at y = 1.587 to the centre, but at 1.214 and
        # 1.324 to the upper corners.
        ((1.9, 1.9), {1: "stopped", 2: "stopped"}),
    ],
    "map-cover-02": [
        ((2.5, 2.5), {}),
        # From (2.9, 2.9) the ray to the upper left corner, (3.1, 1.1), is at y = 2 where it passes x = 3: it
        # touches the end of the wall. The others pass below it, the nearest at 2.4.
        ((2.9, 2.9), {1: "stopped"}),
    ],
    "map-cover-03": [
        (
            (1.5, 1.5),
            {},
        ),  # at the doorway, x = 4, the outermost rays are 0.4 * 2.5 / 4.6 = 0.22 off its middle
        ((1.5, 1.5), dict.fromkeys(range(5), "stopped")),
    ],
    "map-cover-04": [
        # From (1.9, 1.1) the lowest ray, to (6.1, 1.9), is at y = 1.195 beside the trunk's top at 1.25.
        ((1.9, 1.1), {}),
        # From Bob's centre the trunk is 0.25 wide to either side, the rays to Ann's far corners 0.30, to the
        # near ones 0.36.
        ((6.5, 1.5), {0: "stopped"}),
        ((1.5, 1.5), {}),  # the sandbags at x = 2 are 0.5 from Ann and 4.5 from Bob
        ((6.5, 1.5), dict.fromkeys(range(5), "screened")),
    ],
    "map-cover-05": [
        ((1.5, 1.5), {}),  # the lowest points are 0.1 above the wall
        # The buttress begins at y = 1.45 and ends at x = 4.5. From (1.1, 1.1) the ray to the
        # centre is there at 1.352, those to the lower corners at 1.569 and 1.644.
        ((1.1, 1.1), {3: "stopped", 4: "stopped"}),
    ],
}


def drawn() -> Iterator[tuple[str, int, BattleMap, Query, dict[str, Footprint]]]:
    for scenario in SCENES:
        people = {who["id"]: Footprint(tuple(who["at"])) for who in scenario.combatants}
        for number, step in enumerate(scenario.steps):
            assert isinstance(step.ask, Query)
            yield scenario.id, number, step.ask.map or read_map(scenario.map or {}), step.ask, people


@pytest.mark.parametrize("scenario", SCENES, ids=lambda scenario: scenario.id)
def test_the_scenes_hold_as_scenarios(scenario: Any) -> None:
    load_systems()
    assert play(scenario).failures == []


def test_the_five_mistakes_are_here() -> None:
    assert [scenario.title for scenario in SCENES] == [
        "A wall behind or beside the target counts",
        "Diagonal neighbours count as covered",
        "An open door still counts",
        "A shooter behind a tree is penalised",
        "A shot along a wall is stopped by it",
    ]


def test_what_is_drawn_is_what_was_worked_out_by_hand() -> None:
    for scene in cover_scenes():
        assert len(scene.drawings) == len(BY_HAND[scene.id])
        for drawing, (origin, not_clear) in zip(scene.drawings, BY_HAND[scene.id], strict=True):
            assert (drawing.shots[0].x1, drawing.shots[0].y1) == pytest.approx([100 * v for v in origin])
            found = {n: shot.status for n, shot in enumerate(drawing.shots) if shot.status != "clear"}
            assert found == not_clear, scene.id
            assert drawing.cover_share == len(not_clear) / 5
            assert drawing.blocked_share == drawing.stopped / 5


@pytest.mark.parametrize(
    ("scene", "number", "battle_map", "query", "people"), list(drawn()), ids=lambda value: str(value)[:14]
)
def test_the_shares_are_those_of_exact_fractions(
    scene: str, number: int, battle_map: BattleMap, query: Query, people: dict[str, Footprint]
) -> None:
    shooter, target = people[query.params["from"]], people[query.params["to"]]
    best = min(
        reference.judged(battle_map, shooter, target), key=lambda judged: (judged.stopped, judged.screened)
    )
    found = BY_HAND[scene][number]
    assert Fraction(best.stopped + best.screened, 5) == Fraction(len(found[1]), 5)
    assert best.start == pytest.approx(found[0])


def test_anybody_may_read_the_page_and_its_numbers_are_those_of_the_map(world: World) -> None:
    page = world.stranger().get("/help/cover")
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    shares = [int(share) for share in re.findall(r'class="cover-share">(\d+)', text)]
    assert shares == [round(100 * d.cover_share) for scene in cover_scenes() for d in scene.drawings]
    assert text.count('<path class="ray-stop"') == 1 + sum(
        d.stopped for scene in cover_scenes() for d in scene.drawings
    )  # the first is in the legend
    assert "style=" not in text
    assert "<script>" not in text


def test_every_ray_that_is_stopped_is_marked_on_a_wall() -> None:
    for scene in cover_scenes():
        for drawing in scene.drawings:
            for shot in drawing.shots:
                assert (shot.met is None) == (shot.status == "clear")
                if shot.met is not None:
                    gaps = [
                        reference.gap_squared(
                            reference.exact(shot.met),
                            reference.exact((stroke.x1, stroke.y1)),
                            reference.exact((stroke.x2, stroke.y2)),
                        )
                        for stroke in drawing.strokes
                    ]
                    assert min(gaps) < 1e-12
