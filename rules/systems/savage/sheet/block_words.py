"""The words of a Savage Worlds-style stat block, in English and in German."""

from rules.engine.sheets.block_words import Vocabulary
from rules.engine.sheets.stat_block import Labels

ATTRIBUTES: Vocabulary = {
    "agility": ("Agility", "Geschicklichkeit", "Agi", "Ge"),
    "smarts": ("Smarts", "Verstand", "Sma"),
    "spirit": ("Spirit", "Willenskraft", "Spi"),
    "strength": ("Strength", "Stärke", "Str"),
    "vigor": ("Vigor", "Konstitution", "Vigour", "Vig"),
}
SKILLS: Vocabulary = {
    "academics": ("Academics", "Geisteswissenschaften"),
    "athletics": ("Athletics", "Athletik"),
    "battle": ("Battle", "Kriegskunst"),
    "boating": ("Boating", "Seefahrt"),
    "common-knowledge": ("Common Knowledge", "Allgemeinwissen"),
    "driving": ("Driving", "Fahren"),
    "electronics": ("Electronics", "Elektronik"),
    "faith": ("Faith", "Glaube"),
    "fighting": ("Fighting", "Kämpfen"),
    "focus": ("Focus", "Fokus"),
    "gambling": ("Gambling", "Glücksspiel"),
    "hacking": ("Hacking", "Hacken"),
    "healing": ("Healing", "Heilen"),
    "intimidation": ("Intimidation", "Einschüchtern"),
    "language": ("Language", "Sprache"),
    "notice": ("Notice", "Wahrnehmung"),
    "occult": ("Occult", "Okkultismus"),
    "performance": ("Performance", "Darbietung"),
    "persuasion": ("Persuasion", "Überreden"),
    "piloting": ("Piloting", "Fliegen"),
    "psionics": ("Psionics", "Psionik"),
    "repair": ("Repair", "Reparieren"),
    "research": ("Research", "Recherche"),
    "riding": ("Riding", "Reiten"),
    "science": ("Science", "Naturwissenschaften"),
    "shooting": ("Shooting", "Schießen"),
    "spellcasting": ("Spellcasting", "Zaubern"),
    "stealth": ("Stealth", "Heimlichkeit"),
    "survival": ("Survival", "Überleben"),
    "taunt": ("Taunt", "Provozieren"),
    "thievery": ("Thievery", "Diebeskunst"),
    "weird-science": ("Weird Science", "Seltsame Wissenschaft"),
}
EDGES: Vocabulary = {
    "quick": ("Quick", "Schnell"),
    "level-headed": ("Level Headed", "Kühler Kopf", "Level-Headed"),
    "improved-level-headed": (
        "Improved Level Headed",
        "Besonders Kühler Kopf",
        "Level Headed (Imp)",
        "Level Headed (Improved)",
        "Imp. Level Headed",
        "Improved Level-Headed",
    ),
    "dodge": ("Dodge", "Ausweichen"),
    "hesitant": ("Hesitant", "Zögerlich"),
}
LISTS: Vocabulary = {
    "attributes": ("Attributes", "Attribute"),
    "skills": ("Skills", "Fertigkeiten"),
    "hindrances": ("Hindrances", "Handicaps", "Hindrance"),
    "edges": ("Edges", "Talente", "Edge"),
    "gear": ("Gear", "Ausrüstung", "Weapons", "Waffen", "Equipment", "Armor", "Armour", "Rüstung", "Attacks"),
    "special": ("Special Abilities", "Besonderheiten", "Special Ability", "Special", "Besondere Fähigkeiten"),
    "powers": ("Powers", "Mächte"),
    "group": ("Group", "Gruppe"),
    "kind": ("Kind", "Art"),
    "held": ("In hand", "In der Hand"),
}
NUMBERS: Vocabulary = {
    "pace": ("Pace", "Bewegung", "Bewegungsweite"),
    "run": ("Running die", "Sprintwürfel", "Running"),
    "parry": ("Parry", "Parade"),
    "toughness": ("Toughness", "Robustheit"),
    "size": ("Size", "Größe"),
    "bennies": ("Bennies", "Bennys"),
    "charisma": ("Charisma",),
    "wounds": ("Wounds", "Wunden"),
    "power-points": ("Power Points", "Machtpunkte"),
}
LABELS = Labels(lists=LISTS, numbers=NUMBERS, prose=frozenset({"special", "powers"}))
WORDS: Vocabulary = {
    "wild-card": ("Wild Card", "Wildcard", "WC"),
    "extra": ("Extra", "Statist"),
    "animal": ("animal", "Tier"),
    "object": ("object", "Gegenstand"),
    "natural-armour": ("Natural armour", "Natürliche Rüstung", "Armor", "Armour", "Rüstung"),
    "toughness-bonus": ("Toughness bonus", "Bonus auf Robustheit"),
    "parry-bonus": ("Parry bonus", "Bonus auf Parade"),
    "size": ("Size", "Größe"),
    "mountable": ("May be ridden", "Reittier", "Mount"),
}
FIELDS: Vocabulary = {
    "damage": ("Damage", "Schaden", "Dmg"),
    "range": ("Range", "Reichweite", "Rng"),
    "rof": ("RoF", "Feuerrate", "Rate of Fire", "FR"),
    "ap": ("AP", "PB"),
    "min_str": ("Min Str", "Mindeststärke", "Min. Str.", "Min Str.", "Minimum Strength", "Min. Strength"),
    "parry": ("Parry", "Parade"),
    "reach": ("Reach", "Weite"),
    "skill": ("skill", "Fertigkeit"),
    "shots": ("Shots", "Schuss"),
    "template": ("template", "Schablone"),
}
"""What is said of a weapon, with a value behind or before it."""
FLAGS: Vocabulary = {
    "melee": ("melee", "Nahkampf"),
    "not-melee": ("not in melee", "nicht im Nahkampf"),
    "thrown": ("thrown", "geworfen", "throwing"),
    "not-thrown": ("not thrown", "nicht geworfen"),
    "two_handed": ("two hands", "zweihändig", "2 hands", "two-handed", "two handed", "2-handed"),
    "natural": ("natural", "natürlich"),
    "sharp": ("sharp", "scharf"),
    "shotgun": ("shotgun", "Schrotflinte"),
    "double_barrel": ("double-barrelled", "doppelläufig", "double barrel", "double-barreled"),
    "mystic": ("mystic", "mystisch"),
    "improvised": ("improvised", "improvisiert"),
    "shield": ("shield", "Schild"),
}
TEMPLATES: Vocabulary = {
    "small-blast": ("Small Blast", "kleine Schablone", "SBT", "Small Blast Template"),
    "medium-blast": ("Medium Blast", "mittlere Schablone", "MBT", "Medium Blast Template"),
    "large-blast": ("Large Blast", "große Schablone", "LBT", "Large Blast Template"),
    "cone": ("Cone", "Kegel", "Cone Template"),
    "line": ("Line", "Linie", "Stream", "Stream Template"),
}
PLACES: Vocabulary = {
    "head": ("head", "Kopf"),
    "torso": ("torso", "Rumpf", "body"),
    "arms": ("arms", "Arme"),
    "legs": ("legs", "Beine"),
}
