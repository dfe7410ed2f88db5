"""Bodies that are not human: the human table, with their own limbs where it has arms and legs.

What the table says of a place goes by the kind of the place: a foreleg is hit, crippled and fallen over as a
leg, a wing is hit and crippled as an arm. Where a body has nothing in place of a limb, the throw finds the
torso (our ruling GU-R71).
"""

from collections.abc import Mapping

from rules.systems.gurps.sheet.body import (
    HUMANOID,
    LIMBS,
    BodyPlan,
    Landing,
    Location,
    Part,
    lands,
    one,
    pair,
)

_HUMAN = {location.part: location for location in HUMANOID.locations}
_HEAD = tuple(
    place for place in HUMANOID.locations if place.part in (Part.EYE, Part.SKULL, Part.FACE, Part.NECK)
)
_TRUNK = tuple(place for place in HUMANOID.locations if place.part in (Part.TORSO, Part.VITALS, Part.GROIN))
_SIDES = ("right", "left")


def _limbs(part: Part, name: str, like: Part) -> tuple[Location, ...]:
    """Give a pair of limbs that are as hard to hit and to cripple as a human's are."""
    human = _HUMAN[like]
    assert human.cripples is not None, "limbs can be crippled"
    limbs = pair(part, human.front, human.cripples, name)
    return tuple(limb.model_copy(update={"side": None}) for limb in limbs)  # none of them holds anything


def _landings(instead: Mapping[str, str]) -> tuple[Landing, ...]:
    """Rewrite the human throw.

    Args:
        instead: for each kind of human limb what the body has in its place; what is left out is the torso.
    """
    rows: list[Landing] = []
    for row in HUMANOID.landings:
        hits = _hits(row, instead)
        if rows and rows[-1].hits == hits:
            rows[-1] = lands(rows[-1].low, row.high, *hits, word=rows[-1].word)
        else:
            own = instead.get(HUMANOID.location(row.hits[0]).part.value, "")
            rows.append(lands(row.low, row.high, *hits, word=own if len(hits) > 1 else hits[0]))
    return tuple(rows)


def _hits(row: Landing, instead: Mapping[str, str]) -> tuple[str, ...]:
    part = HUMANOID.location(row.hits[0]).part
    if part not in LIMBS:
        return row.hits
    if part.value not in instead:
        return (Part.TORSO.value,)
    sides = [side for side in _SIDES if any(side in hit.split("-") for hit in row.hits)]
    return tuple(f"{side}-{instead[part.value]}" for side in sides)


def _plan(id_: str, name: str, locations: tuple[Location, ...], instead: Mapping[str, str]) -> BodyPlan:
    return BodyPlan(
        id=id_,
        name=name,
        locations=locations,
        landings=_landings(instead),
        mean=tuple(place.id for place in locations if place.part not in (Part.EYE, Part.VITALS)),
    )


_FORELEGS = _limbs(Part.LEG, "foreleg", Part.ARM)
_HIND_LEGS = _limbs(Part.LEG, "hind leg", Part.LEG)
_FOREFEET = _limbs(Part.FOOT, "forefoot", Part.HAND)
_HIND_FEET = _limbs(Part.FOOT, "hind foot", Part.FOOT)
QUADRUPED = _plan(
    "quadruped",
    "Quadruped",
    (*_HEAD, *_TRUNK, *_FORELEGS, *_FOREFEET, *_HIND_LEGS, *_HIND_FEET),
    {"arm": "foreleg", "hand": "forefoot", "leg": "hind-leg", "foot": "hind-foot"},
)
"""Four legs: wolves, horses, dragons on the ground."""
MANY_LEGGED = _plan(
    "many-legged",
    "Many-legged",
    (*_HEAD, *_TRUNK, *_FORELEGS, *_HIND_LEGS),
    {"arm": "foreleg", "hand": "foreleg", "leg": "hind-leg", "foot": "hind-leg"},
)
"""Legs without feet worth aiming at, those before the middle and those behind it: spiders, walkers."""
WINGED = _plan(
    "winged",
    "Winged",
    (
        *_HEAD,
        *_TRUNK,
        *_limbs(Part.ARM, "wing", Part.ARM),
        *_limbs(Part.LEG, "leg", Part.LEG),
        *_limbs(Part.FOOT, "foot", Part.FOOT),
    ),
    {"arm": "wing", "hand": "wing", "leg": "leg", "foot": "foot"},
)
"""Two wings and two legs: birds, bats."""
LIMBLESS = _plan("limbless", "Limbless", (*_HEAD, *_TRUNK), {})
"""A head and a body: snakes."""
SHAPELESS = BodyPlan(
    id="shapeless",
    name="Shapeless",
    locations=(one(Part.TORSO, 0),),
    landings=(lands(3, 18, Part.TORSO.value),),
    mean=(Part.TORSO.value,),
)
"""One place like any other: swarms, slimes, a gun on a stand."""
BODY_PLANS: Mapping[str, BodyPlan] = {
    plan.id: plan for plan in (HUMANOID, QUADRUPED, MANY_LEGGED, WINGED, LIMBLESS, SHAPELESS)
}
"""The plans that a sheet may name by their id."""
