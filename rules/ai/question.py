"""What is asked of the AI: whom to advise, on what it may know; small and whole, so that it can be sent."""

from dataclasses import dataclass, replace

from rules.ai.advice import Advice, Advisor
from rules.ai.answers import answers_by_chance, best_answers
from rules.ai.blows import Blow, in_free_play
from rules.ai.effort import DEFAULT_EFFORT, Effort
from rules.ai.foresight import Forecast, Watch, go_on, likeliest
from rules.ai.temper import temper_of
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.held_turns import held_turn
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.known_battle import forgetting
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceWanted:
    """A question: what somebody would do now, or answer, by their own temper."""

    who: str
    count: int = 3
    effort: Effort = DEFAULT_EFFORT
    open_exchange: OpenExchange | None = None
    """What stands at the open question, where it is put to them."""


def as_its_side_knows(state: BattleState, who: str) -> BattleState:
    """Give a battle as the side of one of its combatants knows it: without those who hide from it."""
    side = state.combatants[who].side
    return forgetting(state, {c.id for c in state.combatants.values() if not c.is_hidden_from(side)})


def must_wait(state: BattleState, who: str) -> bool:
    """Say whether somebody must wait for their turn, so that advice is of what they would do then."""
    return not _is_their_turn(state, who) and held_turn(find_system(state.system), state, who) is None


def _is_their_turn(state: BattleState, who: str) -> bool:
    try:
        find_system(state.system).turns.require_turn(state, who)
    except Refusal:
        return False
    return True


def _in_their_turn(state: BattleState, who: str) -> BattleState:
    """Give a battle as it would be were it somebody's turn, all others standing as they do now."""
    free, system = in_free_play(state), find_system(state.system)
    begun = likeliest(free, lambda view: system.turns.start_turn(view, who)).state
    return in_free_play(begun)


def _taken_up(command: Command, found: tuple[Advice, ...]) -> Advice:
    """Advise to take up a turn that was put off, with the best attack that it leads up to."""
    best = next(iter(found), Advice(command=command, worth=0.0))
    then = best.then
    if best.hit is not None:
        foreseen = Forecast(gain=best.gain, hit=best.hit, down=best.down or 0.0, instead=best.instead)
        then = Blow(best.command, foreseen)
    return replace(best, command=command, gain=0.0, hit=None, down=None, instead=(), then=then, then_to=None)


def _as_known(open_exchange: OpenExchange, known: BattleState) -> OpenExchange | None:
    """Give what stands at the open question as if nobody unknown were there: in a blast's area, say.

    None where somebody unknown has a part in it, or it would have gone otherwise without them.
    """
    before, record = open_exchange.before, open_exchange.record
    unknown = before.combatants.keys() - known.combatants.keys()
    if not unknown:
        return open_exchange
    parts = {who for one in record if isinstance(one, Event) for who in one.subjects()}
    if unknown & (parts | {open_exchange.command.actor}):
        return None
    kept = [one if isinstance(one, Event) else forgetting(one, known.combatants) for one in record]
    begun = replace(open_exchange, before=forgetting(before, known.combatants), record=tuple(kept))
    return begun if begun.taken_up(known) is not None else None


def advised(state: BattleState, wanted: AdviceWanted, watch: Watch = go_on) -> tuple[Advice, ...]:
    """Give the best things to do or to answer, the best first; for who must wait, in their turn.

    Who has put a turn off and may take it now, as nobody acts, is advised to: it is worth no more later.

    Args:
        state: the battle; what the side of who is advised does not know is left out of it here.
        watch: may raise, to give up what nobody waits for any more.
    """
    system = find_system(state.system)
    temper = temper_of(state.combatants[wanted.who].temper)
    known = as_its_side_knows(state, wanted.who)
    if wanted.open_exchange is None:
        held = held_turn(system, known, wanted.who)
        if not _is_their_turn(known, wanted.who):
            known = _in_their_turn(known, wanted.who)
        found = Advisor(system, known, wanted.who, temper, wanted.effort, watch).best(wanted.count)
        return found if held is None else (_taken_up(held, found),)
    begun = _as_known(wanted.open_exchange, known)
    if begun is not None:
        answers = best_answers(system, known, begun, temper, wanted.effort.care, watch)
    else:
        answers = answers_by_chance(state, wanted.open_exchange)
    return tuple(
        Advice(
            command=Command(do="answer", actor=wanted.who, params={"answer": one.answer, **one.extra}),
            worth=one.gain,
            gain=one.gain,
        )
        for one in answers[: wanted.count]
    )
