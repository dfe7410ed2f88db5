"""The body of a GCS character: its plan, and the DR that GCS has worked out for each location.

A humanoid takes the book's plan, whose numbers count here; any other body becomes a plan of its own, with the
penalties and the ranges of the throw as they stand in the file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.sheets.import_report import Notes, part, slug, text_of, whole
from rules.engine.text import counted, listed, text
from rules.systems.gurps.harm.protection import SKULL_DR
from rules.systems.gurps.sheet.body import HUMANOID, Part
from rules.systems.gurps.sheet.names import place_words

_PARTS: tuple[tuple[str, Part], ...] = (
    ("eye", Part.EYE),
    ("skull", Part.SKULL),
    ("brain", Part.SKULL),
    ("face", Part.FACE),
    ("jaw", Part.FACE),
    ("neck", Part.NECK),
    ("vital", Part.VITALS),
    ("groin", Part.GROIN),
    ("foot", Part.FOOT),
    ("feet", Part.FOOT),
    ("hoof", Part.FOOT),
    ("paw", Part.FOOT),
    ("leg", Part.LEG),
    ("hand", Part.HAND),
    ("claw", Part.HAND),
    ("extremity", Part.FOOT),
    ("arm", Part.ARM),
    ("wing", Part.ARM),
    ("tentacle", Part.ARM),
    ("fin", Part.ARM),
    ("tail", Part.ARM),
    ("limb", Part.ARM),
)
"""By which word of its id or name a location is known for what it is; what has none of them is torso."""
_CRIPPLES = {Part.EYE: 10, Part.ARM: 2, Part.LEG: 2, Part.HAND: 3, Part.FOOT: 3}
_HUMAN = frozenset({"eye", "skull", "face", "leg", "arm", "torso", "groin", "hand", "foot", "neck", "vitals"})
_MOST = 60
_MOST_DR = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A location as GCS writes it: the ids that it has here, its id there, and its DR against everything."""

    ids: tuple[str, ...]
    of: str
    dr: int
    part: Part


def read_body(settings: Any, notes: Notes) -> tuple[Any, tuple[Place, ...]]:
    """Read the plan of a body: what a sheet writes under `body`, and its locations with their DR."""
    plan = part(settings, "body_type")
    listing = [entry for entry in _flat(part(plan, "locations")) if isinstance(entry, Mapping)][:_MOST]
    if not listing:
        notes.doubtful.append(text("The file has no hit locations: a humanoid body is taken, without DR."))
        return HUMANOID.id, ()
    _tell_too_much(listing, notes)
    name = text_of(part(plan, "name")) or "Body"
    if {_id(entry) for entry in listing} <= _HUMAN and {"torso", "skull"} <= {_id(e) for e in listing}:
        notes.read.append(text("Body: {name}; the hit numbers of these rules count.", name=name))
        return HUMANOID.id, tuple(_human(entry) for entry in listing)
    return _plan(name, listing, notes)


def _flat(listing: Any) -> Iterator[Any]:
    for entry in listing if isinstance(listing, list) else ():
        yield entry
        yield from _flat(part(entry, "sub_table", "locations"))


def _id(entry: Mapping[str, Any]) -> str:
    return slug(text_of(entry.get("id")))


def _dr_in_file(entry: Mapping[str, Any]) -> int:
    return max(0, whole(part(entry, "calc", "dr", "all")) or 0)


def _dr(entry: Mapping[str, Any]) -> int:
    return min(_MOST_DR, _dr_in_file(entry))


def _tell_too_much(listing: Sequence[Mapping[str, Any]], notes: Notes) -> None:
    """Report the DR that is more than a sheet may have."""
    places = [
        text("{place} {dr}", place=text_of(entry.get("table_name")) or _id(entry), dr=dr)
        for entry in listing
        if (dr := _dr_in_file(entry)) > _MOST_DR
    ]
    if places:
        said = text(
            "DR is {most} at most here; in the file it is more: {places}.",
            most=_MOST_DR,
            places=listed(places),
        )
        notes.doubtful.append(said)


def _human(entry: Mapping[str, Any]) -> Place:
    id_ = _id(entry)
    named = slug(text_of(entry.get("table_name")))
    ids: tuple[str, ...] = (id_,)
    if id_ in ("arm", "leg"):
        ids = (named,) if named in HUMANOID.ids else (f"right-{id_}", f"left-{id_}")
    elif id_ in ("eye", "hand", "foot"):
        ids = (f"right-{id_}", f"left-{id_}")
    return Place(ids, id_, _dr(entry), HUMANOID.location(ids[0]).part)


def _part(entry: Mapping[str, Any]) -> Part:
    words = f"{_id(entry)} {slug(text_of(entry.get('table_name')))}"
    return next((kind for word, kind in _PARTS if word in words), Part.TORSO)


def _plan(name: str, listing: Sequence[Mapping[str, Any]], notes: Notes) -> tuple[Any, tuple[Place, ...]]:
    locations: list[dict[str, Any]] = []
    places: list[Place] = []
    landings: dict[int, str] = {}
    for entry in listing:
        kind = _part(entry)
        wanted = slug(text_of(entry.get("table_name"))) or _id(entry) or "place"
        taken = {location["id"] for location in locations}
        id_ = next(
            i for n in range(1, _MOST + 2) if (i := wanted if n == 1 else f"{wanted}-{n}") not in taken
        )
        location: dict[str, Any] = {
            "id": id_,
            "name": text_of(entry.get("table_name")).lower() or id_.replace("-", " "),
            "part": kind.value,
            "front": min(0, max(-20, whole(entry.get("hit_penalty")) or 0)),
        }
        if kind in _CRIPPLES:
            location["cripples"] = _CRIPPLES[kind]
        side = next((side for side in ("right", "left") if side in id_.split("-")), None)
        if side is not None and kind in (Part.ARM, Part.HAND):
            location["side"] = side
        locations.append(location)
        places.append(Place((id_,), _id(entry), _dr(entry), kind))
        for total in _range(part(entry, "calc", "roll_range")):
            landings.setdefault(total, id_)
    torso = _torso(locations)
    lost = [total for total in range(3, 19) if total not in landings]
    if lost:
        said = counted(
            "{n} total of the throw for a location hits here: {place}.",
            "{n} totals of the throw for a location hit here: {place}.",
            n=len(lost),
            place=next(place["name"] for place in locations if place["id"] == torso),
        )
        notes.doubtful.append(said)
    body = {
        "id": slug(name) or "body",
        "name": name,
        "locations": locations,
        "landings": _landings({total: landings.get(total, torso) for total in range(3, 19)}),
        "mean": [
            place["id"] for place in locations if place["part"] not in (Part.EYE.value, Part.VITALS.value)
        ],
    }
    said = counted(
        "Body: {name}, with {n} location.", "Body: {name}, with {n} locations.", n=len(locations), name=name
    )
    notes.read.append(said)
    like = [place_words(kind) for kind in sorted({str(location["part"]) for location in locations})]
    notes.doubtful.append(
        text("What a hit does there follows the parts that they are like: {parts}.", parts=listed(like))
    )
    return body, tuple(places)


def _torso(locations: list[dict[str, Any]]) -> str:
    """Give the torso's id; on a body without one, the place that is easiest to hit is it."""
    found = next((location for location in locations if location["part"] == Part.TORSO.value), None)
    if found is None:
        found = max(locations, key=lambda location: location["front"])
        found["part"] = Part.TORSO.value
        found.pop("cripples", None)
        found.pop("side", None)
    return str(found["id"])


def _range(written: Any) -> Iterator[int]:
    low, _, high = text_of(written).partition("-")
    first, last = whole(low), whole(high or low)
    if first is not None and last is not None:
        yield from range(max(3, first), min(18, last) + 1)


def _landings(hits: Mapping[int, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for total, id_ in hits.items():
        if found and found[-1]["hits"] == [id_]:
            found[-1]["high"] = total
        else:
            found.append({"low": total, "high": total, "hits": [id_], "word": id_})
    return found


# -------------------------------------------------------------------------------------------------- protectio
@dataclass(frozen=True, slots=True)
class Piece:
    """Something worn, with the DR that it gives to locations by their ids in the file."""

    name: str
    dr: Mapping[str, int]


def read_protection(
    places: Sequence[Place], pieces: Sequence[Piece], notes: Notes
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Share the DR that GCS has worked out between what is worn and the body itself.

    The totals are those of the file. What the pieces give at a place is armour, as far as the total goes; the
    rest is natural.

    Returns:
        What a sheet writes under `armour` and under `dr`.
    """
    armour: list[dict[str, Any]] = []
    natural: dict[str, int] = {}
    left: dict[str, int] = {}
    ids: dict[str, list[Place]] = {}
    torso = next((place for place in places if place.part is Part.TORSO), None)
    for place in places:
        ids.setdefault(place.of, []).append(place)
        total = place.dr - (SKULL_DR if place.part is Part.SKULL else 0)
        if total < 0:
            said = text(
                "The skull has DR {dr} in the file, and {least} here at least.", dr=place.dr, least=SKULL_DR
            )
            notes.doubtful.append(said)
        if place.part is Part.VITALS and torso is not None and place.dr != torso.dr:
            said = text(
                "The vitals have DR {dr} in the file; here the torso's {torso}.", dr=place.dr, torso=torso.dr
            )
            notes.doubtful.append(said)
        for id_ in place.ids:
            left[id_] = max(0, total)
    for number, piece in enumerate(pieces):
        for dr in sorted(set(piece.dr.values()), reverse=True):
            at = [of for of, value in piece.dr.items() if value == dr]
            over = [id_ for of in at for place in _named(ids, of, places) for id_ in place.ids]
            fits = [id_ for id_ in dict.fromkeys(over) if left.get(id_, 0) >= dr > 0]
            if fits:
                id_ = f"{slug(piece.name) or 'armour'}-{number + 1}-{dr}"
                armour.append({"id": id_, "name": piece.name, "dr": dr, "locations": fits})
            for place_id in fits:
                left[place_id] -= dr
    for id_, dr in left.items():
        if dr:
            natural[id_] = dr
    if armour:
        names = listed(list(dict.fromkeys(str(piece["name"]) for piece in armour)))
        notes.read.append(text("Armour: {names}.", names=names))
        notes.doubtful.append(
            text("Files do not say what is flexible or has gaps: tick it on the sheet if it is.")
        )
    return armour, natural


def _named(ids: Mapping[str, list[Place]], of: str, places: Sequence[Place]) -> Sequence[Place]:
    return places if of == "all" else ids.get(of, ())
