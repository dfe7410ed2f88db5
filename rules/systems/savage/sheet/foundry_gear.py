"""Weapons, shields and armour of a SWADE actor, as our sheets write them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.sheets.import_report import Notes, part, slug, text_of, whole
from rules.engine.text import Text, text

Check = Callable[[dict[str, Any]], Text | None]
"""Says why a piece of a sheet cannot be used; None if it can."""

_DIE = re.compile(r"d(4|6|8|10|12)([+-][1-8])?")
_PLAIN_RANGES = re.compile(r"(\d{1,4})(?:/(\d{1,4})/(\d{1,4}))?(?:\D*)")
_NATURAL = re.compile(r"(bite|claws?|hoo(f|ves)|horns?|tail|fangs?|talons?|gore|stinger|tusks?|tentacles?)\b")
_TEMPLATES = {
    "small": "small-blast",
    "medium": "medium-blast",
    "large": "large-blast",
    "cone": "cone",
    "stream": "line",
}
_MOST = {"rof": 6, "ap": 30}
_CARRIED = 1
"""The highest state of equipment in which a thing is merely carried along; above it, it is in use."""


@dataclass(slots=True)
class Gear:
    """What an actor carries, while it is read."""

    check: Check
    notes: Notes
    weapons: list[dict[str, Any]] = field(default_factory=list)
    armour: list[dict[str, Any]] = field(default_factory=list)
    natural_armour: int = 0
    in_hand: list[str] = field(default_factory=list)
    knows_hands: bool = False
    counts_shots: bool = False

    def take(self, item: Mapping[str, Any]) -> None:
        """Read a weapon, a shield or a piece of armour; what cannot be read is noted as left out."""
        kind = item.get("type")
        name = text_of(item.get("name")) or f"({kind})"
        data = item.get("system")
        if not isinstance(data, dict):
            self._note(self.notes.dropped, name, text("the file says nothing of it."))
        elif kind == "armor":
            self._take_armour(name, data)
        elif kind == "shield":
            self._put(name, self._shield(name, data), data)
        elif slug(name) in ("unarmed", "unarmed-strike", "unarmed-attack"):
            self._note(self.notes.dropped, name, text("everybody has bare hands here anyway."))
        else:
            self._put(name, self._weapon(name, data), data)

    def _note(self, notes: list[Text], name: str, what: Text) -> None:
        notes.append(text("{name}: {what}", name=name, what=what))

    # ---------------------------------------------------------------------------------------- armour
    def _take_armour(self, name: str, data: Mapping[str, Any]) -> None:
        value = whole(data.get("armor"))
        if value is None or not 0 <= value <= 20:
            self._note(self.notes.dropped, name, text("its armour value is not a number from 0 to 20."))
        elif data.get("isNaturalArmor") is True:
            self.natural_armour = max(self.natural_armour, value)
        elif (status := whole(data.get("equipStatus"))) is not None and status <= _CARRIED:
            self._note(self.notes.dropped, name, text("it is carried, not worn."))
        else:
            places = [place for place in ("head", "torso", "arms", "legs") if part(data, "locations", place)]
            if not places:
                said = text("the file names no location; it covers the torso here.")
                self._note(self.notes.doubtful, name, said)
            piece = {"id": self._id(name, self.armour), "name": name, "value": value}
            self.armour.append({**piece, "covers": places or ["torso"]})

    # --------------------------------------------------------------------------------------- weapons
    def _put(self, name: str, thing: dict[str, Any] | None, data: Mapping[str, Any]) -> None:
        if thing is None:
            return
        if why := self.check({"weapons": [thing]}):
            self._note(self.notes.dropped, name, why)
            return
        self.weapons.append(thing)
        status = whole(data.get("equipStatus"))
        if status is not None:
            self.knows_hands = True
            if status > _CARRIED and not thing.get("natural"):
                self.in_hand.append(thing["id"])

    def _id(self, name: str, others: list[dict[str, Any]]) -> str:
        stem = slug(name) or "thing"
        taken = {other["id"] for other in others} | {"unarmed"}
        number, id_ = 1, stem
        while id_ in taken:
            number += 1
            id_ = f"{stem}-{number}"
        return id_

    def _shield(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        thing = {"id": self._id(name, self.weapons), "name": name, "damage": None, "shield": True}
        if whole(data.get("cover")):
            said = text("its cover against missiles; these rules count none.")
            self._note(self.notes.dropped, name, said)
        return {
            **thing,
            "parry": self._small(name, text("Parry"), data.get("parry"), 5),
            **self._min_str(name, data),
        }

    def _weapon(self, name: str, data: Mapping[str, Any]) -> dict[str, Any] | None:
        words = slug(f"{name} {text_of(data.get('notes'), 400)}")
        thing: dict[str, Any] = {"id": self._id(name, self.weapons), "name": name}
        damage = _damage(data.get("damage"))
        if damage == "1-3d6":
            thing |= {"damage": None, "shotgun": True, "double_barrel": "double" in words}
        elif damage is None:
            shown = text_of(data.get("damage"), 30)
            said = text("its damage {damage} is not understood.", damage=repr(shown))
            self._note(self.notes.dropped, name, said if shown else text("it does no damage."))
            return None
        else:
            thing["damage"] = damage
        thing |= self._reach_out(name, data)
        ranged = "range" in thing or "template" in thing
        with_strength = damage is not None and "Str" in damage
        if with_strength or not ranged:
            thing["melee"] = True
        if ranged and with_strength:
            thing["thrown"] = True
        skill = slug(text_of(part(data, "actions", "trait") or part(data, "actions", "skill")))
        if ranged and skill in ("athletics", "throwing"):
            thing["thrown"] = True
        elif ranged and skill not in ("", "shooting", "fighting"):
            thing["skill"] = skill
        if whole(data.get("equipStatus")) == 5 or re.search(r"two-hand|2-hand|both-hands", words):
            thing["two_handed"] = True
        if not ranged and _NATURAL.match(name.lower()):
            thing["natural"] = True
        if found := re.search(r"reach-([1-3])\b", words):
            thing["reach"] = int(found[1])
        self.counts_shots |= bool(whole(data.get("shots")))
        numbers = {
            "ap": self._number(name, text("AP"), data.get("ap"), 0, 30, 0),
            "rof": self._number(name, text("Rate of fire"), data.get("rof"), 1, 6, 1),
            "parry": self._small(name, text("Parry"), data.get("parry"), 5),
        }
        return {**thing, **numbers, **self._min_str(name, data)}

    def _reach_out(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Read range and template; a lone number is taken for the short range."""
        found: dict[str, Any] = {}
        for key, template in _TEMPLATES.items():
            if part(data, "templates", key) is True:
                found["template"] = template
        typed = (
            text_of(data.get("range")) if not isinstance(data.get("range"), float) else f"{data['range']:g}"
        )
        ranges = _PLAIN_RANGES.fullmatch(typed.replace(" ", ""))
        if ranges and ranges[2]:
            found["range"] = [int(ranges[n]) for n in (1, 2, 3)]
        elif ranges and int(ranges[1]) > 1:
            short = int(ranges[1])
            found["range"] = [short, 2 * short, 4 * short]
            medium, long = found["range"][1:]
            said = text(
                "its range {typed} is one number; {ranges} is taken.",
                typed=repr(typed),
                ranges=f"{short}/{medium}/{long}",
            )
            self._note(self.notes.doubtful, name, said)
        elif "cone" in typed.lower():
            found["template"] = "cone"
        elif typed and not ranges and slug(typed) not in ("melee", "self", "touch"):
            said = text("its range {typed} is not understood; it has none here.", typed=repr(typed))
            self._note(self.notes.doubtful, name, said)
        return found

    def _min_str(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        typed = text_of(data.get("minStr")).lower()
        if not typed:
            return {}
        if _DIE.fullmatch(typed):
            return {"min_str": typed}
        said = text("its minimum Strength {typed} is no die; it has none here.", typed=repr(typed))
        self._note(self.notes.doubtful, name, said)
        return {}

    def _small(self, name: str, what: Text, value: Any, high: int) -> int:
        return self._number(name, what, value, -3, high, 0)

    def _number(self, name: str, what: Text, value: Any, low: int, high: int, missing: int) -> int:
        number = whole(value)
        if number is None:
            if value not in (None, ""):
                said = text("{what} is no number; {kept} is taken.", what=what, kept=missing)
                self._note(self.notes.doubtful, name, said)
            return missing
        kept = min(max(number, low), high)
        if kept != number and (number or missing != 1):  # a rate of fire of 0 is that of a blade
            said = text("{what} {n} is out of range; {kept} is taken.", what=what, n=number, kept=kept)
            self._note(self.notes.doubtful, name, said)
        return kept


def _damage(value: Any) -> str | None:
    """Write damage as our sheets do: `@str+1d6x` is `Str+1d6`. None if it is none."""
    typed = text_of(value, 80).replace(" ", "").lower()
    if typed == "1-3d6":
        return typed
    plain = re.sub(r"@?\bstr(ength)?\b", "Str", typed)
    plain = re.sub(r"(d(?:4|6|8|10|12))x\b", r"\1", plain)
    plain = re.sub(r"\b1(d(?:4|6|8|10|12))", r"\1", plain)
    return (
        plain
        if re.fullmatch(r"(?:Str|\d*d(?:4|6|8|10|12))(?:[+-](?:Str|\d*d(?:4|6|8|10|12)|\d+))*", plain)
        else None
    )
