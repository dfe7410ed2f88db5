"""What the GM may always do to a battle, under any system: set, add, take away, draw, open doors, end it.

Each is an exchange like an action's, with no dice. `WHILE_ASKED` names those that may come while a prompt is
open.
"""

from collections.abc import Callable, Mapping

from rules.engine.areas.area_commands import AREA_COMMANDS
from rules.engine.areas.aura_commands import AURA_COMMANDS
from rules.engine.battle_events import BattleEnded, DoorSet, MapSet
from rules.engine.combatant_events import (
    AimSet,
    CombatantEdited,
    CombatantRemoved,
    HandedOver,
    HarmDealt,
    PictureSet,
    SheetSet,
    StateSet,
    TemperSet,
)
from rules.engine.command import Command, Said
from rules.engine.declared.tempers import STEADY
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_commands import paint_fog, set_fog
from rules.engine.fog.lamp_commands import LAMP_COMMANDS
from rules.engine.gm.aims import GUARD, HOLD, PLAIN_AIM, REACH, Aim
from rules.engine.gm.counter_commands import COUNTER_COMMANDS
from rules.engine.gm.gm_mark_commands import put_mark, take_mark
from rules.engine.gm.gm_parameters import (
    AIM,
    ALL,
    AT,
    COMBATANTS,
    DOOR_STATE,
    LOOKS,
    MAP,
    NAME,
    ON,
    OWN,
    PICTURE,
    SHEET,
    STATE,
    TARGET,
    TEMPER,
    WALL,
    WHOM,
    read_door_state,
)
from rules.engine.gm.map_edits import edit_map
from rules.engine.gm.new_combatants import LONGEST_NAME, combatant_added, read_looks
from rules.engine.gm.time_commands import TIME_COMMANDS
from rules.engine.house.house_commands import set_conditions, set_house
from rules.engine.moves.flight import fallen, set_altitude
from rules.engine.moves.places import require_place
from rules.engine.notes.note_commands import NOTE_COMMANDS
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.sheets.sheet_changes import sheet_changes
from rules.engine.state import BattleView, Combatant, has_place
from rules.engine.system import find_system
from rules.engine.text import combatant as named
from rules.engine.text import text
from rules.map.map_json import MapError, read_map
from rules.map.model import WallKind


def _gm_set(view: BattleView, command: Command) -> Exchange[None]:
    """Set state keys, and `at`, of a combatant."""
    combatant = view.combatant(TARGET.of(command), "target")
    patch = dict(STATE.of(command) or {})
    at = AT.of(Said(params=patch))
    if at is not None:
        require_place(view, at, combatant.size)
    patch.pop("at", None)
    before = combatant.state.as_json()
    after = find_system(view.state.system).sheets.set_state(combatant, patch).as_json()
    changed = {key: value for key, value in after.items() if value != before[key]}
    yield StateSet(who=combatant.id, state=changed, at=at)
    yield from _settle(view)


def _settle(view: BattleView) -> Exchange[None]:
    """Let follow what the change brings about, unless an exchange waits: it goes on by itself."""
    if view.state.prompt is None:
        yield from fallen(view)
        yield from find_system(view.state.system).turns.settle(view)


def _add(view: BattleView, command: Command) -> Exchange[None]:
    """Add combatants, as a list of objects."""
    wanted = COMBATANTS.of(command)
    if not wanted:
        raise Refusal("bad-command", text("Adding needs a list of combatants, each an object with an id."))
    trial = BattleView(view.state)
    added = []
    for data in wanted:
        event = combatant_added(trial, data)
        trial.state = event.apply(trial.state)
        added.append(event)
    yield from tell(*added)
    if view.state.running:
        for event in added:
            yield from find_system(view.state.system).turns.join(view, event.who)
    yield from _settle(view)


def _remove(view: BattleView, command: Command) -> Exchange[None]:
    """Take a combatant out; if it was its turn, the next one's begins."""
    combatant = view.combatant(TARGET.of(command), "target")
    if view.state.active == combatant.id:
        yield from find_system(view.state.system).turns.end_turn(view, combatant.id)
    if view.state.active == combatant.id:
        yield BattleEnded()  # nobody else is left to act
    yield CombatantRemoved(who=combatant.id)


def _edit(view: BattleView, command: Command) -> Exchange[None]:
    """Change a combatant's name, side, size, hidden, by_hand or miniature; what is left out stays."""
    combatant = view.combatant(TARGET.of(command), "target")
    values = read_looks(command, {look.id: getattr(combatant, look.id) for look in LOOKS})
    if combatant.at is not None:
        require_place(view, combatant.at, values["size"])
    yield CombatantEdited(who=combatant.id, **values)


def _set_picture(view: BattleView, command: Command) -> Exchange[None]:
    """Put a picture on a combatant's token, or take it off."""
    combatant = view.combatant(TARGET.of(command), "target")
    yield PictureSet(who=combatant.id, picture=PICTURE.of(command) or "")


def _set_temper(view: BattleView, command: Command) -> Exchange[None]:
    """Say how a combatant fights where no person plays it, or all of its side."""
    combatant = view.combatant(TARGET.of(command), "target")
    temper = TEMPER.of(command) or STEADY
    of_side = (c for c in view.state.combatants.values() if c.side == combatant.side)
    for one in tuple(of_side) if ALL.of(command) else (combatant,):
        if one.temper != temper:
            yield TemperSet(who=one.id, temper=temper)


def _set_aim(view: BattleView, command: Command) -> Exchange[None]:
    """Say what a combatant is to do where no person plays it, or all of its side.

    Raises:
        Refusal: `no-place` for a place that is to be reached and is none; `no-target` for a guard of nobody,
            or of itself.
    """
    combatant = view.combatant(TARGET.of(command), "target")
    id_ = AIM.of(command) or PLAIN_AIM.id
    of_side = (c for c in view.state.combatants.values() if c.side == combatant.side)
    aims = {
        one.id: _aim_of(view, one, id_, command) for one in of_side if one is combatant or ALL.of(command)
    }
    for who, aim in aims.items():
        if aim is not None and view.state.combatants[who].aim != aim:
            yield AimSet(who=who, aim=aim.id, at=aim.at, whom=aim.whom)


def _hand_over(view: BattleView, command: Command) -> Exchange[None]:
    """Leave a combatant to the AI for a while, or take it back."""
    combatant, on = view.combatant(TARGET.of(command), "target"), bool(ON.of(command))
    if combatant.by_itself != on:
        yield HandedOver(who=combatant.id, on=on)


def _aim_of(view: BattleView, one: Combatant, id_: str, command: Command) -> Aim | None:
    """Give an aim for one of those to whom it is set; None for whom a guard is for, who keeps their own."""
    at, whom = AT.of(command), WHOM.of(command)
    if id_ == HOLD:
        at = at if at is not None else one.at
    if id_ in (HOLD, REACH) and (at is None or not has_place(view.state.map, at)):
        raise Refusal("no-place", text("Say which place that is: a cell, or a zone of the map."))
    if id_ == GUARD:
        ward = view.combatant(whom, "combatant")
        if ward.id == one.id and not ALL.of(command):
            raise Refusal("no-target", text("{who} cannot guard itself.", who=named(one)))
        return None if ward.id == one.id else Aim(id_, whom=ward.id)
    return Aim(id_, at if id_ in (HOLD, REACH) else None)


def _set_sheet(view: BattleView, command: Command) -> Exchange[None]:
    """Write a combatant's sheet anew, its name perhaps; its state stays, as far as the sheet allows it."""
    combatant = view.combatant(TARGET.of(command), "target")
    name = " ".join((NAME.of(command) or "").split())
    if len(name) > LONGEST_NAME:
        raise Refusal(
            "bad-command",
            text(
                "A name has at most {most} letters; this one has {letters}.",
                most=LONGEST_NAME,
                letters=len(name),
            ),
        )
    system = find_system(view.state.system)
    data = system.with_house_stock(SHEET.of(command) or {}, view.state.house)
    sheet = system.read_sheet(data)
    before = combatant.state.as_json()
    after = system.sheets.fitted_state(combatant, sheet).as_json()
    changed = {key: value for key, value in after.items() if value != before[key]}
    name = "" if name == combatant.name else name
    renamed = (("name", combatant.name, name),) if name else ()
    yield SheetSet(
        who=combatant.id,
        sheet=data,
        state=changed,
        name=name,
        own=OWN.of(command) or False,
        changes=(*renamed, *sheet_changes(combatant.sheet, sheet)),
    )
    yield from system.turns.settle(view)


def _set_map(view: BattleView, command: Command) -> Exchange[None]:
    """Lay out another map, or none; tokens stay at their places, as far as it has them."""
    data = MAP.of(command)
    try:
        if data is not None:
            read_map(data)
    except MapError as error:
        raise Refusal("bad-map", str(error)) from None
    yield MapSet(map=None if data is None else dict(data))
    yield from _settle(view)


def _set_door(view: BattleView, command: Command) -> Exchange[None]:
    """Set a door's state, from anywhere."""
    wall = WALL.of(command)
    walls = view.state.map.walls if view.state.map else ()
    if wall is None or not any(w.id == wall and w.kind is WallKind.DOOR for w in walls):
        raise Refusal("no-door", text("There is no door {wall_id} on this map.", wall_id=repr(wall)))
    state = DOOR_STATE.of(command) or read_door_state(DOOR_STATE.id, None)
    yield DoorSet(wall=wall, state=state)


def _harm(view: BattleView, command: Command) -> Exchange[None]:
    """Let somebody take damage that no attack does, as the rules have it."""
    combatant = view.combatant(TARGET.of(command), "target")
    harm = find_system(view.state.system).harm
    if harm.take is None or not harm.take_parameters:
        said = text("{system} has no damage but that of attacks.", system=text(view.state.system))
        raise Refusal("unknown-action", said)
    values = read_all(harm.take_parameters, command)
    if not values.get(harm.take_parameters[0].id):
        raise Refusal("bad-command", text("Say how much damage it is."))
    work = harm.take(view, combatant.id, command)
    said_of = tuple(
        (parameter.label, str(values[parameter.id]))
        for parameter in harm.take_parameters
        if values.get(parameter.id)
    )
    yield HarmDealt(who=combatant.id, said=said_of)
    yield from work
    yield from _settle(view)


def _set_altitude(view: BattleView, command: Command) -> Exchange[None]:
    """Put somebody so far above the ground, or let it fall."""
    yield from set_altitude(view, command)
    yield from _settle(view)


def _end_battle(view: BattleView, command: Command) -> Exchange[None]:
    """End turn order."""
    if not view.state.running:
        raise Refusal("unknown-action", text("No fight is running: this is free play already."))
    yield BattleEnded()


TABLE_COMMANDS: Mapping[str, Callable[[BattleView, Command], Exchange[None]]] = {
    "gm-set": _gm_set,
    "add": _add,
    "remove": _remove,
    "edit": _edit,
    "set-picture": _set_picture,
    "set-temper": _set_temper,
    "set-aim": _set_aim,
    "hand-over": _hand_over,
    "set-sheet": _set_sheet,
    "set-map": _set_map,
    "edit-map": edit_map,
    "set-door": _set_door,
    "set-fog": set_fog,
    "paint-fog": paint_fog,
    **LAMP_COMMANDS,
    "set-altitude": _set_altitude,
    "set-house": set_house,
    "set-conditions": set_conditions,
    "put-mark": put_mark,
    "take-mark": take_mark,
    **COUNTER_COMMANDS,
    **TIME_COMMANDS,
    **AREA_COMMANDS,
    **AURA_COMMANDS,
    **NOTE_COMMANDS,
    "harm": _harm,
    "end-battle": _end_battle,
}
WHILE_ASKED = frozenset(
    {
        "gm-set",
        "add",
        "edit",
        "set-picture",
        "set-temper",
        "set-aim",
        "hand-over",
        "edit-map",
        "set-door",
        "set-fog",
        "paint-fog",
        *LAMP_COMMANDS,
        "set-conditions",
        "put-mark",
        "take-mark",
        *COUNTER_COMMANDS,
        "time-condition",
        *AREA_COMMANDS,
        *AURA_COMMANDS,
        *NOTE_COMMANDS,
    }
)
