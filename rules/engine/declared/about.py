"""What is said of a rule system to somebody who chooses one, before any of it is loaded."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.free_dice import FreeDie
from rules.engine.text import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A rule system in a few words: what `System` declares under the same names."""

    id: str
    name: str
    summary: Words = ""
    character_files: str = ""
    free_dice: Mapping[str, FreeDie] = field(default_factory=dict)
