"""The order of the turns as a viewer knows it, for the tracker beside the map."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.engine.shown import OrderCard, Track
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Gauge, Mark, System, find_system
from rules.engine.text import Words
from webapp.drawing.area_drawing import NO_AREAS, AreasOnMap
from webapp.drawing.kept_parts import KeptParts
from webapp.drawing.tokens import side_numbers
from webapp.portraits.choice import portrait_for
from webapp.visibility.harm import see_gauges, see_marks
from webapp.visibility.viewer import Viewer, without_unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    """A line of the tracker."""

    who: str
    name: str
    side_number: int
    active: bool
    next: bool
    hidden: bool
    mine: bool
    out: bool
    aside: bool
    """Whether it stands beside the order, and may come into it again."""
    note: Words
    card: OrderCard | None
    track: Track | None
    marks: tuple[Mark, ...]
    gauges: tuple[Gauge, ...]
    picture: str = ""
    portrait: str = ""


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of the tracker: somebody, or a group that acts together, one after the other."""

    rows: tuple[OrderRow, ...]

    @property
    def name(self) -> str:
        """What all of a group are called but for their numbers; empty where they are called differently."""
        heads = {row.name.rpartition(" ")[0] if row.name[-1:].isdigit() else row.name for row in self.rows}
        return heads.pop() if len(heads) == 1 else ""


def lines_of(rows: Sequence[OrderRow]) -> tuple[OrderLine, ...]:
    """Put those on one line who act on one card, one after the other."""
    lines: list[list[OrderRow]] = []
    for row in rows:
        before = lines[-1][-1] if lines else None
        if before is not None and _is_shared(before, row):
            lines[-1].append(row)
        else:
            lines.append([row])
    return tuple(OrderLine(tuple(line)) for line in lines)


def _is_shared(one: OrderRow, other: OrderRow) -> bool:
    """Say whether two act on one card: those of another side, or beside the order, have one of their own."""
    if one.card is None or other.card is None or one.aside or other.aside:
        return False
    return (
        one.side_number == other.side_number and one.card.card == other.card.card and one.card.shared_by > 1
    )


def see_order(
    state: BattleState,
    viewer: Viewer,
    known: Collection[str],
    met: Sequence[str] = (),
    kept: KeptParts | None = None,
    areas: AreasOnMap = NO_AREAS,
) -> tuple[OrderRow, ...]:
    """Give the turn order, or everybody in free play, without the unseen.

    Args:
        met: the sides that the viewer has met (see `side_numbers`).
        kept: what was made for the same viewer before.
        areas: those on the map that the viewer knows of.
    """
    system, kept = find_system(state.system), kept or KeptParts()
    sides = side_numbers(state, met)
    aside = system.turns.waiting(state) if state.running else ()
    ids = (*state.order, *aside) if state.running else tuple(state.combatants)
    next_one = next_up(state, system, known)
    shown = without_unseen(state, known)
    return tuple(
        kept.part(
            ("row", c.id),
            _row,
            system,
            c,
            viewer,
            side_number=sides[c.side],
            active=state.active == c.id,
            next=c.id == next_one,
            aside=c.id in aside,
            note=system.turns.order_note(state, c.id),
            card=system.turns.order_card(shown, c.id),
            held=areas.marks_of(c.id) if areas.marks else (),
        )
        for c in (state.combatants[i] for i in ids)
        if c.id in known
    )


def _row(
    system: System,
    c: Combatant,
    viewer: Viewer,
    *,
    side_number: int,
    active: bool,
    next: bool,
    aside: bool,
    note: Words,
    card: OrderCard | None,
    held: tuple[Mark, ...],
) -> OrderRow:
    return OrderRow(
        who=c.id,
        name=c.name,
        side_number=side_number,
        active=active,
        next=next,
        hidden=c.hidden,
        mine=not viewer.is_gm and c.id in viewer.owns,
        out=system.is_down(c),
        aside=aside,
        note=note,
        card=card,
        track=system.looks.track(c),
        marks=(*see_marks(system, c, viewer), *held),
        gauges=see_gauges(system, c, viewer),
        picture=c.picture,
        portrait=portrait_for(c.name, c.id, c.portrait),
    )


def next_up(state: BattleState, system: System, known: Collection[str]) -> str | None:
    """Tell who of those known acts after the active one."""
    if not state.running:
        return None
    for who in system.turns.coming(state):
        if who in known and not system.turns.passed_over(state.combatants[who]):
            return who
    return None
