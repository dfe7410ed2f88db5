"""Blocking for an ally who does not defend (TS-144)."""

from rules.engine.command import Said
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.state import BattleState, BattleView, Offer
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.checks import Points, Trial, modifiers_of, pool, require_points, roll_trial
from rules.systems.tesseris.attack.facts import Facts, facts_of, read_given
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.attack.strike import Attack
from rules.systems.tesseris.defence.defences import BLOCK, NONE, STOPS_IT, Defence, can_block, defence_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.house import DEFEND_ALLY as FOR_ALLY
from rules.systems.tesseris.rolls import DEFENDED
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import can_react, pay_of, reaction_payment, require_pay

DEFEND_ALLY = "defend-ally"


def defend_ally(
    view: BattleView, attack: Attack, target: str, facts: Facts, total: int
) -> Exchange[Defence | None]:
    """Ask the allies beside the target, one after the other, whether they block for it (TS-144)."""
    for ally in facts.allies_adjacent:
        friend = view.state.combatants.get(ally)
        if friend is None or ally in (target, attack.actor) or not _may_defend(view.state, friend):
            continue
        answer = yield from ask_of(_ally_question(view, attack, friend, view.combatant(target), total))
        if answer != DEFEND_ALLY:
            continue
        said = Said(params=answer.extra)
        payment = reaction_payment(view.state, ally, DEFEND_ALLY, 1, borrows=True, pay=pay_of(said))
        assert payment is not None
        yield payment
        yield ev.Defended(who=ally, how=DEFEND_ALLY)
        trial = _ally_trial(view.state, attack, view.combatant(ally), total, said)
        result = yield from roll_trial(view, ally, trial)
        return Defence(total=result.total, uncovered=result.total, roll=result, facts=facts)
    return None


def _ally_trial(state: BattleState, attack: Attack, friend: Fighter, total: int, said: Said) -> Trial:
    given = read_given(state, said)  # TS-C4: what was said of the target is not said of the friend
    facts = facts_of(state, state.combatants[attack.actor], friend, given, ranged=attack.ranged)
    extra = (FOR_ALLY.added(state.house, text("for another")),)
    spends = Points.of(said)
    return defence_trial(state, attack, friend, facts, BLOCK, against=total, spends=spends, extra=extra)


def _may_defend(state: BattleState, friend: Fighter) -> bool:
    now: TesserisState = friend.state
    able = not now.is_out and not now.has("pinned", "grappled", "surrendered", "suffocating")
    return able and can_block(friend) and can_react(state, friend.id, 1, borrows=True)


def _ally_question(view: BattleView, attack: Attack, friend: Fighter, target: Fighter, total: int) -> Ask:
    def check(answer: Answer) -> None:
        said = Said(params=answer.extra)
        require_pay(said)
        require_points(friend, said)
        read_given(view.state, said)

    def offers() -> tuple[Offer, ...]:
        trial = _ally_trial(view.state, attack, friend, total, Said())
        chance = sum(
            weight for result, weight in pool(friend, trial).outcomes() if result.outcome == DEFENDED
        )
        return (
            Offer(
                id=DEFEND_ALLY,
                label=text("Block for {target}", target=combatant(target)),
                chance=chance,
                chance_of=STOPS_IT,
                note=text("1 tick or the free reaction"),
                modifiers=modifiers_of(friend, trial),
                rule="TS-144",
                options=extras_of(friend, free_or_ticks=True),
            ),
            Offer(id=NONE, label=text("Leave it"), rule="TS-144"),
        )

    return Ask(
        to=friend.id,
        purpose=DEFEND_ALLY,
        question=text(
            "{target} does not defend. A block of {total} or more holds. Block for {target}?",
            target=combatant(target),
            total=total,
        ),
        choices=(DEFEND_ALLY, NONE),
        default=NONE,
        about=target.id,
        forks=False,
        interrupts=True,
        check=check,
        offers=offers,
    )
