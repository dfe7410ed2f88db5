"""How the events of Atomic Tomorrow are worded for the log, and for the moment beside the token."""

from collections.abc import Mapping

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.systems.atomic import events as ev
from rules.systems.atomic.state import MOST_WOUNDS, Condition

OUTCOME_WORDS = {
    "critical-success": "critical success",
    "special-success": "special success",
    "success": "success",
    "failure": "failure",
    "special-failure": "special failure",
    "critical-failure": "critical failure",
}
_CONDITION_LINES = {
    Condition.FIT: ("is fit to fight again", "good", "AT-91", "Fit"),
    Condition.INCAPACITATED: ("is incapacitated, but conscious", "harm", "AT-92", "Incapacitated"),
    Condition.DYING: ("is dying", "harm", "AT-93", "Dying"),
    Condition.COLLAPSED: ("collapses", "harm", "AT-103", "Collapsed"),
    Condition.DEAD: ("is dead", "harm", "AT-89", "Dead"),
}
VAGUE: Mapping[type[Event], Vague] = {
    ev.Hit: Vague(text="{who} hits {target}.", of="target"),
    ev.WoundsTaken: Vague(text="{who} is hurt."),
    ev.LastStandMade: Vague(text="{who} tries to make a last stand."),
    ev.ConsciousRoundSpent: Vague(text="{who} fights on, dying."),
}
_DEFENDED = {"parry": ("parries", "Parried"), "block": ("blocks", "Blocked"), "dodge": ("dodges", "Dodged")}
_ACTIONS = {
    "attack": "attack",
    "use": "action",
    "move": "move",
    "draw": "draw",
    "stow": "stowing",
    "quick": "quick action",
    "door": "try at the door",
}


def counted(number: int, word: str) -> str:
    """Put a number before a word: `1 wound`, `2 wounds`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""

    def name(who: str) -> str:
        return state.combatants[who].name if who in state.combatants else who

    match event:
        case ev.AttackStarted():
            return _attack_started(event, name(event.who), name(event.target))
        case ev.AttackMissed():
            text = f"{name(event.who)} misses {name(event.target)}."
            return Line(text=text, rule="AT-63", big="Miss")
        case ev.AttackDefended():
            does, big = _DEFENDED[event.defence]
            text = f"{name(event.target)} {does} the attack of {name(event.who)}."
            return Line(text=text, tone="good", rule="AT-78", big=big)
        case ev.Hit():
            return _hit(event, name(event.who), name(event.target))
        case ev.NoWound():
            how = "soaks it all" if event.soaked else "is protected"
            rule = "AT-87" if event.soaked else "AT-86"
            return Line(text=f"{name(event.who)} {how}: no wound.", rule=rule, big="No wound")
        case ev.WoundsTaken():
            now = state.combatants[event.who].state.wounds if event.who in state.combatants else MOST_WOUNDS
            soaked = (Figure(label="soaked", value=f"-{event.soaked}", rule="AT-87"),) if event.soaked else ()
            return Line(
                text=f"{name(event.who)} takes {counted(event.wounds, 'wound')}.",
                tone="harm",
                rule="AT-88",
                big=counted(event.wounds, "wound"),
                figures=(*soaked, Figure(label="wounds now", value=f"{now} of {MOST_WOUNDS}", rule="AT-88")),
            )
        case ev.ConditionChanged():
            text, tone, rule, big = _CONDITION_LINES[event.condition]
            return Line(text=f"{name(event.who)} {text}.", tone=tone, rule=rule, big=big)
        case ev.ActionLost():
            what = _ACTIONS.get(event.action, event.action)
            text = f"{name(event.who)} is too badly hurt: the {what} is lost."
            return Line(text=text, tone="warn", rule="AT-95", big="Too hurt to act")
        case ev.LastStandMade():
            return _last_stand(event, name(event.who))
        case ev.GrantLost():
            text = f"{name(event.who)} lets the last stand's action go unused."
            return Line(text=text, tone="warn", rule="AT-98")
        case ev.ConsciousRoundSpent():
            left = (
                "this is the last turn"
                if event.left == 0
                else f"{counted(event.left, 'turn')} after this one"
            )
            return Line(text=f"{name(event.who)} fights on, dying: {left}.", tone="warn", rule="AT-100")
        case ev.DefenceCounted(two_fisted=True):
            return Line(text=f"{name(event.who)} uses the Two-Fisted defence.", rule="AT-68")
        case ev.EngagementBegun():
            return Line(text=f"{name(event.who)} and {name(event.target)} are engaged.", rule="AT-34")
        case ev.EngagementsEnded():
            return Line(text=f"{name(event.who)} breaks away and is engaged no more.", rule="AT-34")
        case ev.WeaponChanged():
            does = {"drawn": "draws", "stowed": "stows", "dropped": "drops"}[event.change]
            return Line(text=f"{name(event.who)} {does} the {event.weapon_name.lower()}.", rule="AT-16")
        case ev.Noted():
            return _noted(event, name(event.who))
    return None


def _attack_started(event: ev.AttackStarted, attacker: str, target: str) -> Line:
    facts = event.facts
    weapon = "bare hands" if event.weapon == "fist" else f"the {event.weapon_name.lower()}"
    cover = "" if facts["cover"] == "none" else f", {facts['cover']} cover"
    aware = "" if facts["aware"] else ", unaware"

    def figure(fact: str, label: str, value: str, rule: str) -> Figure:
        said = " (overruled)" if fact in event.overruled else ""
        return Figure(label=f"{label}{said}", value=value, rule=rule)

    figures = [
        figure("range", "range", facts["range"], "AT-33"),
        figure("cover", "cover", facts["cover"], "AT-38"),
        figure("line_of_fire", "line of fire", "clear" if facts["line_of_fire"] else "none", "AT-38"),
        figure("aware", "target aware", "yes" if facts["aware"] else "no", "AT-40"),
    ]
    if "modifier" in event.overruled:
        figures.append(figure("modifier", "GM", f"{facts['modifier']:+d}", "AT-66"))
    figures += [
        Figure(label=n.label, value=f"{n.value:+d}" if n.value else "", rule=n.rule) for n in event.notes
    ]
    return Line(
        text=f"{attacker} attacks {target} with {weapon}: {facts['range']}{cover}{aware}.",
        rule="AT-62",
        figures=tuple(figures),
    )


def _hit(event: ev.Hit, attacker: str, target: str) -> Line:
    figures = [Figure(label="Wound Rating", value=str(event.rating), rule="AT-80")]
    if event.cover:
        figures.append(Figure(label="cover", value=f"-{event.cover}", rule="AT-84"))
    if event.bonus:
        figures.append(Figure(label="quality of the attack", value=f"+{event.bonus}", rule="AT-83"))
    if event.armour:
        figures.append(Figure(label="armour", value=f"-{event.armour}", rule="AT-85"))
    figures.append(Figure(label="before the soak", value=str(event.incoming), rule="AT-86"))
    text = f"{attacker} hits {target}: {counted(event.incoming, 'wound')} before the soak."
    return Line(text=text, tone="harm", rule="AT-79", big="Hit", figures=tuple(figures))


def _last_stand(event: ev.LastStandMade, who: str) -> Line:
    if event.granted is None:
        return Line(text=f"{who}'s last stand fails.", tone="harm", rule="AT-102", big="Last stand fails")
    if event.granted == 0:
        text = f"{who} stands up again, at {event.wounds} wounds, with one action free of penalty."
        return Line(text=text, tone="good", rule="AT-101", big="Back up")
    if event.conscious_rounds is not None:
        more = counted(event.conscious_rounds, "turn")
        text = f"{who} makes a last stand: one action now, and {more} more to come."
        return Line(text=text, tone="good", rule="AT-100", big="Last stand")
    text = f"{who} makes a last stand: one action, then the collapse."
    return Line(text=text, tone="warn", rule="AT-99", big="Last stand")


def _noted(event: ev.Noted, who: str) -> Line:
    what = (
        f": {event.note}"
        if event.note
        else (" uses something" if event.action == "use" else " does something quick")
    )
    came = f" ({OUTCOME_WORDS[event.outcome]})" if event.outcome else ""
    rule = "AT-51" if event.action == "use" else "AT-53"
    return Line(text=f"{who}{what}{came}.", rule=rule)


def describe_roll(rolled: Rolled) -> str:
    """Word a roll's outcome; a face that has both grades says so (AT-31)."""
    words = OUTCOME_WORDS.get(rolled.outcome, rolled.outcome)
    both = rolled.details.get("critical") and rolled.details.get("special")
    return f"{words}, and a five" if both else words
