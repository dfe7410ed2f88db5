"""The attack, step by step (AT-60 to AT-79). All that the map says was read before (`Attack`)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, Ways, throw
from rules.engine.state import BattleView
from rules.engine.text import Text, template, text
from rules.map.model import GridKind
from rules.systems.atomic import house as own
from rules.systems.atomic.attack.defence import defend
from rules.systems.atomic.attack.facts import COVER, COVER_NAMES, GM, Facts, facts_by_map
from rules.systems.atomic.events import (
    AttackDefended,
    AttackMissed,
    AttackStarted,
    EngagementBegun,
    Hit,
    HitInstead,
)
from rules.systems.atomic.harm.injury import take_wounds, ways_of_wounds
from rules.systems.atomic.rolls import AttackRoll, Percentile, armour_against, incoming_wounds
from rules.systems.atomic.sheet.sheet import RANGE_WORDS, Range, Weapon
from rules.systems.atomic.state import Fighter
from rules.systems.atomic.turns.deed import Start, finish_action, start_action

_NO_COVER_ENGAGED = text("cover does not count when engaged")
_PIERCING = text("armour-piercing")
_IN_THE_WAY = text("somebody in the way")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack made ready: who, whom, with what, and every number that it rests on."""

    attacker: str
    target: str
    weapon: Weapon
    label: Text
    """What the roll to hit is called: by the weapon."""
    facts: Facts
    skill: int
    modifiers: tuple[Modifier, ...]
    cover: int
    armour: int
    """What armour-piercing leaves of the target's armour (AT-15)."""
    started: AttackStarted
    engages: bool
    """Whether it puts the two into a fight hand to hand, as a melee attack does on zones alone (AT-34)."""

    @property
    def rating(self) -> int:
        """The Wound Rating that cover leaves (AT-84)."""
        return max(0, self.weapon.wounds - self.cover)


def make_ready(view: BattleView, attacker: Fighter, target: Fighter, weapon: Weapon, facts: Facts) -> Attack:
    """Work out the numbers of an attack from its facts (AT-11, AT-15, AT-37, AT-39, AT-62, AT-66, AT-84)."""
    house, covered = view.state.house, facts.protecting_cover
    cover = own.COVER.of(house).get(covered, 0)
    armour, ap = target.sheet.armour, weapon.ap if own.PIERCING.on(house) else 0
    modifiers = []
    if facts.range is Range.DISTANT and not weapon.is_melee:
        modifiers.append(own.DISTANT.added(house, RANGE_WORDS[Range.DISTANT]))
    if facts.in_the_way:
        modifiers.append(own.IN_THE_WAY.added(house, _IN_THE_WAY, len(facts.in_the_way)))
    if facts.modifier:
        modifiers.append(Modifier(GM, facts.modifier, "AT-66"))
    notes = []
    if COVER[facts.cover]:
        if covered != "none":
            note = own.COVER.note(house, covered, -own.COVER[covered])
            said = text(
                "{covered} cover, from the weapon's wounds{note}", covered=COVER_NAMES[covered], note=note
            )
            notes.append(Modifier(said, -cover, "AT-84"))
        else:
            notes.append(Modifier(_NO_COVER_ENGAGED, 0, "AT-39"))
    if armour.rating:
        says = template("{armour}, even against critical hits")
        if own.CRITICAL_PIERCES.on(house):
            says = template("{armour}, unless the attack is critical")
        notes.append(Modifier(text(says, armour=text(armour.name).low), -armour.rating, "AT-85"))
        if pierced := min(ap, armour.rating):
            notes.append(Modifier(_PIERCING, pierced, "AT-15"))
    battle_map = view.state.map
    on_zones = battle_map is not None and battle_map.grid.kind is GridKind.ZONES
    return Attack(
        attacker=attacker.id,
        target=target.id,
        weapon=weapon,
        label=text(weapon.name).low,
        facts=facts,
        skill=attacker.sheet.skill(weapon.skill.value, house),
        modifiers=tuple(modifiers),
        cover=cover,
        armour=max(0, armour.rating - ap),
        started=AttackStarted(
            who=attacker.id,
            target=target.id,
            weapon=weapon.id,
            weapon_name=weapon.name,
            facts=facts.as_json(),
            overruled=facts.overruled,
            notes=tuple(notes),
        ),
        engages=on_zones and weapon.is_melee,
    )


def carry_out(view: BattleView, attack: Attack) -> Exchange[None]:
    """Carry out an attack from what it costs to the last wound (AT-60 to AT-79)."""
    yield attack.started
    start = yield from start_action(
        view, attack.attacker, "significant", "attack"
    )  # steps 1 and 2: AT-60, AT-61
    if not start.is_lost:
        yield from _strike(view, attack, start)
    yield from finish_action(view, start)


def _strike(view: BattleView, attack: Attack, start: Start) -> Exchange[None]:
    attacker, target = attack.attacker, attack.target
    if attack.engages:
        yield EngagementBegun(who=attacker, target=target)

    asked = AttackRoll(
        who=attacker,
        purpose="attack",
        label=attack.label,
        base=attack.skill,
        house=view.state.house,
        modifiers=(*attack.modifiers, *start.penalty),
        rating=attack.rating,
        armour=attack.armour,
        room=view.combatant(target).state.room,
        in_the_way=attack.facts.in_the_way,
    )
    roll = yield from throw(asked)  # step 3: AT-62
    if roll.succeeded:
        yield from _meet(view, attack, roll, start)
        return
    yield AttackMissed(who=attacker, target=target)  # step 4: AT-63
    found = asked.finds(roll)
    if found is not None:
        yield HitInstead(who=attacker, target=found)
        yield from _meet(view, _instead(view, attack, found), asked.past_them(roll), start)


def _instead(view: BattleView, attack: Attack, found: str) -> Attack:
    """Give the same attack as it goes to one of those in the way, who is hit where they stand (AT-R41)."""
    attacker, victim = view.combatant(attack.attacker), view.combatant(found)
    facts = facts_by_map(view.state, attacker, victim, attack.weapon)
    return make_ready(view, attacker, victim, attack.weapon, replace(facts, in_the_way=()))


def _meet(view: BattleView, attack: Attack, roll: Percentile, start: Start) -> Exchange[None]:
    """Let whom an attack finds defend, and what gets through wound (steps 5 to 8: AT-64 to AT-85)."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    hit = partial(_hit, attack, roll)
    # After a last action its doer collapses, and what begins with the next turn may be the target's.
    is_all = not start.is_last
    lands = partial(_ways_to_land, view.combatant(target), hit) if is_all else None
    stopped_by = yield from defend(view, attacker, target, weapon, roll, attack.facts.aware, lands)
    if stopped_by is not None:
        yield AttackDefended(who=attacker, target=target, defence=stopped_by)
        return

    landed = hit()  # step 8: AT-79 to AT-85
    yield landed
    yield from take_wounds(view, target, landed.incoming, is_all=is_all)


def _hit(attack: Attack, roll: Percentile) -> Hit:
    return Hit(
        who=attack.attacker,
        target=attack.target,
        rating=attack.weapon.wounds,
        cover=attack.cover,
        bonus=roll.wound_bonus,
        armour=armour_against(roll, attack.armour),
        incoming=incoming_wounds(roll, attack.rating, attack.armour),
    )


def _ways_to_land(target: Fighter, hit: Callable[[], Hit]) -> Ways:
    """Give all that an attack can come to for its target once no defence stops it."""
    landed = hit()
    return [((landed, *events), chance) for events, chance in ways_of_wounds(target, landed.incoming)]
