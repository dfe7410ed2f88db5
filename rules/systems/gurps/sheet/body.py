"""Body plans as data: where an attack can land, how hard that is, and what it does there (section 7.5).

A plan is a list of locations, each with its numbers and a `part` that says which notes of the table hold for
it; nothing else of the rules knows a location by its name. `HUMANOID` is the plan of the book; a sheet may
carry another.
"""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.engine.sheets.wrong_values import WrongValue
from rules.engine.state import Sheet
from rules.engine.text import text

WEAPON = "weapon"
"""What stands for a location when a weapon is struck at (GU-744, GU-920)."""
RANDOM = "random"
"""What stands for a location that is thrown for (GU-804)."""


class Part(StrEnum):
    """What kind of place a location is: its notes follow from that (GU-760 to GU-772)."""

    EYE = "eye"
    SKULL = "skull"
    FACE = "face"
    NECK = "neck"
    TORSO = "torso"
    VITALS = "vitals"
    GROIN = "groin"
    ARM = "arm"
    HAND = "hand"
    LEG = "leg"
    FOOT = "foot"


LIMBS = frozenset({Part.ARM, Part.HAND, Part.LEG, Part.FOOT})
"""Limbs and extremities: note 5 (GU-765)."""
NOTE_ONE = frozenset({Part.EYE, Part.SKULL, Part.FACE, Part.NECK, Part.VITALS, Part.GROIN})
"""Where a miss by one hits the torso instead (GU-760)."""
SHAKEN_AT_ONCE = frozenset({Part.EYE, Part.SKULL, Part.FACE, Part.VITALS})
"""Where any injury at all calls for a knockdown roll (GU-761, GU-763, GU-764, GU-770)."""


class Location(Sheet):
    """One place on a body."""

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    part: Part
    front: int = Field(default=0, ge=-20, le=0, title="To hit")
    back: int | None = Field(default=None, ge=-20, le=0, title="To hit from behind")
    cripples: int | None = Field(default=None, ge=1, le=20, title="Crippled above HP divided by")
    side: str | None = Field(default=None, pattern="^(right|left)$", title="The hand it belongs to")

    def to_hit(self, facing: str) -> int:
        """Give the number to hit from an arc; the side counts as the front (GU-759)."""
        return self.back if facing == "back" and self.back is not None else self.front


class Landing(Sheet):
    """What a total of the random throw hits: one location, or a pair that the side die chooses from."""

    low: int = Field(ge=3, le=18)
    high: int = Field(ge=3, le=18)
    hits: Annotated[tuple[str, ...], Field(min_length=1, max_length=2)]
    word: str = Field(min_length=1)


class BodyPlan(Sheet):
    """The locations of a kind of body, and what a random throw of 3d hits (GU-202, GU-759)."""

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    locations: Annotated[tuple[Location, ...], Field(min_length=1)]
    landings: Annotated[tuple[Landing, ...], Field(min_length=1, title="What a throw hits")]
    mean: Annotated[tuple[str, ...], Field(min_length=1, title="What may be aimed at")]
    """The locations over which the DR against an area is averaged (GU-907)."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        known = [location.id for location in self.locations]
        if len(set(known)) < len(known):
            raise WrongValue("locations", text("one is listed twice"))
        if not any(location.part is Part.TORSO for location in self.locations):
            words = text("there must be a torso, for what misses by one or is not aimed")
            raise WrongValue("locations", words)
        named = {*self.mean, *(id_ for landing in self.landings for id_ in landing.hits)}
        if strange := sorted(named - set(known)):
            words = text("{place} is no location of this body", place=f"“{strange[0]}”")
            raise WrongValue("landings", words)
        totals = [total for landing in self.landings for total in range(landing.low, landing.high + 1)]
        if sorted(totals) != list(range(3, 19)):
            raise WrongValue("landings", text("they must cover each total from 3 to 18 once"))
        return self

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the locations."""
        return tuple(location.id for location in self.locations)

    def find(self, id_: str) -> Location | None:
        """Find a location by its id."""
        return next((location for location in self.locations if location.id == id_), None)

    def location(self, id_: str) -> Location:
        """Give a location that is known to be there."""
        found = self.find(id_)
        assert found is not None, f"{self.id} has no {id_!r}"
        return found

    @property
    def torso(self) -> Location:
        """The location that an attack aims at when it says nothing else."""
        return next(location for location in self.locations if location.part is Part.TORSO)

    @property
    def vitals(self) -> Location | None:
        """The location that a 1 on the vitals die means, if the body has one (GU-771)."""
        return next((location for location in self.locations if location.part is Part.VITALS), None)

    def eyes(self) -> tuple[Location, ...]:
        """List the eyes, right first."""
        return tuple(location for location in self.locations if location.part is Part.EYE)

    def arm_of(self, side: str) -> Location:
        """Give the arm that a hand belongs to; the torso, on a body without arms (GU-807)."""
        arms = (loc for loc in self.locations if loc.part is Part.ARM and loc.side == side)
        return next(arms, self.torso)

    def landing(self, total: int) -> Landing:
        """Give what a random throw of this total hits."""
        return next(landing for landing in self.landings if landing.low <= total <= landing.high)


def pair(part: Part, front: int, cripples: int, name: str = "") -> tuple[Location, ...]:
    """Give a right and a left location; of arms and hands each belongs to its side's hand.

    Args:
        name: what one is called, where that is not the word for its part.
    """
    called = name or part.value
    return tuple(
        Location(
            id=f"{side}-{called.replace(' ', '-')}",
            name=f"{side} {called}",
            part=part,
            front=front,
            cripples=cripples,
            side=side if part in (Part.ARM, Part.HAND) else None,
        )
        for side in ("right", "left")
    )


def one(part: Part, front: int, back: int | None = None) -> Location:
    """Give a location that there is once, named for its part."""
    return Location(id=part.value, name=part.value, part=part, front=front, back=back)


def lands(low: int, high: int, *hits: str, word: str = "") -> Landing:
    """Give what the totals from one to another hit: one location, or one of a pair by the side die."""
    return Landing(low=low, high=high, hits=hits, word=word or hits[0])


HUMANOID = BodyPlan(
    id="humanoid",
    name="Humanoid",
    locations=(
        *pair(Part.EYE, -9, 10),
        one(Part.SKULL, -7, -5),
        one(Part.FACE, -5, -7),
        one(Part.NECK, -5),
        one(Part.TORSO, 0),
        one(Part.VITALS, -3),
        one(Part.GROIN, -3),
        *pair(Part.ARM, -2, 2),
        *pair(Part.HAND, -4, 3),
        *pair(Part.LEG, -2, 2),
        *pair(Part.FOOT, -4, 3),
    ),
    landings=(
        lands(3, 4, "skull"),
        lands(5, 5, "face"),
        lands(6, 7, "right-leg"),
        lands(8, 8, "right-arm"),
        lands(9, 11, "torso"),
        lands(12, 12, "left-arm"),
        lands(13, 14, "left-leg"),
        lands(15, 15, "right-hand", "left-hand", word="hand"),
        lands(16, 16, "right-foot", "left-foot", word="foot"),
        lands(17, 18, "neck"),
    ),
    mean=(
        "skull",
        "face",
        "neck",
        "torso",
        "groin",
        "right-arm",
        "left-arm",
        "right-hand",
        "left-hand",
        "right-leg",
        "left-leg",
        "right-foot",
        "left-foot",
    ),
)
"""Sixteen locations, and the table with its random column repaired (GU-202, GU-759, R1)."""
