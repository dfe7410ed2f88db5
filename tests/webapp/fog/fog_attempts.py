"""Everything that a player's page can send, and what a program in its place would try: messages and requests.

Each message that the app listens to and each route that it has must be known here: a test holds the lists
against the app's own. What is asked for is made of what the player knows, of those whom they do not know,
and of somebody who never was: the last two must be answered alike.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action
from rules.map.grid import cell_centre
from rules.map.model import Cell
from tests.fuzzing.web import FIELDS
from tests.load.chance import filled
from tests.webapp.fog.fog_fights import HEROES, Fight
from tests.webapp.fog.fog_ledger import Ledger
from tests.webapp.fog.fog_oracle import every_cell

ME, FRIEND = HEROES
NEVER = "zqx"
"""Somebody who never was, with an id as long as those of the others."""

OTHERS = tuple(f"zq{letter}" for letter in "yvutsrq")


def never_were(text: str, unseen: Sequence[str]) -> str:
    """Put people who never were, and doors, in the places of those who are not seen.

    Args:
        unseen: ids of people, and of doors that nobody has heard of.
    """
    others = (NEVER, *OTHERS)
    for n, who in enumerate(unseen):
        other = f"zqn{n:0{len(who) - 3}}" if who.startswith("zqw") else others[n]
        if who in text:
            text = re.sub(rf"(?<![0-9a-z]){who}(?![0-9a-z])", other, text)
    return text


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that is sent: a message with its `said`, or a request with its address."""

    name: str
    said: Any = None
    address: str = ""
    method: str = ""
    form: Mapping[str, str] | None = None
    by_script: bool = False
    """Whether it is a form that the page's script sends."""
    changes: bool = False
    """Whether it may change something, so that the same again is answered otherwise."""

    def about_nobody(self, unseen: Sequence[str]) -> "Attempt | None":
        """Give the same about people who never were; None where it names nobody unseen."""
        text = json.dumps([self.said, self.address, self.form])
        if self.changes or text == (other := never_were(text, unseen)):
            return None
        said, address, form = json.loads(other)
        return replace(self, said=said, address=address, form=form)


@dataclass(slots=True)
class Guess:
    """What attempts are made of: what a player knows, and what somebody else may have told them."""

    fight: Fight
    ledger: Ledger
    chance: Random
    most: int = 0
    """Of how many actions something is tried each time; 0: of all."""
    unseen: tuple[str, ...] = field(init=False)
    doors: tuple[str, ...] = field(init=False)
    """Those that they have not heard of."""
    seen: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        people = self.fight.state.combatants
        self.unseen = tuple(who for who in people if who not in self.ledger.now)
        walls = (wall.id for wall in self.fight.battle_map.walls)
        self.doors = tuple(id_ for id_ in walls if id_ not in self.ledger.doors)
        self.seen = tuple(who for who in people if who in self.ledger.now and who != ME)

    def somebody(self) -> str:
        """Name somebody, unseen mostly."""
        names = (*self.unseen, *self.unseen, *self.unseen, *self.seen, ME, NEVER)
        return self.chance.choice(names)

    def unknown(self) -> str:
        return self.chance.choice(self.unseen or (NEVER,))

    def cell(self) -> Cell:
        """Give a cell, an unexplored one mostly."""
        every = every_cell(self.fight.map.grid)
        dark = [cell for cell in every if cell not in self.ledger.explored]
        return self.chance.choice(dark if dark and self.chance.random() < 0.6 else every)

    def spot(self) -> list[float]:
        """Give a point of the map as pages send it."""
        x, y = cell_centre(self.fight.map.grid, self.cell())
        return [100 * x + self.chance.choice((0, 13)), 100 * y]

    def note(self) -> str:
        """Name a note of the map, one that they may see or not."""
        return self.chance.choice([note.id for note in self.fight.state.map_notes] or ["n0"])

    def wall(self) -> str:
        return self.chance.choice([wall.id for wall in self.fight.battle_map.walls] or ["zqw0"])

    def actions(self) -> list[Action]:
        found = [a for a in self.fight.system.actions if a.listed and not a.of_table]
        return self.chance.sample(found, min(self.most, len(found))) if self.most else found

    def deed(self, action: Action) -> dict[str, Any]:
        """Fill in a command of Kit's, as far as the truth has something to fill it in with."""
        scene = BattleView(self.fight.state)
        me = scene.state.combatants[ME]
        ways = action.ways(scene, me)
        fixed = self.chance.choice(ways)[0] if ways else {}
        with_what = filled(scene, action, me, fixed, self.chance)
        said = {"do": action.id, "actor": ME, **with_what}
        command = Command(do=action.id, actor=ME, params=with_what)
        options = action.options(scene, command)
        if options and self.chance.random() < 0.5:
            said["options"] = {p.id: True for p in options if p.kind == "flag"} | {
                p.id: self.unknown() for p in options if p.kind == "combatant"
            }
        return said

    def aimed_deed(self) -> dict[str, Any]:
        """Fill in a command of Kit's that is aimed, if the system has any."""
        actions = self.actions()
        aimed = [a for a in actions if a.aimed] or actions
        try:
            return self.deed(self.chance.choice(aimed))
        except Refusal:  # there is nothing to do it with
            return {"do": self.chance.choice(aimed).id, "actor": ME}

    def misled(self, said: dict[str, Any]) -> dict[str, Any]:
        """Point a command at somebody unknown or at a place that nobody knows."""
        where, chance = list(self.cell()), self.chance
        wrong: list[dict[str, Any]] = [
            {"target": self.unknown()},
            {"target": self.unknown(), "at": None},
            {"at": where},
            {"to": where},
            {"path": [where]},
            {"then_to": where},
            {"wall": self.wall()},
            {"targets": [self.unknown(), self.somebody()]},
            {"attacks": [{**said, "target": self.unknown()}]},
            {"options": {"target": self.unknown()}},
            {"zone": "zqzone"},
        ]
        return {key: value for key, value in {**said, **chance.choice(wrong)}.items() if value is not None}


# -------------------------------------------------------------------------------------------- messages
def _commands(guess: Guess) -> Iterator[Any]:
    """Give commands that a player may not give, or hardly."""
    who, chance = ME, guess.chance
    yield {"do": "move", "actor": guess.unknown(), "to": [0, 0]}
    yield {"do": "move", "actor": FRIEND, "to": list(guess.cell()), "by": "gm"}
    yield {"do": "gm-set", "target": guess.unknown(), "state": {"at": [0, 0]}, "role": "gm", "seq": 1}
    yield {"do": "paint-fog", "how": "show", "all": True}
    yield {"do": "attack", "actor": who, "target": guess.unknown(), "facts": {"line_of_fire": True}}
    yield {"answer": "none", "actor": guess.unknown(), "question": 99}
    yield {"do": "answer", "answer": "none", "actor": who}
    yield {"do": "door", "actor": who, "wall": guess.wall()}
    yield {"do": chance.choice(("undo", "redo", "begin", "amend", "set-house", "remove", "edit"))}
    yield {"do": "end-turn", "actor": guess.unknown()}
    yield {"do": "turn", "actor": guess.unknown()}
    yield {"do": "set-sheet", "target": guess.unknown(), "sheet": {}}
    yield {"do": "set-picture", "target": guess.unknown(), "picture": ""}
    yield {"do": guess.unknown(), "actor": guess.unknown()}
    for note in (guess.note(), "n0"):
        yield {"do": "put-note", "note": note, "words": "mine", "seen_by": "all"}
        yield {"do": "take-note", "note": note}
    yield {"do": "put-note", "actor": guess.unknown(), "shape": "text", "points": [[1, 1]], "words": "mine"}
    yield {"do": "write-scene-notes", "words": "mine"}
    for counted in (ME, FRIEND, guess.unknown(), NEVER):
        yield {"do": "step-counter", "target": counted, "name": "Mana", "step": 1}
        yield {"do": chance.choice(("put-out-lamp", "light-lamp")), "target": counted}
    yield {"do": "put-aura", "target": guess.unknown(), "name": "Dread", "radius": 3}
    yield {"do": chance.choice(("put-area", "take-area")), "area": "a0", "name": "Smoke"}
    for action in guess.actions():
        try:
            yield guess.misled(guess.deed(action))
        except Refusal:
            yield guess.misled({"do": action.id, "actor": who})
    for action in guess.fight.system.actions:
        if action.of_table or not action.listed:
            yield {"do": action.id, "actor": who, "target": guess.unknown(), "on": True}


def _reaches(guess: Guess) -> Iterator[Any]:
    yield {"actor": ME}
    yield {"actor": guess.unknown()}
    yield {"actor": FRIEND}
    for action in guess.actions():
        try:
            yield guess.deed(action)
        except Refusal:
            yield {"do": action.id, "actor": ME}


def _aims(guess: Guess) -> Iterator[Any]:
    yield {"actor": ME, "target": guess.unknown()}
    yield {"actor": guess.unknown(), "target": ME}
    for who in guess.seen:
        yield {"actor": ME, "target": who}
    for action in guess.actions():
        try:
            said = guess.deed(action)
        except Refusal:
            said = {"do": action.id, "actor": ME}
        yield said
        yield guess.misled(said)
        yield {**guess.misled(said), "draft": True}
        yield {**said, "at": list(guess.cell()), "draft": True}


def _targets(guess: Guess) -> Iterator[Any]:
    yield {"actor": guess.unknown()}
    yield {"actor": ME, "targets": [guess.unknown(), *guess.seen]}
    for action in guess.actions():
        yield {"actor": ME, "do": action.id}
        yield {"actor": ME, "do": action.id, "targets": [guess.unknown(), ME]}


def _weighings(guess: Guess) -> Iterator[Any]:
    prompt = guess.fight.state.prompt
    offers = [offer.id for offer in prompt.offers] if prompt is not None else ["none"]
    for offer in offers:
        yield {"answer": offer, "actor": ME, "to": list(guess.cell())}
        yield {"answer": offer, "actor": prompt.to if prompt is not None else guess.unknown()}


def _covers(guess: Guess) -> Iterator[Any]:
    yield {"actor": ME, "at": list(guess.cell())}
    yield {"actor": ME, "at": list(guess.cell()), "target": guess.unknown()}
    yield {"actor": guess.unknown(), "at": list(guess.cell())}
    yield {"actor": ME, "at": list(guess.cell()), "by": guess.aimed_deed()}
    yield {"actor": ME, "at": list(guess.cell()), "by": {"do": "move"}}


def _grounds(guess: Guess) -> Iterator[Any]:
    kinds = ("cover", "seen", guess.chance.choice(("chance", "harm")))
    for number, show in enumerate(kinds):
        yield {"actor": ME, "show": show, "number": number, "foe": guess.unknown()}
    for who in (guess.unknown(), FRIEND, NEVER):
        yield {"actor": who, "show": guess.chance.choice(kinds), "number": 1}
    yield {"actor": ME, "show": "cover", **guess.misled(guess.aimed_deed())}
    yield {"actor": ME, "show": guess.unknown()}
    yield {"actor": ME, "show": "nothing"}


def _spots(guess: Guess) -> Iterator[Any]:
    for foe, unseen in ((guess.unknown(), ""), (guess.unknown(), guess.unknown()), (NEVER, "*"), (ME, ME)):
        yield {"actor": ME, "number": 1, "foe": foe, "unseen": unseen, "least": 25, "cover": True}
    yield {"actor": ME, "number": 2, "least": 50, **guess.misled(guess.aimed_deed())}
    for who in (guess.unknown(), FRIEND, NEVER):
        yield {"actor": who, "number": 3}
    yield {"actor": ME, "close": True}


def _remedies(guess: Guess) -> Iterator[Any]:
    for target in (guess.unknown(), guess.somebody(), NEVER):
        yield {**guess.aimed_deed(), "actor": ME, "target": target, "number": 1}
    yield {"number": 2, "actor": ME, **guess.misled(guess.aimed_deed())}
    for who in (guess.unknown(), FRIEND, NEVER):
        yield {**guess.aimed_deed(), "actor": who, "number": 3}


def _several(guess: Guess) -> Iterator[Any]:
    for people in ([ME], [ME, guess.unknown()], [FRIEND], [guess.unknown()], [NEVER], [], ME):
        yield {"people": people}


def _formations(guess: Guess) -> Iterator[Any]:
    for _ in range(4):
        yield {"people": [ME], "lead": ME, "at": list(guess.cell())}
    yield {"people": [ME, guess.unknown()], "lead": ME, "at": list(guess.cell())}
    yield {"people": [ME], "lead": guess.unknown(), "at": list(guess.cell())}
    yield {"people": [ME], "lead": ME, "at": list(guess.cell()), "freely": True}
    yield {"people": [ME], "lead": ME, "at": list(guess.cell()), **guess.misled(guess.aimed_deed())}


def _told_orders(guess: Guess) -> Iterator[Any]:
    for target in (guess.unknown(), guess.somebody(), NEVER):
        yield {"people": [ME], "target": target}
    yield {"people": [ME], **guess.misled(guess.aimed_deed())}
    yield {"people": [ME, guess.unknown()], **guess.aimed_deed()}
    yield {"people": [guess.unknown()], "do": "move"}


def _measures(guess: Guess) -> Iterator[Any]:
    yield {"points": [guess.spot(), guess.spot()], "show": True, "page": "p"}
    yield {"points": [guess.spot(), guess.spot(), guess.spot()], "free": True}
    yield {"points": [guess.spot(), guess.spot()], "from": guess.somebody()}


def _areas(guess: Guess) -> Iterator[Any]:
    for shape in ("blast", "cone", "line", "arc"):
        yield {"shape": shape, "at": guess.spot(), "size": 3, "walls": True, "to": guess.spot()}
        yield {"shape": shape, "at": guess.spot(), "size": 4, "touch": True, "direction": 45, "free": True}
    yield {"shape": "blast", "at": guess.spot(), "size": 9, "from": guess.somebody(), "walls": True}


MESSAGES: Mapping[str, Callable[[Guess], Iterator[Any]]] = {
    "command": _commands,
    "reach": _reaches,
    "aim": _aims,
    "targets": _targets,
    "aim-closed": lambda guess: iter(({}, {"actor": guess.unknown()})),
    "advise": lambda guess: iter(({"actor": guess.unknown(), "number": 1}, {"actor": ME, "number": 2})),
    "weigh": _weighings,
    "cover": _covers,
    "ground": _grounds,
    "spots": _spots,
    "remedies": _remedies,
    "several": _several,
    "formation": _formations,
    "orders": _told_orders,
    "measure": _measures,
    "area": _areas,
    "zones": lambda guess: iter(({"from": guess.somebody()}, {"from": ME}, {})),
    "templates": lambda guess: iter(({},)),
    "hearers": lambda guess: iter(({},)),
    "no-message": lambda guess: iter(({}, "disconnect")),
    "resume": lambda guess: iter(({}, {"seq": 1}, {"seq": 10**12})),
    "ping": lambda guess: iter(({"at": guess.spot()},)),
    "stroke": lambda guess: iter(({"points": [guess.spot(), guess.spot()]},)),
    "put-away": lambda guess: iter(({"kind": "ruler", "page": "p"},)),
    "window": lambda guess: iter(({"width": 9, "height": 9},)),
    "frame": lambda guess: iter(({"to": guess.spot()},)),
    "measure-screen": lambda guess: iter(({"by": "card", "grow": 1},)),
}
"""What is sent with each message that the app listens to."""


def messages(guess: Guess) -> Iterator[Callable[[], Attempt]]:
    """Give what makes a message, for all that is tried."""
    for name, of in MESSAGES.items():
        for said in of(guess):
            yield partial(Attempt, name, json.loads(json.dumps(said)))


# -------------------------------------------------------------------------------------------- requests
ROLES = ("play", "play", "play", "gm", "screen", "watch")
CHANGING = {
    "join.join": "joins as another person",
    "language.choose": "keeps the language",
    "sheets.change": "writes the own sheet",
    "sheets.load": "writes the own sheet",
    "faces.change": "changes the own picture",
    "talk.write_paper": "writes a note",
    "talk.drop_paper": "throws the own away",
    "talk.show_paper": "shows the own",
    "talk.real_dice": "throws real dice from now on",
    "talk.roll": "throws",
    "talk.keep_roll": "keeps a roll",
    "talk.drop_roll": "drops it",
    "talk.say": "says something",
    "wishes.wish": "asks for an undo",
}
"""Requests that may change something for a player, and how, besides commands; all others are refused."""
SHOWN_AGAIN = {"pasted.replacement": ("text",)}
"""Requests that change nothing but show the form again as it was filled in: the fields shown."""
LEFT = {"talk.real_dice": "the fight would stop for dice to be typed in: tried by its own test"}


def requests(guess: Guess, app: Flask) -> Iterator[Callable[[], Attempt]]:
    """Give what makes a request, for every route there is, the player's and all others."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint)):
        if rule.endpoint not in LEFT:
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield partial(_request, app, rule, method, guess)


def _request(app: Flask, rule: Rule, method: str, guess: Guess) -> Attempt:
    parts = {name: _part(name, rule, guess) for name in rule.arguments}
    address = app.url_map.bind("").build(rule.endpoint, parts, method)
    if method == "GET":
        return Attempt(rule.endpoint, None, address, method)
    changes = rule.endpoint in CHANGING
    echoed = FIELDS if changes else SHOWN_AGAIN.get(rule.endpoint, ())
    form = {key: _field(guess, is_echoed=key in echoed) for key in FIELDS if guess.chance.random() < 0.5}
    if rule.endpoint in ("play.do", "play.commands"):
        said = guess.misled(guess.aimed_deed())
        form = {f"json:{key}": json.dumps(value) for key, value in said.items()}
        if rule.endpoint == "play.commands":
            return Attempt(rule.endpoint, said, address, method, changes=changes)
    by_script = guess.chance.random() < 0.5
    return Attempt(rule.endpoint, None, address, method, form, by_script, changes)


def _part(name: str, rule: Rule, guess: Guess) -> str:
    """Give what stands for a part of an address; to a new part something must be given to stand there."""
    store, table = guess.fight.world.store, guess.fight.host.table
    pictures = [*guess.fight.faces.values(), "0" * 32]
    people = [person.id for person in guess.fight.host.people]
    choices: Mapping[str, Sequence[str]] = {
        "table_id": (table.id, table.id, table.id, f"{table.id}~{guess.fight.row.id}"),
        "role": [role for role in ROLES if _takes(rule, role)],
        "eyes": ("play", "play", "gm", "screen", "eyes-party"),
        "who": (*guess.unseen, ME, FRIEND, NEVER),
        "picture_id": pictures,
        "kind": ("txt", "html", "json"),
        "moment": ("0", "1", "2", "7", "99999"),
        "level": ("0", "0", "9"),
        "column": ("0", "1"),
        "row": ("0", "1"),
        "code": (table.join_code, table.join_code, "de"),
        "key": ("wrong",),
        "system": (guess.fight.system.id, "zq"),
        "filename": ("css/pages/log-alone.css",),
        "mark": ("000000000000",),
        "scene_id": (guess.fight.row.id, "none"),
        "fight_id": ("mill", "none"),
        "name": ("guard.3", "none"),
        "through": ("party", *people),
        "paper_id": [paper.id for paper in store.talk.papers(table.id)] if name == "paper_id" else (),
        "person_id": people,
        "knock_id": ("none",),
        "gm_id": ("none",),
        "group_id": ("none",),
        "part": ("conditions", "things"),
        "note_id": (guess.note(), "n0"),
        "id_": (guess.unknown(), "none"),
    }
    assert name in choices, f"{rule.rule} has a part {name!r} that nobody tries: say here what stands for it"
    return guess.chance.choice(choices[name] or ("none",))


def _takes(rule: Rule, role: str) -> bool:
    return role in getattr(rule._converters.get("role"), "items", ROLES)


def _field(guess: Guess, *, is_echoed: bool) -> str:
    """Fill in a field; what they say themselves is heard again, and so names nobody."""
    if is_echoed:
        return guess.chance.choice(("1", "d6", "/r 2d6", NEVER, ""))
    return guess.chance.choice((guess.somebody(), guess.unknown(), "1", json.dumps(guess.cell()), ""))
