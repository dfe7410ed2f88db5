"""Files from elsewhere made into ours: bytes in, results out, no web and no database."""

from rules.engine.sheets.import_report import ImportReport
from webapp.importers.character_file import read_character
from webapp.importers.faces import Crop, read_face
from webapp.importers.floors import MAX_FLOORS, Floor, stack
from webapp.importers.picture_map import read_picture_map
from webapp.importers.pictures import Picture, read_picture
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt import ImportedMap, read_uvtt

__all__ = [
    "MAX_FLOORS",
    "Crop",
    "Floor",
    "ImportProblem",
    "ImportReport",
    "ImportedMap",
    "Picture",
    "read_character",
    "read_face",
    "read_picture",
    "read_picture_map",
    "read_uvtt",
    "stack",
]
