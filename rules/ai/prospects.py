"""What may come of a state for one combatant: the attacks that lie before it, and those that threaten it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rules.ai.blows import Blow, Blows, in_free_play
from rules.ai.foresight import Forecast
from rules.ai.ground import Ground
from rules.ai.purpose import Purpose
from rules.ai.temper import Temper
from rules.ai.worth import Sides
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, changed
from rules.engine.system import System
from rules.map.model import Place

_NOW, NEXT = 0.95, 0.75
"""What an attack is worth that may still be made in this turn, and one that must wait for the next."""
_HARMLESS = 0.005
"""What gains no more than this is no attack."""
_MOST_SCALED = 4.0
FAR = 0.04
"""What each turn's way to the nearest foe costs who reaches none: fights are to come to an end."""
_CLOSING = 0.5
"""What is left of the worth of an attack that a whole turn's way lies before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What may come of a state: all gains are in fighters, and expected."""

    now: Blow | None = None
    """The best attack that could be made at once, were it one's turn."""
    coming: float = 0.0
    """What the best attack next turn is worth, from where one stands or after a way."""
    risk: float = 0.0
    """What foes are expected to gain by attacks on oneself until then."""
    danger: str = ""
    """The foe who has the largest share in that."""
    aim: float = 0.0
    """What it is worth for the aim that the GM has set to stand there."""
    far: float = 0.0
    """So many turns' ways off is the nearest foe, where none can be attacked from here."""

    def worth(self, temper: Temper, purpose: Purpose, gain: float = 0.0) -> float:
        """Sum it up.

        Args:
            gain: what attacks are expected to gain that may still be made in this turn.
        """
        harm = purpose.strikes * (_NOW * gain + NEXT * self.coming)
        far = FAR * self.far if purpose.chases else 0.0
        return harm - (temper.risk + purpose.fear) * self.risk - far + self.aim


class Prospects:
    """The foes of one combatant, nearest first, and what they could do to one another from anywhere."""

    def __init__(
        self,
        system: System,
        state: BattleState,
        who: str,
        temper: Temper,
        most_foes: int,
        blows: Blows,
    ) -> None:
        self.system, self.state, self.who, self.temper = system, state, who, temper
        actor = state.combatants[who]
        self.purpose = Purpose(system, state, who)
        self.sides = Sides(system, actor.side, temper.own_harm, self.purpose)
        foes = [c for c in state.combatants.values() if self.sides.is_foe(c) and system.condition(c)]
        self._from_me = Ground(state, [actor])
        foes.sort(key=lambda foe: (self._from_me.far(foe, foe.at), foe.id))
        self.foes: Sequence[Combatant] = foes[:most_foes]
        self.ground = Ground(state, self.foes)
        self._strides: dict[tuple[str, int], tuple[Combatant, float]] = {}
        """How far somebody goes, by who it is and the identity of their state, which is held."""
        self._grounds: dict[int, tuple[BattleState, Ground]] = {}
        self._blows = blows

    def moved(self, after: BattleState) -> None:
        """Let all who have done nothing but move count as before where it is asked what they could do."""
        for who, combatant in after.combatants.items():
            self._blows.take_for_same(self.state.combatants.get(who, combatant), combatant)

    def standing(self, state: BattleState, *, is_quick: bool = False) -> Standing:
        """Give what may come of a state.

        Args:
            is_quick: whether the nearest foe alone counts, and a way of one's own only if need be: whoever
                lies down is no easy target from afar, and all the easier for who comes up.
        """
        here = state.combatants.get(self.who)
        if here is None or not self.system.condition(here):
            return Standing()
        best: Blow | None = None
        coming, ground, far = 0.0, self._ground_of(state), list[float]()
        risks = dict[str, float]()
        for foe in self.foes[:1] if is_quick else self.foes:
            there = state.combatants[foe.id]
            if not self.system.condition(there):
                continue
            mine = self._blows.best(state, self.who, foe.id)
            least = _HARMLESS if best is None else best.forecast.gain
            if mine is not None and mine.forecast.gain > least:
                best = mine
            far.append(ground.way(here, there) / self._stride(here))
            coming = max(coming, self._to_come(state, here, there, is_quick=is_quick))
            if self.temper.risk or self.purpose.fear:
                risks[foe.id] = self._threat(state, there, here, is_quick=is_quick).gain
        return Standing(
            now=best,
            coming=coming,
            risk=sum(risks.values()),
            danger=max(risks, key=lambda foe: risks[foe], default=""),
            aim=self.purpose.worth(here, self._stride(here), self.ground.far(here, here.at)),
            far=min(far, default=0.0) if best is None else 0.0,
        )

    def threats(self, state: BattleState) -> dict[str, Forecast]:
        """Give what each foe is expected to gain by attacks on oneself until one's next turn, by its id.

        Their sum is the risk of `standing`, whatever the temper makes of it.
        """
        here, people = state.combatants[self.who], state.combatants
        able = (people[foe.id] for foe in self.foes if self.system.condition(people[foe.id]))
        return {foe.id: self._threat(state, foe, here) for foe in able}

    def _threat(
        self, state: BattleState, foe: Combatant, here: Combatant, *, is_quick: bool = False
    ) -> Forecast:
        share = self._share(state, self._ground_of(state), foe)
        found = self._coming(state, foe, here, is_quick=is_quick)
        return replace(found, gain=share * found.gain)

    def struck_back(self, after: BattleState, standing: Standing) -> float:
        """Give the risk of a standing as it is after an attack from there, which may cost one's defences.

        It is scaled by what becomes of the greatest danger.
        """
        foe, here = after.combatants.get(standing.danger), after.combatants.get(self.who)
        if foe is None or here is None or not self.system.condition(foe):
            return standing.risk
        before = self._to_come(self.state, self.state.combatants[foe.id], self.state.combatants[self.who])
        if before <= _HARMLESS:
            return standing.risk
        now = self._to_come(after, foe, here)
        return standing.risk * min(_MOST_SCALED, now / before)

    def _share(self, state: BattleState, ground: Ground, foe: Combatant) -> float:
        """Say how likely a foe goes for who is advised and nobody else: nearer ones are likelier."""
        nearness = {
            one.id: 1 / (1 + ground.way(one, foe) / self._stride(foe))
            for one in state.combatants.values()
            if one.side == self.sides.side and self.system.condition(one)
        }
        return nearness.get(self.who, 1.0) / (sum(nearness.values()) or 1.0)

    def _to_come(
        self, state: BattleState, one: Combatant, other: Combatant, *, is_quick: bool = False
    ) -> float:
        return self._coming(state, one, other, is_quick=is_quick).gain

    def _coming(
        self, state: BattleState, one: Combatant, other: Combatant, *, is_quick: bool = False
    ) -> Forecast:
        """Say what an attack of one on another is worth next turn: from where one stands, or after a way."""
        now = self._blows.next_turn(state, one.id, other.id)
        from_here = _harmful(now, 1.0)
        ground = self._ground_of(state)
        is_mine = one.id == self.who
        way = ground.way(one, other) if is_mine else ground.way(other, one)
        if from_here.gain > 0 and ((is_quick and is_mine) or way <= 1):
            return from_here
        left = float(_CLOSING ** (way / self._stride(one)))
        if from_here.gain >= left * self.sides.left(other):
            return from_here  # a way costs more than there is to gain at its end
        seen_from = ground if is_mine else self._from_me
        near = self._blows.beside(state, one.id, other.id, lambda: seen_from.beside(one, other, state))
        if near is None:
            return from_here
        after_a_way = _harmful(near, left)
        return max(from_here, after_a_way, key=lambda found: found.gain)

    def shortlist(self, me: Combatant, costs: Mapping[Place, float], most: int) -> list[Place]:
        """Choose the places that are worth a closer look: those that serve the aim first."""
        spots = self.purpose.spots(me, costs, self.ground)
        others = self.ground.shortlist(me, costs, most)
        return list(dict.fromkeys((*spots, *others)))[:most]

    def _ground_of(self, state: BattleState) -> Ground:
        """Give the ground as it lies in a state: a door may stand open there."""
        if state.map is self.state.map:
            return self.ground
        key = id(state.map)
        if key not in self._grounds:
            self._grounds[key] = state, Ground(state, self.foes)
        return self._grounds[key][1]

    def _stride(self, who: Combatant) -> float:
        """Say how far somebody goes in a turn, as they are: the farthest of its reach as in free play.

        It is asked for where they stand now: who has moved goes as far as before, who has risen farther.
        """
        key = who.id, id(who.state)
        if key not in self._strides:
            at = self.state.combatants.get(who.id, who).at
            people = {**self.state.combatants, who.id: changed(who, at=at)}
            begun = self._blows.in_its_turn(changed(self.state, combatants=people), who.id)
            later = who.id, id(begun.combatants[who.id].state)
            if later not in self._strides:
                far = self._farthest(in_free_play(begun), who.id)
                self._strides[later] = begun.combatants[who.id], far
            self._strides[key] = who, self._strides[later][1]
        return self._strides[key][1]

    def _farthest(self, state: BattleState, who: str) -> float:
        with suppress(Refusal):
            return max(1.0, max(Position(self.system, state).reach(who).costs.values(), default=0.0))
        return 1.0


def _harmful(blow: Blow | None, left: float) -> Forecast:
    """Give what an attack is foreseen to gain, of which so much is left; nothing where there is none."""
    if blow is None:
        return Forecast(gain=0.0)
    return replace(blow.forecast, gain=max(0.0, blow.forecast.gain) * left)
