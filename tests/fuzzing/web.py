"""Messages, answers, forms and files to a running app, spoilt: refused in words, and nothing is lost."""

import io
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from rules.engine.refusal import Refusal
from tests.fuzzing.commands import any_command, begun
from tests.fuzzing.files import character_files, map_files, packed
from tests.fuzzing.spoiling import ODD, spoilt, spoilt_bytes
from webapp.app import Settings, create_app
from webapp.context import HOSTS, STORE
from webapp.host import Host
from webapp.links import links_to
from webapp.live import socketio
from webapp.scenes import lay_out_scene
from webapp.store import Store, TableRow

_TOKEN = "the token of this session"
MESSAGES = (
    *("command", "command", "command", "aim", "weigh", "reach", "cover", "measure", "area"),
    *("zones", "templates", "put-away", "resume", "nothing-of-that-name"),
)
_FORMS = (
    *("gm/actor", "gm/map", "gm/sheet-new", "gm/sheet/ann/edit", "gm/wish", "map/grid", "map/new", "scene"),
    *("gm/bring-back", "gm/seat", "gm/settings", "gm/stock", "play/wish", "/tables/open"),
)
_FIELDS = (
    *("name", "side", "system", "count", "item", "kind", "cols", "rows", "per_cell", "unit", "under", "who"),
    *("person", "scene", "backup", "cells", "across", "down", "x", "y", "size", "sight", "answer_seconds"),
    *(
        "reaction_seconds",
        "stock",
        "st",
        "dx",
        "vigor",
        "hp",
        "weapons",
        "skills",
        "edges",
        "columns",
        "pixels",
    ),
)
_PLACES = ([1, 1], [5, 4], [8, 2], [11, 8], "bar", "street")


@contextmanager
def running(folder: Path) -> Iterator[Flask]:
    """Give an app on a data folder; a bug in it is raised here rather than shown as a page."""
    app = create_app(Settings(data_dir=folder, lan=False, async_mode="threading"))
    app.testing = True
    try:
        yield app
    finally:
        app.extensions[STORE].close()


class Table:
    """A table with four combatants and three people: the GM, who plays ann, and who only watches."""

    def __init__(self, app: Flask, system: str, dice: random.Random) -> None:
        self.app, self.dice = app, dice
        store: Store = app.extensions[STORE]
        self.table: TableRow = store.create_table("Odd")
        battle = begun(system, dice)
        while battle.state.map is None:
            battle = begun(system, dice)
        adding = battle.entries[-1].command.params["combatants"]
        scene = lay_out_scene(
            store, self.table.id, system=system, name="Odd", battle_map=battle.state.map, combatants=adding
        )
        store.set_current(self.table.id, scene.id)
        links = links_to(self.table)
        self.clients = {role: app.test_client() for role in ("gm", "play", "screen")}
        self.clients["gm"].get(links.gm)
        self.clients["screen"].get(links.screen)
        self.clients["play"].post(
            links.join, data={"csrf": self._token("play"), "name": "Bo", "character": "ann"}
        )
        for role in self.clients:
            self._token(role)
        self.sockets = {role: self._socket(role) for role in self.clients}

    def _token(self, role: str) -> str:
        with self.clients[role].session_transaction() as session:
            session["csrf"] = _TOKEN
        return _TOKEN

    def _socket(self, role: str, seq: Any = None) -> Any:
        auth = {"table": self.table.id, "role": role, "seq": seq}
        return socketio.test_client(self.app, flask_test_client=self.clients[role], auth=auth)

    @property
    def host(self) -> Host:
        host: Host = self.app.extensions[HOSTS].get(self.table.id)
        return host

    def client(self, role: str) -> FlaskClient:
        return self.clients[role]

    def close(self) -> None:
        for socket in self.sockets.values():
            if socket.is_connected():
                socket.disconnect()

    # ---------------------------------------------------------------------------------- what is done
    def step(self) -> None:
        """Do one thing: send a message, post a command or a form, load a page, come back."""
        role = self.dice.choice(("gm", "gm", "play", "play", "screen"))
        before, seq = self.host.battle.state, self.host.last_seq
        way = self.dice.random()
        done = True
        if way < 0.75:
            done = self.send(role)
        elif way < 0.85:
            done = self.post(role)
        elif way < 0.88:
            done = self.fill_in(role)
        elif way < 0.91:
            self.odd_form()
        elif way < 0.97:
            self.look(role)
        else:
            self.sockets[role].disconnect()
            self.sockets[role] = self._socket(role, self.dice.choice((*ODD, 0, 10**9)))
            assert self.sockets[role].is_connected()
        if not done:
            assert (self.host.battle.state, self.host.last_seq) == (before, seq)

    def send(self, role: str) -> bool:
        """Send a message of any kind; say whether it was carried out."""
        name, data = self.dice.choice(MESSAGES), self._said()
        if self.dice.random() < 0.03:
            data = self.dice.choice(ODD)
        socket = self.sockets[role]
        reply = socket.emit(name, data, callback=True)
        socket.get_received()
        if name == "nothing-of-that-name":
            return False
        assert isinstance(reply, Mapping), (name, data, reply)
        json.dumps(reply, allow_nan=False)
        if not reply["ok"]:
            assert reply["refusal"]["code"] != "bug", (name, data)
            assert reply["refusal"]["message"].strip()
        return bool(reply["ok"]) and name == "command"

    def post(self, role: str) -> bool:
        """Give a command over HTTP, as JSON."""
        answer = self.client(role).post(
            f"/tables/{self.table.id}/commands", json=self._said(), headers={"X-CSRF-Token": _TOKEN}
        )
        assert answer.status_code in (200, 401, 403, 404, 422), answer.text
        return answer.status_code == 200

    def fill_in(self, role: str) -> bool:
        """Send a form of the page of play."""
        said = self._said()
        form = {"csrf": _TOKEN}
        for key, value in said.items():
            text = value if isinstance(value, str) else None
            form[str(key) if text is not None else f"json:{key}"] = (
                json.dumps(value) if text is None else text
            )
        form = {key: value.encode("utf-8", "replace").decode() for key, value in form.items()}
        answer = self.client(role).post(f"/tables/{self.table.id}/{role}/do", data=form)
        assert answer.status_code in (204, 303, 401, 403, 404, 422), (answer.status_code, form)
        return answer.status_code in (204, 303)

    def odd_form(self) -> None:
        """Fill in another of the GM's forms by chance, and choose a file for it."""
        dice, path = self.dice, self.dice.choice(_FORMS)
        words = (
            "",
            "1",
            "2",
            "x",
            "ann",
            "square",
            "hex-rows",
            "zones",
            "Ä" * 99,
            "-1",
            "1e9",
            "NaN",
            "atomic",
        )
        form: dict[str, Any] = {key: dice.choice(words) for key in _FIELDS if dice.random() < 0.6}
        if dice.random() < 0.5:
            file = packed(dice) if dice.random() < 0.2 else dice.choice((*map_files(), *character_files()))
            if dice.random() < 0.7:
                file = spoilt_bytes(file, dice)
            form["file"] = (
                io.BytesIO(file),
                dice.choice(("odd.uvtt", "odd.gcs", "odd.png", "odd.battlemat", "")),
            )
        address = path if path.startswith("/") else f"/tables/{self.table.id}/{path}"
        answer = self.client("gm").post(address, data={"csrf": _TOKEN, **form})
        assert answer.status_code < 500, (path, form)

    def look(self, role: str) -> None:
        """Load a page or a panel."""
        who = self.dice.choice(("ann", "bob", "nobody", "%00", "table"))
        paths = ("", f"/selected/{who}", f"/sheet/{who}", "/log.txt", "/log.html", "/log.pdf")
        answer = self.client(role).get(f"/tables/{self.table.id}/{role}{self.dice.choice(paths)}")
        assert answer.status_code in (200, 404, 422, 403), answer.status_code
        answer.close()

    def _said(self) -> dict[str, Any]:
        dice, state = self.dice, self.host.battle.state
        try:
            data = any_command(self.host.battle, dice, 0.0)
        except Refusal:
            data = {"do": "move", "actor": "ann"}
        if data.get("answer") is not None and dice.random() < 0.5:
            data["question"] = dice.randint(1, 4)
        way = dice.random()
        if way < 0.25:
            data = {
                **data,
                "at": dice.choice(_PLACES),
                "target": dice.choice(list(state.combatants) or ["ann"]),
            }
        elif way < 0.5:
            places = [dice.choice(_PLACES) for _ in range(dice.randint(1, 3))]
            shape = dice.choice(("blast", "cone", "line", "arc", "odd"))
            data = {
                "from": "ann",
                "points": places,
                "path": places,
                "page": "p",
                "show": dice.random() < 0.5,
                "shape": shape,
                "at": [2.5, 2.5],
                "radius": 2,
                "length": 4,
                "angle": 60,
                "direction": 45,
                "kind": dice.choice(("ruler", "area", "odd")),
                "who": "ann",
                "actor": "ann",
                "width": 1,
                "draft": dice.random() < 0.5,
            }
        if dice.random() < 0.6:
            changed = spoilt(data, dice, dice.randint(1, 3))
            data = changed if isinstance(changed, dict) else {"do": changed}
        return {str(key): value for key, value in data.items()}

    def check(self) -> None:
        """Hold what is stored against what is shown."""
        kept = Host(self.host.store, self.table.id)
        assert kept.battle.state == self.host.battle.state
        assert kept.last_seq == self.host.last_seq == self.host.store.last_seq(self.host.scene.id)


def fuzz_table(app: Flask, system: str, dice: random.Random, steps: int = 40) -> None:
    """Sit down at a new table, and do so much there."""
    table = Table(app, system, dice)
    try:
        for _ in range(steps):
            table.step()
        for role in table.clients:
            answer = table.client(role).get(f"/tables/{table.table.id}/{role}")
            assert answer.status_code == 200
        table.check()
    finally:
        table.close()
