"""The words of a GURPS-style stat block, in English and in German."""

import re

from rules.engine.sheets.block_words import Vocabulary
from rules.engine.sheets.stat_block import Labels

ATTRIBUTES: Vocabulary = {
    "ST": ("ST",),
    "DX": ("DX", "DX", "GE"),
    "IQ": ("IQ", "IQ", "IN"),
    "HT": ("HT", "HT", "KO"),
    "HP": ("HP", "TP"),
    "Will": ("Will", "Willenskraft", "Wille"),
    "Per": ("Per", "Wahr", "Wahrnehmung", "Perception"),
    "FP": ("FP", "EP"),
}
FIGURES: Vocabulary = {
    "basic_speed": ("Basic Speed", "Grundtempo", "Speed"),
    "basic_move": ("Basic Move", "Grundbewegung"),
    "move": ("Move", "Bewegung"),
    "dodge": ("Dodge", "Ausweichen"),
    "parry": ("Parry", "Parade"),
    "block": ("Block", "Abblocken"),
    "sm": ("SM", "GM", "Size Modifier", "Größenmodifikator"),
    "encumbrance": ("Encumbrance", "Belastung", "Enc"),
    "quick_shot": ("Quick Shot", "Schneller Schuss"),
    "dr": ("DR", "SR"),
}
LISTS: Vocabulary = {
    "natural-dr": ("Natural DR", "Natürliche SR"),
    "traits": (
        "Traits",
        "Eigenschaften",
        "Advantages",
        "Vorteile",
        "Disadvantages",
        "Nachteile",
        "Advantages/Disadvantages",
        "Perks",
        "Quirks",
        "Features",
    ),
    "skills": ("Skills", "Fertigkeiten"),
    "weapons": ("Weapons", "Waffen"),
    "gear": ("Gear", "Ausrüstung", "Equipment", "Armour", "Armor", "Rüstung"),
    "body": ("Body", "Körper"),
    "sex": ("Sex", "Geschlecht", "Gender"),
    "notes": ("Notes", "Notizen"),
}
LABELS = Labels(
    lists=LISTS,
    numbers={**ATTRIBUTES, **FIGURES},
    breaks=re.compile(r"\n[ ;*-]*[^\n:()]{2,50}\(\d{1,2}\)\s*:"),
    prose=frozenset({"notes"}),
)
MALE = ("male", "männlich", "m")
TRAITS: Vocabulary = {
    "combat-reflexes": ("Combat Reflexes", "Kampfreflexe"),
    "trained-by-a-master": ("Trained by a Master", "Vom Meister gelehrt"),
    "weapon-master": ("Weapon Master", "Waffenmeister"),
}
SKILLS: Vocabulary = {
    "axe-mace": ("Axe/Mace", "Axt/Streitkolben"),
    "beam-weapons": ("Beam Weapons", "Strahlenwaffen"),
    "bow": ("Bow", "Bogen"),
    "brawling": ("Brawling", "Raufen"),
    "broadsword": ("Broadsword", "Breitschwert"),
    "flail": ("Flail", "Flegel"),
    "guns-pistol": ("Guns (Pistol)", "Schusswaffen (Pistole)"),
    "guns-rifle": ("Guns (Rifle)", "Schusswaffen (Gewehr)"),
    "guns-shotgun": ("Guns (Shotgun)", "Schusswaffen (Schrotflinte)"),
    "guns-smg": ("Guns (SMG)", "Schusswaffen (MP)", "Guns (Submachine Gun)"),
    "knife": ("Knife", "Messer"),
    "rapier": ("Rapier", "Rapier"),
    "shield": ("Shield", "Schild", "Shield (Shield)"),
    "smallsword": ("Smallsword", "Kleinschwert"),
    "spear": ("Spear", "Speer"),
    "staff": ("Staff", "Stab"),
    "survival": ("Survival", "Überleben"),
    "tactics": ("Tactics", "Taktik"),
    "throwing": ("Throwing", "Werfen"),
    "thrown-weapon": ("Thrown Weapon", "Wurfwaffe"),
}
FIELDS: Vocabulary = {
    "skill": ("skill", "Fertigkeit"),
    "acc": ("Acc", "ZG"),
    "range": ("range", "Reichweite"),
    "rof": ("RoF", "FR"),
    "rcl": ("Rcl", "Rückstoß"),
    "shots": ("shots", "Schuss"),
    "reload": ("reload", "Nachladen"),
    "bulk": ("Bulk", "Sperrigkeit"),
    "db": ("DB", "VB"),
    "dr": ("DR", "SR"),
    "sphere": ("sphere", "Kugel"),
    "cone": ("cone", "Kegel"),
}
FLAGS: Vocabulary = {
    "left": ("left hand", "linke Hand"),
    "both": ("both hands", "beide Hände", "two hands", "two-handed"),
    "not-ready": ("not ready", "nicht bereit"),
    "natural": ("natural", "natürlich"),
    "thrown": ("thrown", "geworfen"),
    "missile": ("missile", "Geschoss"),
    "jet": ("jet", "Strahl"),
    "shield": ("shield", "Schild"),
    "fencing": ("fencing", "Fechtwaffe"),
    "unbalanced": ("unbalanced", "unausgewogen"),
    "flail": ("flail", "Flegel"),
    "fast": ("fast", "schnell"),
    "pistol": ("pistol", "Pistole"),
    "shotgun": ("shotgun", "Schrotflinte"),
    "heat": ("heat", "Hitze"),
    "flexible": ("flexible", "flexibel"),
    "gaps": ("large gaps", "große Lücken"),
}
WAY: Vocabulary = {
    "reach": ("reach", "Weite"),
    "parry": ("parry", "Parade"),
    "no": ("no", "keine"),
    "level": ("level", "Stufe"),
    "mod": ("at", "mit"),
}
"""What is said of one way to use a weapon, behind its damage."""
MODES: Vocabulary = {"swing": ("swing", "Schwung"), "thrust": ("thrust", "Stich")}
TYPES: Vocabulary = {
    "cr": ("cr", "cr", "crushing", "stumpf"),
    "cut": ("cut", "cut", "cutting", "schneidend"),
    "imp": ("imp", "imp", "impaling", "stechend"),
    "pi-": ("pi-", "pi-", "small piercing"),
    "pi": ("pi", "pi", "piercing", "durchdringend"),
    "pi+": ("pi+", "pi+", "large piercing"),
    "pi++": ("pi++", "pi++", "huge piercing"),
    "burn": ("burn", "burn", "burning", "brennend"),
    "tbb": ("tbb", "tbb", "tight-beam burning"),
    "tox": ("tox", "tox", "toxic"),
    "cor": ("cor", "cor", "corrosion", "corrosive"),
    "fat": ("fat", "fat", "fatigue"),
}
PLACES: Vocabulary = {
    "all": ("all", "alle"),
    "skull": ("skull", "Schädel", "head"),
    "face": ("face", "Gesicht"),
    "neck": ("neck", "Hals"),
    "torso": ("torso", "Rumpf", "body", "chest"),
    "vitals": ("vitals", "Vitalorgane"),
    "groin": ("groin", "Unterleib"),
    "right-eye": ("right eye", "rechtes Auge"),
    "left-eye": ("left eye", "linkes Auge"),
    "right-arm": ("right arm", "rechter Arm"),
    "left-arm": ("left arm", "linker Arm"),
    "right-hand": ("right hand", "rechte Hand"),
    "left-hand": ("left hand", "linke Hand"),
    "right-leg": ("right leg", "rechtes Bein"),
    "left-leg": ("left leg", "linkes Bein"),
    "right-foot": ("right foot", "rechter Fuß"),
    "left-foot": ("left foot", "linker Fuß"),
}
PAIRS: Vocabulary = {
    "eye": ("eyes", "Augen"),
    "arm": ("arms", "Arme"),
    "hand": ("hands", "Hände"),
    "leg": ("legs", "Beine"),
    "foot": ("feet", "Füße"),
}
WEAPONS: Vocabulary = {
    "broadsword": ("Breitschwert",),
    "axe": ("Axt",),
    "mace": ("Streitkolben",),
    "spear": ("Speer",),
    "smallsword": ("Kleinschwert",),
    "large-knife": ("Großes Messer",),
    "dagger": ("Dolch",),
    "quarterstaff": ("Kampfstab",),
    "flail": ("Flegel",),
    "throwing-knife": ("Wurfmesser",),
    "longbow": ("Langbogen",),
    "pistol": ("Pistole",),
    "smg": ("Maschinenpistole",),
    "assault-rifle": ("Sturmgewehr",),
    "sniper-rifle": ("Scharfschützengewehr",),
    "shotgun": ("Schrotflinte",),
    "grenade": ("Granate",),
    "medium-shield": ("Mittlerer Schild",),
    "bite": ("Biss",),
    "claws": ("Klauen",),
}
ARMOUR: Vocabulary = {
    "leather-jacket": ("Lederjacke",),
    "mail-hauberk": ("Kettenhemd",),
    "ballistic-vest": ("Schutzweste",),
    "breastplate": ("Brustplatte",),
    "plate-harness": ("Plattenpanzer",),
    "pot-helm": ("Topfhelm",),
    "leather-vest": ("Lederweste",),
    "gauntlets": ("Panzerhandschuhe",),
}
