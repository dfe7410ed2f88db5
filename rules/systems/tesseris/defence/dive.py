"""Diving away, and dashing for cover under fire (TS-147, TS-148, TS-216)."""

from collections.abc import Mapping

from rules.engine.battle_events import Moved
from rules.engine.command import Said
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import Words, combatant, text
from rules.map.model import Place
from rules.systems.tesseris.attack.facts import FACTS, cover_for, read_facts, read_given
from rules.systems.tesseris.attack.options import HERE
from rules.systems.tesseris.defence.defences import COVER_WITH_MOVE, DIVE, TAKE_COVER
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.cover_state import leave, take
from rules.systems.tesseris.moves.places import knows_places
from rules.systems.tesseris.moves.reach import finds_cover, reach_within, with_cover
from rules.systems.tesseris.moves.ways import DIVE_YARDS, find_way, require_free
from rules.systems.tesseris.parameters import COVER
from rules.systems.tesseris.state import Cover, Fighter, speed_of
from rules.systems.tesseris.turns.ticks import pay_of, reaction_payment


def dive(view: BattleView, who: str, said: Said) -> Exchange[tuple[Place, ...]]:
    """Throw oneself up to three yards, into cover maybe, and lie; give the places left (TS-148)."""
    diver = view.combatant(who)
    way = find_way(view.state, diver, said, DIVE_YARDS, needed=False)
    yield from leave(view, who)
    if way is not None and way.places:
        yield Moved(who=who, to=way.places[-1], path=way.places, cost=way.yards)
    yield ev.Went(who=who, yards=0 if way is None else way.yards, how="dive")
    cover = cover_dived_into(view.state, view.combatant(who), said)
    if cover is not None:
        yield from take(view, who, cover, reaction=True)
    yield ev.ConditionGained(who=who, condition="prone")
    return () if diver.at is None else (diver.at, *(() if way is None else way.places[:-1]))


def require_dive(state: BattleState, diver: Fighter, said: Said, *, in_haste: bool = False) -> None:
    """Refuse a dive that leads nowhere or too far, and cover that is none.

    Args:
        in_haste: whether it answers an attack: then it ends in the cover that the map has there, if any.

    Raises:
        Refusal: as of `find_way`, or `no-cover`.
    """
    way = find_way(state, diver, said, DIVE_YARDS, needed=False)
    there = state if way is None or not way.places else state.with_changes(diver.id, at=way.places[-1])
    named = COVER.of(said)
    if (
        named is not None
        and not (in_haste and named in (HERE, True))
        and cover_dived_into(there, there.combatants[diver.id], said) is None
    ):
        raise Refusal("no-cover", text("There is nothing to take cover behind there."), "TS-148")


def has_cover_to_dive_into(state: BattleState, diver: Fighter) -> bool:
    """Tell whether a dive can end in cover that the map has (TS-148)."""
    return finds_cover(state, diver, reach_within(state, diver, DIVE_YARDS, "TS-148").costs)


def cover_dived_into(state: BattleState, diver: Fighter, said: Said) -> Cover | None:
    """Give the cover at the end of a dive: what the map has there, or the material named (TS-148).

    Raises:
        Refusal: `bad-command`.
    """
    material = COVER.of(said)
    if material is None:
        return None
    if material in (HERE, True):
        return cover_for(state, diver, {})
    if not isinstance(material, str):
        raise Refusal("bad-command", text("'cover' is a material such as stone."), "TS-148")
    return cover_for(state, diver, read_facts(FACTS.id, {"cover_available": material}))


def run_to_cover(view: BattleView, who: str, said: Said) -> Exchange[None]:
    """Go where the cover is, if that is somewhere else (TS-147, TS-216)."""
    runner = view.combatant(who)
    way = find_way(view.state, runner, said, speed_of(runner), needed=False)
    if way is None:
        return
    yield from leave(view, who)
    if way.places:
        yield Moved(who=who, to=way.places[-1], path=way.places, cost=way.yards)
    yield ev.Went(who=who, yards=way.yards, how=TAKE_COVER)


def require_run_to_cover(state: BattleState, runner: Fighter, said: Said) -> None:
    """Refuse a way that is too far, too dear, or ends without cover (TS-147). Raises `Refusal`."""
    require_free(runner)
    way = find_way(state, runner, said, speed_of(runner), needed=False)
    if way is None:
        return
    if reaction_payment(state, runner.id, TAKE_COVER, COVER_WITH_MOVE, pay=pay_of(said)) is None:
        words = text(
            "Cover with a move takes {ticks} ticks, and {runner} cannot pay them.",
            ticks=COVER_WITH_MOVE,
            runner=combatant(runner),
        )
        raise Refusal("bad-answer", words, "TS-147")
    there = state if not way.places else state.with_changes(runner.id, at=way.places[-1])
    if cover_for(there, there.combatants[runner.id], read_given(state, said)) is None:
        raise Refusal("no-cover", text("There is nothing to take cover behind there."), "TS-147")


def defence_places(state: BattleState, who: Fighter, choice: str) -> tuple[tuple[Place, ...], Words]:
    """List where a dive or a dash for cover may end on the map."""
    if choice not in (DIVE, TAKE_COVER) or not knows_places(state, who):
        return (), ""
    if choice == DIVE:
        costs: Mapping[Place, float] = reach_within(state, who, DIVE_YARDS, "TS-148").costs
        return tuple(p for p in sorted(costs, key=str) if p != who.at), text("Dive somewhere")
    if reaction_payment(state, who.id, choice, COVER_WITH_MOVE) is None:
        return (), ""
    costs = with_cover(state, who, reach_within(state, who, speed_of(who), "TS-147").costs)
    places = tuple(p for p in sorted(costs, key=str) if p != who.at)
    return places, text("Run to cover ({ticks} ticks)", ticks=COVER_WITH_MOVE)
