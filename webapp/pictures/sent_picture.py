"""The picture that comes along with a form, if one does."""

from flask import request

from webapp.importers import Picture, read_picture
from webapp.pictures.picture_queue import work_on_picture


def sent_picture() -> Picture | None:
    """Read the picture of a form's field `file`: judged by its bytes, and encoded anew like a map's."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return None
    return work_on_picture(lambda: read_picture(file.read()))
