"""Map files, pictures and the forms by which the GM sends them."""

import base64
import io
import json
from typing import Any

from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from rules.map.model import BattleMap
from tests.webapp.pages import host_of
from tests.webapp.world import TOKEN, Browser, World


def uvtt(cols: int = 12, rows: int = 8, **fields: Any) -> bytes:
    """A small map: a wall across from (4, 0) to (4, 8) with a door in it."""
    image = io.BytesIO()
    Image.new("RGB", (cols * 10, rows * 10), (90, 120, 60)).save(image, "PNG")
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": cols, "y": rows},
            "pixels_per_grid": 10,
        },
        "line_of_sight": [[{"x": 4, "y": 0}, {"x": 4, "y": 3}], [{"x": 4, "y": 5}, {"x": 4, "y": 8}]],
        "portals": [
            {"position": {"x": 4, "y": 4}, "bounds": [{"x": 4, "y": 3}, {"x": 4, "y": 5}], "closed": True}
        ],
        "lights": [],
        "image": base64.b64encode(image.getvalue()).decode(),
        **fields,
    }
    return json.dumps(data).encode()


def bring(world: World, browser: Browser, data: bytes, name: str = "cellar.dd2vtt", htmx: bool = True) -> Any:
    return send(world, browser, {"file": FileStorage(io.BytesIO(data), name)}, htmx)


def send(world: World, browser: Browser, form: dict[str, Any], htmx: bool = True) -> Any:
    headers = {"X-CSRF-Token": TOKEN, **({"HX-Request": "true"} if htmx else {})}
    boundary, body = encode_multipart(form)
    kind = f"multipart/form-data; boundary={boundary}"
    return browser.client.post(world.at("gm/map"), data=body, content_type=kind, headers=headers)


def painting(width: int = 600, height: int = 400, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(file, kind)
    return file.getvalue()


def picture_of(world: World) -> str:
    return world.at(f"picture/{host_of(world).picture_id}")


def map_of(world: World) -> BattleMap:
    battle_map = host_of(world).battle.state.map
    assert battle_map is not None
    return battle_map
