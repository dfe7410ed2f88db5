"""Power cuts under load: `python -m tests.load.endurance.crashes [--kills 200] [--seed 1]`.

One data folder, one server that is killed (SIGKILL) at random moments while three people give commands as
fast as they are acknowledged: two move tokens, the third lets somebody throw real dice, so that a question is
open half of the time. After each cut the file itself must be whole: every command that was acknowledged is
there once, in the order in which it was given, with all of its events; nothing that was not sent is; the
question that stood stands again, and can be answered. What fails stops the run (exit status 1).
"""

import argparse
import contextlib
import json
import sqlite3
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from rules.engine.battle import Battle
from rules.engine.events import event_from_json
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.load.endurance.lives import Lives
from tests.load.player import BREAKS, Player, come_as_gm


@dataclass
class Giver:
    """Somebody who gives one command after another. `sent` and `acknowledged` are ids as the log has them."""

    name: str
    player: Player
    given: int = 0
    sent: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    opens: set[str] = field(default_factory=set)
    """Those of them after which a question is open."""
    seen: int | None = None
    """The number of the last change that its page has heard of."""
    trouble: str = ""
    """What went wrong otherwise than by the cut."""

    def do(self, do: str, actor: str | None = None, *, opens: bool = False, **params: Any) -> None:
        """Give a command, and note it when it is acknowledged."""
        id_ = f"{self.name}-{self.given}"
        self.given += 1
        kept = sha256(f"gm\n{id_}".encode()).hexdigest()[:32]  # as the host names it in the log
        self.sent.append(kept)
        if opens:
            self.opens.add(kept)
        reply = self.player.ask("command", {"id": id_, "do": do, "actor": actor, **params})
        assert reply["ok"], (do, reply)
        self.seen = reply["seq"]
        self.acknowledged.append(kept)


def move(giver: Giver, who: str, row: int) -> None:
    """Put a token somewhere else, again and again."""
    while True:
        giver.do("gm-set", target=who, state={"at": [2 + giver.given % 9, row]})


def ask(giver: Giver) -> None:
    """Let somebody be asked for real dice, and type them in, again and again; what stands comes first."""
    while True:
        if not (giver.acknowledged and giver.acknowledged[-1] in giver.opens):
            giver.do("turn", "dutch")
            giver.do("use", "dutch", opens=True, value=60, note="open the hatch")
        giver.do("answer", "dutch", answer="faces", faces=[40])


@dataclass
class Report:
    """What a run came to."""

    kills: int = 0
    acknowledged: int = 0
    questions: int = 0
    """How often a question stood when the power went."""


def crash(data: Path, kills: int, seed: int, up: float = 0.3) -> Report:
    """Cut the power so many times; what is lost, doubled or half done is an `AssertionError`.

    Args:
        up: for how long the commands stream before a cut, in seconds at most.
    """
    load_systems()
    chance, report, lives = Random(seed), Report(), Lives(data)
    givers: list[Giver] = []
    try:
        server = lives.begin()
        givers += [Giver(name, come_as_gm(server.origin, server.gm)) for name in ("a", "b", "c")]
        givers[0].player.connect()
        givers[0].do("edit", target="dutch", by_hand=True)
        for _ in range(kills):
            _one_life(lives, givers, chance.uniform(0, up), at_once=chance.random() < 0.2)
            report.kills += 1
            report.questions += _check(data, givers)
            lives.begin()
        _take_up_again(givers[2])
        report.acknowledged = sum(len(giver.acknowledged) for giver in givers)
    finally:
        lives.end()
        for giver in givers:
            giver.player.close()
    assert "Traceback" not in lives.said, lives.said
    return report


def _one_life(lives: Lives, givers: list[Giver], seconds: float, *, at_once: bool) -> None:
    """Let everybody give commands, and cut the power so many seconds after the first is acknowledged.

    Args:
        at_once: so many seconds after the first is sent, while the server still opens the table.
    """
    deeds = ((move, "kit", 3), (move, "brannock", 4), (ask,))
    before = sum(len(giver.acknowledged) for giver in givers)
    threads = [
        threading.Thread(target=_until_the_cut, args=(deed, giver, *more))
        for (deed, *more), giver in zip(deeds, givers, strict=True)
    ]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 120
    while not at_once and before == sum(len(giver.acknowledged) for giver in givers):
        assert time.monotonic() < until, f"nothing is acknowledged: {[giver.trouble for giver in givers]}"
        time.sleep(0.002)
    time.sleep(seconds)
    lives.kill()
    for thread in threads:
        thread.join(timeout=20)
        assert not thread.is_alive()
    lives.wait()
    assert not any(giver.trouble for giver in givers), [giver.trouble for giver in givers]


def _until_the_cut(deed: Any, giver: Giver, *more: Any) -> None:
    try:
        giver.player.connect(giver.seen)
        deed(giver, *more)
    except BREAKS:
        return
    except Exception as trouble:  # told by the thread that waits for this one
        giver.trouble = repr(trouble)


def _take_up_again(asker: Giver) -> None:
    """Answer the question that stands, if one does, as before the cut."""
    asker.player.connect(asker.seen)
    if asker.acknowledged and asker.acknowledged[-1] in asker.opens:
        asker.do("answer", "dutch", answer="faces", faces=[41])
    asker.do("turn", "dutch")


def _check(data: Path, givers: list[Giver]) -> bool:
    """Check the file after a cut, and say whether a question stood."""
    rows = _rows(data)
    assert [seq for seq, *_ in rows] == list(range(1, len(rows) + 1))
    kinds = find_system("atomic").event_kinds()
    battle = Battle.load(
        "atomic", [event_from_json(kinds, kind, json.loads(text)) for _, _, kind, text in rows]
    )
    ids = [entry.command.id for entry in battle.entries]
    assert len(set(ids)) == len(ids), "each command once"
    for giver in givers:
        own = [id_ for id_ in ids if id_ in set(giver.sent)]
        assert own[: len(giver.acknowledged)] == giver.acknowledged, "all that was acknowledged, in its order"
        assert len(own) <= len(giver.acknowledged) + 1, "one was on its way"
        giver.sent, giver.acknowledged = list(own), own  # what was on its way counts from now on, or never
    for entry in battle.entries:
        if entry.command.do == "gm-set":
            assert [event.kind for event in entry.events] == ["command", "state-set"], "whole"
    asked = givers[2].acknowledged
    stands = bool(asked) and asked[-1] in givers[2].opens
    assert (battle.state.prompt is not None) == stands
    assert not battle.is_stuck
    return stands


def _rows(data: Path) -> list[tuple[int, str, str, str]]:
    with contextlib.closing(sqlite3.connect(data / "battlemat.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT seq, command_id, kind, data FROM events ORDER BY seq").fetchall()


def main() -> int:
    """Run as the command line says, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = crash(Path(folder), args.kills, args.seed, up=0.6)
    print(f"{report.kills} cuts in {time.monotonic() - begun:.0f} s, seed {args.seed}.")
    print(f"{report.acknowledged} commands were acknowledged: none lost, none doubled, none half done.")
    print(f"A question stood at {report.questions} of the cuts, and stood again after it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
