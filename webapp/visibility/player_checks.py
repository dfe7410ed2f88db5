"""What a player's command is judged by: what its giver knows of the battle, and not what is so.

A command is refused for what its giver could have known, so that nobody feels for walls and foes by trying.
What is left then is what only the truth forbids: a way that leads into somebody unseen, or through a door
that has been shut since it was seen. It is gone as far as it goes, as whoever walks there would find out.
"""

from dataclasses import replace

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.moves.doors import known_door
from rules.engine.parameters import keys, named, require_declared
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action
from rules.engine.text import text
from rules.map.model import Place
from webapp.visibility.known_people import may_be_entered
from webapp.visibility.stream import Stream

STOPPED_SHORT = text("You stop there: something that you could not see from where you were is in the way.")
AIM_AT = "aim-at"
"""What a page asks for that has chosen whom to aim at, and not yet with what: no action of any system."""
_AIM_AT = (*keys("combatant", "target"), *keys("cell", "at"))


def require_known_names(battle: Battle, stream: Stream, command: Command) -> None:
    """Refuse what a player's command may not say, and whomever and whatever it names that they do not know.

    Raises:
        Refusal: `bad-command` for a key that nobody declared, `unknown-combatant`, `no-door` as if there were
            none, or `unexplored`.
    """
    action = battle.system.action(command.do)
    declared = _AIM_AT if command.do == AIM_AT else battle.system.declared(command.do)
    if declared is None:  # there is no such action: it is refused for that
        return
    require_declared(declared, command.params, text("An answer") if action is None else action.label)
    names = named(declared, command.params)
    if not stream.now.issuperset(names.people):  # alike for who hides and who is not there at all
        raise Refusal("unknown-combatant", text("There is nobody of that name here."))
    ground = stream.map_knowledge
    if ground is None or battle.log.find(command.id) is not None:
        return
    rule = action.rule if action is not None else None
    for wall in filter(None, names.doors):
        if known_door(stream.shown_map(battle.state), wall) is None:
            raise Refusal("no-door", text("There is no door {wall} on this map.", wall=repr(wall)), rule)
    if not all(may_be_entered(ground, battle.state.map, cell) for cell in names.cells):
        said = text("You have not seen that place yet: go there step by step.")
        raise Refusal("unexplored", said, rule)


def as_meant(battle: Battle, stream: Stream, command: Command) -> Command:
    """Refuse a player's command by what they know; give it with the way that they would go.

    Raises:
        Refusal: as the action itself, on the battle as they know it.
    """
    view, action = BattleView(stream.as_known(battle.state)), battle.system.action(command.do)
    if view.state is battle.state:
        return command
    if command.do == "answer":
        _require_known_question(battle, view)
    if command.do == "end-turn":
        battle.now.require_may_end_turn(command, view)
    if action is None:
        return command
    battle.now.legal_action(command, view)
    path = _known_way(battle, view, command)
    if path and not _refused(action, view, walked := _along(command, path)):
        return walked
    try:
        action.plan(view, command)
    except Refusal as refusal:  # what it lacks comes last
        raise action.why_not(view, command) or refusal from None
    return command


def _require_known_question(battle: Battle, view: BattleView) -> None:
    """Refuse an answer while somebody unknown is asked as it is refused while nobody is."""
    prompt = battle.state.prompt
    if prompt is not None and prompt.to not in view.state.combatants:
        raise Refusal(
            "not-your-prompt", text("Nobody is being asked: the question has been answered already.")
        )


def as_far_as_it_goes(battle: Battle, stream: Stream, command: Command, refusal: Refusal) -> Command | None:
    """Shorten a move that a player could not know to be impossible.

    Args:
        refusal: why it cannot be done as it was meant.

    Returns:
        None where it does not begin at all, or is more than a move: nobody strikes from elsewhere than meant.
    """
    action, path = battle.system.action(command.do), command.places("path")
    if stream.is_gm or action is None or path is None:
        return None
    if refusal.code != "no-path" or _is_aimed(action, command):
        return None
    if stream.as_known(battle.state) is battle.state:  # nothing of it is kept from them
        return None
    view = BattleView(battle.state)
    for end in range(len(path) - 1, 0, -1):
        short = _along(command, path[:end])
        if not _refused(action, view, short):
            return short
    return None


def _known_way(battle: Battle, view: BattleView, command: Command) -> tuple[Place, ...]:
    """Find the cells of the way to where a command leads, on the map as its giver knows it."""
    to, actor = command.place("to"), view.combatant(command.actor, "actor")
    if not isinstance(to, tuple) or "path" in command.params:
        return ()
    try:
        reach = battle.now.reach(actor.id, view, command)
    except Refusal:
        return ()
    if to in reach.ways:
        return tuple(reach.ways[to])
    way: list[Place] = [to]
    while (before := reach.came_from.get(way[-1])) is not None and before != actor.at:
        way.append(before)
    return tuple(reversed(way)) if before == actor.at else ()


def _along(command: Command, path: tuple[Place, ...]) -> Command:
    steps = [place if isinstance(place, str) else list(place) for place in path]
    params = {**command.params, "path": steps}
    return replace(command, params={**params, "to": steps[-1]} if "to" in params else params)


def _is_aimed(action: Action, command: Command) -> bool:
    """Say whether a command does more than go somewhere: names somebody, a weapon or another place."""
    aims = {p.id for p in action.declared if p.kind in _AIMING and p.id not in _GOALS}
    return any(value is not None for key, value in command.params.items() if key in aims)


_AIMING = frozenset({"combatant", "combatants", "weapon", "cell", "list"})
_GOALS = frozenset({"to", "then_to"})
"""What of the places says where a move ends, in every system that has moves."""


def _refused(action: Action, view: BattleView, command: Command) -> bool:
    try:
        action.plan(view, command)
    except Refusal:
        return True
    return False
