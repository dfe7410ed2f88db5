"""The action `attack`: its checks in the order of section 8, and what is shown before it is done."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.facts import barrier
from rules.engine.in_the_way import strays_in_the_way
from rules.engine.parameters import GIVEN, one
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import Text, combatant, joined, listed, template, text
from rules.systems.atomic.actions import WITH, AtomicAction, expected_penalty, require_able, with_effort
from rules.systems.atomic.attack.attack import carry_out, make_ready
from rules.systems.atomic.attack.facts import (
    RANGE_RULES,
    Facts,
    facts_of,
    how_far,
    range_between,
    shown_facts,
)
from rules.systems.atomic.sheet.sheet import FIST, RANGE_WORDS, SKILL_WORDS, Range, Weapon
from rules.systems.atomic.state import Condition, Fighter, carried, is_ready
from rules.systems.atomic.turns.prices import SIGNIFICANT
from rules.systems.atomic.weapon_actions import carried_weapon, require_ready, require_weapon, weapon_words


def _weapons(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = sorted(carried(view.state, actor), key=lambda w: not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=weapon_words(w)) for w in weapons)


TARGET = one("target", text("Target"))


class AttackAction(AtomicAction):
    """Attack somebody with a weapon in hand (section 8)."""

    id = "attack"
    label = text("Attack")
    help = text("Roll the weapon's skill; on a success the target may defend, and what gets through wounds.")
    rule = "AT-62"
    allowance = SIGNIFICANT
    aimed = True
    parameters = (replace(WITH, choices=_weapons), TARGET)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse an attack, as far as it is said, in the order of section 8."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor, self.allowance)
        weapon = target = None
        id_ = WITH.of(command)
        if id_ is not None:
            weapon = _weapon_in_hand(view, actor, id_)
        if TARGET.of(command) is not None:
            target = _target(view, actor, command)
        if weapon is not None and target is not None:
            _facts(view, actor, target, weapon, command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare a complete attack: facts, numbers, notes, line of fire and exchange."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor, self.allowance)
        weapon = _weapon_in_hand(view, actor, require_weapon(command))
        target = _target(view, actor, command)
        facts = _facts(view, actor, target, weapon, command)
        attack = make_ready(view, actor, target, weapon, facts)
        modifiers = (*attack.modifiers, *expected_penalty(actor))
        return Plan(
            exchange=lambda view: carry_out(view, attack),
            facts=shown_facts(view.state, facts, weapon),
            roll=with_effort(actor, joined((SKILL_WORDS[weapon.skill], attack.skill), " ")),
            target_number=attack.skill + sum(modifier.value for modifier in modifiers),
            modifiers=modifiers,
            notes=attack.started.notes,
            line=facts.reading.line if facts.reading and facts.reading.line.rays else None,
            target=target.id,
            strays=strays_in_the_way(facts.in_the_way, "AT-R41"),
        )


def _weapon_in_hand(view: BattleView, actor: Fighter, id_: str) -> Weapon:
    weapon = carried_weapon(view, actor, id_)
    require_ready(
        actor, weapon, template("{actor} has the {weapon}, but not in hand: draw it first, a quick action.")
    )
    return weapon


def _target(view: BattleView, actor: Fighter, command: Command) -> Fighter:
    target = view.combatant(TARGET.of(command), "target")
    if target.id == actor.id:
        raise Refusal(
            "no-target",
            text("{actor} cannot attack itself; choose somebody else.", actor=combatant(actor)),
            "AT-62",
        )
    if target.state.condition is Condition.DEAD:
        raise Refusal(
            "no-target", text("{target} is dead; choose somebody else.", target=combatant(target)), "AT-89"
        )
    return target


def _facts(view: BattleView, actor: Fighter, target: Fighter, weapon: Weapon, command: Command) -> Facts:
    facts = facts_of(view.state, actor, target, weapon, GIVEN.of(command) or {})
    if facts.range not in weapon.ranges:
        raise Refusal(
            "out-of-range", _out_of_range(view, actor, target, weapon, facts), RANGE_RULES[facts.range]
        )
    if not facts.line_of_fire:
        overruled = "line_of_fire" in facts.overruled
        line = None if facts.reading is None or overruled else facts.reading.line
        said = text(
            "No line of fire: {what} stands between {actor} and {target}. Move to where one is clear.",
            what=barrier(line),
            actor=combatant(actor),
            target=combatant(target),
        )
        raise Refusal("no-line-of-fire", said, "AT-38")
    return facts


_STANDS = {
    Range.ENGAGED: template("{who} is hand to hand with {whom}"),
    Range.NEAR: template("{who} is near {whom}"),
    Range.FAR: template("{who} is far from {whom}"),
    Range.DISTANT: template("{who} is distant from {whom}"),
}
_CLOSER = {
    "": template("{where}; the {weapon} is for {reaches}. Move closer."),
    "draw": template("{where}; the {weapon} is for {reaches}. Move closer, or draw the {other}."),
    "choose": template("{where}; the {weapon} is for {reaches}. Move closer, or choose the {other}."),
    FIST.id: template("{where}; the {weapon} is for {reaches}. Move closer, or use bare hands."),
}
_AWAY = {
    "": template("{where}; the {weapon} is for {reaches}. Move away."),
    "draw": template("{where}; the {weapon} is for {reaches}. Move away, or draw the {other}."),
    "choose": template("{where}; the {weapon} is for {reaches}. Move away, or choose the {other}."),
    FIST.id: template("{where}; the {weapon} is for {reaches}. Move away, or use bare hands."),
}
"""What helps who is too far away or too near, by what other weapon would reach."""


def _out_of_range(view: BattleView, actor: Fighter, target: Fighter, weapon: Weapon, facts: Facts) -> Text:
    where = text(_STANDS[facts.range], who=combatant(target), whom=combatant(actor))
    far = how_far(facts.reading) if "range" not in facts.overruled else ""
    if far:
        where = text("{where} ({far})", where=where, far=far)
    order = list(Range)
    closer = order.index(facts.range) > max(order.index(r) for r in weapon.ranges)
    better = _fitting(view, actor, target, facts)
    helps = ""
    if better is not None:
        helps = "choose" if is_ready(actor, better) else "draw"
        helps = FIST.id if better.id == FIST.id else helps
    return text(
        (_CLOSER if closer else _AWAY)[helps],
        where=where,
        weapon=text(weapon.name).low,
        reaches=listed([RANGE_WORDS[r] for r in weapon.ranges]),
        other="" if better is None else text(better.name).low,
    )


def _fitting(view: BattleView, actor: Fighter, target: Fighter, facts: Facts) -> Weapon | None:
    """Find a weapon that somebody carries and that reaches the target, rather one in hand."""

    def at(other: Weapon) -> Range:
        if facts.reading is None or "range" in facts.overruled:
            return facts.range
        return range_between(facts.reading, actor, target, other)

    fits = [w for w in carried(view.state, actor) if at(w) in w.ranges]
    return min(fits, key=lambda w: not is_ready(actor, w), default=None)
