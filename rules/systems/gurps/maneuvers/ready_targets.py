"""What a Ready maneuver makes ready: a weapon, a magazine, oneself (GU-721)."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.moves.ways import footprint_of
from rules.engine.parameters import choice, words
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice
from rules.engine.state import BattleView
from rules.engine.text import as_text, combatant, joined, text
from rules.map.grid import Footprint, has_cells
from rules.systems.gurps.attack.order_parameters import WITH
from rules.systems.gurps.defence.defence import end_hand_brace
from rules.systems.gurps.events.gear_events import Reloaded, WeaponReadied
from rules.systems.gurps.events.maneuver_events import Noted, PostureChanged
from rules.systems.gurps.maneuvers.maneuver_table import READY_WAYS, READY_WORDS
from rules.systems.gurps.moves.arcs import distance_between
from rules.systems.gurps.sheet.gear import Weapon
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.state import (
    POSTURE_WORDS,
    Fighter,
    GurpsState,
    Posture,
    can_be_used,
    held,
    is_lame,
    is_ready,
)

RULE = "GU-721"
_READY_CHOICES = tuple(Choice(id=what, label=READY_WORDS[what]) for what in READY_WAYS)
WHAT = choice("what", text("What"), choices=lambda view, actor: _READY_CHOICES)
NOTE = words("note", text("Note"))
Carry = Callable[[BattleView, str], Exchange[None]]


@dataclass(frozen=True, slots=True)
class Readying:
    """What is made ready, and how that is carried out."""

    what: str
    carry_out: Carry


def read_ready(view: BattleView, actor: Fighter, command: Command, complete: bool) -> Readying | None:
    """Check what is to be made ready; None if too little is said. Raises `Refusal`."""
    what = WHAT.of(command)
    if what not in READY_WAYS:
        raise Refusal(
            "bad-variant",
            text("One readies one of {value}; not {what}.", value=joined(READY_WAYS), what=f"{what!r}"),
            RULE,
        )
    if what in ("stand", "kneel", "prone"):
        return Readying(what, _posture(next_posture(actor, what)))
    if what == "other":
        note = NOTE.of(command) or ""
        return Readying(what, lambda view, who: _note(who, note))
    id_ = WITH.of(command)
    if id_ is None and not complete:
        _require_anything(view, actor, what)
        return None
    weapon = actor.sheet.weapon((id_ or "").partition("/")[0])
    if weapon is None or weapon.id in actor.state.broken:
        names = joined(as_text(w.id) for w in actor.sheet.weapons) or text("nothing")
        raise Refusal(
            "unknown-weapon",
            text(
                "{actor} has no {value} to ready; it has {names}.",
                actor=combatant(actor),
                value=f"{id_!r}",
                names=names,
            ),
            "GU-301",
        )
    if weapon.unarmed:
        raise Refusal(
            "bad-option", text("The {weapon} is always ready.", weapon=weapon_words(weapon).low), RULE
        )
    return _made_ready(view, actor, what, weapon)


def _made_ready(view: BattleView, actor: Fighter, what: str, weapon: Weapon) -> Readying:
    if what == "reload":
        return Readying(what, _reload(actor, weapon))
    _require_at_hand(view, actor, weapon)
    return Readying(what, _take_up(weapon))


def _require_anything(view: BattleView, actor: Fighter, what: str) -> None:
    """Refuse who has nothing to make ready, before it is said what. Raises `Refusal`."""
    refused = Refusal("bad-option", text("{actor} has nothing to make ready.", actor=combatant(actor)), RULE)
    for weapon in actor.sheet.weapons:
        if weapon.id in actor.state.broken:
            continue
        try:
            _made_ready(view, actor, what, weapon)
        except Refusal as refusal:
            refused = refusal
        else:
            return
    raise refused


def next_posture(actor: Fighter, what: str) -> Posture:
    """Give the posture that rising, kneeling or lying down leads to. Raises `Refusal` `bad-variant`."""
    now: Posture = actor.state.posture
    if what == "stand":
        to = {Posture.PRONE: Posture.KNEELING}.get(now, Posture.STANDING)
        if now is Posture.STANDING or (to is Posture.STANDING and is_lame(actor)):
            said = text("{actor} has a crippled leg and cannot stand.", actor=combatant(actor))
            if now is Posture.STANDING:
                said = text("{actor} stands already.", actor=combatant(actor))
            raise Refusal("bad-variant", said, RULE)
        return to
    to = Posture.KNEELING if what == "kneel" else Posture.PRONE
    if now is to or now is Posture.PRONE:
        said = text(
            "{actor} is {now}: to kneel is no way down from there.",
            actor=combatant(actor),
            now=POSTURE_WORDS[now],
        )
        if what == "prone":
            said = text("{actor} is prone already.", actor=combatant(actor))
        raise Refusal("bad-variant", said, RULE)
    return to


def _require_at_hand(view: BattleView, actor: Fighter, weapon: Weapon) -> None:
    if not can_be_used(actor, weapon):
        said = text(
            "{actor} cannot take the {weapon}: the hand is crippled.",
            actor=combatant(actor),
            weapon=weapon_words(weapon).low,
        )
        raise Refusal("not-ready", said, "GU-1006")
    state: GurpsState = actor.state
    if weapon.id not in state.dropped:
        return
    at, here, battle_map = state.dropped_at.get(weapon.id), footprint_of(actor), view.state.map
    if battle_map is None or here is None or at is None or isinstance(at, str):
        return
    if has_cells(battle_map.grid) and distance_between(battle_map.grid, here, Footprint(at)) > 1:
        said = text("The {weapon} lies farther than a yard away.", weapon=weapon_words(weapon).low)
        raise Refusal("out-of-range", said, RULE)


def _take_up(weapon: Weapon) -> Carry:
    def work(view: BattleView, who: str) -> Exchange[None]:
        others = tuple(
            other.id
            for other in held(view.combatant(who))
            if other.id != weapon.id and set(other.hands) & set(weapon.hands)
        )
        yield from end_hand_brace(view, who)
        yield WeaponReadied(who=who, weapon=weapon.id, name=weapon.name, put_away=others)

    return work


def _reload(actor: Fighter, weapon: Weapon) -> Carry:
    if weapon.shots is None:
        raise Refusal(
            "bad-option", text("The {weapon} needs no loading.", weapon=weapon_words(weapon).low), RULE
        )
    if not is_ready(actor, weapon):
        raise Refusal(
            "not-ready", text("The {weapon} is not ready.", weapon=weapon_words(weapon).low), "GU-306"
        )
    if actor.state.ammo.get(weapon.id, 0) >= weapon.shots:
        said = text(
            "The {weapon} is full: {shots} of {shots} rounds.",
            weapon=weapon_words(weapon).low,
            shots=weapon.shots,
        )
        raise Refusal("bad-option", said, RULE)
    shots, needed = weapon.shots, weapon.reload

    def work(view: BattleView, who: str) -> Exchange[None]:
        turns = view.combatant(who).state.reloading.get(weapon.id, 0) + 1
        yield Reloaded(who=who, weapon=weapon.id, name=weapon.name, turns=turns, needed=needed, shots=shots)

    return work


def _posture(posture: Posture) -> Carry:
    def work(view: BattleView, who: str) -> Exchange[None]:
        yield PostureChanged(who=who, posture=posture)

    return work


def _note(who: str, note: str) -> Exchange[None]:
    yield Noted(who=who, note=note)
