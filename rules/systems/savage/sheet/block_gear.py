"""What somebody of a stat block carries: weapons, shields and armour, by name or with their figures."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.sheets.block_words import any_of, ids_by_word
from rules.engine.sheets.import_report import LONGEST, slug, text_of
from rules.engine.sheets.stat_block import Part
from rules.engine.text import Text, text
from rules.systems.savage.sheet.block_words import ARMOUR, FIELDS, FLAGS, PLACES, TEMPLATES, WEAPONS
from rules.systems.savage.sheet.gear_stock import STOCK_ARMOUR, STOCK_WEAPONS

_WEAPON_IDS = {
    **{slug(name): id_ for name, id_ in ids_by_word(WEAPONS).items()},
    **{slug(thing.name): id_ for id_, thing in STOCK_WEAPONS.items()},
}
_ARMOUR_IDS = {
    **{slug(name): id_ for name, id_ in ids_by_word(ARMOUR).items()},
    **{slug(thing.name): id_ for id_, thing in STOCK_ARMOUR.items()},
}
DAMAGE = r"(?:(?:str|stä|stärke|strength|\d{0,2}[dw](?:4|6|8|10|12)|\d{1,2})(?:\s*[+-]\s*(?=\w)|$|(?=\W)))+"
_DICE = re.compile(r"str|stä|[dw]\d")
_FLAGS, _TEMPLATES, _PLACES = ids_by_word(FLAGS), ids_by_word(TEMPLATES), ids_by_word(PLACES)
_FIELDS = ids_by_word(FIELDS)
_VALUE = re.compile(
    rf"(?:(?P<label>{any_of(FIELDS)})\s*:?\s*(?P<value>\S.*)|(?P<first>[+-]?\d+)\s+(?P<behind>{any_of(FIELDS)}))",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,4})/(\d{1,4})/(\d{1,4})")
_PLUS = r"\+?(\d{1,2})(?:\s+(?:armou?r|toughness|rüstung|robustheit))?"
_LIMITS = {"rof": (1, 6), "ap": (0, 30), "parry": (-3, 5), "reach": (0, 3)}
_SHIELD = re.compile(r"shield|schild|buckler", re.IGNORECASE)
_LIKE = {
    "dagger": "knife",
    "dolch": "knife",
    "sword": "long-sword",
    "schwert": "long-sword",
    "battle-axe": "great-axe",
}


def plain_damage(words: str) -> str:
    """Write damage as sheets do: `Stä+1W6` is `Str+d6`."""
    low = re.sub(r"\s+", "", words.lower())
    low = re.sub(r"st(?:ärke|rength|ä|r)", "Str", low).replace("w", "d")
    return re.sub(r"(?<!\d)1(?=d\d)", "", low)


@dataclass(slots=True)
class BlockGear:
    """Gear while it is read."""

    why_not: Callable[[dict[str, Any]], Text | None]
    """Says why something cannot stand on a sheet."""
    weapons: list[Any] = field(default_factory=list)
    armour: list[Any] = field(default_factory=list)

    def take(self, item: Part, *, natural: bool = False) -> bool:
        """Read a thing; say whether anything of a fight was in it."""
        named, inside = item.bracketed()
        blow = item.match(rf"(.{{1,60}}?)\s*[:,]?\s*(?:damage\s*)?({DAMAGE})") if inside is None else None
        if blow is not None and _DICE.search(blow[2].lower()):
            return self._weapon(item, blow[1], {"damage": plain_damage(blow[2])}, natural=natural)
        name = text_of(named.words)
        if inside is None and (plus := item.match(r"(.{1,60}?)\s*\+(\d{1,2})")):
            return self._armour(item, plus[1], int(plus[2]), [])
        if not name:
            return False
        if inside is None:
            return self._by_name(item, name)
        return self._with_figures(item, name, inside, natural=natural)

    def id_of(self, name: str) -> str:
        """Give the id of a weapon that was read, by its name."""
        names = {
            slug(str(thing["name"]) if isinstance(thing, Mapping) else STOCK_WEAPONS[thing].name): _id(thing)
            for thing in self.weapons
        }
        return names.get(slug(name), slug(name))

    def _by_name(self, item: Part, name: str) -> bool:
        id_ = slug(name)
        for ids, is_weapon in ((_WEAPON_IDS, True), (_ARMOUR_IDS, False)):
            if id_ in ids:
                self._keep(item, ids[id_], is_weapon)
                item.read()
                return True
        if id_ in _LIKE:
            like = STOCK_WEAPONS[_LIKE[id_]]
            self._keep(item, {**like.model_dump(mode="json"), "id": id_, "name": name}, True)
            item.guess(text("{name}: its figures are those of {like} here.", name=name, like=text(like.name)))
            return True
        return False

    def _with_figures(self, item: Part, name: str, inside: Part, *, natural: bool) -> bool:
        found: dict[str, Any] = {}
        covers: list[str] = []
        plus: int | None = None
        rest: list[Part] = []
        for figure in inside.items():
            said = figure.words.lower()
            places = [_PLACES.get(place) for place in re.split(r"\s+(?:and|und|&)\s+", said)]
            if all(places):
                covers += [place for place in places if place]
                figure.read()
            elif plus is None and not found and (armour := figure.match(_PLUS)):
                plus = int(armour[1])
                figure.read()
            elif not self._figure(name, figure, found):
                rest.append(figure)
        if plus is not None:
            return self._armour(item, name, plus, covers, marked=True)
        if not found and slug(name) not in _WEAPON_IDS:
            for part in inside.items():
                part.leave()
            return self._by_name(item.sub(item.start, inside.start - 1), name)
        return self._weapon(item.sub(item.start, inside.start - 1), name, found, natural=natural)

    def _figure(self, name: str, figure: Part, found: dict[str, Any]) -> bool:
        said = figure.words.lower()
        if said in _FLAGS:
            found[_FLAGS[said]] = True
        elif said in _TEMPLATES:
            found["template"] = _TEMPLATES[said]
        elif ranges := figure.match(
            rf"(?:(?:{any_of({'range': FIELDS['range']})})\s*:?\s*)?{_RANGE.pattern}"
        ):
            found["range"] = [int(ranges[n]) for n in (1, 2, 3)]
        elif (
            hurt := figure.match(rf"(?:(?:{any_of({'damage': FIELDS['damage']})})\s*:?\s*)?({DAMAGE})")
        ) and (_DICE.search(hurt[1].lower())):
            found["damage"] = plain_damage(hurt[1])
        elif valued := figure.match(_VALUE.pattern):
            key = _FIELDS[" ".join((valued["label"] or valued["behind"]).lower().split())]
            return self._value(name, figure, key, valued["value"] or valued["first"], found)
        else:
            return False
        figure.read()
        return True

    def _value(self, name: str, figure: Part, key: str, value: str, found: dict[str, Any]) -> bool:
        number = re.match(r"[+-]?\d{1,5}", value)
        if key in _LIMITS and number:
            what = text("{name}: {what}", name=name, what=key.upper() if key == "ap" else key.capitalize())
            found[key] = figure.fitted(what, int(number[0]), *_LIMITS[key])
        elif key == "min_str" and (die := re.fullmatch(r"[dw](4|6|8|10|12)(\+[1-8])?", value.lower())):
            found[key] = f"d{die[1]}{die[2] or ''}"
            figure.read()
        elif key == "skill" and slug(value):
            found[key] = slug(value)
            figure.read()
        elif key == "shots":
            figure.leave(text("{name}: its shots; these rules do not count them.", name=name))
        else:
            return False
        return True

    # ------------------------------------------------------------------------------------------------ keeping
    def _weapon(self, item: Part, name: str, found: dict[str, Any], *, natural: bool) -> bool:
        name, id_ = text_of(name.strip(" :")), slug(name)
        if id_ in _WEAPON_IDS:
            id_ = _WEAPON_IDS[id_]
            stock = STOCK_WEAPONS[id_].model_dump(mode="json")
            other = {key: value for key, value in found.items() if stock.get(key) != value}
            if not other:
                item.read()
                return self._keep(item, id_, True)
            found = {**stock, **found}
            said = text("{name}: what the block does not say is as on the table.", name=name)
            item.guess(said)
            return self._keep(item, {"id": id_, "name": name, **_plain(found)}, True)
        thing = {"id": id_ or "weapon", "name": name or "Weapon", **_completed(found, name, natural=natural)}
        if thing.get("damage") is None and not thing.get("shield") and not thing.get("shotgun"):
            item.leave(text("{name}: it does no damage.", name=name))
            return True
        item.read()
        return self._keep(item, thing, True)

    def _armour(self, item: Part, name: str, plus: int, covers: list[str], *, marked: bool = False) -> bool:
        name, id_ = text_of(name.strip(" :")), slug(name)
        head = item if not marked else item.bracketed()[0]
        id_ = _ARMOUR_IDS.get(id_, id_)
        stock = STOCK_ARMOUR.get(id_)
        if stock is not None and stock.value == plus and set(covers) <= {str(c) for c in stock.covers}:
            head.read()
            return self._keep(item, id_, False)
        value = head.fitted(text("{name}: {what}", name=name, what=text("Armour")), plus, 0, 20)
        if not covers:
            covers = [str(place) for place in stock.covers] if stock else ["torso"]
            if stock is None:
                said = text("its locations are not in the block; it covers the torso here.")
                head.guess(text("{name}: {what}", name=name, what=said))
        piece = {"id": id_ or "armour", "name": name or "Armour", "value": value}
        return self._keep(item, {**piece, "covers": covers}, False)

    def _keep(self, item: Part, thing: Any, is_weapon: bool) -> bool:
        kept = self.weapons if is_weapon else self.armour
        if isinstance(thing, Mapping):
            thing = {**thing, "id": _unused(str(thing["id"]), kept)}
        elif any(_id(other) == thing for other in kept):
            return True  # the same once more
        if why := self.why_not({"weapons" if is_weapon else "armour": [thing]}):
            item.leave(text("{name}: {what}", name=text_of(item.words, LONGEST), what=why))
        else:
            kept.append(thing)
        return True


def _plain(found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in found.items() if not key.startswith("not-") and key not in ("id", "name")
    }


def _completed(found: Mapping[str, Any], name: str, *, natural: bool) -> dict[str, Any]:
    """Put in what the figures of a weapon imply."""
    thing = _plain(found)
    ranged = thing.get("range") is not None or thing.get("template") is not None
    with_strength = "Str" in str(thing.get("damage") or "")
    if thing.get("damage") is None and _SHIELD.search(name):
        thing["shield"] = True
    if not thing.get("shield"):
        thing.setdefault("melee", (with_strength or not ranged) and not found.get("not-melee"))
    if ranged and with_strength and not found.get("not-thrown"):
        thing.setdefault("thrown", True)
    if natural:
        thing["natural"] = True
    return thing


def _id(thing: Any) -> str:
    return str(thing["id"]) if isinstance(thing, Mapping) else str(thing)


def _unused(wanted: str, others: list[Any]) -> str:
    taken, number, id_ = {_id(other) for other in others} | {"unarmed"}, 1, wanted
    while id_ in taken:
        number += 1
        id_ = f"{wanted}-{number}"
    return id_
