"""How a page says how a fight begins: a value for each side's leader, skill and surprise (GU-602, GU-605)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.kinds import OBJECT
from rules.engine.names import side_words
from rules.engine.parameters import choice
from rules.engine.state import BattleState
from rules.engine.system import Choice, Parameter
from rules.engine.text import Words, combatant, template, text
from rules.systems.gurps.sheet.names import called, skill_words

LEADING = ("tactics", "survival", "streetwise")
"""The skills that a side's leader may contest with (GU-602)."""
TOTAL, PARTIAL = "total", "partial"
_NOBODY = "nobody/"
"""Before who rolls for a side that nobody leads (GU-603)."""
_LEADER, _SKILL, _ON = "leader/", "skill/", "surprised/"
_BY = choice("surprised-by", text("Attack by surprise"), optional=True)
LEADERS: Parameter[Mapping[str, Any]] = Parameter(id="leaders", kind=OBJECT, optional=True)
SURPRISE: Parameter[Mapping[str, Any]] = Parameter(id="surprise", kind=OBJECT, optional=True)
BEGINNING = (LEADERS, SURPRISE)
"""What a command says of the beginning: who leads each side, by what, and who surprises whom how."""


def begin_needs(state: BattleState) -> tuple[Parameter, ...]:
    """List what may be said as a fight begins: who leads each side and by what, and who surprises whom."""
    sides = tuple(dict.fromkeys(c.side for c in state.combatants.values()))
    if len(sides) < 2:
        return ()
    found = []
    for side in sides:
        name = side_words(side)
        members = [c for c in state.combatants.values() if c.side == side]
        leaders = [Choice(id=c.id, label=called(c)) for c in members]
        nobody = template("nobody, {who} rolls")
        leaders += [Choice(id=f"{_NOBODY}{c.id}", label=text(nobody, who=combatant(c))) for c in members]
        found.append(_choice(f"{_LEADER}{side}", text("{side}: led by (nobody: -2)", side=name), leaders))
        skills = [Choice(id=skill, label=skill_words(skill).large) for skill in LEADING]
        found.append(_choice(f"{_SKILL}{side}", text("{side}: contests with", side=name), skills))
    named = tuple(Choice(id=side, label=side_words(side)) for side in sides)
    found.append(replace(_BY, choices=lambda view, actor: named))
    hows = [Choice(id=TOTAL, label=text("totally")), Choice(id=PARTIAL, label=text("partially"))]
    found += [
        _choice(f"{_ON}{side}", text("{side}: is surprised", side=side_words(side)), hows) for side in sides
    ]
    return tuple(found)


def surprising(state: BattleState, side: str) -> Mapping[str, Any] | None:
    """Say how a fight begins in which a side is totally surprised by the one that has most to fight."""
    others = Counter(c.side for c in state.combatants.values() if c.side != side and not c.state.is_out)
    if not others:
        return None
    return {SURPRISE.id: {"by": others.most_common(1)[0][0], "on": {side: TOTAL}}}


def _choice(id_: str, label: Words, choices: Sequence[Choice]) -> Parameter:
    listed = tuple(choices)
    return choice(id_, label, optional=True, choices=lambda view, actor: listed)


def spelled_out(command: Command, state: BattleState) -> Command:
    """Write what a page said of the beginning as `leaders` and `surprise`; others stay as they are."""
    leaders: dict[str, Any] = {}
    for side, who in _of_sides(command, _LEADER).items():
        leaders[side] = {"who": who.removeprefix(_NOBODY)}
        if who.startswith(_NOBODY):
            leaders[side]["leaderless"] = True
    for side, skill in _of_sides(command, _SKILL).items():
        leaders.setdefault(side, {})["skill"] = skill
    for side, leader in leaders.items():
        if "who" not in leader:  # a skill without a leader: the best at it rolls, and nobody leads
            members = [c for c in state.combatants.values() if c.side == side]
            best = max(members, key=lambda c: c.sheet.skill(leader["skill"]) or 0, default=None)
            leader.update({"who": best.id if best else None, "leaderless": True})
    by, on = _surprise(command, state)
    params = {key: value for key, value in command.params.items() if key.partition("/")[0] + "/" not in _KEYS}
    params.pop(_BY.id, None)
    if leaders:
        params[LEADERS.id] = leaders
    if by is not None or on:
        params[SURPRISE.id] = {"by": by, "on": on}
    return replace(command, params=params)


def _of_sides(command: Command, key: str) -> dict[str, str]:
    """Read what a page says of each side by such a key, as `begin_needs` declares it."""
    sides = [id_.removeprefix(key) for id_ in command.params if id_.startswith(key)]
    return {side: said for side in sides if (said := choice(f"{key}{side}").of(command))}


def _surprise(command: Command, state: BattleState) -> tuple[str | None, dict[str, str]]:
    """Read who attacks by surprise, and which sides are surprised how.

    A page may leave either out: who attacks is the one side that is not surprised, and the surprised are all
    others, partially. Who attacks is never surprised by it; where all sides are said to be, nobody attacks.
    """
    sides = tuple(dict.fromkeys(c.side for c in state.combatants.values()))
    by, on = _BY.of(command) or None, _of_sides(command, _ON)
    if by is None:
        left = [side for side in sides if side not in on]
        by = left[0] if on and len(left) == 1 else None
        return by, on if left else {}
    on.pop(by, None)
    return by, on or {side: PARTIAL for side in sides if side != by}


_KEYS = (_LEADER, _SKILL, _ON)
