"""The card of one combatant: what everybody sees of it, and for who plays it its sheet and its actions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.declared.clock_units import ClockUnit
from rules.engine.declared.tempers import TEMPERS
from rules.engine.gm.aims import AIMS, GUARD, HOLD, KILL, REACH
from rules.engine.gm.controls import Controls
from rules.engine.gm.counters import Counter
from rules.engine.gm.gm_marks import GmMark
from rules.engine.names import place_words
from rules.engine.refusal import Refusal
from rules.engine.shown import OrderCard, Track
from rules.engine.state import BattleState, BattleView, Combatant
from rules.engine.system import Figure, Gauge, Mark, Section, System
from rules.engine.text import Words, as_text, text
from webapp.battle_log.house_words import mark_words
from webapp.battle_log.lamp_words import burns_words
from webapp.drawing.area_drawing import aura_words, see_held
from webapp.drawing.tokens import side_numbers
from webapp.panels.action_bar import ActionEntry, action_entries
from webapp.panels.page_frame import Frame
from webapp.portraits.choice import portrait_for
from webapp.table.rights import ADVICE, DOORS, HANDOVER, SHEETS, needs_door
from webapp.visibility.harm import see_gauges, see_marks
from webapp.visibility.readable_sheets import may_read
from webapp.visibility.seen_words import seen_shown, seen_words
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import PLAYER, Viewer, known_auras, known_counters, plays, without_unseen


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A counter on a card, and whether the viewer may step it."""

    counter: Counter
    may_step: bool


@dataclass(frozen=True, slots=True)
class LightRow:
    """A light that somebody carries, on their card: whether it burns, and how long it still does."""

    is_lit: bool
    burns: Words


@dataclass(frozen=True, slots=True)
class OwnCharacter:
    """One of several characters that the viewer plays, to go from card to card."""

    who: str
    name: str
    side_number: int
    picture: str
    portrait: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedView:
    """A combatant's card: what everybody sees, and for its owner and the GM its sheet and its actions."""

    frame: Frame
    who: str
    name: str
    side: str
    side_number: int
    mine: bool
    is_gm: bool
    is_active: bool
    running: bool
    hidden: bool
    by_hand: bool
    miniature: bool
    altitude: float
    flies: bool
    unit: str
    """What altitudes are counted in."""
    own_conditions: tuple[tuple[str, str, str], ...]
    """The table's own conditions that it has: id, name and words."""
    may_have: tuple[tuple[str, str], ...]
    """The conditions that the GM may give it."""
    gm_marks: tuple[tuple[GmMark, Words], ...]
    """The GM's own marks on it, each in words; nothing for others, who read them among the marks."""
    clock_units: tuple[ClockUnit, ...]
    """What the GM may count time in."""
    counters: tuple[CounterRow, ...]
    """The GM's counters of it, as far as the viewer may see them."""
    auras: tuple[Words, ...]
    """The auras that it has, in words, as far as the viewer may know of them."""
    light: LightRow | None
    """The light that it carries, for who plays it and the GM; None for none, and for others."""
    may_ask: bool
    """Whether the AI may be asked what it would do."""
    tempers: tuple[tuple[str, Words, bool], ...]
    """How it may fight where nobody plays it: id, word, whether it does; nothing but for the GM."""
    aims: tuple[tuple[str, Words, bool], ...]
    """What it may be told to do where nobody plays it: id, words, whether it is; nothing but for the GM."""
    aim_words: Words
    """What it is told to do, with where or whom; empty for nothing in particular, and for others."""
    wards: tuple[tuple[str, str], ...]
    """Whom it may guard, by id and name; nothing but for the GM."""
    by_itself: bool
    """Whether its player has left it to the AI: for who plays it and the GM to know."""
    may_hand_over: bool
    """Whether the viewer may leave it to the AI, or take it back."""
    size: int
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    numbers: tuple[Figure, ...]
    allowances: tuple[Figure, ...]
    sections: tuple[Section, ...]
    actions: tuple[ActionEntry, ...]
    track: Track | None
    card: OrderCard | None
    """The card that gives it its place in the order, with what else was drawn; None for others'."""
    end_turn_word: Words
    """What the button is called that ends its turn."""
    out: Words
    """What has become of who can do nothing any more, in a sentence; empty for who can."""
    waiting: Words
    """Why it can do nothing at all now, in a sentence; empty when it can."""
    played_by: str
    along: tuple[tuple[str, str], ...]
    """Who goes along with it, by id and name: what it rides, who rides it."""
    own_characters: tuple[OwnCharacter, ...]
    """All whom a player of several plays; empty for everybody else."""
    controls: Controls | None
    """What the GM sets of it by touch; None for others."""
    picture: str = ""
    portrait: str = ""
    may_change: bool = False
    """Whether the viewer may write its sheet anew."""
    may_read: bool = False
    """Whether the viewer may read its whole sheet."""


def selected_view(
    battle: Battle, stream: Stream, frame: Frame, who: str, seats: Mapping[str, str]
) -> SelectedView:
    """Put a combatant's card together.

    Raises:
        Refusal: `unknown-combatant`, also for one that the viewer may not know of.
    """
    system, viewer, known = battle.system, stream.viewer, stream.now
    state = stream.told_state(battle.state)
    if who not in known:
        raise Refusal("unknown-combatant", text("There is nobody of that name here."))
    combatant = state.combatants[who]
    mine = plays(state, viewer, who)
    out = seen_words(system.why_out(combatant), battle.state, known) if mine else ""
    actions = _allowed(battle, frame, action_entries(battle, stream, who)) if mine else ()
    controls = seen_shown(system.looks.controls(state, who), state.combatants) if viewer.is_gm else None
    return SelectedView(
        frame=frame,
        who=who,
        name=combatant.name,
        side=combatant.side,
        side_number=side_numbers(state, stream.met)[combatant.side],
        mine=mine,
        is_gm=viewer.is_gm,
        is_active=state.active == who,
        running=state.running,
        hidden=combatant.hidden,
        by_hand=combatant.by_hand,
        miniature=combatant.miniature,
        altitude=combatant.altitude,
        flies=combatant.flies,
        unit=state.map.grid.unit if state.map is not None else system.cell[1],
        own_conditions=tuple((id_, made.name, made.words) for id_, made in combatant.own_conditions),
        may_have=tuple((id_, made.name) for id_, made in state.house.conditions.items())
        if viewer.is_gm
        else (),
        gm_marks=tuple((mark, mark_words(mark, system)) for mark in combatant.gm_marks)
        if viewer.is_gm
        else (),
        clock_units=system.turns.clock_units,
        counters=_counters(viewer, combatant),
        auras=tuple(
            aura_words(aura, system, state.map.grid.unit if state.map is not None else system.cell[1])
            for aura in known_auras(viewer, combatant)
        ),
        light=_light(viewer, combatant, system),
        may_ask=viewer.is_gm or (frame.rights.may(ADVICE) and who in viewer.owns),
        tempers=tuple((id_, words, id_ == combatant.temper) for id_, words in TEMPERS.items())
        if viewer.is_gm
        else (),
        aims=tuple((id_, words, id_ == combatant.aim.id) for id_, words in AIMS.items())
        if viewer.is_gm
        else (),
        aim_words=_aim_words(state, combatant) if viewer.is_gm else "",
        wards=tuple((c.id, c.name) for c in state.combatants.values() if c.side == combatant.side)
        if viewer.is_gm
        else (),
        by_itself=mine and combatant.by_itself,
        may_hand_over=who in seats
        and (viewer.is_gm or (who in viewer.owns and (frame.rights.may(HANDOVER) or combatant.by_itself))),
        size=combatant.size,
        marks=(*_marks(see_marks(system, combatant, viewer), controls), *_held(state, stream, who)),
        gauges=see_gauges(system, combatant, viewer),
        numbers=system.looks.numbers(combatant) if mine else (),
        allowances=system.looks.allowances(combatant) if mine else (),
        sections=system.looks.sections(combatant) if mine else (),
        actions=actions,
        track=system.looks.track(combatant),
        card=system.turns.order_card(without_unseen(state, known), who) if mine else None,
        end_turn_word=system.end_turn_words[0],
        out=out,
        waiting=_waiting(battle, stream, who) if mine and not out else "",
        played_by=seats.get(who, ""),
        along=tuple(
            (c.id, c.name)
            for c in state.combatants.values()
            if mine
            and c.id in known
            and (system.map.carrier(state, c.id) == who or system.map.carrier(state, who) == c.id)
        ),
        own_characters=_own_characters(state, stream),
        controls=controls,
        picture=combatant.picture,
        portrait=portrait_for(combatant.name, who, combatant.portrait),
        may_change=viewer.is_gm or (frame.rights.may(SHEETS) and who in viewer.owns),
        may_read=may_read(state, viewer, frame.rights, known, who),
    )


def _own_characters(state: BattleState, stream: Stream) -> tuple[OwnCharacter, ...]:
    """List whom a player plays who plays several."""
    viewer = stream.viewer
    if viewer.role != PLAYER or len(viewer.owns) < 2:
        return ()
    numbers = side_numbers(state, stream.met)
    return tuple(
        OwnCharacter(c.id, c.name, numbers[c.side], c.picture, portrait_for(c.name, c.id, c.portrait))
        for c in state.combatants.values()
        if c.id in viewer.owns
    )


def _allowed(battle: Battle, frame: Frame, actions: tuple[ActionEntry, ...]) -> tuple[ActionEntry, ...]:
    """Let a button that the GM does not leave to who looks say so."""
    if frame.role != PLAYER or frame.rights.may(DOORS):
        return actions
    refusal = Refusal(DOORS.code, DOORS.refusal)
    return tuple(
        replace(entry, refusal=refusal) if needs_door(battle.system.action(entry.do)) else entry
        for entry in actions
    )


def _marks(marks: tuple[Mark, ...], controls: Controls | None) -> tuple[Mark, ...]:
    """Leave out for the GM what a chip says that is on, and what is there as a chip of the GM's own."""
    if controls is None:
        return marks
    said = {as_text(chip.label) for chip in (*controls.chips, *controls.seldom_chips) if chip.is_on}
    return tuple(m for m in marks if as_text(m.label) not in said and not m.id.startswith(("gm-", "own-")))


def _light(viewer: Viewer, combatant: Combatant, system: System) -> LightRow | None:
    lamp = combatant.lamp or combatant.put_out
    if lamp is None or not (viewer.is_gm or combatant.id in viewer.owns):
        return None
    return LightRow(combatant.lamp is not None, burns_words(lamp, system))


def _held(state: BattleState, stream: Stream, who: str) -> tuple[Mark, ...]:
    """Mark in which areas on the map it is, as far as the viewer knows."""
    as_drawn = replace(state, map=stream.shown_map(state))
    return see_held(as_drawn, stream.viewer, stream.areas, stream.now, who)


def _counters(viewer: Viewer, combatant: Combatant) -> tuple[CounterRow, ...]:
    return tuple(
        CounterRow(counter, viewer.is_gm or (counter.by_owner and combatant.id in viewer.owns))
        for counter in known_counters(viewer, combatant)
    )


def _aim_words(state: BattleState, combatant: Combatant) -> Words:
    """Say what somebody is told to do, and where or for whom."""
    aim = combatant.aim
    if aim.id == KILL:
        return ""
    words = AIMS.get(aim.id, aim.id)
    if aim.id in (HOLD, REACH) and aim.at is not None:
        return text("{aim}: {where}", aim=words, where=place_words(state, aim.at))
    if aim.id == GUARD:
        return text("{aim}: {where}", aim=words, where=state.called(aim.whom))
    return words


def _waiting(battle: Battle, stream: Stream, who: str) -> Words:
    view = BattleView(stream.as_known(battle.state))
    try:
        battle.now.legal_action(Command(do=battle.system.actions[0].id, actor=who), view)
    except Refusal as refusal:
        return seen_words(refusal.text, battle.state, stream.now)
    return ""
