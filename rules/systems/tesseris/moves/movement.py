"""Moving: at a walk, a run, a sprint, by a step, by a dive (TS-148, TS-160 to TS-170)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.engine.battle_events import Moved
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Reach
from rules.engine.text import Words, combatant, text
from rules.map.model import Place
from rules.systems.tesseris.attack.options import HERE
from rules.systems.tesseris.defence.dive import dive, has_cover_to_dive_into, require_dive
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.defence.follow_step import ask_follow
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.cover_state import leave
from rules.systems.tesseris.moves.places import adjacent_to, are_adjacent, knows_places
from rules.systems.tesseris.moves.reach import reach_within, sprint_reach, with_cover
from rules.systems.tesseris.moves.ways import DIVE_YARDS, HELD_DOWN, Way, find_way, require_free
from rules.systems.tesseris.parameters import COVER, SAID_WHERE, TO, without
from rules.systems.tesseris.state import Fighter, speed_of
from rules.systems.tesseris.turns.aftermath import follow_up
from rules.systems.tesseris.turns.tick_action import DEFEND, MOVE, TesserisAction, refuse_if, with_stance
from rules.systems.tesseris.turns.ticks import can_react, is_off_turn


class Movement(TesserisAction):
    """A movement up to a multiple of the speed."""

    group = MOVE
    factor: ClassVar[int] = 1
    straight: ClassVar[bool] = False
    parameters = (TO,)
    also = SAID_WHERE

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it after a quick step, where no way leads, and what is too far."""
        require_free(actor)
        said = text(
            "{actor} has taken its quick step; no other movement in this turn.", actor=combatant(actor)
        )
        refuse_if(actor.state.has_stepped, "already-moved", said, "TS-162")
        self.way(view.state, actor, command, complete=complete)

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where it may go."""
        actor = view.combatant(command.actor, "actor")
        self.require_any(view, command)
        most = self.factor * speed_of(actor)
        if self.straight:
            words = text("{most} yd, with one turn of up to 90°", most=most)
            return sprint_reach(view.state, actor, most, self.rule, words)
        return reach_within(view.state, actor, most, self.rule, text("{most} yd", most=most))

    def require_any(self, view: BattleView, command: Command) -> None:
        """Refuse who could go nowhere at all. Raises `Refusal`."""
        self.check(view, replace(command, params=without(command.params, *SAID_WHERE)))

    def exposure(self, view: BattleView, actor: Fighter, command: Command) -> Exposure | None:
        """Tell what it lays its actor open to on the way."""
        way = self.way(view.state, actor, command, complete=False)
        if way is None or actor.at is None:
            return None
        return Exposure(left=(actor.at, *way.places[:-1]), moved=True)

    def way(self, state: BattleState, actor: Fighter, command: Command, *, complete: bool) -> Way | None:
        """Find the way. Raises `Refusal`."""
        most = self.factor * speed_of(actor)
        return find_way(state, actor, command, most, needed=complete, straight=self.straight)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Go, and let others react."""
        way = self.way(view.state, actor, command, complete=True)
        assert way is not None
        left = yield from go(view, actor, way, self.id)
        yield from self.gone(view, actor)
        yield from follow_up(view, actor.id, command, Exposure(left=left, moved=True), provokes=True)

    def gone(self, view: BattleView, actor: Fighter) -> Exchange[None]:
        """Do what comes with it."""
        yield from ()


def go(view: BattleView, actor: Fighter, way: Way, how: str) -> Exchange[tuple[Place, ...]]:
    """Move, leaving cover behind; give the places left (TS-165)."""
    left = () if actor.at is None else (actor.at, *way.places[:-1])
    if way.places:
        yield Moved(who=actor.id, to=way.places[-1], path=way.places, cost=way.yards)
    if way.yards:
        yield from leave(view, actor.id)
    yield ev.Went(who=actor.id, yards=way.yards, how=how)
    return left


class Move(Movement):
    """Move up to one's speed (TS-160)."""

    id = "move"
    label = text("Move")
    help = text("Up to your speed; foes you were next to may strike. As often as there are ticks.")
    rule = "TS-160"
    ticks = 1


class Run(Movement):
    """Run (TS-163)."""

    id = "run"
    label = text("Run")
    help = text("Up to 4 times your speed; no attacks until your next turn.")
    rule = "TS-163"
    ticks = 3
    factor = 4

    def gone(self, view: BattleView, actor: Fighter) -> Exchange[None]:
        """Make no attacks until the next turn."""
        yield ev.Kept(
            who=actor.id, values={"stance": with_stance(view.combatant(actor.id).state, "no-attacks")}
        )


class Sprint(Movement):
    """Sprint (TS-164)."""

    id = "sprint"
    label = text("Sprint")
    help = text(
        "Up to 6 times your speed with one turn; harder to shoot, easier to strike until your next turn."
    )
    rule = "TS-164"
    ticks = 4
    factor = 6
    straight = True

    def gone(self, view: BattleView, actor: Fighter) -> Exchange[None]:
        """Take what comes with haste."""
        yield ev.Kept(who=actor.id, values={"stance": with_stance(view.combatant(actor.id).state, "sprint")})


class QuickStep(Movement):
    """One careful step (TS-162)."""

    id = "quick-step"
    label = text("Quick step")
    help = text("One yard that provokes nobody, in a turn without other movement; foes may follow.")
    rule = "TS-162"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a second one, and one beside another movement."""
        said = text("{actor} has moved in this turn already.", actor=combatant(actor))
        refuse_if(actor.state.moved, "already-moved", said, self.rule)
        super().require(view, actor, command, complete=complete)

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell which cells are a step away."""
        actor = view.combatant(command.actor, "actor")
        self.require_any(view, command)
        return reach_within(view.state, actor, 1, self.rule)

    def exposure(self, view: BattleView, actor: Fighter, command: Command) -> Exposure | None:
        """Provoke nobody."""
        return None

    def way(self, state: BattleState, actor: Fighter, command: Command, *, complete: bool) -> Way | None:
        """Find the step; a diagonal one is a step too. Raises `Refusal`."""
        return find_way(state, actor, command, 1, needed=complete)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Step, and ask those left behind."""
        way = self.way(view.state, actor, command, complete=True)
        assert way is not None
        behind = [other.id for other in adjacent_to(view.state, actor) if other.side != actor.side]
        left = yield from go(view, actor, way, self.id)
        for foe in behind:
            follower, mover = view.combatant(foe), view.combatant(actor.id)
            if are_adjacent(view.state, follower, mover) or not left or mover.is_hidden_from(follower.side):
                continue
            if follower.state.has(*HELD_DOWN, "prone") or not can_react(view.state, foe, 1):
                continue
            taken = any(
                other.at == left[0] for other in view.state.combatants.values() if other.id != actor.id
            )
            if taken:
                continue
            follows = yield from ask_follow(view, foe, actor.id, left[0])
            if follows:
                yield Moved(who=foe, to=left[0], path=(left[0],), cost=1)
                yield from leave(view, foe)
                yield ev.ActionNoted(who=foe, what="follow-step", target=actor.id)
        yield from follow_up(view, actor.id, command, Exposure(left=(), moved=True), provokes=False)


class Dive(TesserisAction):
    """Throw oneself aside (TS-148)."""

    group = DEFEND
    id = "dive"
    label = text("Dive for cover")
    help = text("Up to 3 yards, then prone; foes who can hit where you were may strike or shoot.")
    rule = "TS-148"
    ticks = 1
    off_turn = True
    reaction_borrows = True
    parameters = (TO,)
    also = (*SAID_WHERE, COVER)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have a second button on a map, for a dive that ends in the cover there."""
        plain: Mapping[str, str] = {}
        if not knows_places(view.state, actor):
            return ((plain, ""),)
        return ((plain, ""), ({"cover": HERE}, text("into the cover there")))

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where it may end: with cover to dive into, where there is some."""
        actor = view.combatant(command.actor, "actor")
        self._require_upright(view, actor)
        found = reach_within(view.state, actor, DIVE_YARDS, self.rule)
        if COVER.of(command) is None:
            return found
        return replace(found, costs=with_cover(view.state, actor, found.costs))

    def exposure(self, view: BattleView, actor: Fighter, command: Command) -> Exposure | None:
        """Tell what it lays its actor open to: who can hit the places left may strike or shoot."""
        way = find_way(view.state, actor, command, DIVE_YARDS, needed=False)
        if way is None or actor.at is None:
            return None
        return Exposure(left=(actor.at, *way.places[:-1]), moved=True, by_ranged=True)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who lies, is held, or took a quick step, and into cover where none is near."""
        self._require_upright(view, actor)
        anywhere = not complete and TO.of(command) is None
        if COVER.of(command) == HERE and anywhere:
            said = text("There is nothing within a dive to take cover behind.")
            refuse_if(not has_cover_to_dive_into(view.state, actor), "no-cover", said, self.rule)
            return
        require_dive(view.state, actor, command)

    def _require_upright(self, view: BattleView, actor: Fighter) -> None:
        require_free(actor)
        refuse_if(
            actor.state.has("prone"),
            "cannot-act",
            text("{actor} lies already.", actor=combatant(actor)),
            self.rule,
        )
        off_turn = is_off_turn(view.state, actor.id)
        stepped = actor.state.has_stepped and not off_turn
        refuse_if(
            stepped,
            "already-moved",
            text("{actor} has taken its quick step.", actor=combatant(actor)),
            "TS-162",
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Dive, and let those strike who can."""
        left = yield from dive(view, actor.id, command)
        exposure = Exposure(left=left, moved=True, by_ranged=True)
        yield from follow_up(view, actor.id, command, exposure, provokes=True)
