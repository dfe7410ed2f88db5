"""What is done for the whole table: phases begin, the unaware are alerted, declarations are made secret."""

from rules.engine.command import Command
from rules.engine.exchange import tell
from rules.engine.parameters import flag, one
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Plan
from rules.engine.text import combatant, text
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.secret_declarations import SecrecySwitched


class NextPhase(Action):
    """Start the next phase (PH-47)."""

    id = "next-phase"
    label = text("Next phase")
    help = text("Start the next phase: reactions, initiative, declarations.")
    rule = "PH-47"
    of_table = True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it in free play, and while somebody has still to declare. Raises `phase-open`."""
        if not view.state.running:
            raise Refusal("unknown-action", text("No fight is running: free play has no phases."), "PH-48")
        if turn_order.is_declaring(view):
            active = view.state.active
            who = text("somebody") if active is None else combatant(view.state.combatants[active])
            raise Refusal(
                "phase-open", text("The phase is not over: {who} has still to declare.", who=who), "PH-47"
            )

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan the phase after the one that has resolved."""
        self.check(view, command)
        return Plan(exchange=lambda view: turn_order.start_phase(view, turn_order.phase_of(view) + 1))


_WHO = one("target", text("Who"))


class Alert(Action):
    """Let somebody unaware be surprised, as the GM says (PH-32)."""

    id = "alert"
    label = text("Alert")
    help = text("Something overt happens: an unaware combatant learns of it, and is surprised.")
    rule = "PH-32"
    of_table = True
    parameters = (_WHO,)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse who is aware already. Raises `no-target`."""
        if _WHO.of(command) is not None:
            target = view.combatant(_WHO.of(command), "target")
            if target.state.aware:
                raise Refusal(
                    "no-target", text("{target} is aware already.", target=combatant(target)), "PH-32"
                )
        elif all(c.state.aware for c in view.state.combatants.values()):
            raise Refusal("no-target", text("Everybody here is aware already."), "PH-32")

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to make somebody surprised who was unaware."""
        target = view.combatant(_WHO.of(command), "target")
        self.check(view, command)
        return Plan(exchange=lambda view: turn_order.alert(view, target.id))


_ON = flag("on", text("In secret"))


class SecretDeclaration(Action):
    """Let declarations be told to the GM alone, and revealed together (PH-R29)."""

    id = "secret-declaration"
    label = text("Declare in secret")
    help = text(
        "Declarations are told to the GM alone and revealed together, once the last has declared. "
        "By the rules the slower declare first, and the faster hear it."
    )
    rule = "PH-R29"
    of_table = True
    parameters = (_ON,)

    def switched(self, view: BattleView) -> bool:
        """Say whether declarations are secret now."""
        return notes_of(view.state).secret

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it while something sealed lies on the table. Raises `phase-open`."""
        if notes_of(view.state).unrevealed and turn_order.is_declaring(view):
            said = text("Somebody has declared in secret: this phase must resolve before that is changed.")
            raise Refusal("phase-open", said, self.rule)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to switch secrecy on or off."""
        self.check(view, command)
        event = SecrecySwitched(on=_ON.of(command) is not False)
        return Plan(exchange=lambda view: tell(event))
