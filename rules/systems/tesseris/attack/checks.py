"""Tests: which dice a combatant throws for what, and what its own state adds (TS-041, TS-245 to TS-249)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.command import Said
from rules.engine.dice import Modifier, RollResult
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, changed
from rules.engine.text import Text, Words, combatant, text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.names import CONDITIONS, called
from rules.systems.tesseris.parameters import DAPPER, MAYHEM
from rules.systems.tesseris.rolls import Elsewhere, PoolResult, PoolRoll
from rules.systems.tesseris.sheet.sheet import SKILLS
from rules.systems.tesseris.state import Fighter, TesserisState

ATTACK, DEFENCE, TEST, RESISTING, AWAKE, SOCIAL, SOCIAL_DEFENCE = (
    "attack",
    "defence",
    "test",
    "resisting",
    "awake",
    "social",
    "social-defence",
)
"""What a test is for, as far as conditions tell it apart."""
PHYSICAL = frozenset({ATTACK, DEFENCE})
NO_ACTION = frozenset({RESISTING, AWAKE})
BULK = text("bulk")
_WOUNDS, _AIM, _INSPIRED, _MAYHEM, _DAPPER = (
    text("wounds"),
    text("aim"),
    text("inspired"),
    text("mayhem"),
    text("dapper spent"),
)
_DISABLED: Mapping[str, frozenset[str]] = {
    "arms": frozenset({"attack", "block", "parry"}),
    "legs": frozenset({"dodge", "acrobatics", "athletics"}),
    "head": frozenset({"duck", "awareness"}),
    "torso": frozenset({"athletics"}),
}
"""Which tests each disabled place is in the way of (TS-302)."""


@dataclass(frozen=True, slots=True)
class Points:
    """What is spent on a roll (TS-281, TS-334)."""

    mayhem: int = 0
    dapper: int = 0

    @classmethod
    def of(cls, said: Said) -> "Points":
        """Read them off a command or an answer."""
        return cls(MAYHEM.of(said) or 0, DAPPER.of(said) or 0)


NO_POINTS = Points()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A test as a rule asks for it.

    Attributes:
        touches: what a disabled place may be in the way of: `attack`, `duck`, a skill (TS-302).
        item: the weapon that it is made with.
        rank: the skill whose rank is added, if any.
        extra: the modifiers that the situation gives.
        spends: mayhem and dapper points that the command or answer spends on it.
        elsewhere: whom an attack may find while this defence holds against it (TS-240).
    """

    purpose: str
    kind: str
    characteristics: tuple[str, ...]
    rank: str | None = None
    rerolls: int = 0
    extra: tuple[Modifier, ...] = ()
    touches: tuple[str, ...] = ()
    item: str | None = None
    spends: Points = NO_POINTS
    difficulty: int | None = None
    against: int | None = None
    words: tuple[str, str] | None = None
    concerns: str | None = None
    elsewhere: Elsewhere | None = None
    label: Words = ""


def skill_trial(purpose: str, kind: str, skill: str, **rest: Any) -> Trial:
    """Give the test of a skill with its characteristic (TS-003)."""
    return Trial(purpose=purpose, kind=kind, characteristics=(SKILLS[skill],), rank=skill, **rest)


def own_modifiers(who: Fighter, trial: Trial) -> list[Modifier]:
    """List what a combatant's own state adds to a test, but not what is spent on it."""
    state, house = who.state, who.house
    found: list[Modifier] = []
    if trial.kind != AWAKE and own.WOUNDS_WEIGH.on(house):
        found.append(Modifier(_WOUNDS, -state.wound_penalty, "TS-245"))
    if state.conditions or trial.rank == "stealth":  # most have none, and draws of odds ask by the thousand
        found += by_conditions(who, trial)
    if _aims(state, trial):
        found.append(own.PREPARED.modifier(house, "aim", _AIM))
    if state.inspired and state.is_inspired_now:
        found.append(own.PREPARED.modifier(house, "inspired", _INSPIRED))
    return [modifier for modifier in found if modifier.value]


def by_conditions(who: Fighter, trial: Trial) -> list[Modifier]:
    """List what conditions add to a test, be it 0, and the bulk of who sneaks."""
    state, house, kind = who.state, who.house, trial.kind
    found: list[Modifier] = []

    def add(label: Words, value: int, rule: str) -> None:
        found.append(Modifier(label, value, rule))

    for condition, table in (("stunned", own.STUNNED), ("staggered", own.STAGGERED)):
        if state.has(condition):
            found.append(table.added(house, CONDITIONS[condition]))
    if state.has("dazed") and kind not in NO_ACTION and own.DAZES.on(house):
        found.append(own.DAZED.added(house, CONDITIONS["dazed"]))
    if state.has("dejected"):
        if "willpower" in trial.characteristics:
            add(CONDITIONS["dejected"], -2, "TS-318")
        elif kind not in NO_ACTION:
            add(CONDITIONS["dejected"], -1, "TS-318")
    for place in state.conditions.get("disabled", {}).get("places", ()):
        if place == trial.item or _DISABLED.get(place, frozenset()) & {*trial.touches, trial.rank}:
            found.append(
                own.DISABLED.added(house, text("disabled: {place}", place=_disabled_words(who, place)))
            )
    if trial.rank == "stealth":
        add(BULK, who.sheet.bulk, "TS-026")
    if kind in PHYSICAL and state.has("bloodied"):
        found.append(own.BLOODIED.modifier(house, kind, CONDITIONS["bloodied"]))
    if kind == DEFENCE:
        if state.has("slowed"):
            found.append(own.SLOWED.added(house, CONDITIONS["slowed"]))
        if state.has("blinded"):
            found.append(own.BLINDED.modifier(house, "defence", CONDITIONS["blinded"]))
    if kind in (DEFENCE, SOCIAL_DEFENCE):
        add(CONDITIONS["disheartened"], -state.has("disheartened"), "TS-318")
    if kind in PHYSICAL and state.has("suppressed"):
        found.append(own.SUPPRESSED.added(house, CONDITIONS["suppressed"]))
    side = {ATTACK: "attack", SOCIAL_DEFENCE: "social"}.get(kind, "")
    for condition in ("frightened", "terrified", "scared-to-death"):
        if state.has(condition) and f"{condition}-{side}" in own.FEAR:
            found.append(own.FEAR.modifier(house, f"{condition}-{side}", CONDITIONS[condition]))
    return found


def _disabled_words(who: Fighter, place: str) -> Text:
    """Name what is disabled: a place of the body, or a weapon."""
    weapon = who.sheet.weapon(place)
    return called(place) if weapon is None else weapon.words.low


def _aims(state: TesserisState, trial: Trial) -> bool:
    return state.aim is not None and state.aim in (trial.kind, trial.rank)


def require_points(who: Fighter, said: Said) -> None:
    """Refuse to spend more mayhem or dapper than there is (TS-281, TS-334). Raises `Refusal`."""
    spends, now = Points.of(said), who.state
    if spends.mayhem > now.mayhem:
        words = text(
            "{who} has {mayhem} mayhem points, not {mayhem2}.",
            who=combatant(who),
            mayhem=now.mayhem,
            mayhem2=spends.mayhem,
        )
        raise Refusal("no-mayhem", words, "TS-281")
    if spends.dapper > now.dapper:
        words = text(
            "{who} has {dapper} points of dapper, not {dapper2}.",
            who=combatant(who),
            dapper=now.dapper,
            dapper2=spends.dapper,
        )
        raise Refusal("bad-command", words, "TS-334")


def modifiers_of(who: Fighter, trial: Trial) -> tuple[Modifier, ...]:
    """List all modifiers of a test: the situation's, the combatant's, the points spent."""
    found = [*trial.extra, *own_modifiers(who, trial)]
    if mayhem := trial.spends.mayhem:
        found.append(Modifier(_MAYHEM, mayhem, "TS-247"))
    if trial.kind in (SOCIAL, SOCIAL_DEFENCE) and (dapper := trial.spends.dapper):
        found.append(Modifier(_DAPPER, dapper, "TS-334"))
    return (*found, *who.own_modifiers(trial.purpose))


def pool(who: Fighter, trial: Trial) -> PoolRoll:
    """Give the roll of a test as it stands."""
    dice = sum(who.sheet.dice(name) for name in trial.characteristics)
    return PoolRoll(
        who=who.id,
        purpose=trial.purpose,
        label=trial.label or called(trial.purpose),
        modifiers=modifiers_of(who, trial),
        dice=dice,
        rank=0 if trial.rank is None else who.sheet.rank(trial.rank),
        rerolls=trial.rerolls + (who.state.rerolls if dice else 0),
        difficulty=trial.difficulty,
        against=trial.against,
        words=trial.words,
        concerns=trial.concerns,
        elsewhere=trial.elsewhere,
    )


def roll_trial(view: BattleView, who: str, trial: Trial) -> Exchange[PoolResult]:
    """Throw a test, and use up what was saved for it (TS-180, TS-181, TS-281, TS-335)."""
    roller = view.combatant(who)
    roll = pool(roller, trial)
    yield from _use_up(roller, trial, roll)
    result = yield from throw(roll)
    return result


def _use_up(roller: Fighter, trial: Trial, roll: PoolRoll) -> Exchange[None]:
    state: TesserisState = roller.state
    values: dict[str, Any] = {}
    if _aims(state, trial):
        values["aim"] = None
    if state.inspired and state.is_inspired_now:
        values |= {"inspired": 0, "is_inspired_now": False}
    if state.rerolls and roll.dice:
        values["rerolls"] = 0
    if mayhem := trial.spends.mayhem:
        values["mayhem"] = max(0, state.mayhem - mayhem)
    if trial.kind in (SOCIAL, SOCIAL_DEFENCE) and (dapper := trial.spends.dapper):
        values["dapper"] = max(0, state.dapper - dapper)
    if values:
        yield ev.Kept(who=roller.id, values=values)


def close_roll(result: RollResult, outcome: str, total: int | None = None) -> ev.RollClosed:
    """Tell a roll's outcome, which was not known when it was thrown (TS-047)."""
    closed = changed(result, outcome=outcome, total=result.total if total is None else total)
    return ev.RollClosed(
        who=closed.who,
        purpose=closed.purpose,
        label=called(closed.purpose),
        notation="",
        faces=closed.faces,
        modifiers=closed.modifiers,
        total=closed.total,
        target=closed.target,
        outcome=closed.outcome,
        details=closed.details(),
        quiet=True,  # the log has told the roll, and tells what came of it
    )


def sum_of(modifiers: Sequence[Modifier]) -> int:
    """Add modifiers up."""
    return sum(modifier.value for modifier in modifiers)
