"""What each page loads, and the same in a few files: its style sheets as one, its modules as one.

Style sheets apply in the order in which they stand here, modules run in it, and the order counts: what comes
later overrules what came before. `static_files` hands the files out.
"""

from dataclasses import dataclass
from pathlib import Path

from webapp.server.assets.joined_modules import join

HTMX, SOCKET_IO = "vendor/htmx-4.0.1.min.js", "vendor/socket.io-4.8.4.min.js"


@dataclass(frozen=True, slots=True)
class Bundle:
    """What one kind of page loads, named as below `static/css` and `static/js`, without the ending."""

    styles: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    """Others' scripts, with their whole path below `static`: they are sent as they are."""
    modules: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    """Scripts that run at the top of the body, before the rest of it is read; with their whole path."""

    def style_files(self) -> list[str]:
        """List the style sheets, those of every page first, as paths below `static`."""
        return [f"css/{name}.css" for name in (*_EVERYWHERE, *self.styles)]

    def module_files(self) -> list[str]:
        """List the modules that the page names itself, as paths below `static`."""
        return [f"js/{name}.js" for name in self.modules]


_EVERYWHERE = (
    *("base/tokens", "base/controls", "pages/door", "table/panels", "table/log", "map/map"),
    *("table/floats", "table/player", "pages/start"),
)
_TABLE_STYLES = (
    *("map/measure", "map/several", "table/cards", "table/choices", "table/track", "map/drag"),
    "table/timeline",
    *("table/figure", "table/guide", "map/fog", "table/talk", "map/ground", "table/dice", "map/notes"),
    *("table/extras", "map/levels"),
)
_DRAWING_STYLES = (
    *("table/gm-layout", "table/first-steps", "map/draw", "map/maps", "map/frames"),
    *("table/prepared", "map/fog-tools"),
)
_MAP = (
    *("map/token-names", "map/viewport", "map/map-pointers"),
    *("levels/levels", "levels/level-ghosts", "levels/level-switch"),
)
_FIRST = ("core/socket", *_MAP)
_HANDS = (
    *("core/forms", "core/copy", "play/selection", "play/tokens", "play/keyboard", "play/aim"),
    "levels/passages",
    *("ground/ground-figures", "ground/spots"),
    *("play/targets", "play/move-in-action", "play/remedies"),
    *("play/actions", "play/cost-preview", "play/prompt", "play/prompt-clock", "play/answer-options"),
    *("several/chosen", "several/orders", "several/formation"),
    *("play/place-answer", "table/log", "sheets/rule-card", "map/ruler", "play/area-template"),
    *("map/zone-ranges", "table/guide", "core/focus", "sheets/picture-drop"),
)
_DRAWING = (
    "table/panels",
    "draw/draw",
    "draw/fog-tools",
    "table/add-panel",
    "sheets/pasted-place",
    "table/first-steps",
    "table/projector-frames",
    "draw/map-import",
)
_HEARD = ("table/sounds",)
_NOTES = ("notes/note-page", "notes/note-tool")
_TALK = ("table/talk", "table/handouts", "play/ping")
_PROJECTOR = ("table/projector-order", "map/edge-labels", "play/prompt-clock")
_CALIBRATED = ("table/projector-view", "table/screen-calibration")
_WATCHING = ("table/log", "sheets/rule-card", "play/prompt-clock", "table/spectator", *_HEARD)


def _live(styles: tuple[str, ...], modules: tuple[str, ...]) -> Bundle:
    """Give what a page loads that is told what happens: its line to the server is opened first of all."""
    return Bundle(styles, (HTMX,), modules, begins=(SOCKET_IO, "js/core/line.js"))


_PHONE = ("play/bottom-sheet", "play/look-at-me", "play/just-now")
BUNDLES = {
    "plain": Bundle(),
    "gm": _live(
        (
            *_DRAWING_STYLES,
            *_TABLE_STYLES,
            "table/touch",
            "table/advice",
            "table/remedies",
            "map/ground-figures",
            "map/spots",
        ),
        (
            *_FIRST,
            *_HANDS,
            "play/advice",
            "play/dials",
            *_DRAWING,
            "map/shared-rulers",
            *_TALK,
            *_NOTES,
            *_HEARD,
        ),
    ),
    "play": _live(
        (*_TABLE_STYLES, "table/advice", "table/remedies", "map/ground-figures", "map/spots"),
        (*_FIRST, *_HANDS, "play/advice", *_PHONE, "map/shared-rulers", *_TALK, *_NOTES, *_HEARD),
    ),
    "screen": _live(
        (*_TABLE_STYLES, "table/projector"),
        (*_FIRST, *_PROJECTOR, *_CALIBRATED, "map/shared-rulers", "table/handouts"),
    ),
    "eyes": _live(
        (*_TABLE_STYLES, "table/projector"),
        (*_FIRST, *_PROJECTOR, "map/shared-rulers", "table/handouts"),
    ),
    "watch": _live(
        (*_TABLE_STYLES, "table/projector"), (*_FIRST, *_WATCHING, "map/shared-rulers", "notes/note-page")
    ),
    "replay": Bundle(
        (
            *("table/cards", "table/choices", "table/track", "table/timeline", "table/figure"),
            *("table/dice", "map/fog", "map/ground", "map/notes", "table/extras", "map/levels"),
            "pages/replay",
        ),
        (HTMX,),
        (*_MAP, "pages/replay", "sheets/rule-card"),
    ),
    "report": Bundle(("pages/sheets", "pages/report"), (HTMX,)),
    "rehearsal": Bundle(("pages/sheets", "pages/report", "pages/rehearsal"), (HTMX,)),
    "ready-fight": Bundle(("pages/sheets", "pages/report", "pages/rehearsal", "pages/ready-fight")),
    "fair-dice": Bundle(("pages/sheets", "pages/report", "pages/fair-dice")),
    "sheet": Bundle(
        ("pages/sheets", "table/choices", "table/figure", "table/track"),
        modules=("sheets/sheet-page", "sheets/token-picture", "sheets/rule-card"),
    ),
    "paste": Bundle(("pages/sheets", "pages/paste"), modules=("sheets/sheet-page",)),
    "sheet-form": Bundle(("pages/sheets",), modules=("sheets/sheet-page",)),
    "house": Bundle(("pages/sheets", "pages/house"), modules=("pages/house-rules", "sheets/rule-card")),
    "house-form": Bundle(("pages/sheets", "pages/house"), modules=("sheets/sheet-page",)),
    "help": Bundle(("pages/cover", "pages/help"), modules=("pages/help-search",)),
    "cover": Bundle(("pages/cover",)),
    "door": Bundle(modules=("pages/door",)),
    "tables": Bundle(("pages/tables",), modules=("core/copy",)),
    "recovery": Bundle(modules=("pages/recovery",)),
}
"""By the name that a page's template sets as `bundle`; `plain` where it sets none."""


def joined_name(name: str, ending: str) -> str:
    """Give the path below `static` at which a bundle's joined file seems to lie."""
    return f"bundles/{name}.{ending}"


_STYLES = {joined_name(name, "css"): bundle.style_files() for name, bundle in BUNDLES.items()}
_MODULES = {
    joined_name(name, "js"): bundle.module_files() for name, bundle in BUNDLES.items() if bundle.modules
}
JOINED = frozenset((*_STYLES, *_MODULES))
"""The paths of all joined files."""


def joined(static: Path, path: str) -> str:
    """Give the text of a joined file, by its path: one of `JOINED`.

    Raises:
        Unjoinable: if a module is written in a form that is not joined.
    """
    if path in _STYLES:
        return "".join((static / file).read_text("utf-8") for file in _STYLES[path])
    return join(static / file for file in _MODULES[path])
