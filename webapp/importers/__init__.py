"""Files from elsewhere made into ours: bytes in, results out, no web and no database."""

from collections.abc import Callable

from webapp.importers.foundry_swade import ImportedActor, read_swade_actor
from webapp.importers.picture_map import read_picture_map
from webapp.importers.pictures import Picture, read_picture
from webapp.importers.problem import ImportProblem
from webapp.importers.report import ImportReport
from webapp.importers.uvtt import ImportedMap, read_uvtt

__all__ = [
    "ACTOR_READERS",
    "ImportProblem",
    "ImportReport",
    "ImportedActor",
    "ImportedMap",
    "Picture",
    "read_picture",
    "read_picture_map",
    "read_uvtt",
]

ActorReader = Callable[[bytes, str], ImportedActor]
ACTOR_READERS: tuple[ActorReader, ...] = (read_swade_actor,)
"""What reads actors out of a file and its name; each raises `ImportProblem` for what is not its own."""
