"""The rows that the store gives out: frozen, and none of the database's own objects."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the GM chooses for a table."""

    sight: bool = True
    """Whether tokens out of the party's sight are kept from the players."""
    answer_seconds: int | None = None
    """After how many seconds an open question is answered with its default; None: never."""
    reaction_seconds: int | None = None
    """After how many seconds an offer to break into what another does is let pass; None: as any question."""
    waiting_room: bool = False
    """Whether who joins waits until the GM lets them in."""
    true_size: bool = True
    """Whether the projector shows a cell as large as `cell_mm` says, where its screen has been measured."""
    cell_mm: float = 25.4
    """What a cell measures on the table, in millimetres."""
    draws_all: bool = False
    """Whether the projector draws those too for whom a miniature stands there."""
    screen_dice: bool = True
    """Whether dice are seen to roll on the projector."""
    screen_language: str = ""
    """The language of the projector; empty: as its browser asks."""
    frame: tuple[str, float, float] | None = None
    """Which part of which scene (its id) the projector shows: its left and upper edge, in map units."""

    enemy_harm: Literal["exact", "bar", "words", "nothing"] = "exact"
    """How much the others than the GM are told of the harm that those against them have taken."""
    secret_turns: bool = True
    """Whether the others than the GM are told nothing of the turns of those whom they do not know."""
    own_sheets: bool = True
    """Whether players may change the sheets and pictures of the characters that they play."""
    player_advice: bool = False
    """Whether players may ask the AI what their own characters would do, by what they know themselves."""
    player_handover: bool = False
    """Whether players may leave the characters that they play to the AI for a while."""
    player_notes: bool = False
    """Whether players may draw and write on the map, for all to see."""
    player_doors: bool = True
    """Whether players may open and close doors."""
    secret_rolls: bool = True
    """Whether players may roll to some alone, or blind."""
    readable_sheets: Literal["own", "side", "all"] = "own"
    """Whose sheets players read: of whom they play, of their side, of all whom they know of."""
    exceptions: tuple[tuple[str, str, bool | str], ...] = ()
    """What is otherwise for one person: the person's id, the right (`table/rights.py`), and what is so."""
    second_gms: tuple[str, ...] = ()
    """The people who are GMs of the table beside its own, by their ids."""
    second_key: str = field(default="", repr=False)
    """The key of a link that makes whoever opens it a GM beside its own, once; empty: there is none."""
    run_by: str = ""
    """The person to whom the table's own GM has handed it over, by the id; empty: it runs it itself."""
    hero_side: str = ""
    """The side whose characters players may take; empty: the heroes."""
    table_side: str = ""
    """The side whose knowledge the projector and spectators share; empty: of all sides that people play."""

    def without_grants(self) -> "TableSettings":
        """Give the settings as they go into a file: who is a GM here is a matter of this server alone."""
        return replace(self, second_gms=(), second_key="", run_by="")

    def is_gm_beside(self, person_id: str) -> bool:
        """Say whether a person is a GM beside the table's own, or runs the table in the place of that one."""
        return bool(person_id) and (person_id in self.second_gms or person_id == self.run_by)

    def is_led_by(self, second: str) -> bool:
        """Say whether a GM runs the table: its own, who is no second one (""), or who has it from them."""
        return second == self.run_by

    def seconds_for(self, *, interrupts: bool) -> int | None:
        """Give how long a question is waited for: one that only offers a reaction, or any other."""
        return self.reaction_seconds or self.answer_seconds if interrupts else self.answer_seconds

    @classmethod
    def read(cls, text: str) -> "TableSettings":
        """Read what was kept; what a newer version added, or what is of another type, is passed over."""
        data = json.loads(text)
        try:
            return _SETTINGS.validate_python(data)
        except ValidationError as error:
            wrong = {problem["loc"][0] for problem in error.errors() if problem["loc"]}
            return _SETTINGS.validate_python({k: v for k, v in data.items() if k not in wrong})


_SETTINGS = TypeAdapter(TableSettings)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A group and its keys. `battle_id` is the battle before it, if any."""

    id: str
    name: str
    gm_key: str = field(repr=False)
    screen_key: str = field(repr=False)
    join_code: str = field(repr=False)
    battle_id: str | None
    settings: TableSettings
    created: datetime
    gm_id: str | None = None
    """The invited GM whose it is; None where it is the host's own, and opens by its own GM's link."""
    is_closed: bool = False
    """Whether its GM was sent away: nobody is let in until it is somebody else's."""


@dataclass(frozen=True, slots=True)
class GmRow:
    """A GM whom the host has invited. Only a digest of the invitation's key is kept."""

    id: str
    name: str
    key_hash: str = field(repr=False)
    created: datetime
    sent_away: datetime | None


@dataclass(frozen=True, slots=True)
class HostSettings:
    """What the host chooses for all invited GMs. Their own tables have no limits."""

    table_megabytes: int | None = 250
    """How much the pictures of one table may take; None: as much as there is."""
    gm_megabytes: int | None = 1000
    """How much the pictures of all tables of one GM may take."""

    @classmethod
    def read(cls, text: str) -> "HostSettings":
        """Read what was kept; what a newer version added is passed over."""
        return _HOST_SETTINGS.validate_json(text)


_HOST_SETTINGS = TypeAdapter(HostSettings)


@dataclass(frozen=True, slots=True)
class BattleRow:
    """One battle on one scene. `dice_seed` (64 hex digits) must never leave the server."""

    id: str
    table_id: str
    system: str
    name: str
    picture_id: str | None
    dice_seed: str = field(repr=False)
    created: datetime


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of the log; `seq` counts a battle's events from 1."""

    seq: int
    kind: str
    data: dict[str, Any]
    at: datetime
    command_id: str


@dataclass(frozen=True, slots=True)
class SceneRows:
    """All that is kept of one battle: its row, its whole log, and which person (by id) has whom."""

    battle: BattleRow
    events: Sequence[StoredEvent]
    seats: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who joined a table. `key` proves who they are."""

    id: str
    table_id: str
    name: str
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """A picture that was kept. Width and height in pixels."""

    id: str
    media_type: str
    width: int
    height: int
    path: Path
    """Where its file lies on this machine, as soon as `Store.picture_file` was asked for it."""
    tiles: Path
    """Where its tiles lie on this machine, if they have been made."""


MOST_GROUPS = 200
"""Kept groups of a table."""
MOST_MEMBERS = 50
"""Members of a kept group."""


@dataclass(frozen=True, slots=True)
class KeptGroup:
    """A party or an encounter that was kept. `members` are what the command `add` takes for each."""

    id: str
    table_id: str
    system: str
    name: str
    members: tuple[Mapping[str, Any], ...]
    created: datetime
