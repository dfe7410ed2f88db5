"""What lies over a location: armour, hide and bone, less what acid has eaten (GU-219 to GU-221, GU-907)."""

from dataclasses import dataclass, replace

from rules.systems.gurps.house import SKULL
from rules.systems.gurps.sheet.body import BodyPlan, Location, Part
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter

SKULL_DR = SKULL.usual
"""What bone adds at the skull (GU-220)."""


@dataclass(frozen=True, slots=True)
class Protection:
    """What lies over a location, with what corrosion has left of it (GU-219, GU-221, GU-762)."""

    natural: int
    solid: int
    """Armour without large gaps."""
    gappy: int
    flexible: bool
    is_covered: bool
    """Whether any piece is worn there."""

    @property
    def armour(self) -> int:
        """The armour DR that is left."""
        return self.solid + self.gappy

    @property
    def dr(self) -> int:
        """All DR that is left."""
        return self.natural + self.armour

    def at_chinks(self) -> "Protection":
        """Give what protects a weak spot: of pieces with gaps nothing, of the others half (GU-762)."""
        return replace(self, solid=self.solid // 2, gappy=0)


def covering(combatant: Fighter, location: Location) -> Protection:
    """Give what protects a location; the vitals have what the torso has (GU-219)."""
    sheet: GurpsSheet = combatant.sheet
    place = _armoured_place(sheet, location)
    pieces = [piece for piece in sheet.armour if piece.covers(place)]
    left = combatant.state.dr_lost.get(place, 0)
    solid = sum(piece.dr for piece in pieces if not piece.gaps)
    gappy = sum(piece.dr for piece in pieces if piece.gaps)
    natural = sheet.natural_dr(place)
    found = []
    for points in (solid, gappy, natural):  # corrosion eats in this order
        gone = min(points, left)
        found.append(points - gone)
        left -= gone
    flexible = bool(pieces) and all(piece.flexible for piece in pieces) and sheet.natural_dr(place) == 0
    return Protection(found[2], found[0], found[1], flexible, bool(pieces))


def _armoured_place(sheet: GurpsSheet, location: Location) -> str:
    """Name the location whose armour protects one: the torso for the vitals (GU-219)."""
    return sheet.body.torso.id if location.part is Part.VITALS else location.id


def has_gaps(combatant: Fighter, location: Location) -> bool:
    """Tell whether a worn piece with large gaps lies over a location; over the vitals the torso's (GU-C3)."""
    place = _armoured_place(combatant.sheet, location)
    return any(piece.gaps and piece.covers(place) for piece in combatant.sheet.armour)


def mean_protection(combatant: Fighter) -> tuple[int, int]:
    """Give the mean DR and the mean armour DR against an area, each rounded down (GU-907)."""
    body: BodyPlan = combatant.sheet.body
    every = [covering(combatant, body.location(place)) for place in body.mean]
    return sum(p.dr for p in every) // len(every), sum(p.armour for p in every) // len(every)
