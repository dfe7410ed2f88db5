"""What a scenario asks of the battle without changing it: odds, cover, areas, ways, texts."""

from tests.rules.test_scenario import MAP, NONE, STRIKE, failed, scenario


class TestQueries:
    """Steps that ask: the map, and the odds."""

    def test_distance(self) -> None:
        ask = {"query": "distance", "from": "ann", "to": "bob"}
        assert failed({**ask, "expect": {"distance": 1}}) == []
        assert failed({**ask, "expect": {"distance": 14}}, map=MAP) == []
        assert failed({**ask, "diagonals": "alternate", "expect": {"distance": 16}}, map=MAP) == []
        assert failed({**ask, "expect": {"distance": 13}}, map=MAP) == [(1, "distance.distance")]

    def test_a_query_may_carry_a_map_of_its_own(self) -> None:
        own = {**MAP, "grid": {**MAP["grid"], "per_cell": 1}}  # type: ignore[dict-item]
        ask = {"query": "distance", "from": "ann", "to": "bob", "map": own, "expect": {"distance": 7}}
        after = {"query": "distance", "from": "ann", "to": "bob", "expect": {"distance": 14}}
        assert failed(ask, after, map=MAP) == []

    def test_line_of_fire(self) -> None:
        ask = {"query": "line-of-fire", "from": "ann", "to": "bob"}
        clear = {"clear": True, "blocked_share": 0, "cover_share": 0, "first_hit": None}
        hit = {
            "clear": False,
            "blocked_share": 1,
            "materials": ["stone"],
            "first_hit": {"id": "w", "kind": "wall"},
        }
        assert failed({**ask, "expect": clear}) == []
        assert failed({**ask, "expect": hit}, map=MAP) == []
        cat = {"id": "cat", "at": [5, 2]}
        people = [*scenario()["combatants"], cat]
        assert failed({**ask, "expect": {"standing_between": ["cat"]}}, map=MAP, combatants=people) == []

    def test_reach(self) -> None:
        ask = {"query": "reach", "actor": "ann", "budget": 3}
        expect = {"cost": {"1,1": 0, "2,1": 1, "4,0": 3}, "not_reached": ["4,1", "5,0"]}
        assert failed({**ask, "expect": expect}, map=MAP) == []
        wrong = {"cost": {"9,5": 3}, "not_reached": ["2,1"]}
        assert failed({**ask, "expect": wrong}, map=MAP) == [(1, "reach.not_reached"), (1, "reach.cost.9,5")]
        assert failed({**ask, "expect": {"error": "no-place"}}) == []

    def test_path(self) -> None:
        ask = {"query": "path", "actor": "ann"}
        assert failed({**ask, "to": [4, 1], "expect": {"cost": 4}}, map=MAP) == []
        assert failed({**ask, "to": [3, 1], "expect": {"path": [[2, 1], [3, 1]]}}, map=MAP) == []
        assert failed({**ask, "to": [8, 3], "expect": {"error": "no-path"}}, map=MAP) == []
        assert failed({**ask, "to": [99, 3], "expect": {"error": "no-path"}}, map=MAP) == []
        assert failed({**ask, "to": [8, 3]}, map=MAP) == [(1, "path.error")]

    def test_odds(self) -> None:
        ask = {"query": "odds", **STRIKE}
        hit = 1 / 20 + 11 / 20 * 10 / 20
        none = {"hit": 0.6, "tolerance": 1e-9}
        expect = {
            "hit": hit,
            "best": "dodge",
            "sampled": False,
            "by_answer": {"none": none},
            "tolerance": 1e-9,
        }
        expect["by_answer"] = {"none": {"hit": 0.6}}
        assert failed({**ask, "expect": expect}) == []
        assert failed({**ask, "expect": {"hit": 0.3}}) == [(1, "odds.hit")]
        assert failed({**ask, "expect": {"hit": 0.3, "tolerance": 0.03}}) == []
        assert failed({**ask, "target": "eve", "expect": {"error": "unknown-combatant"}}) == []
        assert failed({**ask, "facts": {"modifier": -30}, "expect": {"hit": 1 / 20}}) == []

    def test_sight(self) -> None:
        ask = {"query": "sight", "actor": "ann"}
        cat = {"id": "cat", "at": [1, 4]}
        people = [*scenario()["combatants"], cat, {"id": "dee"}]
        expect = {"sees": ["cat"], "not_sees": ["bob"], "area": [26.4, 26.6]}
        field = {"map": MAP, "combatants": people}
        assert failed({**ask, "expect": expect}, **field) == []
        wrong = {"sees": ["bob", "cat"], "not_sees": ["cat", "dee"], "area": [26.6, 99]}
        places = [(1, "sight.sees"), (1, "sight.not_sees"), (1, "sight.not_sees"), (1, "sight.area")]
        assert failed({**ask, "expect": wrong}, **field) == places
        near = {"not_sees": ["bob", "cat"], "area": [3.14, 3.15]}
        assert failed({**ask, "range": 1, "expect": near}, **field) == []
        assert failed({**ask, "actor": "eve", "expect": {"error": "unknown-combatant"}}, **field) == []
        assert failed({**ask, "actor": "dee", "expect": {"error": "no-place"}}, **field) == []

    def test_sight_without_a_map_or_on_zones_alone_is_free(self) -> None:
        ask = {"query": "sight", "actor": "ann", "expect": {"sees": ["bob"], "not_sees": []}}
        bars = {
            "grid": {"kind": "zones"},
            "zones": [{"id": "bar", "name": "Bar"}, {"id": "yard", "name": "Yard"}],
        }
        people = [{"id": "ann", "at": "bar"}, {"id": "bob", "at": "yard"}]
        assert failed(ask) == []
        assert failed(ask, map=bars, combatants=people) == []
        area = {**ask, "expect": {"area": [0, 99]}}
        assert failed(area, map=bars, combatants=people) == [(1, "sight.area")]

    def test_area(self) -> None:
        ask = {"query": "area", "shape": "blast", "at": [6.5, 3.5], "radius": 2}
        assert failed({**ask, "expect": {"catches": ["bob"], "not_catches": ["ann"]}}, map=MAP) == []
        wrong = {"catches": ["ann", "bob"], "not_catches": ["bob"]}
        assert failed({**ask, "expect": wrong}, map=MAP) == [(1, "area.catches"), (1, "area.not_catches")]
        near = {**ask, "radius": 1.5}
        assert failed({**near, "expect": {"not_catches": ["bob"]}}, map=MAP) == []
        assert failed({**near, "touch": True, "expect": {"catches": ["bob"]}}, map=MAP) == []
        cells = [[6, 2], [5, 3], [6, 3], [7, 3], [6, 4]]
        assert failed({**ask, "radius": 1, "expect": {"cells": cells}}, map=MAP) == []
        assert failed({**ask, "expect": {"error": "no-place"}}) == []

    def test_areas_of_every_shape_with_walls_and_without(self) -> None:
        line = {"shape": "line", "from": [2, 3.5], "direction": 0, "length": 7, "width": 1}
        cone = {"shape": "cone", "apex": [2, 3.5], "direction": 0, "length": 7, "width": 3}
        arc = {"shape": "arc", "apex": [2, 3.5], "direction": 0, "length": 7, "angle": 30}
        for shape in (line, cone, arc):
            ask = {"query": "area", **shape}
            assert failed({**ask, "expect": {"catches": ["bob"]}}, map=MAP) == []
            stopped = {**ask, "stopped_by_walls": True, "expect": {"not_catches": ["ann", "bob"]}}
            assert failed(stopped, map=MAP) == []

    def test_nothing_changes_by_asking(self) -> None:
        assert (
            failed({"query": "odds", **STRIKE}, STRIKE, {**NONE, "expect": {"state": {"bob": {"hurt": 2}}}})
            == []
        )
