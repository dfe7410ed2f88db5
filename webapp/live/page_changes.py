"""What a page is sent when something has changed: panels, parts of the map, moves, and passing marks."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from operator import attrgetter
from typing import Any, Protocol

from flask import current_app, render_template

from webapp.battle_log.chronicle import LogLine
from webapp.drawing.tokens import TokenView
from webapp.panels.presenter import TableView
from webapp.server.language import told

Update = dict[str, Any]


def flash_of(line: LogLine) -> dict[str, Any] | None:
    """Give what of a line is shown for a moment beside its token: words, or dice that are told apart."""
    if not line.who:
        return None
    if line.roll is not None and line.roll.dice:
        dice = [asdict(die) | {"came": told(die.came)} for die in line.roll.dice]
        return {"id": line.who, "text": told(line.roll.words), "tone": line.tone, "dice": dice}
    return {"id": line.who, "text": told(line.big), "tone": line.tone} if line.big else None


def panels_of(view: TableView) -> tuple[str, ...]:
    """List the panels that a page has, those that may change alone included."""
    common = ("top", "who_runs", "order", "timeline", "tokens", "prompt", "log")
    gms = ("people", "groups", "scenes", "switches", "fog", "surface", "first_steps")
    if view.frame.role == "play":
        return (*common, "heard")
    return (*common, *gms) if view.is_gm else common


def people_of(view: TableView) -> tuple[Any, ...]:
    """Give what the panel of people shows; nothing for players, who have none."""
    names = tuple(token.name for token in view.tokens)
    frame = view.frame
    return (frame.people, names, frame.refused, frame.settings, frame.second_url) if view.is_gm else ()


def _groups(view: TableView) -> tuple[Any, ...]:
    here = tuple((token.who, token.name, token.side) for token in view.tokens) if view.is_gm else ()
    return (view.frame.groups, view.frame.scenes, here)


def _top(view: TableView) -> tuple[Any, ...]:
    turn = (view.clock, view.running, view.active, view.active_name, view.my_turn, view.next_name, view.stage)
    frame = view.frame
    begins = (view.can_begin, view.begin_needs)
    controls = (view.waits, view.busy, *begins, view.table_actions, view.can_undo, view.can_redo)
    links = (frame.code, frame.screen_url, frame.named_url, frame.table_name)
    return (*turn, *controls, *links, frame.settings, frame.wishes, frame.knocks, frame.rights)


def _surface(view: TableView) -> tuple[Any, ...]:
    """Give what the GM's panel of grounds shows."""
    return (view.map.surface, view.map.kind, bool(view.frame.picture_url)) if view.is_gm else ()


_PARTS: dict[str, Any] = {
    "top": _top,
    "who_runs": lambda view: (view.frame.run_by, view.frame.way_back),
    "order": lambda view: (view.order, view.running),
    "timeline": lambda view: view.timeline,
    "heard": lambda view: view.timeline if view.frame.role == "play" else None,
    "groups": _groups,
    "scenes": lambda view: view.frame.scenes,
    "switches": lambda view: view.switches,
    "tokens": lambda view: view.tokens,
    "prompt": lambda view: (view.prompt, view.frame.answer_by if view.prompt else None),
    "surface": _surface,
    "first_steps": lambda view: view.first_steps,
    "fog": lambda view: (view.frame.fog, view.map.ambient if view.is_gm else ""),
}
"""What a panel shows: it is sent again when this has changed. The log grows by lines, people are gathered."""


def parts_of(view: TableView) -> dict[str, Any]:
    """Give what each panel shows: one whose part is another than before is sent again."""
    return {name: part(view) for name, part in _PARTS.items()}


_FILES = {"tokens": "map/tokens.html"}


def render_panel(name: str, view: TableView) -> str:
    """Render a panel as it is put in the place of the one that a page shows."""
    return render_template(_FILES.get(name, f"panels/{name}.html"), view=view, oob=True)


def map_parts(view: TableView, old: TableView | None) -> list[dict[str, str]]:
    """List the parts of the map that are to be drawn anew: all of them, or what is not as it was.

    Each has the id of its element, that of the layer it lies in, and what to draw (nothing: it is gone).
    """
    new, was = view.map, old.map if old is not None else None
    if old is not None and new is was and _cut_of(view) == _cut_of(old) and _laid(view) == _laid(old):
        return []
    parts: list[dict[str, str]] = []
    pieces = current_app.jinja_env.get_template("map/pieces.html").module

    def add(id_: str, layer: str, macro: str, *args: Any) -> None:
        drawn = getattr(pieces, macro)(*args) if macro else ""
        parts.append({"id": id_, "in": layer, "svg": str(drawn)})

    def add_each(before: Sequence[_Named], now: Sequence[_Named], layer: str, macro: str, *args: Any) -> None:
        """Draw each piece that is not as it was, and take away those that are gone."""
        for id_, piece in _changes(before, now):
            element = _PREFIX.get(macro, "") + id_
            if piece is None:
                add(element, layer, "")
            else:
                add(element, layer, macro, piece, *args)

    if was is None or (new.picture, new.surface, *_cut_of(view)) != (was.picture, was.surface, *_cut_of(old)):
        add("map-picture", "map", "picture", new, view.frame)
    if was is None or (new.surface, new.floors) != (was.surface, was.floors):
        add("map-surfaces", "map", "surfaces", new, view.frame)
    if was is None or (new.ground, new.heights) != (was.ground, was.heights):
        add("map-ground", "map", "ground", new)
    if was is None or (new.zones, new.links) != (was.zones, was.links):
        add("map-zones", "map", "zones", new, view.areas)
    elif old is not None:
        add_each(old.areas, view.areas, "map-zones", "area")
    add_each(() if was is None else was.walls, new.walls, "wall-regions", "region")
    if was is None or new.lights != was.lights:
        add("map-lights", "map", "lights", new)
    if old is None:
        add("map-notes", "map", "notes", view.notes, view.frame.role)
    else:
        add_each(old.notes, view.notes, "map-notes", "note", view.frame.role)
    if was is None:
        add("map-glow", "map", "glows", new)
        add("map-dark", "map", "dark", new)
    else:
        add_each(was.glows, new.glows, "map-glow", "glow")
        if new.night != was.night or (new.night is not None and new.glows != was.glows):
            add("map-dark", "map", "dark", new)
    add_each(() if was is None else was.fog, new.fog, "map-fog", "cloud")
    if new.sight != (was.sight if was is not None else None):
        add("fog-sight", "map-fog", "sight_edge", new.sight)
    if was is None:
        add("doors", "map-walls", "doors", new, view.frame.role)
        return parts
    if new.levels != was.levels:
        add("map-levels", "doors", "levels", new, view.frame.role)
    add_each(was.doors, new.doors, "doors", "door", view.frame.role)
    return parts


_PREFIX = {"note": "note-", "door": "door-"}
"""What stands before the id of a piece in that of its element."""


class _Named(Protocol):
    """A piece of the map with an id."""

    @property
    def id(self) -> str:
        """Its id."""


def _changes(before: Sequence[_Named], now: Sequence[_Named]) -> Iterator[tuple[str, _Named | None]]:
    """List the pieces that are not as they were, by their ids; None for those that are gone."""
    if before is now:
        return
    were = {piece.id: piece for piece in before}
    for piece in now:
        was = were.pop(piece.id, None)
        if was is not piece and was != piece:  # one that was kept is not compared part by part
            yield piece.id, piece
    yield from dict.fromkeys(were).items()


def _laid(view: TableView) -> tuple[Any, ...]:
    """Give what was put on the map: as long as it is the same, no note and no area is drawn anew."""
    return id(view.notes), view.areas


def _cut_of(view: TableView | None) -> tuple[Any, ...]:
    """Tell how a page's picture is cut into tiles, and which of them show what."""
    return (view.frame.picture_pixels, view.frame.picture_keys) if view is not None else ()


_WHEREVER = attrgetter(*(f.name for f in fields(TokenView) if f.name not in ("x", "y", "place")))
"""What a token is wherever it stands."""


def moves_between(old: tuple[TokenView, ...], new: tuple[TokenView, ...]) -> list[dict[str, Any]]:
    """List the tokens that went elsewhere, if that is all that happened to any of them."""
    if len(old) != len(new):
        return []
    moves = []
    for was, token in zip(old, new, strict=True):
        if was is token or was == token:
            continue
        if _WHEREVER(was) != _WHEREVER(token):
            return []
        moves.append({"id": token.who, "x": token.x, "y": token.y, "place": token.place})
    return moves


def update_of(view: TableView, prev: int | None, panels: str) -> Update:
    """Give a message with these panels and nothing else that has changed.

    Args:
        prev: what the page must have seen last for this to follow on it; None where it holds everything.
    """
    asked = view.prompt is not None and view.prompt.mine and not view.is_gm
    turn = {"mine": view.my_turn, "name": view.active_name, "asked": asked}
    return {
        "seq": view.seq,
        "prev": prev,
        "panels": panels,
        "moves": [],
        "drawn": [],
        "flash": [],
        "throws": [],
        "traces": [],
        "turn": turn,
    }
