"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles.

The events themselves stand in modules by what they tell; here is where the others find them.
"""

from rules.engine.events import Event
from rules.systems.savage.events.action_events import ActionsDeclared as ActionsDeclared
from rules.systems.savage.events.action_events import ActionSpent as ActionSpent
from rules.systems.savage.events.action_events import Aimed as Aimed
from rules.systems.savage.events.action_events import Defended as Defended
from rules.systems.savage.events.action_events import Dismounted as Dismounted
from rules.systems.savage.events.action_events import FellProne as FellProne
from rules.systems.savage.events.action_events import ItemDropped as ItemDropped
from rules.systems.savage.events.action_events import ItemReadied as ItemReadied
from rules.systems.savage.events.action_events import Mounted as Mounted
from rules.systems.savage.events.action_events import MovementSpent as MovementSpent
from rules.systems.savage.events.action_events import Ran as Ran
from rules.systems.savage.events.action_events import Spoke as Spoke
from rules.systems.savage.events.action_events import Stood as Stood
from rules.systems.savage.events.attack_events import AreaHit as AreaHit
from rules.systems.savage.events.attack_events import AttackDeclared as AttackDeclared
from rules.systems.savage.events.attack_events import AttackHit as AttackHit
from rules.systems.savage.events.attack_events import AttackMissed as AttackMissed
from rules.systems.savage.events.attack_events import BennyGained as BennyGained
from rules.systems.savage.events.attack_events import BennySpent as BennySpent
from rules.systems.savage.events.attack_events import BystanderHit as BystanderHit
from rules.systems.savage.events.attack_events import Deviated as Deviated
from rules.systems.savage.events.attack_events import FreeAttack as FreeAttack
from rules.systems.savage.events.attack_events import WeaponSet as WeaponSet
from rules.systems.savage.events.injury_events import BecameIncapacitated as BecameIncapacitated
from rules.systems.savage.events.injury_events import BecameShaken as BecameShaken
from rules.systems.savage.events.injury_events import BecameUnconscious as BecameUnconscious
from rules.systems.savage.events.injury_events import BecameVulnerable as BecameVulnerable
from rules.systems.savage.events.injury_events import BeganBleeding as BeganBleeding
from rules.systems.savage.events.injury_events import Died as Died
from rules.systems.savage.events.injury_events import FellFromMount as FellFromMount
from rules.systems.savage.events.injury_events import NoEffect as NoEffect
from rules.systems.savage.events.injury_events import ObjectBroken as ObjectBroken
from rules.systems.savage.events.injury_events import ShakenEnded as ShakenEnded
from rules.systems.savage.events.injury_events import Soaked as Soaked
from rules.systems.savage.events.injury_events import Stabilised as Stabilised
from rules.systems.savage.events.injury_events import StunEnded as StunEnded
from rules.systems.savage.events.injury_events import Wounded as Wounded
from rules.systems.savage.events.round_events import JOKERS as JOKERS
from rules.systems.savage.events.round_events import CardDealt as CardDealt
from rules.systems.savage.events.round_events import DeckShuffled as DeckShuffled
from rules.systems.savage.events.round_events import Held as Held
from rules.systems.savage.events.round_events import Interrupted as Interrupted
from rules.systems.savage.events.round_events import LeftOrder as LeftOrder
from rules.systems.savage.events.round_events import RoundEnded as RoundEnded
from rules.systems.savage.events.round_events import RoundStarted as RoundStarted
from rules.systems.savage.events.round_events import RoundWaits as RoundWaits
from rules.systems.savage.events.round_events import TurnAwaited as TurnAwaited
from rules.systems.savage.events.round_events import TurnRenewed as TurnRenewed
from rules.systems.savage.events.round_events import TurnResumed as TurnResumed
from rules.systems.savage.events.round_events import TurnSettled as TurnSettled
from rules.systems.savage.events.round_events import WasSurprised as WasSurprised

SAVAGE_EVENTS: tuple[type[Event], ...] = (
    DeckShuffled,
    CardDealt,
    RoundStarted,
    RoundEnded,
    RoundWaits,
    TurnRenewed,
    TurnSettled,
    Held,
    TurnAwaited,
    Interrupted,
    TurnResumed,
    WasSurprised,
    LeftOrder,
    ActionsDeclared,
    ActionSpent,
    MovementSpent,
    Ran,
    Stood,
    FellProne,
    ItemDropped,
    ItemReadied,
    Spoke,
    Mounted,
    Dismounted,
    Aimed,
    Defended,
    BennyGained,
    BennySpent,
    AttackDeclared,
    FreeAttack,
    AttackHit,
    AttackMissed,
    BystanderHit,
    Deviated,
    AreaHit,
    WeaponSet,
    NoEffect,
    BecameShaken,
    ShakenEnded,
    StunEnded,
    BecameVulnerable,
    Wounded,
    Soaked,
    BecameIncapacitated,
    BecameUnconscious,
    BeganBleeding,
    Stabilised,
    Died,
    FellFromMount,
    ObjectBroken,
)
