"""The host and the GMs who are invited, as tests have them: browsers that came by their links."""

import io
import re
from typing import Any

from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from tests.webapp.world import TOKEN, Browser, World
from webapp.importers.pictures import encode_picture
from webapp.store.rows import GmRow, TableRow
from webapp.table.names import new_id

_LINK = re.compile(r"http://[^\"]*(/invitation/[\w-]+)")


def host_of_all(world: World) -> Browser:
    """Come by the host's link."""
    browser = world.stranger()
    assert browser.get(world.links.host).location == "/host"
    return browser


def link_in(answer: TestResponse) -> str:
    """Read the link of an invitation, which is shown this once."""
    assert answer.status_code == 200, answer.text
    [link] = _LINK.findall(answer.text)
    return str(link)


def invite(world: World, name: str) -> str:
    """Invite a GM, and give the link."""
    return link_in(host_of_all(world).post("/host/gms", id=new_id(), name=name))


def come_by(world: World, link: str) -> Browser:
    """Come by an invitation."""
    browser = world.stranger()
    answer = browser.get(link)
    assert (answer.status_code, answer.location) == (303, "/"), answer.text
    return browser


def invited(world: World, name: str) -> Browser:
    """Come as a GM who was just invited."""
    return come_by(world, invite(world, name))


def gm_called(world: World, name: str) -> GmRow:
    return next(gm for gm in world.store.gms.all() if gm.name == name)


def makes_table(world: World, gm: Browser, name: str) -> TableRow:
    """Let a GM make a table."""
    answer = gm.post("/tables", name=name, system="atomic")
    assert answer.status_code == 303, answer.text
    table = world.store.table(answer.location.split("/")[2])
    assert table is not None
    assert table.name == name
    return table


def sends_file(browser: Browser, path: str, data: bytes, name: str, **form: str) -> TestResponse:
    """Send a file as htmx does."""
    boundary, body = encode_multipart({"file": FileStorage(io.BytesIO(data), name), **form})
    kind = f"multipart/form-data; boundary={boundary}"
    headers = {"HX-Request": "true", "X-CSRF-Token": TOKEN}
    return browser.client.post(path, data=body, content_type=kind, headers=headers)


def picture(shade: int, side: int = 512) -> bytes:
    """Paint a picture that no other shade is like."""
    out = io.BytesIO()
    Image.new("RGB", (side, side), (shade, 90, 60)).save(out, "PNG")
    return out.getvalue()


def noise(seed: int, side: int) -> bytes:
    """Make a picture that no encoder makes small."""
    out = io.BytesIO()
    Image.effect_noise((side, side), 90 + seed).convert("RGB").save(out, "PNG")
    return out.getvalue()


def lay_map(browser: Browser, table: TableRow, data: bytes) -> TestResponse:
    """Bring a picture as a map of a table."""
    return sends_file(browser, f"/tables/{table.id}/gm/map", data, "map.png")


def kept_size(data: bytes) -> int:
    """Tell what a picture takes once it is kept."""
    return len(encode_picture(Image.open(io.BytesIO(data)).convert("RGB")).data)


def everything(answer: TestResponse) -> tuple[Any, ...]:
    """Give all of an answer by which it could be told from another."""
    kept = {k: v for k, v in answer.headers.items() if k not in ("Date", "Content-Length", "Set-Cookie")}
    return answer.status_code, kept, answer.text
