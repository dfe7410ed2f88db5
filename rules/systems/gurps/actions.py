"""What a combatant may do by a maneuver, in the order in which it is offered (section 7.1)."""

from rules.engine.system import Action
from rules.systems.gurps.attacking import ATTACKS
from rules.systems.gurps.making_ready import Ready
from rules.systems.gurps.plain import AllOutDefense, Concentrate, DoNothing, Move
from rules.systems.gurps.preparing import Aim, Evaluate, Feint
from rules.systems.gurps.suppression import SuppressionFire
from rules.systems.gurps.waiting import TriggerWait, Wait

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
