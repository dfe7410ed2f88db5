"""What an attack is made of, and what adds to it and takes from it (TS-201, TS-230 to TS-249)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.dice import Modifier
from rules.engine.house.house import House
from rules.engine.state import BattleState
from rules.engine.text import text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import ATTACK, NO_POINTS, Points, Trial, modifiers_of
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.grapple_ties import is_in
from rules.systems.tesseris.events.all_events import TicksSpent
from rules.systems.tesseris.moves.ways import Way
from rules.systems.tesseris.names import CONDITIONS, called
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.sheet.sheet import SKILLS
from rules.systems.tesseris.state import Cover, Fighter

NORMAL, ENTRY, GRAPPLED, STRUGGLE, NOTHING = "normal", "entry", "grappled", "struggle", "nothing"
"""How an attack may be met: as any, a grapple's beginning, inside one, a disarm or trip, not at all."""
BANDS = (
    (1.0, "medium", text("medium range")),
    (1.5, "long", text("long range")),
    (2.0, "far", text("far range")),
    (3.0, "extreme", text("extreme range")),
)
"""The range bands beyond short: up to how many times the range, the id and the words (TS-232)."""
POINT_BLANK, SHORT = 2, 4
_POINT_BLANK = text("point blank")
_SHORT_RANGE = text("short range")
_FURTHER = text("further attack this round")
_UNAWARE = text("unaware target")
_OUTNUMBERED = text("outnumbered target")
_MOUNTED = text("mounted")
_BLIND_FIRE = text("firing blind")
_INTO_MELEE = text("into a melee")
_HIGHER = text("higher ground")
_BRACED = text("prone, braced")
_IN_GRAPPLE = text("in the grapple")
_GUARDING = text("guarding")
_TWO_WEAPONS = text("two weapons")
_OFF_HAND = text("off hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One weapon's part in an attack: at whom, how much worse than the first, how many bullets."""

    weapon: Weapon
    target: str
    offset: int = 0
    bullets: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack action that is legal and complete.

    Attributes:
        action: its id.
        strikes: one for each weapon, the primary first.
        targets: who is attacked, in the order asked.
        facts: those of each target.
        own: the modifiers of the action itself.
        counts: whether it counts as an attack action (TS-233).
        meets: how it may be met.
        effect: what it does but for damage: `knockout`, `pressure`, `disable`, `called`, `swordpoint`,
            `distract`, `grapple`, `pin`, `break-pin`, `disarm`, `trip`, `pummel`, `cover`.
        skill: the skill that it is rolled with.
        payment: what it is paid with.
        spends: the points that go into the roll.
    """

    actor: str
    action: str
    strikes: tuple[Strike, ...]
    targets: tuple[str, ...]
    facts: Mapping[str, Facts]
    ranged: bool
    skill: str
    own: tuple[Modifier, ...] = ()
    counts: bool = True
    is_off_hand: bool = False
    meets: str = NORMAL
    effect: str = ""
    payment: TicksSpent | None = None
    spends: Points = NO_POINTS
    blind_fire: bool = False
    extra_damage: int = 0
    extra_ap: int = 0
    max_hits: int | None = None
    leads: Weapon | None = None
    """The primary weapon, where several are used on one roll (TS-110)."""
    wall: Cover | None = None
    """The piece of a wall that is attacked in place of anybody; the target is then the attacker itself."""
    way: Way | None = None
    """The run that it contains, for a charge and for firing from the hip."""
    about: str | None = None
    """Whom it is for, where that is not the target: the ally whose pin is broken."""

    @property
    def aimed_at(self) -> str:
        """Who is attacked first; nobody where it is a wall."""
        return "" if self.wall is not None else self.targets[0]

    def against(self, target: str) -> "Attack":
        """Give the part of it that is aimed at one of its targets."""
        strikes = tuple(s for s in self.strikes if s.target == target) or self.strikes
        return replace(self, targets=(target,), strikes=strikes, facts={target: self.facts[target]})

    @property
    def weapon(self) -> Weapon:
        """The primary weapon."""
        return self.leads or self.strikes[0].weapon


def range_band(weapon: Weapon, distance: float, house: House) -> Modifier | None:
    """Give the modifier of the range; None beyond all bands (TS-230 to TS-232, TS-C7)."""
    assert weapon.range is not None
    if distance <= weapon.range and distance <= SHORT:
        if distance <= POINT_BLANK:
            return own.NEAR.added(house, _POINT_BLANK)
        return own.SHORT.added(house, _SHORT_RANGE)
    for factor, band, words in BANDS:
        if distance <= weapon.range * factor:
            return own.BANDS.modifier(house, band, words)
    return None


def attack_trial(state: BattleState, attack: Attack, target: str) -> Trial:
    """Give the attack's test against one of its targets, with all that the situation adds."""
    who, other = state.combatants[attack.actor], state.combatants[target]
    return Trial(
        purpose="acrobatics" if attack.skill == "acrobatics" else "attack",
        kind=ATTACK,
        characteristics=(SKILLS[attack.skill],),
        rank=attack.skill,
        extra=tuple(m for m in _situation(state, attack, who, other) if m.value),
        touches=("attack",),
        item=attack.weapon.id,
        spends=attack.spends,
        label=called(attack.action),
    )


def attack_modifiers(state: BattleState, attack: Attack, target: str) -> tuple[Modifier, ...]:
    """List all modifiers of an attack on one of its targets (TS-201)."""
    return modifiers_of(state.combatants[attack.actor], attack_trial(state, attack, target))


def further_attack(who: Fighter) -> tuple[Modifier, ...]:
    """Give what the attack actions already made in the round cost the next one (TS-233)."""
    made = who.state.attacks
    if not made or not own.FURTHER.on(who.house):
        return ()
    return (own.FURTHER_ATTACK.added(who.house, _FURTHER, made),)


def _situation(state: BattleState, attack: Attack, who: Fighter, target: Fighter) -> list[Modifier]:
    facts, now, theirs = attack.facts[target.id], who.state, target.state
    weapon, house = attack.weapon, state.house
    found, how = list(attack.own), "shot" if attack.ranged else "blow"
    if attack.ranged:
        band = range_band(weapon, facts.distance, house)
        if band is not None and not (attack.blind_fire and band.value > 0):
            found.append(band)
    if attack.counts:
        found += further_attack(who)
    if facts.unaware and target.id not in now.struck_unaware and attack.action != "charge":
        found.append(own.UNAWARE.modifier(house, how, _UNAWARE))
    found += _hands(who, attack)
    outnumbers = facts.adjacent_allies >= 2 and facts.adjacent_allies > facts.adjacent_foes
    if facts.adjacent and outnumbers and own.NUMBERS.on(house):
        found.append(own.OUTNUMBERED.added(house, _OUTNUMBERED))
    if now.mounted:
        found.append(own.MOUNTED.modifier(house, how, _MOUNTED))
    if attack.blind_fire:
        found.append(own.BLIND_FIRE.added(house, _BLIND_FIRE))
    if attack.ranged and facts.in_melee and own.ELSEWHERE.on(house):
        found.append(own.INTO_MELEE.added(house, _INTO_MELEE))
    if facts.elevation > 0 and own.HEIGHT.on(house):
        found.append(own.HIGHER.added(house, _HIGHER))
    if now.has("prone") and attack.ranged and weapon.firearm:
        found.append(own.PRONE.modifier(house, "braced", _BRACED))
    if facts.dark or now.has("blinded"):
        found.append(own.BLINDED.modifier(house, how, CONDITIONS["blinded"]))
    if is_in(state, who.id, target.id) and theirs.has("grappled"):
        found.append(Modifier(_IN_GRAPPLE, 1, "TS-304"))
    if now.is_guarding and attack.action != "guarded-attack":
        found.append(Modifier(_GUARDING, -2, "TS-108"))
    return found


def off_hand_ease(who: Fighter) -> int:
    """Give by how much somebody's off hand is less in the way: the main hand's cost stays (TS-236, R6)."""
    return own.AMBIDEXTROUS.value(who.house) if "ambidextrous" in who.sheet.traits else 0


def _hands(who: Fighter, attack: Attack) -> list[Modifier]:
    """Give what using an off hand, or two hands in one round, costs (TS-102, TS-122, TS-235, TS-236)."""
    if attack.action in ("multi-strike", "multi-strike-ranged"):
        return []  # in the action's own modifiers
    house = who.house
    if not own.OFF_HANDS.on(house):
        return []
    better = off_hand_ease(who)
    used = attack.weapon.id
    held = who.state.held
    is_hand = used != FISTS.id
    if is_hand and attack.counts and any(id_ not in (used, FISTS.id) for id_ in who.state.hands_used):
        other = attack.is_off_hand or (used in held and held[0] != used)
        hand = "other" if other else "primary"
        label = own.TWO_WEAPONS.noted(house, hand, _TWO_WEAPONS)
        worse = own.TWO_WEAPONS.number(house, hand)
        eased = min(0, worse + better) if other else worse  # R6: never the main hand's
        return [Modifier(label, eased, "TS-235")]
    if attack.is_off_hand:
        worse = -2 if attack.ranged else -1
        eased = min(0, worse + own.AMBIDEXTROUS.usual)
        gains = "ambidextrous" in who.sheet.traits
        label = own.AMBIDEXTROUS.noted(house, "number", _OFF_HAND, eased) if gains else _OFF_HAND
        return [Modifier(label, min(0, worse + better), "TS-236")]
    return []
