"""Into cover and out of it, lying down and getting up, and the list of all movements (TS-145 to TS-166)."""

from dataclasses import replace
from typing import Any, cast

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Reach
from rules.engine.text import combatant, text
from rules.map.model import Place
from rules.systems.tesseris.attack.facts import cover_for, read_given
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.cover_state import leave, take
from rules.systems.tesseris.moves.movement import (
    Dive,
    Move,
    QuickStep,
    Run,
    Sprint,
    go,
)
from rules.systems.tesseris.moves.reach import finds_cover, reach_within, with_cover
from rules.systems.tesseris.moves.ways import Way, find_way, require_free
from rules.systems.tesseris.parameters import COVER, SAID_WHERE, TO, says_where
from rules.systems.tesseris.sheet.gear import LOCATIONS
from rules.systems.tesseris.state import Fighter, TesserisState, speed_of
from rules.systems.tesseris.turns.aftermath import follow_up
from rules.systems.tesseris.turns.tick_action import DEFEND, MOVE, TesserisAction, refuse_if, with_stance
from rules.systems.tesseris.turns.ticks import is_off_turn


def _left(actor: Fighter) -> tuple[Place, ...]:
    """Give the place that somebody shows itself at by what it does where it stands."""
    return () if actor.at is None else (actor.at,)


def _require_cover(actor: Fighter, rule: str) -> None:
    refuse_if(
        actor.state.cover is None, "no-cover", text("{actor} is in no cover.", actor=combatant(actor)), rule
    )


def _is_hunkered(actor: Fighter) -> bool:
    cover = actor.state.cover
    return cover is not None and cover.hunkered


def _hunkered(actor: Fighter, *, down: bool) -> ev.CoverTaken:
    """Give what getting down behind one's cover tells, or getting up again."""
    cover = actor.state.cover
    assert cover is not None
    return ev.CoverTaken(who=actor.id, cover=replace(cover, hunkered=down))


# ------------------------------------------------------------------------------------------------------ cover
class TakeCover(TesserisAction):
    """Get into cover (TS-147, TS-165)."""

    group = DEFEND
    id = "take-cover"
    label = text("Take cover")
    help = text("Behind what is next to you: free in your turn; as a reaction 1 tick, or 2 with a move.")
    rule = "TS-165"
    off_turn = True
    also = (*SAID_WHERE, COVER)

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where there is cover that a reaction may reach (TS-147)."""
        actor = view.combatant(command.actor, "actor")
        require_free(actor)
        found = reach_within(view.state, actor, speed_of(actor), "TS-147")
        return replace(found, costs=with_cover(view.state, actor, found.costs))

    def _moves(self, command: Command) -> bool:
        return says_where(command)

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its ticks: nothing in one's own turn (TS-069, TS-147)."""
        if not is_off_turn(state, actor.id):
            return 0
        return 2 if self._moves(command) else 1

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it where there is none."""
        require_free(actor)
        if self._moves(command):
            self._require_off_turn(view, actor)
        self._cover(view.state, actor, command, self._way(view, actor, command))

    def _require_off_turn(self, view: BattleView, actor: Fighter) -> None:
        said = text("In your own turn move first, then take cover where you stand.")
        refuse_if(not is_off_turn(view.state, actor.id), "too-far", said, self.rule)

    def _way(self, view: BattleView, actor: Fighter, command: Command) -> Way | None:
        """Find the way to the cover; None where it is taken on the spot."""
        if not self._moves(command):
            return None
        return find_way(view.state, actor, command, speed_of(actor))

    def _cover(self, state: BattleState, actor: Fighter, command: Command, way: Way | None) -> Any:
        there = state if way is None or not way.places else state.with_changes(actor.id, at=way.places[-1])
        cover = cover_for(there, there.combatants[actor.id], read_given(state, command))
        if cover is None:
            raise Refusal("no-cover", text("There is nothing here to take cover behind."), "TS-147")
        return cover

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Get into it."""
        off_turn = is_off_turn(view.state, actor.id)
        way = self._way(view, actor, command)
        cover = self._cover(view.state, actor, command, way)
        left = () if way is None else (yield from go(view, actor, way, self.id))
        yield from take(view, actor.id, cover, reaction=off_turn)
        exposure = Exposure(left=left, moved=way is not None)
        yield from follow_up(view, actor.id, command, exposure, provokes=False)


class RunToCover(TakeCover):
    """Get into cover some steps away, out of turn (TS-147)."""

    id = "run-to-cover"
    label = text("Run to cover")
    help = text("Out of turn: up to your speed to where there is cover, and into it.")
    rule = "TS-147"
    parameters = (TO,)

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its ticks."""
        return 2

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in one's own turn, and where no cover is in reach."""
        self._require_off_turn(view, actor)
        if self._moves(command):
            super().require(view, actor, command, complete=complete)
            return
        if complete:
            raise Refusal("bad-command", text("Say where to ('to')."), self.rule)
        require_free(actor)
        near = reach_within(view.state, actor, speed_of(actor), "TS-147").costs
        elsewhere = {place: cost for place, cost in near.items() if place != actor.at}
        none = not finds_cover(view.state, actor, elsewhere)
        refuse_if(none, "no-cover", text("There is no cover within reach."), self.rule)


class LeaveCover(TesserisAction):
    """Stand up from cover (TS-099)."""

    group = MOVE
    id = "leave-cover"
    label = text("Leave cover")
    help = text("Stand up from behind it; foes next to you may strike.")
    rule = "TS-165"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who is in none, or hunkered down."""
        _require_cover(actor, self.rule)
        said = text("{actor} is hunkered down: stand up first.", actor=combatant(actor))
        refuse_if(_is_hunkered(actor), "hunkered", said, "TS-145")

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Leave cover, seen by those it hid one from, and let foes strike."""
        yield from leave(view, actor.id)
        exposure = Exposure(left=_left(actor), showed=True, was_covered=True)
        yield from follow_up(view, actor.id, command, exposure, provokes=True)


class HunkerDown(TesserisAction):
    """Get wholly behind one's cover (TS-145)."""

    group = DEFEND
    id = "hunker-down"
    label = text("Hunker down")
    help = text("+4 from cover instead of +2, and nobody beyond it sees you; nor do you see them.")
    rule = "TS-145"
    ticks = 1

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it without cover, and a second time."""
        _require_cover(actor, self.rule)
        said = text("{actor} is hunkered down already.", actor=combatant(actor))
        refuse_if(_is_hunkered(actor), "hunkered", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Get wholly behind the cover."""
        yield _hunkered(view.combatant(actor.id), down=True)


class TotalDefense(TesserisAction):
    """Do nothing but defend (TS-146)."""

    group = DEFEND
    id = "total-defense"
    label = text("Total defence")
    help = text("+2 to defences and armour until your next turn; no attacks in this one.")
    rule = "TS-146"
    ticks = 3

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it after an attack, and hunkered down."""
        now: TesserisState = actor.state
        said = text("{actor} has attacked in this turn.", actor=combatant(actor))
        refuse_if(now.has_attacked, "already-attacked", said, self.rule)
        said = text("{actor} is hunkered down: stand up first.", actor=combatant(actor))
        refuse_if(_is_hunkered(actor), "hunkered", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Defend; in cover all of the body is behind it (TS-289)."""
        now: TesserisState = view.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"stance": with_stance(now, "total-defense")})
        if now.cover is not None:
            yield ev.CoverTaken(who=actor.id, cover=replace(now.cover, locations=cast(Any, LOCATIONS)))


# ------------------------------------------------------------------------------------------------ up and down
class DropProne(TesserisAction):
    """Lie down (TS-166)."""

    group = MOVE
    id = "drop-prone"
    label = text("Drop prone")
    help = text("Harder to shoot, easier to strike, and firearms are braced.")
    rule = "TS-166"
    ticks = 1
    off_turn = True

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who lies."""
        refuse_if(
            actor.state.has("prone"),
            "cannot-act",
            text("{actor} lies already.", actor=combatant(actor)),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Lie down."""
        yield ev.ConditionGained(who=actor.id, condition="prone")
        yield from follow_up(view, actor.id, command, Exposure(left=_left(actor)), provokes=True)


class StandUp(TesserisAction):
    """Get up, from the ground or from hunkering (TS-145, TS-166)."""

    group = MOVE
    id = "stand-up"
    label = text("Stand up")
    help = text("From prone or hunkered; foes next to you may strike.")
    rule = "TS-166"
    ticks = 1

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who stands."""
        up = not actor.state.has("prone") and not _is_hunkered(actor)
        refuse_if(up, "cannot-act", text("{actor} is up already.", actor=combatant(actor)), self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Get up, from the ground and from hunkering, and let foes strike."""
        if actor.state.has("prone"):
            yield ev.ConditionEnded(who=actor.id, condition="prone")
        showed = _is_hunkered(actor)
        if showed:
            yield _hunkered(actor, down=False)
        exposure = Exposure(left=_left(actor), showed=showed)
        yield from follow_up(view, actor.id, command, exposure, provokes=True)


class RollOver(TesserisAction):
    """Roll over on the ground (TS-166)."""

    group = MOVE
    id = "roll-over"
    label = text("Roll over")
    help = text("From the stomach to the back; nothing else changes.")
    rule = "TS-166"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who stands."""
        refuse_if(
            not actor.state.has("prone"),
            "cannot-act",
            text("{actor} does not lie.", actor=combatant(actor)),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Put it into the log: nothing else comes of it."""
        yield ev.ActionNoted(who=actor.id, what=self.id)


MOVES: tuple[TesserisAction, ...] = (
    Move(),
    Run(),
    Sprint(),
    QuickStep(),
    Dive(),
    TakeCover(),
    RunToCover(),
    LeaveCover(),
    HunkerDown(),
    TotalDefense(),
    DropProne(),
    StandUp(),
    RollOver(),
)
