"""What stands about the map on a page of play: its addresses and settings, people, scenes, groups, fog."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from rules.engine.text import Words
from webapp.portraits.served import portrait_address
from webapp.table.rights import RIGHTS, Right, Rights
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.refused_log import RefusedLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """Somebody who joined, for the GM: the name, what they play, and whether a page of theirs is open."""

    id: str
    name: str
    characters: tuple[tuple[str, str], ...]
    """Whom they play, by id and name."""
    here: bool
    real_dice: bool = False
    """Whether they type in what their own dice show."""
    exceptions: tuple[tuple[str, bool | str], ...] = ()
    """What they may do otherwise than the table's other players."""
    is_gm: bool = False
    """Whether they are a GM beside the table's own."""
    runs: bool = False
    """Whether the table was handed over to them."""

    @property
    def plays(self) -> tuple[str, ...]:
        """Name whom they play."""
        return tuple(name for _, name in self.characters)


@dataclass(frozen=True, slots=True)
class SceneRow:
    """One of the table's scenes; `here` is the one that this page shows, `live` the one before everybody."""

    id: str
    name: str
    system: str
    here: bool
    live: bool
    tried: bool = False
    """Whether it was opened from a moment of another one, to try something."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A kept group: how it is told apart, and who comes with it."""

    id: str
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FogFrame:
    """The fog as the GM's controls show it."""

    possible: bool
    on: bool
    each: bool
    sides: tuple[tuple[str, bool], ...]
    """The sides, and whether what each explores is kept."""
    lasting: bool
    """Whether what was explored outlasts an undo."""
    eyes: tuple[tuple[str, Words], ...]
    """Whose eyes may be looked through: the word for the address, and the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a page needs that is not the battle's: where it is, who looks, the addresses to hand out."""

    table_id: str
    table_name: str
    role: str
    csrf: str = ""
    person_name: str = ""
    picture_url: str | None = None
    picture_pixels: tuple[int, int] | None = None
    """Width and height of a picture that is sent in tiles; None for one that is sent whole."""
    join_url: str = ""
    screen_url: str = ""
    watch_url: str = ""
    named_url: str = ""
    """The players' link by the server's name on the network; empty where it has none."""
    code: str = ""
    second_url: str = ""
    """The link by which one person becomes a GM beside the table's own, for that one to read; empty: none."""
    leads: bool = True
    """Whether the GM who looks runs the table."""
    run_by: str = ""
    """The name of who runs the table that was handed over; empty: its own GM does."""
    way_back: str = ""
    """What who looks may do about a table that was handed over: `own` takes it back, `runs` hands it back."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[PersonRow, ...] = ()
    eyes: str = ""
    """The word in addresses for the eyes that the GM looks through on this page."""
    home: str = ""
    """The address of the table's pages, whatever scene this page shows."""
    prepared: bool = False
    """Whether this is a scene that the GM alone looks at."""
    tells_harm: bool = True
    """Whether who looks is told exactly how everybody fares."""
    rights: Rights = field(default_factory=Rights)
    """What who looks may do of what the GM leaves to players or not."""
    faces_url: str = ""
    """Where the pictures of tokens are had from; the id of one follows."""
    faces_query: str = ""
    picture_keys: str = ""
    """A word for each tile of a picture that is cut to what is known of it: it names what the tile shows."""
    fog: FogFrame | None = None
    """What the GM has to say about the fog."""
    seen_by_players: MapKnowledge | None = None
    """What the party sees, for the GM to know."""
    among_miniatures: bool = False
    """Whether tokens that have a miniature are left to it on this page."""
    groups: tuple["GroupRow", ...] = ()
    """The parties and encounters that the GM keeps."""
    scenes: tuple["SceneRow", ...] = ()
    """The table's scenes, the latest first."""
    wishes: tuple[tuple[str, str], ...] = ()
    """Ids and names of those who ask for an undo."""
    house_usual: bool = True
    """Whether the table plays by the book."""
    answer_by: float | None = None
    """When the open question is answered for who is asked, by `time.monotonic`; None: never."""
    knocks: tuple[tuple[str, str, str], ...] = ()
    """Ids and names of those who wait at the door, and whom they would like to play."""
    refused: tuple[RefusedLine, ...] = ()
    """What was refused to those who asked for what is not theirs, the latest first."""

    def face(self, picture: str, portrait: str) -> str:
        """Give the address of a token's picture, or where it has none of the portrait that stands for it."""
        return f"{self.faces_url}{picture}{self.faces_query}" if picture else portrait_address(portrait)

    @property
    def all_rights(self) -> tuple[Right, ...]:
        """List what the GM leaves to players or not."""
        return RIGHTS

    @property
    def hero_side(self) -> str:
        """Give the side whose characters players may take, if the GM has chosen one."""
        return str(self.settings.get("hero_side", ""))

    @property
    def has_hands(self) -> bool:
        """Say whether anything can be done on this page, or it is only looked at."""
        return self.role in ("gm", "play")

    @property
    def seconds_left(self) -> float | None:
        """Give the seconds that are left to answer in, as this is read."""
        return None if self.answer_by is None else max(0.0, self.answer_by - monotonic())
