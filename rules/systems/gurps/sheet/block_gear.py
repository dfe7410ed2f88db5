"""Gear of a GURPS-style stat block: weapons, armour, and attacks on lines of their own."""

import re
from collections.abc import Callable, Mapping
from json import dumps
from typing import Any

from rules.engine.sheets.block_gear import Figure, Figures, Shelf, number
from rules.engine.sheets.block_words import any_of, ids_by_word
from rules.engine.sheets.import_report import slug, text_of
from rules.engine.sheets.stat_block import Part
from rules.engine.text import Text, listed, text
from rules.systems.gurps.attack.damage import read_damage
from rules.systems.gurps.sheet import block_words as words
from rules.systems.gurps.sheet.armour_stock import RAW_ARMOUR
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.gear import ALL, Flag, Weapon, expand_weapon
from rules.systems.gurps.sheet.sheet import RAW_WEAPONS

Check = Callable[[dict[str, Any]], Text | None]
_TYPES, _MODES = ids_by_word(words.TYPES), ids_by_word(words.MODES)
_PLACES, _PAIRS, _SKILLS = ids_by_word(words.PLACES), ids_by_word(words.PAIRS), ids_by_word(words.SKILLS)
DAMAGE = (
    r"(?P<dice>[1-9]\d{0,2}[dw](?:6)?|swing|thrust|sw|thr)\s?(?P<adds>[+-]\d{1,3})?(?:x(?P<times>[1-9]\d{0,2}))?"
    r"\s?(?:\((?P<divisor>\d{1,3}(?:\.\d{1,2})?)\))?\s+"
    rf"(?P<type>{any_of(words.TYPES)})(?![\w+-])"
)
_WAY = {key: any_of({key: names}) for key, names in words.WAY.items()}
_REACH = r"(?:C|\d{1,2})(?:\s*[,-]\s*(?:C|\d{1,2}))*"
_MODE = re.compile(
    rf"(?:(?P<name>\S.{{0,30}}?)\s+)?{DAMAGE}(?:\s+(?:{_WAY['reach']})\s+(?P<reach>{_REACH}))?"
    rf"(?:\s+(?:{_WAY['parry']})\s+(?P<parry>{_WAY['no']}|[+-]?\d{{1,2}}))?"
    rf"(?:\s+(?:{_WAY['mod']})\s+(?P<mod>[+-]\d{{1,2}}))?(?:\s+(?:{_WAY['level']})\s+(?P<level>\d{{1,2}}))?",
    re.IGNORECASE,
)
_FIGURES = Figures(words.FIELDS, words.FLAGS)
ATTACK = re.compile(
    r"^[ ;*-]*(?P<name>[^\n:()]{2,50}?)\s*\((?P<level>\d{1,2})\)\s*:(?P<rest>[^\n]*)", re.MULTILINE
)


def skill_id(name: str) -> str:
    """Make a skill's id of its name, without its tech level and difficulty."""
    plain = re.sub(r"/TL\d*\^?", "", " ".join(name.split())).strip(" :-")
    plain = re.sub(r"\s*\((?:E|A|H|VH)\)(?:\s*(?:ST|DX|IQ|HT|Will|Per)\s*[+-]?\d*)?$", "", plain)
    return _SKILLS.get(plain.lower(), slug(plain))


def plain_damage(found: Mapping[str, str | None]) -> str:
    """Write damage as sheets do: `2d6 cutting` is `2d cut`."""
    dice = str(found["dice"]).lower()
    base = {"swing": "sw", "thrust": "thr"}.get(dice, re.sub(r"(?<=\d)[dw]6?$", "d", dice))
    times = f"x{found['times']}" if found["times"] else ""
    divisor = f"({found['divisor']})" if found["divisor"] else ""
    type_ = _TYPES[" ".join(str(found["type"]).lower().split())]
    return f"{base}{found['adds'] or ''}{times}{divisor} {type_}"


def read_reach(written: str) -> list[str | int]:
    """Read `C,1` or `1-3`; within 1 where it says nothing of use."""
    found: list[str | int] = []
    for low, dash, high in re.findall(r"(C|\d+)(?:\s*(-)\s*(\d+))?", written.upper()):
        first = 1 if low == "C" else int(low)
        found += ["C"] if low == "C" else []
        if dash or low != "C":
            found += list(range(max(1, first), min(20, int(high or first)) + 1))
    return list(dict.fromkeys(found)) or [1]


def whole(raw: Mapping[str, Any]) -> dict[str, Any] | None:
    """Write a weapon out as its model does; None for one that cannot be."""
    try:
        written = Weapon.model_validate_json(dumps(expand_weapon(raw)))
    except ValueError:
        return None
    return written.model_dump(mode="json")


_WHOLE = {id_: whole(raw) or {} for id_, raw in RAW_WEAPONS.items()}
_PIECES = {id_: {"flexible": False, "gaps": False, **raw} for id_, raw in RAW_ARMOUR.items()}


class BlockGear:
    """Weapons and armour while they are read."""

    def __init__(self, check: Check) -> None:
        self.weapons = Shelf("weapons", _WHOLE, words.WEAPONS, check, raw=RAW_WEAPONS)
        self.armour = Shelf("armour", _PIECES, words.ARMOUR, check)

    def take(self, item: Part) -> None:
        """Read a thing of a list."""
        named, inside = item.bracketed()
        name = text_of(named.words.strip("."))
        if inside is not None and not re.fullmatch(r"[\d\s]*", inside.words):
            parts = inside.items(";" if ";" in inside.words else ",;")
            if any(re.match(any_of({"dr": words.FIELDS["dr"]}), part.words, re.I) for part in parts):
                self._piece(named, name, parts)
            elif not self._weapon(named, name, parts) and not self._known(named, name):
                return
        elif inside is None and (blow := item.match(rf"(?P<who>.{{1,50}}?)\s*[:,]?\s+{DAMAGE}")):
            found = {"modes": [{"damage": plain_damage(blow.groupdict())}]}
            self.weapons.take(item, text_of(blow["who"]), found, self._own(found))
        elif inside is None and (
            worn := item.match(rf"(.{{1,50}}?)\s+(?:{any_of({'d': words.FIELDS['dr']})})\s*(\d{{1,3}})")
        ):
            self._worn(item, worn[1], {"dr": item.fitted(worn[1], int(worn[2]), 0, 100)})
        else:
            self._known(item, name)

    def _known(self, item: Part, name: str) -> bool:
        return self.weapons.take_known(item, name) or self.armour.take_known(item, name)

    # ------------------------------------------------------------------------------------------- armour
    def _piece(self, named: Part, name: str, parts: list[Part]) -> None:
        found: dict[str, Any] = {}
        places: list[str] = []
        for part in parts:
            said = part.words.lower()
            dr = part.match(rf"(?:{any_of({'d': words.FIELDS['dr']})})\s*(\d{{1,3}})\*?")
            if dr:
                found["dr"] = part.fitted(name, int(dr[1]), 0, 100)
            elif said in ids_by_word({"f": words.FLAGS["flexible"], "g": words.FLAGS["gaps"]}):
                found["flexible" if said in words.FLAGS["flexible"] else "gaps"] = True
                part.read()
            elif where := places_of(part.words):
                places += where
                part.read()
        if "dr" in found:
            self._worn(named, name, {**found, **({"locations": places} if places else {})})

    def _worn(self, named: Part, name: str, found: dict[str, Any]) -> None:
        known = self.armour.known(name)
        self.armour.take(named, name, found, {"locations": ["torso"], **found})
        if "locations" not in found and known is None:
            said = text("its locations are not in the block; it covers the torso here.")
            named.guess(text("{name}: {what}", name=text_of(name), what=said))

    # ------------------------------------------------------------------------------------------ weapons
    def _weapon(self, named: Part, name: str, parts: list[Part]) -> bool:
        found: dict[str, Any] = {}
        modes: list[dict[str, Any]] = []
        rest = [part for part in parts if not self._mode(part, modes)]
        figures: dict[str, Figure] = {}
        for part in rest:
            one, _ = _FIGURES.of(part)
            figures = {**one, **figures}
        self._numbers(name, figures, found)
        ready = "not-ready" not in figures
        self._flags(figures, found)
        if modes:
            found["modes"] = modes
        shield = found.get("kind") == "shield" or "db" in found
        if not modes and not shield and not found and self.weapons.known(name) is None:
            return False
        own = self._own(found)
        same = self.weapons.known(name) is not None and self._is_same(name, self._comparable(found, own))
        taken = self.weapons.take_known(named, name) if same else self.weapons.take(named, name, found, own)
        if taken and not ready:
            self._put_away()
        return taken

    def _mode(self, part: Part, modes: list[dict[str, Any]]) -> bool:
        said = _MODE.fullmatch(part.words)
        if said is None:
            return False
        mode: dict[str, Any] = {"damage": plain_damage(said.groupdict())}
        if name := said["name"]:
            mode["id"] = _MODES.get(name.lower(), slug(name))
        if said["reach"]:
            mode["reach"] = read_reach(said["reach"])
        if said["parry"]:
            mode["parry"] = int(said["parry"]) if re.match(r"[+-]?\d", said["parry"]) else None
        if said["mod"]:
            mode["skill_mod"] = int(said["mod"])
        if said["level"]:
            mode["level"] = min(60, int(said["level"]))
        if mode.get("id", "") in [other.get("id", "") for other in modes]:
            mode["id"] = f"way-{len(modes) + 1}"
        modes.append(mode)
        part.read()
        return True

    def _numbers(self, name: str, figures: Mapping[str, Figure], found: dict[str, Any]) -> None:
        limits = {
            "acc": (0, 20),
            "rcl": (1, 10),
            "bulk": (-10, 0),
            "db": (0, 3),
            "reload": (1, 60),
            "shots": (1, 1000),
        }
        for key, (low, high) in limits.items():
            what = text("{name}: {what}", name=name, what=words.FIELDS[key][0])
            if (value := number(figures.get(key), low, high, what)) is not None:
                found[key] = value
        if (skill := figures.get("skill")) and (id_ := skill_id(skill.value)):
            found["skill"] = id_
            skill.part.read()
        if (reach := figures.get("range")) and (
            yards := re.fullmatch(
                r"(?:(\d{1,6}(?:\.\d)?|-)\s*/\s*)?(\d{1,6}(?:\.\d)?)", reach.value.replace(",", "")
            )
        ):
            near = None if yards[1] in (None, "-") else float(yards[1]) or None
            found["range"] = [near, float(yards[2]) or 1.0]
            reach.part.read()
        if (rof := figures.get("rof")) and (rate := re.fullmatch(r"(\d{1,3})(?:x(\d{1,2}))?!?", rof.value)):
            found["rof"] = max(1, min(300, int(rate[1])))
            if rate[2]:
                found["pellets"] = max(1, min(20, int(rate[2])))
            rof.part.read()
        for key, pattern in (
            ("sphere", r"(\d{1,3}(?:\.\d)?)()"),
            ("cone", r"(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)"),
        ):
            if (area := figures.get(key)) and (sizes := re.fullmatch(pattern, area.value)):
                width = {"width": float(sizes[2])} if sizes[2] else {}
                found["area"] = {"shape": key, "radius": float(sizes[1]), **width}
                area.part.read()

    def _flags(self, figures: Mapping[str, Figure], found: dict[str, Any]) -> None:
        for key in words.FLAGS:
            if key in figures:
                figures[key].part.read()
        if "both" in figures or "left" in figures:
            found["hand"] = "both" if "both" in figures else "left"
        for key in ("thrown", "missile", "jet", "shield"):
            if key in figures:
                found["kind"] = key
        if "natural" in figures:
            found["unarmed"] = True
        if flags := [flag.value for flag in Flag if flag.value in figures]:
            found["flags"] = flags

    def _own(self, found: Mapping[str, Any]) -> dict[str, Any] | None:
        """Make a weapon of its own of its figures; None where they are too few."""
        if found.get("kind") == "shield" or ("db" in found and "modes" not in found):
            keys = {key: value for key, value in found.items() if key in ("skill", "hand", "db")}
            return {"kind": "shield", "skill": "shield", "hand": "left", **keys}
        if "modes" not in found:
            return None
        kind = found.get("kind") or ("missile" if "range" in found else "melee")
        parry = {} if kind in ("melee", "missile", "jet") else {"parry": None}
        thing = {"skill": "dx", **found, "kind": kind, **parry}
        thing.pop("db", None)
        return thing

    def _comparable(self, found: Mapping[str, Any], own: Mapping[str, Any] | None) -> dict[str, Any]:
        """Write what was read as the stock is written, to tell whether it is the same."""
        written = whole({"id": "x", **own}) if own is not None else None
        whole_ = {key: written[key] for key in ("modes", "area") if written is not None and key in found}
        return {**found, **whole_}

    def _is_same(self, name: str, found: Mapping[str, Any]) -> bool:
        known = _WHOLE[self.weapons.known(name) or ""]
        return all(known.get(key) == value for key, value in found.items())

    def _put_away(self) -> None:
        last = self.weapons.things[-1] if self.weapons.things else None
        if isinstance(last, str):
            last = {**RAW_WEAPONS[last]}
        if isinstance(last, Mapping):
            self.weapons.things[-1] = {**last, "ready": False}

    # ------------------------------------------------------------------------------------------ attacks
    def take_attack(
        self, named: Part, rest: Part, name: str, level: int, skills: Mapping[str, int], strength: int
    ) -> bool:
        """Read an attack on a line of its own, such as `Axe (13): 2d+1 cutting, Reach 1`."""
        modes: list[dict[str, Any]] = []
        found: dict[str, Any] = {}
        at = rest
        while blow := at.find(DAMAGE):
            part, said = blow
            mode: dict[str, Any] = {"damage": plain_damage(said.groupdict()), "level": level}
            mode["id"] = mode["damage"].split()[-1].replace("+", "-plus")
            if mode["id"] in [other["id"] for other in modes]:
                mode["id"] = f"way-{len(modes) + 1}"
            modes.append(mode)
            part.read()
            at = Part(rest.block, part.end, rest.end)
        if not modes:
            return False
        if reach := rest.find(rf"(?:{_WAY['reach']})\s+({_REACH})\*?"):
            reach[0].read()
            for mode in modes:
                mode["reach"] = read_reach(reach[1][1])
        self._shooting(rest, found)
        Part(rest.block, named.end, rest.start).read()
        skill = skill_id(name)
        if len(modes) == 1:
            del modes[0]["id"]
        if skills.get(skill) == level:
            found["skill"] = skill
            for mode in modes:
                del mode["level"]
        id_ = self.weapons.known(name)
        if id_ is not None and self._is_stock(id_, modes, level, skills, strength):
            return self.weapons.take_known(named, name)
        found["modes"] = modes
        return self.weapons.take(named, name, {"as": "written"} if id_ else found, self._own(found))

    def _shooting(self, rest: Part, found: dict[str, Any]) -> None:
        for key, pattern in (
            ("acc", r"Acc\s*(\d{1,2})"),
            ("rof", r"RoF\s*(\d{1,3})"),
            ("rcl", r"Rcl\s*(\d{1,2})"),
        ):
            if figure := rest.find(pattern):
                low, high = {"acc": (0, 20), "rof": (1, 300), "rcl": (1, 10)}[key]
                found[key] = figure[0].fitted(key.capitalize(), int(figure[1][1]), low, high)
        if bulk := rest.find(r"Bulk\s*(-\d{1,2})"):
            found["bulk"] = bulk[0].fitted("Bulk", int(bulk[1][1]), -10, 0)
        if shots := rest.find(r"Shots\s*(\d{1,4})(?:\+\d)?(?:\((\d{1,2})i?\))?"):
            found["shots"] = shots[0].fitted("Shots", int(shots[1][1]), 1, 1000)
        if yards := rest.find(r"(?:Range\s*)?\b(\d{1,3}(?:,?\d{3})?)\s*/\s*(\d{1,3}(?:,?\d{3})?)\b"):
            near, far = (float(yards[1][n].replace(",", "")) for n in (1, 2))
            found["range"] = [near or None, far or 1.0]
            yards[0].read()

    def _is_stock(
        self, id_: str, modes: list[dict[str, Any]], level: int, skills: Mapping[str, int], strength: int
    ) -> bool:
        """Tell whether an attack does what the table's weapon does in these hands."""
        known = _WHOLE[id_]
        if skills.get(known["skill"]) != level:
            return False
        there = {read_damage(mode["damage"]).words(strength) for mode in known["modes"] if mode["damage"]}
        return there == {read_damage(mode["damage"]).words(strength) for mode in modes}

    # ------------------------------------------------------------------------------------------ in hand
    def in_hand(self) -> Text | None:
        """Put away what the hands have no room for, the first coming first; say so if anything was."""
        free, away = {"right", "left"}, []
        for at, thing in enumerate(self.weapons.things):
            whole_ = dict(_WHOLE[thing]) if isinstance(thing, str) else whole(thing)
            if whole_ is None or whole_["unarmed"] or not whole_["ready"]:
                continue
            hands = {"right", "left"} if whole_["hand"] == "both" else {whole_["hand"]}
            if hands <= free:
                free -= hands
            else:
                raw = RAW_WEAPONS[thing] if isinstance(thing, str) else thing
                self.weapons.things[at] = {**raw, "ready": False}
                away.append(str(whole_["name"]))
        if not away:
            return None
        return text("Not in hand at the start: {things}. The hands are full.", things=listed(away))


def places_of(words_: str) -> list[str]:
    """Read places of a body: `torso`, `arms`; several with "and" between. Empty if one is none."""
    found: list[str] = []
    for said in re.split(r"\s+(?:and|und|&)\s+|\s*/\s*", words_.lower().strip()):
        if said in _PLACES:
            found.append(_PLACES[said])
        elif said in _PAIRS:
            found += [f"right-{_PAIRS[said]}", f"left-{_PAIRS[said]}"]
        elif re.fullmatch(r"(?:right|left)? ?[a-z]+(?: [a-z]+)?", said) and slug(said) in BEASTS:
            found.append(slug(said))
        else:
            return []
    return found


BEASTS = frozenset(id_ for plan in BODY_PLANS.values() for id_ in plan.ids) | {ALL}
"""The ids of all places of the bodies that there are."""
