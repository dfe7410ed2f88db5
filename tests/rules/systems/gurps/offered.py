"""What pages are offered of Ann's attacks on Bob."""

from typing import Any

from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command
from tests.rules.systems.gurps.fights import Fight

FENCER = {"skills": {"smallsword": 16, "knife": 14}, "weapons": ["smallsword", "dagger"]}


def options(fight: Fight, do: str = "attack", **said: Any) -> dict[str, Parameter]:
    view = BattleView(fight.battle.state)
    action = SYSTEM.action(do)
    assert action is not None
    asked = action.filled(view, command(do, "ann", target="bob", options=said))
    return {parameter.id: parameter for parameter in action.options(view, asked)}


def choices(fight: Fight, id_: str, do: str = "attack", **said: Any) -> dict[str, Choice]:
    parameter = options(fight, do, **said)[id_]
    assert parameter.choices is not None
    actor = fight.battle.state.combatants["ann"]
    return {choice.id: choice for choice in parameter.choices(BattleView(fight.battle.state), actor)}
