"""What is kept of talk: frozen rows. People go by their ids, the GM and the projector by their roles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

GM, SCREEN, ALL = "gm", "screen", "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that somebody said, threw or showed.

    Attributes:
        by: a person's id, or `gm`.
        name: how that person was called then.
        kind: `words`, `roll` or `paper`.
        audience: who hears it besides the GM and who said it; None for everybody.
        battle_id: the scene before the table then.
        entry: how many commands the log of that scene had.
    """

    seq: int
    command_id: str
    by: str
    name: str
    kind: str
    data: Mapping[str, Any]
    audience: tuple[str, ...] | None
    battle_id: str | None
    entry: int
    at: datetime

    @property
    def is_blind(self) -> bool:
        """Say whether who threw is not told what came."""
        return self.data.get("blind") is True

    def is_heard_by(self, who: str) -> bool:
        """Say whether somebody (a person's id, `gm`, `screen`) is told of it."""
        if self.audience is None:
            return who != SCREEN
        return who in (GM, self.by, *self.audience)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A note or a handout. `shown` names whom it is shown to: people, `gm`, `all` players, the `screen`."""

    id: str
    owner: str
    title: str
    words: str
    picture_id: str | None
    shown: tuple[str, ...]
    created: datetime

    def is_read_by(self, who: str) -> bool:
        """Say whether somebody may read it."""
        return who in (self.owner, *self.shown) or (ALL in self.shown and who != SCREEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRoll:
    """Dice with a name, as their owner keeps them."""

    owner: str
    name: str
    dice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkRows:
    """All that is kept of a table's talk; `real_dice` lists the people who throw their own."""

    said: tuple[Said, ...] = ()
    papers: tuple[Paper, ...] = ()
    kept_rolls: tuple[KeptRoll, ...] = ()
    real_dice: tuple[str, ...] = ()
