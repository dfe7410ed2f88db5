"""What a map says of two places is read once of each two, and is what it would be if it were read anew."""

import pytest

from rules.engine import facts
from rules.engine.facts import kept_with_map
from rules.map.grid import Footprint, cells_apart
from rules.map.model import BattleMap
from tests.rules.map.maps import square_map

PLACES = [Footprint((column, 3), size) for column in range(4) for size in (1, 2)]


@pytest.mark.parametrize("most", [1, 3, 1000])
def test_a_reading_is_of_its_map_and_its_two_places_however_many_are_kept(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "_READINGS_KEPT", most)
    asked: list[tuple[Footprint, Footprint]] = []

    def read(battle_map: BattleMap, here: Footprint, there: Footprint) -> int | None:
        asked.append((here, there))
        return cells_apart(battle_map.grid, here, there) or None

    kept, fields = kept_with_map(read), [square_map(), square_map()]
    for _ in range(2):
        for field in fields:
            for here in PLACES:
                for there in PLACES:
                    for _ in range(2):
                        assert kept(field, here, there) == (cells_apart(field.grid, here, there) or None)
    pairs = len(PLACES) ** 2 * len(fields)
    assert len(asked) == (pairs if most > pairs else 2 * pairs)
