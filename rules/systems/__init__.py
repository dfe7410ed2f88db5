"""One package a rule system; no system knows another.

A package here, or one elsewhere that registers under the entry point `battlemat.systems`, holds a `SYSTEM`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from rules.engine.system import register


@cache
def load_systems() -> None:
    """Register every system that is installed; calling it again does nothing."""
    for module in iter_modules(__path__):
        register(import_module(f"{__name__}.{module.name}").SYSTEM)
    for entry in entry_points(group="battlemat.systems"):
        register(entry.load())
