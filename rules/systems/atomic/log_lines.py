"""How the events of Atomic Tomorrow are worded for the log, and for the moment beside the token."""

from collections.abc import Mapping

from rules.engine.battle_events import Rolled
from rules.engine.declared.told import Told, told_line
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Gap, Text, Words, counted, template, text
from rules.systems.atomic import events as ev
from rules.systems.atomic.attack.facts import COVER_NAMES
from rules.systems.atomic.sheet.sheet import RANGE_WORDS
from rules.systems.atomic.state import MOST_WOUNDS, Condition

OUTCOME_WORDS = {
    "critical-success": text("critical success"),
    "special-success": text("special success"),
    "success": text("success"),
    "failure": text("failure"),
    "special-failure": text("special failure"),
    "critical-failure": text("critical failure"),
}
_CONDITION_LINES = {
    Condition.FIT: (template("{who} is fit to fight again."), "good", "AT-91", text("Fit")),
    Condition.INCAPACITATED: (
        template("{who} is incapacitated, but conscious."),
        "harm",
        "AT-92",
        text("Incapacitated"),
    ),
    Condition.DYING: (template("{who} is dying."), "harm", "AT-93", text("Dying")),
    Condition.COLLAPSED: (template("{who} collapses."), "harm", "AT-103", text("Collapsed")),
    Condition.DEAD: ("{who} is dead.", "harm", "AT-89", text("Dead")),
}
VAGUE: Mapping[type[Event], Vague] = {
    ev.Hit: Vague(text=text("{who} hits {target}."), of="target"),
    ev.WoundsTaken: Vague(text=text("{who} is hurt.")),
    ev.LastStandMade: Vague(text=text("{who} tries to make a last stand.")),
    ev.ConsciousRoundSpent: Vague(text=text("{who} fights on, dying.")),
}
_DEFENDED = {
    "parry": ("{target} parries the attack of {who}.", text("Parried")),
    "block": ("{target} blocks the attack of {who}.", text("Blocked")),
    "dodge": ("{target} dodges the attack of {who}.", text("Dodged")),
}
_WEAPON_LINES = {
    "drawn": template("{who} draws the {weapon}."),
    "stowed": template("{who} stows the {weapon}."),
    "dropped": "{who} drops the {weapon}.",
}
_ACTIONS = {
    "attack": text("attack"),
    "use": text("action"),
    "move": text("move"),
    "draw": text("draw"),
    "stow": text("stowing"),
    "quick": text("quick action"),
    "door": text("try at the door"),
}


_COVER = {
    "partial": text(", partial cover"),
    "good": text(", good cover"),
    "excellent": text(", excellent cover"),
}


_TOLD: Mapping[type[Event], Told] = {
    ev.AttackMissed: Told(text("{who} misses {target}."), "AT-63", big=text("Miss")),
    ev.HitInstead: Told(
        text("{target} stood in the way: the shot of {who} goes there."),
        "AT-R41",
        "warn",
        text("Hit instead"),
    ),
    ev.GrantLost: Told(text("{who} lets the last stand's action go unused."), "AT-98", "warn"),
    ev.EngagementBegun: Told(text("{who} and {target} are engaged."), "AT-34"),
    ev.EngagementsEnded: Told(text("{who} breaks away and is engaged no more."), "AT-34"),
}
"""Those of which a sentence says all."""


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""
    name = state.called
    match event:
        case ev.AttackStarted():
            return _attack_started(event, name(event.who), name(event.target))
        case ev.AttackDefended():
            does, big = _DEFENDED[event.defence]
            said = text(does, who=name(event.who), target=name(event.target))
            return Line(text=said, tone="good", rule="AT-78", big=big)
        case ev.Hit():
            return _hit(event, name(event.who), name(event.target))
        case ev.NoWound():
            if event.soaked:
                said, rule = text("{who} soaks it all: no wound.", who=name(event.who)), "AT-87"
            else:
                said, rule = text("{who} is protected: no wound.", who=name(event.who)), "AT-86"
            return Line(text=said, rule=rule, big=text("No wound"))
        case ev.WoundsTaken():
            now = state.combatants[event.who].state.wounds if event.who in state.combatants else MOST_WOUNDS
            wounds = counted("{n} wound", "{n} wounds", n=event.wounds)
            soaked = (
                (Figure(label=text("soaked"), value=f"-{event.soaked}", rule="AT-87"),)
                if event.soaked
                else ()
            )
            return Line(
                text=text("{who} takes {wounds}.", who=name(event.who), wounds=wounds),
                tone="harm",
                rule="AT-88",
                big=wounds,
                figures=(
                    *soaked,
                    Figure(
                        label=text("wounds now"),
                        value=text("{now} of {most}", now=now, most=MOST_WOUNDS),
                        rule="AT-88",
                    ),
                ),
            )
        case ev.ConditionChanged():
            became, tone, rule, big = _CONDITION_LINES[event.condition]
            return Line(text=text(became, who=name(event.who)), tone=tone, rule=rule, big=big)
        case ev.ActionLost():
            what = _ACTIONS.get(event.action) or text(event.action)
            said = text("{who} is too badly hurt: the {what} is lost.", who=name(event.who), what=what)
            return Line(text=said, tone="warn", rule="AT-95", big=text("Too hurt to act"))
        case ev.LastStandMade():
            return _last_stand(event, name(event.who))
        case ev.ConsciousRoundSpent():
            left = (
                text("this is the last turn")
                if event.left == 0
                else text("{left} after this one", left=counted("{n} turn", "{n} turns", n=event.left))
            )
            return Line(
                text=text("{who} fights on, dying: {left}.", who=name(event.who), left=left),
                tone="warn",
                rule="AT-100",
            )
        case ev.DefenceCounted(two_fisted=True):
            return Line(text=text("{who} uses the Two-Fisted defence.", who=name(event.who)), rule="AT-68")
        case ev.WeaponChanged():
            weapon = text(event.weapon_name).low
            return Line(
                text=text(_WEAPON_LINES[event.change], who=name(event.who), weapon=weapon), rule="AT-16"
            )
        case ev.Noted():
            return _noted(event, name(event.who))
    return told_line(_TOLD, event, name)


def _attack_started(event: ev.AttackStarted, attacker: Gap, target: Gap) -> Line:
    facts = event.facts
    weapon = (
        text("bare hands")
        if event.weapon == "fist"
        else text("the {weapon}", weapon=text(event.weapon_name).low)
    )
    cover = "" if facts["cover"] == "none" else _COVER.get(facts["cover"], "")
    aware = "" if facts["aware"] else text(", unaware")

    def figure(fact: str, what: Text, value: Words, rule: str) -> Figure:
        if fact in event.overruled:
            what = text("{fact} (overruled)", fact=what)
        return Figure(label=what, value=value, rule=rule)

    figures = [
        figure("range", text("range"), RANGE_WORDS[facts["range"]], "AT-33"),
        figure("cover", text("cover"), COVER_NAMES[facts["cover"]], "AT-38"),
        figure(
            "line_of_fire",
            text("line of fire"),
            text("clear") if facts["line_of_fire"] else text("none"),
            "AT-38",
        ),
        figure("aware", text("target aware"), text("yes") if facts["aware"] else text("no"), "AT-40"),
    ]
    if "modifier" in event.overruled:
        figures.append(figure("modifier", text("GM"), f"{facts['modifier']:+d}", "AT-66"))
    figures += [
        Figure(label=n.label, value=f"{n.value:+d}" if n.value else "", rule=n.rule) for n in event.notes
    ]
    return Line(
        text=text(
            "{attacker} attacks {target} with {weapon}: {range}{cover}{aware}.",
            attacker=attacker,
            target=target,
            weapon=weapon,
            range=RANGE_WORDS[facts["range"]],
            cover=cover,
            aware=aware,
        ),
        rule="AT-62",
        figures=tuple(figures),
    )


def _hit(event: ev.Hit, attacker: Gap, target: Gap) -> Line:
    figures = [Figure(label=text("Wound Rating"), value=str(event.rating), rule="AT-80")]
    if event.cover:
        figures.append(Figure(label=text("cover"), value=f"-{event.cover}", rule="AT-84"))
    if event.bonus:
        figures.append(Figure(label=text("quality of the attack"), value=f"+{event.bonus}", rule="AT-83"))
    if event.armour:
        figures.append(Figure(label=text("armour"), value=f"-{event.armour}", rule="AT-85"))
    figures.append(Figure(label=text("before the soak"), value=str(event.incoming), rule="AT-86"))
    said = text(
        "{attacker} hits {target}: {incoming} before the soak.",
        attacker=attacker,
        target=target,
        incoming=counted("{n} wound", "{n} wounds", n=event.incoming),
    )
    return Line(text=said, tone="harm", rule="AT-79", big=text("Hit"), figures=tuple(figures))


def _last_stand(event: ev.LastStandMade, who: Gap) -> Line:
    if event.granted is None:
        return Line(
            text=text("{who}'s last stand fails.", who=who),
            tone="harm",
            rule="AT-102",
            big=text("Last stand fails"),
        )
    if event.granted == 0:
        said = text(
            "{who} stands up again, at {wounds} wounds, with one action free of penalty.",
            who=who,
            wounds=event.wounds,
        )
        return Line(text=said, tone="good", rule="AT-101", big=text("Back up"))
    if event.conscious_rounds is not None:
        more = counted("{n} turn", "{n} turns", n=event.conscious_rounds)
        said = text("{who} makes a last stand: one action now, and {more} more to come.", who=who, more=more)
        return Line(text=said, tone="good", rule="AT-100", big=text("Last stand"))
    said = text("{who} makes a last stand: one action, then the collapse.", who=who)
    return Line(text=said, tone="warn", rule="AT-99", big=text("Last stand"))


def _noted(event: ev.Noted, who: Gap) -> Line:
    came = text(" ({outcome})", outcome=OUTCOME_WORDS[event.outcome]) if event.outcome else ""
    rule = "AT-51" if event.action == "use" else "AT-53"
    if event.note:
        return Line(text=text("{who}: {note}{came}.", who=who, note=event.note, came=came), rule=rule)
    if event.action == "use":
        return Line(text=text("{who} uses something{came}.", who=who, came=came), rule=rule)
    return Line(text=text("{who} does something quick{came}.", who=who, came=came), rule=rule)


def describe_roll(rolled: Rolled) -> Words:
    """Word a roll's outcome; a face that has both grades says so (AT-31)."""
    words = OUTCOME_WORDS.get(rolled.outcome) or text(rolled.outcome)
    both = rolled.details.get("critical") and rolled.details.get("special")
    return text("{came}, and a five", came=words) if both else words
