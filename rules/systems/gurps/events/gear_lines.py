"""How what happens to weapons is worded for the log."""

from rules.engine.events import Event
from rules.engine.system import Line
from rules.engine.text import Names, counted, text
from rules.systems.gurps.events import gear_events as ev


def gear_line(event: Event, name: Names) -> Line | None:
    """Word what happens to a weapon; None for other events."""
    match event:
        case ev.WeaponReadied():
            return Line(
                text=text("{who} readies the {weapon}.", who=name(event.who), weapon=text(event.name).low),
                rule="GU-721",
            )
        case ev.WeaponUnready():
            said = text("The {weapon} of {who} is unready.", weapon=text(event.name).low, who=name(event.who))
            return Line(text=said, tone="warn", rule="GU-306", big=text("Unready"))
        case ev.WeaponDropped(thrown=True):
            return None
        case ev.WeaponDropped():
            return Line(
                text=text("{who} drops the {weapon}.", who=name(event.who), weapon=text(event.name).low),
                tone="warn",
                rule="GU-305",
            )
        case ev.WeaponStruck():
            said = text(
                "The {weapon} of {who} takes {damage}, and has {hp} left.",
                weapon=text(event.name).low,
                who=name(event.who),
                damage=event.damage,
                hp=event.hp,
            )
            return Line(text=said, tone="warn", rule="GU-920")
        case ev.WeaponBroken():
            said = text("The {weapon} of {who} breaks.", weapon=text(event.name).low, who=name(event.who))
            return Line(text=said, tone="harm", rule="GU-920", big=text("Broken"))
        case ev.Disarmed():
            said = text(
                "{who} strikes the {weapon} out of the hand of {target}.",
                who=name(event.who),
                weapon=text(event.name).low,
                target=name(event.target),
            )
            return Line(text=said, tone="good", rule="GU-744", big=text("Disarmed"))
        case ev.RoundsFired():
            n, who = event.rounds + event.wasted, name(event.who)
            said = counted("{who} fires {n} round.", "{who} fires {n} rounds.", n=n, who=who)
            if event.wasted:
                said = counted(
                    "{who} fires {n} round, {wasted} of them between targets.",
                    "{who} fires {n} rounds, {wasted} of them between targets.",
                    n=n,
                    who=who,
                    wasted=event.wasted,
                )
            return Line(text=said, rule="GU-305")
        case ev.Reloaded():
            weapon = text(event.name).low
            said = text("{who} has reloaded the {weapon}.", who=name(event.who), weapon=weapon)
            if event.turns < event.needed:
                said = text(
                    "{who} reloads ({turns} of {needed}) the {weapon}.",
                    who=name(event.who),
                    turns=event.turns,
                    needed=event.needed,
                    weapon=weapon,
                )
            return Line(text=said, rule="GU-721")
    return None
