"""A tiny made-up system: a test on d20, two dice of damage that explode, and questions to both sides."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from pydantic import Field

from rules.engine.battle import Battle
from rules.engine.battle_events import BattleBegun, DoorSet, Moved, OrderChanged, TurnEnded, TurnStarted
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.dice import Faces, Modifier, Roll, RollResult
from rules.engine.events import Event
from rules.engine.exchange import Answer, Ask, Exchange, ask, tell, throw
from rules.engine.moves.doors import DoorAction
from rules.engine.moves.places import require_place
from rules.engine.parameters import number
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant, CombatantState, Sheet
from rules.engine.system import Action, HarmRules, Parameter, Plan, SheetRules, System, TurnRules, register


class ToySheet(Sheet):
    skill: int = Field(default=10, ge=0, le=30)
    luck: int = Field(default=0, ge=0, le=3)


@dataclass(frozen=True, slots=True)
class ToyState(CombatantState):
    hurt: int = 0
    luck: int = 0
    down: bool = False
    bag: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested(RollResult):
    @property
    def succeeded(self) -> bool:
        return self.outcome != "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Test20(Roll[Tested]):
    """A d20 at or under the skill; a 1 is a critical success."""

    __test__ = False
    skill: int

    @property
    def notation(self) -> str:
        return "d20"

    def throw(self, faces: Faces) -> Tested:
        return self._read(faces(20))

    def _read(self, face: int) -> Tested:
        target = self.skill + sum(m.value for m in self.modifiers)
        outcome = "critical" if face == 1 else "success" if face <= target else "failure"
        return Tested(
            who=self.who,
            purpose=self.purpose,
            faces=(face,),
            modifiers=self.modifiers,
            total=face,
            target=target,
            outcome=outcome,
        )

    def outcomes(self) -> Sequence[tuple[Tested, float]]:
        lumps: dict[str, tuple[Tested, float]] = {}
        for face in range(1, 21):
            result = self._read(face)
            first, weight = lumps.get(result.outcome, (result, 0.0))
            lumps[result.outcome] = (first, weight + 1 / 20)
        return tuple(lumps.values())


DEEPEST = 2
"""How often a die explodes at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Roll[RollResult]):
    """Dice of six that explode; 1 point of damage for each full 4."""

    dice: int = 2

    @property
    def notation(self) -> str:
        return f"{self.dice}d6!"

    def throw(self, faces: Faces) -> RollResult:
        thrown = []
        for _ in range(self.dice):
            for depth in range(DEEPEST + 1):
                thrown.append(faces(6))
                if thrown[-1] < 6 or depth == DEEPEST:
                    break
        return self._read(tuple(thrown))

    def _read(self, faces: tuple[int, ...]) -> RollResult:
        total = sum(faces)
        return RollResult(
            who=self.who, purpose=self.purpose, faces=faces, total=total, outcome=f"{total // 4} points"
        )

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        return tuple((self._read(faces), weight) for faces, weight in _damage_lumps(self.dice))


@cache
def _damage_lumps(dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    one: list[tuple[tuple[int, ...], float]] = []
    for depth in range(DEEPEST + 1):
        last = range(1, 7) if depth == DEEPEST else range(1, 6)
        one += [((6,) * depth + (face,), 6.0 ** -(depth + 1)) for face in last]
    ways: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for _ in range(dice):
        ways = [((*faces, *more), weight * chance) for faces, weight in ways for more, chance in one]
    weights: defaultdict[int, float] = defaultdict(float)
    shown = {}
    for faces, weight in ways:
        weights[sum(faces) // 4] += weight
        shown.setdefault(sum(faces) // 4, faces)
    return tuple((shown[points], weight) for points, weight in weights.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(Event):
    kind: ClassVar[str] = "toy-missed"
    who: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt(Event):
    kind: ClassVar[str] = "toy-hurt"
    who: str
    points: int

    def apply(self, state: BattleState) -> BattleState:
        hurt = state.combatants[self.who].state.hurt + self.points
        return state.with_state(self.who, hurt=hurt, down=hurt >= 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckSpent(Event):
    kind: ClassVar[str] = "toy-luck-spent"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, luck=state.combatants[self.who].state.luck - 1)


def strike(view: BattleView, actor: str, target: str, modifier: int) -> Exchange[None]:
    """A blow: test, the target's defence (three ways), the attacker's luck, damage."""
    modifiers = (Modifier("fact", modifier, "TOY-1"),) if modifier else ()
    skill = view.combatant(actor).sheet.skill
    blow = yield from throw(Test20(who=actor, purpose="strike", skill=skill, modifiers=modifiers))
    if not blow.succeeded:
        yield from tell(Missed(who=actor, target=target))
        return
    choices = ("none",) if blow.outcome == "critical" else ("dodge", "parry", "none")
    defence = yield from ask(
        Ask(
            to=target,
            purpose="defence",
            question="How do you defend?",
            choices=choices,
            default="none",
            about=actor,
            check=_no_empty_parry,
        )
    )
    if defence != "none":
        worse = int(defence.extra.get("worse", 0))
        skill = view.combatant(target).sheet.skill - (0 if defence == "dodge" else 4) - worse
        guard = yield from throw(Test20(who=target, purpose=str(defence), skill=skill))
        if guard.succeeded:
            yield from tell(Missed(who=actor, target=target))
            return
    dice = 2
    if view.combatant(actor).state.luck > 0:
        luck = yield from ask(
            Ask(to=actor, purpose="luck", question="Spend luck?", choices=("spend", "keep"), default="keep")
        )
        if luck == "spend":
            yield LuckSpent(who=actor)
            dice = 3
    damage = yield from throw(Damage(who=actor, purpose="damage", dice=dice))
    if damage.total >= 4:
        yield Hurt(who=target, points=damage.total // 4)


def _no_empty_parry(answer: Answer) -> None:
    if answer.extra.get("worse") == "?":
        raise Refusal("bad-answer", "'worse' must be a number.")


class Strike(Action):
    id = "strike"
    label = "Strike"
    help = "Hit somebody."
    rule = "TOY-1"
    parameters = (Parameter(id="target", kind="combatant", label="Target"),)
    aimed = True

    def check(self, view: BattleView, command: Command) -> None:
        if view.combatant(command.actor).state.down:
            raise Refusal("cannot-act", "Who is down cannot strike.", "TOY-2")
        if command.params.get("target") is not None:
            view.combatant(command.text("target"), "target")

    def plan(self, view: BattleView, command: Command) -> Plan:
        self.check(view, command)
        actor = view.combatant(command.actor).id
        target = view.combatant(command.text("target"), "target").id
        modifier = int(command.table("facts").get("modifier", 0))
        return Plan(exchange=lambda view: strike(view, actor, target, modifier), target=target)


class Walk(Action):
    id = "move"
    label = "Move"
    help = "Go somewhere."
    rule = "TOY-3"

    def check(self, view: BattleView, command: Command) -> None:
        to = command.place("to")
        if to is not None:
            require_place(view, to)

    def plan(self, view: BattleView, command: Command) -> Plan:
        self.check(view, command)
        who, to = view.combatant(command.actor).id, command.place("to")
        return Plan(exchange=lambda view: tell(Moved(who=who, to=to)))


class ToyDoor(DoorAction):
    rule = "TOY-4"

    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        yield done


class Duck(Action):
    """May be done in anybody's turn, by who is unhurt."""

    id = "duck"
    label = "Duck"
    help = "Get out of the way."
    rule = "TOY-5"

    def interrupts(self, view: BattleView, actor: Combatant) -> bool:
        return not actor.state.hurt

    def check(self, view: BattleView, command: Command) -> None: ...

    def plan(self, view: BattleView, command: Command) -> Plan:
        return Plan(exchange=lambda view: tell(Missed(who="", target=command.actor or "")))


class Toll(Action):
    """The bell tolls, and nobody in particular does it."""

    id = "toll"
    label = "Toll"
    help = "Let the bell toll."
    rule = "TOY-6"
    of_table = True

    def check(self, view: BattleView, command: Command) -> None: ...

    def plan(self, view: BattleView, command: Command) -> Plan:
        return Plan(exchange=lambda view: tell(Missed(who="", target="")))


def starting_state(sheet: ToySheet) -> ToyState:
    return ToyState(luck=sheet.luck)


def set_state(combatant: Combatant, patch: Mapping[str, Any]) -> ToyState:
    state: ToyState = combatant.state.merged(patch)
    return state if "down" in patch else state.merged({"down": state.hurt >= 4})


def begin(view: BattleView, command: Command) -> Exchange[None]:
    rolled = []
    for who in view.state.combatants:
        result = yield from throw(Test20(who=who, purpose="initiative", skill=10))
        rolled.append((-result.total, who))
    order = tuple(who for _, who in sorted(rolled))
    yield BattleBegun(order=order, clock={"round": 1})
    yield TurnStarted(who=order[0], clock={"round": 1})


def start_turn(view: BattleView, who: str) -> Exchange[None]:
    yield TurnStarted(who=who)


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    yield TurnEnded(who=who)
    order, clock = view.state.order, view.state.clock["round"]
    at = (order.index(who) + 1) % len(order)
    yield TurnStarted(who=order[at], clock={"round": clock + (at == 0)})


def join(view: BattleView, who: str) -> Exchange[None]:
    yield OrderChanged(order=(*view.state.order, who))


def judge(before: BattleState, after: BattleState, target: str, told: Sequence[Event]) -> Harm:
    one, other = before.combatants[target].state, after.combatants[target].state
    missed = any(isinstance(event, Missed) for event in told)
    return Harm(hit=not missed, harm=other.hurt - one.hurt, down=other.down)


DAMAGE = number("damage", 1, 99, "Damage")


def take(view: BattleView, who: str, command: Command) -> Exchange[None]:
    yield from tell(Hurt(who=who, points=DAMAGE.of(command) or 0))


class Toy(System):
    id = "toy"
    name = "Toy"
    sheet_type = ToySheet
    state_type = ToyState
    own_events = (Missed, Hurt, LuckSpent)
    actions = (Strike(), Walk(), ToyDoor(), Duck(), Toll())
    sheets = SheetRules(starting_state=starting_state, set_state=set_state)
    turns = TurnRules(begin=begin, start_turn=start_turn, end_turn=end_turn, join=join)
    harm = HarmRules(judge=judge, take=take, take_parameters=(DAMAGE,))


TOY = Toy()
register(TOY)


class Queue:
    """Faces from a list, whatever they are for; refuses when it is empty."""

    def __init__(self, *faces: int) -> None:
        self.rest = list(faces)

    def face(self, who: str, purpose: str, sides: int) -> int:
        if not self.rest:
            raise Refusal("dice-exhausted", f"There is no face left for {who}.{purpose}.")
        return self.rest.pop(0)


def do(battle: Battle, do: str, actor: str | None = None, dice: Sequence[int] = (), **params: Any) -> Any:
    """Give a battle a command with these faces at hand."""
    id_ = params.pop("id", "")
    return battle.handle(Command(do=do, actor=actor, id=id_, params=params), Queue(*dice))


def duel(**ann: Any) -> Battle:
    """Ann (skill 12) and Bob (skill 10), in free play, without a map."""
    battle = Battle("toy")
    people = [
        {"id": "ann", "name": "Ann", "side": "heroes", "sheet": {"skill": 12, **ann}},
        {"id": "bob", "name": "Bob", "side": "raiders"},
    ]
    do(battle, "add", combatants=people)
    return battle
