"""The beginning of a fight, its rounds and turns, and delaying (TS-050 to TS-072)."""

from dataclasses import replace
from typing import Any

from rules.engine.battle_events import BattleBegun, BattleEnded, OrderChanged, TurnEnded, TurnStarted
from rules.engine.command import Command
from rules.engine.declared.system_rules import placed
from rules.engine.events import Event
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import combatant as combatant_ref
from rules.engine.text import text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import AWAKE, RESISTING, roll_trial, skill_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import fall, hurt, knock_out
from rules.systems.tesseris.moves.reach import can_go_anywhere
from rules.systems.tesseris.parameters import Given
from rules.systems.tesseris.rolls import FAILURE, SUCCESS, PlainRoll
from rules.systems.tesseris.sheet.gear import COVERED
from rules.systems.tesseris.state import Fear, Fighter, TesserisState, table_of
from rules.systems.tesseris.turns.aftermath import tidy
from rules.systems.tesseris.turns.surprise import HIDDEN, UNAWARE, known_ids, surprise
from rules.systems.tesseris.turns.ticks import full_ticks

NOTHING_SAID: Given = {}
BREATH = 2
DISCREDITED = 3
"""Round ends after which somebody scared to death gives in (TS-319)."""
LASTING = ("all-out", "guarded", "total-defense", "sprint", "no-attacks", "covering-fire")
FALLS = {
    "stunned": "dazed",
    "staggered": "dazed",
    "enticed": "attracted",
    "terrified": "frightened",
    "dejected": "disheartened",
}
"""What conditions of level 2 fall to when a combat ends (TS-323)."""


def begin(view: BattleView, command: Command) -> Exchange[None]:
    """Begin the battle, with a surprise round where somebody is hidden from somebody (TS-050 to TS-053)."""
    hidden, unaware = (known_ids(view.state, them.of(command) or ()) for them in (HIDDEN, UNAWARE))
    if both := set(hidden) & set(unaware):
        name = combatant_ref(view.state.combatants[min(both)])
        raise Refusal("bad-command", text("{value} cannot both hide and be surprised.", value=name), "TS-050")
    surprised: list[str] = []
    if hidden and unaware:
        surprised = yield from surprise(view, hidden, unaware)
    is_surprise = bool(hidden and unaware)
    clock: dict[str, int | bool | str] = {"round": 0 if is_surprise else 1, "surprise": is_surprise}
    yield BattleBegun(order=(), clock=clock)
    for who in surprised:
        yield ev.ConditionGained(who=who, condition="surprised")
    yield from _start_round(view, clock)
    yield from go_on(view)


# ----------------------------------------------------------------------------------------------------- rounds
def losses_of(state: TesserisState) -> int:
    """Count the ticks that conditions and distractions take at a round start (TS-061)."""
    dazes = 2 if state.has("stunned", "staggered") else 0
    return dazes + int(state.has("dazed")) + state.lost_ticks


def _fresh(who: Fighter, *, surprised: bool) -> tuple[Event, ...]:
    """Give one combatant its ticks, and set its counts to nothing (TS-056)."""
    now: TesserisState = who.state
    ticks = max(0, full_ticks(who) - now.debt - losses_of(now))
    if surprised:
        ticks = min(ticks, own.SURPRISED.value(who.house))  # TS-052
    values: dict[str, Any] = {
        "ticks": ticks,
        "debt": 0,
        "lost_ticks": 0,
        "free_reaction": True,
        "attacks": 0,
        "defences": 0,
        "delays": 0,
        "has_aimed": False,
        "hands_used": [],
        "is_guarding": False,
    }
    conditions = {id_: dict(data) for id_, data in now.conditions.items()}
    for id_ in ("dazed", "stunned", "staggered"):
        if id_ in conditions:
            conditions[id_]["rounds"] = max(0, conditions[id_].get("rounds", 2) - 1)  # TS-321
            values["conditions"] = conditions
    found: list[Event] = [ev.Kept(who=who.id, values=values)]
    cover = now.cover
    if cover is not None and cover.reaction and "total-defense" not in now.stance:  # TS-288
        found.append(ev.CoverTaken(who=who.id, cover=replace(cover, locations=COVERED, reaction=False)))
    return tuple(found)


def _start_round(view: BattleView, clock: dict[str, int | bool | str]) -> Exchange[None]:
    """Start a round: fresh ticks and counts, then initiative for all (TS-055, TS-056)."""
    yield ev.RoundStarted(clock=clock)
    for who in tuple(view.state.combatants):
        combatant = view.combatant(who)
        if not combatant.state.dead:
            yield from _fresh(combatant, surprised=combatant.state.has("surprised"))
    for who in tuple(view.state.combatants):
        if not view.combatant(who).state.dead:
            yield from _initiative(view, who)
    yield OrderChanged(order=order_of(view.state))


def _initiative(view: BattleView, who: str) -> Exchange[None]:
    sheet = view.combatant(who).sheet
    plus = sheet.dice("agility") + sheet.speed + sheet.initiative_misc
    result = yield from throw(PlainRoll(who=who, purpose="initiative", label=text("initiative"), plus=plus))
    yield ev.Kept(who=who, values={"initiative": result.total})


def order_of(state: BattleState) -> tuple[str, ...]:
    """Put those who act in this round into order (TS-054)."""
    place = {who: number for number, who in enumerate(state.combatants)}

    def rank(who: Fighter) -> tuple[int, int, int, bool, int]:
        sheet, now = who.sheet, who.state
        return (-(now.initiative or 0), now.delays, -sheet.dice("agility"), not sheet.player, place[who.id])

    acting = [c for c in state.combatants.values() if not c.state.dead and not c.state.has("surprised")]
    return tuple(who.id for who in sorted(acting, key=rank))


def end_round(view: BattleView, given: Given) -> Exchange[None]:
    """End a round, and start the next (TS-055, TS-058)."""
    for who in tuple(view.state.combatants):
        yield from end_of_round(view, who, given)
        if view.combatant(who).state.has("surprised"):
            yield ev.ConditionEnded(who=who, condition="surprised")
    yield from tidy(view)
    number = int(view.state.clock.get("round", 0)) + 1
    yield from _start_round(view, {"round": number, "surprise": False})


def end_of_round(view: BattleView, who: str, given: Given = NOTHING_SAID) -> Exchange[None]:
    """Carry out what the end of a round brings one combatant, in the order of TS-058."""
    if view.combatant(who).state.dead:
        return
    if view.combatant(who).state.has("bleeding"):  # TS-301
        yield from hurt(view, who, own.BLEEDING.value(view.state.house))
        yield from fall(view, who)
    now: TesserisState = view.combatant(who).state
    for id_ in ("dazed", "stunned", "staggered"):
        data = now.conditions.get(id_)
        if data is not None and data.get("rounds") == 0:
            yield ev.ConditionEnded(who=who, condition=id_)
            if id_ != "dazed":  # TS-308
                yield ev.ConditionGained(who=who, condition="dazed")
    now = view.combatant(who).state
    if now.dying and not now.dead:  # TS-274
        rounds, wound_after = now.dying_rounds + 1, own.DYING.value(view.state.house)
        yield ev.Kept(who=who, values={"dying_rounds": rounds % wound_after})
        if rounds >= wound_after:
            yield ev.Wounded(who=who, wounds=1)
            yield from fall(view, who)
    yield from _fear_ages(view, who, given)


def _fear_ages(view: BattleView, who: str, given: Given) -> Exchange[None]:
    """Count the rounds of a fear, and those of who is scared to death (TS-187, TS-319, TS-C9)."""
    now: TesserisState = view.combatant(who).state
    if now.fear is not None:
        fear: Fear = replace(now.fear, rounds=now.fear.rounds + 1)
        yield ev.Kept(who=who, values={"fear": {"difficulty": fear.difficulty, "rounds": fear.rounds}})
    data = now.conditions.get("scared-to-death")
    if data is None or now.dead:
        return
    rounds = int(data.get("rounds", 0)) + 1
    if rounds < DISCREDITED:
        conditions = {**now.conditions, "scared-to-death": {**data, "rounds": rounds}}
        yield ev.Kept(who=who, values={"conditions": conditions})
        return
    yield ev.ConditionEnded(who=who, condition="scared-to-death")
    if data.get("interrogated"):
        yield ev.ConditionGained(who=who, condition="blabbermouth")
    elif given.get("doomed") or data.get("doomed"):  # TS-C9: to give up would be its death
        by = {"by": data["by"]} if data.get("by") is not None else {}
        yield ev.ConditionGained(who=who, condition="frightened", data=by)
    else:
        yield ev.ConditionGained(who=who, condition="surrendered")


# ------------------------------------------------------------------------------------------------------ turns
def start_turn(view: BattleView, who: str, given: Given = NOTHING_SAID) -> Exchange[None]:
    """In free play: a round end, a round start and a turn start for one combatant (TS-066)."""
    yield TurnEnded(who=who)
    yield from _turn_over(view, who)
    yield from end_of_round(view, who, given)
    if not view.combatant(who).state.dead:
        yield from _fresh(view.combatant(who), surprised=False)
        if view.combatant(who).state.has("surprised"):
            yield ev.ConditionEnded(who=who, condition="surprised")
    yield TurnStarted(who=who, clock=dict(view.state.clock))
    yield from _open(view, who)
    yield from tidy(view)


def _open(view: BattleView, who: str) -> Exchange[bool]:
    """Start a turn; tell whether there is anything to do in it (TS-057)."""
    now: TesserisState = view.combatant(who).state
    stance = [one for one in now.stance if one not in LASTING]
    values: dict[str, Any] = {
        "moved": False,
        "has_stepped": False,
        "has_attacked": False,
        "just_moved": False,
        "aim_is_new": False,
        "is_inspired_now": bool(now.inspired),
    }
    if stance != list(now.stance):
        values["stance"] = stance
    yield ev.Kept(who=who, values=values)
    if "total-defense" in now.stance and now.cover is not None and set(now.cover.locations) != set(COVERED):
        yield ev.CoverTaken(who=who, cover=replace(now.cover, locations=COVERED, reaction=False))
    for other, combatant in tuple(view.state.combatants.items()):
        if combatant.state.conditions.get("suppressed", {}).get("by") == who:
            yield ev.ConditionEnded(who=other, condition="suppressed")
    if now.is_out:
        return False  # R45
    if now.stamina == 0:
        awake = yield from _stays_awake(view, who)
        if not awake:
            return False
    if view.combatant(who).state.has("suffocating"):
        breathes = yield from _holds_breath(view, who)
        if not breathes:
            return False
    if view.combatant(who).state.has("fleeing") and _is_cornered(view.state, who):
        yield ev.ConditionGained(who=who, condition="scared-to-death")
    return True


def _is_cornered(state: BattleState, who: str) -> bool:
    """Tell whether somebody who must flee has no cell to go to (TS-319)."""
    return not can_go_anywhere(state, state.combatants[who])


def _stays_awake(view: BattleView, who: str) -> Exchange[bool]:
    """Throw against falling unconscious without stamina (TS-270, TS-271)."""
    wounds = view.combatant(who).state.wounds
    if wounds:
        trial = skill_trial("consciousness", AWAKE, "resolve", difficulty=wounds, words=(SUCCESS, FAILURE))
        result = yield from roll_trial(view, who, trial)
        if result.outcome != SUCCESS:
            yield from knock_out(view, who, dying=True)
            return False
    return True


def _holds_breath(view: BattleView, who: str) -> Exchange[bool]:
    """Throw against 2, 3, 4 ... for each turn without breath (TS-312)."""
    data = view.combatant(who).state.conditions["suffocating"]
    breaths = int(data.get("breaths", 0))
    conditions = {**view.combatant(who).state.conditions, "suffocating": {**data, "breaths": breaths + 1}}
    yield ev.Kept(who=who, values={"conditions": conditions})
    trial = skill_trial("breath", RESISTING, "resolve", difficulty=BREATH + breaths, words=(SUCCESS, FAILURE))
    result = yield from roll_trial(view, who, trial)
    if result.outcome != SUCCESS:
        yield from knock_out(view, who)
        return False
    return True


def _turn_over(view: BattleView, who: str) -> Exchange[None]:
    """Let go what is kept until the end of a turn: aim, inspiration (TS-180, TS-335)."""
    now: TesserisState = view.combatant(who).state
    values: dict[str, Any] = {}
    if now.aim is not None and not now.aim_is_new:
        values["aim"] = None
    if now.inspired and now.is_inspired_now:
        values |= {"inspired": 0, "is_inspired_now": False}
    if values:
        yield ev.Kept(who=who, values=values)


def end_turn(view: BattleView, who: str, given: Given = NOTHING_SAID) -> Exchange[None]:
    """End a turn; the next one's starts (TS-072)."""
    yield TurnEnded(who=who)
    yield from _turn_over(view, who)
    if view.state.running:
        yield ev.TurnTaken(who=who)
        yield from go_on(view, given)


def to_act(state: BattleState) -> tuple[str, ...]:
    """List those whose turn in this round is still to come, in order."""
    acted = table_of(state).acted
    return tuple(
        who
        for who in state.order
        if who not in acted and who in state.combatants and not state.combatants[who].state.dead
    )


def go_on(view: BattleView, given: Given = NOTHING_SAID) -> Exchange[None]:
    """Start the next turn, in a new round where nobody is left in this one (TS-055)."""
    while True:
        waiting = to_act(view.state)
        if not waiting:
            if not any(not c.state.is_out for c in view.state.combatants.values()):
                yield BattleEnded()  # nobody is left who could act
                return
            yield from end_round(view, given)
            continue
        who = waiting[0]
        yield TurnStarted(who=who, clock=dict(view.state.clock))
        if view.combatant(who).state.delays:  # the turn that it put off goes on (TS-070)
            goes = not view.combatant(who).state.is_out
        else:
            goes = yield from _open(view, who)
        yield from tidy(view)
        if goes:
            return
        yield TurnEnded(who=who)
        yield ev.TurnTaken(who=who)


def join(view: BattleView, who: str) -> Exchange[None]:
    """Let somebody who comes late roll initiative, and act in this round if its place is still to come."""
    if view.combatant(who).state.dead:
        return
    yield from _initiative(view, who)
    ranked = order_of(view.state)
    if who in ranked:
        yield OrderChanged(order=placed(view.state.order, who, ranked))


def settle(view: BattleView) -> Exchange[None]:
    """Go on after a change by the GM that leaves the active one without a turn."""
    active = view.state.active
    if view.state.running and active is not None and view.state.combatants[active].state.is_out:
        yield from end_turn(view, active)
    yield from tidy(view)


# --------------------------------------------------------------------------------------------------- delaying
STAND_OFF = 2


def delay(view: BattleView, who: str) -> Exchange[None]:
    """Step back behind the next one; those who only wait for one another end the round (TS-070, TS-071)."""
    waiting = [other for other in to_act(view.state) if other != who]
    now: TesserisState = view.combatant(who).state
    both = [*waiting, who]
    if now.delays >= STAND_OFF and all(view.combatant(other).state.delays >= STAND_OFF for other in both):
        yield ev.Stalemate()
        for other in both:
            yield ev.TurnTaken(who=other)
        yield from go_on(view)
        return
    after = view.combatant(waiting[0]).state.initiative or 0
    yield TurnEnded(who=who)
    yield ev.Delayed(who=who, initiative=after - 1)
    order = [other for other in view.state.order if other != who]
    mine = after - 1
    at = 0
    for number, other in enumerate(order, start=1):
        initiative = view.combatant(other).state.initiative or 0
        if initiative >= mine or other in table_of(view.state).acted or other == waiting[0]:
            at = number
    order.insert(at, who)
    yield OrderChanged(order=tuple(order))
    yield from go_on(view)
