"""How maneuvers, and what they prepare, are worded for the log."""

from collections.abc import Callable, Mapping

from rules.engine.declared.told import Told, told_line
from rules.engine.events import Event
from rules.engine.system import Figure, Line
from rules.engine.text import Gap, Names, Text, as_text, counted, joined, text
from rules.systems.gurps.defence.open_defences import DEFENCE_WORDS
from rules.systems.gurps.events import maneuver_events as ev
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, READY_WORDS, VARIANT_WORDS, WAIT_FOR
from rules.systems.gurps.rolls import OUTCOME_WORDS
from rules.systems.gurps.sheet.names import checked_words
from rules.systems.gurps.state import Posture

_POSTURES: Mapping[Posture, tuple[Callable[[Gap], Text], str]] = {
    Posture.STANDING: (lambda who: text("{who} stands up.", who=who), "info"),
    Posture.CROUCHING: (lambda who: text("{who} crouches.", who=who), "info"),
    Posture.KNEELING: (lambda who: text("{who} kneels.", who=who), "info"),
    Posture.PRONE: (lambda who: text("{who} falls prone.", who=who), "warn"),
}
_DETAILS: Mapping[str, Text] = {
    **READY_WORDS,
    **{then: MANEUVERS[then].label for then in WAIT_FOR},
    "door": text("door"),
}
"""What is readied, or waited with."""


_TOLD: Mapping[type[Event], Told] = {
    ev.AimLost: Told(text("{who} loses the aim."), "GU-710", "warn"),
    ev.BraceEnded: Told(text("{who} braces the weapon no more."), "GU-741"),
    ev.Evaluated: Told(text("{who} watches {target}: +{bonus} to hit."), "GU-716"),
    ev.RiposteReady: Told(text("{who} is ready for a riposte: {target} defends at -{penalty}."), "GU-819"),
    ev.ConcentrationLost: Told(
        text("{who} loses the concentration."), "GU-720", "warn", text("Concentration lost")
    ),
    ev.ZoneSet: Told(
        text("{who} keeps a place {width} yards wide under fire: {shots} rounds."),
        "GU-712",
        "warn",
        text("Suppression fire"),
    ),
    ev.ZoneEntered: Told(text("{target} runs into the fire of {who}."), "GU-724", "warn", text("Under fire")),
}
"""Those of which a sentence says all."""


def maneuver_line(event: Event, name: Names) -> Line | None:
    """Word what a maneuver is, or prepares; None for other events."""
    match event:
        case ev.ManeuverTaken():
            return _maneuver(event, name)
        case ev.Aimed():
            said = text(
                "{who} aims at {target}, {turns} now.",
                who=name(event.who),
                target=name(event.target),
                turns=counted("{n} turn", "{n} turns", n=event.turns),
            )
            return Line(text=said, rule="GU-710", big=text("Aims"))
        case ev.Braced():
            said = text("{who} braces the weapon with the free hand.", who=name(event.who))
            if event.on == "surface":
                said = text("{who} braces the weapon on something.", who=name(event.who))
            return Line(text=said, rule="GU-741")
        case ev.Feinted():
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
        case ev.Concentrated():
            return Line(
                text=text("{who} concentrates on {on}.", who=name(event.who), on=text(event.on)),
                rule="GU-720",
            )
        case ev.Waited():
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
        case ev.PostureChanged():
            does, tone = _POSTURES[event.posture]
            return Line(text=does(name(event.who)), tone=tone, rule="GU-1005")
        case ev.Checked():
            said = text(
                "{who} checks {what}: {outcome}.",
                who=name(event.who),
                what=checked_words(event.what),
                outcome=OUTCOME_WORDS[event.outcome],
            )
            return Line(text=said, rule="GU-401")
        case ev.Noted():
            said = text("{who} does something that takes a second.", who=name(event.who))
            if event.note:
                said = text("{who}: {note}.", who=name(event.who), note=event.note)
            return Line(text=said, rule="GU-721")
    return told_line(_TOLD, event, name)


def _maneuver(event: ev.ManeuverTaken, name: Names) -> Line:
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
