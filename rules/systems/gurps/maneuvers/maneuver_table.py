"""The maneuvers as data: what each takes, how far it goes, and what defence it leaves (GU-701, GU-703)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.dice import Modifier
from rules.engine.house.house import House
from rules.engine.text import Text, text
from rules.systems.gurps import house as own
from rules.systems.gurps.moves.movement import Pace
from rules.systems.gurps.sheet.gear import Kind
from rules.systems.gurps.state import GurpsState

MELEE = frozenset({Kind.MELEE, Kind.JET})
RANGED = frozenset({Kind.THROWN, Kind.MISSILE})
ANY_KIND = MELEE | RANGED

ATTACK = "attack"
AIM = "aim"
ALL_OUT_MELEE = "all-out-attack-melee"
ALL_OUT_RANGED = "all-out-attack-ranged"
ALL_OUT_DEFENSE = "all-out-defense"
COMMITTED = "committed-attack-melee"
DEFENSIVE = "defensive-attack-melee"
EVALUATE = "evaluate"
FEINT = "feint"
MOVE_AND_ATTACK = "move-and-attack"
MOVE = "move"
CONCENTRATE = "concentrate"
READY = "ready"
WAIT = "wait"
DO_NOTHING = "do-nothing"

DETERMINED = "determined"
DOUBLE = "double"
LONG = "long"
STRONG = "strong"
FEINTING = "feint"
SUPPRESSION = "suppression-fire"
ENHANCED = "enhanced"


_ANY_DEFENCE = text("any defence")
BY_MANEUVER = text("maneuver")
"""What a modifier is called that the maneuver gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Maneuver:
    """One row of the table. `defence` says in words what it leaves, for whoever chooses it."""

    id: str
    label: Text
    help: Text
    rule: str
    pace: Pace = Pace.STEP
    variants: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    """The weapons that it attacks, aims or feints with."""
    defence: Text = _ANY_DEFENCE
    leaves_defence: bool = True
    forward: bool = False
    is_attack: bool = False

    @property
    def takes_melee(self) -> bool:
        """Whether it attacks hand to hand."""
        return bool(self.kinds & MELEE)


_NO_DEFENCE = text("no defence until your next turn")
MANEUVERS: Mapping[str, Maneuver] = {
    maneuver.id: maneuver
    for maneuver in (
        Maneuver(
            id=ATTACK,
            label=text("Attack"),
            help=text("One attack, with any options, and a step."),
            rule="GU-701",
            kinds=ANY_KIND,
            is_attack=True,
        ),
        Maneuver(
            id=AIM,
            label=text("Aim"),
            help=text(
                "Aim a ranged weapon: the next attack with it at that target gets its Acc, more each turn."
            ),
            rule="GU-710",
            kinds=RANGED,
            defence=text("any defence, but it ends the aim"),
        ),
        Maneuver(
            id=ALL_OUT_MELEE,
            label=text("All-Out Attack"),
            help=text(
                "Give up every defence for a better, longer, stronger or second blow, or a feint before it."
            ),
            rule="GU-711",
            pace=Pace.HALF,
            variants=(DETERMINED, DOUBLE, LONG, STRONG, FEINTING),
            kinds=MELEE,
            defence=_NO_DEFENCE,
            leaves_defence=False,
            forward=True,
            is_attack=True,
        ),
        Maneuver(
            id=ALL_OUT_RANGED,
            label=text("All-Out Attack, ranged"),
            help=text("Give up every defence for +1 to hit, or to keep a place under fire."),
            rule="GU-712",
            pace=Pace.HALF,
            variants=(DETERMINED, SUPPRESSION),
            kinds=RANGED,
            defence=_NO_DEFENCE,
            leaves_defence=False,
            forward=True,
            is_attack=True,
        ),
        Maneuver(
            id=ALL_OUT_DEFENSE,
            label=text("All-Out Defense"),
            help=text("+2 to one kind of defence, or a second defence when the first fails."),
            rule="GU-713",
            variants=(ENHANCED, DOUBLE),
            defence=text("any defence, better"),
        ),
        Maneuver(
            id=COMMITTED,
            label=text("Committed Attack"),
            help=text("+2 to hit or more damage, at the cost of your defences."),
            rule="GU-714",
            pace=Pace.TWO_STEPS,
            variants=(DETERMINED, STRONG),
            kinds=MELEE,
            defence=text("any defence at -2, no parry with the weapon used, no retreat"),
            is_attack=True,
        ),
        Maneuver(
            id=DEFENSIVE,
            label=text("Defensive Attack"),
            help=text("A weaker blow, and a better defence."),
            rule="GU-715",
            kinds=MELEE,
            defence=text("any defence at +1, but parries with unbalanced weapons"),
            is_attack=True,
        ),
        Maneuver(
            id=EVALUATE,
            label=text("Evaluate"),
            help=text("Watch an enemy: +1 to hit it next turn, up to +3."),
            rule="GU-716",
        ),
        Maneuver(
            id=FEINT,
            label=text("Feint"),
            help=text("Contest weapon skills: what you win by is taken from the enemy's dodge."),
            rule="GU-717",
            kinds=MELEE,
        ),
        Maneuver(
            id=MOVE_AND_ATTACK,
            label=text("Move and Attack"),
            help=text("Run and strike: -4 (ranged -2 or Bulk), and no better than 9."),
            rule="GU-718",
            pace=Pace.FULL,
            kinds=ANY_KIND,
            defence=text("any defence, but no parry with the limb used"),
            is_attack=True,
        ),
        Maneuver(
            id=MOVE,
            label=text("Move"),
            help=text("Go as far as your Move."),
            rule="GU-719",
            pace=Pace.FULL,
        ),
        Maneuver(
            id=CONCENTRATE,
            label=text("Concentrate"),
            help=text("Give your mind to something; each defence may break it."),
            rule="GU-720",
            defence=text("any defence, but each may break the concentration"),
        ),
        Maneuver(
            id=READY,
            label=text("Ready"),
            help=text("Ready or pick up a weapon, reload, rise, kneel, lie down, or do what takes a second."),
            rule="GU-721",
            variants=(),
        ),
        Maneuver(
            id=WAIT,
            label=text("Wait"),
            help=text("Say what you wait for and what you do then; it may come in anybody's turn."),
            rule="GU-722",
            pace=Pace.NONE,
            kinds=ANY_KIND,
            defence=text("any defence until it comes to it"),
        ),
        Maneuver(
            id=DO_NOTHING,
            label=text("Do Nothing"),
            help=text("Nothing at all; the stunned recover by it, and those below 0 HP need no roll."),
            rule="GU-723",
            pace=Pace.NONE,
            defence=_NO_DEFENCE,
            leaves_defence=False,
        ),
    )
}
READY_WORDS: Mapping[str, Text] = {
    "weapon": text("weapon"),
    "reload": text("reload"),
    "stand": text("stand"),
    "kneel": text("kneel"),
    "prone": text("prone"),
    "other": text("other"),
}
READY_WAYS = tuple(READY_WORDS)
"""What can be readied (GU-721)."""
SOMETHING = "something"
"""What somebody concentrates on who does not say on what (GU-720)."""
SLAMMING = (MOVE_AND_ATTACK, ALL_OUT_MELEE)
"""What one slams with (GU-331)."""
WAIT_FOR = (ATTACK, ALL_OUT_MELEE, FEINT, READY, MOVE_AND_ATTACK)
"""What can be waited with (GU-722)."""
VARIANT_WORDS: Mapping[str, Text] = {
    DETERMINED: text("determined"),
    DOUBLE: text("double"),
    LONG: text("long"),
    STRONG: text("strong"),
    FEINTING: text("feint"),
    SUPPRESSION: text("suppression fire"),
    ENHANCED: text("enhanced"),
}


def in_force(state: GurpsState) -> Maneuver | None:
    """Give the maneuver that somebody is in until its next turn."""
    return None if state.maneuver is None else MANEUVERS.get(state.maneuver.id)


def leaves_defence(state: GurpsState) -> bool:
    """Tell whether the maneuver in force leaves any defence (GU-701, GU-810)."""
    maneuver = in_force(state)
    return maneuver is None or maneuver.leaves_defence


def defence_modifier(
    state: GurpsState, defence: str, house: House, unbalanced: bool = False
) -> Modifier | None:
    """Give what the maneuver in force does to a defence (GU-713, GU-714, GU-715)."""
    taken = state.maneuver
    if taken is None:
        return None
    if taken.id == ALL_OUT_DEFENSE and taken.variant == ENHANCED and taken.defence == defence:
        return own.ALL_OUT_DEFENCE.added(house, BY_MANEUVER)
    if taken.id == COMMITTED:
        return own.COMMITTED.modifier(house, "defence", BY_MANEUVER)
    if taken.id == DEFENSIVE and not unbalanced:
        return own.DEFENSIVE.added(house, BY_MANEUVER)
    return None
