"""The defender's question, its answers and their rolls (TS-140 to TS-148, TS-214 to TS-219)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import Moved
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, Extra, Offer, Scene
from rules.map.model import Place
from rules.systems.tesseris import events as ev
from rules.systems.tesseris.checks import (
    DEFENCE,
    Trial,
    modifiers_of,
    pool,
    require_points,
    roll_trial,
    skill_trial,
)
from rules.systems.tesseris.facts import Facts, cover_for, facts_of, read_given
from rules.systems.tesseris.gear import FISTS
from rules.systems.tesseris.grapple_ties import is_in, partners
from rules.systems.tesseris.options import HERE, ask_of, extras_of
from rules.systems.tesseris.places import knows_places
from rules.systems.tesseris.reach import reach_within, with_cover
from rules.systems.tesseris.rolls import DEFENDED, FAILED, PoolResult
from rules.systems.tesseris.shelter import COVER_BONUS, HUNKERED_BONUS, leave, shields, take
from rules.systems.tesseris.state import Cover, TesserisState, speed_of
from rules.systems.tesseris.strike import ENTRY, GRAPPLED, NORMAL, NOTHING, STRUGGLE, Attack
from rules.systems.tesseris.ticks import can_react, reaction_price
from rules.systems.tesseris.ways import DIVE_YARDS, find_way, require_free

DUCK, DODGE, BLOCK, PARRY, DIVE, TAKE_COVER, NONE = (
    "duck",
    "dodge",
    "block",
    "parry",
    "dive",
    "take-cover",
    "none",
)
GRAPPLE_MELEE, GRAPPLE_ATHLETICS, ATHLETICS = "grapple-melee", "grapple-athletics", "athletics"
DEFEND_ALLY = "defend-ally"
COSTS: Mapping[str, int] = {
    DUCK: 0,
    DODGE: 1,
    BLOCK: 1,
    PARRY: 1,
    DIVE: 1,
    TAKE_COVER: 1,
    GRAPPLE_MELEE: 1,
    GRAPPLE_ATHLETICS: 1,
    ATHLETICS: 1,
    NONE: 0,
}
BORROWED_FOR = frozenset({DODGE, BLOCK, PARRY, DIVE, GRAPPLE_MELEE, GRAPPLE_ATHLETICS, ATHLETICS})
"""The defences that may be borrowed for (TS-064)."""
COVER_WITH_MOVE = 2
FREE_DEFENCES = 3
DEFEND_ALLY_PENALTY = -2
LABELS: Mapping[str, str] = {
    DUCK: "Duck",
    DODGE: "Dodge",
    BLOCK: "Block",
    PARRY: "Parry",
    DIVE: "Dive for cover",
    TAKE_COVER: "Take cover",
    GRAPPLE_MELEE: "Resist by skill",
    GRAPPLE_ATHLETICS: "Resist by strength",
    ATHLETICS: "Hold on",
    NONE: "No defence",
}
RULES: Mapping[str, str] = {
    DUCK: "TS-140",
    DODGE: "TS-141",
    BLOCK: "TS-141",
    PARRY: "TS-217",
    DIVE: "TS-148",
    TAKE_COVER: "TS-216",
    GRAPPLE_MELEE: "TS-112",
    GRAPPLE_ATHLETICS: "TS-112",
    ATHLETICS: "TS-118",
    NONE: "TS-214",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """What a target made of an attack.

    Attributes:
        total: what the attack must exceed.
        uncovered: the total without what its cover added (TS-291).
        roll: the roll, if there was one.
        escaped: whether it dived away from a blow, so that nothing happens (TS-148).
        facts: the facts as they stand after it.
        dived: whether it dived, which others may strike at; `given` are the facts of that answer.
    """

    total: int = 0
    uncovered: int = 0
    roll: PoolResult | None = None
    escaped: bool = False
    facts: Facts
    dived: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    left_from: Place | None = None


def can_block(who: Combatant) -> bool:
    """Tell whether it has something to block with (TS-027, TS-141)."""
    return bool(who.sheet.gear) or _has_blade(who)


def can_parry(who: Combatant) -> bool:
    """Tell whether it has something to parry with, or needs nothing (TS-141, TS-217)."""
    return _has_blade(who) or "martial-artist" in who.sheet.traits


def _has_blade(who: Combatant) -> bool:
    held = who.sheet.held_weapons(who.state.held)
    return any(weapon.is_melee and weapon.id != FISTS.id for weapon in held)


def choices_of(state: BattleState, attack: Attack, target: Combatant, facts: Facts) -> tuple[str, ...]:
    """List what a target may answer, in the order of TS-214; nothing where it is not asked (TS-215)."""
    now: TesserisState = target.state
    if attack.meets == NOTHING or now.is_out:
        return ()
    if attack.meets == GRAPPLED or (now.has("pinned") and is_in(state, attack.actor, target.id)):
        wanted: Sequence[str] = (GRAPPLE_MELEE, GRAPPLE_ATHLETICS)
    elif now.has("pinned"):
        wanted = (GRAPPLE_MELEE, GRAPPLE_ATHLETICS)
    elif attack.meets == ENTRY:
        wanted = (DUCK, DODGE)
    elif attack.meets == STRUGGLE:
        wanted = (DUCK, DODGE, ATHLETICS)
    else:
        wanted = _normal(state, attack, target, facts)
    payable = [
        choice
        for choice in wanted
        if can_react(state, target.id, COSTS[choice], borrows=choice in BORROWED_FOR)
    ]
    return (*payable, NONE)


def _normal(state: BattleState, attack: Attack, target: Combatant, facts: Facts) -> list[str]:
    now: TesserisState = target.state
    wanted = [DUCK, DODGE]
    if can_block(target):
        wanted.append(BLOCK)
    if can_parry(target) and not attack.ranged:
        wanted.append(PARRY)
    if not now.has("prone", "grappled", "suffocating"):
        wanted.append(DIVE)
    may_take = attack.ranged and now.cover is None and not now.has("grappled")
    if may_take and cover_for(state, target, facts.given) is not None:
        wanted.append(TAKE_COVER)
    return wanted


def defence_trial(
    state: BattleState,
    attack: Attack,
    target: Combatant,
    facts: Facts,
    how: str,
    *,
    against: int | None = None,
    spends: Mapping[str, Any] | None = None,
    extra: tuple[Modifier, ...] = (),
) -> Trial:
    """Give the roll of a defence, with all that adds to it and takes from it."""
    modifiers = (*extra, *_situation(state, attack, target, facts, how))
    rest: dict[str, Any] = {
        "extra": tuple(m for m in modifiers if m.value),
        "spends": spends,
        "against": against,
        "words": (DEFENDED, FAILED),
        "concerns": target.id,
    }
    if how == DUCK:  # TS-218
        names = ("agility", "perception")
        again = target.sheet.dice("intelligence")
        return Trial(
            purpose=DUCK, kind=DEFENCE, characteristics=names, rerolls=again, touches=(DUCK,), **rest
        )
    if how in (DIVE, TAKE_COVER):
        return Trial(purpose=how, kind=DEFENCE, characteristics=(), **rest)
    skill, purpose = {
        DODGE: ("acrobatics", DODGE),
        BLOCK: ("athletics", BLOCK),
        PARRY: ("melee", PARRY),
        GRAPPLE_MELEE: ("melee", "grapple-defence"),
        GRAPPLE_ATHLETICS: ("athletics", "grapple-defence"),
        ATHLETICS: ("athletics", "athletics"),
    }[how]
    return skill_trial(purpose, DEFENCE, skill, touches=(how,), **rest)


def _situation(
    state: BattleState, attack: Attack, target: Combatant, facts: Facts, how: str
) -> list[Modifier]:
    """List what the situation gives a defence (TS-241 to TS-244, TS-249)."""
    now: TesserisState = target.state
    found = []

    def add(label: str, value: int, rule: str) -> None:
        found.append(Modifier(label, value, rule))

    covered = cover_bonus(target, facts)
    if how in (DUCK, DODGE):
        add("bulk", target.sheet.bulk, "TS-026")
    add("hunkered down" if covered == HUNKERED_BONUS else "cover", covered, "TS-243")
    if now.has("prone") or (now.cover is not None and now.cover.hunkered and facts.flanked):
        add("prone", 2 if attack.ranged else -2, "TS-242")
    if attack.ranged and facts.elevation < 0 and not covered:
        add("higher ground", -1, "TS-241")
    add("many defences", -max(0, now.defences + 1 - FREE_DEFENCES), "TS-244")
    if "all-out" in now.stance:
        add("all-out attack", -2, "TS-103")
    if "guarded" in now.stance and how in (BLOCK, DODGE):
        add("guarded", 1, "TS-108")
    if "total-defense" in now.stance:
        add("total defence", 2, "TS-146")
    if "sprint" in now.stance:
        add("sprinting", 1 if attack.ranged else -3, "TS-164")
    friends = (o for o in state.combatants.values() if o.side == target.side and o.id != target.id)
    if any("covering-fire" in friend.state.stance and not friend.state.is_out for friend in friends):
        add("covering fire", 1, "TS-143")
    if now.has("grappled") and attack.actor not in partners(state, target.id):
        add("in a grapple", -3, "TS-304")
    return found


def cover_bonus(target: Combatant, facts: Facts) -> int:
    """Give what the cover adds to a defence (TS-145, TS-243)."""
    if not shields(target, facts):
        return 0
    return HUNKERED_BONUS if target.state.cover.hunkered else COVER_BONUS


def defend(scene: Scene, attack: Attack, target: str, facts: Facts, total: int) -> Exchange[Defence]:
    """Ask the target, and work its answer out (TS-200, steps 5 to 7).

    Args:
        total: the best attack total that it must stand against.
    """
    who = scene.combatant(target)
    choices = choices_of(scene.state, attack, who, facts)
    if not choices:
        return Defence(facts=facts)
    answer = yield from ask_of(_question(scene, attack, who, facts, total, choices))
    given = {**facts.given, **read_given(scene.state, answer.extra)}
    if answer == NONE:
        defended = None
        if attack.meets == NORMAL:
            defended = yield from _defend_ally(scene, attack, target, facts, total)
        return Defence(facts=facts) if defended is None else defended
    price = reaction_price(
        scene.state,
        target,
        str(answer),
        _cost(answer),
        borrows=answer in BORROWED_FOR,
        pay=str(answer.extra.get("pay", "free")),
    )
    assert price is not None, "only what can be paid for is offered"
    if COSTS[answer]:
        yield price
    left_from = who.at
    if answer == DIVE:
        yield from dive(scene, target, answer.extra)
        facts = _after_moving(scene, attack, target, given)
        if not attack.ranged:
            return Defence(
                facts=facts,
                escaped=True,
                dived=True,
                given=read_given(scene.state, answer.extra),
                left_from=left_from,
            )
    elif answer == TAKE_COVER:
        yield from _run_to_cover(scene, target, answer.extra)
        cover = cover_for(scene.state, scene.combatant(target), given)
        assert cover is not None, "it is offered where there is some"
        yield from take(scene, target, cover, reaction=True)
        facts = _after_moving(scene, attack, target, given)
    now = scene.combatant(target)
    trial = defence_trial(scene.state, attack, now, facts, str(answer), against=total, spends=answer.extra)
    yield ev.Defended(who=target, how=str(answer))
    result = yield from roll_trial(scene, target, trial)
    bonus = cover_bonus(now, facts)
    return Defence(
        total=result.total,
        uncovered=max(0, result.plain + result.modifier - bonus),
        roll=result,
        facts=facts,
        dived=answer == DIVE,
        given=read_given(scene.state, answer.extra),
        left_from=left_from,
    )


def _cost(answer: Answer) -> int:
    moves = any(answer.extra.get(key) is not None for key in ("to", "path", "yards"))
    return COVER_WITH_MOVE if answer == TAKE_COVER and moves else COSTS[answer]


def _run_to_cover(scene: Scene, who: str, params: Mapping[str, Any]) -> Exchange[None]:
    """Go where the cover is, if that is somewhere else (TS-147, TS-216)."""
    runner = scene.combatant(who)
    way = find_way(scene.state, runner, params, speed_of(runner), needed=False)
    if way is None:
        return
    yield from leave(scene, who)
    if way.places:
        yield Moved(who=who, to=way.places[-1], path=way.places, cost=way.yards)
    yield ev.Went(who=who, yards=way.yards, how=TAKE_COVER)


def _require_run_to_cover(state: BattleState, runner: Combatant, params: Mapping[str, Any]) -> None:
    """Refuse a way that is too far, too dear, or ends without cover (TS-147). Raises `Refusal`."""
    require_free(runner)
    way = find_way(state, runner, params, speed_of(runner), needed=False)
    if way is None:
        return
    pay = str(params.get("pay", "free"))
    if reaction_price(state, runner.id, TAKE_COVER, COVER_WITH_MOVE, pay=pay) is None:
        text = f"Cover with a move takes {COVER_WITH_MOVE} ticks, and {runner.name} cannot pay them."
        raise Refusal("bad-answer", text, "TS-147")
    there = state if not way.places else state.with_changes(runner.id, at=way.places[-1])
    if cover_for(there, there.combatants[runner.id], read_given(state, params)) is None:
        raise Refusal("no-cover", "There is nothing to take cover behind there.", "TS-147")


def _after_moving(scene: Scene, attack: Attack, target: str, given: Mapping[str, Any]) -> Facts:
    """Look at the attack again, now that the target is somewhere else (TS-148)."""
    kept = {key: value for key, value in given.items() if key not in ("provokes", "cover_available")}
    return facts_of(
        scene.state, scene.combatant(attack.actor), scene.combatant(target), kept, ranged=attack.ranged
    )


def dive(scene: Scene, who: str, params: Mapping[str, Any]) -> Exchange[None]:
    """Throw oneself up to three yards, into cover maybe, and lie (TS-148)."""
    diver = scene.combatant(who)
    way = find_way(scene.state, diver, params, DIVE_YARDS, needed=False)
    yield from leave(scene, who)
    if way is not None and way.places:
        yield Moved(who=who, to=way.places[-1], path=way.places, cost=way.yards)
    yield ev.Went(who=who, yards=0 if way is None else way.yards, how="dive")
    cover = cover_dived_into(scene.state, scene.combatant(who), params)
    if cover is not None:
        yield from take(scene, who, cover, reaction=True)
    yield ev.ConditionGained(who=who, condition="prone")


def require_dive(state: BattleState, diver: Combatant, params: Mapping[str, Any]) -> None:
    """Refuse a dive that leads nowhere or too far, and cover that is none. Raises `Refusal`."""
    way = find_way(state, diver, params, DIVE_YARDS, needed=False)
    there = state if way is None or not way.places else state.with_changes(diver.id, at=way.places[-1])
    if (
        params.get("cover") is not None
        and cover_dived_into(there, there.combatants[diver.id], params) is None
    ):
        raise Refusal("no-cover", "There is nothing to take cover behind there.", "TS-148")


def cover_dived_into(state: BattleState, diver: Combatant, params: Mapping[str, Any]) -> Cover | None:
    """Give the cover at the end of a dive: what the map has there, or the material named (TS-148).

    Raises:
        Refusal: `bad-command`.
    """
    material = params.get("cover")
    if material is None:
        return None
    if material in (HERE, True):
        return cover_for(state, diver, {})
    if not isinstance(material, str):
        raise Refusal("bad-command", "'cover' is a material such as stone.", "TS-148")
    read_given(state, {"facts": {"cover_available": material}})
    return cover_for(state, diver, {"cover_available": material})


def _question(
    scene: Scene, attack: Attack, who: Combatant, facts: Facts, total: int, choices: tuple[str, ...]
) -> Ask:
    state = scene.state
    striker = state.combatants[attack.actor]

    def check(answer: Answer) -> None:
        if answer.extra.get("pay") not in (None, "free", "ticks"):
            raise Refusal("bad-answer", "'pay' is free or ticks.", "TS-063")
        require_points(who, answer.extra)
        read_given(state, answer.extra)
        if answer == DIVE:
            require_dive(state, who, answer.extra)
        elif answer == TAKE_COVER:
            _require_run_to_cover(state, who, answer.extra)

    def offers() -> tuple[Offer, ...]:
        return tuple(_offer(state, attack, who, facts, total, choice) for choice in choices)

    def weigh(answer: Answer) -> Offer:
        return _offer(state, attack, who, facts, total, str(answer), answer.extra)

    words = attack.action.replace("-", " ")
    return Ask(
        to=who.id,
        purpose="defence",
        question=f"{striker.name} attacks {who.name}: {words}, {total} to beat. How do you meet it?",
        choices=choices,
        default=choices[0],
        about=striker.id,
        untried=(DIVE,),
        check=check,
        weigh=weigh,
        offers=offers,
    )


def _offer(
    state: BattleState,
    attack: Attack,
    who: Combatant,
    facts: Facts,
    total: int,
    choice: str,
    said: Mapping[str, Any] | None = None,
) -> Offer:
    if choice == NONE:
        return Offer(id=NONE, label=LABELS[NONE], rule=RULES[NONE])
    note, chance = _price_words(state, who, choice, str((said or {}).get("pay", "free"))), 1.0
    modifiers: tuple[Modifier, ...] = ()
    places, place_words = _places(state, who, choice)
    extras = extras_of(who, free_or_ticks=bool(COSTS[choice]))
    if choice == DIVE:
        note += "; you end prone"
        if knows_places(state, who):
            extras = (Extra(id="cover", label="Into the cover there", rule="TS-148"), *extras)
    if choice != DIVE or attack.ranged:
        trial = defence_trial(state, attack, who, facts, choice, against=total, spends=said)
        chance = sum(weight for r, weight in pool(who, trial).outcomes() if r.outcome == DEFENDED)
        modifiers = modifiers_of(who, trial)
    return Offer(
        id=choice,
        label=LABELS[choice],
        chance=chance,
        note=note,
        modifiers=modifiers,
        rule=RULES[choice],
        options=extras,
        places=places,
        place_words=place_words,
    )


def _price_words(state: BattleState, who: Combatant, choice: str, pay: str) -> str:
    """Say what a defence costs just now (TS-062 to TS-064)."""
    cost = COSTS[choice]
    price = reaction_price(state, who.id, choice, cost, borrows=choice in BORROWED_FOR, pay=pay)
    if not cost or price is None:
        return "free"
    if price.free_reaction:
        return "the free reaction"
    left = f", {who.state.ticks - price.ticks} left"
    return f"{cost} tick" + (", borrowed from the next round" if price.borrowed else left)


def _places(state: BattleState, who: Combatant, choice: str) -> tuple[tuple[Place, ...], str]:
    """List where a dive or a dash for cover may end on the map."""
    if choice not in (DIVE, TAKE_COVER) or not knows_places(state, who):
        return (), ""
    if choice == DIVE:
        costs: Mapping[Place, float] = reach_within(state, who, DIVE_YARDS, "TS-148").costs
        return tuple(p for p in sorted(costs, key=str) if p != who.at), "Dive somewhere"
    if reaction_price(state, who.id, choice, COVER_WITH_MOVE) is None:
        return (), ""
    costs = with_cover(state, who, reach_within(state, who, speed_of(who), "TS-147").costs)
    places = tuple(p for p in sorted(costs, key=str) if p != who.at)
    return places, f"Run to cover ({COVER_WITH_MOVE} ticks)"


# ------------------------------------------------------------------------------------------------ for an ally
def _defend_ally(
    scene: Scene, attack: Attack, target: str, facts: Facts, total: int
) -> Exchange[Defence | None]:
    """Ask the allies beside the target, one after the other, whether they block for it (TS-144)."""
    for ally in facts.allies_adjacent:
        friend = scene.state.combatants.get(ally)
        if friend is None or ally in (target, attack.actor) or not _may_defend(scene.state, friend):
            continue
        answer = yield from ask_of(_ally_question(scene, attack, friend, scene.combatant(target), total))
        if answer != DEFEND_ALLY:
            continue
        pay = str(answer.extra.get("pay", "free"))
        price = reaction_price(scene.state, ally, DEFEND_ALLY, 1, borrows=True, pay=pay)
        assert price is not None
        yield price
        yield ev.Defended(who=ally, how=DEFEND_ALLY)
        trial = _ally_trial(scene.state, attack, scene.combatant(ally), total, answer.extra)
        result = yield from roll_trial(scene, ally, trial)
        return Defence(total=result.total, uncovered=result.total, roll=result, facts=facts)
    return None


def _ally_trial(
    state: BattleState, attack: Attack, friend: Combatant, total: int, spends: Mapping[str, Any] | None
) -> Trial:
    facts = facts_of(state, state.combatants[attack.actor], friend, {}, ranged=attack.ranged)
    extra = (Modifier("for another", DEFEND_ALLY_PENALTY, "TS-144"),)
    return defence_trial(state, attack, friend, facts, BLOCK, against=total, spends=spends, extra=extra)


def _may_defend(state: BattleState, friend: Combatant) -> bool:
    now: TesserisState = friend.state
    able = not now.is_out and not now.has("pinned", "grappled", "surrendered", "suffocating")
    return able and can_block(friend) and can_react(state, friend.id, 1, borrows=True)


def _ally_question(scene: Scene, attack: Attack, friend: Combatant, target: Combatant, total: int) -> Ask:
    def check(answer: Answer) -> None:
        if answer.extra.get("pay") not in (None, "free", "ticks"):
            raise Refusal("bad-answer", "'pay' is free or ticks.", "TS-063")
        require_points(friend, answer.extra)

    def offers() -> tuple[Offer, ...]:
        trial = _ally_trial(scene.state, attack, friend, total, None)
        chance = sum(
            weight for result, weight in pool(friend, trial).outcomes() if result.outcome == DEFENDED
        )
        return (
            Offer(
                id=DEFEND_ALLY,
                label=f"Block for {target.name}",
                chance=chance,
                note="1 tick or the free reaction",
                modifiers=modifiers_of(friend, trial),
                rule="TS-144",
                options=extras_of(friend, free_or_ticks=True),
            ),
            Offer(id=NONE, label="Leave it", rule="TS-144"),
        )

    return Ask(
        to=friend.id,
        purpose=DEFEND_ALLY,
        question=f"{target.name} does not defend against {total}. Block for {target.name}?",
        choices=(DEFEND_ALLY, NONE),
        default=NONE,
        about=target.id,
        forks=False,
        interrupts=True,
        check=check,
        offers=offers,
    )
