"""How injuries, and what comes of them, are worded for the log."""

from collections.abc import Mapping

from rules.engine.declared.told import Told, told_line
from rules.engine.events import Event
from rules.engine.system import Figure, Line
from rules.engine.text import Names, text
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.events import injury_events as ev
from rules.systems.gurps.sheet.names import place_words

_TOLD: Mapping[type[Event], Told] = {
    ev.BluntTrauma: Told(text("The blow bruises {who} through the armour."), "GU-913", "harm"),
    ev.MajorWound: Told(text("That is a major wound for {who}."), "GU-916", "harm"),
    ev.KnockedDown: Told(text("{who} is knocked down."), "GU-1000", "harm", text("Knocked down")),
    ev.Stunned: Told(text("{who} is stunned."), "GU-1001", "harm", text("Stunned")),
    ev.DeathAvoided: Told(text("{who} clings to life."), "GU-1015", "warn"),
    ev.MortallyWounded: Told(text("{who} is mortally wounded."), "GU-1020", "harm", text("Mortally wounded")),
    ev.MortalWoundHealed: Told(
        text("{who} is mortally wounded no more."), "GU-1021", "good", text("Stabilized")
    ),
    ev.Destroyed: Told(text("Nothing much is left of {who}."), "GU-1019", "harm"),
    ev.MayIgnite: Told(text("{who} may have caught fire: the GM decides."), "GU-910", "warn"),
}
"""Those of which a sentence says all."""


def injury_line(event: Event, name: Names) -> Line | None:
    """Word an injury and what comes of it; None for other events."""
    match event:
        case ev.DamageDone():
            return _damage_done(event, name)
        case ev.DrLost():
            worst = max(event.lost.values())
            return Line(
                text=text("{who} loses up to {worst} DR to acid.", who=name(event.who), worst=worst),
                tone="warn",
                rule="GU-911",
            )
        case ev.Injured():
            where = text(" in {place}", place=place_words(event.location)) if event.location else ""
            said = text(
                "{who} loses {injury} HP{where}.", who=name(event.who), injury=event.injury, where=where
            )
            return Line(text=said, tone="harm", rule="GU-914", big=text("-{injury} HP", injury=event.injury))
        case ev.Fatigued():
            also = text(" and {hp} HP", hp=event.hp) if event.hp else ""
            said = text("{who} loses {points} FP{also}.", who=name(event.who), points=event.points, also=also)
            return Line(text=said, tone="harm", rule="GU-912", big=text("-{points} FP", points=event.points))
        case ev.Crippled():
            place = place_words(event.location).large
            said = text("{place} of {who} is crippled.", place=place, who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-1006", big=text("Crippled"))
        case ev.Blinded():
            eyes = text("both eyes") if len(event.eyes) > 1 else place_words(event.eyes[0])
            return Line(
                text=text("{who} is blinded in {eyes}.", who=name(event.who), eyes=eyes),
                tone="harm",
                rule="GU-761",
                big=text("Blinded"),
            )
        case ev.FellUnconscious():
            said = text("{who} falls unconscious.", who=name(event.who))
            return Line(text=said, tone="harm", rule=event.rule, big=text("Unconscious"))
        case ev.SurgeryTried():
            said = text("The surgery of {by} does not help.", by=name(event.by))
            if event.helped:
                said = text("The surgery of {by} helps.", by=name(event.by))
            return Line(text=said, rule="GU-1023")
        case ev.Died():
            return Line(
                text=text("{who} dies.", who=name(event.who)), tone="harm", rule=event.rule, big=text("Dead")
            )
    return told_line(_TOLD, event, name)


def _damage_done(event: ev.DamageDone, name: Names) -> Line:
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
