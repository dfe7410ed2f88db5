"""How the events of the 3d6 game are worded for the log, and for the moment beside the token."""

from collections.abc import Mapping

from rules.engine.battle_events import Rolled
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.engine.system import Line, Vague
from rules.engine.text import Gap, Names, Text, Words, as_text, counted, text
from rules.systems.gurps.attack.choices import DIRECTION_WORDS
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.events import attack_events, injury_events, turn_events
from rules.systems.gurps.events.attack_lines import attack_line, burst_line
from rules.systems.gurps.events.gear_lines import gear_line
from rules.systems.gurps.events.injury_lines import injury_line
from rules.systems.gurps.events.maneuver_lines import maneuver_line
from rules.systems.gurps.rolls import GOOD, OUTCOME_WORDS, ROLLED
from rules.systems.gurps.sheet.names import place_name

VAGUE: Mapping[type[Event], Vague] = {
    injury_events.DamageDone: Vague(text=text("{who} is struck.")),
    injury_events.Injured: Vague(text=text("{who} is hurt.")),
    injury_events.Fatigued: Vague(text=text("{who} tires.")),
}
_SIDES: Mapping[str, Text] = {"right": text("on the right"), "left": text("on the left")}
"""What a die for one of two sides may show."""


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
    name = state.called
    if isinstance(event, attack_events.AreaBurst):
        return burst_line(event, name, state)
    for tell in (_turns, maneuver_line, gear_line, attack_line, injury_line):
        line = tell(event, name)
        if line is not None:
            return line
    return None


def _turns(event: Event, name: Names) -> Line | None:
    match event:
        case turn_events.Surprised():
            said = text("{who} is surprised.", who=name(event.who))
            if event.freeze:
                seconds = counted("{n} second", "{n} seconds", n=event.freeze)
                said = text("{who} is surprised, frozen for {seconds}.", who=name(event.who), seconds=seconds)
            return Line(text=said, tone="warn", rule="GU-606", big=text("Surprised"))
        case turn_events.MentalStunEased():
            said = text("{who} is still stunned.", who=name(event.who))
            if event.freeze:
                seconds = counted("{n} second", "{n} seconds", n=event.freeze)
                said = text("{who} stands frozen, {seconds} more.", who=name(event.who), seconds=seconds)
            return Line(text=said, tone="warn", rule="GU-607")
        case turn_events.FacingSet(by_itself=False):
            return Line(
                text=text(
                    "{who} faces {facing}.",
                    who=name(event.who),
                    facing=DIRECTION_WORDS.get(event.facing, event.facing),
                ),
                rule="GU-502",
            )
        case injury_events.StunEnded():
            rule = "GU-607" if event.mental else "GU-1002"
            return Line(
                text=text("{who} is stunned no more.", who=name(event.who)),
                tone="good",
                rule=rule,
                big=text("Recovered"),
            )
    return None
