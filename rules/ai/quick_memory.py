"""What the quick AI remembers from one choice to the next, and from one fight to the next."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rules.ai.answers import Answered
from rules.ai.foresight import Forecast
from rules.ai.ground import Ground
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System
from rules.map.model import Place

_STEPS = 3
"""So many steps of condition, from fresh to down, are told apart."""
_NEARLY = 0.8
"""What gains at least this share of the best attack is as good as it."""
_OFTEN = 6
"""A kind of attack that was tried so often, and was as good as the best never, is left out."""
_TELLING = 0.02
"""Where the best attack gains no more than that, it says nothing of which attacks are good."""


@dataclass(frozen=True, slots=True)
class Proven:
    """How often a kind of attack was tried, whether it was ever as good as the best, and its most gain."""

    tried: int = 0
    was_good: bool = False
    most: float = 0.0
    refused: int = 0
    """How often it could not be made."""

    @property
    def is_poor(self) -> bool:
        """Say whether it need not be tried any more, as long as what is better can be made."""
        return self.tried >= _OFTEN and not self.was_good

    @property
    def is_barred(self) -> bool:
        """Say whether it could not be made whenever it was tried, which says nothing of what it does."""
        return self.refused >= _OFTEN and not self.tried

    @property
    def is_left_out(self) -> bool:
        """Say whether it is tried only where nothing else does much good."""
        return self.is_poor or self.is_barred

    def after(self, gain: float, *, is_good: bool) -> "Proven":
        """Give it after another try."""
        return Proven(self.tried + 1, self.was_good or is_good, max(self.most, gain), self.refused)

    def after_refusal(self) -> "Proven":
        """Give it after it could not be made."""
        return replace(self, refused=self.refused + 1)


UNTRIED = Proven()


@dataclass(slots=True)
class Estimate:
    """What something is expected to gain: known exactly, or the mean of some estimates.

    One is added as it is asked for the fourth time, the 16th, the 64th and so on: a few ways that are drawn
    at random may all come to nothing, and what was estimated once would count for good.
    """

    total: float
    made: int
    is_exact: bool
    asked: int = 1

    @property
    def mean(self) -> float:
        """Give what is expected."""
        return self.total / self.made

    @property
    def is_due(self) -> bool:
        """Say whether another estimate is to be added."""
        is_power_of_4 = self.asked & (self.asked - 1) == 0 and self.asked.bit_length() % 2 == 1
        return is_power_of_4 and not self.is_exact

    def add(self, found: Forecast) -> None:
        """Take another estimate in, or what is known exactly by now."""
        if not found.sampled:
            self.total, self.made, self.is_exact = found.gain, 1, True
        else:
            self.total, self.made = self.total + found.gain, self.made + 1


@dataclass(slots=True)
class Memory:
    """What one player remembers: equal sheets, what attacks gain, strikes cost, was answered; ways."""

    system: System
    gains: dict[Hashable, Estimate] = field(default_factory=dict)
    struck: dict[Hashable, float] = field(default_factory=dict)
    """What attacks gain by what becomes of one whom they may strike in the target's place."""
    strikes: dict[Hashable, float] = field(default_factory=dict)
    """What is lost by the strikes that deeds provoke."""
    answers: dict[Hashable, Answered] = field(default_factory=dict)
    grounds: dict[Hashable, Ground] = field(default_factory=dict)
    attacks: dict[int, dict[Hashable, Proven]] = field(default_factory=dict)
    """How each kind of attack has proved itself, by the sheet of whose it is."""
    wide: dict[Hashable, int] = field(default_factory=dict)
    """What was too wide to be walked (`Foresight.wide`)."""
    _numbers: dict[int, int] = field(default_factory=dict)
    _held: list[Any] = field(default_factory=list)
    """What is known by its id, which is nobody else's as long as it is held."""
    _sheets: list[Any] = field(default_factory=list)

    def copy(self) -> "Memory":
        """Give one that goes on by itself."""
        kept = {one.name: getattr(self, one.name).copy() for one in fields(self) if one.name != "system"}
        kept["attacks"] = {sheet: tried.copy() for sheet, tried in self.attacks.items()}
        kept["gains"] = {key: replace(known) for key, known in self.gains.items()}
        return Memory(self.system, **kept)

    def gain(self, key: Hashable, foresee: Callable[[int], Forecast]) -> float:
        """Give what something is expected to gain, as far as it is known.

        Args:
            key: what it rests on.
            foresee: estimates it, or works it out; it is handed how many estimates there are already.
        """
        known = self.gains.get(key)
        if known is None:
            found = foresee(0)
            self.gains[key] = known = Estimate(found.gain, 1, is_exact=not found.sampled)
        elif not known.is_exact:
            known.asked += 1
            if known.is_due:
                known.add(foresee(known.made))
        return known.mean

    def like(self, one: Combatant) -> Hashable:
        """Say what somebody is like."""
        return one.side, self._sheet(one), round(_STEPS * self.system.condition(one) + 0.49)

    def _sheet(self, one: Combatant) -> int:
        if id(one.sheet) not in self._numbers:
            self._held.append(one.sheet)
            if one.sheet not in self._sheets:
                self._sheets.append(one.sheet)
            self._numbers[id(one.sheet)] = self._sheets.index(one.sheet)
        return self._numbers[id(one.sheet)]

    def tried(self, attacker: Combatant) -> dict[Hashable, Proven]:
        """Give how the attacks of somebody, and of all with the same sheet, have proved themselves."""
        return self.attacks.setdefault(self._sheet(attacker), {})

    def note(self, attacker: Combatant, gains: Mapping[Hashable, Sequence[float]]) -> None:
        """Note what the attacks of somebody would gain, by their kinds: of each on the same foes."""
        most = list(map(max, zip(*gains.values(), strict=True)))
        if max(most, default=0.0) <= _TELLING:
            return
        tried = self.tried(attacker)
        for kind, found in gains.items():
            is_good = any(b > _TELLING and a >= _NEARLY * b for a, b in zip(found, most, strict=True))
            tried[kind] = tried.get(kind, UNTRIED).after(max(found), is_good=is_good)

    def note_refused(self, attacker: Combatant, kind: Hashable) -> None:
        """Note that an attack of somebody could not be made."""
        tried = self.tried(attacker)
        tried[kind] = tried.get(kind, UNTRIED).after_refusal()

    def way(self, state: BattleState, mover: Combatant, place: Place | None, foe: Combatant) -> float:
        """Give the way from a place to a foe, in cells or zones."""
        key = (id(state.map), foe.at, mover.size)
        if key not in self.grounds:
            self._held.append(state.map)
            self.grounds[key] = Ground(state, [foe])
        return self.grounds[key].far(mover, place)


def kind_of(action: Action, button: Command) -> Hashable:
    """Say what kind an attack is of: which, and with which weapon say."""
    return (action.id, repr(button.params)) if button.params else action.id
