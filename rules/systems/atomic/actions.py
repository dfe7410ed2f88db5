"""What one may do on its turn beside attacking and handling weapons (AT-50 to AT-55, AT-94, AT-97)."""

from collections.abc import Mapping
from typing import ClassVar

from rules.engine.battle_events import Moved
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.parameters import GIVEN, number, weapon, words
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Fact, Plan
from rules.engine.text import Words, combatant, listed, text
from rules.map.grid import has_cells
from rules.map.model import Place
from rules.systems.atomic.attack.facts import GM, read_given
from rules.systems.atomic.events import EngagementsEnded, Noted
from rules.systems.atomic.harm.injury import hampered, needs_effort
from rules.systems.atomic.harm.last_stand import last_stand, last_stand_roll
from rules.systems.atomic.house import LAST_STANDS
from rules.systems.atomic.moves.movement import PATH, TO, find_way
from rules.systems.atomic.rolls import PercentileRoll
from rules.systems.atomic.state import CONDITION_WORDS, AtomicState, Condition, Fighter, LastStandUse
from rules.systems.atomic.turns.deed import finish_action, granted_penalty, start_action
from rules.systems.atomic.turns.prices import ALLOWANCE_WORDS, MOVE, QUICK, SIGNIFICANT, price_of


def why_out(actor: Fighter) -> Words:
    """Say why somebody can do nothing at all (AT-94); empty for who can."""
    state: AtomicState = actor.state
    if not state.is_out:
        return ""
    return text(
        "{actor} is {condition} and can do nothing.",
        actor=combatant(actor),
        condition=CONDITION_WORDS[state.condition],
    )


def require_able(actor: Fighter, allowance: str) -> None:
    """Refuse who cannot act at all, and what the turn has no allowance left for (AT-50, AT-94, AT-98).

    Raises:
        Refusal: `cannot-act`, then `allowance-spent`.
    """
    state: AtomicState = actor.state
    if words := why_out(actor):
        raise Refusal("cannot-act", words, "AT-94")
    granted = state.granted is not None and bool(allowance)
    if state.condition is Condition.DYING and not granted and state.conscious_rounds is None:
        if state.last_stand is LastStandUse.UNUSED:
            said = text(
                "{actor} is dying: only a last stand can give one more action. Try it first.",
                actor=combatant(actor),
            )
        else:
            said = text(
                "{actor} is dying, and its last stand has been tried: end the turn.", actor=combatant(actor)
            )
        raise Refusal("cannot-act", said, "AT-94")
    if not allowance or granted or getattr(state.allowances, allowance):
        return
    left = [words for name, words in ALLOWANCE_WORDS.items() if getattr(state.allowances, name)]
    rest = text("nothing is left but to end the turn")
    if left:
        rest = text("still left: {left}", left=listed(left))
    said = text(
        "{actor} has used this turn's {allowance}; {rest}.",
        actor=combatant(actor),
        allowance=ALLOWANCE_WORDS[allowance],
        rest=rest,
    )
    raise Refusal("allowance-spent", said, "AT-50")


def expected_penalty(actor: Fighter) -> tuple[Modifier, ...]:
    """Give the penalty that an action's own roll will most likely suffer (AT-96, AT-98)."""
    state: AtomicState = actor.state
    if state.granted is not None:
        return granted_penalty(actor)
    return (hampered(actor.house),) if needs_effort(actor) else ()


def with_effort(actor: Fighter, roll: Words) -> Words:
    """Word an action's own roll with what must be rolled before it (AT-95)."""
    if actor.state.granted is not None or not needs_effort(actor):
        return roll
    return text(
        "first GRIT {grit}, then {roll}", grit=actor.sheet.incapacitated_action(actor.house), roll=roll
    )


class AtomicAction(Action):
    """What the actions have in common: an allowance, and a check that ignores what is not said yet."""

    allowance: ClassVar[str] = ""

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its allowance (AT-50)."""
        return price_of(view.combatant(command.actor, "actor"), self.allowance)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be done, as far as the command says it."""
        require_able(view.combatant(command.actor, "actor"), self.allowance)


# ---------------------------------------------------------------------------------------------------- devices
WITH = weapon("with", text("Weapon"))
NOTE = words("note", text("What is done"))
VALUE = number("value", 0, 200, text("Chance in per cent"))


class Use(AtomicAction):
    """Use a device, or make a like effort (AT-51)."""

    id = "use"
    label = text("Use")
    help = text("Use a device or do something else that takes effort; the GM says what comes of it.")
    rule = "AT-51"
    allowance = SIGNIFICANT
    parameters = (NOTE, VALUE)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who cannot act, or a value out of range."""
        self._read(view, command)

    def _read(self, view: BattleView, command: Command) -> tuple[str, int | None, int]:
        """Give the note, the chance and the GM's modifier of a command that may be done. Raises `Refusal`."""
        super().check(view, command)
        note, value = NOTE.of(command) or "", VALUE.of(command)
        return note, value, read_given(GIVEN.of(command) or {}, ("modifier",)).get("modifier", 0)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it: with a value it is rolled for (AT-66, AT-96, AT-98)."""
        note, value, gm = self._read(view, command)
        actor = view.combatant(command.actor, "actor")
        if value is None:
            return Plan(exchange=lambda view: _use(view, actor.id, note, None, ()))
        own = (Modifier(GM, gm, "AT-66"),) if gm else ()
        shown = (*own, *expected_penalty(actor))
        fact = Fact(
            id="modifier",
            label=text("GM"),
            value=gm,
            words=f"{gm:+d}" if gm else text("no modifier"),
            rule="AT-66",
            number=True,
            overruled=bool(gm),
        )
        return Plan(
            exchange=lambda view: _use(view, actor.id, note, value, own),
            facts=(fact,),
            roll=with_effort(actor, str(value)),
            target_number=value + sum(modifier.value for modifier in shown),
            modifiers=shown,
        )


_USE = text("use")


def _use(
    view: BattleView, who: str, note: str, value: int | None, own: tuple[Modifier, ...]
) -> Exchange[None]:
    start = yield from start_action(view, who, SIGNIFICANT, "use")
    if not start.is_lost:
        outcome = None
        if value is not None:
            roll = yield from throw(
                PercentileRoll(
                    who=who,
                    purpose="use",
                    label=note or _USE,
                    base=value,
                    house=view.state.house,
                    modifiers=(*own, *start.penalty),
                )
            )
            outcome = roll.outcome
        yield Noted(who=who, action="use", note=note, outcome=outcome)
    yield from finish_action(view, start)


class Quick(AtomicAction):
    """Something quick, such as flipping a switch (AT-53)."""

    id = "quick"
    label = text("Quick action")
    help = text("Flip a switch, shout an order, kick something away: said, and done.")
    rule = "AT-53"
    allowance = QUICK
    parameters = (NOTE,)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to note what is done; it uses up the turn's quick action."""
        self.check(view, command)
        actor, note = view.combatant(command.actor, "actor").id, NOTE.of(command) or ""
        return Plan(exchange=lambda view: _quick(view, actor, note))


def _quick(view: BattleView, who: str, note: str) -> Exchange[None]:
    start = yield from start_action(view, who, QUICK, "quick")
    if not start.is_lost:
        yield Noted(who=who, action="quick", note=note)
    yield from finish_action(view, start)


# ----------------------------------------------------------------------------------------------------- moving
class Move(AtomicAction):
    """Go somewhere within one's zone or the next, or along the cells of a `path` (AT-52)."""

    id = "move"
    label = text("Move")
    help = text("Go to a place in your own zone or in one next to it.")
    rule = "AT-52"
    allowance = MOVE
    parameters = (TO,)
    also = (PATH,)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse a place that is too far, or that no way leads to."""
        super().check(view, command)
        find_way(view.state, view.combatant(command.actor, "actor"), command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the move along its way; without a map only the allowance is spent."""
        super().check(view, command)
        actor = view.combatant(command.actor, "actor")
        way = find_way(view.state, actor, command)
        if way is None and view.state.map is not None:
            raise Refusal(
                "bad-command", text("Say where to move: a cell or a zone ('to'), or a 'path'."), "AT-52"
            )
        return Plan(exchange=lambda view: _move(view, actor.id, way))


def _move(view: BattleView, who: str, way: tuple[Place, ...] | None) -> Exchange[None]:
    start = yield from start_action(view, who, MOVE, "move")
    if not start.is_lost:
        yield Moved(who=who, to=way[-1] if way else None, path=way or ())
        battle_map = view.state.map
        others = view.state.combatants.values()
        engaged = view.combatant(who).state.engaged_with or any(who in c.state.engaged_with for c in others)
        if battle_map is not None and not has_cells(battle_map.grid) and engaged:
            yield EngagementsEnded(who=who)  # AT-34
    yield from finish_action(view, start)


# ------------------------------------------------------------------------------------------------- last stand
class LastStand(AtomicAction):
    """Try for one last action while dying (AT-97)."""

    id = "last-stand"
    label = text("Last stand")
    help = text("Dying: roll NERVE for one more action, and more than that on a special or critical success.")
    rule = "AT-97"

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Say on its button what must be thrown."""
        return (({}, text("NERVE: {target} or less on d100", target=last_stand_roll(actor).target)),)

    def chance(self, view: BattleView, actor: Fighter) -> float:
        """Give the chance of any success (AT-97)."""
        return sum(weight for result, weight in last_stand_roll(actor).outcomes() if result.succeeded)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who is not dying, or has tried already. Raises `not-dying` or `last-stand-used`."""
        actor = view.combatant(command.actor, "actor")
        state: AtomicState = actor.state
        if state.condition is not Condition.DYING:
            said = text(
                "{actor} is {condition} at {wounds} of 5 wounds: a last stand is for the dying.",
                actor=combatant(actor),
                condition=CONDITION_WORDS[state.condition],
                wounds=state.wounds,
            )
            raise Refusal("not-dying", said, "AT-97")
        if not LAST_STANDS.on(actor.house):
            said = text(
                "{actor} is dying, and by a house rule nobody makes a last stand at this table.",
                actor=combatant(actor),
            )
            raise Refusal("cannot-act", said, "AT-97")
        if state.last_stand is LastStandUse.USED:
            said = text(
                "{actor} has tried the last stand of this fall already; there is one for each fall.",
                actor=combatant(actor),
            )
            raise Refusal("last-stand-used", said, "AT-97")

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the roll."""
        self.check(view, command)
        actor = view.combatant(command.actor, "actor")
        return Plan(
            exchange=lambda view: last_stand(view, actor.id),
            roll=text("NERVE {last_stand}", last_stand=actor.sheet.last_stand(actor.house)),
            target_number=last_stand_roll(actor).target,
        )
