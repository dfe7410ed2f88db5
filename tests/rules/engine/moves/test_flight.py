"""Flying and falling: what the GM sets, what a move changes, and who comes down."""

from typing import Any

import pytest

from rules.engine.combatant_events import AltitudeSet
from tests.rules.kit import BattleInHand, Stream, command, fighter

GRID: dict[str, Any] = {"grid": {"kind": "square", "cols": 20, "rows": 12, "per_cell": 1, "unit": "yd"}}
FALLS = {
    "atomic": ("AT-R51", {"wounds": 1}),
    "gurps": ("GU-R91", {"hp": 4}),
    "phases": ("PH-R51", {"flesh": 1}),
    "savage": ("SW-R91", {"incapacitated": True}),
    "tesseris": ("TS-R81", {"wounds": 1}),
}


class Sky(BattleInHand):
    system = "atomic"

    def altitude(self, who: str) -> float:
        return self.battle.state.combatants[who].altitude


def sky(*people: dict[str, Any], **dice: Any) -> Sky:
    return Sky(*people, map=GRID, **dice)


def test_who_flies_rises_by_a_cell_with_each_cell_it_goes() -> None:
    """AT-R50."""
    field = sky(fighter("ann", at=[2, 2], flies=True), fighter("bob", at=[15, 2]))
    field.do("move", "ann", to=[5, 2], altitude=10)
    assert (field.at("ann"), field.altitude("ann")) == ((5, 2), 3)
    field.do("turn", "ann")
    field.do("set-altitude", target="ann", altitude=1.5)
    field.do("move", "ann", to=[4, 2], altitude=0)
    assert field.altitude("ann") == 0.5


def test_who_cannot_fly_stays_on_the_ground() -> None:
    field = sky(fighter("ann", at=[2, 2]))
    assert field.refuses("move", "ann", to=[5, 2], altitude=2).code == "no-flight"
    field.do("set-altitude", target="ann", flies=True)
    field.do("move", "ann", to=[5, 2], altitude=2)
    assert field.altitude("ann") == 2
    assert field.refuses("set-altitude", target="ann", altitude=2, flies=True).code == "no-change"


def test_an_enemy_is_flown_over_and_one_at_the_same_height_is_not() -> None:
    field = sky(fighter("ann", at=[2, 2], altitude=3), fighter("bob", at=[3, 2]), fighter("cat", at=[4, 2]))
    assert (3, 2) in field.battle.now.reach("ann").costs
    field.do("set-altitude", target="bob", altitude=2.5)
    assert (3, 2) not in field.battle.now.reach("ann").costs


@pytest.mark.parametrize("system", FALLS)
def test_who_is_let_fall_is_hurt_as_the_system_says(system: str) -> None:
    rule, hurt = FALLS[system]

    class Fall(Sky):
        pass

    Fall.system = system
    field = Fall(fighter("ann", at=[2, 2], altitude=6), fighter("bob", at=[9, 2], altitude=1), map=GRID)
    field.battle.handle(command("set-altitude", target="ann", falls=True), Stream([5]))
    state = field.state("ann").as_json()
    assert (field.altitude("ann"), {key: state[key] for key in hurt}) == (0, hurt), rule
    before = field.state("bob")
    field.battle.handle(command("set-altitude", target="bob", falls=True), Stream([5]))
    assert (field.altitude("bob"), field.state("bob")) == (0, before), "one cell is no fall"


def test_who_is_out_of_the_fight_falls() -> None:
    field = sky(fighter("ann", at=[2, 2], altitude=5), ann__soak=[99])
    told = field.do("gm-set", target="ann", state={"condition": "dead"})
    assert [event.fell for event in told if isinstance(event, AltitudeSet)] == [5]
    assert field.altitude("ann") == 0


def test_a_mover_that_is_shot_down_falls_from_where_it_was() -> None:
    """SW-R91: the fall follows what brought it about, and is taken back with it."""
    Sky.system = "savage"
    field = sky(fighter("ann", at=[2, 2], altitude=5), fighter("bob", at=[3, 2]))
    Sky.system = "atomic"
    field.battle.handle(command("harm", target="ann", damage=40), Stream([2]))
    assert field.state("ann").is_out
    assert field.altitude("ann") == 0
    field.do("undo")
    assert field.altitude("ann") == 5
