"""A table with all its pages open, and what is said and shown at it."""

import io
import re
from typing import Any

from PIL import Image

from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World
from webapp.table.grants import Visitor
from webapp.talk.conversation import SaidLine


class Table:
    """The ready-made fight with a GM, two players and the projector, all with their pages open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.gm = Page(world, world.gm(), "gm")
        self.ann = Page(world, world.player("Ann", "kit"), "play")
        self.ben = Page(world, world.player("Ben", "brannock"), "play")
        self.screen = Page(world, screen(world), "screen")
        self.pages = (self.gm, self.ann, self.ben, self.screen)
        self.heard()

    def id(self, name: str) -> str:
        return next(p.id for p in self.world.store.people.of_table(self.world.table.id) if p.name == name)

    def visitor(self, name: str) -> Visitor:
        return Visitor("play", self.world.table.id, self.id(name), name)

    def post(self, page: Page, path: str, **form: Any) -> int:
        return page.browser.htmx(self.world.at(f"{page.role}/talk/{path}"), **form).status_code

    def heard(self) -> list[list[dict[str, Any]]]:
        """Give what each page was sent besides the battle since the last time."""
        return [
            [message["args"][0] | {"what": message["name"]} for message in page.socket.get_received()]
            for page in self.pages
        ]

    def said(self) -> list[str]:
        """Give the words that each page was sent as said."""
        return [
            " ".join(re.sub(r"<[^>]*>", " ", m["html"]) for m in messages if m["what"] == "said")
            for messages in self.heard()
        ]

    def lines(self, visitor: Visitor) -> list[SaidLine]:
        return host_of(self.world).talk.heard_by(visitor)


def shoot(table: Table) -> None:
    """Let Kit shoot at a raider who stands before her."""
    table.gm.do("gm-set", target="raider-3", state={"at": [3, 5]})
    table.gm.do("attack", "kit", target="raider-3", **{"with": "blast-pistol"})


def picture(colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG", pnginfo=None)
    return out.getvalue()


def write(table: Table, page: Page, title: str, words: str = "", data: bytes | None = None) -> str:
    form: dict[str, Any] = {"title": title, "words": words}
    if data is not None:
        form["file"] = (io.BytesIO(data), "picture.png")
    assert table.post(page, "papers", **form) == 204
    return next(p.id for p in table.world.store.talk.papers(table.world.table.id) if p.title == title)
