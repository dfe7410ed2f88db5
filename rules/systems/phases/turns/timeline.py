"""The timeline: who declares when, what is declared until when, what resolves together (PH-40 to PH-57)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.kinds import read_place
from rules.engine.refusal import Refusal
from rules.engine.shown import DeclaredWay, Division, Timeline, TimelineRow, Together
from rules.engine.state import BattleState
from rules.engine.text import Ref, Text, Words, as_typed, combatant, joined, template, text
from rules.systems.phases.appearance import action_words, destination, surprise_words
from rules.systems.phases.events.event_state import DECLARE, notes_of
from rules.systems.phases.moves.movement import find_way
from rules.systems.phases.sheet.gear import LOCATION_WORDS, MODE_WORDS, Mode, named
from rules.systems.phases.state import (
    LENGTH_NAMES,
    LENGTH_WORDS,
    Condition,
    Declaration,
    Fighter,
    Length,
    PhasesState,
)
from rules.systems.phases.turns.resolution import MOVE, TARGET, TARGET_AND_FIRE

_SIZES = (Length.MINUTE, Length.TURN, Length.ROUND)
_MOST_TURNS = 2
"""How many turns are drawn at most: what takes longer runs off the edge."""
_RESOLVING = frozenset({"parry", "attack", "location", "damage", "trauma", "task"})
"""The purposes of rolls that are thrown as actions resolve, and at no other time in a running fight."""
_SHOWN_MODES = (Mode.BURST, Mode.AUTO)
_DIVISIONS = {
    Length.ROUND: template("Round {number}"),
    Length.TURN: template("Turn {number}"),
    Length.MINUTE: template("Minute {number}"),
}


def timeline(state: BattleState) -> Timeline:
    """Lay a running fight on its phases. Whoever is not among the combatants is nobody that is known."""
    now = int(state.clock.get("phase", 1))
    rows = tuple(_rows(state, now))
    turn = Length.TURN.phases
    first = (now - 1) // turn * turn + 1
    latest = max((row.end for row in rows if row.end is not None), default=now)
    turns = min(_MOST_TURNS, max(1, -(-(latest - first + 1) // turn)))
    last = first + turns * turn - 1
    heading, rule = _heading(state, now)
    return Timeline(
        tick=LENGTH_NAMES[Length.PHASE],
        now=now,
        heading=heading,
        heading_rule=rule,
        first=first,
        last=last,
        divisions=(
            *(_divided(size, first, last) for size in _SIZES),
            tuple(Division(label=as_typed(str(p)), start=p, end=p) for p in range(first, last + 1)),
        ),
        rows=rows,
        moments=tuple(_moments(state, now)),
    )


def _divided(size: Length, first: int, last: int) -> tuple[Division, ...]:
    """List the rounds, turns or minutes that phases belong to, as far as they are drawn (PH-40)."""
    found = []
    for number in range((first - 1) // size.phases + 1, (last - 1) // size.phases + 2):
        start, end = (number - 1) * size.phases + 1, number * size.phases
        label = text(_DIVISIONS[size], number=number)
        found.append(Division(label=label, start=max(first, start), end=min(last, end)))
    return tuple(found)


def _name(state: BattleState, who: str | None) -> Ref:
    """Refer to somebody; the state that a timeline is made of may not hold whom its reader may not know."""
    found = state.combatants.get(who or "")
    return combatant(found) if found is not None else Ref("combatant", who or "", "")


def is_declaring(state: BattleState) -> bool:
    """Tell whether a phase is open, and has not resolved (PH-36, PH-47)."""
    return state.clock.get("step") == DECLARE


def is_rolling(state: BattleState) -> bool:
    """Tell whether a phase has begun and nobody declares yet: the surprised react, all roll (PH-36)."""
    return is_declaring(state) and state.active is None and not state.order


def is_resolving(state: BattleState) -> bool:
    """Tell whether all have declared and what they declared resolves: some throw their own dice (PH-47)."""
    if not is_declaring(state) or state.active is None:
        return False
    people, prompt = state.combatants, state.prompt
    is_thrown = prompt is not None and prompt.purpose in _RESOLVING and prompt.to in people
    has_resolved = any(done.who in people for done in notes_of(state).done)
    last = people.get(state.active)
    has_declared = last is not None and last.state.action is not None and not _still_to_declare(state)
    return is_thrown or has_resolved or has_declared


def _still_to_declare(state: BattleState) -> bool:
    """Tell whether anybody after the active one in the order may still declare in this phase."""
    at = state.order.index(state.active) + 1 if state.active in state.order else len(state.order)
    later = (state.combatants.get(who) for who in state.order[at:])
    return any(c is not None and c.state.may_declare for c in later)


def stage_words(state: BattleState) -> Words:
    """Say what goes on before the first declares and after the last has; empty while somebody does."""
    if is_rolling(state):
        return text("Initiative is rolled")
    return text("All resolves") if is_resolving(state) else ""


def _heading(state: BattleState, now: int) -> tuple[Text, str]:
    """Say what goes on: who declares and who hears it, or that all has resolved (PH-43, PH-47)."""
    if not is_declaring(state):
        return text("Phase {now} has resolved.", now=now), "PH-47"
    if is_rolling(state):
        return text("Phase {now} begins: initiative is rolled.", now=now), "PH-36"
    if is_resolving(state):
        return text("All have declared: phase {now} resolves.", now=now), "PH-47"
    if state.active is None:
        return text("Phase {now}: the GM is busy.", now=now), "PH-43"
    who, order = _name(state, state.active), state.order
    at = order.index(state.active) if state.active in order else len(order)
    later = [_name(state, who) for who in order[at + 1 :] if who in state.combatants]
    if notes_of(state).secret:
        return text("{who} declares in secret.", who=who), "PH-R29"
    if not later:
        return text("{who} declares.", who=who), "PH-43"
    others = len(later) - 1
    if not others:
        return text("{who} declares; {later} hears it first.", who=who, later=later[0]), "PH-43"
    more = template("{who} declares; {later} and {others} more hear it first.")
    return text(more, who=who, later=later[0], others=others), "PH-43"


# ------------------------------------------------------------------------------------------------------ rows
def _rows(state: BattleState, now: int) -> Iterator[TimelineRow]:
    """List those on the timeline: who has declared before, then the order of declaring, then the rest."""
    people = state.combatants.values()
    pending = sorted(
        (c for c in people if c.state.action is not None and c.id not in state.order),
        key=lambda c: (c.state.action.declared, c.state.action.number),
    )
    done = [d.who for d in notes_of(state).done]
    first = [*(c.id for c in pending), *state.order, *done]
    for who in dict.fromkeys((*first, *state.combatants)):
        if who in state.combatants:
            row = _row(state, state.combatants[who], now)
            if row is not None:
                yield _with_sights(state, row)


def _with_sights(state: BattleState, row: TimelineRow) -> TimelineRow:
    """Say whom somebody has in the sights, and how well aimed (PH-62, PH-64)."""
    own: PhasesState = state.combatants[row.who].state
    if own.targeting is None:
        return row
    place = own.targeting.location
    at = "" if place is None else text(", at the {place}", place=LOCATION_WORDS[place])
    aim = text(", aim +{aim}", aim=own.aim) if own.aim else ""
    target = _name(state, own.targeting.target)
    holds = text("has {target} in sight{at}{aim}", target=target, at=at, aim=aim)
    return replace(row, holds=holds, holds_rule="PH-64" if own.aim else "PH-62")


def _row(state: BattleState, fighter: Fighter, now: int) -> TimelineRow | None:
    notes, own, who = notes_of(state), fighter.state, fighter.id

    def row(
        kind: str, words: Words, rule: str, start: int | None = None, end: int | None = None
    ) -> TimelineRow:
        return TimelineRow(
            who=who, name=fighter.name, kind=kind, words=words, rule=rule, start=start, end=end
        )

    if own.action is not None:
        return _declared(state, fighter, own.action, "stands", secret=who in notes.unrevealed)
    if who in notes.veiled:
        return row("sealed", text("has declared in secret"), "PH-R29", now, now)
    if who in notes.unrevealed:
        return row("idle", text("declares nothing, in secret"), "PH-44")
    for done in notes.done:
        if done.who == who:
            return _declared(state, fighter, done.action, "lost" if done.lost else "done")
    if own.condition is not Condition.UP:
        return None
    if is_rolling(state) and own.may_declare:
        total = notes.initiative.get(who)
        return row(
            "to-come",
            text("rolls initiative") if total is None else text("initiative {total}", total=total),
            "PH-42",
        )
    if who in state.order and own.may_declare:
        return row(*_place_in_order(state, who, now))
    return row(*_kept_out(own, now))


_Row = tuple[str, Words, str] | tuple[str, Words, str, int, int]


def _place_in_order(state: BattleState, who: str, now: int) -> _Row:
    total = notes_of(state).initiative.get(who)
    at = text("initiative {total}", total=total) if total is not None else text("no initiative")
    if who == state.active and not is_resolving(state):
        return "acting", text("declares now, {at}", at=at), "PH-43", now, now
    order = state.order
    comes = state.active in order and order.index(who) > order.index(state.active)
    if is_declaring(state) and comes:
        return "to-come", at, "PH-43"
    return "idle", text("declared nothing"), "PH-44"


def _kept_out(own: PhasesState, now: int) -> _Row:
    """Say why somebody declares nothing (PH-31, PH-33 to PH-35, PH-101)."""
    if own.stunned:
        return (
            "idle",
            text("stunned for {stunned_words}", stunned_words=own.stunned_words),
            "PH-101",
            now,
            now + own.stunned - 1,
        )
    if not own.aware:
        return "idle", text("knows of no enemy"), "PH-31"
    if own.surprised:
        return "idle", surprise_words(own), "PH-35" if own.react_bonus else "PH-34"
    return "idle", text("declares from the next phase on"), "PH-R27"


def _declared(
    state: BattleState, fighter: Fighter, action: Declaration, kind: str, *, secret: bool = False
) -> TimelineRow:
    detail = _detail(fighter, action)
    if kind == "lost":
        detail = text("{detail}; lost", detail=detail) if detail else text("lost")
    return TimelineRow(
        who=fighter.id,
        name=fighter.name,
        kind=kind,
        words=_deed(state, action),
        detail=detail,
        rule="PH-R29" if secret else "PH-53" if kind == "lost" else "PH-50",
        start=action.declared,
        end=action.due,
        target=action.target or "",
        deed=_what(action) if action.target is not None else "",
        secret=secret,
    )


def _what(action: Declaration) -> Text:
    return action_words(action.id).low


def _deed(state: BattleState, action: Declaration) -> Words:
    what = _what(action)
    if action.said.get("note"):
        return as_typed(str(action.said["note"]))
    if where := destination(state, action):
        return text("move {where}", where=where)
    return what if action.target is None else joined((what, _name(state, action.target)), ": ")


def _detail(fighter: Fighter, action: Declaration) -> Text:
    weapon = fighter.sheet.weapon(action.weapon)
    parts = [] if weapon is None else [named(weapon.name)]
    if action.mode in _SHOWN_MODES:
        parts.append(MODE_WORDS[action.mode])
    if action.called is not None:
        parts.append(text("at the {place}", place=LOCATION_WORDS[action.called]))
    if action.length is not Length.PHASE:
        parts.append(LENGTH_WORDS[action.length])
    return joined(parts)


# --------------------------------------------------------------------------------------------------- moments
def _moments(state: BattleState, now: int) -> Iterator[Together]:
    """List what resolved in this phase, and what will, moment by moment (PH-51, PH-52, PH-55)."""
    done: dict[Length, list[tuple[str, Words]]] = {}
    for d in notes_of(state).done:
        if d.who in state.combatants:
            deed = _deed(state, d.action)
            if d.lost:
                deed = text("{deed} (lost)", deed=deed)
            done.setdefault(d.action.length, []).append((state.combatants[d.who].name, deed))
    for length in Length:
        if length in done:
            yield _together(text("Resolved in phase {now}", now=now), length, done[length], happened=True)

    to_come: dict[tuple[int, Length], list[tuple[str, Words]]] = {}
    for c in state.combatants.values():
        action: Declaration | None = c.state.action
        if action is None:
            continue
        to_come.setdefault((action.due, action.length), []).append((c.name, _deed(state, action)))
        if action.id == TARGET_AND_FIRE and action.declared == now and is_declaring(state):
            part = (c.name, joined((action_words(TARGET).low, _name(state, action.target)), ": "))
            to_come.setdefault((now, Length.PHASE), []).append(part)
    lengths = list(Length)
    for due, length in sorted(to_come, key=lambda at: (at[0], lengths.index(at[1]))):
        yield _together(text("End of phase {due}", due=due), length, to_come[due, length])


def _together(
    when: Text, length: Length, deeds: list[tuple[str, Words]], *, happened: bool = False
) -> Together:
    same = text(", at the same moment") if len(deeds) > 1 else ""
    return Together(
        label=text("{when}, {length} actions{same}", when=when, length=LENGTH_NAMES[length], same=same),
        deeds=tuple(deeds),
        rule="PH-52" if len(deeds) > 1 else "PH-51",
        happened=happened,
    )


# ------------------------------------------------------------------------------------------------ on the map
def declared_way(state: BattleState, who: str) -> DeclaredWay | None:
    """Give the way of a declared move, as it would be gone if nobody else did anything (PH-52, PH-57).

    One that has been shut off since it was declared leads straight to where it was meant to go.
    """
    mover = state.combatants[who]
    action: Declaration | None = mover.state.action
    if action is None or action.id != MOVE or not (where := destination(state, action)):
        return None
    try:
        way = find_way(state, mover, Command(do=MOVE, params=action.said))
        places = () if way is None else way.places
    except Refusal:
        goal = read_place("to", action.said.get("to") or action.said["path"][-1])
        places = () if goal is None else (goal,)
    secret = who in notes_of(state).unrevealed
    return DeclaredWay(
        places=places,
        words=text(
            "{mover} moves {where} at the end of phase {due}",
            mover=combatant(mover),
            where=where,
            due=action.due,
        ),
        rule="PH-R29" if secret else "PH-57",
        secret=secret,
    )
