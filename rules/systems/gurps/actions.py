"""What a combatant may do by a maneuver, in the order in which it is offered (section 7.1)."""

from rules.engine.system import Action
from rules.systems.gurps.attack.attack_maneuvers import ATTACKS
from rules.systems.gurps.attack.suppression import SuppressionFire
from rules.systems.gurps.maneuvers.aim_and_evaluate import Aim, Evaluate, Feint
from rules.systems.gurps.maneuvers.plain_maneuvers import AllOutDefense, Concentrate, DoNothing, Move
from rules.systems.gurps.maneuvers.ready_maneuver import Ready
from rules.systems.gurps.turns.wait import TriggerWait, Wait

MANEUVER_ACTIONS: tuple[Action, ...] = (
    *ATTACKS,
    SuppressionFire(),
    Aim(),
    Evaluate(),
    Feint(),
    Ready(),
    Concentrate(),
    Move(),
    AllOutDefense(),
    Wait(),
    DoNothing(),
    TriggerWait(),
)
"""The maneuvers, the attacking ones first."""
