"""A GURPS-style sheet written as a stat block."""

from collections.abc import Sequence
from typing import Any

from rules.engine.sheets.block_words import said_as
from rules.systems.gurps.sheet import block_words as words
from rules.systems.gurps.sheet.body import HUMANOID
from rules.systems.gurps.sheet.gear import Armour, Kind, Mode, Weapon
from rules.systems.gurps.sheet.sheet import COMBAT_REFLEXES, GurpsSheet


def written(name: str, sheet: GurpsSheet, language: str) -> Sequence[str]:
    """Write a combatant down, line by line."""
    return _Writer(name, sheet, language).lines()


class _Writer:
    def __init__(self, name: str, sheet: GurpsSheet, language: str) -> None:
        self.name, self.sheet, self.language = name, sheet, language

    def _say(self, vocabulary: Any, id_: str) -> str:
        return said_as(vocabulary, id_, self.language)

    def _place(self, id_: str) -> str:
        return self._say(words.PLACES, id_) if id_ in words.PLACES else id_.replace("-", " ")

    def _list(self, key: str, parts: Sequence[str], between: str = ", ") -> str:
        return f"{self._say(words.LISTS, key)}: {between.join(parts)}" if parts else ""

    def lines(self) -> list[str]:
        sheet = self.sheet
        traits = [self._say(words.TRAITS, id_) if id_ in words.TRAITS else id_ for id_ in sheet.advantages]
        dr = [
            str(value) if place == "all" else f"{self._place(place)} {value}"
            for place, value in sheet.dr.items()
        ]
        notes = " ".join(sheet.notes.split())
        found = [
            self.name,
            "; ".join(
                f"{self._say(words.ATTRIBUTES, id_)} {self._score(id_)}" for id_ in ("ST", "DX", "IQ", "HT")
            ),
            "; ".join(
                f"{self._say(words.ATTRIBUTES, id_)} {self._score(id_)}"
                for id_ in ("HP", "Will", "Per", "FP")
            ),
            self._figures(),
            self._list("sex", [words.MALE[self.language == "de"]] if sheet.male else []),
            self._list("body", [] if sheet.body == HUMANOID else [sheet.body.name]),
            self._list("natural-dr", dr),
            self._list("traits", traits, "; "),
            self._list(
                "skills", [f"{self._say(words.SKILLS, id_)}-{level}" for id_, level in sheet.skills.items()]
            ),
            self._list("weapons", [self._weapon(weapon) for weapon in sheet.weapons]),
            self._list("gear", [self._piece(piece) for piece in sheet.armour]),
            self._list("notes", [notes] if notes else []),
        ]
        return [line for line in found if line]

    def _score(self, id_: str) -> int:
        sheet = self.sheet
        return {"HP": sheet.full_hp, "FP": sheet.full_fp}.get(id_) or sheet.attribute(id_)

    def _figures(self) -> str:
        sheet = self.sheet
        figures: dict[str, str] = {
            "basic_speed": f"{sheet.speed:g}",
            "basic_move": str(sheet.unloaded_move),
            "encumbrance": str(sheet.encumbrance) if sheet.encumbrance else "",
            "move": str(sheet.loaded_move),
            "dodge": str(sheet.plain_dodge + sheet.has(COMBAT_REFLEXES)),
            "sm": f"{sheet.sm:+d}" if sheet.sm else "",
            "quick_shot": str(sheet.quick_shot) if sheet.quick_shot else "",
        }
        return "; ".join(
            f"{self._say(words.FIGURES, key)} {value}" for key, value in figures.items() if value
        )

    # ---------------------------------------------------------------------------------------------- gear
    def _piece(self, piece: Armour) -> str:
        parts = [f"{self._say(words.FIELDS, 'dr')} {piece.dr}", *map(self._place, piece.locations)]
        parts += [self._say(words.FLAGS, key) for key in ("flexible", "gaps") if getattr(piece, key)]
        return f"{piece.name} ({'; '.join(parts)})"

    def _weapon(self, weapon: Weapon) -> str:
        parts = [] if weapon.is_shield else [self._way(weapon, mode) for mode in weapon.modes]
        parts.append(f"{self._say(words.FIELDS, 'skill')} {self._say(words.SKILLS, weapon.skill)}")
        if weapon.is_shield:
            parts.append(f"{self._say(words.FIELDS, 'db')} {weapon.db}")
        if any(mode.kind in (Kind.MISSILE, Kind.THROWN, Kind.JET) for mode in weapon.modes):
            parts += self._ranged(weapon)
        if weapon.area is not None and weapon.area.shape == "sphere":
            parts.append(f"{self._say(words.FIELDS, 'sphere')} {weapon.area.radius:g}")
        elif weapon.area is not None:
            parts.append(f"{self._say(words.FIELDS, 'cone')} {weapon.area.radius:g}x{weapon.area.width:g}")
        return f"{weapon.name} ({'; '.join([*parts, *self._flags(weapon)])})"

    def _ranged(self, weapon: Weapon) -> list[str]:
        near, far = weapon.range
        rof = f"{weapon.rof}x{weapon.pellets}" if weapon.pellets > 1 else str(weapon.rof)
        figures = {
            "acc": str(weapon.acc) if weapon.acc else "",
            "range": f"{'-' if near is None else f'{near:g}'}/{far:g}",
            "rof": "" if rof == "1" else rof,
            "rcl": "" if weapon.rcl == 1 else str(weapon.rcl),
            "shots": "" if weapon.shots is None else str(weapon.shots),
            "reload": "" if weapon.reload == 3 else str(weapon.reload),
            "bulk": str(weapon.bulk) if weapon.bulk else "",
        }
        return [f"{self._say(words.FIELDS, key)} {value}" for key, value in figures.items() if value]

    def _flags(self, weapon: Weapon) -> list[str]:
        keys = [] if weapon.kind is Kind.MELEE else [str(weapon.kind)]
        usual = "left" if weapon.is_shield else "right"
        if weapon.hand != usual:
            keys.append(weapon.hand)
        keys += ["natural"] if weapon.unarmed else []
        keys += [str(flag) for flag in weapon.flags]
        return [self._say(words.FLAGS, key) for key in (*keys, *([] if weapon.ready else ["not-ready"]))]

    def _way(self, weapon: Weapon, mode: Mode) -> str:
        parts = [self._say(words.MODES, mode.id) if mode.id in words.MODES else mode.id.replace("-", " ")]
        parts.append(mode.damage)
        if mode.kind is Kind.MELEE and mode.reach != (1,):
            parts.append(f"{self._say(words.WAY, 'reach')} {','.join(map(str, mode.reach))}")
        if mode.parry is None and mode.kind is Kind.MELEE:
            parts.append(f"{self._say(words.WAY, 'parry')} {self._say(words.WAY, 'no')}")
        elif mode.parry:
            parts.append(f"{self._say(words.WAY, 'parry')} {mode.parry:+d}")
        if mode.skill_mod:
            parts.append(f"{self._say(words.WAY, 'mod')} {mode.skill_mod:+d}")
        if mode.level is not None:
            parts.append(f"{self._say(words.WAY, 'level')} {mode.level}")
        return " ".join(part for part in parts if part)
