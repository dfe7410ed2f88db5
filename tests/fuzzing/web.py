"""Messages, answers, forms and files to a running app, spoilt: refused in words, and nothing is lost."""

import io
import json
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient

from rules.engine.refusal import Refusal
from tests.fuzzing.commands import any_command, begun
from tests.fuzzing.files import character_files, map_files, spoilt_archive
from tests.fuzzing.spoiled_data import ODD, spoilt, spoilt_bytes
from webapp import views
from webapp.app import Settings, create_app
from webapp.context import HOSTS, STORE
from webapp.live.message_checks import socketio
from webapp.sheets.sheet_file import as_file
from webapp.store.store import Store, TableRow
from webapp.table.host import Host
from webapp.table.links import links_to
from webapp.table.setup.scenes import lay_out_scene

_TOKEN = "the token of this session"
MADE_UP = "nothing-of-that-name"
_SOURCES = Path(views.__path__[0])
_READ = re.compile(r"""(?:form(?:\.get(?:list)?)?[(\[]|is_ticked\(|seconds\()["'](\w+)["']""")
FIELDS = sorted({key for file in _SOURCES.glob("*.py") for key in _READ.findall(file.read_text("utf-8"))})
"""Every field of a form that any page reads."""
_OTHER_FIELDS = (
    *("cols", "rows", "per_cell", "cells", "across", "down", "x", "y", "size", "columns", "pixels", "stock"),
    *(
        "st",
        "dx",
        "vigor",
        "hp",
        "weapons",
        "skills",
        "edges",
        "all",
        "json:to",
        "json:cells",
        "answer",
        "do",
    ),
)
"""Fields that are read by other names: of grids, of sheets, of commands."""
_SLOW = {"ready_fights.begin": "it writes its picture, for seconds"}
"""Forms that are left alone, and why."""
_WORDS = (
    *("", "1", "2", "x", "ann", "bob", "all", "screen", "gm", "square", "hex-rows", "zones", "Ä" * 99, "-1"),
    *("1e9", "NaN", "atomic", "2d6+1", "/r d6!", "4d6kh3", "999d999", "25,4", "\x00", "<b>", "a" * 2000),
)
_FILE_NAMES = ("odd.uvtt", "odd.gcs", "odd.png", "odd.json", "odd.battlemat", "")
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
        self.player = store.people.of_table(self.table.id)[0].id
        handlers = socketio.server.handlers["/"].keys()
        self.messages = [*sorted(handlers - {"connect", "disconnect"}), MADE_UP]
        rules = sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule)
        self.forms = [r.rule for r in rules if "POST" in r.methods and r.endpoint not in _SLOW]
        self.pages = [rule.rule for rule in rules if "GET" in rule.methods]
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

    @property
    def away(self) -> set[str]:
        """The pages that the GM has shut by a form."""
        store, shut = self.host.store, set()
        if store.people.find(self.player) is None:
            shut.add("play")
        if store.table(self.table.id).screen_key != self.table.screen_key:  # type: ignore[union-attr]
            shut.add("screen")
        return shut

    def client(self, role: str) -> FlaskClient:
        return self.clients[role]

    def close(self) -> None:
        for socket in self.sockets.values():
            if socket.is_connected():
                socket.disconnect()

    # ---------------------------------------------------------------------------------- what is done
    def step(self) -> None:
        """Do one thing: send a message, post a command or a form, load a page, come back."""
        role = self.dice.choice(
            [who for who in ("gm", "gm", "play", "play", "screen") if who not in self.away]
        )
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
            assert self.sockets[role].is_connected() != (role in self.away)
        if not done:
            assert (self.host.battle.state, self.host.last_seq) == (before, seq)

    def send(self, role: str) -> bool:
        """Send a message of any kind; say whether it was carried out."""
        name = "command" if self.dice.random() < 0.3 else self.dice.choice(self.messages)
        data = self._said()
        if self.dice.random() < 0.03:
            data = self.dice.choice(ODD)
        socket = self.sockets[role]
        reply = socket.emit(name, data, callback=True)
        socket.get_received()
        if name == MADE_UP:
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
        """Fill in any form that there is by chance, and choose a file for it."""
        dice = self.dice
        path = dice.choice(self.forms)
        form: dict[str, Any] = {key: self._word() for key in (*FIELDS, *_OTHER_FIELDS) if dice.random() < 0.5}
        if dice.random() < 0.5:
            form["file"] = (io.BytesIO(self._file()), dice.choice(_FILE_NAMES))
        role, address = self._address(path)
        answer = self.client(role).post(address, data={**form, "csrf": _TOKEN})
        assert answer.status_code < 500, (address, form)

    def _file(self) -> bytes:
        dice = self.dice
        people = self.host.battle.state.combatants
        if dice.random() < 0.2:
            return spoilt_archive(dice)
        elif dice.random() < 0.3 and people:
            whole = as_file(self.host.battle.system, people[dice.choice(list(people))])
            file = json.dumps(spoilt(whole, dice)).encode()
        else:
            file = dice.choice((*map_files(), *character_files()))
        return spoilt_bytes(file, dice) if dice.random() < 0.7 else file

    def _word(self) -> str:
        """Give a word for a form: one that names something here, or an odd one."""
        store, table_id = self.host.store, self.table.id
        ids = [person.id for person in store.people.of_table(table_id)]
        ids += [group.id for group in store.groups.all(table_id)]
        ids += [paper.id for paper in store.talk.papers(table_id)]
        ids += [scene.id for scene in store.battles(table_id)]
        return self.dice.choice(ids if ids and self.dice.random() < 0.3 else _WORDS)

    def _address(self, path: str) -> tuple[str, str]:
        """Fill in an address of the app: who asks, and for what."""
        dice = self.dice
        role = "gm" if dice.random() < 0.7 else dice.choice(("play", "screen"))

        def part(found: re.Match[str]) -> str:
            match found[1]:
                case "table_id":
                    return self.table.id
                case "role":
                    return role
                case "code":
                    return self.table.join_code
                case "number" | "moment" | "level" | "column" | "row":
                    return dice.choice(("0", "1", "7", "99999999999"))
                case "who" if dice.random() < 0.7:
                    return dice.choice(("ann", "bob"))
            return quote(self._word(), safe="") or "x"

        return role, re.sub(r"<(?:[^<>]*:)?(\w+)>", part, path)

    def look(self, role: str) -> None:
        """Load any page, panel, picture or file that there is."""
        role, address = self._address(self.dice.choice(self.pages))
        answer = self.client(role).get(address)
        assert answer.status_code < 500, address
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
                "pixels": [1920, 1080],
                "height": 9,
                "measured": True,
                dice.choice(("peek", "to")): dice.choice(_PLACES),
                dice.choice(("return", "open", "keep", "leave")): dice.random() < 0.5,
                "by": dice.choice(("card", "ruler", "diagonal", "odd")),
                dice.choice(("grow", "inches")): dice.choice((1, -3.5, 27)),
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
            assert (answer.status_code == 200) != (role in table.away), (role, answer.status_code)
        table.check()
    finally:
        table.close()
