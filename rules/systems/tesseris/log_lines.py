"""How the events of this system are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.rolls import OUTCOME_WORDS

VAGUE: Mapping[type[Event], Vague] = {
    ev.Damaged: Vague(text="{who} takes damage."),
    ev.Wounded: Vague(text="{who} is wounded."),
    ev.EgoDamaged: Vague(text="{who} loses ego."),
    ev.EgoGained: Vague(text="{who} gains ego."),
    ev.CheerChanged: Vague(text="{who} feels who is near, or is not."),
}
_DONE: Mapping[str, str] = {
    "speak": "speaks",
    "think": "thinks",
    "look": "looks around",
    "simple-action": "does something simple",
    "toss-item": "tosses something",
    "other-action": "does something else",
    "change-grip": "changes grip",
    "vehicle": "gets on or off",
    "roll-over": "rolls over",
    "use-skill": "uses a skill",
    "verbal-action": "uses a skill",
    "inspire": "inspires",
    "distract": "distracts",
    "follow-step": "steps after",
}


def counted(number: float, word: str) -> str:
    """Put a number before a word: `1 wound`, `2 wounds`."""
    return f"{number:g} {word}{'' if number == 1 else 's'}"


def describe_roll(rolled: Rolled) -> str:
    """Word what came of a roll: its total, and how it was read."""
    if not rolled.outcome:
        return str(rolled.total)
    return f"{rolled.total}, {OUTCOME_WORDS.get(rolled.outcome, rolled.outcome)}"


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event; None for those that say nothing to a reader, or that the roll has told."""
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(event, state)


def _name(state: BattleState, who: str) -> str:
    found = state.combatants.get(who)
    return who if found is None else found.name


def _weapon(state: BattleState, who: str, id_: str) -> str:
    found = state.combatants.get(who)
    weapon = None if found is None else found.sheet.weapon(id_)
    return id_.replace("-", " ") if weapon is None else weapon.label.lower()


def _words(id_: str) -> str:
    return id_.replace("-", " ")


def _spent(event: ev.TicksSpent, state: BattleState) -> Line | None:
    parts = []
    if event.free_reaction:
        parts.append("the free reaction")
    if event.ticks:
        parts.append(counted(event.ticks, "tick"))
    if event.borrowed:
        parts.append(f"{counted(event.borrowed, 'tick')} of the next round")
    if not parts:
        return None
    text = f"{_name(state, event.who)} spends {' and '.join(parts)} on {_words(event.what)}."
    return Line(text=text, tone="quiet", rule="TS-062" if event.free_reaction else "TS-060")


def _attack(event: ev.Attacked, state: BattleState) -> Line:
    targets = event.targets or ((event.target,) if event.target else ())
    whom = f" on {', '.join(_name(state, who) for who in targets)}" if targets else ""
    arms = f" with the {_weapon(state, event.who, event.weapon)}" if event.weapon else ""
    text = f"{_name(state, event.who)}: {_words(event.action)}{whom}{arms}."
    figures = (Figure(label="Rounds", value=str(event.rounds), rule="TS-028"),) if event.rounds else ()
    return Line(text=text, rule="TS-200", figures=figures)


def _bullets(event: ev.BulletsFlew, state: BattleState) -> Line:
    hits = sum(total > event.against for total in event.totals)
    numbers = ", ".join(str(total) for total in event.totals)
    text = f"Bullets at {numbers} against {event.against}: {counted(hits, 'hit')}."
    figures = tuple(
        Figure(
            label=f"bullet {number}: "
            + (f"hits, net {total - event.against}" if total > event.against else "misses"),
            value=str(total),
            rule="TS-203",
        )
        for number, total in enumerate(event.totals, start=1)
    )
    big = f"{hits} of {len(event.totals)}"
    return Line(text=text, tone="harm" if hits else "plain", rule="TS-203", big=big, figures=figures)


def _hit(event: ev.Struck, state: BattleState) -> Line:
    how = "critically hits" if event.critical else "hits"
    where = f"at the {event.location}, net {event.net}"
    text = f"{_name(state, event.who)} {how} {_name(state, event.target)} {where}."
    return Line(text=text, tone="harm", rule="TS-206" if event.critical else "TS-202")


def _damage(event: ev.Damaged, state: BattleState) -> Line:
    lost = counted(event.stamina, "point") + " of stamina"
    text = f"{_name(state, event.who)} takes {event.damage} damage, soaks {event.soak}, loses {lost}."
    figures = (
        Figure(label="Damage", value=str(event.damage), rule="TS-250"),
        Figure(label="Soak", value=str(event.soak), rule="TS-253"),
        Figure(label="Stamina lost", value=str(event.stamina), rule="TS-256"),
    )
    big = f"-{event.stamina}" if event.stamina else None
    return Line(text=text, tone="harm", rule="TS-256", big=big, figures=figures)


def _wound(event: ev.Wounded, state: BattleState) -> Line:
    words = counted(event.wounds, "wound")
    return Line(text=f"{_name(state, event.who)} takes {words}.", tone="harm", rule="TS-257", big=words)


def _condition(event: ev.ConditionGained, state: BattleState) -> Line:
    words = _words(event.condition)
    return Line(text=f"{_name(state, event.who)} is {words}.", tone="warn", rule="TS-300", big=words)


def _cover(event: ev.CoverTaken, state: BattleState) -> Line:
    words, cover = _words(event.cover.material), event.cover
    how = "hunkers down" if cover.hunkered else "is in cover"
    places = ", ".join(cover.locations)
    text = f"{_name(state, event.who)} {how} behind {words}: {places}."
    return Line(text=text, tone="good", rule="TS-283")


def _wall(event: ev.WallDamaged, state: BattleState) -> Line:
    what = f"A yard of {_words(event.material)}"
    if event.broken:
        return Line(text=f"{what} is shot to pieces.", tone="warn", rule="TS-293")
    return Line(text=f"{what} takes {event.damage} damage.", rule="TS-290")


def _kept(event: ev.Kept, state: BattleState) -> Line | None:
    """Word the few bookkeepings that a reader wants to know of."""
    values, name = event.values, _name(state, event.who)
    if values.get("aim"):
        return Line(text=f"{name} aims for {_words(values['aim'])}.", rule="TS-180")
    if values.get("inspired"):
        return Line(text=f"{name} is inspired.", tone="good", rule="TS-335")
    if values.get("rerolls"):
        return Line(text=f"{name} has {counted(values['rerolls'], 're-roll')}.", tone="good", rule="TS-181")
    if values.get("watch") and not values["watch"]["shots"]:
        return Line(text=f"{name} is on overwatch.", rule="TS-131")
    if values.get("manipulated"):
        what = values["manipulated"].get("action")
        words = f"it: {what}" if what else "it"
        return Line(text=f"{name} is talked into {words}.", tone="warn", rule="TS-330")
    if values.get("may_borrow"):
        ticks = counted(values["may_borrow"], "tick")
        return Line(text=f"{name} may borrow {ticks} for its next action.", rule="TS-064")
    return None


def _did(event: ev.ActionNoted, state: BattleState) -> Line:
    whom = f" {_name(state, event.target)}" if event.target else ""
    said = f": {event.text}" if event.text else ""
    return Line(text=f"{_name(state, event.who)} {_DONE.get(event.what, _words(event.what))}{whom}{said}.")


def _went(event: ev.Went, state: BattleState) -> Line:
    text = f"{_name(state, event.who)}: {_words(event.how)}, {counted(event.yards, 'yard')}."
    return Line(text=text, rule="TS-160")


def _round(event: ev.RoundStarted, state: BattleState) -> Line:
    words = "The surprise round" if event.clock.get("surprise") else f"Round {event.clock.get('round', 1)}"
    return Line(text=f"{words} begins.", tone="turn", rule="TS-055")


def _one(
    text: str, rule: str, tone: str = "plain", big: str | None = None
) -> Callable[[Any, BattleState], Line]:
    """Word an event of somebody, and perhaps of somebody else, by a sentence with places to fill."""

    def teller(event: Any, state: BattleState) -> Line:
        fields = {
            "who": _name(state, event.who),
            "target": _name(state, getattr(event, "target", None) or ""),
            "weapon": _weapon(state, event.who, getattr(event, "weapon", "")),
            "condition": _words(getattr(event, "condition", "")),
            "action": _words(getattr(event, "action", "")),
        }
        numbers = {
            key: getattr(event, key, "") for key in ("rounds", "damage", "ego", "amount", "initiative")
        }
        return Line(text=text.format(**fields, **numbers), tone=tone, rule=rule, big=big)

    return teller


_TELLERS: Mapping[type[Event], Callable[[Any, BattleState], Line | None]] = {
    ev.TicksSpent: _spent,
    ev.Attacked: _attack,
    ev.BulletsFlew: _bullets,
    ev.Struck: _hit,
    ev.Missed: _one("{who} misses {target}.", "TS-202", big="miss"),
    ev.Prevailed: _one("{who} prevails over {target}: {action}.", "TS-209"),
    ev.Damaged: _damage,
    ev.Wounded: _wound,
    ev.ConditionGained: _condition,
    ev.ConditionEnded: _one("{who} is no longer {condition}.", "TS-300", "good"),
    ev.Jammed: _one("The {weapon} of {who} jams.", "TS-222", "warn", "jam"),
    ev.JamCleared: _one("{who} clears the {weapon}.", "TS-182"),
    ev.Reloaded: _one("{who} reloads the {weapon}: {rounds} rounds.", "TS-182"),
    ev.CoverTaken: _cover,
    ev.CoverLeft: _one("{who} is out of cover.", "TS-165"),
    ev.CoverDamaged: _one("The cover of {who} takes {damage} damage.", "TS-292"),
    ev.CoverDestroyed: _one("The cover of {who} is shot to pieces.", "TS-293", "warn"),
    ev.WallDamaged: _wall,
    ev.Redirected: _one("The shot goes to {target} instead.", "TS-240", "warn"),
    ev.Died: _one("{who} dies.", "TS-275", "harm", "dead"),
    ev.Crippled: _one("{who} burns fate and lives, crippled.", "TS-276", "harm"),
    ev.BeganToDie: _one("{who} bleeds out.", "TS-274", "harm"),
    ev.EgoDamaged: _one("{who} loses {ego} ego.", "TS-331", "warn"),
    ev.EgoGained: _one("{who} gains {ego} ego.", "TS-336", "good"),
    ev.SociallyBeaten: _one("{who} has no word left to say.", "TS-333", "warn"),
    ev.Went: _went,
    ev.Dropped: _one("{who} drops the {weapon}.", "TS-183"),
    ev.Drawn: _one("{who} has the {weapon} in hand.", "TS-183"),
    ev.CheerChanged: lambda event, state: (
        Line(
            text=f"{_name(state, event.who)} is near who entices it: {event.cheer} ego more."
            if event.cheer
            else f"{_name(state, event.who)} is no longer near who enticed it, and loses heart.",
            rule="TS-C8",
        )
        if not event.keeps
        else None
    ),
    ev.WeaponWon: lambda event, state: Line(
        text=f"{_name(state, event.who)} has the {_weapon(state, event.who, event.as_id)} of "
        f"{_name(state, event.target)} in hand.",
        tone="good",
        rule="TS-C1",
    ),
    ev.SwordpointTaken: _one("{who} holds {target} at swordpoint.", "TS-340", "warn"),
    ev.SwordpointOver: _one("{who} no longer holds {target} at swordpoint.", "TS-342"),
    ev.MayhemGranted: _one("{who} is granted mayhem: {amount}.", "TS-280", "good"),
    ev.Kept: _kept,
    ev.ActionNoted: _did,
    ev.RoundStarted: _round,
    ev.Delayed: _one("{who} waits, and acts at {initiative}.", "TS-070"),
    ev.Stalemate: lambda event, state: Line(
        text="All only wait for one another: the round ends.", rule="TS-071"
    ),
}
