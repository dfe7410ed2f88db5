"""Damage, wounds, falling, death and fate (TS-250 to TS-276)."""

from collections.abc import Iterable

from rules.engine.exchange import Ask, Exchange, ask
from rules.engine.house.house import House
from rules.engine.state import BattleView, Offer
from rules.engine.text import combatant, text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import RESISTING, roll_trial, skill_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.rolls import FAILURE, SUCCESS
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import Fighter, TesserisState

BURN, DIE = "burn-fate", "die"


def damage_of(weapon: Weapon, strength: int, net: int, extra: int = 0) -> int:
    """Give the damage of a hit before soak (TS-250, TS-251)."""
    arm = strength if weapon.adds_strength else 0
    return weapon.damage + (net // 2 if weapon.impact else net) + arm + extra


def armour_points(target: Fighter, location: str, *, cover: bool) -> int:
    """Add up the armour points at a place (TS-252)."""
    sheet, state = target.sheet, target.state
    points: int = sheet.armour.at(location) + sheet.cloak.at(location)
    if cover and state.cover is not None and location in state.cover.locations:
        points += own.COVER_ARMOUR.number(target.house, state.cover.material)
    if state.is_on_total_defence:
        points += own.TOTAL_DEFENCE.value(target.house)
    return points


def soak_of(target: Fighter, location: str, ap: int, *, cover: bool) -> int:
    """Give what a target soaks: armour less the weapon's AP, and its own (TS-253)."""
    return max(0, armour_points(target, location, cover=cover) - ap) + int(target.sheet.soak)


def hurt(
    view: BattleView,
    who: str,
    damage: int,
    soak: int = 0,
    *,
    location: str = "torso",
    wounds: bool = True,
    extra_wound: bool = False,
) -> Exchange[int]:
    """Let damage through: stamina first, then wounds; give what came after soak (TS-254 to TS-258, TS-263).

    Args:
        wounds: whether it wounds at all; a knockout blow takes stamina alone.
        extra_wound: whether it is a called shot's, with a wound more (TS-124).
    """
    after = max(0, damage - soak)
    now: TesserisState = view.combatant(who).state
    taken = min(after, now.stamina)
    yield ev.Damaged(who=who, damage=damage, soak=min(soak, damage), stamina=taken, location=location)
    count = wounds_of_stamina(taken, view.state.house) + (after - taken) + (1 if extra_wound and after else 0)
    if wounds and count:
        yield ev.Wounded(who=who, wounds=count)
    return after


def wounds_of_stamina(taken: int, house: House) -> int:
    """Count the wounds that so much stamina lost to one hit is (TS-257)."""
    return taken // own.WOUND.value(house) if own.STAMINA_WOUNDS.on(house) else 0


def resists(view: BattleView, who: str, difficulty: int) -> Exchange[bool]:
    """Throw resolve against what a blow would do besides (TS-044, TS-105)."""
    if difficulty <= 0:
        return True
    trial = skill_trial(
        "resist", RESISTING, "resolve", difficulty=difficulty, words=(SUCCESS, FAILURE), concerns=who
    )
    result = yield from roll_trial(view, who, trial)
    return bool(result.outcome == SUCCESS)


def knock_out(view: BattleView, who: str, *, dying: bool = False) -> Exchange[None]:
    """Make somebody unconscious (TS-273, TS-313)."""
    if not view.combatant(who).state.has("unconscious"):
        yield ev.ConditionGained(who=who, condition="unconscious", data={"wounds": True} if dying else {})
    if dying:
        yield ev.BeganToDie(who=who)


def fall(view: BattleView, who: str) -> Exchange[None]:
    """See whether somebody dies of its wounds, or burns fate to live (TS-275, TS-276)."""
    fallen = view.combatant(who)
    state: TesserisState = fallen.state
    if state.dead or state.wounds < fallen.sheet.deadly:
        return
    if state.fate:
        answer = yield from ask(
            Ask(
                to=who,
                purpose="fate",
                question=text(
                    "{who} dies of {wounds} wounds. Burn a point of fate to live?",
                    who=combatant(fallen),
                    wounds=state.wounds,
                ),
                choices=(BURN, DIE),
                default=BURN,
                forks=False,
                foreseen=DIE,
                about=who,
                offers=lambda: (
                    Offer(
                        id=BURN,
                        label=text("Burn fate"),
                        note=text("1 of {fate}, for good: crippled, unconscious, alive", fate=state.fate),
                        rule="TS-276",
                    ),
                    Offer(id=DIE, label=text("Die"), rule="TS-275"),
                ),
            )
        )
        if answer == BURN:
            yield ev.Crippled(who=who)
            yield from knock_out(view, who)
            return
    yield ev.Died(who=who)


def fall_all(view: BattleView, which: Iterable[str]) -> Exchange[None]:
    """See whether any of these die, in this order."""
    for who in which:
        yield from fall(view, who)
