"""House rules in words: the lines of the log that tell of them, and what they add to others' explanations."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.gm.gm_mark_events import MarkPut, MarkTaken
from rules.engine.gm.gm_marks import GmMark
from rules.engine.house.house import CONDITIONS, OWN_RULE, RULES, TABLES
from rules.engine.house.house_events import ConditionsSet, HouseChanged
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Figure, Line, Mark, System
from rules.engine.text import Ref, Text, as_text, as_typed, combatant, joined, text


def house_line(event: HouseChanged, system: System, state: BattleState) -> Line:
    """Word a change of the house rules; all at the table are told of it.

    Args:
        state: the battle after it.
    """
    switch = next((s for s in system.switches if event.part == RULES and s.rule == event.id), None)
    if switch is not None:
        now = as_text(switch.without) if event.to is False else _AS_IN_THE_BOOK
        return _ruled(as_text(switch.title), now, switch.rule)
    table = next((t for t in system.tables if event.part == TABLES and t.id == event.id), None)
    if table is not None:
        changes = joined(words for cell in table if (words := table.change(state.house, cell)))
        return _ruled(as_text(table.title), changes or _AS_IN_THE_BOOK, table.rule)
    kind = next((kind for kind in system.own_kinds if kind.id == event.part), None)
    one = text("condition") if event.part == CONDITIONS else as_text(kind.one if kind else event.part)
    if not isinstance(event.to, Mapping):
        gone = text("The GM takes away a {kind} of this table’s own: {name}.", kind=one, name=event.id)
        return Line(text=gone, tone="gm")
    made = text("A {kind} of this table’s own: {name}.", kind=one, name=str(event.to.get("name") or event.id))
    return Line(text=made, tone="gm")


_AS_IN_THE_BOOK = text("as the book has it again")


def _ruled(title: Text, now: Text, rule: str) -> Line:
    return Line(text=text("House rule: {title}: {now}.", title=title, now=now), tone="gm", rule=rule)


def conditions_line(event: ConditionsSet, state: BattleState) -> Line:
    """Word who has which of the table's own conditions now."""
    one = state.combatants.get(event.who)
    who = event.who if one is None else combatant(one)
    made = [state.house.conditions[id_].name for id_ in event.conditions if id_ in state.house.conditions]
    if not made:
        return Line(text=text("{who} is free of the table’s own conditions.", who=who), tone="good")
    return Line(
        text=text("{who}: {conditions}.", who=who, conditions=joined(made)), tone="harm", big=made[-1]
    )


def with_house(line: Line, system: System, state: BattleState) -> Line:
    """Add to a line's figures what the table plays otherwise of the rules that it names, as it was then."""
    if state.house.is_usual:
        return line
    notes = system.house_notes(state.house)
    named = dict.fromkeys([line.rule, *(figure.rule for figure in line.figures)])
    more = tuple(
        Figure(label=text("At this table"), value=notes[rule], rule=rule)
        for rule in named
        if rule and rule in notes
    )
    return replace(line, figures=(*line.figures, *more)) if more else line


def all_marks(system: System, combatant: Combatant, gm_marks: tuple[GmMark, ...] = ()) -> tuple[Mark, ...]:
    """List the conditions to draw on a token: the system's, then the table's own, then the GM's marks.

    Args:
        gm_marks: those of the GM's marks on it that whoever looks may know of.
    """
    own = tuple(
        Mark(id=f"own-{id_}", label=as_typed(made.name), shape=made.shape, tone=made.tone, rule="")
        for id_, made in combatant.own_conditions
    )
    by_gm = tuple(
        Mark(id=f"gm-{number}", label=mark_words(mark, system), shape="dot", tone=mark.tone, rule="")
        for number, mark in enumerate(gm_marks, 1)
    )
    return (*system.looks.marks(combatant), *own, *by_gm)


def mark_words(mark: GmMark, system: System) -> Text:
    """Word a mark of the GM's: its name, and how long it lasts."""
    if mark.rounds is None:
        return as_typed(mark.name)
    return text("{mark}, {time} more", mark=mark.name, time=system.turns.time_words(mark.rounds, mark.unit))


def mark_line(event: MarkPut | MarkTaken, who: Ref | Text, system: System) -> Line:
    """Word that a mark was put on somebody, or is gone."""
    if isinstance(event, MarkTaken):
        if event.ended:
            return Line(text=text("{who}: {mark} is over.", who=who, mark=event.name), tone="good")
        return Line(text=text("The GM takes the mark {mark} off {who}.", who=who, mark=event.name), tone="gm")
    made = GmMark(name=event.name, rounds=event.rounds, unit=event.unit)
    said = text("The GM marks {who}: {mark}.", who=who, mark=mark_words(made, system))
    return Line(text=said, tone="gm", big=as_typed(event.name))


def rule_notes(system: System, state: BattleState) -> dict[str, Text]:
    """Give what a page adds to the words of each rule that the table plays otherwise."""
    notes = system.house_notes(state.house)
    if state.house.conditions:
        notes[OWN_RULE] = text(
            "A condition of this table’s own making: the page of house rules says what it does."
        )
    return notes
