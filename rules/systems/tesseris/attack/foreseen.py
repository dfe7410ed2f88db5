"""What the odds work out in place of a pummelling: all of its hits as one (TS-117).

Its hits run on for as long as there are successes, and each critical one throws a die more. One by one they
have more outcomes than a page can wait for; together they come to no more than the wounds they leave.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.dice import Faces, Roll, RollResult
from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import BattleView
from rules.systems.tesseris.attack.checks import close_roll, roll_trial
from rules.systems.tesseris.attack.hits import is_critical_net, nets_of
from rules.systems.tesseris.attack.strike import Attack, attack_trial
from rules.systems.tesseris.defence.defence import defend
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import damage_of, fall_all, soak_of, wounds_of_stamina
from rules.systems.tesseris.rolls import HIT, MISS
from rules.systems.tesseris.state import TesserisState
from rules.systems.tesseris.ten_sided import SIDES

_Left = tuple[int, int]
"""The stamina and the wounds that hits have left somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits(Roll[RollResult]):
    """The criticals of several hits at once; the total is the wounds that somebody then has.

    Attributes:
        damage: of each hit after soak but for its critical die, and whether it has one.
        stamina, wounds, full, deadly: the target's, before the first of them.
    """

    damage: tuple[tuple[int, bool], ...]
    stamina: int
    wounds: int
    full: int
    deadly: int
    house: House = AS_WRITTEN

    @property
    def takes_modifiers(self) -> bool:
        """The odds alone throw it."""
        return False

    @property
    def notation(self) -> str:
        """The dice."""
        return f"{sum(critical for _, critical in self.damage)}d{SIDES}"

    def throw(self, faces: Faces) -> RollResult:
        """Take a face for each critical hit."""
        taken, left = [], (self.stamina, self.wounds)
        for damage, critical in self.damage:
            face = faces(SIDES) if critical else 0
            taken += [face] if critical else []
            left = self._after(left, damage + face)
        return self._read(left[1], tuple(taken))

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """Add up hit by hit what is left, and lump it by the wounds."""
        ends: dict[_Left, float] = {(self.stamina, self.wounds): 1.0}
        for damage, critical in self.damage:
            after: defaultdict[_Left, float] = defaultdict(float)
            extra = range(1, SIDES + 1) if critical else range(1)
            for left, chance in ends.items():
                for face in extra:
                    after[self._after(left, damage + face)] += chance / len(extra)
            ends = after
        lumps: defaultdict[int, float] = defaultdict(float)
        for (_, wounds), chance in ends.items():
            lumps[wounds] += chance
        return [(self._read(wounds, ()), chance) for wounds, chance in sorted(lumps.items())]

    def _after(self, left: _Left, damage: int) -> _Left:
        """Take a hit: stamina first, then wounds, and a wound for each five of stamina (TS-256, TS-257)."""
        stamina, wounds = left
        damage = max(0, damage)
        taken = min(damage, stamina)
        wounds = min(self.deadly, wounds + wounds_of_stamina(taken, self.house) + damage - taken)
        if wounds == self.deadly:
            return 0, wounds
        return min(stamina - taken, max(0, self.full - wounds)), wounds

    def _read(self, wounds: int, faces: tuple[int, ...]) -> RollResult:
        return RollResult(who=self.who, purpose=self.purpose, faces=faces, total=wounds, outcome="")


def foreseen_pummel(view: BattleView, what: Attack) -> Exchange[None]:
    """Work a pummelling out as far as its target is concerned."""
    target = what.targets[0]
    result = yield from roll_trial(view, what.actor, attack_trial(view.state, what, target))
    nets: list[int] = []
    if result.total:
        defence = yield from defend(view, what, target, what.facts[target], result.total)
        nets = nets_of(what, what.strikes[0], result.total, defence.total, view.state.house)
    yield from checkpoint("met", target, tuple(nets))
    if not nets:
        yield close_roll(result, MISS)
        return
    yield ev.Struck(who=what.actor, target=target, net=nets[0], weapon=what.weapon.id)
    hit = view.combatant(target)
    now: TesserisState = hit.state
    strength = view.combatant(what.actor).sheet.dice("strength")
    soak = soak_of(hit, what.facts[target].location, what.weapon.ap, cover=False)
    damage = tuple(
        (damage_of(what.weapon, strength, net) - soak, is_critical_net(net, hit.house)) for net in nets
    )
    left = yield from throw(
        Hits(
            who=what.actor,
            purpose="critical",
            damage=damage,
            stamina=now.stamina,
            wounds=now.wounds,
            full=hit.sheet.full_stamina,
            deadly=hit.sheet.deadly,
            house=hit.house,
        )
    )
    yield ev.Wounded(who=target, wounds=max(0, left.total - now.wounds))
    yield from fall_all(view, (target,))
    yield close_roll(result, HIT)
