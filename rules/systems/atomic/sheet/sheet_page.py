"""What the page of a whole sheet shows, beside the sections that any page has."""

from dataclasses import dataclass

from rules.engine.text import Text, text
from rules.systems.atomic.house import SHIELD
from rules.systems.atomic.sheet.sheet import CHECK, FIST, RANGE_WORDS, AtomicSheet, Attributes, Range, Skills
from rules.systems.atomic.state import INCAPACITATED_AT, MOST_WOUNDS, AtomicState, Fighter, is_ready


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeBox:
    """An attribute, what a check of it is rolled against, and what a fight reads it for."""

    name: Text
    score: int
    check: int
    use: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillLine:
    """A combat skill with its percentage; what is not on the sheet is worked out."""

    name: Text
    percent: int
    trained: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponLine:
    """A row of the table of weapons; `ranges` says of each of the four whether it reaches that far."""

    name: Text
    percent: int
    wounds: int
    ap: int
    ranges: tuple[bool, ...]
    in_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """A sheet laid out: what is rolled against, wounds up to the fifth, gear."""

    epithet: str
    is_two_fisted: bool
    initiative: int
    soak: int
    last_stand: int
    effort: int
    wounds: int
    most_wounds: int
    incapacitated_at: int
    attributes: tuple[AttributeBox, ...]
    skills: tuple[SkillLine, ...]
    block: int | None
    armour: Text
    rating: int
    range_names: tuple[Text, ...]
    weapons: tuple[WeaponLine, ...]


def sheet_page(combatant: Fighter) -> SheetPage:
    """Lay a combatant's sheet out, with how it stands now."""
    sheet: AtomicSheet = combatant.sheet
    state: AtomicState = combatant.state
    house = combatant.house
    return SheetPage(
        epithet=sheet.epithet or "",
        is_two_fisted=sheet.is_two_fisted,
        initiative=sheet.init(house),
        soak=sheet.soak(house),
        last_stand=sheet.last_stand(house),
        effort=sheet.incapacitated_action(house),
        wounds=state.wounds,
        most_wounds=MOST_WOUNDS,
        incapacitated_at=INCAPACITATED_AT,
        attributes=tuple(
            AttributeBox(
                name=text(field.title or name),
                score=getattr(sheet.attributes, name),
                check=getattr(sheet.attributes, name) * CHECK,
                use=text(field.description or ""),
            )
            for name, field in Attributes.model_fields.items()
        ),
        skills=tuple(
            SkillLine(
                name=text(field.title or name),
                percent=sheet.skill(name, house),
                trained=getattr(sheet.skills, name) is not None,
            )
            for name, field in Skills.model_fields.items()
        ),
        block=sheet.skill("parry", house) + SHIELD.value(house) if sheet.shield else None,
        armour=text(sheet.armour.name),
        rating=sheet.armour.rating,
        range_names=tuple(words.large for words in RANGE_WORDS.values()),
        weapons=tuple(
            WeaponLine(
                name=text(weapon.name),
                percent=sheet.skill(weapon.skill.value, house),
                wounds=weapon.wounds,
                ap=weapon.ap,
                ranges=tuple(each in weapon.ranges for each in Range),
                in_hand=is_ready(combatant, weapon),
            )
            for weapon in (*sheet.weapons, FIST)
        ),
    )
