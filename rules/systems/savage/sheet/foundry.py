"""An actor of Foundry's SWADE system as a Savage Worlds-style sheet: what its file says, and what it cannot.

Texts of items are not read: they come from books. Names and numbers are.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported, Notes, part, slug, text_of, whole, why_no_sheet
from rules.engine.text import Gap, Text, counted, listed, text
from rules.systems.savage.sheet.book_names import ATTRIBUTES, EDGES, trait_name
from rules.systems.savage.sheet.die import SIDES
from rules.systems.savage.sheet.foundry_gear import Gear
from rules.systems.savage.sheet.sheet import SavageSheet

MAX_ITEMS = 500
_ADVICE = text("In Foundry, open the actor's menu in the sidebar and choose Export Data.")
_NO_ACTORS = {
    "vehicle": text("This is a vehicle, not a character."),
    "group": text("This is a group of actors, not a character."),
    "Actor": text("This is a folder, not a character."),
    **dict.fromkeys(
        ("weapon", "armor", "shield", "edge", "hindrance", "skill", "power", "gear"),
        text("This is an item, not a character."),
    ),
}
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
_STATUS: Mapping[str, tuple[Mapping[str, Any], Text]] = {
    "isShaken": ({"shaken": True}, text("It is Shaken.")),
    "isStunned": ({"stunned": True}, text("It is Stunned.")),
    "isDistracted": ({"distracted": 1}, text("It is Distracted.")),
    "isVulnerable": ({"vulnerable": 1}, text("It is Vulnerable.")),
    "isIncapacitated": ({"incapacitated": True}, text("It is Incapacitated.")),
}
_NO_STATUS = {
    "isEntangled": text("Entangled: these rules have no grappling."),
    "isBound": text("Bound: these rules have no grappling."),
}
_NOT_HERE = {
    "power": counted(
        "{n} power: powers are not in these rules; write a mystic attack as a weapon.",
        "{n} powers: powers are not in these rules; write a mystic attack as a weapon.",
        n=0,
    ),
    "action": counted(
        "{n} action: the actions of these rules are used.",
        "{n} actions: the actions of these rules are used.",
        n=0,
    ),
    "ability": counted(
        "{n} special ability: put what it changes on the sheet by hand.",
        "{n} special abilities: put what they change on the sheet by hand.",
        n=0,
    ),
    "gear": counted(
        "{n} piece of equipment: nothing in a fight depends on it.",
        "{n} pieces of equipment: nothing in a fight depends on them.",
        n=0,
    ),
    "consumable": counted(
        "{n} consumable: supplies are not counted.", "{n} consumables: supplies are not counted.", n=0
    ),
}
"""What these rules leave out, by the kind of item."""


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
        said = text("The actor is of another game; only actors of SWADE, the Savage Worlds system, are read.")
        if game:
            said = text(
                "The actor was made with Foundry's system {game}; only actors of SWADE, the Savage Worlds "
                "system, are read.",
                game=repr(game),
            )
        raise Refusal("unknown-format", said)
    return _Reader(data, text_of(data.get("name")) or name, read_sheet).read()


def _require_actor(data: Mapping[str, Any]) -> None:
    kind = data.get("type")
    if isinstance(kind, str) and kind in _NO_ACTORS and not isinstance(data.get("items"), list):
        raise Refusal("unknown-format", text("{why} {advice}", why=_NO_ACTORS[kind], advice=_ADVICE))
    if kind in ("vehicle", "group"):
        said = text("{why} Only characters and NPCs are read.", why=_NO_ACTORS[str(kind)])
        raise Refusal("unknown-format", said)
    if not isinstance(data.get("items"), list) or not isinstance(data.get("system"), dict):
        said = text("The file is JSON, but no actor of Foundry. {advice}", advice=_ADVICE)
        raise Refusal("unknown-format", said)
    if len(data["items"]) > MAX_ITEMS:
        said = text(
            "The actor has {n} items; at most {most} are read. Take away what is not needed.",
            n=len(data["items"]),
            most=MAX_ITEMS,
        )
        raise Refusal("unknown-format", said)


class _Reader:
    def __init__(self, actor: Mapping[str, Any], name: str, read_sheet: SheetReader) -> None:
        self.actor, self.name, self.read_sheet = actor, name, read_sheet
        self.data: Mapping[str, Any] = actor["system"]
        self.items = [item for item in actor["items"] if isinstance(item, dict)]
        self.notes = Notes()
        self.sheet: dict[str, Any] = {}
        self.gear = Gear(check=self._why_not, notes=self.notes)
        if lost := len(actor["items"]) - len(self.items):
            said = counted("{n} item that cannot be read.", "{n} items that cannot be read.", n=lost)
            self.notes.dropped.append(said)

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
            raise Refusal("bad-sheet", text("The actor cannot be made into a sheet: {why}", why=why))
        self._compare()
        return Imported(
            name=self.name,
            sheet=self.sheet,
            state=state,
            size=self._cells(),
            report=self.notes.report(),
        )

    def _why_not(self, sheet: dict[str, Any]) -> Text | None:
        return why_no_sheet(self.read_sheet, sheet)

    # ---------------------------------------------------------------------------------------- traits
    def _sort(self) -> None:
        told = self.data.get("wildcard")
        is_wild = told if isinstance(told, bool) else self.actor.get("type") == "character"
        self.sheet["wild_card"] = is_wild
        if part(self.data, "attributes", "smarts", "animal") is True:
            self.sheet["kind"] = "animal"
        said = text("{name}, a Wild Card.", name=self.name)
        self.notes.read.append(said if is_wild else text("{name}, an Extra.", name=self.name))

    def _die(self, value: Any, what: Gap, missing: str = "d6") -> str:
        sides, plus = whole(part(value, "sides")), whole(part(value, "modifier")) or 0
        if sides is None:
            said = text("{what}: the file gives no die; {die} is taken.", what=what, die=missing)
            self.notes.doubtful.append(said)
            return missing
        kept = min(SIDES, key=lambda known: abs(known - sides))
        number = min(max(plus, -8), 8)
        die = f"d{kept}{number:+d}" if number else f"d{kept}"
        if (kept, number) != (sides, plus):
            there = f"d{sides}{plus:+d}" if plus else f"d{sides}"
            said = text("{what}: {there} is taken as {here}.", what=what, there=there, here=die)
            self.notes.doubtful.append(said)
        return die

    def _attributes(self) -> None:
        found = {}
        for name, called in ATTRIBUTES.items():
            value = part(self.data, "attributes", name)
            found[name] = self._die(part(value, "die"), called)
            wild = whole(part(value, "wild-die", "sides"))
            if self.sheet["wild_card"] and wild not in (None, 6):
                said = text("{trait}: its Wild Die is a d{sides}; here it is a d6.", trait=called, sides=wild)
                self.notes.doubtful.append(said)
        self.sheet["attributes"] = found
        self.notes.read.append(text("{traits}.", traits=_traits(found)))

    def _skills(self) -> None:
        skills: dict[str, str] = {}
        for item in self._of("skill"):
            name = text_of(item.get("name"))
            id_ = slug(name)
            if not id_:
                self.notes.dropped.append(text("A skill whose name {name} makes no id.", name=repr(name)))
            elif id_.startswith("unskilled"):
                continue  # here everybody may try untrained
            elif id_ in skills:
                said = text("{name} stands there twice; {die} is taken.", name=name, die=skills[id_])
                self.notes.doubtful.append(said)
            else:
                skills[id_] = self._die(part(item, "system", "die"), trait_name(id_), "d4")
        self.sheet["skills"] = skills
        if skills:
            said = counted(
                "{n} skill: {skills}.", "{n} skills: {skills}.", n=len(skills), skills=_traits(skills)
            )
            self.notes.read.append(said)

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
            said = text(
                "Hesitant does not go with {edges}; Hesitant is left out.",
                edges=listed([EDGES[id_] for id_ in sorted(quick)]),
            )
            self.notes.doubtful.append(said)
            del hindrances["hesitant"]
        self.sheet["edges"] = [id_ if id_ in _RULED else name for id_, name in edges.items()]
        self.sheet["hindrances"] = [i if i == "hesitant" else name for i, name in hindrances.items()]
        named = {**edges, **hindrances}
        working = [EDGES[id_] for id_ in named if id_ in EDGES]
        if working:
            self.notes.read.append(text("With an effect here: {names}.", names=listed(working)))
        kept = [name for id_, name in named.items() if id_ not in EDGES]
        if kept:
            said = text("Kept as notes, without an effect: {names}.", names=listed(kept))
            self.notes.doubtful.append(said)

    def _pace(self) -> None:
        pace = part(self.data, "pace", "ground")
        pace = part(self.data, "stats", "speed", "value") if pace is None else pace
        if (number := whole(pace)) is not None and 0 <= number <= 24:
            self.sheet["pace"] = number
        elif pace is not None:
            self.notes.doubtful.append(text("Pace is no number from 0 to 24; 6 is taken."))
        sides = part(self.data, "pace", "running", "die")
        sides = part(self.data, "stats", "speed", "runningDie") if sides is None else sides
        if sides is not None:
            plus = part(self.data, "pace", "running", "mod")
            self.sheet["run_die"] = self._die({"sides": sides, "modifier": plus}, text("Running die"))

    # ------------------------------------------------------------------------------------------ gear
    def _gear(self) -> None:
        gear = self.gear
        self.sheet |= {"weapons": gear.weapons, "armour": gear.armour}
        if gear.natural_armour:
            self.sheet["natural_armour"] = gear.natural_armour
        armour = whole(part(self.data, "stats", "toughness", "armor"))
        if armour and not gear.armour and not gear.natural_armour and 0 < armour <= 20:
            self.sheet["natural_armour"] = armour
            said = text("Armour {n} without a piece of armour: taken as natural armour.", n=armour)
            self.notes.doubtful.append(said)
        names = [thing["name"] for thing in (*gear.weapons, *gear.armour)]
        if names:
            self.notes.read.append(text("Gear: {names}.", names=listed(names)))
        if gear.counts_shots:
            self.notes.dropped.append(text("Shots: ammunition is not counted in these rules."))
        if gear.knows_hands:
            if not self._why_not({**self.sheet, "held": gear.in_hand}):
                self.sheet["held"] = gear.in_hand
            else:
                said = text("More is ready in the file than two hands hold; what fits is in hand, in order.")
                self.notes.doubtful.append(said)

    def _bonuses(self) -> None:
        parry = whole(part(self.data, "stats", "parry", "modifier")) or 0
        size = whole(part(self.data, "stats", "size")) or 0
        tough = whole(part(self.data, "stats", "toughness", "modifier")) or 0
        for key, what, value, low, high in (
            ("parry_bonus", text("Parry bonus"), parry, -4, 8),
            ("toughness_bonus", text("Toughness bonus"), tough + size, -3, 30),
        ):
            if kept := self.notes.fitted(what, value, low, high):
                self.sheet[key] = kept
        if size:
            self.notes.read.append(text("Size {size}, which counts on Toughness.", size=f"{size:+d}"))

    def _leave_out(self) -> None:
        known = {"skill", "edge", "hindrance", "weapon", "shield", "armor"}
        kinds = [text_of(item.get("type")) for item in self.items]
        for kind, said in _NOT_HERE.items():
            if number := kinds.count(kind):
                self.notes.dropped.append(replace(said.filled(n=number), count=number))
        strange = [kind for kind in kinds if kind not in known and kind not in _NOT_HERE]
        if strange:
            said = counted(
                "{n} item of a kind that is not known here.",
                "{n} items of a kind that is not known here.",
                n=len(strange),
            )
            self.notes.dropped.append(said)

    # ----------------------------------------------------------------------------------------- state
    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = {}
        limit = 3 if self.sheet["wild_card"] else 0
        wounds = whole(part(self.data, "wounds", "value")) or 0
        most = whole(part(self.data, "wounds", "max"))
        if wounds > 0:
            state["wounds"] = min(wounds, limit)
        if wounds > limit:
            said = counted(
                "{n} wound: here it carries {limit}, and is marked as Incapacitated.",
                "{n} wounds: here it carries {limit}, and is marked as Incapacitated.",
                n=wounds,
                limit=limit,
            )
            self.notes.doubtful.append(said)
            state["incapacitated"] = True
        if self.sheet["wild_card"] and most is not None and most != 3:
            said = text("It may carry {most} wounds in the file; here a Wild Card carries 3.", most=most)
            self.notes.doubtful.append(said)
        if whole(part(self.data, "wounds", "ignored")):
            self.notes.dropped.append(text("Ignored wounds: every wound counts here."))
        if fatigue := whole(part(self.data, "fatigue", "value")):
            self.notes.dropped.append(text("Fatigue {n}: these rules have none.", n=fatigue))
        self._bennies(state)
        for flag, (keys, said) in _STATUS.items():
            if part(self.data, "status", flag) is True:
                state.update(keys)
                self.notes.read.append(said)
        for flag, said in _NO_STATUS.items():
            if part(self.data, "status", flag) is True:
                self.notes.dropped.append(said)
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
        for key, label, here in (
            ("parry", text("Parry"), sheet.parry(sheet.starts_held)),
            ("toughness", text("Toughness"), sheet.toughness()),
        ):
            told = whole(part(self.data, "stats", key, "value"))
            if told and told > 2 and told != here:
                said = text(
                    "The file says {what} {there}; here it comes to {here}. If the file is right, change the "
                    "bonus on the sheet.",
                    what=label,
                    there=told,
                    here=here,
                )
                self.notes.doubtful.append(said)

    def _cells(self) -> int:
        width = whole(part(self.actor, "prototypeToken", "width"))
        return width if width is not None and 1 <= width <= 10 else 1


def _traits(dice: Mapping[str, str]) -> Text:
    """List attributes or skills with their dice."""
    return listed([text("{trait} {die}", trait=trait_name(id_), die=die) for id_, die in dice.items()])
