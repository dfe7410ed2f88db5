"""What viewers are told of changes of the map: what they see of it, and nothing of what looks the same."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.battle_events import (
    MapEdited,
)
from rules.map.map_writer import write_wall
from rules.map.model import DoorState, Wall, WallKind
from tests.webapp.visibility.test_viewer import ANN, DOOR, GM, PARTY, ROOMS, scene, told
from webapp.visibility.known_events import event_for
from webapp.visibility.known_walls import as_known
from webapp.visibility.viewer import Viewer

WOOD = Wall("a", (0, 0), (0, 2), material="stone")


BESIDE = Wall("b", (0, 2), (0, 4), WallKind.DOOR, DoorState.SECRET, material="oak", height=3)


DRAWN = replace(ROOMS, walls=(DOOR, WOOD, BESIDE))


class TestChangesOfTheMap:
    def told(self, viewer: Viewer = PARTY, **patch: Any) -> bool:
        return told(MapEdited(patch=patch), scene(ANN, battle_map=DRAWN), viewer)

    @pytest.mark.parametrize(
        "patch",
        [
            {"walls": [write_wall(Wall("n", (1, 0), (1, 2)))]},
            {"walls": [write_wall(Wall("n", (1, 0), (1, 2), WallKind.DOOR, DoorState.SECRET))]},
            {"walls": [write_wall(replace(WOOD, kind=WallKind.LOW))]},
            {"walls": [write_wall(replace(BESIDE, state=DoorState.CLOSED))]},
            {"walls": [write_wall(replace(BESIDE, end=(0, 5)))]},
            {"drop": {"walls": ["b"]}},
            {"ground": [{"cells": [[0, 0]], "cost": 2, "name": "mud"}]},
            {"elevation": [{"cells": [[0, 0]], "height": 2}]},
            {"picture": {"at": [0, 0], "size": [4, 4]}},
            {"zones": [{"id": "z", "name": "Z", "polygon": [[0, 0], [1, 0], [0, 1]], "links": []}]},
        ],
    )
    def test_what_can_be_seen_is_told_but_not_what_it_is(self, patch: Any) -> None:
        assert self.told(**patch)
        event = MapEdited(patch=patch)
        assert event_for(event, scene(ANN), PARTY, {"ann"}) == {"kind": "map-edited"}
        assert event_for(event, scene(ANN), GM, {"ann"}) == {"kind": "map-edited", "patch": patch}

    @pytest.mark.parametrize(
        "patch",
        [
            {"walls": [write_wall(replace(BESIDE, material="iron"))]},
            {"walls": [write_wall(replace(BESIDE, height=None))]},
            {"walls": [write_wall(Wall("b", (0, 2), (0, 4), material="stone"))]},
            {"walls": [write_wall(replace(WOOD, kind=WallKind.DOOR, state=DoorState.SECRET))]},
            {"walls": [write_wall(replace(BESIDE, id="c"))], "drop": {"walls": ["b"]}},
            {"walls": [write_wall(replace(BESIDE, start=(0, 4), end=(0, 2)))]},
        ],
    )
    def test_what_changes_about_a_secret_door_alone_is_not(self, patch: Any) -> None:
        assert not self.told(**patch)
        assert self.told(GM, **patch)

    def test_a_secret_door_is_known_as_a_wall_and_all_walls_are_known_alike(self) -> None:
        assert as_known(BESIDE) == Wall("", (0, 2), (0, 4))
        assert as_known(WOOD) == Wall("", (0, 0), (0, 2))
        assert as_known(DOOR) == DOOR
        crate = Wall("c", (1, 0), (1, 1), WallKind.LOW, material="wood")
        assert as_known(crate) == replace(crate, id="")
