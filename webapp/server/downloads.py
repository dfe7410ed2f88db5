"""Files that a page hands out to be kept: named, and never from anybody's cache."""

from flask import Response
from markupsafe import Markup

from webapp.server.assets.static_files import package_folder
from webapp.table.names import file_name


def as_download(body: str | bytes, mimetype: str, name: str, ending: str) -> Response:
    """Give something as a file to be saved, named after what it is of."""
    response = Response(body, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(name, ending))
    response.headers["Cache-Control"] = "no-store"
    return response


def style_alone(name: str) -> Markup:
    """Give a style sheet as part of a page that stands alone in its file."""
    sheet = package_folder("static") / "css" / "pages" / f"{name}.css"
    return Markup(f"<style>\n{sheet.read_text(encoding='utf-8')}</style>")
