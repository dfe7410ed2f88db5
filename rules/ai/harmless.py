"""What somebody may do that does no harm itself: going somewhere, making ready, and all else on a card."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from rules.ai.blows import Blow, Blows
from rules.ai.effort import Effort
from rules.ai.foresight import Likeliest, led_to
from rules.ai.options import filled_in, not_aimed, opens_nothing, place_key, places
from rules.ai.prospects import Prospects
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.state import BattleState

Led = tuple[Command, Likeliest]
"""What may be done, and what it leads to."""


class Harmless:
    """What one combatant may do in one state of a battle besides striking, where it makes a difference."""

    def __init__(self, position: Position, who: str, prospects: Prospects, blows: Blows) -> None:
        self.position, self.state, self.who = position, position.state, who
        self.prospects, self._blows = prospects, blows

    def ways(self, effort: Effort) -> list[Led]:
        """List what leads to another place, with some places each."""
        return [(command, after) for command in self._ways(effort) if (after := self._led_off(command))]

    def readied(self, struck: Sequence[tuple[Action, Blow]], least: float, *, is_far: bool) -> Iterable[Led]:
        """Give what leads nowhere, an aim say, the likeliest to help first.

        Args:
            struck: all that may be aimed at somebody.
            least: what gains no more than this does no harm.
            is_far: whether there is some way to go: to rise comes before what is over at once then.
        """
        aimed_ones = {action.id for action, _ in struck}
        found = (
            (command, after)
            for command in self._besides(struck, least)
            if (after := self._led_off(command)) is not None
            # what strikes and does no harm makes nothing ready
            and (after.is_certain or command.do not in aimed_ones)
        )
        return sorted(found, key=lambda led: self._passes(led[1].state)) if is_far else found

    def _passes(self, after: BattleState) -> bool:
        """Say whether nothing is left of what one has done as one's next turn begins."""
        was, now = (self._blows.in_its_turn(state, self.who) for state in (self.state, after))
        return now.map is was.map and now.combatants[self.who].state is was.combatants[self.who].state

    def _led_off(self, command: Command) -> Likeliest | None:
        """Give where a command leads; None where it may not be done, or makes no difference."""
        after = led_to(self.position, command)
        return after if after is not None and self._makes_a_difference(after.state) else None

    def _makes_a_difference(self, after: BattleState) -> bool:
        """Say whether anybody is another, or elsewhere; time that passes is none."""
        people, map_ = self.state.combatants, self.state.map
        changed_ones = (now for who, now in after.combatants.items() if now is not people.get(who))
        return after.map is not map_ or any(
            (was := people.get(now.id)) is None or (was.at, was.state) != (now.at, now.state)
            for now in changed_ones
        )

    def _ways(self, effort: Effort) -> Iterator[Command]:
        me, most = self.state.combatants[self.who], effort.places
        for action, button in self._not_aimed:
            key = place_key(action, self.position, button)
            costs = places(self.position, button) if key is not None else {}
            chosen = self.prospects.shortlist(me, costs, most) if costs else []
            most = effort.places_besides if chosen else most
            for place in chosen:
                said = list(place) if isinstance(place, tuple) else place
                yield replace(button, params={**button.params, str(key): said})

    def _besides(self, struck: Sequence[tuple[Action, Blow]], least: float) -> list[Command]:
        """List one of each action first, then others; of these what opens a way comes before all else."""
        nearest = next((foe.id for foe in self.prospects.foes), "")
        found = [
            blow.command
            for action, blow in struck
            if blow.forecast.gain <= least and blow.command.params.get(action.aimed_key) == nearest
        ]
        opening = list[Command]()
        for action, button in self._not_aimed:
            if place_key(action, self.position, button) is None:
                kind = found if opens_nothing((action, button)) else opening
                kind += filled_in(self.position, action, button)
        found, counted = opening + found, Counter[str]()
        ranked = []
        for command in found:
            ranked.append((counted[command.do], command))
            counted[command.do] += 1
        return [command for _, command in sorted(ranked, key=lambda entry: entry[0])]

    @cached_property
    def _not_aimed(self) -> list[tuple[Action, Command]]:
        return list(not_aimed(self.position, self.who))
