"""Tesseris: ticks and reactions, pools of dT, cover that breaks, words that wound."""

from rules.systems.tesseris.system import TesserisSystem

SYSTEM = TesserisSystem()
