"""A German table reads German: the pages of all systems are walked, and none of our English is on them."""

import ast
import io
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Message
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from tests.playing.hand import Hand
from tests.rules.systems.gurps.sheet import gcs_files
from tests.rules.systems.savage.sheet import swade
from tests.translations import DOMAINS
from tests.webapp.importers.uvtt_writer import uvtt
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.unwrapped import Reading
from tests.webapp.world import TOKEN, Browser, World
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.panels.action_bar import table_actions
from webapp.server.catalogue import Templates, read_catalogue
from webapp.server.language import COOKIE
from webapp.store.rows import TableRow

ROOT = Path(__file__).resolve().parents[3]
PRESSES = 12
"""How often something is pressed at each table before its pages are read."""
_GAP = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]*>")
_WORDS = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ADDED: dict[str, Any] = {"walls": [[(1, 1), (2, 1)]], "lights": [], "foundry": {}, "format": 7}
_ACTOR = swade.actor(
    swade.skill("Fighting", 20, 3),
    swade.item("edge", "Quick"),
    swade.item("hindrance", "Loyal"),
    swade.item("power", "Bolt"),
    swade.weapon("Sling", "d6", range="4"),
    swade.weapon("Riddle box", "lots"),
    status={"isShaken": True, "isBound": True},
    fatigue={"value": 1},
)
_CHARACTER = gcs_files.character(
    plan=gcs_files.body(gcs_files.WOLF, name="Wolf"),
    skills=[gcs_files.skill("Broadsword", 14), {"name": "Lost", "calc": {}}],
    spells=[{"name": "Fire"}],
    equipment=[gcs_files.gear("Sword", gcs_files.sword()), gcs_files.armour("Hide", 2, "torso")],
)
CHARACTERS = {"savage": ("vex.json", _ACTOR), "gurps": ("runa.gcs", _CHARACTER)}


class Table(World):
    """Another table of a world's, with its GM and its players."""

    def __init__(self, world: World, table: TableRow) -> None:
        super().__init__(world.app)
        self._table = table

    @property
    def table(self) -> TableRow:
        return self._table


def table_of(world: World, fight: str) -> tuple[Table, Browser]:
    """Lay a ready-made fight before a table of its own; give that with its GM, who reads German."""
    gm = world.gm()
    gm.client.set_cookie(COOKIE, "de")
    table = world.store.table(gm.post("/tables/ready-made", fight=fight).headers["Location"].split("/")[2])
    assert table is not None
    return Table(world, table), gm


def pressed(table: Table) -> None:
    """Let what pages offer be pressed for some turns: it fills the log, the cards and the timeline."""
    with table.app.app_context():
        host = host_of(table)
        host.seal("German")
        hand = Hand(host, gm_of(table), Random(host.battle.system.id))
        for _ in range(PRESSES):
            state = host.battle.state
            said = hand.answer() if state.prompt is not None else None
            entries = hand.buttons(state.active) if said is None and state.active is not None else []
            entries.sort(key=lambda entry: not entry.aimed)
            for entry in entries[:3]:
                try:
                    said = said or hand.fill(state.active, entry, foes_alone=True)
                except Refusal:
                    continue
            with suppress(Refusal):
                hand.send(said or _gone_on(host.battle))


def _gone_on(battle: Battle) -> dict[str, Any]:
    """End the turn; where it is nobody's, let the table go on."""
    if battle.state.active is not None:
        return {"do": "end-turn", "actor": battle.state.active}
    return {"do": next(e.do for e in table_actions(battle, ()) if e.do != battle.system.ends_by)}


def sent(browser: Browser, path: str, name: str, data: bytes, **form: str) -> str:
    """Send a file as the page does, and give what comes back."""
    boundary, body = encode_multipart({"file": FileStorage(io.BytesIO(data), name), **form})
    kind = f"multipart/form-data; boundary={boundary}"
    headers = {"X-CSRF-Token": TOKEN, "HX-Request": "true"}
    answer = browser.client.post(path, data=body, content_type=kind, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def pages_of(world: World, fight: str) -> Iterator[tuple[str, str]]:
    """Give the pages of a table, what its panels say of an aim and a refusal, and what imports report."""
    table, gm = table_of(world, fight)
    system, page = read_fight(fight).system, Page(table, gm, "gm")
    page.do("begin")
    pressed(table)
    state = host_of(table).battle.state
    who, other = list(state.combatants)[:2]
    sides = {c.side: c.id for c in state.combatants.values()}
    mine, foe = list(sides.values())[:2]
    parts = ["", f"/selected/{who}", f"/selected/{other}", f"/sheet/{who}", "/house", "/replay"]
    for path in (*(f"gm{part}" for part in parts), f"gm/sheet/{who}/edit", "gm/sheet-new"):
        yield path, gm.get(table.at(path)).text
    for actor, target in ((mine, foe), (foe, mine), (who, other)):
        yield "aim", page.ask("aim", {"actor": actor, "target": target}).get("panel", "")
    for data in ({"do": "attack", "actor": who, "target": who}, {"do": "move", "actor": who, "to": [0, 0]}):
        yield "refusal", str(page.ask("command", data).get("refusal", {}).get("message"))
    player = table.stranger()
    player.client.set_cookie(COOKIE, "de")
    player.post(f"/join/{table.table.join_code}", name="Ann", character=who)
    for path in ("play", f"play/selected/{who}", f"play/sheet/{who}"):
        answer = player.get(table.at(path))
        assert answer.status_code == 200, path
        yield path, answer.text
    if system in CHARACTERS:
        name, data = CHARACTERS[system]
        yield name, sent(gm, table.at("gm/actor"), name, json.dumps(data).encode(), side="heroes")
    yield "map", sent(gm, table.at("gm/map"), "cellar.uvtt", uvtt(**_ADDED))
    yield "log", gm.get(table.at("gm/log.txt")).text


def read_on(page: str) -> list[str]:
    """List the texts that somebody reads or hears of a page."""
    reading = Reading()
    reading.feed(page)
    return reading.texts


def words_in(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORDS.findall(text))


@cache
def english() -> frozenset[tuple[str, ...]]:
    """List the word sequences of two words and more that stand in English texts, and in no German one."""
    ours: set[tuple[str, ...]] = set()
    theirs: set[str] = set()
    for domain in DOMAINS:
        for message in read_catalogue("de", domain):
            ours |= {words_in(piece) for one in _each(message.id) for piece in _GAP.split(one)}
            theirs |= {" ".join(words_in(one)) for one in _each(message.string)}
    german = "|".join(theirs)
    return frozenset(seq for seq in ours if len(seq) > 1 and " ".join(seq) not in german)


def _each(said: Any) -> tuple[str, ...]:
    return tuple(said) if isinstance(said, list | tuple) else (said or "",)


def english_in(text: str) -> list[str]:
    """List the English of the catalogues in a text: sequences of words, or all of it as one label."""
    words = words_in(text)
    longest = max(map(len, english()))
    found = [
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 2, min(len(words), start + longest) + 1)
        if words[start:end] in english()
    ]
    if text in _labels() and text not in _NAMES:
        found.append(text)
    return found


@cache
def _labels() -> frozenset[str]:
    """List the English texts of one word that are another word in German."""

    def is_other(message: Message) -> bool:
        told = _each(message.string)
        return all(
            said.casefold() != one.casefold() for one, said in zip(_each(message.id), told, strict=True)
        )

    ids = (m for domain in DOMAINS for m in read_catalogue("de", domain) if m.id and is_other(m))
    return frozenset(one for message in ids for one in _each(message.id) if len(words_in(one)) == 1)


_NAMES = frozenset({"Code", "Text"})


@pytest.mark.parametrize("fight", ONE_A_SYSTEM)
def test_a_german_table_reads_german(world: World, fight: str) -> None:
    named = read_fight(fight)
    names = {named.name, *(c["name"] for c in named.combatants())}
    names |= {item.name for item in find_system(named.system).stock}
    left: dict[str, set[str]] = {}
    for path, page in pages_of(world, fight):
        texts = page.split("\n") if path == "log" else [page] if path == "refusal" else read_on(page)
        for text in texts:
            for name in names:
                text = re.sub(
                    rf"\b{re.escape(name)}(?!\w)", "", text
                )  # an Inquisitor is in no "Inquisitorin"
            for phrase in english_in(text):
                left.setdefault(f"{phrase}: {text[:80]}", set()).add(path)
    assert not left, json.dumps({text: sorted(paths) for text, paths in left.items()}, indent=1)


def test_english_words_of_ours_are_found() -> None:
    assert english_in("Gelesen: 3 wall segments")
    assert english_in("Weapon") == ["Weapon"]
    assert not english_in("Die Zonen sind verbunden.")


def test_numbers_are_written_as_german_writes_them() -> None:
    german = Templates("de")
    assert [german.number(number) for number in (12, 1234, 12345, 2.5)] == ["12", "1234", "12.345", "2,5"]


# ------------------------------------------------------------------------------------------------ sources
_ON_PAGES = {"Refusal": 1, "ImportProblem": 0, "StoreTrouble": 0}
"""What tells somebody why something cannot be, with the place of its words among what it is given."""
_ELSEWHERE = {"backup_runs.py", "data_commands.py"} | {"command.py", "map_edits.py"}
"""What speaks to a terminal, and what refuses what no page of ours sends."""


def test_no_refusal_that_a_page_shows_is_a_plain_string() -> None:
    found = []
    for path in (path for folder in ("rules", "webapp") for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if path.name not in _ELSEWHERE else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ON_PAGES:
                said = node.args[_ON_PAGES[node.func.id] :][:1]
                if said and isinstance(said[0], ast.Constant | ast.JoinedStr):
                    found.append(f"{path.name}:{node.lineno}")
    assert not found, found
