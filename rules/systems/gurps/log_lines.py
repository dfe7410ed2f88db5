"""How the events of the 3d6 game are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping

from rules.engine.events import Event, Rolled
from rules.engine.shown import Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.systems.gurps.attack.area_landing import area_at, middle_of
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.events.attack_events import (
    AreaBurst,
    AttackBegun,
    AttackDefended,
    AttackHit,
    AttackMissed,
    Scattered,
)
from rules.systems.gurps.events.gear_events import (
    Disarmed,
    Reloaded,
    RoundsFired,
    WeaponBroken,
    WeaponDropped,
    WeaponReadied,
    WeaponStruck,
    WeaponUnready,
)
from rules.systems.gurps.events.injury_events import (
    Blinded,
    BluntTrauma,
    Crippled,
    DamageDone,
    DeathAvoided,
    Destroyed,
    Died,
    DrLost,
    Fatigued,
    FellUnconscious,
    Injured,
    KnockedDown,
    MajorWound,
    MayIgnite,
    MortallyWounded,
    MortalWoundHealed,
    StunEnded,
    Stunned,
    SurgeryTried,
)
from rules.systems.gurps.events.maneuver_events import (
    Aimed,
    AimLost,
    Braced,
    BraceEnded,
    Checked,
    Concentrated,
    ConcentrationLost,
    Evaluated,
    Feinted,
    ManeuverTaken,
    Noted,
    PostureChanged,
    RiposteReady,
    Waited,
    ZoneEntered,
    ZoneSet,
)
from rules.systems.gurps.events.turn_events import FacingSet, MentalStunEased, Surprised
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, VARIANT_WORDS
from rules.systems.gurps.rolls import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, GOOD, ROLLED, SUCCESS
from rules.systems.gurps.sheet.body import RANDOM, WEAPON
from rules.systems.gurps.state import Posture

OUTCOME_WORDS = {
    CRITICAL_SUCCESS: "critical success",
    SUCCESS: "success",
    FAILURE: "failure",
    CRITICAL_FAILURE: "critical failure",
    ROLLED: "",
}
VAGUE: Mapping[type[Event], Vague] = {
    DamageDone: Vague(text="{who} is struck."),
    Injured: Vague(text="{who} is hurt."),
    Fatigued: Vague(text="{who} tires."),
}
_POSTURES = {
    Posture.STANDING: ("stands up", "info"),
    Posture.CROUCHING: ("crouches", "info"),
    Posture.KNEELING: ("kneels", "info"),
    Posture.PRONE: ("falls prone", "warn"),
}
_DEFENDED = {"dodge": ("dodges", "Dodged"), "parry": ("parries", "Parried"), "block": ("blocks", "Blocked")}
Names = Callable[[str | None], str]


def counted(number: float, word: str) -> str:
    """Put a number before a word: `1 yard`, `2 yards`."""
    return f"{number:g} {word}{'' if number == 1 else 's'}"


def place_words(location: str) -> str:
    """Call a location: `the left arm`."""
    return {RANDOM: "wherever it hits", WEAPON: "the weapon", "": "all over"}.get(
        location, f"the {location.replace('-', ' ')}"
    )


def describe_roll(rolled: Rolled) -> str:
    """Word what came of a roll."""
    if rolled.purpose == "damage":
        type_ = rolled.details.get("type", "")
        name = TYPES[type_].name if type_ in TYPES else type_
        return f"{rolled.total} {name}"
    if rolled.outcome not in OUTCOME_WORDS:
        return rolled.outcome
    if rolled.outcome == ROLLED:
        return str(rolled.total)
    margin = rolled.details.get("margin")
    word = OUTCOME_WORDS[rolled.outcome]
    if not isinstance(margin, int):
        return word
    if rolled.outcome in GOOD:
        return f"{word} by {margin}" if margin >= 0 else word
    return f"{word} by {-margin}" if margin < 0 else word


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""

    def name(who: str | None) -> str:
        known = state.combatants.get(who or "")
        return str(who) if known is None else known.name

    if isinstance(event, AreaBurst):
        return _burst(event, name, state)
    for tell in (_turns, _maneuvers, _gear, _attacks, _injuries):
        line = tell(event, name)
        if line is not None:
            return line
    return None


def _turns(event: Event, name: Names) -> Line | None:
    match event:
        case Surprised():
            frozen = f", frozen for {counted(event.freeze, 'second')}" if event.freeze else ""
            text = f"{name(event.who)} is surprised{frozen}."
            return Line(text=text, tone="warn", rule="GU-606", big="Surprised")
        case MentalStunEased():
            how = (
                f"stands frozen, {counted(event.freeze, 'second')} more"
                if event.freeze
                else "is still stunned"
            )
            return Line(text=f"{name(event.who)} {how}.", tone="warn", rule="GU-607")
        case FacingSet(by_itself=False):
            return Line(text=f"{name(event.who)} faces {event.facing}.", rule="GU-502")
        case StunEnded():
            rule = "GU-607" if event.mental else "GU-1002"
            return Line(
                text=f"{name(event.who)} is stunned no more.", tone="good", rule=rule, big="Recovered"
            )
    return None


def _maneuvers(event: Event, name: Names) -> Line | None:
    match event:
        case ManeuverTaken():
            return _maneuver(event, name)
        case Aimed():
            text = f"{name(event.who)} aims at {name(event.target)}, {counted(event.turns, 'turn')} now."
            return Line(text=text, rule="GU-710", big="Aims")
        case AimLost():
            return Line(text=f"{name(event.who)} loses the aim.", tone="warn", rule="GU-710")
        case Braced():
            on = "on something" if event.on == "surface" else "with the free hand"
            return Line(text=f"{name(event.who)} braces the weapon {on}.", rule="GU-741")
        case BraceEnded():
            return Line(text=f"{name(event.who)} braces the weapon no more.", rule="GU-741")
        case Evaluated():
            text = f"{name(event.who)} watches {name(event.target)}: +{event.bonus} to hit."
            return Line(text=text, rule="GU-716")
        case Feinted():
            if event.penalty:
                text = f"{name(event.who)} fools {name(event.target)}: -{event.penalty} to dodge."
                return Line(text=text, tone="good", rule="GU-717", big="Feint")
            return Line(
                text=f"{name(event.target)} sees through the feint of {name(event.who)}.", rule="GU-717"
            )
        case RiposteReady():
            text = (
                f"{name(event.who)} is ready for a riposte: {name(event.target)} defends at -{event.penalty}."
            )
            return Line(text=text, rule="GU-819")
        case Concentrated():
            return Line(text=f"{name(event.who)} concentrates on {event.on}.", rule="GU-720")
        case ConcentrationLost():
            text = f"{name(event.who)} loses the concentration."
            return Line(text=text, tone="warn", rule="GU-720", big="Concentration lost")
        case Waited():
            then = MANEUVERS[event.then].label if event.then in MANEUVERS else event.then
            for_ = f" for: {event.trigger}" if event.trigger else ""
            return Line(text=f"{name(event.who)} waits{for_} ({then}).", rule="GU-722")
        case PostureChanged():
            does, tone = _POSTURES[event.posture]
            return Line(text=f"{name(event.who)} {does}.", tone=tone, rule="GU-1005")
        case Checked():
            text = f"{name(event.who)} checks {event.what}: {OUTCOME_WORDS[event.outcome]}."
            return Line(text=text, rule="GU-401")
        case Noted():
            what = f": {event.note}" if event.note else " does something that takes a second"
            return Line(text=f"{name(event.who)}{what}.", rule="GU-721")
        case ZoneSet():
            text = (
                f"{name(event.who)} keeps a place {event.width} yards wide under fire: {event.shots} rounds."
            )
            return Line(text=text, tone="warn", rule="GU-712", big="Suppression fire")
        case ZoneEntered():
            text = f"{name(event.target)} runs into the fire of {name(event.who)}."
            return Line(text=text, tone="warn", rule="GU-724", big="Under fire")
    return None


def _maneuver(event: ManeuverTaken, name: Names) -> Line:
    maneuver = MANEUVERS.get(event.maneuver)
    label = event.maneuver if maneuver is None else maneuver.label
    variant = f", {VARIANT_WORDS.get(event.variant, event.variant)}" if event.variant else ""
    better = f" ({event.defence})" if event.defence else ""
    detail = f", {event.detail}" if event.detail else ""
    breaks_in = " breaks in" if event.out_of_turn else ""
    leaves = () if maneuver is None else (Figure(label="leaves", value=maneuver.defence, rule=maneuver.rule),)
    return Line(
        text=f"{name(event.who)}{breaks_in}: {label}{variant}{better}{detail}.",
        rule="GU-701" if maneuver is None else maneuver.rule,
        figures=leaves,
    )


def _gear(event: Event, name: Names) -> Line | None:
    match event:
        case WeaponReadied():
            return Line(text=f"{name(event.who)} readies the {event.name.lower()}.", rule="GU-721")
        case WeaponUnready():
            text = f"The {event.name.lower()} of {name(event.who)} is unready."
            return Line(text=text, tone="warn", rule="GU-306", big="Unready")
        case WeaponDropped(thrown=True):
            return None
        case WeaponDropped():
            return Line(text=f"{name(event.who)} drops the {event.name.lower()}.", tone="warn", rule="GU-305")
        case WeaponStruck():
            what = event.name.lower()
            text = f"The {what} of {name(event.who)} takes {event.damage}, and has {event.hp} left."
            return Line(text=text, tone="warn", rule="GU-920")
        case WeaponBroken():
            text = f"The {event.name.lower()} of {name(event.who)} breaks."
            return Line(text=text, tone="harm", rule="GU-920", big="Broken")
        case Disarmed():
            text = (
                f"{name(event.who)} strikes the {event.name.lower()} out of the hand of {name(event.target)}."
            )
            return Line(text=text, tone="good", rule="GU-744", big="Disarmed")
        case RoundsFired():
            lost = f", {event.wasted} of them between targets" if event.wasted else ""
            text = f"{name(event.who)} fires {counted(event.rounds + event.wasted, 'round')}{lost}."
            return Line(text=text, rule="GU-305")
        case Reloaded():
            done = event.turns >= event.needed
            how = "has reloaded" if done else f"reloads ({event.turns} of {event.needed})"
            return Line(text=f"{name(event.who)} {how} the {event.name.lower()}.", rule="GU-721")
    return None


def _attacks(event: Event, name: Names) -> Line | None:
    match event:
        case AttackBegun():
            return _attack_begun(event, name)
        case AttackMissed():
            at = f" {name(event.target)}" if event.target is not None else ""
            return Line(text=f"{name(event.who)} misses{at}.", rule="GU-803", big="Miss")
        case AttackHit():
            times = f", {event.hits} times" if event.hits > 1 else ""
            grazed = ", having missed its mark by one" if event.grazed else ""
            where = f" in {place_words(event.location)}" if event.location else ""
            text = f"{name(event.who)} hits {name(event.target)}{where}{times}{grazed}."
            rule = "GU-760" if event.grazed else "GU-732" if event.hits > 1 else "GU-808"
            return Line(text=text, tone="harm", rule=rule, big="Hit")
        case AttackDefended():
            does, big = _DEFENDED[event.defence]
            text = f"{name(event.target)} {does} the attack of {name(event.who)}."
            return Line(text=text, tone="good", rule="GU-807", big=big)
        case Scattered():
            text = f"It lands {counted(event.yards, 'yard')} off, {event.degrees} degrees from the line."
            trace = None if event.to is None or event.aimed is None else Trace(path=(event.aimed, event.to))
            return Line(text=text, tone="warn", rule="GU-831", big="Astray", trace=trace)
    return None


def _burst(event: AreaBurst, name: Names, state: BattleState) -> Line | None:
    attacker = state.combatants.get(event.who)
    weapon = None if attacker is None else attacker.sheet.weapon(event.weapon)
    if attacker is None or weapon is None or weapon.area is None:
        return None
    names = ", ".join(name(who) for who in event.caught) or "nobody"
    area = area_at(weapon.area, middle_of(state, attacker), event.at)
    return Line(
        text=f"The {weapon.name.lower()} catches {names}.",
        tone="harm" if event.caught else "plain",
        rule="GU-834",
        trace=None if area is None else Trace(area=area),
    )


def _attack_begun(event: AttackBegun, name: Names) -> Line:
    facts = event.facts
    labels = (
        ("distance", "distance", "GU-501"),
        ("speed", "target's speed", "GU-750"),
        ("facing", "arc", "GU-502"),
        ("cover", "cover", "GU-503"),
        ("aware", "target aware", "GU-810"),
        ("visibility", "lighting", "GU-753"),
        ("elevation", "higher by", "GU-501"),
        ("modifier", "GM", "GU-753"),
        ("defence_modifier", "GM, on defences", "GU-811"),
    )

    def value(key: str) -> str:
        said = facts[key]
        if isinstance(said, bool):
            return "yes" if said else "no"
        return f"{said:g}" if isinstance(said, int | float) else str(said)

    figures = tuple(
        Figure(label=f"{label} (overruled)" if key in event.overruled else label, value=value(key), rule=rule)
        for key, label, rule in labels
        if key in facts
    )
    whom = "a place" if event.target is None else name(event.target)
    where = "" if event.location in ("torso", RANDOM) else f", at {place_words(event.location)}"
    rounds = f", {counted(event.shots, 'round')}" if event.shots > 1 else ""
    text = f"{name(event.who)} attacks {whom} with {event.name.lower()}{where}{rounds}."
    return Line(text=text, rule="GU-802", figures=figures)


def _injuries(event: Event, name: Names) -> Line | None:
    match event:
        case DamageDone():
            return _damage_done(event, name)
        case DrLost():
            worst = max(event.lost.values())
            return Line(text=f"{name(event.who)} loses up to {worst} DR to acid.", tone="warn", rule="GU-911")
        case BluntTrauma():
            text = f"The blow bruises {name(event.who)} through the armour."
            return Line(text=text, tone="harm", rule="GU-913")
        case Injured():
            where = f" in {place_words(event.location)}" if event.location else ""
            text = f"{name(event.who)} loses {event.injury} HP{where}."
            return Line(text=text, tone="harm", rule="GU-914", big=f"-{event.injury} HP")
        case Fatigued():
            also = f" and {event.hp} HP" if event.hp else ""
            text = f"{name(event.who)} loses {event.points} FP{also}."
            return Line(text=text, tone="harm", rule="GU-912", big=f"-{event.points} FP")
        case Crippled():
            text = f"{place_words(event.location).capitalize()} of {name(event.who)} is crippled."
            return Line(text=text, tone="harm", rule="GU-1006", big="Crippled")
        case Blinded():
            eyes = "both eyes" if len(event.eyes) > 1 else place_words(event.eyes[0])
            return Line(
                text=f"{name(event.who)} is blinded in {eyes}.", tone="harm", rule="GU-761", big="Blinded"
            )
        case MajorWound():
            return Line(text=f"That is a major wound for {name(event.who)}.", tone="harm", rule="GU-916")
        case KnockedDown():
            return Line(
                text=f"{name(event.who)} is knocked down.", tone="harm", rule="GU-1000", big="Knocked down"
            )
        case Stunned():
            return Line(text=f"{name(event.who)} is stunned.", tone="harm", rule="GU-1001", big="Stunned")
        case FellUnconscious():
            text = f"{name(event.who)} falls unconscious."
            return Line(text=text, tone="harm", rule=event.rule, big="Unconscious")
        case DeathAvoided():
            return Line(text=f"{name(event.who)} clings to life.", tone="warn", rule="GU-1015")
        case MortallyWounded():
            text = f"{name(event.who)} is mortally wounded."
            return Line(text=text, tone="harm", rule="GU-1020", big="Mortally wounded")
        case MortalWoundHealed():
            text = f"{name(event.who)} is mortally wounded no more."
            return Line(text=text, tone="good", rule="GU-1021", big="Stabilized")
        case SurgeryTried():
            how = "helps" if event.helped else "does not help"
            return Line(text=f"The surgery of {name(event.by)} {how}.", rule="GU-1023")
        case Died():
            return Line(text=f"{name(event.who)} dies.", tone="harm", rule=event.rule, big="Dead")
        case Destroyed():
            return Line(text=f"Nothing much is left of {name(event.who)}.", tone="harm", rule="GU-1019")
        case MayIgnite():
            text = f"{name(event.who)} may have caught fire: the GM decides."
            return Line(text=text, tone="warn", rule="GU-910")
    return None


def _damage_done(event: DamageDone, name: Names) -> Line:
    figures = [
        Figure(label="damage", value=str(event.damage), rule="GU-903"),
        Figure(label="DR", value=f"-{event.dr}", rule="GU-904"),
        Figure(label="gets through", value=str(event.penetrating), rule="GU-906"),
        Figure(label="injury", value=str(event.injury), rule="GU-908"),
    ]
    figures += [Figure(label=note, value="") for note in event.notes]
    where = f" to {place_words(event.location)}" if event.location else ""
    kind = TYPES[event.type].name
    stopped = "" if event.injury else ": nothing comes of it"
    text = f"{event.damage} {kind}{where} of {name(event.who)} against DR {event.dr}{stopped}."
    return Line(text=text, tone="plain" if event.injury else "good", rule="GU-906", figures=tuple(figures))
