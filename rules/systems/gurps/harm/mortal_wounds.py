"""The care of mortal wounds, hour by hour (GU-1021 to GU-1023)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.parameters import one
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Plan
from rules.engine.text import Words, combatant, text
from rules.systems.gurps.events.injury_events import Died, MortalWoundHealed, SurgeryTried
from rules.systems.gurps.house import SURGERY
from rules.systems.gurps.maneuvers.maneuver_action import require_able
from rules.systems.gurps.rolls import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
    Check,
    CheckRoll,
    MarginRoll,
)
from rules.systems.gurps.sheet.names import called, skill_words
from rules.systems.gurps.state import Fighter, GurpsState

_RANK = {CRITICAL_SUCCESS: 3, SUCCESS: 2, FAILURE: 1, CRITICAL_FAILURE: 0}


class FreeAction(Action):
    """What needs no maneuver and no turn."""

    is_free = True

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Let it be done in anybody's turn."""
        return True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse nothing that the plan does not."""
        view.combatant(command.actor, "actor")


def require_mortal(patient: Fighter) -> None:
    """Refuse who is not mortally wounded. Raises `Refusal` `not-mortal`."""
    if not patient.state.mortal:
        raise Refusal(
            "not-mortal", text("{patient} is not mortally wounded.", patient=combatant(patient)), "GU-1020"
        )


def _dying(view: BattleView) -> tuple[Choice, ...]:
    """List the mortally wounded."""
    people = view.state.combatants.values()
    return tuple(Choice(id=c.id, label=called(c)) for c in people if c.state.mortal)


@dataclass(frozen=True, slots=True, kw_only=True)
class _MortalRoll(MarginRoll):
    """A roll on a mortal wound; beside a physician's, the margin counts too."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give the outcome and the total."""
        return result.outcome, result.total


def _read_mortal(who: str, outcome: str) -> Exchange[None]:
    """Let follow what follows the better of the rolls (GU-1021)."""
    if outcome == CRITICAL_SUCCESS:
        yield MortalWoundHealed(who=who)
    elif outcome != SUCCESS:
        yield Died(who=who, rule="GU-1021")


class MortalCheck(FreeAction):
    """The half hour of a mortal wound that nobody tends (GU-1021)."""

    id = "mortal-check"
    label = text("Mortal wound")
    help = text("Half an hour has gone by without a physician: roll HT to live on.")
    rule = "GU-1021"

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse who is not mortally wounded."""
        require_mortal(view.combatant(command.actor, "actor"))

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the roll."""
        self.check(view, command)
        patient = view.combatant(command.actor, "actor")

        def work(view: BattleView) -> Exchange[None]:
            roll = yield from throw(_mortal_roll(patient))
            yield from _read_mortal(patient.id, roll.outcome)

        return Plan(
            exchange=work, roll=text("HT {score}", score=patient.sheet.HT), target_number=patient.sheet.HT
        )


def _mortal_roll(patient: Fighter) -> CheckRoll:
    return _MortalRoll(who=patient.id, purpose="mortal", label=text("HT to live on"), base=patient.sheet.HT)


PATIENT = one("target", text("Patient"), choices=lambda view, actor: _dying(view))


class _Care(FreeAction):
    """What a healer does for a mortally wounded."""

    skill = ""
    parameters = (PATIENT,)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it one button: whom to tend is chosen then."""
        return (({}, ""),)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse a healer who cannot act, a patient who is not dying, and who lacks the skill."""
        healer = view.combatant(command.actor, "actor")
        require_able(healer, self.id)
        patient = PATIENT.of(command)
        if patient is not None:
            require_mortal(view.combatant(patient, "target"))
        elif not _dying(view):
            raise Refusal("not-mortal", text("Nobody here is mortally wounded."), "GU-1020")
        if healer.sheet.skill(self.skill) is None:
            said = text(
                "{healer} does not know {skill}, and it has no default.",
                healer=combatant(healer),
                skill=skill_words(self.skill),
            )
            raise Refusal("no-skill", said, "GU-218")

    def patient(self, view: BattleView, command: Command) -> Fighter:
        """Find the patient. Raises `Refusal`."""
        patient = PATIENT.of(command)
        if patient is None:
            raise Refusal("no-target", text("Say whom to tend ('target')."), self.rule)
        self.check(view, command)
        return view.combatant(patient, "target")


class TendMortal(_Care):
    """The hour of a mortal wound with a physician (GU-1022)."""

    id = "tend-mortal"
    label = text("Tend a mortal wound")
    help = text("An hour's care: HT of the patient and Physician of the healer, and the better roll counts.")
    rule = "GU-1022"
    skill = "physician"

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare both rolls."""
        patient = self.patient(view, command)
        healer = view.combatant(command.actor, "actor")
        level = healer.sheet.skill(self.skill) or 0

        def work(view: BattleView) -> Exchange[None]:
            own = yield from throw(_mortal_roll(patient))
            help_ = yield from throw(
                _MortalRoll(who=healer.id, purpose="physician", label=text("Physician"), base=level)
            )
            better = max((own, help_), key=lambda roll: (_RANK[roll.outcome], roll.margin))
            yield from _read_mortal(patient.id, better.outcome)

        return Plan(exchange=work, roll=text("Physician {level}", level=level), target_number=level)


class Stabilize(_Care):
    """Surgery on a mortal wound (GU-1023)."""

    id = "stabilize"
    label = text("Stabilize")
    help = text("Surgery: a success ends the mortal wound.")
    rule = "GU-1023"
    skill = "surgery"

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the roll."""
        patient = self.patient(view, command)
        surgeon = view.combatant(command.actor, "actor")
        level = surgeon.sheet.skill(self.skill) or 0
        modifiers = surgery_modifiers(patient)

        def work(view: BattleView) -> Exchange[None]:
            roll = yield from throw(
                CheckRoll(
                    who=surgeon.id, purpose="surgery", label=text("Surgery"), base=level, modifiers=modifiers
                )
            )
            yield SurgeryTried(who=patient.id, by=surgeon.id, helped=roll.succeeded)
            if roll.succeeded:
                yield MortalWoundHealed(who=patient.id)

        target = level + sum(modifier.value for modifier in modifiers)
        return Plan(
            exchange=work,
            roll=text("Surgery {level}", level=level),
            target_number=target,
            modifiers=modifiers,
        )


def surgery_modifiers(patient: Fighter) -> tuple[Modifier, ...]:
    """List what a patient's state does to surgery (GU-1023)."""
    state: GurpsState = patient.state
    full = patient.sheet.full_hp
    found = []
    if state.hp < -4 * full:
        found.append(SURGERY.modifier(patient.house, "below-4", text("below -4 x HP")))
    elif state.hp < -3 * full:
        found.append(SURGERY.modifier(patient.house, "below-3", text("below -3 x HP")))
    if state.surgery_attempts:
        tries, each = state.surgery_attempts, SURGERY.number(patient.house, "earlier")
        label = SURGERY.noted(patient.house, "earlier", text("earlier attempts"), SURGERY["earlier"] * tries)
        found.append(Modifier(label, each * tries, "GU-1023"))
    return tuple(found)
