"""Asking a target for its defence, rolling it, and what trying it costs (GU-806, GU-807, GU-816, GU-817)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import Moved
from rules.engine.exchange import Answer, Ask, Exchange, ask, throw
from rules.engine.refusal import Refusal
from rules.engine.state import Extra, Offer, Scene
from rules.map.model import Cell
from rules.systems.gurps import guard, guard_rolls
from rules.systems.gurps import maneuvers as mv
from rules.systems.gurps.attack_events import (
    AttackDefended,
    DefenceTried,
)
from rules.systems.gurps.body import WEAPON
from rules.systems.gurps.facts import Facts, read_given
from rules.systems.gurps.gear_events import (
    WeaponUnready,
)
from rules.systems.gurps.guard import BLOCK, DODGE, NONE, PARRY, Against, Prepared
from rules.systems.gurps.maneuver_events import (
    AimLost,
    BraceEnded,
    ConcentrationLost,
    PostureChanged,
    RiposteReady,
)
from rules.systems.gurps.rolls import Check, CheckRoll, PlainRoll
from rules.systems.gurps.state import GurpsState, Posture
from rules.systems.gurps.strike import Strike

WORDS = {DODGE: "Dodge", PARRY: "Parry", BLOCK: "Block", NONE: "No defence"}
OPTION_WORDS = {
    guard.RETREAT: "retreat",
    guard.ACROBATIC: "acrobatic",
    guard.DIVE: "dive",
    guard.RIPOSTE: "riposte",
    guard.CROSS: "cross parry",
    guard.SUPPORTED: "supported",
}
OPTION_NOTES = {
    guard.RETREAT: "steps back a yard; once between your turns",
    guard.ACROBATIC: "Acrobatics first: +2, or -2 if it fails",
    guard.DIVE: "+3, and you lie prone whatever comes",
    guard.RIPOSTE: "worse now, and the attacker is open to your next attack",
    guard.CROSS: "+2 with both weapons, which then parry no more",
    guard.SUPPORTED: "+2 with the free hand, and both then parry no more",
}


@dataclass(slots=True)
class Said:
    """The facts that the GM has said in the course of an exchange; each holds from then on (GU-500)."""

    facts: dict[str, Any] = field(default_factory=dict)

    def hear(self, answer: Answer) -> None:
        """Take in what came with an answer."""
        given = answer.extra.get("facts")
        if isinstance(given, Mapping):
            self.facts.update(given)

    def over(self, facts: Facts) -> Facts:
        """Put what was said over what was read."""
        return facts.with_given(self.facts)


@dataclass(frozen=True, slots=True)
class Defended:
    """What came of a target's defences: whether one held, and the arm that is struck instead, if any."""

    held: bool
    limb: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardRoll(CheckRoll):
    """A defence roll. Told apart are success, failure, and critical failure (GU-816)."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give how it came out."""
        return result.succeeded, result.is_fumble


@dataclass(frozen=True, slots=True, kw_only=True)
class DiveRoll(CheckRoll):
    """A dive: whoever tries it lies prone, so that no failure is worse than another (GU-816, GU-836)."""

    veers: bool = False
    """Whether the area veers by the margin of its success (GU-832)."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give whether it succeeded, and by how much where that counts."""
        return result.succeeded, self.veers and result.made_by


def against(scene: Scene, strike: Strike, said: Said, kinds: tuple[str, ...] = guard.KINDS) -> Against:
    """Give an attack as its target meets it now."""
    assert strike.target is not None
    return Against(
        state=scene.state,
        attacker=scene.combatant(strike.attacker),
        defender=scene.combatant(strike.target),
        strike=strike,
        facts=said.over(strike.facts),
        kinds=kinds,
    )


def defend(scene: Scene, strike: Strike, attack: Check, said: Said) -> Exchange[Defended]:
    """Ask the target for a defence, and for a second where it has one (GU-806, GU-807, GU-713)."""
    assert strike.target is not None
    kinds: tuple[str, ...] = guard.KINDS
    purpose = "defend"
    while True:
        open_now = guard.open_kinds(against(scene, strike, said, kinds))
        if not open_now:
            return Defended(False)
        answer = yield from ask(_question(scene, strike, attack, said, kinds, open_now, purpose))
        said.hear(answer)
        if answer == NONE:
            return Defended(False)
        now = against(scene, strike, said, kinds)
        made = _chosen(now, answer)
        roll = yield from try_defence(scene, strike.target, made, strike)
        if roll.succeeded:
            yield AttackDefended(who=strike.attacker, target=strike.target, defence=made.kind)
            yield from _after_success(scene, strike, made)
            yield from after_defence(scene, strike.target)
            return Defended(True)
        yield from after_defence(scene, strike.target)
        if _may_try_again(scene, strike.target) and purpose == "defend":
            kinds = tuple(kind for kind in kinds if kind != made.kind)
            purpose = "second-defence"
            continue
        limb = yield from _limb(scene, strike, made)
        return Defended(False, limb)


def _may_try_again(scene: Scene, who: str) -> bool:
    taken = scene.combatant(who).state.maneuver
    return taken is not None and taken.id == mv.ALL_OUT_DEFENSE and taken.variant == mv.DOUBLE


def _chosen(now: Against, answer: Answer) -> Prepared:
    way = answer.extra.get("with")
    options = guard_rolls.read_options(answer.extra.get("options"))
    if way is None and not options:
        return guard_rolls.best_plain(now, answer)
    if way is not None and not isinstance(way, str):
        raise Refusal("bad-answer", f"'with' names a weapon or a hand; {way!r} is neither.", "GU-819")
    return guard_rolls.prepare(now, answer, way, options)


def try_defence(
    scene: Scene, who: str, made: Prepared, strike: Strike | None, *, veers: bool = False
) -> Exchange[Check]:
    """Count a defence, give way, do the acrobatics, roll it, and pay for a critical failure (GU-816).

    Args:
        veers: whether an area veers by the margin of this dive (GU-832).
    """
    yield DefenceTried(
        who=who, defence=made.kind, counted=made.counted, locked=made.locked, retreats=made.retreats
    )
    if made.retreats:
        yield from give_way(scene, who, made.cell)
    if made.is_unarmed or any(id_.endswith("-hand") for id_ in made.locked):
        yield from end_hand_brace(scene, who)
    modifiers = made.modifiers
    if made.acrobatic:
        base = scene.combatant(who).sheet.skill("acrobatics") or 0
        tried = yield from throw(PlainRoll(who=who, purpose="acrobatics", label="acrobatics", base=base))
        modifiers = (*modifiers, Modifier("acrobatics", 2 if tried.succeeded else -2, "GU-819"))
    asked: CheckRoll = GuardRoll(
        who=who, purpose=made.kind, label=made.kind, base=made.base, modifiers=modifiers
    )
    if made.dives:
        asked = DiveRoll(
            who=who, purpose=made.kind, label=made.kind, base=made.base, modifiers=modifiers, veers=veers
        )
    roll = yield from throw(asked)
    prone = made.dives or (roll.is_fumble and made.kind == DODGE)
    if prone and scene.combatant(who).state.posture is not Posture.PRONE:
        yield PostureChanged(who=who, posture=Posture.PRONE)
    if roll.is_fumble and made.kind in (PARRY, BLOCK) and not made.is_unarmed:
        weapon = scene.combatant(who).sheet.weapon(made.way)
        if weapon is not None:
            yield WeaponUnready(who=who, weapon=weapon.id, name=weapon.name)
    return roll


def give_way(scene: Scene, who: str, cell: Cell | None) -> Exchange[None]:
    """Step back a yard (GU-505); who leaned a weapon on something leans no more."""
    yield Moved(who=who, to=cell, path=() if cell is None else (cell,), cost=1)
    braced = scene.combatant(who).state.braced
    if braced is not None and braced.on == "surface":
        yield BraceEnded(who=who)


def end_hand_brace(scene: Scene, who: str) -> Exchange[None]:
    """Let a brace on the free hand end, for the hand is used (GU-741)."""
    braced = scene.combatant(who).state.braced
    if braced is not None and braced.on == "hand":
        yield BraceEnded(who=who)


def after_defence(scene: Scene, who: str) -> Exchange[None]:
    """Let an aim end, and perhaps a concentration (GU-710, GU-720, GU-817)."""
    state: GurpsState = scene.combatant(who).state
    if state.aim is not None:
        yield AimLost(who=who)
    if state.concentrating is None:
        return
    roll = yield from throw(
        PlainRoll(
            who=who,
            purpose="concentration",
            label="Will to keep concentrated",
            base=scene.combatant(who).sheet.attribute("Will"),
            modifiers=(Modifier("defending", -3, "GU-720"),),
        )
    )
    if not roll.succeeded:
        yield ConcentrationLost(who=who)


def _after_success(scene: Scene, strike: Strike, made: Prepared) -> Exchange[None]:
    if made.riposte:
        assert strike.target is not None
        between = scene.state.running and scene.state.active != strike.target
        yield RiposteReady(
            who=strike.target,
            target=strike.attacker,
            penalty=made.riposte // 2,
            due=between or scene.combatant(strike.target).state.closed,
        )


def _limb(scene: Scene, strike: Strike, made: Prepared) -> Exchange[str | None]:
    """Let the attacker choose, after a failed bare-handed parry of a weapon, to hit the arm (GU-807).

    A blow at a weapon stays where it goes (our ruling GU-R57).
    """
    assert strike.target is not None
    if not made.is_unarmed or strike.use.weapon.unarmed or strike.location == WEAPON:
        return None
    defender = scene.combatant(strike.target)
    arm = defender.sheet.body.arm_of(guard.hand_side(made.way))
    answer = yield from ask(
        Ask(
            to=strike.attacker,
            purpose="parry-limb",
            question=f"{defender.name} tried to parry with a bare hand and failed. What do you hit?",
            choices=("parrying-limb", "original"),
            default="original",
            about=strike.target,
            weighed="most",
            offers=lambda: (
                Offer(id="parrying-limb", label=f"The {arm.name} that parried", rule="GU-807"),
                Offer(id="original", label="What you aimed at", rule="GU-807"),
            ),
        )
    )
    return arm.id if answer == "parrying-limb" else None


# -------------------------------------------------------------------------------------- what the player reads
def _question(
    scene: Scene,
    strike: Strike,
    attack: Check,
    said: Said,
    kinds: tuple[str, ...],
    open_now: tuple[str, ...],
    purpose: str,
) -> Ask:
    assert strike.target is not None

    def check(answer: Answer) -> None:
        given = answer.extra.get("facts")
        heard = Said(dict(said.facts))
        if given is not None:
            if not isinstance(given, Mapping):
                raise Refusal("bad-answer", "'facts' must be an object.")
            read_given(given)
            heard.facts.update(given)
        now = against(scene, strike, heard, kinds)
        if answer != NONE:
            _chosen(now, answer)

    attacker = scene.combatant(strike.attacker)
    return Ask(
        to=strike.target,
        purpose=purpose,
        question=_words(attacker.name, strike, attack, purpose),
        choices=(*open_now, NONE),
        default=NONE,
        about=strike.attacker,
        weighed="least",
        foreseen=lambda: _likeliest(against(scene, strike, said, kinds), open_now),
        check=check,
        weigh=lambda answer: _weighed(against(scene, strike, said, kinds), answer),
        offers=lambda: _offers(against(scene, strike, said, kinds), open_now),
    )


def _likeliest(now: Against, kinds: tuple[str, ...]) -> str:
    """Give the kind of defence with the best score, of equals the first."""
    return max(kinds, key=lambda kind: guard_rolls.best_plain(now, kind).target)


def _words(attacker: str, strike: Strike, attack: Check, purpose: str) -> str:
    if purpose == "second-defence":
        return "Your first defence failed. Try a second one against the same attack?"
    with_ = "" if strike.use.weapon.unarmed else "the "
    hits = f", {attack.made_by} better than needed" if attack.made_by else ", just so"
    weapon = strike.use.name.lower()
    return f"{attacker} attacks you with {with_}{weapon} and would hit{hits}. How do you defend?"


def _offers(now: Against, kinds: tuple[str, ...]) -> tuple[Offer, ...]:
    found = []
    sheet = now.defender.sheet
    for kind in kinds:
        made = guard_rolls.best_plain(now, kind)
        found.append(
            Offer(
                id=kind,
                label=WORDS[kind],
                chance=made.chance(sheet),
                note=_note(now, made),
                modifiers=made.modifiers,
                rule=guard.RULES[kind],
                ways=_ways(now, kind),
                options=_extras(now, kind),
            )
        )
    return (*found, Offer(id=NONE, label=WORDS[NONE], note="take what comes", rule=guard.RULES[NONE]))


def _weighed(now: Against, answer: Answer) -> Offer:
    """Word a defence with the way and the options that are chosen for it, as it would be rolled (GU-819)."""
    if answer == NONE:
        return Offer(id=NONE, label=WORDS[NONE], note="take what comes", rule=guard.RULES[NONE])
    made = _chosen(now, answer)
    return Offer(
        id=made.kind,
        label=WORDS[made.kind],
        chance=made.chance(now.defender.sheet),
        note=_note(now, made),
        modifiers=made.modifiers,
        rule=guard.RULES[made.kind],
    )


def _name(now: Against, way: str) -> str:
    weapon = now.defender.sheet.weapon(way)
    return weapon.name if weapon is not None else way.replace("-", " ")


def _note(now: Against, made: Prepared) -> str:
    if made.kind == PARRY:
        return f"with the {_name(now, made.way).lower()}, {made.target} or less"
    return f"{made.target} or less"


def _ways(now: Against, kind: str) -> tuple[Extra, ...]:
    if kind != PARRY:
        return ()
    found = []
    for way in guard.ways(now):
        try:
            made = guard_rolls.prepare(now, kind, way)
        except Refusal as refusal:
            found.append(Extra(id=way, label=_name(now, way), note=refusal.message, rule=refusal.rule))
            continue
        note = f"{made.target} or less"
        found.append(Extra(id=way, label=_name(now, way), chance=made.chance(now.defender.sheet), note=note))
    return tuple(sorted(found, key=lambda extra: -(extra.chance or 0)))


def _extras(now: Against, kind: str) -> tuple[Extra, ...]:
    found = []
    for id_ in guard.option_ids(now, kind):
        try:
            chance: float | None = guard_rolls.prepare(now, kind, None, {id_: {"id": id_}}).chance(
                now.defender.sheet
            )
        except Refusal:
            chance = None  # a riposte that would leave too little, say
        extra = Extra(id=id_, label=OPTION_WORDS[id_], chance=chance, note=OPTION_NOTES[id_], rule="GU-819")
        if id_ == guard.RIPOSTE:
            extra = replace(extra, low=1, high=guard.MOST_RIPOSTE, number="by")
        if id_ == guard.CROSS:
            extra = replace(extra, pick="second", picks=guard.crossing(now))
        found.append(extra)
    return tuple(found)
