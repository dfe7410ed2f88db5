"""A real server in a process of its own, real sockets, and the power cut at the worst moments."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.load.player import BREAKS, Player, come_as_gm, come_to_play
from tests.load.server import Server, start


class Table:
    """A server on one data folder that can lose its power and come back on the same port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server: Server = start(data)
        self.players: list[Player] = []
        self.port = int(self.server.origin.rsplit(":", 1)[1])

    def cut_power(self) -> None:
        self.server.kill()

    def power_on(self) -> None:
        self.server = start(self.data, port=self.port)
        assert self.server.origin.endswith(f":{self.port}"), "the phones find it where it was"

    def restart(self) -> None:
        self.cut_power()
        self.power_on()

    def gm(self) -> Player:
        return self._connected(come_as_gm(self.server.origin, self.server.gm))

    def player(self, name: str, character: str = "") -> Player:
        return self._connected(come_to_play(self.server.origin, self.server.join, name, character))

    def _connected(self, player: Player) -> Player:
        player.connect()
        self.players.append(player)
        return player

    def end(self) -> None:
        for player in self.players:
            player.close()
        if self.server.process.poll() is None:
            self.server.stop()

    def stored(self) -> list[tuple[int, str, dict[str, Any]]]:
        """Read the log from the file itself, which must be whole."""
        database = sqlite3.connect(self.data / "battlemat.db")
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT seq, command_id, kind, data FROM events ORDER BY seq").fetchall()
        database.close()
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        commands = [i for i, row in enumerate(rows) if row[2] == "command"]
        for first, after in zip(commands, [*commands[1:], len(rows)], strict=True):
            assert len({row[1] for row in rows[first:after]}) == 1, "each command's events stand together"
        return [(row[0], row[2], json.loads(row[3])) for row in rows]


@pytest.fixture(scope="module")
def data(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(first_start, tmp_path_factory.mktemp("survival") / "data"))


@pytest.fixture(scope="module")
def table(data: Path) -> Iterator[Table]:
    table = Table(data)
    yield table
    table.end()


def do(player: Player, do: str, actor: str | None = None, **params: Any) -> dict[str, Any]:
    reply: dict[str, Any] = player.ask("command", {"do": do, "actor": actor, **params})
    assert reply["ok"], reply
    return reply


def attack_kit(gm: Player) -> None:
    """Let a raider attack Kit with a roll that the GM types in, so that Kit is asked for a defence."""
    do(gm, "edit", target="raider-3", by_hand=True)
    do(gm, "turn", "raider-3")
    facts = {"range": "near", "line_of_fire": True, "cover": "none"}
    do(gm, "attack", "raider-3", target="kit", facts=facts, **{"with": "blast-pistol"})
    do(gm, "answer", "raider-3", answer="faces", faces=[5])


def test_after_a_power_cut_the_same_question_stands_on_the_same_phone(table: Table) -> None:
    gm, ann = table.gm(), table.player("Ann", "kit")
    attack_kit(gm)
    while not any("prompt-question" in update["panels"] for _, update in ann.updates):
        ann.take()
    asked = ann.updates[-1][1]
    seq = asked["seq"]
    table.restart()
    table.stored()
    ann.connect(seq)
    ann.updates.clear()
    ann.ask("resume", {"seq": seq})
    again = ann.updates[-1][1]
    assert again["seq"] == seq, "nothing was told that was not kept, and nothing kept is forgotten"
    assert again["turn"]["asked"] is True
    assert question(again["panels"]) == question(asked["panels"])
    gm = table.gm()
    refused = gm.ask("command", {"do": "move", "actor": "dutch", "to": [5, 13]})
    assert refused["refusal"]["code"] == "prompt-open"
    do(ann, "answer", "kit", answer="none")
    assert [data["answer"] for _, kind, data in table.stored() if kind == "prompt-answered"][-1] == "none"


def question(panels: str) -> str:
    start = panels.index('id="prompt-question"')
    return panels[start : panels.index("</p>", start)]


def test_a_phone_that_was_away_catches_up(table: Table) -> None:
    gm, bob = table.gm(), table.player("Bob", "brannock")
    do(bob, "turn", "brannock")
    seq = max(update["seq"] for _, update in bob.updates)
    bob.close()
    do(gm, "gm-set", target="dutch", state={"at": [5, 13]})
    do(gm, "gm-set", target="raider-4", state={"at": [20, 4]})
    do(gm, "edit", target="brannock", by_hand=True)
    do(gm, "use", "brannock", value=60, note="open the hatch")
    bob.updates.clear()
    bob.connect(seq)
    while not bob.updates:
        bob.take()
    caught_up = bob.updates[-1][1]
    assert caught_up["prev"] is None
    assert caught_up["turn"]["asked"] is True
    assert "The GM moves Dutch to F14." in caught_up["panels"]
    assert "raider-4" not in caught_up["panels"]
    do(bob, "answer", "brannock", answer="faces", faces=[40])
    bob.close()


# -------------------------------------------------------------------------- made-up socket messages
NONSENSE = (
    "42",
    "42[]",
    "42{}",
    "42[7]",
    '42["command"]',
    '421["command"]',
    '422["command",1,2,3]',
    '423["no-such-message",{}]',
    '42["command",' + "[" * 20_000,
    '424["command",' + "[" * 5_000 + "]" * 5_000 + "]",
    '425["command",{"do":' + "9" * 5_000 + "}]",
    '426["command",{"do":"move","actor":"kit","to":[NaN,1e999]}]',
    '427["command",{"do":"move","actor":"\\ud800"}]',
    '51-8["command",{"_placeholder":true,"num":0}]',
    "2probe",
    "9",
    "hello",
    "4",
    "49",
)


@pytest.fixture(scope="module")
def stranger(table: Table) -> Player:
    return table.player("Nobody")


@pytest.fixture(scope="module")
def bystander(table: Table) -> Player:
    return table.gm()


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: text[:24])
def test_a_made_up_message_harms_nobody(table: Table, stranger: Player, bystander: Player, text: str) -> None:
    stranger.connect()
    assert stranger.socket is not None
    stranger.socket.send(text)
    stranger.socket.settimeout(0.2)
    with suppress(*BREAKS):  # answered behind it, or the line is cut for it, or nobody listens any more
        stranger.ask("reach", {"actor": "kit"})
    assert bystander.ask("reach", {"actor": "kit"})["ok"] is True
    assert table.server.process.poll() is None


def test_a_message_too_large_ends_the_line_of_who_sent_it_alone(table: Table) -> None:
    stranger, gm = table.player("Large"), table.gm()
    assert stranger.socket is not None
    stranger.socket.send('42["command",{"do":"' + "x" * 200_000 + '"}]')
    with pytest.raises(Exception, match=r"refused|lost|closed|reset|already|pipe"):
        stranger.ask("reach", {"actor": "kit"})
    assert gm.ask("reach", {"actor": "kit"})["ok"] is True


def test_the_server_said_nothing_of_bugs(table: Table) -> None:
    """The last test of this file: whatever was sent above, no traceback was written."""
    said = table.server.stop()
    assert "Traceback" not in said, said[-3000:]
    assert "Stopped." in said
