"""What an attack is called that was chosen for somebody: its label, and with what."""

from rules.engine.command import Command
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System
from rules.engine.text import Words, head, text


def attack_words(system: System, state: BattleState, command: Command) -> Words:
    """Say what an attack is, and with what."""
    action, actor = system.action(command.do), state.combatants[command.actor or ""]
    assert action is not None, "it was found among the system's own"
    ways = action.ways(BattleView(state), actor)
    fits = (words for fixed, words in ways if all(command.params.get(key) == fixed[key] for key in fixed))
    with_what = next(fits, "")
    if not with_what:
        return action.label
    return text("{attack}: {with_what}", attack=action.label, with_what=head(with_what))
