"""What an attack does that got through: each blow and bullet, where it hits, its harm (TS-245 to TS-256)."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.house.house import House
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.effects import RESISTED, after_hits
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.strike import Attack, Strike
from rules.systems.tesseris.defence.defences import Defence
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import damage_of, hurt, soak_of
from rules.systems.tesseris.moves.cover_state import cover_soak, shields, wear
from rules.systems.tesseris.rolls import CRITICAL, HIT, MISS, PlainRoll
from rules.systems.tesseris.sheet.gear import Weapon

_CRITICAL = text("critical hit")


@dataclass(slots=True)
class Done:
    """What came of an attack, for what follows on it."""

    hits: dict[str, bool] = field(default_factory=dict)
    """Whether each weapon hit anybody, its own target or another."""
    critical: bool = False
    dived: list[tuple[str, Defence]] = field(default_factory=list)
    """Who dived away, for those who may strike at them (TS-148)."""

    @property
    def any(self) -> bool:
        """Whether anything was hit or won."""
        return any(self.hits.values())

    @property
    def outcome(self) -> str:
        """The word for the whole (TS-206)."""
        return CRITICAL if self.critical else HIT if self.any else MISS


def nets_of(what: Attack, strike: Strike, plain: int, defence: int, house: House) -> list[int]:
    """List the net of each bullet or blow that hits (TS-202, TS-203, TS-117)."""
    total, step = max(0, plain + strike.offset), own.BULLET.value(house)
    if what.effect == "pummel":
        net = total - defence
        count = 1 + (net - 1) // step if net >= 1 else 0
        count = count if what.max_hits is None else min(count, what.max_hits)
        return [net - step * k for k in range(count)]
    bullets = 1 if what.action == "spray-n-pray" else strike.bullets  # TS-130
    nets = (max(0, total - step * k) - defence for k in range(bullets))
    return [net for net in nets if net >= 1]


def _tell_bullets(
    view: BattleView, what: Attack, strike: Strike, target: str, plain: int, defence: int
) -> Exchange[None]:
    """Tell each bullet of a burst with its own total, hit or not (TS-203, TS-205)."""
    if strike.bullets < 2 or what.action == "spray-n-pray":
        return
    total, step = max(0, plain + strike.offset), own.BULLET.value(view.state.house)
    totals = tuple(max(0, total - step * k) for k in range(strike.bullets))
    yield ev.BulletsFlew(
        who=what.actor, target=target, weapon=strike.weapon.id, totals=totals, against=defence
    )


def let_through(
    view: BattleView,
    what: Attack,
    target: str,
    plain: int,
    strikes: Sequence[Strike],
    defence: Defence,
    done: Done,
) -> Exchange[None]:
    """Let every hit through, then what the blow does besides, then what the cover takes (TS-200, 8 to 11)."""
    facts = defence.facts
    covers = shields(view.combatant(target), facts)
    came_through, worn, any_hit = 0, 0, False
    for strike in strikes:
        yield from _tell_bullets(view, what, strike, target, plain, defence.total)
        nets = tuple(nets_of(what, strike, plain, defence.total, view.state.house))
        for number, net in enumerate(nets):
            any_hit = done.hits[strike.weapon.id] = True
            so_far = (
                came_through if what.effect in RESISTED else 0,
                worn,
                *done.hits.values(),
                nets[number + 1 :],
            )
            after, cover_part = yield from _hit(
                view, what, strike.weapon, target, net, facts, covers, done, so_far
            )
            came_through += after
            worn += cover_part
    if not any_hit:
        yield ev.Missed(who=what.actor, target=target)
    if any_hit and came_through:
        yield from after_hits(view, what, target, came_through, facts)
    if not any_hit and covers and defence.roll is not None:
        worn = _would_be(view, what, target, max(0, plain), strikes[0].weapon, defence)
    yield from wear(view, target, worn)


def _hit(
    view: BattleView,
    what: Attack,
    weapon: Weapon,
    target: str,
    net: int,
    facts: Facts,
    covers: bool,
    done: Done,
    so_far: tuple[Hashable, ...],
) -> Exchange[tuple[int, int]]:
    """Work one hit out; give what came through, and what the cover takes of it (TS-250 to TS-258, TS-292).

    Args:
        so_far: what the hits before it have come to, and those still to come.
    """
    hit = view.combatant(target)
    location = _location(what, facts)
    is_critical = is_critical_net(net, view.state.house) or what.effect == "swordpoint"  # TS-206, TS-207
    yield ev.Struck(
        who=what.actor, target=target, net=net, weapon=weapon.id, location=location, critical=is_critical
    )
    ap = weapon.ap + what.extra_ap
    soak = soak_of(hit, location, ap, cover=covers)
    if what.effect == "swordpoint" and not facts.armoured_head:
        soak = 0  # TS-344
    strength = view.combatant(what.actor).sheet.dice("strength")
    damage = damage_of(weapon, strength, net, what.extra_damage)
    deadly = hit.sheet.deadly - hit.state.wounds + hit.state.stamina + soak
    if is_critical:
        done.critical = True
        die = yield from throw(
            PlainRoll(
                who=what.actor,
                purpose="critical",
                label=_CRITICAL,
                enough=max(1, deadly - damage),
                concerns=target,
            )
        )
        damage += die.total
    counts = damage if covers else min(damage, deadly)  # more than kills is no more to anybody but to cover
    yield from checkpoint("struck", target, weapon.id, counts, so_far)
    after = yield from hurt(
        view,
        target,
        damage,
        soak,
        location=location,
        wounds=what.effect != "knockout",
        extra_wound=what.effect == "called",
    )
    hold = hit.state.swordpoint
    wounded = view.combatant(target).state.wounds > hit.state.wounds
    if hold is not None and wounded and hold.on != what.actor:
        yield ev.SwordpointOver(who=target, target=hold.on)  # TS-345: by a third party
    cover = view.combatant(target).state.cover
    worn = 0
    if covers and cover is not None and location in cover.locations:
        worn = max(0, damage - cover_soak(cover, weapon, view.state.house, what.extra_ap)) // 2
    return after, worn


def is_critical_net(net: int, house: House) -> bool:
    """Tell whether a net is that of a critical hit (TS-206)."""
    return own.CRITICALS.on(house) and net >= own.CRITICAL.value(house)


def _location(what: Attack, facts: Facts) -> str:
    """Name the place that is hit: the action's, else what is said, else the torso (TS-255)."""
    return "head" if what.effect in ("called", "swordpoint") else facts.location


def _would_be(
    view: BattleView, what: Attack, target: str, total: int, weapon: Weapon, defence: Defence
) -> int:
    """Give what the cover takes of a shot that would have hit without it (TS-291)."""
    cover = view.combatant(target).state.cover
    net = total - defence.uncovered
    if cover is None or net < 1 or defence.uncovered == defence.total:
        return 0
    strength = view.combatant(what.actor).sheet.dice("strength")
    damage = damage_of(weapon, strength, net, what.extra_damage)
    return max(0, damage - cover_soak(cover, weapon, view.state.house, what.extra_ap))
