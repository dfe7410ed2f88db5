"""The words of a stat block of phase combat, in English and in German."""

from rules.engine.sheets.block_words import Vocabulary
from rules.engine.sheets.stat_block import Labels

ATTRIBUTES: Vocabulary = {
    "reflexes": ("Reflexes", "Reflexe", "Reflex"),
    "toughness": ("Toughness", "Robustheit"),
}
NUMBERS: Vocabulary = {
    **ATTRIBUTES,
    "initiative": ("Initiative", "Initiative", "Init"),
    "move": ("Move", "Bewegung", "Bewegen"),
}
LISTS: Vocabulary = {
    "skills": ("Skills", "Fertigkeiten"),
    "weapons": ("Weapons", "Waffen", "Gear", "Ausrüstung", "Weapon"),
    "ready": ("In hand", "In der Hand"),
    "armour": ("Armour", "Rüstung", "Armor"),
}
LABELS = Labels(lists=LISTS, numbers=NUMBERS)
SKILLS: Vocabulary = {
    "firearms": ("Firearms", "Schusswaffen"),
    "melee": ("Melee", "Nahkampf"),
    "brawling": ("Brawling", "Raufen"),
    "fast-draw": ("Fast draw", "Schnellziehen", "Fast-draw"),
}
FIELDS: Vocabulary = {
    "skill": ("skill", "Fertigkeit"),
    "shots": ("rounds", "Schuss", "shots"),
    "range": ("range", "Reichweite"),
    "cells": ("cells", "Felder"),
    "damage": ("damage", "Schaden"),
}
FLAGS: Vocabulary = {
    "single": ("single", "Einzelschuss"),
    "semi": ("target and fire", "anvisieren und feuern", "semi", "semi-automatic"),
    "burst": ("burst", "Feuerstoß"),
    "auto": ("full auto", "Dauerfeuer", "auto", "automatic"),
    "stun": ("stun", "betäubt", "stuns"),
    "melee": ("melee", "Nahkampf"),
    "ranged": ("ranged", "Fernkampf"),
}
PLACES: Vocabulary = {
    "head": ("head", "Kopf"),
    "chest": ("chest", "Brust"),
    "abdomen": ("abdomen", "Bauch"),
    "right-arm": ("right arm", "rechter Arm"),
    "left-arm": ("left arm", "linker Arm"),
    "right-leg": ("right leg", "rechtes Bein"),
    "left-leg": ("left leg", "linkes Bein"),
}
PAIRS: Vocabulary = {
    "arms": ("arms", "Arme"),
    "legs": ("legs", "Beine"),
    "torso": ("torso", "Rumpf"),
    "body": ("whole body", "ganzer Körper", "all"),
}
NONE = ("none", "keine", "nothing", "nichts")
WEAPONS: Vocabulary = {
    "club": ("Keule",),
    "knife": ("Messer",),
    "sword": ("Schwert",),
    "light-pistol": ("Leichte Pistole",),
    "heavy-pistol": ("Schwere Pistole",),
    "rifle": ("Gewehr",),
    "carbine": ("Sturmkarabiner",),
    "stunner": ("Betäuber",),
}
ARMOUR: Vocabulary = {"helmet": ("Helm",), "vest": ("Weste",), "suit": ("Vollpanzer",)}
