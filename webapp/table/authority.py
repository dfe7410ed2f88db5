"""Who may ask for what: a command is read, and refused to who has no right to it, before anything is tried.

A player commands the characters that are theirs alone, and names nobody whom they do not know; what the
session and the log say, no page says.
"""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Protocol

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.gm.gm_parameters import GM_PARAMETERS, NAME, ON, OWN, PICTURE, SIDES, TARGET
from rules.engine.notes.map_notes import SOME
from rules.engine.notes.note_parameters import (
    IN_FOG,
    NOTE,
    NOTE_PARAMETERS,
    NOTE_PICTURE,
    SEEN_BY_WHOM,
    WHOM_SEES,
)
from rules.engine.parameters import GIVEN, named, require_declared
from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.table.grants import Visitor
from webapp.table.rights import DOORS, HANDOVER, NOTES, SHEETS, Rights, needs_door
from webapp.visibility.player_checks import require_known_names
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer, known_counters, plays

_GM_COMMANDS = GM_PARAMETERS.keys() | {"begin"}
_OWNERS = frozenset({"set-sheet", "set-picture"})
"""What players may do to the characters that are theirs, unless the GM has locked the sheets."""
_LIGHTS = frozenset({"put-out-lamp", "light-lamp"})
"""What players may do to the lights that their characters carry."""
_NOTES = frozenset({"put-note", "take-note"})
"""What players may do to notes of their own, where the GM lets them draw; they take them away in any case."""
_FORGED = frozenset({"by", "viewer", "role", "as", "seq"})
"""What only the session and the log say; a page that sends it pretends to be another."""
CLOCK = "clock"
"""How the log names what answers for who takes too long."""


class AtPlay(Protocol):
    """A table at play, as far as rights depend on it."""

    battle: Battle

    def rights(self, visitor: Visitor) -> Rights:
        """Return what a visitor may do of what the GM leaves to players or not."""

    def viewer(self, visitor: Visitor) -> Viewer:
        """Return what a visitor may see and do."""

    def stream(self, viewer: Viewer) -> Stream:
        """Return what viewers of this knowledge have been told."""

    def has_brought(self, visitor: Visitor, picture_id: str) -> bool:
        """Say whether it is this picture that somebody has brought last."""

    def party(self) -> set[str]:
        """Return the sides that are played by people."""


def authorised(host: AtPlay, data: Mapping[str, Any], by: Visitor) -> Command:
    """Read a command and refuse what its giver may not ask for.

    A player commands the characters that are theirs alone; what they name must be known to them.

    Raises:
        Refusal: `not-allowed`, `not-yours`, `unknown-combatant` or `bad-command`.
    """
    command = Command.parse(data, by=by.by)
    # Nobody can repeat another's id, nor tell from one's own how many commands there have been.
    own = f"{by.by}\n{command.id}" if command.id else secrets.token_hex(16)
    command = replace(command, id=sha256(own.encode()).hexdigest()[:32])
    command = _to_open_question(host, command, by)
    host.battle.require_kinds(command)
    if by.role == "gm":
        return _with_party_in_fog(host, command)
    if by.role != "play":
        raise Refusal("not-allowed", text("This page only shows the table; it cannot act."))
    forged = sorted(_FORGED & data.keys())
    if forged:
        raise Refusal(
            "forged",
            text("It is not for a page to say {forged}: the session does.", forged=", ".join(forged)),
        )
    if command.do == "hand-over":
        return _handed_over(host, command, by)
    if command.do == "step-counter":
        return _stepped(host, command, by)
    if command.do in _LIGHTS:
        return _of_own_light(host, command, by)
    if command.do in _OWNERS:
        return _by_owner(host, command, by)
    if command.do in _NOTES:
        return _noted(host, command, by)
    action = host.battle.system.action(command.do)
    if command.do in _GM_COMMANDS or (action is not None and action.of_table):
        raise Refusal("not-allowed", text("Only the GM may do that."))
    if GIVEN.is_in(command):
        raise Refusal("not-allowed", text("Only the GM may overrule what the map says."))
    overruled = host.battle.system.secrets.gm_only(command)
    if overruled is not None:
        raise Refusal(
            "not-allowed",
            text("Only the GM may say {what}.", what=repr(overruled.replace("_", " "))),
        )
    if needs_door(action):
        host.rights(by).require(DOORS)
    viewer = host.viewer(by)
    require_own(host, viewer, command.actor)
    require_known_names(host.battle, host.stream(viewer), command)
    return command


def _by_owner(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Let a player change the own character's sheet or picture, and mark that it was a player."""
    for who in named(GM_PARAMETERS[command.do], command.params).people or ("",):
        require_own_sheet(host, by, who)
    picture = PICTURE.of(command)
    if picture and not host.has_brought(by, picture):
        raise Refusal("not-allowed", text("Send the picture itself: it is chosen on the character's sheet."))
    return replace(command, params={**command.params, "own": True})


def _handed_over(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Let a player leave the own character to the AI where the GM allows it, and take it back in any case."""
    if TARGET.of(command) not in host.viewer(by).owns:  # alike for who is not there and who may not be known
        raise Refusal("not-yours", text("You can only hand over the characters that you play."))
    if ON.of(command):
        host.rights(by).require(HANDOVER)
    return command


def _stepped(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Let a player step a counter that the GM leaves to them, and mark that it was a player."""
    who, viewer = TARGET.of(command), host.viewer(by)
    mine = host.battle.state.combatants.get(who or "") if who in viewer.owns else None
    counters = () if mine is None else known_counters(viewer, mine)
    if not any(counter.name == NAME.of(command) and counter.by_owner for counter in counters):
        raise Refusal("not-yours", text("You can only step counters of your own that the GM leaves to you."))
    return replace(command, params={**command.params, OWN.id: True})


def _of_own_light(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Let a player put out the light that the own character carries, and light it again."""
    if TARGET.of(command) not in host.viewer(by).owns:  # alike for who is not there and who may not be known
        raise Refusal("not-yours", text("You can only do that to the lights of your own characters."))
    return command


def _noted(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Let a player draw for one of their own, and change or take away what was drawn so."""
    viewer = host.viewer(by)
    require_declared(NOTE_PARAMETERS[command.do], command.params, text("A note"))
    if command.do == "put-note":
        host.rights(by).require(NOTES)
    if command.do == "put-note" and not NOTE.is_in(command):
        require_own(host, viewer, command.actor)
        if command.actor is None:
            raise Refusal("not-yours", text("Say for which of your characters you draw."))
    else:  # alike for what is not there, what is another's, and what may not be known
        own = {note.id for note in host.stream(viewer).map_notes if note.by and note.by in viewer.owns}
        if NOTE.of(command) not in own:
            raise Refusal("not-yours", text("You can only change the notes that you have drawn."))
    of_gm = any(part.is_in(command) for part in (WHOM_SEES, IN_FOG, NOTE_PICTURE))
    if of_gm or SEEN_BY_WHOM.of(command) == SOME:
        said = text("Only the GM chooses who sees a note, shows it in the fog, or puts a picture on it.")
        raise Refusal("not-allowed", said)
    return command


def require_own_sheet(host: AtPlay, by: Visitor, who: str) -> None:
    """Refuse (`not-yours`, `locked`) to change the sheet of somebody; the GM changes them all."""
    viewer = host.viewer(by)
    if viewer.is_gm:
        return
    if who not in viewer.owns:  # alike for who is not there and who may not be known
        raise Refusal("not-yours", text("You can only change the sheets of the characters that you play."))
    host.rights(by).require(SHEETS)


def _with_party_in_fog(host: AtPlay, command: Command) -> Command:
    """Let it be the players' exploring that is kept, where the GM lays fog and does not say whose."""
    if command.do != "set-fog" or not ON.of(command) or SIDES.is_in(command) or host.battle.state.fog.sides:
        return command
    return replace(command, params={**command.params, SIDES.id: sorted(host.party())})


def _to_open_question(host: AtPlay, command: Command, by: Visitor) -> Command:
    """Take the number of the question off an answer, and refuse one that is meant for an earlier one.

    Two hands that answer the same question, or one that presses twice, must not answer the next as well.
    """
    if by.by != CLOCK and "late" in command.params:  # only the clock says that time is up
        command = replace(command, params={k: v for k, v in command.params.items() if k != "late"})
    number = command.params.get("question")
    if command.do != "answer" or number is None:
        return command
    if isinstance(number, int) and number > host.stream(host.viewer(by)).asked:
        raise Refusal("forged", text("That question was never asked."))
    if host.battle.log.find(command.id) is None and number != host.stream(host.viewer(by)).asked:
        raise Refusal("not-your-prompt", text("That question has been answered already."))
    return replace(command, params={k: v for k, v in command.params.items() if k != "question"})


def require_own(host: AtPlay, viewer: Viewer, who: str | None) -> None:
    """Refuse (`not-yours`) to act for a combatant that a viewer does not play; the GM plays them all."""
    if not plays(host.battle.state, viewer, who):
        raise Refusal("not-yours", text("You can only act for the characters that you play."))
