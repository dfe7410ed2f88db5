"""Lines between linked zones: which zones they touch says which are linked."""

import re

import pytest

from rules.map.map_json import read_map
from webapp.drawing.zone_layout import Box, lay_out
from webapp.drawing.zone_links import link_path


def passes_through(path: str, box: tuple[float, float, float, float]) -> bool:
    """Walk along a path in small steps, and say whether one of them is inside."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path)]
    x1, y1, *middle, x2, y2 = numbers
    cx, cy = middle or ((x1 + x2) / 2, (y1 + y2) / 2)
    left, top, width, height = box
    for step in range(1001):
        t = step / 1000
        x = (1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2
        y = (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2
        if left + 15 < x < left + width - 15 and top + 15 < y < top + height - 15:
            return True
    return False


def test_neighbours_are_linked_by_a_straight_line() -> None:
    assert link_path((0, 0), (800, 0), []) == "M0 0L800 0"


@pytest.mark.parametrize("far", [(1600, 0), (0, 1200), (1600, 1200)])
def test_a_link_passes_no_zone_that_lies_between(far: tuple[float, float]) -> None:
    box = (far[0] / 2 - 350, far[1] / 2 - 250, 700, 500)
    path = link_path((0, 0), far, [box])
    assert "Q" in path
    assert not passes_through(path, box)


def test_what_cannot_be_passed_is_crossed() -> None:
    assert link_path((0, 0), (10, 0), [(-1e6, -1e6, 2e6, 2e6)]).startswith("M0 0")


def test_links_along_rows_and_columns_of_zones_keep_off_the_zones_between() -> None:
    names = "abcdefghi"
    pairs = ["ac", "df", "gi", "ag", "bh", "ci", "ab", "be"]
    zones = [
        {"id": one, "name": one, "links": [pair[1] for pair in pairs if pair[0] == one]} for one in names
    ]
    layout = lay_out(read_map({"grid": {"kind": "zones"}, "zones": zones}))
    assert len(layout.links) == len(pairs)
    middles = {layout.middle(zone): zone for zone in names}
    for path in layout.links:
        x1, y1, *_, x2, y2 = [float(n) for n in re.findall(r"-?[\d.]+", path)]
        ends = {middles[x1, y1], middles[x2, y2]}
        assert not any(passes_through(path, _sides(layout.boxes[zone])) for zone in names if zone not in ends)


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height
