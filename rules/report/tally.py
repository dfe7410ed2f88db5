"""A fight summed up: what each combatant and each side did and took, and how kind the dice were to them."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from math import fsum

from rules.report.luck import Reckoned
from rules.report.sums import Sum, total

_SHOWN = 3
"""So many of the best blows are told, and of the worst."""
_FAIR = 1 / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One thing that was summed: what came, what was to be expected, and where in it that lies."""

    came: int
    foreseen: Sum

    @property
    def below(self) -> float | None:
        """How much of what could have come is less; None where nothing was left to chance."""
        return self.foreseen.share_below(self.came) if self.foreseen.is_open else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one combatant, or one side, did and took."""

    attacks: int
    hits: int
    hits_foreseen: float
    felled: int
    felled_foreseen: float
    dealt: Share
    taken: Share
    cost: float
    """By how much its answers made more harm to be expected than its best ones would have."""
    dealt_is_vague: bool
    """Whether some of the harm that it dealt is not told; so of what it took."""
    taken_is_vague: bool
    luck: Share
    """Harm dealt less harm taken: so much of it lies below, and the dice were that kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightTally:
    """A whole fight."""

    each: Mapping[str, Tally]
    """By the ids of those who struck or were struck, in the order in which they first were."""
    sides: Mapping[str, Tally]
    best: tuple[Reckoned, ...]
    """The attacks that came out best for who made them, against what was to be expected."""
    worst: tuple[Reckoned, ...]
    sampled: bool = False


def tallied(exchanges: Iterable[Reckoned], side_of: Mapping[str, str]) -> FightTally:
    """Sum a fight up.

    Args:
        side_of: the side of each combatant.
    """
    found = list(exchanges)
    attacks = [one for one in found if one.actor is not None and one.foreseen.is_open]
    ranked = sorted(attacks, key=lambda one: one.share, reverse=True)
    names = dict.fromkeys(
        who for one in found for who in (one.actor, *(blow.target for blow in one.blows)) if who is not None
    )
    members: dict[str, set[str]] = {}
    for who in names:
        members.setdefault(side_of[who], set()).add(who)
    return FightTally(
        each={who: _tally(found, {who}, side_of) for who in names},
        sides={side: _tally(found, group, side_of) for side, group in members.items()},
        best=tuple(one for one in ranked[:_SHOWN] if one.share > _FAIR),
        worst=tuple(one for one in reversed(ranked[-_SHOWN:]) if one.share < _FAIR),
        sampled=any(one.sampled for one in found),
    )


def _tally(exchanges: Sequence[Reckoned], group: Set[str], side_of: Mapping[str, str]) -> Tally:
    """Sum up what a group did and took.

    What also struck one of the attacker's own side counts for who took it alone: to hit a friend is no luck.
    """
    done = [one for one in exchanges if one.actor in group and not _strikes_friends(one, side_of)]
    struck = [blow for one in done for blow in one.blows]
    suffered = [blow for one in exchanges for blow in one.blows if blow.target in group]
    dealt = Share(
        came=sum(one.dealt for one in done),
        foreseen=total(one.foreseen for one in done),
    )
    taken = Share(
        came=sum(blow.harm for blow in suffered),
        foreseen=total(blow.foreseen for blow in suffered),
    )
    return Tally(
        attacks=len(done),
        hits=sum(blow.hit for blow in struck),
        hits_foreseen=fsum(blow.chance for blow in struck),
        felled=sum(blow.down for blow in struck),
        felled_foreseen=fsum(blow.down_chance for blow in struck),
        dealt=dealt,
        taken=taken,
        cost=fsum(blow.cost for blow in suffered),
        dealt_is_vague=any(blow.is_vague for blow in struck),
        taken_is_vague=any(blow.is_vague for blow in suffered),
        luck=Share(
            came=dealt.came - taken.came,
            foreseen=dealt.foreseen.plus(taken.foreseen.negative()),
        ),
    )


def _strikes_friends(one: Reckoned, side_of: Mapping[str, str]) -> bool:
    return any(side_of[blow.target] == side_of[one.actor or ""] for blow in one.blows)
