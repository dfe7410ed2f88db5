"""A fight's dice as a file (`.dice.json`), with the proofs of all that its reader was told.

    format, version   what it is
    table             the name of the table
    seal              what the proofs are checked against: it stands in the log since the fight began
    is_logged         whether the log tells of the seal; not in a fight that began before dice had one
    lanes             throwers of whom all rolls can be told apart: who, quiet, proof (see `sealed.py`)
    rolls             in order: who, name, what, faces, sides; with ticket and proof where the dice are under
                      the seal, with `by` where a person threw real dice, with neither where nothing is proven
    whole             the seal's proof of all the rest, so that nothing can be changed or left out

It holds no time, no number of the log, and of nobody but the reader's own how often they threw.
"""

import json
from hashlib import sha256
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.engine.text import Text, text

FORMAT, VERSION = "battlemat-dice", 1
SUFFIX = ".dice.json"
MOST_BYTES = 20_000_000
MOST_ROLLS = 20_000

_Words = Annotated[str, Field(max_length=500)]
_Hex = Annotated[str, Field(pattern=r"^[0-9a-f]*$", max_length=200)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LaneProof(_Part):
    """The proof of whose rolls all can be told apart."""

    who: _Words
    quiet: bool
    proof: _Hex


class FileRoll(_Part):
    """A roll in a file of dice."""

    who: _Words
    name: _Words
    what: _Words
    faces: Annotated[list[int], Field(min_length=1, max_length=10_100)]
    sides: list[Annotated[int, Field(ge=1, le=1000)]]
    quiet: bool = False
    """Whether it counts in the lane of what the rules throw without a word."""
    by: _Words = ""
    ticket: _Hex = ""
    proof: _Hex = ""


class DiceFile(_Part):
    """What a file of dice holds."""

    format: Literal["battlemat-dice"] = "battlemat-dice"
    version: Literal[1] = 1
    table: _Words
    seal: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    is_logged: bool
    lanes: list[LaneProof]
    rolls: Annotated[list[FileRoll], Field(max_length=MOST_ROLLS)]
    whole: _Hex = ""

    @property
    def name(self) -> bytes:
        """The name of all but `whole`, for the function that proves it."""
        rest = self.model_dump(exclude={"whole"})
        return b"file\0" + sha256(json.dumps(rest, sort_keys=True).encode()).digest()

    def as_text(self) -> str:
        """Write it down."""
        return self.model_dump_json(indent=1) + "\n"


class NoDiceFile(Exception):
    """What was given is no file of dice; the text says why."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.text = why


class DamagedDiceFile(NoDiceFile):
    """It was a file of dice, and has been changed so that it cannot be read any more."""


def read_dice_file(data: bytes) -> DiceFile:
    """Read a file of dice; what it says is not checked by that.

    Raises:
        NoDiceFile: where it is none, or of a newer version.
        DamagedDiceFile: where part of it cannot be read.
    """
    raw = _as_json(data)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise NoDiceFile(text("This is no file of dice: its name ends in {ending}.", ending=SUFFIX))
    if isinstance(raw.get("version"), int) and raw["version"] > VERSION:
        raise NoDiceFile(text("A newer Battlemat wrote this file of dice: update this one first."))
    try:
        return DiceFile.model_validate(raw)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])[:60]
        raise DamagedDiceFile(
            text("This file was changed since it was written: {where} cannot be read.", where=where)
        ) from None


def _as_json(data: bytes) -> Any:
    try:
        return json.loads(data) if len(data) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return None
