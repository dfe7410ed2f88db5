"""The maneuvers that bring little more than movement: Move, All-Out Defense, Concentrate, Do Nothing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import choice, words
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import Text, Words, combatant, text
from rules.systems.gurps.attack.choices import variant_choices
from rules.systems.gurps.attack.order_parameters import VARIANT
from rules.systems.gurps.attack.order_words import require_variant
from rules.systems.gurps.defence.open_defences import BLOCK, DEFENCE_WORDS, DODGE, KINDS, PARRY
from rules.systems.gurps.events.maneuver_events import Concentrated
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import FACE, STEP_TO, ManeuverAction, finish, said_by, take
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.moves.movement import FACING, PATH, TO, YARDS, Pace, Way, find_way, reach_of
from rules.systems.gurps.state import Fighter, held
from rules.systems.gurps.turns.turn_order import recover


class Plain(ManeuverAction):
    """A maneuver of which nothing follows but its movement, and what `after` tells."""

    def after(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Tell what else it brings."""
        yield from ()

    def more(self, command: Command) -> Mapping[str, Any]:
        """Give what else the maneuver says."""
        return {}

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan its movement and what `after` tells."""
        actor = self.require_turn(view, command)
        variant = require_variant(self.maneuver, command, True)
        way = self.way(view, actor, command)
        said = said_by(command)
        more = {"variant": variant, **self.more(command)}

        def work(view: BattleView) -> Exchange[None]:
            if not (yield from take(view, actor.id, self.maneuver, way, said, **more)):
                return
            yield from self.after(view, actor, command)
            yield from finish(view, actor.id, way, said)

        return Plan(exchange=work)


_BETTER: Mapping[str, Text] = {
    DODGE: text("better dodge"),
    PARRY: text("better parry"),
    BLOCK: text("better block"),
}


class Move(Plain):
    """Move (GU-719)."""

    maneuver = MANEUVERS[mv.MOVE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Move and defend")
    parameters = (replace(TO, label=text("Where to"), optional=False), FACE)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it, as far as it is said, and where there is nowhere to go."""
        super().check(view, command)
        self._require_anywhere(view, command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the move; on a map it must say where to."""
        actor = self.require_turn(view, command)
        if _is_placed(view, actor) and not self._is_said(command):
            said = text("Say where to move: a cell or a zone ('to'), or a 'path'.")
            raise Refusal("no-path", said, "GU-719")
        plan = super().plan(view, command)
        self._require_anywhere(view, command)
        return plan

    def _require_anywhere(self, view: BattleView, command: Command) -> None:
        """Refuse who stands on a map and has nowhere to go. Raises `Refusal` `no-path`."""
        actor = view.combatant(command.actor, "actor")
        leads_away = self._is_said(command) and (TO.of(command) != actor.at or FACING.is_in(command))
        if leads_away or view.state.map is None or YARDS.of(command) is not None:
            return
        if actor.at is None:
            raise Refusal(
                "no-path", text("{actor} stands nowhere on the map.", actor=combatant(actor)), "GU-719"
            )
        if all(place == actor.at for place in reach_of(view.state, actor, self.maneuver.pace).costs):
            said = text(
                "{actor} has nowhere to go: all is shut or taken around, or there is no Move left.",
                actor=combatant(actor),
            )
            raise Refusal("no-path", said, "GU-719")

    def _is_said(self, command: Command) -> bool:
        return any(key.of(command) is not None for key in (TO, PATH, FACING))


def _is_placed(view: BattleView, actor: Fighter) -> bool:
    return view.state.map is not None and actor.at is not None


_DEFENCES = tuple(Choice(id=kind, label=DEFENCE_WORDS[kind].large) for kind in KINDS)
DEFENCE = choice("defence", text("Better"), optional=True, choices=lambda view, actor: _DEFENCES)


class AllOutDefense(Plain):
    """All-Out Defense (GU-713)."""

    maneuver = MANEUVERS[mv.ALL_OUT_DEFENSE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Move and defend")
    parameters = (
        replace(VARIANT, label=text("How"), choices=variant_choices(maneuver), optional=False),
        DEFENCE,
        STEP_TO,
        FACE,
    )

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give a button to each kind of defence that may be better, and to two instead of one."""
        kinds = [kind for kind in KINDS if kind != BLOCK or any(w.is_shield for w in held(actor))]
        better = [({"variant": mv.ENHANCED, "defence": kind}, _BETTER[kind]) for kind in kinds]
        return (*better, ({"variant": mv.DOUBLE}, text("two defences against one attack")))

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse a better defence of no kind, once it is said that one is to be better."""
        super().check(view, command)
        self.more(command)

    def way(self, view: BattleView, actor: Fighter, command: Command) -> Way:
        """Allow half the Move with an enhanced dodge (GU-713)."""
        dodging = VARIANT.of(command) == mv.ENHANCED and DEFENCE.of(command) == DODGE
        return find_way(view.state, actor, command, Pace.HALF if dodging else self.maneuver.pace)

    def more(self, command: Command) -> Mapping[str, Any]:
        """Say which defence is better."""
        if VARIANT.of(command) != mv.ENHANCED:
            return {}
        defence = DEFENCE.of(command)
        if defence not in KINDS:
            said = text("An enhanced defence is a better dodge, parry or block ('defence').")
            raise Refusal("bad-variant", said, "GU-713")
        return {"defence": defence}


ON = words("on", text("On what"))


class Concentrate(Plain):
    """Concentrate (GU-720)."""

    maneuver = MANEUVERS[mv.CONCENTRATE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Prepare")
    parameters = (ON, STEP_TO, FACE)

    def after(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Note on what."""
        yield Concentrated(who=actor.id, on=ON.of(command) or mv.SOMETHING)


class DoNothing(Plain):
    """Do Nothing (GU-723)."""

    maneuver = MANEUVERS[mv.DO_NOTHING]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Move and defend")

    def after(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Shake off a stun, perhaps."""
        yield from recover(view, actor.id)
