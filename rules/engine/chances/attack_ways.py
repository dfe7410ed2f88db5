"""In which ways one combatant may attack another: what odds are worked out of before anybody has chosen."""

from collections.abc import Iterable

from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.state import BattleView, Combatant
from rules.engine.system import System


def attack_ways(
    system: System, view: BattleView, actor: Combatant, target: str
) -> Iterable[tuple[Command, Action]]:
    """List the ways to attack somebody: each aimed action, with each choice of its first parameter.

    Some of them may be refused, or be none that one would think of (`Action.why_not`, `Action.suits`).
    """
    for action in system.actions:
        if action.aimed:
            first = next((p for p in action.parameters if p.choices is not None and not p.optional), None)
            given = first.choices(view, actor) if first is not None and first.choices is not None else ()
            for fixed in [{first.id: c.id} for c in given] if first is not None else [{}]:
                yield (
                    Command(do=action.id, actor=actor.id, params={**fixed, action.aimed_key: target}),
                    action,
                )
