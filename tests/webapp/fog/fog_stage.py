"""A stage for the listeners in the fog: an app with the example system among the others, shared by scenes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules import systems
from rules.engine import registry
from rules.engine import system as register
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.context import STORE

EXAMPLE = Path(__file__).parents[2] / "example_system"


@contextmanager
def staged(settings: Settings) -> Iterator[World]:
    """Give the world of an app with these settings, with the example system known as if it were installed."""
    with _example_system():
        made = create_app(settings)
        made.testing = True
        try:
            yield World(made)
        finally:
            made.extensions[STORE].close()


@contextmanager
def _example_system() -> Iterator[None]:
    systems.load_systems()
    sys.path.insert(0, str(EXAMPLE))
    try:
        from crossed_blades import SYSTEM

        register.register(SYSTEM)
        yield
    finally:
        sys.path.remove(str(EXAMPLE))
        registry.REGISTERED.pop("crossed-blades", None)
        for name in [name for name in sys.modules if name.partition(".")[0] == "crossed_blades"]:
            del sys.modules[name]
