"""How the events of the 3d6 game are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping

from rules.engine.events import Event, Rolled
from rules.engine.shown import Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Gap, Text, Words, as_text, combatant, counted, joined, text
from rules.systems.gurps.attack.area_landing import area_at, middle_of
from rules.systems.gurps.attack.choices import DIRECTION_WORDS
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.defence.open_defences import DEFENCE_WORDS
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
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, READY_WORDS, VARIANT_WORDS, WAIT_FOR
from rules.systems.gurps.rolls import CRITICAL_FAILURE, CRITICAL_SUCCESS, FAILURE, GOOD, ROLLED, SUCCESS
from rules.systems.gurps.sheet.body import RANDOM
from rules.systems.gurps.sheet.names import checked_words, place_name, place_words
from rules.systems.gurps.state import Posture

OUTCOME_WORDS: Mapping[str, Text] = {
    CRITICAL_SUCCESS: text("critical success"),
    SUCCESS: text("success"),
    FAILURE: text("failure"),
    CRITICAL_FAILURE: text("critical failure"),
    ROLLED: Text(""),
}
VAGUE: Mapping[type[Event], Vague] = {
    DamageDone: Vague(text=text("{who} is struck.")),
    Injured: Vague(text=text("{who} is hurt.")),
    Fatigued: Vague(text=text("{who} tires.")),
}
_POSTURES: Mapping[Posture, tuple[Callable[[Gap], Text], str]] = {
    Posture.STANDING: (lambda who: text("{who} stands up.", who=who), "info"),
    Posture.CROUCHING: (lambda who: text("{who} crouches.", who=who), "info"),
    Posture.KNEELING: (lambda who: text("{who} kneels.", who=who), "info"),
    Posture.PRONE: (lambda who: text("{who} falls prone.", who=who), "warn"),
}
_DEFENDED: Mapping[str, tuple[Callable[[Gap, Gap], Text], Text]] = {
    "dodge": (
        lambda who, target: text("{target} dodges the attack of {who}.", who=who, target=target),
        text("Dodged"),
    ),
    "parry": (
        lambda who, target: text("{target} parries the attack of {who}.", who=who, target=target),
        text("Parried"),
    ),
    "block": (
        lambda who, target: text("{target} blocks the attack of {who}.", who=who, target=target),
        text("Blocked"),
    ),
}
_SIDES: Mapping[str, Text] = {"right": text("on the right"), "left": text("on the left")}
"""What a die for one of two sides may show."""
_FACTS: Mapping[str, Text] = {
    "front": text("front"),
    "side": text("side"),
    "back": text("back"),
    "none": text("none"),
    "light": text("light"),
    "heavy": text("heavy"),
    "full": text("full"),
}
"""What arcs and covers are called beside their names."""
_DETAILS: Mapping[str, Text] = {
    **READY_WORDS,
    **{then: MANEUVERS[then].label for then in WAIT_FOR},
    "door": text("door"),
}
"""What is readied, or waited with."""
Names = Callable[[str | None], Gap]


def describe_roll(rolled: Rolled) -> Words:
    """Word what came of a roll."""
    if rolled.purpose == "damage":
        type_ = rolled.details.get("type", "")
        name: Gap = TYPES[type_].name if type_ in TYPES else type_
        return text("{amount} {kind}", amount=rolled.total, kind=name)
    if rolled.outcome not in OUTCOME_WORDS:
        return _SIDES.get(rolled.outcome) or as_text(place_name(rolled.outcome))
    if rolled.outcome == ROLLED:
        return str(rolled.total)
    margin = rolled.details.get("margin")
    word = OUTCOME_WORDS[rolled.outcome]
    if not isinstance(margin, int):
        return word
    if rolled.outcome in GOOD:
        return text("{came} by {margin}", came=word, margin=margin) if margin >= 0 else word
    return text("{came} by {margin}", came=word, margin=-margin) if margin < 0 else word


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""

    def name(who: str | None) -> Gap:
        known = state.combatants.get(who or "")
        return str(who) if known is None else combatant(known)

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
            said = text("{who} is surprised.", who=name(event.who))
            if event.freeze:
                seconds = counted("{n} second", "{n} seconds", n=event.freeze)
                said = text("{who} is surprised, frozen for {seconds}.", who=name(event.who), seconds=seconds)
            return Line(text=said, tone="warn", rule="GU-606", big=text("Surprised"))
        case MentalStunEased():
            said = text("{who} is still stunned.", who=name(event.who))
            if event.freeze:
                seconds = counted("{n} second", "{n} seconds", n=event.freeze)
                said = text("{who} stands frozen, {seconds} more.", who=name(event.who), seconds=seconds)
            return Line(text=said, tone="warn", rule="GU-607")
        case FacingSet(by_itself=False):
            return Line(
                text=text(
                    "{who} faces {facing}.",
                    who=name(event.who),
                    facing=DIRECTION_WORDS.get(event.facing, event.facing),
                ),
                rule="GU-502",
            )
        case StunEnded():
            rule = "GU-607" if event.mental else "GU-1002"
            return Line(
                text=text("{who} is stunned no more.", who=name(event.who)),
                tone="good",
                rule=rule,
                big=text("Recovered"),
            )
    return None


def _maneuvers(event: Event, name: Names) -> Line | None:
    match event:
        case ManeuverTaken():
            return _maneuver(event, name)
        case Aimed():
            said = text(
                "{who} aims at {target}, {turns} now.",
                who=name(event.who),
                target=name(event.target),
                turns=counted("{n} turn", "{n} turns", n=event.turns),
            )
            return Line(text=said, rule="GU-710", big=text("Aims"))
        case AimLost():
            return Line(text=text("{who} loses the aim.", who=name(event.who)), tone="warn", rule="GU-710")
        case Braced():
            said = text("{who} braces the weapon with the free hand.", who=name(event.who))
            if event.on == "surface":
                said = text("{who} braces the weapon on something.", who=name(event.who))
            return Line(text=said, rule="GU-741")
        case BraceEnded():
            return Line(text=text("{who} braces the weapon no more.", who=name(event.who)), rule="GU-741")
        case Evaluated():
            said = text(
                "{who} watches {target}: +{bonus} to hit.",
                who=name(event.who),
                target=name(event.target),
                bonus=event.bonus,
            )
            return Line(text=said, rule="GU-716")
        case Feinted():
            if event.penalty:
                said = text(
                    "{who} fools {target}: -{penalty} to dodge.",
                    who=name(event.who),
                    target=name(event.target),
                    penalty=event.penalty,
                )
                return Line(text=said, tone="good", rule="GU-717", big=text("Feint"))
            return Line(
                text=text(
                    "{target} sees through the feint of {who}.",
                    target=name(event.target),
                    who=name(event.who),
                ),
                rule="GU-717",
            )
        case RiposteReady():
            said = text(
                "{who} is ready for a riposte: {target} defends at -{penalty}.",
                who=name(event.who),
                target=name(event.target),
                penalty=event.penalty,
            )
            return Line(text=said, rule="GU-819")
        case Concentrated():
            return Line(
                text=text("{who} concentrates on {on}.", who=name(event.who), on=text(event.on)),
                rule="GU-720",
            )
        case ConcentrationLost():
            said = text("{who} loses the concentration.", who=name(event.who))
            return Line(text=said, tone="warn", rule="GU-720", big=text("Concentration lost"))
        case Waited():
            then: Gap = MANEUVERS[event.then].label if event.then in MANEUVERS else event.then
            said = text("{who} waits ({then}).", who=name(event.who), then=then)
            if event.trigger:
                said = text(
                    "{who} waits for: {trigger} ({then}).",
                    who=name(event.who),
                    trigger=event.trigger,
                    then=then,
                )
            return Line(text=said, rule="GU-722")
        case PostureChanged():
            does, tone = _POSTURES[event.posture]
            return Line(text=does(name(event.who)), tone=tone, rule="GU-1005")
        case Checked():
            said = text(
                "{who} checks {what}: {outcome}.",
                who=name(event.who),
                what=checked_words(event.what),
                outcome=OUTCOME_WORDS[event.outcome],
            )
            return Line(text=said, rule="GU-401")
        case Noted():
            said = text("{who} does something that takes a second.", who=name(event.who))
            if event.note:
                said = text("{who}: {note}.", who=name(event.who), note=event.note)
            return Line(text=said, rule="GU-721")
        case ZoneSet():
            said = text(
                "{who} keeps a place {width} yards wide under fire: {shots} rounds.",
                who=name(event.who),
                width=event.width,
                shots=event.shots,
            )
            return Line(text=said, tone="warn", rule="GU-712", big=text("Suppression fire"))
        case ZoneEntered():
            said = text(
                "{target} runs into the fire of {who}.", target=name(event.target), who=name(event.who)
            )
            return Line(text=said, tone="warn", rule="GU-724", big=text("Under fire"))
    return None


def _maneuver(event: ManeuverTaken, name: Names) -> Line:
    maneuver = MANEUVERS.get(event.maneuver)
    what = as_text(event.maneuver) if maneuver is None else maneuver.label
    if event.variant:
        what = joined((what, VARIANT_WORDS.get(event.variant, event.variant)))
    if event.defence:
        defence = DEFENCE_WORDS.get(event.defence, event.defence)
        what = text("{what} ({defence})", what=what, defence=defence)
    if event.detail:
        what = joined((what, _DETAILS.get(event.detail, event.detail)))
    said = text("{who}: {what}.", who=name(event.who), what=what)
    if event.out_of_turn:
        said = text("{who} breaks in: {what}.", who=name(event.who), what=what)
    leaves = (
        ()
        if maneuver is None
        else (Figure(label=text("leaves"), value=maneuver.defence, rule=maneuver.rule),)
    )
    return Line(
        text=said,
        rule="GU-701" if maneuver is None else maneuver.rule,
        figures=leaves,
    )


def _gear(event: Event, name: Names) -> Line | None:
    match event:
        case WeaponReadied():
            return Line(
                text=text("{who} readies the {weapon}.", who=name(event.who), weapon=text(event.name).low),
                rule="GU-721",
            )
        case WeaponUnready():
            said = text("The {weapon} of {who} is unready.", weapon=text(event.name).low, who=name(event.who))
            return Line(text=said, tone="warn", rule="GU-306", big=text("Unready"))
        case WeaponDropped(thrown=True):
            return None
        case WeaponDropped():
            return Line(
                text=text("{who} drops the {weapon}.", who=name(event.who), weapon=text(event.name).low),
                tone="warn",
                rule="GU-305",
            )
        case WeaponStruck():
            said = text(
                "The {weapon} of {who} takes {damage}, and has {hp} left.",
                weapon=text(event.name).low,
                who=name(event.who),
                damage=event.damage,
                hp=event.hp,
            )
            return Line(text=said, tone="warn", rule="GU-920")
        case WeaponBroken():
            said = text("The {weapon} of {who} breaks.", weapon=text(event.name).low, who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-920", big=text("Broken"))
        case Disarmed():
            said = text(
                "{who} strikes the {weapon} out of the hand of {target}.",
                who=name(event.who),
                weapon=text(event.name).low,
                target=name(event.target),
            )
            return Line(text=said, tone="good", rule="GU-744", big=text("Disarmed"))
        case RoundsFired():
            rounds = counted("{n} round", "{n} rounds", n=event.rounds + event.wasted)
            said = text("{who} fires {rounds}.", who=name(event.who), rounds=rounds)
            if event.wasted:
                said = text(
                    "{who} fires {rounds}, {wasted} of them between targets.",
                    who=name(event.who),
                    rounds=rounds,
                    wasted=event.wasted,
                )
            return Line(text=said, rule="GU-305")
        case Reloaded():
            weapon = text(event.name).low
            said = text("{who} has reloaded the {weapon}.", who=name(event.who), weapon=weapon)
            if event.turns < event.needed:
                said = text(
                    "{who} reloads ({turns} of {needed}) the {weapon}.",
                    who=name(event.who),
                    turns=event.turns,
                    needed=event.needed,
                    weapon=weapon,
                )
            return Line(text=said, rule="GU-721")
    return None


def _attacks(event: Event, name: Names) -> Line | None:
    match event:
        case AttackBegun():
            return _attack_begun(event, name)
        case AttackMissed():
            said = text("{who} misses.", who=name(event.who))
            if event.target is not None:
                said = text("{who} misses {target}.", who=name(event.who), target=name(event.target))
            return Line(text=said, rule="GU-803", big=text("Miss"))
        case AttackHit():
            times = text(", {hits} times", hits=event.hits) if event.hits > 1 else ""
            grazed = text(", having missed its mark by one") if event.grazed else ""
            where = text(" in {place}", place=place_words(event.location)) if event.location else ""
            said = text(
                "{who} hits {target}{where}{times}{grazed}.",
                who=name(event.who),
                target=name(event.target),
                where=where,
                times=times,
                grazed=grazed,
            )
            rule = "GU-760" if event.grazed else "GU-732" if event.hits > 1 else "GU-808"
            return Line(text=said, tone="harm", rule=rule, big=text("Hit"))
        case AttackDefended():
            does, big = _DEFENDED[event.defence]
            said = does(name(event.who), name(event.target))
            return Line(text=said, tone="good", rule="GU-807", big=big)
        case Scattered():
            said = text(
                "It lands {yards} off, {degrees} degrees from the line.",
                yards=counted("{n} yard", "{n} yards", n=event.yards),
                degrees=event.degrees,
            )
            trace = None if event.to is None or event.aimed is None else Trace(path=(event.aimed, event.to))
            return Line(text=said, tone="warn", rule="GU-831", big=text("Astray"), trace=trace)
    return None


def _burst(event: AreaBurst, name: Names, state: BattleState) -> Line | None:
    attacker = state.combatants.get(event.who)
    weapon = None if attacker is None else attacker.sheet.weapon(event.weapon)
    if attacker is None or weapon is None or weapon.area is None:
        return None
    names = joined(name(who) for who in event.caught) or text("nobody")
    area = area_at(weapon.area, middle_of(state, attacker), event.at)
    return Line(
        text=text("The {weapon} catches {names}.", weapon=text(weapon.name).low, names=names),
        tone="harm" if event.caught else "plain",
        rule="GU-834",
        trace=None if area is None else Trace(area=area),
    )


def _attack_begun(event: AttackBegun, name: Names) -> Line:
    facts = event.facts
    labels = (
        ("distance", text("distance"), "GU-501"),
        ("speed", text("target's speed"), "GU-750"),
        ("facing", text("arc"), "GU-502"),
        ("cover", text("cover"), "GU-503"),
        ("aware", text("target aware"), "GU-810"),
        ("visibility", text("lighting"), "GU-753"),
        ("elevation", text("higher by"), "GU-501"),
        ("modifier", text("GM"), "GU-753"),
        ("defence_modifier", text("GM, on defences"), "GU-811"),
    )

    def value(key: str) -> Words:
        said = facts[key]
        if isinstance(said, bool):
            return text("yes") if said else text("no")
        return f"{said:g}" if isinstance(said, int | float) else _FACTS.get(str(said), str(said))

    figures = tuple(
        Figure(
            label=text("{fact} (overruled)", fact=label) if key in event.overruled else label,
            value=value(key),
            rule=rule,
        )
        for key, label, rule in labels
        if key in facts
    )
    whom = text("a place") if event.target is None else name(event.target)
    where = (
        "" if event.location in ("torso", RANDOM) else text(", at {place}", place=place_words(event.location))
    )
    rounds = counted(", {n} round", ", {n} rounds", n=event.shots) if event.shots > 1 else ""
    said = text(
        "{who} attacks {whom} with {weapon}{where}{rounds}.",
        who=name(event.who),
        whom=whom,
        weapon=text(event.name).low,
        where=where,
        rounds=rounds,
    )
    return Line(text=said, rule="GU-802", figures=figures)


def _injuries(event: Event, name: Names) -> Line | None:
    match event:
        case DamageDone():
            return _damage_done(event, name)
        case DrLost():
            worst = max(event.lost.values())
            return Line(
                text=text("{who} loses up to {worst} DR to acid.", who=name(event.who), worst=worst),
                tone="warn",
                rule="GU-911",
            )
        case BluntTrauma():
            said = text("The blow bruises {who} through the armour.", who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-913")
        case Injured():
            where = text(" in {place}", place=place_words(event.location)) if event.location else ""
            said = text(
                "{who} loses {injury} HP{where}.", who=name(event.who), injury=event.injury, where=where
            )
            return Line(text=said, tone="harm", rule="GU-914", big=text("-{injury} HP", injury=event.injury))
        case Fatigued():
            also = text(" and {hp} HP", hp=event.hp) if event.hp else ""
            said = text("{who} loses {points} FP{also}.", who=name(event.who), points=event.points, also=also)
            return Line(text=said, tone="harm", rule="GU-912", big=text("-{points} FP", points=event.points))
        case Crippled():
            place = place_words(event.location).large
            said = text("{place} of {who} is crippled.", place=place, who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-1006", big=text("Crippled"))
        case Blinded():
            eyes = text("both eyes") if len(event.eyes) > 1 else place_words(event.eyes[0])
            return Line(
                text=text("{who} is blinded in {eyes}.", who=name(event.who), eyes=eyes),
                tone="harm",
                rule="GU-761",
                big=text("Blinded"),
            )
        case MajorWound():
            return Line(
                text=text("That is a major wound for {who}.", who=name(event.who)), tone="harm", rule="GU-916"
            )
        case KnockedDown():
            return Line(
                text=text("{who} is knocked down.", who=name(event.who)),
                tone="harm",
                rule="GU-1000",
                big=text("Knocked down"),
            )
        case Stunned():
            return Line(
                text=text("{who} is stunned.", who=name(event.who)),
                tone="harm",
                rule="GU-1001",
                big=text("Stunned"),
            )
        case FellUnconscious():
            said = text("{who} falls unconscious.", who=name(event.who))
            return Line(text=said, tone="harm", rule=event.rule, big=text("Unconscious"))
        case DeathAvoided():
            return Line(text=text("{who} clings to life.", who=name(event.who)), tone="warn", rule="GU-1015")
        case MortallyWounded():
            said = text("{who} is mortally wounded.", who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-1020", big=text("Mortally wounded"))
        case MortalWoundHealed():
            said = text("{who} is mortally wounded no more.", who=name(event.who))
            return Line(text=said, tone="good", rule="GU-1021", big=text("Stabilized"))
        case SurgeryTried():
            said = text("The surgery of {by} does not help.", by=name(event.by))
            if event.helped:
                said = text("The surgery of {by} helps.", by=name(event.by))
            return Line(text=said, rule="GU-1023")
        case Died():
            return Line(
                text=text("{who} dies.", who=name(event.who)), tone="harm", rule=event.rule, big=text("Dead")
            )
        case Destroyed():
            return Line(
                text=text("Nothing much is left of {who}.", who=name(event.who)), tone="harm", rule="GU-1019"
            )
        case MayIgnite():
            said = text("{who} may have caught fire: the GM decides.", who=name(event.who))
            return Line(text=said, tone="warn", rule="GU-910")
    return None


def _damage_done(event: DamageDone, name: Names) -> Line:
    figures = [
        Figure(label=text("damage"), value=str(event.damage), rule="GU-903"),
        Figure(label=text("DR"), value=f"-{event.dr}", rule="GU-904"),
        Figure(label=text("gets through"), value=str(event.penetrating), rule="GU-906"),
        Figure(label=text("injury"), value=str(event.injury), rule="GU-908"),
    ]
    figures += [Figure(label=note, value="") for note in event.notes]
    where = text(" to {location}", location=place_words(event.location)) if event.location else ""
    kind = TYPES[event.type].name
    stopped = "" if event.injury else text(": nothing comes of it")
    said = text(
        "{damage} {kind}{where} of {who} against DR {dr}{stopped}.",
        damage=event.damage,
        kind=kind,
        where=where,
        who=name(event.who),
        dr=event.dr,
        stopped=stopped,
    )
    return Line(text=said, tone="plain" if event.injury else "good", rule="GU-906", figures=tuple(figures))
