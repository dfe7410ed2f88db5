"""A player who tries everything that a page can send, at every step of random fights with somebody unseen.

What comes back is read three ways. No id, name, side, door, wall or place in it may be one that the player
cannot know of by the `Ledger`. What is asked about somebody unseen is answered as if about somebody who never
was. And when the unseen are stirred (`Fight.stir`), the very same bytes come back to the very same attempts:
so that whatever would tell where they are, or that there are any, shows as a difference.

Commands that go through are taken back by the GM, so that the fight goes on from where it stood.
"""

import json
import re
from collections import Counter
from random import Random
from typing import Any

from werkzeug.test import TestResponse

from rules.engine.refusal import Refusal
from rules.systems import load_systems
from tests.load.chance import next_command
from tests.webapp.fog.fog_attempts import ME, Attempt, Guess, messages, never_were, requests
from tests.webapp.fog.fog_fights import FOES, HEROES, Fight
from tests.webapp.fog.fog_leak import Leak, difference
from tests.webapp.fog.fog_ledger import Eyes, Ledger
from tests.webapp.fog.fog_listener import face
from tests.webapp.pages import Page, screen
from tests.webapp.world import Browser, World
from webapp.server.limits import LIMITS, Bucket
from webapp.server.security import Attempts

SYSTEMS = ("atomic", "savage", "gurps", "tesseris", "phases", "crossed-blades")
_NONCES = ("Set-Cookie", "Date", "Expires")
"""Headers that the clock has a hand in: a session's cookie is signed with the time."""
_NO_END = Bucket(10**9, 0)
THE_RULES_TELL = (
    "something that you could not see from where you were is in the way",
    "Something that cannot be seen from here stands against it",
)
"""Words by which the rules themselves tell of somebody unseen."""


class Actors:
    """Everybody at one table who listens while Ann acts, in as many scenes as wanted."""

    def __init__(
        self,
        world: World,
        *,
        browsers: dict[str, Browser] | None = None,
        steps: int = 3,
        tries: int = 40,
    ) -> None:
        """Sit down.

        Args:
            browsers: those of who sits here already.
            steps: how often in each scene everything is tried.
            tries: how much of everything each time; 0 for all of it.
        """
        load_systems()
        self.world, self.steps, self.tries = world, steps, tries
        self.browsers: dict[str, Browser] = browsers or {
            "ann": world.player("Ann"),
            "bob": world.player("Bob"),
            "screen": screen(world),
        }
        limits = world.app.extensions[LIMITS]
        limits.messages = limits.pages = limits.newcomers = (
            _NO_END  # or the clock has a say in what is answered
        )
        limits.wrong_codes = Attempts(10**9, 1)
        self.people = {
            person.name.lower(): person.id for person in world.store.people.of_table(world.table.id)
        }
        self.faces = {who: face(world, number) for number, who in enumerate(FOES)}
        self.tried: Counter[str] = Counter()
        """How often each message and each route was tried."""

    def act(self, seed: int) -> None:
        """Play one scene, and try everything at each of its steps. Raises `Leak`."""
        _Act(self, seed).play()


class _Act:
    """One scene."""

    def __init__(self, all_: Actors, seed: int) -> None:
        self.all, self.world, self.seed = all_, all_.world, seed
        self.chance = Random(seed)
        seats = {ME: all_.people["ann"], HEROES[1]: all_.people["bob"]}
        system = SYSTEMS[seed % len(SYSTEMS)]
        self.fight = Fight(all_.world, system, Random(f"fight {seed}"), seats, all_.faces)
        roles = {name: "screen" if name == "screen" else "play" for name in all_.browsers}
        self.pages = {name: Page(self.world, all_.browsers[name], role) for name, role in roles.items()}
        each = self.fight.each
        own = {"ann": (ME,) if each else HEROES, "bob": HEROES[1:] if each else HEROES, "screen": HEROES}
        self.ledgers = {name: Ledger(Eyes(own[name], self.fight.keeps_sight)) for name in self.pages}
        self.read = dict.fromkeys(self.pages, 0)
        self.was, self.entries = self.fight.state, len(self.fight.host.battle.entries)
        """How the battle stood when everybody looked about last, and how long its log was."""
        self.went_through = False
        """Whether the last attempt has changed anything, so that it was taken back."""
        self.rouses_unseen = False
        """Whether it has led to a question to somebody unseen, who may strike back, say."""
        self.look()

    @property
    def ann(self) -> Page:
        return self.pages["ann"]

    @property
    def ledger(self) -> Ledger:
        return self.ledgers["ann"]

    def play(self) -> None:
        self.hear()
        for step in range(self.all.steps):
            for _ in range(self.chance.randint(1, 5)):
                self.fight.go_on(f"{self.seed}:{self.entries}")
                self.look()
                self.hear()
            self.try_a_deed(step)
            self.try_everything(step)
        for page in self.pages.values():
            page.close()

    # ------------------------------------------------------------------------------- what can be known
    def look(self) -> None:
        """Let everybody know what they can have seen since the last time, event by event."""
        battle = self.fight.host.battle
        told = battle.entries[self.entries :]
        self.entries = len(battle.entries)
        state = self.was
        for entry in told:
            for event in entry.events if entry.command.do not in ("undo", "redo") else ():
                state = event.apply(state)
                for ledger in self.ledgers.values():
                    ledger.look_on_the_way(state, event)
                    ledger.look(state)
        self.was = battle.state
        for ledger in self.ledgers.values():
            ledger.look(battle.state)

    def hear(self) -> None:
        """Read what everybody was pushed."""
        for name, page in self.pages.items():
            page.take_all()
            fresh, self.read[name] = page.text[self.read[name] :], len(page.text)
            self.check(name, fresh)

    def check(self, name: str, text: str, about: str = "", *, now: bool = False) -> None:
        """Hold what reached somebody against what they may know."""
        ledger, strangers = self.ledgers[name], self.fight.strangers.values()
        plain = text.replace('\\"', '"')
        wrong = list(ledger.wrong_words(plain, strangers, now=now))
        if self.fight.state.fog.on:
            wrong += ledger.wrong_walls(self.fight.map, plain)
        if wrong:
            raise Leak(f"{self}: {name} may not know {wrong[0]}; it came of {about or 'what happened'}")

    def __str__(self) -> str:
        fight = self.fight
        how = "fog" if fight.is_foggy else "sight" if fight.keeps_sight else "no secrets but the hidden"
        return f"scene {self.seed}, {fight.system.id}, {how}{', each alone' if fight.each else ''}"

    # ---------------------------------------------------------------------------------------- trying
    def try_everything(self, step: int) -> None:
        """Try, be answered, and try the same again when the unseen have been stirred."""
        chance = Random(f"{self.seed}:{step}")
        self.fight.dice.moment = f"{self.seed}:{step}:tried"
        guess = Guess(self.fight, self.ledger, chance, most=self.all.tries // 10)
        ways = [*messages(guess), *requests(guess, self.world.app)]
        if self.all.tries:
            ways = chance.sample(ways, min(self.all.tries, len(ways)))
        every = [way() for way in ways]
        asked = [one for one in every if not one.changes]
        entries = len(self.fight.host.battle.entries)
        first = []
        for one in asked:
            first.append(self.answer(one))
            self.judge(one, first[-1], (*guess.unseen, *guess.doors))
        self.hear()
        if entries == len(self.fight.host.battle.entries):  # nothing went through that the log tells of
            self.stir_and_compare(asked, first)
        for one in every:
            if one.changes:
                self.judge(one, self.answer(one), (*guess.unseen, *guess.doors))
        self.hear()

    def stir_and_compare(self, asked: list[Attempt], first: list[str]) -> None:
        ledger, fight = self.ledger, self.fight
        done = fight.stir(ledger.now, ledger.seen, ledger.explored)
        before = ledger.now, ledger.seen
        self.look()
        if (ledger.now, ledger.seen) != before:
            raise AssertionError(f"{self}: {done} could be noticed: this is no stirring")
        if heard := self.ann.take_all():
            raise Leak(f"{self}: {done} out of sight, and Ann hears of it: {json.dumps(heard)[:2000]}")
        for one, was in zip(asked, first, strict=True):
            now = self.answer(one)
            if now != was:
                raise Leak(f"{self}: {one} tells of {done}:\n{difference(was, now)}")
        self.hear()

    def try_a_deed(self, step: int) -> None:
        """Let Ann do something that she may, and the same again when the unseen have been stirred."""
        state, fight = self.fight.state, self.fight
        whose = state.active if state.prompt is None else state.prompt.to
        data = next_command(fight.host.battle, self.chance) if whose == ME else {}
        if data.get("do", "answer") in ("undo", "redo", "gm-set") or not data:
            return
        fight.dice.moment = f"{self.seed}:{step}:done"
        one = Attempt("command", data)
        if self.chance.random() < 0.5:  # as a program does it, which is answered with the events
            one = Attempt("play.commands", data, self.world.at("commands"), "POST")
        was, rouses = self.answer_plainly(one), self.rouses_unseen
        if (fight.state.prompt is None) != (state.prompt is None):
            return  # it was taken back with all that had led to the question: there is nothing to send again
        known = self.ledger.now, self.ledger.seen, self.ledger.explored
        done = fight.stir(*known, keeps_order=fight.state.running)
        self.look()
        self.ann.take_all()
        now = self.answer_plainly(one)
        if rouses or self.rouses_unseen:
            return  # an attack out of the dark: who is struck stops there, and learns of it by the blow
        if was != now and not any(told in was + now for told in THE_RULES_TELL):
            raise Leak(f"{self}: what {data} comes to tells of {done}:\n{difference(was, now)}")

    def answer_plainly(self, one: Attempt) -> str:
        """Send a command; give what comes back without what is counted or drawn at random."""
        base = self.fight.host.stream(self.fight.viewer_of("ann")).seq
        text = self.answer(one)
        text = re.sub(r"[0-9a-f]{32}", "ID", text)
        # questions that were taken back count too
        text = re.sub(r'(data-number=\\"|json:question\\" value=\\"|prompt-form-|extra-)\d+', r"\1N", text)
        return re.sub(
            r"\d{10,16}", lambda n: f"#{int(n[0]) - base}" if abs(int(n[0]) - base) < 9999 else n[0], text
        )

    def judge(self, one: Attempt, text: str, unseen: tuple[str, ...]) -> None:
        """Hold the last answer against what Ann may know, and against that about somebody who never was."""
        went_through = self.went_through
        other = one.about_nobody(unseen)
        plain = never_were(text, unseen) if other is not None else text
        is_of_now = not one.method and one.name != "resume" and not went_through
        self.check("ann", plain, str(one), now=is_of_now)
        if one.name == "reach" and self.fight.state.fog.on:
            self.check_places(one, text)
        if other is not None and not went_through:
            again = self.answer(other)
            if again != plain:
                raise Leak(f"{self}: {one} tells that there is somebody:\n{difference(again, plain)}")

    def check_places(self, one: Attempt, text: str) -> None:
        places = re.findall(r'"(-?\d+),(-?\d+)"', text)
        wrong = list(self.ledger.wrong_places((int(x), int(y)) for x, y in places))
        if wrong:
            raise Leak(f"{self}: {one} offers {wrong[0]}")

    def answer(self, one: Attempt) -> str:
        """Send something as Ann; give all that comes back, and take back what it has done."""
        before, self.all.tried[one.name] = self.fight.state, self.all.tried[one.name] + 1
        answer = self._request(one) if one.method else json.dumps(self.ann.ask(one.name, one.said))
        assert re.search(r'\\*"code\\*": ?\\*"bug\\*"|^\[\[?5\d\d', answer) is None, (str(self), one, answer)
        came = json.dumps([answer, self.ann.take_all()])
        self.read["ann"] = len(self.ann.text)  # it is held against what she may know by itself
        self.went_through = self.fight.state is not before
        asked = self.fight.state.prompt
        self.rouses_unseen = asked is not None and asked.to not in self.ledger.now
        if self.went_through:
            self.take_back()
        return came

    def _request(self, one: Attempt) -> str:
        browser = self.ann.browser
        if one.method == "GET":
            found = browser.get(one.address)
        elif one.said is not None:
            found = browser.json(one.address, one.said)
        else:
            send = browser.htmx if one.by_script else browser.post
            found = send(one.address, **(one.form or {}))
            return json.dumps([_whole(found), browser.get("/").text])  # the next page says what was refused
        return json.dumps(_whole(found))

    def take_back(self) -> None:
        """Let the GM take back what a command of Ann's has done."""
        self.look()
        self.hear()
        try:
            self.fight.do("undo")
        except Refusal:
            return
        self.look()
        self.hear()


def _whole(answer: TestResponse) -> list[Any]:
    """Give all that came back to a request: its status, its body, its headers."""
    is_text = answer.mimetype.startswith("text") or "json" in answer.mimetype
    heads = sorted((key, value) for key, value in answer.headers if key not in _NONCES)
    return [answer.status_code, answer.text if is_text else answer.data.hex(), heads]
