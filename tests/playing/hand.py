"""A hand at a page: what it may press there, filled in from the page's own choices, and what it sends then.

It knows of the fight what the page shows: the buttons of a card and what each asks for, the panel of an aim
with its choices, the places that a move is offered, the question with its answers, the bar on top. It keeps
to what the scripts of the page do with them (`actions.js`, `aim.js`, `answer-options.js`, `place-answer.js`
in `static/js/play/`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Extra, Offer
from rules.map.grid import Footprint, cells_apart, has_cells
from webapp.panels.action_bar import ActionEntry, Need, action_entries
from webapp.panels.aim import OptionView, aim_choices, planned, said_by_button
from webapp.table.authority import authorised
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.known_reach import known_reach
from webapp.visibility.seen_prompt import see_prompt
from webapp.visibility.stream import Stream

Sent = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that a page offered and that was refused when it was pressed."""

    system: str
    what: str
    sent: Sent
    why: str

    def __str__(self) -> str:
        return f"{self.system}: {self.what} {json.dumps(self.sent)}: {self.why}"


class Hand:
    """Somebody at the table, GM or player, who fills in by chance what the page offers."""

    def __init__(self, host: Host, visitor: Visitor, dice: Random) -> None:
        self.host, self.visitor, self.dice = host, visitor, dice
        self.viewer = host.viewer(visitor)

    @property
    def battle(self) -> Battle:
        """The battle as it is; what the page shows of it is what `stream` knows."""
        return self.host.battle

    @property
    def stream(self) -> Stream:
        """What the page has been told."""
        return self.host.stream(self.viewer)

    @property
    def owns(self) -> tuple[str, ...]:
        """Those whose card has buttons on this page."""
        everybody = tuple(self.battle.state.combatants)
        return everybody if self.viewer.is_gm else tuple(w for w in everybody if w in self.viewer.owns)

    # --------------------------------------------------------------------------------------- the card
    def buttons(self, who: str) -> list[ActionEntry]:
        """List what stands open on somebody's card."""
        return [entry for entry in action_entries(self.battle, self.stream, who) if entry.refusal is None]

    def fill(self, who: str, entry: ActionEntry, foes_alone: bool = False) -> Sent | None:
        """Fill in what a button asks for; None where its panel or the map offers nothing to press.

        Raises:
            Refusal: what the page says in place of what the button began.
        """
        said: Sent = {"do": entry.do, "actor": who, **entry.fixed}
        match entry.mode:
            case "aim" | "lay":
                return self.aim(entry, said, foes_alone)
            case "move":
                place = self.place(who, said if entry.do != "move" or entry.fixed else None)
                return None if place is None else {**said, entry.param: place}
            case "pick":
                assert entry.someone is not None, "somebody is picked"
                if not entry.someone.choices:
                    raise Refusal("no-target", "It asks for somebody, and nobody can be picked.")
                return {**said, entry.param: self.dice.choice(entry.someone.choices).id}
        return {**said, **dict(self.form(entry.asked))}

    def form(self, asked: Sequence[Need]) -> Iterator[tuple[str, Any]]:
        """Fill in the fields of a form; what may be left out often is."""
        for need in asked:
            if need.optional and self.dice.random() < 0.5:
                continue
            if need.choices:
                chosen = self.dice.choice(need.choices).id
                yield need.id, json.loads(chosen) if need.kind == "cell" else chosen
            elif need.kind == "number":
                high = need.high if need.high > need.low else need.low + 3
                yield need.id, self.dice.randint(need.low, high)
            elif need.kind == "text":
                yield need.id, "now"
            elif not need.optional:
                raise Refusal("nothing-to-choose", f"A form asks for {need.label!r} and lists nothing.")

    # ---------------------------------------------------------------------------------------- the map
    def place(self, who: str, within: Sent | None = None) -> Any:
        """Choose among the places that a move is offered; None where there is none.

        Raises:
            Refusal: in place of them.
        """
        command = None if within is None else authorised(self.host, within, self.visitor)
        reach = known_reach(self.host, self.viewer, who, command)
        here = self.battle.state.combatants[who].at
        places = [place for place in reach.costs if place != here]
        if not places:
            return None
        place = self.dice.choice(places) if self.dice.random() < 0.5 else self._nearest(who, places)
        return list(place) if isinstance(place, tuple) else place

    def _nearest(self, who: str, places: Sequence[Any]) -> Any:
        """Choose the place that brings one nearest to a foe, as somebody does who means to fight."""
        state = self.battle.state
        foes = [c.at for c in self.foes(who) if c.at is not None]
        if state.map is None or not has_cells(state.map.grid) or not foes:
            return self.dice.choice(places)
        grid = state.map.grid
        return min(
            places, key=lambda place: min(cells_apart(grid, Footprint(place), Footprint(foe)) for foe in foes)
        )

    def far_off(self, who: str) -> float:
        """Say how much it wants to go to a foe first: more the farther the nearest is."""
        state = self.battle.state
        here, foes = state.combatants[who].at, [c.at for c in self.foes(who) if c.at is not None]
        if state.map is None or not has_cells(state.map.grid) or here is None or not foes:
            return 0.3
        apart = min(cells_apart(state.map.grid, Footprint(here), Footprint(foe)) for foe in foes)
        return 0.0 if apart <= 1 else 0.5

    def foes(self, who: str) -> list[Any]:
        """List those of other sides that the page knows of and that are not down."""
        state, system = self.battle.state, self.battle.system
        side = state.combatants[who].side
        everybody = (state.combatants[other] for other in sorted(self.stream.now))
        return [c for c in everybody if c.side != side and not system.is_down(c)]

    # -------------------------------------------------------------------------------------- the panel
    def aim(self, entry: ActionEntry, said: Sent, foes_alone: bool = False) -> Sent | None:
        """Aim at one after the other until the panel has a button, and choose something in it besides."""
        for aimed_at in self._aims(entry, said, foes_alone):
            asked = {**said, **aimed_at}
            sent = self.panel(asked)
            if sent is not None:
                return self._with_options(asked, sent)
        return None

    def _aims(self, entry: ActionEntry, said: Sent, foes_alone: bool) -> Iterator[Sent]:
        """List what a tap may aim at: tokens, the likeliest first; for an area where they stand."""
        if "target" in said:
            yield {}
            return
        foes = [c.id for c in self.foes(said["actor"])]
        others = [] if foes_alone else [who for who in sorted(self.stream.now) if who not in foes]
        self.dice.shuffle(foes)
        self.dice.shuffle(others)
        state = self.battle.state
        for who in (*foes, *others):
            at = state.combatants[who].at
            if not entry.laid:
                yield {"target": who}
            elif isinstance(at, tuple):
                yield {"at": list(at)}

    def panel(self, said: Sent) -> Sent | None:
        """Give what the button of an aim's panel would send; None where the panel has none but says why."""
        action = self.battle.system.action(said["do"])
        assert action is not None, "the page offers it"
        state, seen = self.battle.state, self.stream.as_known(self.battle.state)
        command = action.filled(BattleView(seen), authorised(self.host, said, self.visitor))
        plan, refusal = planned(self.battle, self.stream, action, command)
        if plan is None or refusal is not None:
            return None
        fixed = said_by_button(action, state, state.combatant(command.actor), command)
        options = command.table("options")
        kept = {key: said[key] for key in ("do", "actor", "target", "at") if key in said}
        return {**kept, **fixed, **({"options": dict(options)} if options else {})}

    def _with_options(self, said: Sent, sent: Sent) -> Sent:
        """Choose up to two things in the panel of an aim; what takes its button away is chosen off again."""
        for _ in range(self.dice.choice((0, 0, 1, 2))):
            views = self.options(said)
            if not views:
                break
            option = self.dice.choice(views)
            value = self.value(option)
            if value is None:
                continue
            more = {**said, "options": {**said.get("options", {}), option.id: value}}
            further = self.panel(more)
            if further is not None:
                said, sent = more, further
        return sent

    def options(self, said: Sent) -> tuple[OptionView, ...]:
        """List what the panel of an aim lets one choose besides."""
        action = self.battle.system.action(said["do"])
        assert action is not None, "the page offers it"
        seen = self.stream.as_known(self.battle.state)
        command = action.filled(BattleView(seen), authorised(self.host, said, self.visitor))
        return aim_choices(action, seen, command, self.stream.now)

    def value(self, option: OptionView) -> Any:
        """Choose a value for something of an aim; None where there is none to choose."""
        open_ = [choice.id for choice in option.choices if not choice.why_not]
        if option.kind == "cell":
            return json.loads(self.dice.choice(open_)) if open_ else None
        if option.choices:
            return self.dice.choice(open_) if open_ else None
        if option.kind == "text":
            return "now"
        if option.high:
            return self.dice.randint(max(option.low, 1), option.high)
        return True

    # ----------------------------------------------------------------------------------- the question
    def answer(self) -> Sent | None:
        """Answer the question that the page asks; None where it asks none."""
        state, stream = self.battle.state, self.stream
        shown = None if stream.is_gm else stream.as_known(state)
        prompt = see_prompt(state, self.viewer, stream.now, stream.asked, stream.map_knowledge, shown)
        if prompt is None or not prompt.mine:
            return None
        assert all((o.chance is None) == (o.chance_of == "") for o in prompt.offers), prompt.offers
        offer = self.dice.choice([o for o in prompt.offers if o.id != "faces"])
        said: Sent = {"actor": prompt.to, "answer": offer.id, "question": prompt.number}
        if offer.places and self.dice.random() < 0.6:
            place = self.dice.choice(offer.places)
            said["to"] = list(place) if isinstance(place, tuple) else place
        plain, chosen = self.extras(offer, plain=True), self.extras(offer)
        extras = chosen if chosen == plain or self._weighs({**said, **chosen}) else plain
        return {**said, **extras}

    def extras(self, offer: Offer, plain: bool = False) -> Sent:
        """Say something along with an answer: with what, and how. What is there from the start is `plain`."""
        said: Sent = {}
        if len(offer.ways) > 1 or (offer.ways and offer.ways[0].chance is None):
            said["with"] = (offer.ways[0] if plain else self.dice.choice(offer.ways)).id
        if not plain:
            chosen = [self._extra(one) for one in offer.options if self.dice.random() < 0.3]
            if chosen:
                said["options"] = chosen
        return said

    def _extra(self, extra: Extra) -> Sent:
        said: Sent = {"id": extra.id}
        if extra.high > extra.low:
            said[extra.number] = self.dice.randint(extra.low, extra.high)
        if len(extra.picks) > 1 and self.dice.random() < 0.5:
            said[extra.pick] = self.dice.choice(extra.picks)
        return said

    def _weighs(self, said: Mapping[str, Any]) -> bool:
        """Say whether the answer's button stays open once this is said along with it."""
        weighed = {key: value for key, value in said.items() if key not in ("question", "to")}
        try:
            self.battle.weigh(authorised(self.host, {**weighed, "do": "answer"}, self.visitor))
        except Refusal:
            return False
        return True

    # ------------------------------------------------------------------------------------------ sending
    def send(self, said: Sent) -> None:
        """Send what was pressed. Raises `Refusal`."""
        self.host.handle(said, by=self.visitor)
