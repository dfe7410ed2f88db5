"""The words of a stat block of Atomic Tomorrow, in English and in German."""

from rules.engine.sheets.block_words import Vocabulary
from rules.engine.sheets.stat_block import Labels

ATTRIBUTES: Vocabulary = {
    id_: (id_.upper(),) for id_ in ("brawn", "reflex", "nerve", "savvy", "charm", "grit", "guile")
}
SKILLS: Vocabulary = {
    "unarmed": ("Unarmed Combat", "Waffenloser Kampf", "Unarmed", "Waffenlos"),
    "melee": ("Melee", "Nahkampf"),
    "ranged": ("Ranged", "Fernkampf"),
    "parry": ("Parry", "Parade"),
    "dodge": ("Dodge", "Ausweichen"),
}
LISTS: Vocabulary = {
    "epithet": ("Epithet", "Beiname"),
    "skills": ("Skills", "Fertigkeiten", "Combat skills"),
    "weapons": ("Weapons", "Waffen", "Gear", "Ausrüstung", "Weapon"),
    "ready": ("In hand", "In der Hand"),
    "armour": ("Armour", "Rüstung", "Armor"),
    "shield": ("Shield", "Schild"),
}
DERIVED: Vocabulary = {
    "init": ("Initiative", "Initiative", "INIT"),
    "soak": ("Soak", "Wegstecken"),
    "last-stand": ("Last Stand", "Letztes Aufbäumen"),
}
LABELS = Labels(lists=LISTS, numbers={**ATTRIBUTES, **DERIVED})
FIELDS: Vocabulary = {
    "wounds": ("Wound Rating", "Wunden", "Wounds", "WR"),
    "ap": ("AP", "PB", "Armour-piercing", "Armor-piercing", "Panzerbrechend"),
}
FLAGS: Vocabulary = {
    "unarmed": ("Unarmed", "Waffenlos"),
    "melee": ("Melee", "Nahkampf"),
    "ranged": ("Ranged", "Fernkampf"),
    "engaged": ("engaged", "in Reichweite"),
    "near": ("near", "nah"),
    "far": ("far", "weit"),
    "distant": ("distant", "fern"),
}
YES: Vocabulary = {"yes": ("yes", "ja", "x"), "no": ("no", "nein", "none", "-")}
EPITHETS: Vocabulary = {"two-fisted": ("two-fisted", "beidhändig")}
WEAPONS: Vocabulary = {
    "combat-knife": ("Kampfmesser",),
    "combat-staff": ("Kampfstab",),
    "vibro-blade": ("Vibroklinge",),
    "force-sword": ("Energieschwert",),
    "hold-out-blaster": ("Taschenblaster",),
    "blast-pistol": ("Strahlpistole",),
    "laser-pistol": ("Laserpistole",),
    "blast-rifle": ("Strahlgewehr",),
    "gauss-rifle": ("Gaußgewehr",),
    "anti-materiel-rifle": ("Schweres Gewehr",),
}
ARMOUR: Vocabulary = {
    "none": ("Keine Rüstung", "none", "keine"),
    "light": ("Schutzweste",),
    "medium": ("Streifenrüstung",),
    "heavy": ("Raumkampfrüstung",),
}
