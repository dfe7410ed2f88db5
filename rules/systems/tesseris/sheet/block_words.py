"""The words of a stat block of Tesseris, in English and in German."""

from rules.engine.sheets.block_words import Vocabulary
from rules.engine.sheets.stat_block import Labels

CHARACTERISTICS: Vocabulary = {
    "strength": ("Strength", "Stärke"),
    "agility": ("Agility", "Geschicklichkeit"),
    "perception": ("Perception", "Wahrnehmung"),
    "intelligence": ("Intelligence", "Intelligenz"),
    "willpower": ("Willpower", "Willenskraft"),
    "charisma": ("Charisma", "Charisma"),
}
SKILLS: Vocabulary = {
    "athletics": ("Athletics", "Athletik"),
    "melee": ("Melee", "Nahkampf"),
    "acrobatics": ("Acrobatics", "Akrobatik"),
    "stealth": ("Stealth", "Heimlichkeit"),
    "ballistics": ("Ballistics", "Schusswaffen"),
    "archery": ("Archery", "Bogenschießen"),
    "throwing": ("Throwing", "Werfen"),
    "awareness": ("Awareness", "Aufmerksamkeit"),
    "scrutiny": ("Scrutiny", "Argwohn"),
    "medicine": ("Medicine", "Medizin"),
    "arcana": ("Arcana", "Arkanes"),
    "resolve": ("Resolve", "Entschlossenheit"),
    "psy": ("Psy", "Psi"),
    "barter": ("Barter", "Feilschen"),
    "charm": ("Charm", "Charme"),
    "deception": ("Deception", "Täuschen"),
    "intimidation": ("Intimidation", "Einschüchtern"),
    "leadership": ("Leadership", "Führen"),
    "persuasion": ("Persuasion", "Überreden"),
}
FIGURES: Vocabulary = {
    "speed": ("Speed", "Tempo"),
    "stamina": ("Stamina", "Ausdauer"),
    "max_wounds": ("Wounds", "Wunden", "Most wounds", "Höchstens Wunden"),
    "ego": ("Ego", "Ego"),
    "dapper": ("Dapper", "Schneid"),
    "fate": ("Fate", "Schicksal"),
    "bonus_ticks": ("Bonus ticks", "Bonusticks"),
    "initiative_misc": ("Initiative bonus", "Initiativebonus", "Misc"),
    "soak": ("Soak", "Schutz", "Natural soak", "Natürlicher Schutz"),
    "hands": ("Hands", "Hände"),
}
LISTS: Vocabulary = {
    "skills": ("Skills", "Fertigkeiten"),
    "traits": ("Traits", "Eigenschaften", "Talents", "Feats"),
    "weapons": ("Weapons", "Waffen", "Weapon"),
    "held": ("In hand", "In der Hand"),
    "armour": ("Armour", "Rüstung", "Armor"),
    "cloak": ("Cloak", "Mantel"),
    "gear": ("Gear", "Ausrüstung", "Equipment"),
    "kind": ("Kind", "Art"),
}
LABELS = Labels(lists=LISTS, numbers={**CHARACTERISTICS, **FIGURES})
WORDS: Vocabulary = {
    "player": ("Player character", "Spielercharakter", "PC", "SC"),
    "inhuman": ("not humanoid", "nicht menschenähnlich", "inhuman", "machine", "Maschine"),
    "humanoid": ("humanoid", "menschenähnlich"),
}
TRAITS: Vocabulary = {
    "multi-weapon-melee": ("Multi-weapon melee", "Mehrere Waffen im Nahkampf"),
    "multi-weapon-pistol": ("Multi-weapon pistol", "Mehrere Pistolen"),
    "multi-weapon-ranged": ("Multi-weapon ranged", "Mehrere Fernkampfwaffen"),
    "ambidextrous": ("Ambidextrous", "Beidhändig geschickt"),
    "martial-artist": ("Martial artist", "Kampfkünstler"),
    "swordpoint-break": ("Swordpoint break", "Von der Klinge befreien"),
}
GEAR: Vocabulary = {"shield": ("Shield", "Schild"), "bracer": ("Bracer", "Armschiene")}
FIELDS: Vocabulary = {
    "damage": ("damage", "Schaden"),
    "ap": ("AP", "PB"),
    "range": ("range", "Reichweite"),
    "rof": ("RoF", "FR", "rate of fire", "Feuerrate"),
    "magazine": ("magazine", "Magazin"),
    "reload": ("reload", "Nachladen"),
    "bulk": ("bulk", "Last"),
}
FLAGS: Vocabulary = {
    "melee": ("Melee", "Nahkampf"),
    "ballistics": ("Ballistics", "Schusswaffen"),
    "archery": ("Archery", "Bogenschießen"),
    "throwing": ("Throwing", "Werfen"),
    "ranged": ("ranged", "Fernkampf"),
    "thrown": ("thrown", "geworfen"),
    "reliable": ("reliable", "zuverlässig"),
    "unreliable": ("unreliable", "unzuverlässig"),
    "jams": ("jams", "klemmt"),
    "never-jams": ("never jams", "klemmt nie"),
    "firearm": ("firearm", "Feuerwaffe"),
    "pistol": ("pistol", "Pistole"),
    "impact": ("impact", "Aufprall"),
    "light": ("light", "leicht"),
    "two-hands": ("two hands", "zweihändig", "2 hands", "two-handed"),
}
PLACES: Vocabulary = {
    "head": ("head", "Kopf"),
    "torso": ("torso", "Rumpf"),
    "arms": ("arms", "Arme"),
    "legs": ("legs", "Beine"),
}
WEAPONS: Vocabulary = {
    "fists": ("Fäuste",),
    "knife": ("Messer",),
    "club": ("Keule",),
    "sword": ("Schwert",),
    "spear": ("Speer",),
    "greatsword": ("Zweihänder",),
    "throwing-knife": ("Wurfmesser",),
    "bow": ("Bogen",),
    "pistol": ("Pistole",),
    "blunderbuss": ("Donnerbüchse",),
    "rifle": ("Gewehr",),
    "assault-rifle": ("Sturmgewehr",),
    "machine-gun": ("Maschinengewehr",),
}
ARMOUR: Vocabulary = {
    "none": ("none", "keine"),
    "leather": ("Leder", "Lederrüstung", "Leather armour"),
    "flak": ("Splitterschutz", "Flak vest"),
    "mail": ("Kette", "Kettenpanzer"),
    "plate": ("Platte", "Plattenpanzer"),
}
CLOAKS: Vocabulary = {
    "none": ("none", "keiner"),
    "greatcoat": ("Wintermantel",),
    "armoured-coat": ("Panzermantel", "Armored coat"),
}
