"""What the options of an attack need, and whether they go together (GU-702, GU-728 to GU-741)."""

from collections.abc import Sequence
from math import ceil

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import text
from rules.systems.gurps.attack.facts import Facts, all_in_arc, gaps_between
from rules.systems.gurps.attack.order_words import AttackSpec, Options
from rules.systems.gurps.attack.strike import LABELS
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import Maneuver
from rules.systems.gurps.sheet.gear import Flag, Kind, Use, Weapon
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.sheet.natural_weapons import SLAM
from rules.systems.gurps.state import Fighter, free_hands


def require_options(
    actor: Fighter,
    maneuver: Maneuver,
    variant: str | None,
    options: Options,
    specs: Sequence[AttackSpec],
    uses: Sequence[Use],
    facts: Sequence[Facts],
) -> None:
    """Refuse options that do not go together, or with the weapon. Raises `Refusal`."""
    first = uses[0]
    ranged = first.is_ranged
    _require_combination(maneuver, variant, options, specs, uses)
    for name in ("tip-slash", "brace", "at-ground", "rapid-fire", "spraying-fire"):
        if name in options and (name == "tip-slash") == ranged:
            said = text("{option} needs a ranged weapon.", option=repr(name))
            if name == "tip-slash":
                said = text("{option} needs a thrust.", option=repr(name))
            raise Refusal("bad-option", said, LABELS[name])
    if "tip-slash" in options and not all(use.mode.thrust and use.damage.type == "imp" for use in uses):
        raise Refusal("bad-option", text("A tip slash needs a thrust that impales."), "GU-740")
    if "at-ground" in options and (first.weapon.area is None or first.weapon.area.shape != "sphere"):
        raise Refusal("bad-option", text("Only what bursts in a sphere is aimed at the ground."), "GU-752")
    rof = first.weapon.rof
    if "rapid-strike" in options and ranged and rof < 2:
        raise Refusal("bad-option", text("A rapid strike with a ranged weapon needs RoF 2."), "GU-730")
    for spec, use, fact in zip(specs, uses, facts, strict=True):
        _require_shots(options, spec, use, fact)
        _require_slam(maneuver, use, fact)
    if "rapid-fire" in options and rof < 3:
        raise Refusal(
            "rof-too-low",
            text(
                "Rapid fire needs RoF 3; the {weapon} has {rof}.",
                weapon=weapon_words(first.weapon).low,
                rof=rof,
            ),
            "GU-732",
        )
    if "spraying-fire" in options and rof < 5:
        raise Refusal(
            "rof-too-low",
            text(
                "Spraying fire needs RoF 5; the {weapon} has {rof}.",
                weapon=weapon_words(first.weapon).low,
                rof=rof,
            ),
            "GU-733",
        )


def _require_combination(
    maneuver: Maneuver,
    variant: str | None,
    options: Options,
    specs: Sequence[AttackSpec],
    uses: Sequence[Use],
) -> None:
    rapid, dual, spray = ("rapid-strike" in options, "dual-weapon" in options, "spraying-fire" in options)
    if variant == mv.DOUBLE and (rapid or dual):
        raise Refusal(
            "bad-option", text("A double attack goes with no rapid strike and no second weapon."), "GU-711"
        )
    if variant == mv.DOUBLE and len({spec.target for spec in specs}) > 1:
        raise Refusal("bad-option", text("Both blows of a double attack go to one target."), "GU-711")
    if spray and (rapid or dual):
        raise Refusal(
            "bad-option", text("Spraying fire is one burst: no rapid strike, no second weapon."), "GU-733"
        )
    if not uses[0].is_ranged and rapid and uses[0].kind is not Kind.MELEE:
        raise Refusal("bad-option", text("A jet is one stream: no rapid strike."), "GU-730")
    firsts = {use.weapon.id for spec, use in zip(specs, uses, strict=True) if not spec.second}
    if len(firsts) > 1:
        raise Refusal("bad-option", text("All these attacks are made with one weapon."), "GU-729")
    if dual and uses[-1].weapon.id in firsts:
        raise Refusal("bad-option", text("A second weapon must be another one."), "GU-731")
    if dual and {"punch", "kick", SLAM} & {use.weapon.id for use in uses}:
        raise Refusal("bad-option", text("Dual weapon needs two weapons."), "GU-731")
    area = any(use.weapon.area is not None for use in uses)
    if area and (len(uses) > 1 or "disarm" in options or "chinks" in options):
        raise Refusal(
            "bad-option", text("What fills an area is one attack, and hits no place in particular."), "GU-830"
        )


def _require_shots(options: Options, spec: AttackSpec, use: Use, fact: Facts) -> None:
    """Refuse more rounds than one without an option that fires them (GU-728, GU-734, GU-735)."""
    if spec.shots == 1:
        return
    if not use.is_ranged:
        raise Refusal("bad-option", text("Only ranged weapons fire rounds."), "GU-728")
    near = is_near(use, fact)
    if use.is_shotgun and near and use.weapon.rof < 3:
        raise Refusal(
            "bad-option", text("So near, several rounds are rapid fire, which needs RoF 3."), "GU-734"
        )
    bursts = "rapid-fire" in options or "spraying-fire" in options or (use.is_shotgun and not near)
    if not bursts:
        raise Refusal("bad-option", text("More than one round needs rapid fire or spraying fire."), "GU-728")


def is_near(use: Use, fact: Facts) -> bool:
    """Tell whether a shotgun's pellets still fly together: a tenth of the half-damage range (GU-734)."""
    half = use.weapon.range[0]
    return half is not None and fact.distance * 10 <= half


def _require_slam(maneuver: Maneuver, use: Use, fact: Facts) -> None:
    if use.weapon.id != SLAM:
        return
    if maneuver.id not in mv.SLAMMING:
        raise Refusal("bad-option", text("A slam is a move and attack, or an all-out attack."), "GU-331")
    if fact.moved < 1:
        raise Refusal("bad-option", text("A slam needs a yard's run at least."), "GU-331")


def brace_of(
    actor: Fighter, options: Options, uses: Sequence[Use], facts: Sequence[Facts]
) -> tuple[str, str] | None:
    """Give the weapon that is braced with the attack and on what, if any is (GU-741)."""
    if "brace" not in options:
        return None
    return brace_on(actor, uses[0], facts[0])


def brace_on(actor: Fighter, use: Use, fact: Facts) -> tuple[str, str]:
    """Give the weapon that is braced and on what (GU-741). Raises `Refusal` `cannot-brace`."""
    if fact.surface:
        return use.weapon.id, "surface"
    if use.weapon.has(Flag.PISTOL) and free_hands(actor):
        return use.weapon.id, "hand"
    said = text("Bracing needs something to lean the weapon on, or a pistol and a free hand.")
    raise Refusal("cannot-brace", said, "GU-741")


def wasted_rounds(
    state: BattleState,
    actor: Fighter,
    options: Options,
    specs: Sequence[AttackSpec],
    uses: Sequence[Use],
    targets: Sequence[Fighter | None],
    facts: Sequence[Facts],
    command: Command,
) -> list[int]:
    """Count the rounds wasted before each attack, and refuse more rounds than the RoF (GU-728, GU-733)."""
    wasted = [0] * len(specs)
    if "spraying-fire" in options:
        known = [target for target in targets if target is not None]
        said = "in_arc" in facts[0].overruled
        if not (all(fact.in_arc for fact in facts) if said else all_in_arc(state, actor, known)):
            raise Refusal(
                "arc-too-wide", text("All targets of a spray must lie within 30 degrees."), "GU-733"
            )
        gaps = facts[0].gaps if "gaps" in facts[0].overruled else gaps_between(state, known)
        each = 2 if uses[0].weapon.rof >= 16 else 1
        for number, gap in enumerate(gaps[: len(specs) - 1], start=1):
            wasted[number] = each * ceil(gap) if gap > 1 else 0
    for use in {use.weapon.id: use for use in uses}.values():
        if not use.is_ranged:
            continue
        rounds = sum(
            spec.shots + lost
            for spec, other, lost in zip(specs, uses, wasted, strict=True)
            if other.weapon.id == use.weapon.id
        )
        if rounds > use.weapon.rof:
            raise _too_many(use.weapon, rounds, sum(wasted))
    return wasted


def _too_many(weapon: Weapon, rounds: int, lost: int) -> Refusal:
    name = weapon_words(weapon).low
    if not lost:
        said = text(
            "That takes {rounds} rounds; the {weapon} fires {rof}.",
            rounds=rounds,
            weapon=name,
            rof=weapon.rof,
        )
        return Refusal("too-many-shots", said, "GU-728")
    said = text(
        "That takes {rounds} rounds, {lost} of them between targets; the {weapon} fires {rof}.",
        rounds=rounds,
        lost=lost,
        weapon=name,
        rof=weapon.rof,
    )
    return Refusal("too-many-shots", said, "GU-733")
