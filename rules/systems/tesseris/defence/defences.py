"""The defences: which are open, what each costs, and its roll (TS-140, TS-141, TS-214 to TS-219)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.house.house import noted
from rules.engine.state import BattleState
from rules.engine.text import Text, Words, text
from rules.map.model import Place
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import BULK, DEFENCE, NO_POINTS, Points, Trial, skill_trial
from rules.systems.tesseris.attack.facts import Facts, cover_for
from rules.systems.tesseris.attack.grapple_ties import partners
from rules.systems.tesseris.attack.strike import ENTRY, GRAPPLED, NOTHING, STRUGGLE, Attack
from rules.systems.tesseris.house import COVER_BONUS
from rules.systems.tesseris.moves.cover_state import facing_cover
from rules.systems.tesseris.names import CONDITIONS
from rules.systems.tesseris.rolls import DEFENDED, FAILED, Elsewhere, PoolResult
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import can_react

DUCK, DODGE, BLOCK, PARRY, DIVE, TAKE_COVER, NONE = (
    "duck",
    "dodge",
    "block",
    "parry",
    "dive",
    "take-cover",
    "none",
)
GRAPPLE_MELEE, GRAPPLE_ATHLETICS, ATHLETICS = "grapple-melee", "grapple-athletics", "athletics"
COSTS: Mapping[str, int] = {
    DUCK: 0,
    DODGE: 1,
    BLOCK: 1,
    PARRY: 1,
    DIVE: 1,
    TAKE_COVER: 1,
    GRAPPLE_MELEE: 1,
    GRAPPLE_ATHLETICS: 1,
    ATHLETICS: 1,
    NONE: 0,
}
BORROWED_FOR = frozenset({DODGE, BLOCK, PARRY, DIVE, GRAPPLE_MELEE, GRAPPLE_ATHLETICS, ATHLETICS})
"""The defences that may be borrowed for (TS-064)."""
COVER_WITH_MOVE = 2
_HUNKERED = text("hunkered down")
_COVER = text("cover")
_HIGHER = text("higher ground")
_MANY = text("many defences")
_ALL_OUT = text("all-out attack")
_GUARDED = text("guarded")
_TOTAL = text("total defence")
_SPRINTING = text("sprinting")
_COVERED = text("covering fire")
_IN_GRAPPLE = text("in a grapple")
STOPS_IT = text("stops the attack")
"""What the chance of a defence is of."""
LABELS: Mapping[str, Text] = {
    DUCK: text("Duck"),
    DODGE: text("Dodge"),
    BLOCK: text("Block"),
    PARRY: text("Parry"),
    DIVE: text("Dive for cover"),
    TAKE_COVER: text("Take cover"),
    GRAPPLE_MELEE: text("Resist by skill"),
    GRAPPLE_ATHLETICS: text("Resist by strength"),
    ATHLETICS: text("Hold on"),
    NONE: text("No defence"),
}
RULES: Mapping[str, str] = {
    DUCK: "TS-140",
    DODGE: "TS-141",
    BLOCK: "TS-141",
    PARRY: "TS-217",
    DIVE: "TS-148",
    TAKE_COVER: "TS-216",
    GRAPPLE_MELEE: "TS-112",
    GRAPPLE_ATHLETICS: "TS-112",
    ATHLETICS: "TS-118",
    NONE: "TS-214",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """What a target made of an attack.

    Attributes:
        total: what the attack must exceed.
        uncovered: the total without what its cover added (TS-291).
        roll: the roll, if there was one.
        escaped: whether it dived away from a blow, or to where no shot leads, so that nothing happens
            (TS-148, TS-C2).
        facts: the facts as they stand after it.
        dived: whether it dived, which others may strike at; `given` are the facts of that answer,
            `left` the places that it left or passed.
    """

    total: int = 0
    uncovered: int = 0
    roll: PoolResult | None = None
    escaped: bool = False
    facts: Facts
    dived: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    left: tuple[Place, ...] = ()


def can_block(who: Fighter) -> bool:
    """Tell whether it has something to block with (TS-027, TS-141)."""
    return bool(who.sheet.gear) or _has_blade(who)


def can_parry(who: Fighter) -> bool:
    """Tell whether it has something to parry with, or needs nothing (TS-141, TS-217)."""
    return _has_blade(who) or "martial-artist" in who.sheet.traits


def _has_blade(who: Fighter) -> bool:
    held = who.sheet.held_weapons(who.state.held)
    return any(weapon.is_melee and weapon.id != FISTS.id for weapon in held)


def choices_of(state: BattleState, attack: Attack, target: Fighter, facts: Facts) -> tuple[str, ...]:
    """List what a target may answer, in the order of TS-214; nothing if it is not asked (TS-215, TS-C3)."""
    now: TesserisState = target.state
    if attack.meets == NOTHING or now.is_out:
        return ()
    wanted: Sequence[str]
    if attack.meets == GRAPPLED:
        wanted = (GRAPPLE_MELEE, GRAPPLE_ATHLETICS)
    elif now.has("pinned"):
        return ()  # TS-C3: there is nothing that the pinned could do about it
    elif attack.meets == ENTRY:
        wanted = (DUCK, DODGE)
    elif attack.meets == STRUGGLE:
        wanted = (DUCK, DODGE, ATHLETICS)
    else:
        wanted = _normal(state, attack, target, facts)
    payable = [
        choice
        for choice in wanted
        if can_react(state, target.id, COSTS[choice], borrows=choice in BORROWED_FOR)
    ]
    return (*payable, NONE)


def _normal(state: BattleState, attack: Attack, target: Fighter, facts: Facts) -> list[str]:
    now: TesserisState = target.state
    wanted = [DUCK, DODGE]
    if can_block(target):
        wanted.append(BLOCK)
    if can_parry(target) and not attack.ranged:
        wanted.append(PARRY)
    if not now.has("prone", "grappled", "suffocating"):
        wanted.append(DIVE)
    may_take = attack.ranged and now.cover is None and not now.has("grappled")
    if may_take and cover_for(state, target, facts.given) is not None:
        wanted.append(TAKE_COVER)
    return wanted


def defence_trial(
    state: BattleState,
    attack: Attack,
    target: Fighter,
    facts: Facts,
    how: str,
    *,
    against: int | None = None,
    spends: Points = NO_POINTS,
    extra: tuple[Modifier, ...] = (),
    elsewhere: Elsewhere | None = None,
) -> Trial:
    """Give the roll of a defence, with all that adds to it and takes from it."""
    modifiers = (*extra, *_situation(state, attack, target, facts, how))
    rest: dict[str, Any] = {
        "extra": tuple(m for m in modifiers if m.value),
        "spends": spends,
        "against": against,
        "words": (DEFENDED, FAILED),
        "concerns": target.id,
        "elsewhere": elsewhere,
    }
    if how == DUCK:  # TS-218
        names = ("agility", "perception")
        again = target.sheet.dice("intelligence")
        return Trial(
            purpose=DUCK, kind=DEFENCE, characteristics=names, rerolls=again, touches=(DUCK,), **rest
        )
    if how in (DIVE, TAKE_COVER):
        return Trial(purpose=how, kind=DEFENCE, characteristics=(), **rest)
    skill, purpose = {
        DODGE: ("acrobatics", DODGE),
        BLOCK: ("athletics", BLOCK),
        PARRY: ("melee", PARRY),
        GRAPPLE_MELEE: ("melee", "grapple-defence"),
        GRAPPLE_ATHLETICS: ("athletics", "grapple-defence"),
        ATHLETICS: ("athletics", "athletics"),
    }[how]
    if how in (BLOCK, PARRY):
        rest["item"] = _made_with(target, how)
    return skill_trial(purpose, DEFENCE, skill, touches=(how,), **rest)


def _made_with(who: Fighter, how: str) -> str | None:
    """Name the weapon that a block or parry is made with, if it takes one: best one that is not disabled."""
    if (how == BLOCK and who.sheet.gear) or (how == PARRY and "martial-artist" in who.sheet.traits):
        return None
    held = who.sheet.held_weapons(who.state.held)
    blades = [weapon.id for weapon in held if weapon.is_melee and weapon.id != FISTS.id]
    disabled = who.state.conditions.get("disabled", {}).get("places", ())
    return next((id_ for id_ in blades if id_ not in disabled), blades[0] if blades else None)


def _situation(state: BattleState, attack: Attack, target: Fighter, facts: Facts, how: str) -> list[Modifier]:
    """List what the situation gives a defence (TS-241 to TS-244, TS-249)."""
    now: TesserisState = target.state
    found = []

    house, how_hit = target.house, "against-shots" if attack.ranged else "against-blows"

    def add(label: Words, value: int, rule: str) -> None:
        found.append(Modifier(label, value, rule))

    covered = cover_bonus(target, facts)
    if how in (DUCK, DODGE):
        add(BULK, target.sheet.bulk, "TS-026")
    if (cover := facing_cover(target, facts)) is not None:
        how_deep = "hunkered" if cover.hunkered else "cover"
        label = _HUNKERED if cover.hunkered else _COVER
        found.append(COVER_BONUS.modifier(house, how_deep, label))
    if now.has("prone") or (now.cover is not None and now.cover.hunkered and facts.flanked):
        found.append(own.PRONE.modifier(house, how_hit, CONDITIONS["prone"]))
    if attack.ranged and facts.elevation < 0 and not covered and own.HEIGHT.on(house):
        add(_HIGHER, -1, "TS-241")
    if own.TIRING.on(house):
        free = own.FREE_DEFENCES.value(house)
        many = _MANY if free == own.FREE_DEFENCES.usual else _usually(now.defences)
        add(many, -max(0, now.defences + 1 - free), "TS-244")
    if "all-out" in now.stance:
        add(_ALL_OUT, -2, "TS-103")
    if "guarded" in now.stance and how in (BLOCK, DODGE):
        add(_GUARDED, 1, "TS-108")
    if now.is_on_total_defence:
        add(_TOTAL, 2, "TS-146")
    if "sprint" in now.stance:
        add(_SPRINTING, 1 if attack.ranged else -3, "TS-164")
    covering = [one for one in state.combatants.values() if "covering-fire" in one.state.stance]
    if any(one.side == target.side and one.id != target.id and not one.state.is_out for one in covering):
        add(_COVERED, 1, "TS-143")
    if now.has("grappled") and attack.actor not in partners(state, target.id):
        add(_IN_GRAPPLE, -3, "TS-304")
    return found


def cover_bonus(target: Fighter, facts: Facts) -> int:
    """Give what the cover adds to a defence (TS-145, TS-243)."""
    cover = facing_cover(target, facts)
    if cover is None:
        return 0
    return COVER_BONUS.number(target.house, "hunkered" if cover.hunkered else "cover")


def _usually(defences: int) -> Words:
    """Say behind the label what the number of defences costs by the book."""
    usual = f"{-max(0, defences + 1 - own.FREE_DEFENCES.usual):+d}"
    return noted(_MANY, text(" (house rule, usually {usual})", usual=usual))
