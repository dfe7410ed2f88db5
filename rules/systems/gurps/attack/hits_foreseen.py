"""What hits that are certain do to somebody, added up instead of walked: the odds' shortcut (GU-820).

The wounds and what they bring come from where play has them (`wound_of`, `consequences`, the lumps of the
rolls); here is only the adding up, hit after hit, of hit points and of whether the target still stands.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.exchange import Ways
from rules.engine.house.house import House
from rules.systems.gurps.attack.damage import finds_vitals
from rules.systems.gurps.attack.hits import damage_roll
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.events.attack_events import AttackHit
from rules.systems.gurps.events.injury_events import FellUnconscious, Injured
from rules.systems.gurps.harm.injury import consequences, death_roll, knockdown_roll
from rules.systems.gurps.harm.wounds import Blow, Body, Wound, body_at, wound_of
from rules.systems.gurps.rolls import SIDES, DamageRoll, knocks_out, ways
from rules.systems.gurps.sheet.body import WEAPON, BodyPlan, Location, Part
from rules.systems.gurps.state import Fighter

_Fate = tuple[int, bool]
"""Hit points, and whether somebody is unconscious, dying or dead."""
_Costs = tuple[tuple[int, float, float], ...]
"""What one hit may cost somebody: points, the chance of that, and that of standing then."""


@dataclass(frozen=True, slots=True)
class _Volley:
    """All that tells what a hit of an attack does to somebody, however many there are.

    `places` are those where it may land, as the hit meets them, with their chances.
    """

    health: int
    male: bool
    blow: Blow
    roll: DamageRoll
    places: tuple[tuple[Body, float], ...]

    @property
    def full_hp(self) -> int:
        """The full hit points of who is hit."""
        return self.places[0][0].full

    @property
    def house(self) -> House:
        """The house rules by which it is hit."""
        return self.places[0][0].house


def hits_foreseen(victim: Fighter, strike: Strike, location: str, hits: int, full: bool) -> Ways | None:
    """Foresee the hits of one attack at a location (GU-732, GU-771); None where they must be walked.

    Args:
        full: whether the first of them does full damage (GU-805).
    """
    if location == WEAPON:
        return (((), 1.0),)
    body: BodyPlan = victim.sheet.body
    place = body.location(location)
    places: list[tuple[Location | None, float]] = [(place, 1.0)]
    if place.part is Part.TORSO and body.vitals is not None and finds_vitals(strike.type):
        places = [(body.vitals, 1 / SIDES), (place, 1 - 1 / SIDES)]
    return _added_up(victim, strike, strike.blow(), places, hits, full)


def burst_foreseen(victim: Fighter, strike: Strike, yards: float, full: bool) -> Ways | None:
    """Foresee what an area does to one whom it catches, so many yards from its origin (GU-835)."""
    found = _added_up(victim, strike, strike.blow(yards), [(None, 1.0)], 1, full)
    if found is None:
        return None
    hit = AttackHit(who=strike.attacker, target=victim.id, location="")
    return tuple(((hit, *events), chance) for events, chance in found)


def _added_up(
    victim: Fighter,
    strike: Strike,
    blow: Blow,
    places: Sequence[tuple[Location | None, float]],
    hits: int,
    full: bool,
) -> Ways | None:
    if blow.type == "fat" or (blow.type == "cor" and hits > 1):  # what is tired or eaten away counts later
        return None
    if victim.state.destroyed:
        return (((), 1.0),)
    volley = _Volley(
        health=victim.sheet.HT,
        male=victim.sheet.male,
        blow=blow,
        roll=damage_roll(strike, ""),
        places=tuple((body_at(victim, location, blow.chinks), share) for location, share in places),
    )
    start = victim.state.hp, victim.state.is_out
    fates = _tally(volley).fates(start, hits, full)
    return tuple(
        (_told(victim.id, start[0] - hp, down and not start[1]), chance)
        for (hp, down), chance in fates.items()
    )


@lru_cache(maxsize=1 << 10)
def _told(who: str, injury: int, falls: bool) -> tuple[Event, ...]:
    """Tell what has come of somebody, as far as the odds read it: the same events for the same.

    Args:
        falls: whether they were on their feet and are no more.
    """
    found: list[Event] = []
    if injury:
        found.append(Injured(who=who, injury=injury, location="", shock=0))
    if falls:
        found.append(FellUnconscious(who=who, rule="GU-1000"))
    return tuple(found)


@lru_cache(maxsize=1 << 6)
def _tally(volley: _Volley) -> "_Tally":
    return _Tally(volley)


@dataclass(frozen=True, slots=True)
class _Tally:
    """What hits of one kind come to, each worked out once."""

    volley: _Volley
    fated: dict[tuple[_Fate, int, bool], Mapping[_Fate, float]] = field(default_factory=dict)
    costs: dict[tuple[int, bool], _Costs] = field(default_factory=dict)

    def fates(self, start: _Fate, hits: int, full: bool) -> Mapping[_Fate, float]:
        """Give the chances of each state after so many hits, the first perhaps of full damage."""
        if not hits:
            return {start: 1.0}
        key = start, hits, full
        if key not in self.fated:
            self.fated[key] = self._one_more(self.fates(start, hits - 1, full), full and hits == 1)
        return self.fated[key]

    def _one_more(self, before: Mapping[_Fate, float], full: bool) -> Mapping[_Fate, float]:
        after: defaultdict[_Fate, float] = defaultdict(float)
        for (hp, down), chance in before.items():
            if (hp, full) not in self.costs:
                self.costs[hp, full] = self._costs(hp, full)
            for injury, weight, stands in self.costs[hp, full]:
                standing = 0.0 if down else stands
                if standing:
                    after[hp - injury, False] += chance * weight * standing
                if standing < 1:
                    after[hp - injury, True] += chance * weight * (1 - standing)
        return after

    def _costs(self, hp: int, full: bool) -> _Costs:
        if hp <= -10 * self.volley.full_hp:  # what is destroyed takes no more
            return ((0, 1.0, 0.0),)
        found: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for wound, part, weight in _wounds(self.volley, full):
            both = found[wound.injury]
            both[0] += weight
            both[1] += weight * (_stands(self.volley, hp, part, wound) if wound.injury else 1.0)
        return tuple((injury, weight, standing / weight) for injury, (weight, standing) in found.items())


@lru_cache(maxsize=1 << 7)
def _wounds(volley: _Volley, full: bool) -> tuple[tuple[Wound, Part | None, float], ...]:
    """List what one hit may come to (GU-901 to GU-914); of wounds that bring the same one stands for all."""
    count = volley.roll.dice.count
    thrown = [(SIDES * count, 1.0)] if full else list(enumerate(ways(count), start=count))
    found: dict[Hashable, tuple[Wound, Part | None, float]] = {}
    for meets, share in volley.places:
        for total, chance in thrown:
            wound = wound_of(meets, volley.blow, volley.roll.basic(total))
            key = wound.brings, meets.part
            kept, part, so_far = found.get(key, (wound, meets.part, 0.0))
            found[key] = kept, part, so_far + chance * share
    return tuple(found.values())


def _stands(volley: _Volley, hp: int, part: Part | None, wound: Wound) -> float:
    """Give the chance that somebody conscious is neither unconscious nor worse after a wound."""
    comes = consequences(volley.full_hp, volley.male, part, wound, hp, volley.house)
    if comes.dies:
        return 0.0
    awake = 1.0 if comes.knockdown is None else _keeps_awake(volley.health, comes.knockdown)
    return awake * _lives(volley.health) ** len(comes.death_at)


@lru_cache(maxsize=1 << 8)
def _lives(health: int) -> float:
    return sum(chance for roll, chance in death_roll("", health, 1).outcomes() if roll.succeeded)


@lru_cache(maxsize=1 << 8)
def _keeps_awake(health: int, modifiers: tuple[Modifier, ...]) -> float:
    rolls = knockdown_roll("", health, modifiers).outcomes()
    return sum(chance for roll, chance in rolls if roll.succeeded or not knocks_out(roll))
