"""From damage to Shaken, wounds, Soak, the ground and the saddle (SW-120 to SW-138, SW-188, SW-211)."""

from dataclasses import dataclass, replace
from functools import partial
from math import fsum

from rules.engine.exchange import Ask, Exchange, ask, throw
from rules.engine.state import BattleView, Offer, Rung
from rules.engine.text import Text, Words, combatant, counted, text
from rules.systems.savage import house as own
from rules.systems.savage.attack.damage_rolls import DamageResult, DamageRoll
from rules.systems.savage.attack.traits import (
    REROLL,
    offer_reroll,
    plain_roll,
    roll_settings,
    roll_trait,
    throw_again,
    weighed,
)
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.harm.soak_rolls import Soak, SoakRoll, soaks_at_least
from rules.systems.savage.moves.places import step_beside
from rules.systems.savage.plain_rolls import HoursRoll
from rules.systems.savage.rolls import (
    BROKEN,
    CRITICAL_FAILURE,
    DAMAGE_OUTCOMES,
    FAILURE,
    NO_EFFECT,
    RAISED,
)
from rules.systems.savage.state import Fighter, SavageState, mount_of, rider_of

TAKE, SOAK = "take", "soak"
_SOAK, _THE_WOUND, _NOT_EVEN_SHAKEN = text("Soak"), text("the wound"), text("not even Shaken")
_STAYS_IN, _SOAKS_ONE = text("stays in the fight"), text("soaks a wound or more")
_TO_SURVIVE, _TO_STAY = text("Vigor to survive"), text("Riding to stay mounted")
_NOT_TO_BLEED, _TO_LAND = text("Vigor against bleeding out"), text("Riding to land on one's feet")
_HOURS, _THE_FALL = text("hours unconscious"), text("damage of the fall")
MOST_RUNGS = 4
"""So many wounds are told one by one in what a Soak roll may come to."""
FALL_DICE = (4, 4)
HARD_FALL_DICE = (6, 6)
"""A fall from a running mount, and one with a critical failure (SW-188)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """What somebody is hit by, beside its damage.

    Attributes:
        nonlethal: whether it was chosen to spare the target; nothing spares by itself (SW-210 to SW-212).
        by: who may pay for another throw of the damage; None for a fall.
        mount_runs: whether the target's mount is running, where that is known better than from its state.
    """

    by: str | None
    nonlethal: bool = False
    mount_runs: bool | None = None
    unseats: bool = False
    """Whether a rider may fall by it although nobody dealt it (SW-188)."""


def room_of(combatant: Fighter) -> int:
    """Count the wounds that take somebody out (SW-07, SW-125, SW-126)."""
    state: SavageState = combatant.state
    return max(1, combatant.sheet.limit + 1 - state.wounds) if combatant.sheet.wild_card else 1


def hurt(view: BattleView, roll: DamageRoll, target: str, blow: Blow) -> Exchange[None]:
    """Roll damage and let it do what it does, to the very end (SW-120 to SW-128, SW-134, SW-188).

    Whoever is out of the fight already takes none.
    """
    combatant = view.combatant(target)
    if combatant.state.is_out:
        return
    damage = yield from _roll_damage(view, roll, combatant, blow)
    yield from suffer(view, damage, target, blow)


def suffer(view: BattleView, damage: DamageResult, target: str, blow: Blow) -> Exchange[None]:
    """Let damage do what it does, once it is known how much it is (SW-121 to SW-128, SW-134, SW-188)."""
    combatant = view.combatant(target)
    if combatant.state.is_out:
        return
    if combatant.sheet.is_object:
        yield ev.ObjectBroken(who=target) if damage.outcome == BROKEN else ev.NoEffect(who=target)
        return
    if damage.outcome == NO_EFFECT:
        yield ev.NoEffect(who=target)
        return
    yield from _take(view, target, damage, blow)


def _roll_damage(view: BattleView, roll: DamageRoll, target: Fighter, blow: Blow) -> Exchange[DamageResult]:
    result = yield from throw(roll)
    while _may_throw_again(view, blow) and not _takes_out(result, view.combatant(target.id)):
        assert blow.by is not None
        what = text("damage against {target}", target=combatant(target))
        chance = partial(_more, roll, result)
        wanted = yield from offer_reroll(view, blow.by, what, result.total, chance)
        if not wanted:
            break
        again = yield from throw(replace(roll, before=result))
        result = again if again.kept == REROLL else result
    return result


def _may_throw_again(view: BattleView, blow: Blow) -> bool:
    """Tell whether somebody may pay for another throw of damage: not for a fall, nor who is out (SW-51)."""
    return blow.by is not None and not view.combatant(blow.by).state.is_out


def _more(roll: DamageRoll, had: DamageResult) -> float:
    """Give the chance that another throw of the damage does more."""

    def worth(result: DamageResult) -> tuple[int, int]:
        return result.wounds, DAMAGE_OUTCOMES.index(result.outcome)

    chances = (
        chance * sum(share for wounds, share in result.lump if (wounds, worth(result)[1]) > worth(had))
        for result, chance in roll.outcomes()
    )
    return fsum(chances)


def _takes_out(damage: DamageResult, target: Fighter) -> bool:
    """Tell whether damage takes the target out as it stands, Soak left aside (SW-53)."""
    return damage.outcome == BROKEN or damage.wounds >= room_of(target)


def _take(view: BattleView, target: str, damage: DamageResult, blow: Blow) -> Exchange[None]:
    was_shaken = view.combatant(target).state.shaken
    left = damage.wounds
    may_soak = own.SOAKING.on(view.state.house) and view.combatant(target).state.bennies
    if damage.wounds and may_soak:
        answer = yield from ask(_soak_question(view.combatant(target), damage))
        if answer == SOAK:
            left = yield from _soak(view, target, damage)
            if left == 0:
                if was_shaken:
                    yield ev.ShakenEnded(who=target)  # SW-128: even from before
                return

    combatant = view.combatant(target)
    if left >= room_of(combatant):
        if combatant.sheet.wild_card:
            yield from _count_wounds(combatant, left)
        yield from fall_out(view, target, blow)
        return
    if not was_shaken:
        yield ev.BecameShaken(who=target)
    if left:
        yield ev.Wounded(who=target, wounds=left)
    if (blow.by is not None or blow.unseats) and (left or not was_shaken):
        yield from _stay_mounted(view, target, blow)


def _count_wounds(combatant: Fighter, left: int) -> Exchange[None]:
    wounds = min(left, combatant.sheet.limit - combatant.state.wounds)
    if wounds > 0:
        yield ev.Wounded(who=combatant.id, wounds=wounds)


# ------------------------------------------------------------------------------------------------------- soak
def _soak_question(target: Fighter, damage: DamageResult) -> Ask:
    wounds = counted("{n} wound", "{n} wounds", n=damage.wounds)
    roll, needed = _soak_roll(target, damage), _to_stand(target, damage)

    def offer() -> Offer:
        return Offer(
            id=SOAK,
            label=_SOAK,
            chance=soaks_at_least(roll, max(1, needed)),
            chance_of=_STAYS_IN if needed else _SOAKS_ONE,
            note=text("Vigor, a Benny of {bennies}", bennies=target.state.bennies),
            modifiers=roll.modifiers,
            rule="SW-127",
            rungs=_rungs(target, damage, roll),
        )

    return Ask(
        to=target.id,
        purpose="soak",
        question=text(
            "{target} is about to take {wounds}. Spend a Benny to soak?",
            target=combatant(target),
            wounds=wounds,
        ),
        choices=(TAKE, SOAK),
        default=TAKE,
        offers=lambda: (
            Offer(id=TAKE, label=text("Take {wounds}", wounds=wounds), rule="SW-125"),
            offer(),
        ),
    )


def _to_stand(target: Fighter, damage: DamageResult) -> int:
    """Count the wounds that must be soaked for somebody to stay in the fight; 0 if it does in any case."""
    return max(0, damage.wounds - room_of(target) + 1)


def _rungs(target: Fighter, damage: DamageResult, roll: SoakRoll) -> tuple[Rung, ...]:
    """List the chances of soaking at least so many wounds, and what so many do (SW-125, SW-127, SW-128).

    Of many wounds not every number has a rung: the first few have, and those that bring something about.
    """
    needed, every = _to_stand(target, damage), damage.wounds
    told = sorted({*range(1, min(every, MOST_RUNGS) + 1), every} | ({needed} if needed else set()))
    return tuple(
        Rung(
            label=_rung_words(wounds, every),
            chance=soaks_at_least(roll, wounds),
            note=_rung_note(target, wounds, needed, every),
        )
        for wounds in told
    )


def _rung_words(wounds: int, every: int) -> Text:
    if every == 1:
        return _THE_WOUND
    if wounds == every:
        return text("all {wounds}", wounds=wounds)
    return text("at least {wounds}", wounds=wounds)


def _rung_note(target: Fighter, wounds: int, needed: int, every: int) -> Words:
    if wounds == needed == every:
        return text("keeps {target} in the fight, and not Shaken", target=combatant(target))
    if wounds == needed:
        return text("keeps {target} in the fight", target=combatant(target))
    return _NOT_EVEN_SHAKEN if wounds == every else ""


def _soak_roll(target: Fighter, damage: DamageResult) -> SoakRoll:
    die, modifiers = weighed(target, "soak", "vigor")
    return SoakRoll(
        who=target.id,
        purpose="soak",
        label=_SOAK,
        sides=die.sides,
        wild=target.sheet.wild_card,
        modifiers=modifiers,
        target=own.TARGET.value(target.house),
        **roll_settings(target.house),
        incoming=damage.lump,
        room=room_of(target),
    )


def _soak(view: BattleView, target: str, damage: DamageResult) -> Exchange[int]:
    """Roll Vigor; give the wounds that are left (SW-127)."""
    yield ev.BennySpent(who=target, on="soak")
    roll = _soak_roll(view.combatant(target), damage)
    result = yield from throw(roll)
    assert isinstance(result, Soak)
    while result.left and not result.is_critical:
        again = yield from throw_again(view, roll, result)
        if again is None:
            break
        result = again
    if result.left < damage.wounds:
        yield ev.Soaked(who=target, wounds=damage.wounds - result.left, left=result.left)
    return result.left


# ------------------------------------------------------------------------------------------- out of the fight
def fall_out(view: BattleView, who: str, blow: Blow) -> Exchange[None]:
    """Take somebody out of the fight, and see how badly (SW-134 to SW-137, SW-211)."""
    mount, rider = mount_of(view.state, who), rider_of(view.state, who)
    yield ev.BecameIncapacitated(who=who)
    if mount is not None:
        yield from step_beside(view, who, mount.id)
    if rider is not None:
        yield from _lose_mount(view, rider.id, who, blow)
    if blow.nonlethal:
        hours = yield from throw(HoursRoll(who=who, purpose="unconscious", label=_HOURS, sides=6))
        yield ev.BecameUnconscious(who=who, hours=hours.total)
        return
    combatant = view.combatant(who)
    if not combatant.sheet.wild_card:
        return  # SW-137
    roll = plain_roll(combatant, "incapacitation", "vigor", _TO_SURVIVE, beside=True)
    result = yield from roll_trait(view, roll, even_success=True)
    if result.outcome == CRITICAL_FAILURE:
        yield ev.Died(who=who)
    elif result.outcome == FAILURE:
        yield ev.BeganBleeding(who=who)
    else:
        yield ev.Stabilised(who=who)


def bleed(view: BattleView, who: str) -> Exchange[None]:
    """Roll for one who is bleeding out, at the end of a round (SW-138)."""
    roll = plain_roll(view.combatant(who), "bleeding", "vigor", _NOT_TO_BLEED)
    result = yield from roll_trait(view, roll, even_success=True)
    if not result.succeeded:
        yield ev.Died(who=who)
    elif result.outcome == RAISED:
        yield ev.Stabilised(who=who)


# ----------------------------------------------------------------------------------------------------- saddle
def _stay_mounted(view: BattleView, who: str, blow: Blow) -> Exchange[None]:
    """Roll Riding for a rider who was shaken up or wounded; a failure unseats (SW-188, SW-189)."""
    mount = mount_of(view.state, who)
    if mount is None:
        return
    roll = plain_roll(view.combatant(who), "riding", "riding", _TO_STAY, beside=True)
    result = yield from roll_trait(view, roll)
    if not result.succeeded:
        yield from _fall(view, who, mount, blow, is_hard=result.is_critical)


def _lose_mount(view: BattleView, who: str, fallen: str, blow: Blow) -> Exchange[None]:
    """Roll Riding for a rider whose mount is taken out: down beside it on its feet, or a fall (SW-C2)."""
    roll = plain_roll(view.combatant(who), "riding", "riding", _TO_LAND, beside=True)
    result = yield from roll_trait(view, roll)
    if not result.succeeded:
        yield from _fall(view, who, view.combatant(fallen), blow, is_hard=result.is_critical)
        return
    yield ev.Dismounted(who=who, target=fallen)
    yield from step_beside(view, who, fallen)


def _fall(view: BattleView, who: str, mount: Fighter, blow: Blow, *, is_hard: bool) -> Exchange[None]:
    """Fall from the saddle, which hurts from a running mount, and critically from any (SW-188, SW-189)."""
    yield ev.FellFromMount(who=who, target=mount.id)
    yield from step_beside(view, who, mount.id)
    runs = mount.state.ran if blow.mount_runs is None else blow.mount_runs
    dice = HARD_FALL_DICE if is_hard else FALL_DICE if runs else ()
    if not dice:
        return
    faller = view.combatant(who)
    damage = DamageRoll(
        who=who,
        purpose="fall-damage",
        label=_THE_FALL,
        dice=dice,
        toughness=faller.sheet.toughness(),
        is_shaken=faller.state.shaken and own.SHAKEN_TWICE.on(faller.house),
        step=own.WOUND.value(faller.house),
        room=room_of(faller),
        hits=who,
    )
    yield from hurt(view, damage, who, Blow(by=None))
