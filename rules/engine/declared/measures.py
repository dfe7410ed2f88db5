"""What a system says of distances and areas, for rulers, zones over a grid and templates."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.text import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeWords:
    """How a system calls the distance between two places: `near`, and at length `near, the same zone`."""

    name: Words
    words: Words
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaTemplate:
    """An area that the system's book has a name for.

    Attributes:
        shape: blast, cone, line or arc.
        sizes: in cells and degrees, as `read_area` takes them, without a direction.
        touch: whether it catches whom it merely touches.
        stopped: whether walls stop it.
    """

    id: str
    label: Words
    shape: str
    sizes: Mapping[str, float] = field(default_factory=dict)
    touch: bool = False
    stopped: bool = True
    rule: str = ""
