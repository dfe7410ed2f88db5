"""What places, skills, advantages and ways to use a weapon are called: texts by the ids of the rules.

What a sheet calls by an id of its own stays as somebody typed it, in every language.
"""

from collections.abc import Mapping

from rules.engine.text import Named, Text, Words, as_text, combatant, joined, text
from rules.systems.gurps.sheet.body import RANDOM, WEAPON, Location
from rules.systems.gurps.sheet.gear import Flag, Kind, Mode, Use, Weapon

_PLACES: Mapping[str, Text] = {
    "right-eye": text("right eye"),
    "left-eye": text("left eye"),
    "skull": text("skull"),
    "face": text("face"),
    "neck": text("neck"),
    "torso": text("torso"),
    "vitals": text("vitals"),
    "groin": text("groin"),
    "right-arm": text("right arm"),
    "left-arm": text("left arm"),
    "right-hand": text("right hand"),
    "left-hand": text("left hand"),
    "right-leg": text("right leg"),
    "left-leg": text("left leg"),
    "right-foot": text("right foot"),
    "left-foot": text("left foot"),
    "right-foreleg": text("right foreleg"),
    "left-foreleg": text("left foreleg"),
    "right-forefoot": text("right forefoot"),
    "left-forefoot": text("left forefoot"),
    "right-hind-leg": text("right hind leg"),
    "left-hind-leg": text("left hind leg"),
    "right-hind-foot": text("right hind foot"),
    "left-hind-foot": text("left hind foot"),
    "right-wing": text("right wing"),
    "left-wing": text("left wing"),
    "eye": text("eye"),
    "arm": text("arm"),
    "hand": text("hand"),
    "leg": text("leg"),
    "foot": text("foot"),
    "foreleg": text("foreleg"),
    "forefoot": text("forefoot"),
    "hind-leg": text("hind leg"),
    "hind-foot": text("hind foot"),
    "wing": text("wing"),
    "all": text("all"),
}
_NO_PLACES: Mapping[str, Text] = {
    RANDOM: text("wherever it hits"),
    WEAPON: text("the weapon"),
    "": text("all over"),
}
_SKILLS: Mapping[str, Text] = {
    "acrobatics": text("acrobatics"),
    "axe-mace": text("axe mace"),
    "bow": text("bow"),
    "beam-weapons": text("beam weapons"),
    "brawling": text("brawling"),
    "broadsword": text("broadsword"),
    "flail": text("flail"),
    "guns-pistol": text("guns pistol"),
    "guns-rifle": text("guns rifle"),
    "guns-shotgun": text("guns shotgun"),
    "guns-smg": text("guns smg"),
    "judo": text("judo"),
    "jumping": text("jumping"),
    "karate": text("karate"),
    "knife": text("knife"),
    "liquid-projector": text("liquid projector"),
    "physician": text("physician"),
    "rapier": text("rapier"),
    "shield": text("shield"),
    "smallsword": text("smallsword"),
    "spear": text("spear"),
    "staff": text("staff"),
    "streetwise": text("streetwise"),
    "surgery": text("surgery"),
    "survival": text("survival"),
    "tactics": text("tactics"),
    "throwing": text("throwing"),
    "thrown-weapon": text("thrown weapon"),
}
ATTRIBUTE_WORDS: Mapping[str, Text] = {
    "ST": text("ST"),
    "DX": text("DX"),
    "IQ": text("IQ"),
    "HT": text("HT"),
    "HP": text("HP"),
    "FP": text("FP"),
    "Will": text("Will"),
    "Per": text("Per"),
}
_ADVANTAGES: Mapping[str, Text] = {
    "combat-reflexes": text("combat reflexes"),
    "trained-by-a-master": text("trained by a master"),
    "weapon-master": text("weapon master"),
}
_MODES: Mapping[str, Text] = {
    "swing": text("swing"),
    "thrust": text("thrust"),
    "thrown": text("thrown"),
}
FLAG_WORDS: Mapping[Flag, Text] = {
    Flag.FENCING: text("fencing"),
    Flag.UNBALANCED: text("unbalanced"),
    Flag.FLAIL: text("flail"),
    Flag.FAST: text("fast"),
    Flag.PISTOL: text("pistol"),
    Flag.SHOTGUN: text("shotgun"),
    Flag.HEAT: text("heat"),
}
KIND_WORDS: Mapping[Kind, Text] = {
    Kind.MELEE: text("melee"),
    Kind.THROWN: text("thrown"),
    Kind.MISSILE: text("missile"),
    Kind.JET: text("jet"),
    Kind.SHIELD: text("shield"),
}


def _typed(id_: str) -> str:
    """Write an id that somebody made up as it would be said."""
    return id_.replace("-", " ")


def place_name(location: str) -> Words:
    """Call a location by its id alone, for who has no body at hand: `left arm`."""
    return _PLACES.get(location) or _typed(location)


def place_words(location: str) -> Text:
    """Call a location in a sentence: `the left arm`."""
    return _NO_PLACES.get(location) or text("the {location}", location=place_name(location))


def name_of(place: Location) -> Words:
    """Call a location of a body as its plan does."""
    known = _PLACES.get(place.id)
    return known if known is not None and str(known) == place.name else place.name


def skill_words(skill: str) -> Text:
    """Call a skill by its id, as it stands inside a sentence; its `large` form heads a line."""
    return _SKILLS.get(skill) or text("{skill}", skill=_typed(skill) if skill.islower() else skill)


def checked_words(what: str) -> Text:
    """Call what somebody is put to the test on: an attribute or a skill, by its id."""
    return ATTRIBUTE_WORDS.get(what) or skill_words(what)


def advantage_words(advantage: str) -> Text:
    """Call an advantage by its id, beginning with a capital."""
    known = _ADVANTAGES.get(advantage) or text("{advantage}", advantage=_typed(advantage))
    return known.large if advantage.islower() else text("{advantage}", advantage=advantage)


def mode_words(mode: Mode) -> Words:
    """Call a way to use a weapon: `swing`."""
    return _MODES.get(mode.id) or _typed(mode.id)


def weapon_words(weapon: Weapon) -> Text:
    """Call a weapon as its sheet does; the names that the book gives are said in other languages too."""
    return as_text(weapon.name)


def use_name(use: Use) -> Text:
    """Call a weapon in one of its modes, where it has several: `Broadsword, swing`."""
    return (
        _in_mode(use.weapon, use.mode)
        if len(use.weapon.modes) > 1 and use.mode.id
        else weapon_words(use.weapon)
    )


def parry_name(weapon: Weapon, mode: Mode) -> Text:
    """Call a way to parry with a weapon, with the mode where not all parry alike."""
    return _in_mode(weapon, mode) if len(weapon.parries) > 1 else weapon_words(weapon)


def _in_mode(weapon: Weapon, mode: Mode) -> Text:
    return joined((weapon_words(weapon), mode_words(mode)))


def called(who: Named) -> Text:
    """Call a combatant in a list."""
    return text("{who}", who=combatant(who))
