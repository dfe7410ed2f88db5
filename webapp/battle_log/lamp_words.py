"""Lights that are carried, in words: how long one still burns, and the lines of the log that tell of them."""

from rules.engine.fog.fog_events import LampLit, LampOut, LampSet, LampTimed
from rules.engine.state import Lamp
from rules.engine.system import Line, System
from rules.engine.text import Ref, Text, text


def lamp_line(event: LampSet | LampTimed | LampOut | LampLit, who: Ref | Text, system: System) -> Line:
    """Word that somebody carries a light, how long it burns, and that it goes out or is lit again."""
    match event:
        case LampSet(dim=0):
            return Line(text=text("{who} puts the light out.", who=who))
        case LampSet():
            return Line(text=text("{who} carries a light.", who=who))
        case LampTimed(left=int(left)):
            time = system.turns.time_words(left, event.unit)
            return Line(text=text("The light of {who} burns for {time}.", who=who, time=time), tone="gm")
        case LampTimed():
            return Line(text=text("The light of {who} burns as long as it is wanted.", who=who), tone="gm")
        case LampLit():
            return Line(text=text("{who} lights the light again.", who=who))
    if event.ended:
        return Line(text=text("The light of {who} has burnt down.", who=who), tone="turn")
    return Line(text=text("{who} puts the light out.", who=who))


def burns_words(lamp: Lamp, system: System) -> Text:
    """Word for who may know it how long a light still burns."""
    if lamp.left is None:
        return text("as long as it is wanted")
    return text("{time} more", time=system.turns.time_words(lamp.left, lamp.unit))
