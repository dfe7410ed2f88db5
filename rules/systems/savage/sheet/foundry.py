"""An actor of Foundry's SWADE system as a Savage Worlds-style sheet: what its file says, and what it cannot.

Texts of items are not read: they come from books. Names and numbers are.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.import_report import Imported, Notes, count, listed, part, slug, text_of, whole
from rules.engine.refusal import Refusal
from rules.systems.savage.sheet.die import SIDES
from rules.systems.savage.sheet.foundry_gear import Gear
from rules.systems.savage.sheet.sheet import SavageSheet

MAX_ITEMS = 500
_ADVICE = "In Foundry, open the actor's menu in the sidebar and choose Export Data."
_NO_ACTORS = {
    "vehicle": "This is a vehicle",
    "group": "This is a group of actors",
    "Actor": "This is a folder",
    "weapon": "This is an item",
    "armor": "This is an item",
    "shield": "This is an item",
    "edge": "This is an item",
    "hindrance": "This is an item",
    "skill": "This is an item",
    "power": "This is an item",
    "gear": "This is an item",
}
_ATTRIBUTES = ("agility", "smarts", "spirit", "strength", "vigor")
_RULED = {"quick", "level-headed", "improved-level-headed", "dodge"}
_IMPROVED = {
    "level-headed-imp": "improved-level-headed",
    "level-headed-improved": "improved-level-headed",
    "imp-level-headed": "improved-level-headed",
}
_BY_FLAG = {
    "hasLevelHeaded": "level-headed",
    "hasImpLevelHeaded": "improved-level-headed",
    "hasQuick": "quick",
}
_STATUS: Mapping[str, Mapping[str, Any]] = {
    "isShaken": {"shaken": True},
    "isStunned": {"stunned": True},
    "isDistracted": {"distracted": 1},
    "isVulnerable": {"vulnerable": 1},
    "isIncapacitated": {"incapacitated": True},
}
_NOT_HERE = {
    "power": ("power", "powers", "powers are not in these rules; write a mystic attack as a weapon"),
    "action": ("action", "actions", "the actions of these rules are used"),
    "ability": ("special ability", "special abilities", "put what they change on the sheet by hand"),
    "gear": ("piece of equipment", "pieces of equipment", "nothing in a fight depends on it"),
    "consumable": ("consumable", "consumables", "supplies are not counted"),
}


SheetReader = Callable[[Mapping[str, Any]], SavageSheet]


def read_actor(data: Mapping[str, Any], name: str, read_sheet: SheetReader) -> Imported:
    """Read a character or NPC.

    Args:
        name: what to call it if it has no name.
        read_sheet: checks a sheet and all that it names.

    Raises:
        Refusal: `unknown-format` if it is no such actor; `bad-sheet` if no sheet can be made of it.
    """
    _require_actor(data)
    game = text_of(part(data, "_stats", "systemId"))
    if game not in ("", "swade") or not isinstance(part(data, "system", "attributes", "agility"), dict):
        what = (
            f"The actor was made with Foundry's system {game!r}" if game else "The actor is of another game"
        )
        text = f"{what}; only actors of SWADE, the Savage Worlds system, are read."
        raise Refusal("unknown-format", text)
    return _Reader(data, text_of(data.get("name")) or name, read_sheet).read()


def _require_actor(data: Mapping[str, Any]) -> None:
    kind = data.get("type")
    if isinstance(kind, str) and kind in _NO_ACTORS and not isinstance(data.get("items"), list):
        raise Refusal("unknown-format", f"{_NO_ACTORS[kind]}, not a character. {_ADVICE}")
    if kind in ("vehicle", "group"):
        text = f"{_NO_ACTORS[str(kind)]}, not a character: only characters and NPCs are read."
        raise Refusal("unknown-format", text)
    if not isinstance(data.get("items"), list) or not isinstance(data.get("system"), dict):
        raise Refusal("unknown-format", f"The file is JSON, but no actor of Foundry. {_ADVICE}")
    if len(data["items"]) > MAX_ITEMS:
        text = f"The actor has {len(data['items']):,} items; at most {MAX_ITEMS} are read."
        raise Refusal("unknown-format", f"{text} Take away what is not needed.")


class _Reader:
    def __init__(self, actor: Mapping[str, Any], name: str, read_sheet: SheetReader) -> None:
        self.actor, self.name, self.read_sheet = actor, name, read_sheet
        self.data: Mapping[str, Any] = actor["system"]
        self.items = [item for item in actor["items"] if isinstance(item, dict)]
        self.notes = Notes()
        self.sheet: dict[str, Any] = {}
        self.gear = Gear(check=self._why_not, notes=self.notes)
        if lost := len(actor["items"]) - len(self.items):
            self.notes.dropped.append(f"{count(lost, 'item')} that cannot be read.")

    def read(self) -> Imported:
        self._sort()
        self._attributes()
        self._skills()
        self._edges()
        self._pace()
        for item in self.items:
            if item.get("type") in ("weapon", "shield", "armor"):
                self.gear.take(item)
        self._gear()
        self._bonuses()
        self._leave_out()
        state = self._state()
        if why := self._why_not(self.sheet):
            raise Refusal("bad-sheet", f"The actor cannot be made into a sheet: {why}")
        self._compare()
        return Imported(
            name=self.name,
            sheet=self.sheet,
            state=state,
            size=self._cells(),
            report=self.notes.report(),
        )

    def _why_not(self, sheet: dict[str, Any]) -> str:
        try:
            self.read_sheet(sheet)
        except Refusal as refusal:
            return refusal.message.removeprefix("This sheet cannot be used: ")
        return ""

    # ---------------------------------------------------------------------------------------- traits
    def _sort(self) -> None:
        told = self.data.get("wildcard")
        is_wild = told if isinstance(told, bool) else self.actor.get("type") == "character"
        self.sheet["wild_card"] = is_wild
        if part(self.data, "attributes", "smarts", "animal") is True:
            self.sheet["kind"] = "animal"
        self.notes.read.append(f"{self.name}, {'a Wild Card' if is_wild else 'an Extra'}.")

    def _die(self, value: Any, what: str, missing: str = "d6") -> str:
        sides, plus = whole(part(value, "sides")), whole(part(value, "modifier")) or 0
        if sides is None:
            self.notes.doubtful.append(f"{what}: the file gives no die; {missing} is taken.")
            return missing
        kept = min(SIDES, key=lambda known: abs(known - sides))
        number = min(max(plus, -8), 8)
        die = f"d{kept}{number:+d}" if number else f"d{kept}"
        if (kept, number) != (sides, plus):
            self.notes.doubtful.append(f"{what}: d{sides}{f'{plus:+d}' if plus else ''} is taken as {die}.")
        return die

    def _attributes(self) -> None:
        found = {}
        for name in _ATTRIBUTES:
            value = part(self.data, "attributes", name)
            found[name] = self._die(part(value, "die"), name.capitalize())
            wild = whole(part(value, "wild-die", "sides"))
            if self.sheet["wild_card"] and wild not in (None, 6):
                self.notes.doubtful.append(
                    f"{name.capitalize()}: its Wild Die is a d{wild}; here it is a d6."
                )
        self.sheet["attributes"] = found
        self.notes.read.append(listed([f"{name.capitalize()} {die}" for name, die in found.items()]) + ".")

    def _skills(self) -> None:
        skills: dict[str, str] = {}
        for item in self._of("skill"):
            name = text_of(item.get("name"))
            id_ = slug(name)
            if not id_:
                self.notes.dropped.append(f"A skill whose name {name!r} makes no id.")
            elif id_.startswith("unskilled"):
                continue  # here everybody may try untrained
            elif id_ in skills:
                self.notes.doubtful.append(f"{name} stands there twice; {skills[id_]} is taken.")
            else:
                skills[id_] = self._die(part(item, "system", "die"), name, "d4")
        self.sheet["skills"] = skills
        if skills:
            words = [f"{id_.replace('-', ' ').capitalize()} {die}" for id_, die in skills.items()]
            self.notes.read.append(f"{count(len(skills), 'skill')}: {listed(words)}.")

    def _of(self, kind: str) -> list[dict[str, Any]]:
        return [item for item in self.items if item.get("type") == kind]

    def _names(self, kind: str) -> dict[str, str]:
        """List ids of edges or hindrances with the names that the file gives them."""
        found = {}
        for item in self._of(kind):
            name = text_of(item.get("name"))
            id_ = slug(name) or name
            if id_:
                found[_IMPROVED.get(id_, id_)] = name.replace(",", "")  # a form parts them by commas
        return found

    def _edges(self) -> None:
        edges, hindrances = self._names("edge"), self._names("hindrance")
        for flag, id_ in _BY_FLAG.items():
            if part(self.data, "initiative", flag) is True:
                edges.setdefault(id_, id_.replace("-", " ").title())
        if part(self.data, "initiative", "hasHesitant") is True:
            hindrances.setdefault("hesitant", "Hesitant")
        if "hesitant" in hindrances and (quick := (_RULED - {"dodge"}) & set(edges)):
            names = listed(sorted(edges[id_] for id_ in quick))
            self.notes.doubtful.append(f"Hesitant does not go with {names}; Hesitant is left out.")
            del hindrances["hesitant"]
        self.sheet["edges"] = [id_ if id_ in _RULED else name for id_, name in edges.items()]
        self.sheet["hindrances"] = [i if i == "hesitant" else name for i, name in hindrances.items()]
        working = [name for id_, name in edges.items() if id_ in _RULED]
        working += [name for id_, name in hindrances.items() if id_ == "hesitant"]
        if working:
            self.notes.read.append(f"With an effect here: {listed(working)}.")
        kept = [name for name in (*edges.values(), *hindrances.values()) if name not in working]
        if kept:
            self.notes.doubtful.append(f"Kept as notes, without an effect: {listed(kept)}.")

    def _pace(self) -> None:
        pace = part(self.data, "pace", "ground")
        pace = part(self.data, "stats", "speed", "value") if pace is None else pace
        if (number := whole(pace)) is not None and 0 <= number <= 24:
            self.sheet["pace"] = number
        elif pace is not None:
            self.notes.doubtful.append("Pace is no number from 0 to 24; 6 is taken.")
        sides = part(self.data, "pace", "running", "die")
        sides = part(self.data, "stats", "speed", "runningDie") if sides is None else sides
        if sides is not None:
            plus = part(self.data, "pace", "running", "mod")
            self.sheet["run_die"] = self._die({"sides": sides, "modifier": plus}, "Running die")

    # ------------------------------------------------------------------------------------------ gear
    def _gear(self) -> None:
        gear = self.gear
        self.sheet |= {"weapons": gear.weapons, "armour": gear.armour}
        if gear.natural_armour:
            self.sheet["natural_armour"] = gear.natural_armour
        armour = whole(part(self.data, "stats", "toughness", "armor"))
        if armour and not gear.armour and not gear.natural_armour and 0 < armour <= 20:
            self.sheet["natural_armour"] = armour
            self.notes.doubtful.append(f"Armour {armour} without a piece of armour: taken as natural armour.")
        names = [thing["name"] for thing in (*gear.weapons, *gear.armour)]
        if names:
            self.notes.read.append(f"Gear: {listed(names)}.")
        if gear.counts_shots:
            self.notes.dropped.append("Shots: ammunition is not counted in these rules.")
        if gear.knows_hands:
            if not self._why_not({**self.sheet, "held": gear.in_hand}):
                self.sheet["held"] = gear.in_hand
            else:
                text = "More is ready in the file than two hands hold; what fits is in hand, in order."
                self.notes.doubtful.append(text)

    def _bonuses(self) -> None:
        parry = whole(part(self.data, "stats", "parry", "modifier")) or 0
        size = whole(part(self.data, "stats", "size")) or 0
        tough = whole(part(self.data, "stats", "toughness", "modifier")) or 0
        for key, value, low, high in (
            ("parry_bonus", parry, -4, 8),
            ("toughness_bonus", tough + size, -3, 30),
        ):
            kept = min(max(value, low), high)
            if kept != value:
                label = key.replace("_", " ").capitalize()
                self.notes.doubtful.append(f"{label} {value} is out of range; {kept} is taken.")
            if kept:
                self.sheet[key] = kept
        if size:
            self.notes.read.append(f"Size {size:+d}, which counts on Toughness.")

    def _leave_out(self) -> None:
        known = {"skill", "edge", "hindrance", "weapon", "shield", "armor"}
        kinds = [text_of(item.get("type")) for item in self.items]
        for kind, (noun, plural, why) in _NOT_HERE.items():
            if number := kinds.count(kind):
                self.notes.dropped.append(f"{number} {noun if number == 1 else plural}: {why}.")
        strange = [kind for kind in kinds if kind not in known and kind not in _NOT_HERE]
        if strange:
            self.notes.dropped.append(f"{count(len(strange), 'item')} of a kind that is not known here.")

    # ----------------------------------------------------------------------------------------- state
    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = {}
        limit = 3 if self.sheet["wild_card"] else 0
        wounds = whole(part(self.data, "wounds", "value")) or 0
        most = whole(part(self.data, "wounds", "max"))
        if wounds > 0:
            state["wounds"] = min(wounds, limit)
        if wounds > limit:
            text = f"{count(wounds, 'wound')}: here it carries {limit}, and is marked as Incapacitated."
            self.notes.doubtful.append(text)
            state["incapacitated"] = True
        if self.sheet["wild_card"] and most not in (None, 3):
            self.notes.doubtful.append(f"It may carry {most} wounds in the file; here a Wild Card carries 3.")
        if whole(part(self.data, "wounds", "ignored")):
            self.notes.dropped.append("Ignored wounds: every wound counts here.")
        if fatigue := whole(part(self.data, "fatigue", "value")):
            self.notes.dropped.append(f"Fatigue {fatigue}: these rules have none.")
        self._bennies(state)
        for flag, keys in _STATUS.items():
            if part(self.data, "status", flag) is True:
                state.update(keys)
                self.notes.read.append(f"It is {flag.removeprefix('is')}.")
        for flag in ("isEntangled", "isBound"):
            if part(self.data, "status", flag) is True:
                self.notes.dropped.append(f"{flag.removeprefix('is')}: these rules have no grappling.")
        return state

    def _bennies(self, state: dict[str, Any]) -> None:
        now, most = (whole(part(self.data, "bennies", key)) for key in ("value", "max"))
        if most is not None and 0 <= most <= 99 and (self.sheet["wild_card"] or most == 0):
            self.sheet["bennies"] = most
        if now is not None and 0 <= now <= 99 and (self.sheet["wild_card"] or now == 0):
            state["bennies"] = now

    def _compare(self) -> None:
        """Say where the numbers that Foundry worked out are not those that come out here."""
        sheet = self.read_sheet(self.sheet)
        for label, here in (("Parry", sheet.parry(sheet.starts_held)), ("Toughness", sheet.toughness())):
            told = whole(part(self.data, "stats", label.lower(), "value"))
            if told and told > 2 and told != here:
                text = f"The file says {label} {told}; here it comes to {here}."
                self.notes.doubtful.append(f"{text} If the file is right, change the bonus on the sheet.")

    def _cells(self) -> int:
        width = whole(part(self.actor, "prototypeToken", "width"))
        return width if width is not None and 1 <= width <= 10 else 1
