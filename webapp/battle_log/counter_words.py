"""The GM's counters in words: how one stands, and the lines of the log that tell of them."""

from rules.engine.gm.counter_events import CounterPut, CounterStepped, CounterTaken
from rules.engine.gm.counters import Counter
from rules.engine.system import Line
from rules.engine.text import Ref, Text, as_typed, text


def counter_words(counter: Counter) -> Text:
    """Word a counter: its name, how many it has, and of how many."""
    if counter.most is None:
        return text("{name} {value}", name=as_typed(counter.name), value=counter.value)
    said = text("{name} {value} of {most}", value=counter.value, most=counter.most)
    return said.filled(name=as_typed(counter.name))


def counter_line(event: CounterPut | CounterStepped | CounterTaken, who: Ref | Text) -> Line:
    """Word that a counter was set up, was stepped, or is gone."""
    name = as_typed(event.name)
    match event:
        case CounterTaken():
            return Line(text=text("{who} has no counter {name} any more.", who=who, name=name), tone="gm")
        case CounterPut():
            made = Counter(name=event.name, value=event.value, most=event.most)
            return Line(
                text=text("{who} has a counter: {counter}.", who=who, counter=counter_words(made)), tone="gm"
            )
    change = text("{was} → {value}", was=event.was, value=event.value)
    return Line(
        text=text("{who}, {name}: {change}.", who=who, name=name, change=change),
        tone="plain" if event.own else "gm",
        big=text("{name} {value}", name=name, value=event.value),
    )
