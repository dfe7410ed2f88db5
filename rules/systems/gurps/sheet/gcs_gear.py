"""The weapons of a GCS character: levels, damage, parry and block as GCS has worked them out."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.sheets.import_report import Notes, objects_in, part, slug, text_of, whole
from rules.engine.text import Text, listed, text
from rules.systems.gurps.attack.damage import TYPES, read_damage
from rules.systems.gurps.sheet.gear import MOST_LEVEL

_MOST = 80
_SHIELD_SKILLS = ("shield", "cloak")
_DAMAGE = re.compile(r"^\s*(\d+d(?:[+-]\d+)?)\s*(?:x(\d+))?\s*(?:\((\d+(?:\.\d+)?)\))?\s*(.*)$")


@dataclass(slots=True)
class Arms:
    """The weapons of a character while they are read.

    `bonus` is what the file has added to every parry and block that is added here anew (Combat Reflexes, and
    a shield's DB as long as it is held): it is taken off, so that the sum is the file's again.
    """

    check: Callable[[dict[str, Any]], Text | None]
    """Says why a weapon cannot stand on a sheet; None for one that can."""
    skills: Mapping[str, int]
    notes: Notes
    reflexes: int = 0
    db: int = 0
    weapons: list[dict[str, Any]] = field(default_factory=list)
    kept_text: list[Text] = field(default_factory=list)

    # ----------------------------------------------------------------------------------------------- carrying
    def take(self, name: str, usages: Any, *, of_body: bool, db: int = 0) -> None:
        """Take a thing with the ways in which it is used."""
        ways = [usage for usage in usages if isinstance(usage, Mapping)] if isinstance(usages, list) else []
        if of_body:
            for usage in ways:
                self._add(text_of(usage.get("usage")) or name, [usage], unarmed=True)
            return
        blocking = next((usage for usage in ways if _number(part(usage, "calc", "block")) is not None), None)
        if blocking is not None and self._is_shield(blocking, db):
            self._shield(name, blocking, db)
            self._tell_bashes(name, ways)
            return
        if blocking is not None:
            said = text("{name}: blocking with it; only shields and cloaks block here.", name=name)
            self.notes.dropped.append(said)
        melee = [usage for usage in ways if not _is_ranged(usage)]
        ranged = [usage for usage in ways if _is_ranged(usage)]
        melee.sort(key=lambda usage: _number(part(usage, "calc", "parry")) is None)
        if melee or ranged:
            self._add(name, [*melee, *ranged[:1]])
        for usage in ranged[1:]:
            self._add(f"{name}, {text_of(usage.get('usage')) or 'otherwise'}", [usage])

    def _id(self, name: str) -> str:
        wanted = slug(name) or "weapon"
        taken = {weapon["id"] for weapon in self.weapons}
        return next(
            i for n in range(1, _MOST + 2) if (i := wanted if n == 1 else f"{wanted}-{n}") not in taken
        )

    def _keep(self, weapon: dict[str, Any]) -> None:
        name = str(weapon["name"])
        if len(self.weapons) >= _MOST:
            said = text("{name}: at most {most} weapons are read.", name=name, most=_MOST)
            self.notes.dropped.append(said)
        elif why := self.check(weapon):
            self.notes.dropped.append(text("{name}: {why}", name=name, why=why))
        else:
            self.weapons.append(weapon)

    def _is_shield(self, blocking: Mapping[str, Any], db: int) -> bool:
        """Tell a shield or a cloak from a weapon that can block too: it has a DB, or its skill says so."""
        named = (text_of(default.get("name")).lower() for default in objects_in(blocking, "defaults"))
        return db > 0 or any(skill.startswith(_SHIELD_SKILLS) for skill in named)

    def _tell_bashes(self, name: str, ways: list[Mapping[str, Any]]) -> None:
        """Report the blows of a shield, with their damage: a shield only blocks here."""
        bashes = [
            text("{blow} ({damage})", blow=text_of(usage.get("usage")) or text("a blow"), damage=written)
            for usage in ways
            if (written := text_of(part(usage, "calc", "damage"))) and written != "-"
        ]
        if bashes:
            said = text(
                "{name}: striking with it, {blows}; a shield only blocks here.",
                name=name,
                blows=listed(bashes),
            )
            self.notes.dropped.append(said)

    def _shield(self, name: str, usage: Mapping[str, Any], db: int) -> None:
        block = (_number(part(usage, "calc", "block")) or 0) - self.reflexes - self.db
        skill = self._skill(usage)
        self._keep(
            {
                "id": self._id(name),
                "name": name,
                "kind": "shield",
                "skill": skill if skill.startswith("shield") else "shield",
                "hand": "left",
                "db": self.notes.fitted(_of(name, text("DB")), db, 0, 3),
                "block_level": self.notes.fitted(_of(name, text("block")), max(0, block), 0, MOST_LEVEL),
                "ready": False,
            }
        )

    def _add(self, name: str, usages: list[Mapping[str, Any]], *, unarmed: bool = False) -> None:
        modes: list[dict[str, Any]] = []
        for usage in usages:
            mode = self._mode(name, usage)
            if mode is None:
                continue
            ids = {other["id"] for other in modes}
            if len(usages) > 1:
                wanted = slug(text_of(usage.get("usage"))) or f"way-{len(modes) + 1}"
                mode["id"] = wanted if wanted not in ids else f"{wanted}-{len(modes) + 1}"
            modes.append(mode)
        if not modes:
            return
        first = usages[0]
        two_hands = any(sign in str(first.get("strength", "")) for sign in ("†", "‡"))
        weapon: dict[str, Any] = {
            "id": self._id(name),
            "name": name,
            "skill": self._skill(first),
            "unarmed": unarmed,
            "hand": "both" if two_hands else "right",
            "ready": False,
            "modes": modes,
            "kind": modes[0]["kind"],
        }
        shot = next((usage for usage in usages if _is_ranged(usage)), None)
        if shot is not None:
            weapon.update(self._ranged(name, shot))
        flags = {flag for usage in usages for flag in _flags(usage)}
        if flags:
            weapon["flags"] = sorted(flags)
        self._keep(weapon)

    # ------------------------------------------------------------------------------------------- one way of u
    def _mode(self, name: str, usage: Mapping[str, Any]) -> dict[str, Any] | None:
        written = text_of(part(usage, "calc", "damage")).replace("×", "x")
        said = " ".join(filter(None, [name, text_of(usage.get("usage"))]))
        damage = _read_damage(written)
        if damage is None:
            how = text("no damage that can be rolled stands in the file; write it by hand.")
            if written and written != "-":
                how = text(
                    "the damage {written} is nothing that can be rolled; write it by hand.",
                    written=repr(written),
                )
            self.notes.dropped.append(_of(said, how))
            return None
        mode: dict[str, Any] = {
            "id": "",
            "damage": damage,
            "kind": _kind(usage),
            "thrust": part(usage, "damage", "st") in ("thr", "thr_leveled"),
            "parry": None,
        }
        if damage != _tidy(written):
            mode["text"] = written[:60]
            self.kept_text.append(text("{weapon} ({damage})", weapon=said, damage=written))
        level = whole(part(usage, "calc", "level"))
        if level is not None and level > 0:
            mode["level"] = self.notes.fitted(_of(said, text("skill level")), level, 1, MOST_LEVEL)
        elif self._skill(usage) not in self.skills:
            lacks = text("the file has no skill level for it; DX is rolled.")
            self.notes.doubtful.append(_of(said, lacks))
        parry = _number(part(usage, "calc", "parry"))
        if parry is not None and mode["kind"] in ("melee", "thrown"):
            score = max(0, parry - self.reflexes - self.db)
            level = self.notes.fitted(_of(said, text("parry")), score, 0, MOST_LEVEL)
            mode |= {"parry": 0, "parry_level": level}
        if mode["kind"] == "melee":
            mode["reach"] = _reach(text_of(part(usage, "calc", "reach") or usage.get("reach")))
        return mode

    def _skill(self, usage: Mapping[str, Any]) -> str:
        """Give the skill that a weapon is used with: the first of its defaults that the character has."""
        listed_ = usage.get("defaults")
        named = [
            id_
            for default in (listed_ if isinstance(listed_, list) else ())
            if part(default, "type") == "skill" and (id_ := skill_id(default))
        ]
        return next((id_ for id_ in named if id_ in self.skills), named[0] if named else "dx")

    def _ranged(self, name: str, usage: Mapping[str, Any]) -> dict[str, Any]:
        """Read what a ranged weapon has besides its damage."""

        def fitted(what: Text, value: int, low: int, high: int) -> int:
            return self.notes.fitted(_of(name, what), value, low, high)

        found: dict[str, Any] = {}
        acc = _number(usage.get("accuracy"))
        if acc is not None:
            found["acc"] = fitted(text("Acc"), acc, 0, 20)
        yards = [
            whole(word)
            for word in re.findall(r"\d+", text_of(part(usage, "calc", "range") or usage.get("range")))
        ]
        far = [float(number) for number in yards if number]
        if "x" in text_of(part(usage, "calc", "range") or usage.get("range")).lower():
            far = []  # times ST, and not worked out
        if far:
            found["range"] = [far[0] if len(far) > 1 and far[0] <= far[-1] else None, far[-1]]
        fire = re.match(r"\s*(\d+)(?:\s*[x×]\s*(\d+))?", text_of(usage.get("rate_of_fire")))
        if fire:
            found["rof"] = fitted(text("RoF"), int(fire[1]), 1, 300)
            if fire[2]:
                found["pellets"] = fitted(text("pellets"), int(fire[2]), 1, 20)
        rcl = _number(usage.get("recoil"))
        if rcl is not None:
            found["rcl"] = fitted(text("Rcl"), rcl, 1, 10)
        bulk = _number(usage.get("bulk"))
        if bulk is not None:
            found["bulk"] = fitted(text("Bulk"), bulk, -10, 0)
        shots = re.match(r"\s*(\d+)(?:\+(\d+))?\s*(?:\((\d+)i?\))?", text_of(usage.get("shots")))
        if shots and _kind(usage) == "missile":
            found["shots"] = fitted(text("shots"), int(shots[1]) + int(shots[2] or 0), 1, 1000)
            if shots[3]:
                found["reload"] = fitted(text("turns to reload"), int(shots[3]), 1, 60)
        return found

    # ------------------------------------------------------------------------------------------------ in hand
    def put_in_hand(self) -> None:
        """Let the first weapon be ready, and a shield beside it: the file does not say what is held."""
        held: list[str] = []
        free = {"right", "left"}
        for weapon in self.weapons:
            hands = (
                set()
                if weapon.get("unarmed")
                else {"both": {"right", "left"}}.get(weapon["hand"], {weapon["hand"]})
            )
            if hands and hands <= free:
                free -= hands
                held.append(str(weapon["name"]))
                weapon["ready"] = True
            elif not hands:
                weapon["ready"] = True
        if held:
            said = text(
                "In hand at the start: {held}. The file does not say; ready others as you like.",
                held=listed(held),
            )
            self.notes.doubtful.append(said)


def _of(name: str, what: Text) -> Text:
    """Say something of a weapon."""
    return text("{name}: {what}", name=name, what=what)


def skill_id(data: Any) -> str:
    """Make a skill's id of its name and specialization: `guns-pistol`; a shield's is `shield`."""
    name, special = text_of(part(data, "name")), text_of(part(data, "specialization"))
    id_ = slug(f"{name} {special}")
    return {"shield-shield": "shield"}.get(id_, id_)


def _number(value: Any) -> int | None:
    found = re.match(r"\s*([+-]?\d+)", text_of(value)) if isinstance(value, str) else None
    return whole(found[1]) if found else whole(value)


def _is_ranged(usage: Mapping[str, Any]) -> bool:
    return any(usage.get(key) not in (None, "") for key in ("range", "accuracy", "rate_of_fire"))


def _kind(usage: Mapping[str, Any]) -> str:
    if not _is_ranged(usage):
        return "melee"
    if "jet" in text_of(usage.get("rate_of_fire")).lower():
        return "jet"
    return "thrown" if text_of(usage.get("shots")).upper().startswith("T") else "missile"


def _flags(usage: Mapping[str, Any]) -> Iterator[str]:
    parry = text_of(part(usage, "calc", "parry") or usage.get("parry"))
    if parry.upper().endswith("F"):
        yield "fencing"
    if parry.upper().endswith("U"):
        yield "unbalanced"
    names = [text_of(default.get("name")).lower() for default in objects_in(usage, "defaults")]
    if _kind(usage) == "missile" and names[:1] and names[0] in ("guns", "beam weapons", "gunner"):
        yield "fast"
    if names and names[0] == "flail":
        yield "flail"
    if re.search(r"[x×]\d+", text_of(usage.get("rate_of_fire"))):
        yield "shotgun"


def _tidy(written: str) -> str:
    return re.sub(r"\s+", " ", written.replace(" x", "x").replace(" (", "(")).strip()


def _read_damage(written: str) -> str | None:
    """Turn damage as GCS writes it into ours; None if it holds no dice or no type that is known."""
    found = _DAMAGE.match(written)
    if found is None:
        return None
    dice, times, divisor, rest = found.groups()
    words = rest.split()
    word = words[0].partition("/")[0] if words else ""
    type_ = next((id_ for id_ in TYPES if id_ == word), None)
    if type_ is None:
        return None
    damage = f"{dice}{f'x{times}' if times else ''}{f'({divisor})' if divisor else ''} {type_}"
    try:
        read_damage(damage)
    except ValueError:
        return None
    return damage


def _reach(written: str) -> list[str | int]:
    found: list[str | int] = []
    for word in re.split(r"[,\s]+", written.replace("*", "")):
        low, dash, high = word.partition("-")
        first, last = whole(low), whole(high) if dash else whole(low)
        if low.upper() == "C":
            found.append("C")
            first = 1 if dash else None
        if first is not None and last is not None:
            found += [yards for yards in range(max(1, first), min(last, 20) + 1) if yards not in found]
    return found or [1]
