"""The defender's question, and what comes of its answer (TS-200, TS-214 to TS-216)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.command import Said
from rules.engine.dice import Modifier
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.state import BattleState, BattleView, Extra, Offer
from rules.engine.text import Text, combatant, counted, text
from rules.map.model import Place
from rules.systems.tesseris.attack.checks import Points, modifiers_of, pool, require_points, roll_trial
from rules.systems.tesseris.attack.facts import Facts, cover_for, facts_of, read_given
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.attack.strike import NORMAL, Attack
from rules.systems.tesseris.defence.ally_defence import defend_ally
from rules.systems.tesseris.defence.defences import (
    BORROWED_FOR,
    COSTS,
    COVER_WITH_MOVE,
    DIVE,
    LABELS,
    NONE,
    RULES,
    STOPS_IT,
    TAKE_COVER,
    Defence,
    choices_of,
    cover_bonus,
    defence_trial,
)
from rules.systems.tesseris.defence.dive import (
    defence_places,
    dive,
    has_cover_to_dive_into,
    require_dive,
    require_run_to_cover,
    run_to_cover,
)
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.cover_state import take
from rules.systems.tesseris.moves.places import knows_places
from rules.systems.tesseris.names import called
from rules.systems.tesseris.parameters import says_where
from rules.systems.tesseris.rolls import DEFENDED, Elsewhere
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.ticks import pay_of, reaction_payment, require_pay

NOTHING_SAID = Said()


def defend(
    view: BattleView,
    attack: Attack,
    target: str,
    facts: Facts,
    total: int,
    elsewhere: Elsewhere | None = None,
) -> Exchange[Defence]:
    """Ask the target, and work its answer out (TS-200, steps 5 to 7).

    Args:
        total: the best attack total that it must stand against.
        elsewhere: whom the attack may find while the defence holds.
    """
    who = view.combatant(target)
    choices = choices_of(view.state, attack, who, facts)
    if not choices:
        return Defence(facts=facts)
    answer = yield from ask_of(_question(view, attack, who, facts, total, choices))
    said = Said(params=answer.extra)
    stated = read_given(view.state, said)
    given = {**facts.given, **stated}
    if stated:  # TS-C4: a defence has the facts of its own answer besides
        facts = _as_they_stand(view, attack, target, given)
    if answer == NONE:
        defended = None
        if attack.meets == NORMAL:
            defended = yield from defend_ally(view, attack, target, facts, total)
        return Defence(facts=facts) if defended is None else defended
    payment = reaction_payment(
        view.state,
        target,
        str(answer),
        _cost(answer, said),
        borrows=answer in BORROWED_FOR,
        pay=pay_of(said),
    )
    assert payment is not None, "only what can be paid for is offered"
    if COSTS[answer]:
        yield payment
    left: tuple[Place, ...] = ()
    if answer == DIVE:
        left = yield from dive(view, target, said)
        facts = _as_they_stand(view, attack, target, given)
        if not attack.ranged:
            return Defence(facts=facts, escaped=True, dived=True, given=stated, left=left)
    elif answer == TAKE_COVER:
        yield from run_to_cover(view, target, said)
        cover = cover_for(view.state, view.combatant(target), given)
        assert cover is not None, "it is offered where there is some"
        yield from take(view, target, cover, reaction=True)
        facts = _as_they_stand(view, attack, target, given)
    now = view.combatant(target)
    escaped = answer == DIVE and not facts.line_of_fire  # TS-C2: nothing reaches it there
    against, spends = 0 if escaped else total, Points.of(said)
    trial = defence_trial(
        *(view.state, attack, now, facts, str(answer)), against=against, spends=spends, elsewhere=elsewhere
    )
    yield ev.Defended(who=target, how=str(answer))
    result = yield from roll_trial(view, target, trial)
    bonus = cover_bonus(now, facts)
    return Defence(
        total=result.total,
        uncovered=max(0, result.plain + result.modifier - bonus),
        roll=result,
        escaped=escaped,
        facts=facts,
        dived=answer == DIVE,
        given=stated,
        left=left,
    )


def _cost(answer: Answer, said: Said) -> int:
    return COVER_WITH_MOVE if answer == TAKE_COVER and says_where(said) else COSTS[answer]


def _as_they_stand(view: BattleView, attack: Attack, target: str, given: Mapping[str, Any]) -> Facts:
    """Look at the attack again, now that the target is somewhere else or more is said of it (TS-148)."""
    kept = {key: value for key, value in given.items() if key not in ("provokes", "cover_available")}
    return facts_of(
        view.state, view.combatant(attack.actor), view.combatant(target), kept, ranged=attack.ranged
    )


def _question(
    view: BattleView, attack: Attack, who: Fighter, facts: Facts, total: int, choices: tuple[str, ...]
) -> Ask:
    state = view.state
    striker = state.combatants[attack.actor]

    def check(answer: Answer) -> None:
        said = Said(params=answer.extra)
        require_pay(said)
        require_points(who, said)
        read_given(state, said)
        if answer == DIVE:
            require_dive(state, who, said, in_haste=True)
        elif answer == TAKE_COVER:
            require_run_to_cover(state, who, said)

    def offers() -> tuple[Offer, ...]:
        return tuple(_offer(state, attack, who, facts, total, choice) for choice in choices)

    def weigh(answer: Answer) -> Offer:
        return _offer(state, attack, who, facts, total, str(answer), Said(params=answer.extra))

    return Ask(
        to=who.id,
        purpose="defence",
        question=text(
            "{striker} attacks {who}: {action}. A defence of {total} or more holds. How do you meet it?",
            striker=combatant(striker),
            who=combatant(who),
            action=called(attack.action),
            total=total,
        ),
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
    who: Fighter,
    facts: Facts,
    total: int,
    choice: str,
    said: Said = NOTHING_SAID,
) -> Offer:
    if choice == NONE:
        return Offer(id=NONE, label=LABELS[NONE], rule=RULES[NONE])
    note, chance = _price_words(state, who, choice, pay_of(said)), 1.0
    modifiers: tuple[Modifier, ...] = ()
    places, place_words = defence_places(state, who, choice)
    extras = extras_of(who, free_or_ticks=bool(COSTS[choice]))
    if choice == DIVE:
        note = text("{price}; you end prone", price=note)
        if knows_places(state, who) and has_cover_to_dive_into(state, who):
            extras = (Extra(id="cover", label=text("Into the cover there, if any"), rule="TS-148"), *extras)
    if choice != DIVE or attack.ranged:
        trial = defence_trial(state, attack, who, facts, choice, against=total, spends=Points.of(said))
        chance = sum((weight for r, weight in pool(who, trial).outcomes() if r.outcome == DEFENDED), 0.0)
        modifiers = modifiers_of(who, trial)
    return Offer(
        id=choice,
        label=LABELS[choice],
        chance=chance,
        chance_of=STOPS_IT,
        note=note,
        modifiers=modifiers,
        rule=RULES[choice],
        options=extras,
        places=places,
        place_words=place_words,
    )


def _price_words(state: BattleState, who: Fighter, choice: str, pay: str) -> Text:
    """Say what a defence costs just now (TS-062 to TS-064)."""
    cost = COSTS[choice]
    payment = reaction_payment(state, who.id, choice, cost, borrows=choice in BORROWED_FOR, pay=pay)
    if not cost or payment is None:
        return text("free")
    if payment.free_reaction:
        return text("the free reaction")
    if payment.borrowed:
        return counted(
            "{n} tick, borrowed from the next round", "{n} ticks, borrowed from the next round", n=cost
        )
    left = who.state.ticks - payment.ticks
    return counted("{n} tick, {left} left", "{n} ticks, {left} left", n=cost, left=left)
