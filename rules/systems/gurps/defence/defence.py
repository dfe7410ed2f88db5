"""Asking a target for its defence, rolling it, and what trying it costs (GU-806, GU-807, GU-816, GU-817)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.battle_events import Moved
from rules.engine.exchange import Answer, Ask, Exchange, ask, throw
from rules.engine.refusal import Refusal
from rules.engine.shown import Fact
from rules.engine.state import BattleView, Offer
from rules.engine.text import Text, combatant, text
from rules.map.model import Cell
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.facts import Facts, read_given
from rules.systems.gurps.attack.facts_shown import guard_facts
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence import open_defences
from rules.systems.gurps.defence.defence_offers import chosen, likeliest, offers, weighed
from rules.systems.gurps.defence.open_defences import (
    BLOCK,
    DEFENCE_WORDS,
    DODGE,
    NONE,
    PARRY,
    Against,
    Prepared,
)
from rules.systems.gurps.events.attack_events import AttackDefended, DefenceTried
from rules.systems.gurps.events.gear_events import WeaponUnready
from rules.systems.gurps.events.maneuver_events import (
    AimLost,
    BraceEnded,
    ConcentrationLost,
    PostureChanged,
    RiposteReady,
)
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.rolls import Check, CheckRoll, PlainRoll
from rules.systems.gurps.sheet.body import WEAPON
from rules.systems.gurps.sheet.names import name_of, use_name
from rules.systems.gurps.state import Fighter, GurpsState, Posture, is_between_turns

_ACROBATICS = text("acrobatics")
_DEFENDING = text("defending")
_KEEP_CONCENTRATED = text("Will to keep concentrated")


@dataclass(slots=True)
class Said:
    """The facts that the GM has said in the course of an exchange; each holds from then on (GU-500)."""

    facts: dict[str, Any] = field(default_factory=dict)
    """As `read_given` has read them."""

    def hear(self, answer: Answer) -> None:
        """Take in what came with an answer."""
        self.facts = self.with_answer(answer).facts

    def with_answer(self, answer: Answer) -> "Said":
        """Give what would hold if an answer were given. Raises `Refusal` `bad-answer` or `bad-command`."""
        given = answer.extra.get("facts")
        if given is None:
            return self
        if not isinstance(given, Mapping):
            raise Refusal("bad-answer", text("'facts' must be an object."))
        kept = {name: value for name, value in self.facts.items() if name not in given}  # null: by the map
        return Said(kept | read_given(given))

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


def against(
    view: BattleView, strike: Strike, said: Said, kinds: tuple[str, ...] = open_defences.KINDS
) -> Against:
    """Give an attack as its target meets it now."""
    assert strike.target is not None
    return Against(
        state=view.state,
        attacker=view.combatant(strike.attacker),
        defender=view.combatant(strike.target),
        strike=strike,
        facts=said.over(strike.facts),
        kinds=kinds,
    )


def defend(view: BattleView, strike: Strike, attack: Check, said: Said) -> Exchange[Defended]:
    """Ask the target for a defence, and for a second where it has one (GU-806, GU-807, GU-713)."""
    assert strike.target is not None
    kinds: tuple[str, ...] = open_defences.KINDS
    failed: list[Prepared] = []
    while open_now := open_defences.open_kinds(against(view, strike, said, kinds)):
        purpose = "second-defence" if failed else "defend"
        answer = yield from ask(_question(view, strike, attack, said, kinds, open_now, purpose))
        said.hear(answer)
        if answer == NONE:
            break
        now = against(view, strike, said, kinds)
        made = chosen(now, answer)
        roll = yield from try_defence(view, strike.target, made, strike)
        if roll.succeeded:
            yield AttackDefended(who=strike.attacker, target=strike.target, defence=made.kind)
            yield from _after_success(view, strike, made)
            yield from after_defence(view, strike.target)
            return Defended(True)
        yield from after_defence(view, strike.target)
        failed.append(made)
        if len(failed) > 1 or not _may_try_again(view, strike.target):
            break
        kinds = tuple(kind for kind in kinds if kind != made.kind)
    limb = yield from _limb(view, strike, failed)
    return Defended(False, limb)


def _may_try_again(view: BattleView, who: str) -> bool:
    taken = view.combatant(who).state.maneuver
    return taken is not None and taken.id == mv.ALL_OUT_DEFENSE and taken.variant == mv.DOUBLE


def try_defence(
    view: BattleView, who: str, made: Prepared, strike: Strike | None, *, veers: bool = False
) -> Exchange[Check]:
    """Count a defence, give way, do the acrobatics, roll it, and pay for a critical failure (GU-816).

    Args:
        veers: whether an area veers by the margin of this dive (GU-832).
    """
    yield DefenceTried(
        who=who, defence=made.kind, counted=made.counted, locked=made.locked, retreats=made.retreats
    )
    if made.gives_way:
        yield from give_way(view, who, made.cell)
    if made.is_unarmed or any(id_.endswith("-hand") for id_ in made.locked):
        yield from end_hand_brace(view, who)
    modifiers = made.modifiers
    if made.acrobatic:
        base = view.combatant(who).sheet.skill("acrobatics") or 0
        tried = yield from throw(PlainRoll(who=who, purpose="acrobatics", label=_ACROBATICS, base=base))
        modifiers = (
            *modifiers,
            own.OPTIONS.modifier(
                view.state.house, "acrobatics" if tried.succeeded else "acrobatics-failed", _ACROBATICS
            ),
        )
    asked: CheckRoll = GuardRoll(
        who=who, purpose=made.kind, label=DEFENCE_WORDS[made.kind], base=made.base, modifiers=modifiers
    )
    if made.dives:
        asked = DiveRoll(
            who=who,
            purpose=made.kind,
            label=DEFENCE_WORDS[made.kind],
            base=made.base,
            modifiers=modifiers,
            veers=veers,
        )
    roll = yield from throw(asked)
    prone = made.dives or (roll.is_fumble and made.kind == DODGE)
    if prone and view.combatant(who).state.posture is not Posture.PRONE:
        yield PostureChanged(who=who, posture=Posture.PRONE)
    if roll.is_fumble and made.kind in (PARRY, BLOCK) and not made.is_unarmed:
        weapon = view.combatant(who).sheet.weapon(made.way.partition("/")[0])
        if weapon is not None:
            yield WeaponUnready(who=who, weapon=weapon.id, name=weapon.name)
    return roll


def give_way(view: BattleView, who: str, cell: Cell | None) -> Exchange[None]:
    """Step back a yard, or dive to there (GU-505, GU-C1); who leaned a weapon on something leans no more."""
    yield Moved(who=who, to=cell, path=() if cell is None else (cell,), cost=1)
    braced = view.combatant(who).state.braced
    if braced is not None and braced.on == "surface":
        yield BraceEnded(who=who)


def end_hand_brace(view: BattleView, who: str) -> Exchange[None]:
    """Let a brace on the free hand end, for the hand is used (GU-741)."""
    braced = view.combatant(who).state.braced
    if braced is not None and braced.on == "hand":
        yield BraceEnded(who=who)


def after_defence(view: BattleView, who: str) -> Exchange[None]:
    """Let an aim end, and perhaps a concentration (GU-710, GU-720, GU-817)."""
    state: GurpsState = view.combatant(who).state
    if state.aim is not None:
        yield AimLost(who=who)
    if state.concentrating is None:
        return
    roll = yield from throw(
        PlainRoll(
            who=who,
            purpose="concentration",
            label=text("Will to keep concentrated"),
            base=view.combatant(who).sheet.attribute("Will"),
            modifiers=(own.CONCENTRATING.added(view.state.house, _DEFENDING),),
        )
    )
    if not roll.succeeded:
        yield ConcentrationLost(who=who)


def _after_success(view: BattleView, strike: Strike, made: Prepared) -> Exchange[None]:
    if made.riposte > 1:  # half of 1 is nothing
        assert strike.target is not None
        yield RiposteReady(
            who=strike.target,
            target=strike.attacker,
            penalty=made.riposte // 2,
            due=is_between_turns(view.state, strike.target),
        )


def _limb(view: BattleView, strike: Strike, failed: Sequence[Prepared]) -> Exchange[str | None]:
    """Let the attacker choose, after a failed bare-handed parry of a weapon, to hit the arm (GU-807).

    It may have been the first of two defences (GU-713). A blow at a weapon stays where it goes (our ruling
    GU-R57).
    """
    assert strike.target is not None
    made = next((made for made in failed if made.is_unarmed), None)
    if made is None or strike.use.weapon.unarmed or strike.location == WEAPON:
        return None
    defender = view.combatant(strike.target)
    arm = defender.sheet.body.arm_of(open_defences.hand_side(made.way))
    answer = yield from ask(
        Ask(
            to=strike.attacker,
            purpose="parry-limb",
            question=text(
                "{defender} tried to parry with a bare hand and failed. What do you hit?",
                defender=combatant(defender),
            ),
            choices=("parrying-limb", "original"),
            default="original",
            about=strike.target,
            weighed="most",
            offers=lambda: (
                Offer(
                    id="parrying-limb", label=text("The {arm} that parried", arm=name_of(arm)), rule="GU-807"
                ),
                Offer(id="original", label=text("What you aimed at"), rule="GU-807"),
            ),
        )
    )
    return arm.id if answer == "parrying-limb" else None


# -------------------------------------------------------------------------------------- what the player reads
def _question(
    view: BattleView,
    strike: Strike,
    attack: Check,
    said: Said,
    kinds: tuple[str, ...],
    open_now: tuple[str, ...],
    purpose: str,
) -> Ask:
    assert strike.target is not None

    def met(answer: Answer) -> Against:
        return against(view, strike, said.with_answer(answer), kinds)

    def check(answer: Answer) -> None:
        now = met(answer)
        if answer != NONE:
            chosen(now, answer)

    def facts() -> tuple[Fact, ...]:
        now = against(view, strike, said, kinds)
        return guard_facts(now.facts, room=now.room()[0])

    attacker = view.combatant(strike.attacker)
    return Ask(
        to=strike.target,
        purpose=purpose,
        question=_words(attacker, strike, attack, purpose),
        choices=(*open_now, NONE),
        default=NONE,
        about=strike.attacker,
        weighed="least",
        foreseen=lambda: likeliest(against(view, strike, said, kinds), open_now),
        check=check,
        weigh=lambda answer: weighed(met(answer), answer),
        facts=facts,
        offers=lambda: offers(against(view, strike, said, kinds), open_now),
    )


def _words(attacker: Fighter, strike: Strike, attack: Check, purpose: str) -> Text:
    if purpose == "second-defence":
        return text("Your first defence failed. Try a second one against the same attack?")
    who, weapon, by = combatant(attacker), use_name(strike.use).low, attack.made_by
    if strike.use.weapon.unarmed and by:
        return text(
            "{attacker} attacks you with {weapon} and would hit, {made_by} better than needed. "
            "How do you defend?",
            attacker=who,
            weapon=weapon,
            made_by=by,
        )
    if strike.use.weapon.unarmed:
        return text(
            "{attacker} attacks you with {weapon} and would hit, just so. How do you defend?",
            attacker=who,
            weapon=weapon,
        )
    if by:
        return text(
            "{attacker} attacks you with the {weapon} and would hit, {made_by} better than needed. "
            "How do you defend?",
            attacker=who,
            weapon=weapon,
            made_by=by,
        )
    return text(
        "{attacker} attacks you with the {weapon} and would hit, just so. How do you defend?",
        attacker=who,
        weapon=weapon,
    )
