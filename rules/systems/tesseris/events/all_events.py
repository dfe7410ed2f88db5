"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles.

The events themselves stand in modules by what they tell; here is where the others find them.
"""

from rules.engine.events import Event
from rules.systems.tesseris.events.attack_events import Attacked as Attacked
from rules.systems.tesseris.events.attack_events import BulletsFlew as BulletsFlew
from rules.systems.tesseris.events.attack_events import Defended as Defended
from rules.systems.tesseris.events.attack_events import Missed as Missed
from rules.systems.tesseris.events.attack_events import Prevailed as Prevailed
from rules.systems.tesseris.events.attack_events import Redirected as Redirected
from rules.systems.tesseris.events.attack_events import RollClosed as RollClosed
from rules.systems.tesseris.events.attack_events import Struck as Struck
from rules.systems.tesseris.events.cover_events import CoverDamaged as CoverDamaged
from rules.systems.tesseris.events.cover_events import CoverDestroyed as CoverDestroyed
from rules.systems.tesseris.events.cover_events import CoverLeft as CoverLeft
from rules.systems.tesseris.events.cover_events import CoverTaken as CoverTaken
from rules.systems.tesseris.events.cover_events import WallDamaged as WallDamaged
from rules.systems.tesseris.events.gear_events import Drawn as Drawn
from rules.systems.tesseris.events.gear_events import Dropped as Dropped
from rules.systems.tesseris.events.gear_events import JamCleared as JamCleared
from rules.systems.tesseris.events.gear_events import Jammed as Jammed
from rules.systems.tesseris.events.gear_events import Reloaded as Reloaded
from rules.systems.tesseris.events.gear_events import WeaponWon as WeaponWon
from rules.systems.tesseris.events.injury_events import BeganToDie as BeganToDie
from rules.systems.tesseris.events.injury_events import ConditionEnded as ConditionEnded
from rules.systems.tesseris.events.injury_events import ConditionGained as ConditionGained
from rules.systems.tesseris.events.injury_events import Crippled as Crippled
from rules.systems.tesseris.events.injury_events import Damaged as Damaged
from rules.systems.tesseris.events.injury_events import Died as Died
from rules.systems.tesseris.events.injury_events import Wounded as Wounded
from rules.systems.tesseris.events.turn_events import Delayed as Delayed
from rules.systems.tesseris.events.turn_events import Kept as Kept
from rules.systems.tesseris.events.turn_events import MayhemGranted as MayhemGranted
from rules.systems.tesseris.events.turn_events import RoundStarted as RoundStarted
from rules.systems.tesseris.events.turn_events import Stalemate as Stalemate
from rules.systems.tesseris.events.turn_events import TicksSpent as TicksSpent
from rules.systems.tesseris.events.turn_events import TurnTaken as TurnTaken
from rules.systems.tesseris.events.word_events import ActionNoted as ActionNoted
from rules.systems.tesseris.events.word_events import CheerChanged as CheerChanged
from rules.systems.tesseris.events.word_events import EgoDamaged as EgoDamaged
from rules.systems.tesseris.events.word_events import EgoGained as EgoGained
from rules.systems.tesseris.events.word_events import Feared as Feared
from rules.systems.tesseris.events.word_events import SociallyBeaten as SociallyBeaten
from rules.systems.tesseris.events.word_events import SwordpointOver as SwordpointOver
from rules.systems.tesseris.events.word_events import SwordpointTaken as SwordpointTaken
from rules.systems.tesseris.events.word_events import Went as Went

TESSERIS_EVENTS: tuple[type[Event], ...] = (
    RollClosed,
    Kept,
    TicksSpent,
    Attacked,
    Defended,
    BulletsFlew,
    Struck,
    Missed,
    Prevailed,
    Damaged,
    Wounded,
    ConditionGained,
    ConditionEnded,
    Jammed,
    JamCleared,
    Reloaded,
    CoverTaken,
    CoverLeft,
    CoverDamaged,
    CoverDestroyed,
    WallDamaged,
    Redirected,
    Died,
    Crippled,
    BeganToDie,
    EgoDamaged,
    EgoGained,
    SociallyBeaten,
    Feared,
    Went,
    Dropped,
    Drawn,
    WeaponWon,
    CheerChanged,
    SwordpointTaken,
    SwordpointOver,
    MayhemGranted,
    ActionNoted,
    RoundStarted,
    TurnTaken,
    Delayed,
    Stalemate,
)
