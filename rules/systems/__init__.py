"""One package a rule system; no system knows another.

A package here says in `ABOUT` what somebody is told who chooses a system, and its module `system` holds the
`SYSTEM`. A package elsewhere names its `SYSTEM` under the entry point `battlemat.systems`.
"""

from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from rules.engine.registry import offer
from rules.engine.system import System, register


@cache
def load_systems() -> None:
    """Make every system known that is installed; calling it again does nothing.

    Those of this package are loaded when they are first looked for.
    """
    for module in iter_modules(__path__):
        package = f"{__name__}.{module.name}"
        offer(import_module(package).ABOUT, partial(_load, package))
    for entry in entry_points(group="battlemat.systems"):
        register(entry.load())


def _load(package: str) -> System:
    system: System = import_module(f"{package}.system").SYSTEM
    return system
