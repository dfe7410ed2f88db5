"""The action `attack`: its checks in the order of section 8, and what is shown before it is done."""

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter, Plan
from rules.engine.text import combatant, text
from rules.systems.atomic.actions import (
    ALLOWANCE_WORDS,
    SIGNIFICANT,
    AtomicAction,
    carried_weapon,
    effort_words,
    expected_penalty,
    require_able,
    require_ready,
    require_weapon,
    weapon_words,
)
from rules.systems.atomic.attack.attack import attack, make_ready
from rules.systems.atomic.attack.facts import (
    RANGE_RULES,
    Facts,
    facts_of,
    how_far,
    range_between,
    shown_facts,
)
from rules.systems.atomic.sheet.sheet import Range, Weapon
from rules.systems.atomic.state import Condition, Fighter, carried, is_ready


def _weapons(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = sorted(carried(view.state, actor), key=lambda w: not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=weapon_words(w)) for w in weapons)


class Attack(AtomicAction):
    """Attack somebody with a weapon in hand (section 8)."""

    id = "attack"
    label = "Attack"
    help = "Roll the weapon's skill; on a success the target may defend, and what gets through wounds."
    cost = ALLOWANCE_WORDS[SIGNIFICANT]
    rule = "AT-62"
    allowance = SIGNIFICANT
    aimed = True
    parameters = (
        Parameter(id="with", kind="weapon", label="Weapon", choices=_weapons),
        Parameter(id="target", kind="combatant", label="Target"),
    )

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse an attack, as far as it is said, in the order of section 8."""
        actor = view.combatant(command.actor, "actor")
        require_able(actor, self.allowance)
        weapon = target = None
        id_ = command.text("with")
        if id_ is not None:
            weapon = _weapon_in_hand(view, actor, id_)
        if command.text("target") is not None:
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
        blow = make_ready(view, actor, target, weapon, facts)
        modifiers = (*blow.modifiers, *expected_penalty(actor))
        return Plan(
            exchange=lambda view: attack(view, blow),
            facts=shown_facts(facts),
            roll=f"{effort_words(actor)}{weapon.skill.value.capitalize()} {blow.skill}",
            target_number=blow.skill + sum(modifier.value for modifier in modifiers),
            modifiers=modifiers,
            notes=blow.started.notes,
            line=facts.reading.line if facts.reading and facts.reading.line.rays else None,
            target=target.id,
        )


def _weapon_in_hand(view: BattleView, actor: Fighter, id_: str) -> Weapon:
    weapon = carried_weapon(view, actor, id_)
    require_ready(actor, weapon, ": draw it first, a quick action")
    return weapon


def _target(view: BattleView, actor: Fighter, command: Command) -> Fighter:
    target = view.combatant(command.text("target"), "target")
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
    facts = facts_of(view.state, actor, target, weapon, command.table("facts"))
    if facts.range not in weapon.ranges:
        raise Refusal(
            "out-of-range", _out_of_range(view, actor, target, weapon, facts), RANGE_RULES[facts.range]
        )
    if not facts.line_of_fire:
        met = facts.reading.line.first_hit if facts.reading else None
        what = (
            f"a {met.kind.value}"
            if met is not None and "line_of_fire" not in facts.overruled
            else "something"
        )
        between = f"{what} stands between {actor.name} and {target.name}"
        said = text("No line of fire: {between}. Move to where one is clear.", between=text(between))
        raise Refusal("no-line-of-fire", said, "AT-38")
    return facts


_HOW = {
    Range.ENGAGED: "hand to hand with",
    Range.NEAR: "near",
    Range.FAR: "far from",
    Range.DISTANT: "distant from",
}


def _out_of_range(view: BattleView, actor: Fighter, target: Fighter, weapon: Weapon, facts: Facts) -> str:
    far = how_far(facts.reading) if "range" not in facts.overruled else ""
    where = f"{target.name} is {_HOW[facts.range]} {actor.name}{f' ({far})' if far else ''}"
    reaches = " and ".join(r.value for r in weapon.ranges)
    order = list(Range)
    closer = order.index(facts.range) > max(order.index(r) for r in weapon.ranges)
    text = f"{where}; the {weapon.name.lower()} is for {reaches}. Move {'closer' if closer else 'away'}"

    def at(other: Weapon) -> Range:
        if facts.reading is None or "range" in facts.overruled:
            return facts.range
        return range_between(facts.reading, actor, target, other)

    fits = [w for w in carried(view.state, actor) if at(w) in w.ranges]
    if fits:
        better = min(fits, key=lambda w: not is_ready(actor, w))
        verb = "choose" if is_ready(actor, better) else "draw"
        text += f", or {verb} the {better.name.lower()}" if better.id != "fist" else ", or use bare hands"
    return f"{text}."
