"""How the events of this system are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping

from rules.engine.events import Event, Rolled
from rules.engine.shown import Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.map.grid import cell_centre
from rules.map.model import Cell
from rules.systems.savage.appearance import card_of, card_words
from rules.systems.savage.attack.areas import area_of
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.rolls import OPPOSED
from rules.systems.savage.sheet.gear import Template

OUTCOME_WORDS: Mapping[str, str] = {
    "critical-failure": "critical failure",
    "failure": "failure",
    "success": "success",
    "raise": "raise",
    "win": "wins",
    "lose": "loses",
    OPPOSED: "against the other's",
    "no-effect": "no effect",
    "shaken": "Shaken",
    "wound": "wounded",
    "broken": "broken",
    "done": "",
}
VAGUE: Mapping[type[Event], Vague] = {
    ev.Wounded: Vague(text="{who} is wounded."),
    ev.Soaked: Vague(text="{who} soaks."),
}
_FACT_WORDS = {
    "distance": ("distance", "SW-55"),
    "range": ("range", "SW-82"),
    "cover": ("cover", "SW-56"),
    "light": ("lighting", "SW-85"),
    "speed_penalty": ("speed", "SW-85"),
    "aware": ("aware", "SW-R15"),
}
_HOURS = {12: "straight on", 3: "to the right", 6: "straight back", 9: "to the left"}


def counted(number: float, word: str) -> str:
    """Put a number before a word: `1 wound`, `2 wounds`."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}es" if word.endswith("ch") else f"{word}s"
    return f"{number:g} {word if number == 1 else plural}"


def describe_roll(rolled: Rolled) -> str:
    """Word a roll's outcome, with raises, hits and wounds."""
    details = rolled.details
    words = OUTCOME_WORDS.get(rolled.outcome, rolled.outcome)
    if not words:
        words = str(rolled.total)
    if rolled.outcome == "raise" and len(details.get("totals", ())) < 2:
        words = counted(details.get("raises", 1), "raise")
    if len(details.get("totals", ())) > 1:
        words = f"{words}: {counted(details['hits'], 'hit')}, {counted(details['raises'], 'raise')}"
    if details.get("wounds"):
        words = f"{words}, {counted(details['wounds'], 'wound')}"
    if "kept" in details:
        words = f"{words}; {'this throw counts' if details['kept'] == 'reroll' else 'the first throw counts'}"
    return words


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""

    def name(who: str | None) -> str:
        known = state.combatants.get(who) if who is not None else None
        return str(who) if known is None else known.name

    line = _of_cards(event, name)
    if line is None:
        line = _of_turns(event, name)
    if line is None:
        line = _of_deeds(event, name)
    if line is None:
        line = _of_blows(event, name, state)
    return line if line is not None else _of_harm(event, name, state)


_Namer = Callable[[str | None], str]


# ---------------------------------------------------------------------------------------------- cards, rounds
def _of_cards(event: Event, name: _Namer) -> Line | None:
    match event:
        case ev.DeckShuffled():
            return Line(text="The action deck is shuffled.", rule="SW-25")
        case ev.CardDealt():
            return _card(event, name)
        case ev.RoundStarted():
            text = f"Round {event.clock.get('round', 1)} begins."
            return Line(text=text, tone="turn", rule="SW-22")
        case ev.RoundEnded():
            return Line(text=f"Round {event.round} is over.", tone="turn", rule="SW-26")
        case ev.RoundWaits():
            text = "All turns of this round are over."  # who waits, and whether, is not everybody's to know
            return Line(text=text, tone="turn", rule="SW-26")
        case ev.BennyGained():
            text = f"{name(event.who)} gains a Benny."  # whose Joker it is for is not everybody's to know
            return Line(text=text, tone="good", rule="SW-24", big="+1 Benny")
    return None


def _card(event: ev.CardDealt, name: _Namer) -> Line:
    who = name(event.who)
    if len(event.members) > 1:
        who = f"{who}'s group"
    figures: tuple[Figure, ...] = ()
    if len(event.cards) > 1:
        drawn = ", ".join(card_words(card) for card in event.cards)
        figures = (Figure(label="drawn", value=drawn, rule="SW-34"),)
    joker = event.card in ev.JOKERS
    return Line(
        text=f"{who}: {card_words(event.card)}.",
        tone="good" if joker else "plain",
        rule="SW-23" if joker else "SW-21",
        big="Joker!" if joker else None,
        figures=figures,
        cards=(card_of(event.card), *(card_of(card) for card in _others(event))),
    )


def _others(event: ev.CardDealt) -> list[str]:
    """List what was drawn besides the card that counts."""
    others = list(event.cards)
    if event.card in others:
        others.remove(event.card)
    return others


def _of_turns(event: Event, name: _Namer) -> Line | None:
    match event:
        case ev.Held():
            return Line(text=f"{name(event.who)} is on Hold.", rule="SW-30", big="Hold")
        case ev.TurnAwaited():
            text = f"{name(event.who)} acts right after this turn."  # whose it is may be a secret
            return Line(text=text, rule="SW-31" if event.holds else "SW-32")
        case ev.Interrupted():
            return _interrupted(event, name)
        case ev.TurnResumed():
            return Line(text=f"{name(event.who)}'s turn goes on.", tone="turn", rule="SW-32")
        case ev.WasSurprised():
            text = f"{name(event.who)} is surprised, and does nothing in round 1."
            return Line(text=text, tone="warn", rule="SW-29", big="Surprised")
        case ev.ActionsDeclared():
            text = f"{name(event.who)} will take {event.count} actions, at -{2 * (event.count - 1)} each."
            return Line(text=text, rule="SW-65")
    return None


def _interrupted(event: ev.Interrupted, name: _Namer) -> Line:
    if event.by_joker:
        text = f"{name(event.who)} breaks into {name(event.target)}'s turn: the Joker needs no roll."
        return Line(text=text, tone="good", rule="SW-23", big="Interrupts")
    if event.won:
        text = f"{name(event.who)} breaks into {name(event.target)}'s turn."
        return Line(text=text, tone="good", rule="SW-32", big="Interrupts")
    text = f"{name(event.who)} is too slow to interrupt {name(event.target)}."
    return Line(text=text, tone="warn", rule="SW-32", big="Too slow")


# ------------------------------------------------------------------------------------------------------ deeds
def _of_deeds(event: Event, name: _Namer) -> Line | None:
    match event:
        case ev.Ran():
            text = f"{name(event.who)} runs: {counted(event.bonus, 'inch')} farther."
            return Line(text=text, rule="SW-71")
        case ev.Stood():
            return Line(text=f"{name(event.who)} gets up.", rule="SW-145")
        case ev.FellProne():
            return Line(text=f"{name(event.who)} drops prone.", rule="SW-145", big="Prone")
        case ev.ItemDropped():
            return Line(text=f"{name(event.who)} drops the {event.item_name.lower()}.", rule="SW-60")
        case ev.ItemReadied():
            return Line(text=f"{name(event.who)} readies the {event.item_name.lower()}.", rule="SW-60")
        case ev.Spoke():
            said = f": {event.words}" if event.words else " says something short"
            return Line(text=f"{name(event.who)}{said}.", rule="SW-60")
        case ev.Mounted():
            return Line(text=f"{name(event.who)} mounts {name(event.target)}.", rule="SW-180")
        case ev.Dismounted():
            return Line(text=f"{name(event.who)} gets off {name(event.target)}.", rule="SW-180")
        case ev.Aimed():
            text = f"{name(event.who)} aims the {event.weapon_name.lower()}."
            return Line(text=text, rule="SW-68", big="Aims")
        case ev.Defended():
            text = f"{name(event.who)} defends: Parry +4."
            return Line(text=text, rule="SW-69", big="Defends")
        case ev.BennySpent():
            on = {"reroll": "another throw", "soak": "a Soak roll", "unshake": "shaking it off"}[event.on]
            text = f"{name(event.who)} spends a Benny on {on}."
            return Line(text=text, rule="SW-51", big="-1 Benny")
    return None


# ------------------------------------------------------------------------------------------------------ blows
def _of_blows(event: Event, name: _Namer, state: BattleState) -> Line | None:
    match event:
        case ev.AttackDeclared():
            return _declared(event, name)
        case ev.FreeAttack():
            text = f"{name(event.who)} strikes as {name(event.target)} turns away."
            return Line(text=text, rule="SW-150")
        case ev.AttackHit():
            well = " with a raise" if event.with_raise else ""
            text = f"{name(event.who)} hits {name(event.target)}{well}."
            return Line(text=text, rule="SW-103", big="Hit")
        case ev.AttackMissed():
            whom = f" {name(event.target)}" if event.target is not None else ""
            return Line(text=f"{name(event.who)} misses{whom}.", rule="SW-45", big="Miss")
        case ev.BystanderHit():
            text = f"A stray shot of {name(event.who)} hits {name(event.target)}!"
            return Line(text=text, tone="warn", rule="SW-220", big="Stray shot")
        case ev.Deviated():
            where = _HOURS.get(event.hour, f"towards {event.hour} o'clock")
            text = f"It comes down {counted(event.inches, 'inch')} off, {where}."
            way = _way(state, event.aimed, event.centre)
            return Line(text=text, tone="warn", rule="SW-167", big=f'{event.inches}" off', trace=way)
        case ev.AreaHit():
            return _area(event, name, state)
        case ev.WeaponSet():
            first = event.who if event.won else event.target
            text = (
                f"{name(event.who)} sets a weapon against {name(event.target)}: {name(first)} strikes first."
            )
            return Line(text=text, rule="SW-185")
    return None


def _declared(event: ev.AttackDeclared, name: _Namer) -> Line:
    whom = f" {name(event.target)}" if event.target is not None else ""
    weapon = "bare hands" if event.weapon == "unarmed" else f"the {event.weapon_name.lower()}"
    special = [option.replace("_", " ") for option, value in event.options.items() if value is True]
    called = event.options.get("called_shot")
    special += [f"aiming at the {called}" if called != "vitals" else "aiming at the vitals"] if called else []
    shots = event.options.get("shots", 1)
    special += [f"{shots} shots"] if shots > 1 else []
    figures = tuple(
        Figure(
            label=f"{_FACT_WORDS[key][0]}{' (overruled)' if key in event.overruled else ''}",
            value=f'{value}"' if key == "distance" else "no" if value is False else str(value),
            rule=_FACT_WORDS[key][1],
        )
        for key, value in event.facts.items()
        if key in _FACT_WORDS
    )
    extra = f" ({', '.join(special)})" if special else ""
    return Line(text=f"{name(event.who)} attacks{whom} with {weapon}{extra}.", rule="SW-73", figures=figures)


def _way(state: BattleState, aimed: Cell | None, centre: Cell | None) -> Trace | None:
    if state.map is None or aimed is None or centre is None:
        return None
    return Trace(path=(cell_centre(state.map.grid, aimed), cell_centre(state.map.grid, centre)))


def _area(event: ev.AreaHit, name: _Namer, state: BattleState) -> Line:
    names = ", ".join(name(who) for who in event.caught) or "nobody"
    well = " with a raise" if event.with_raise else ""
    text = f"The {event.template.replace('-', ' ')} catches {names}{well}."
    area = None
    if event.centre is not None and event.template and event.who in state.combatants:
        area = area_of(state, Template(event.template), state.combatants[event.who], event.centre)
    return Line(
        text=text,
        tone="harm" if event.caught else "plain",
        rule="SW-164",
        trace=None if area is None else Trace(area=area),
    )


# ------------------------------------------------------------------------------------------------------- harm
_Told = tuple[str, str, str, str | None]
_HARM: Mapping[type[Event], _Told] = {
    ev.NoEffect: ("is not hurt", "plain", "SW-123", "No effect"),
    ev.BecameShaken: ("is Shaken", "warn", "SW-125", "Shaken"),
    ev.ShakenEnded: ("is Shaken no more", "good", "SW-140", "Shakes it off"),
    ev.StunEnded: ("comes to", "good", "SW-144", "Comes to"),
    ev.BecameVulnerable: ("is Vulnerable", "warn", "SW-143", "Vulnerable"),
    ev.BecameIncapacitated: ("is out of the fight", "harm", "SW-134", "Incapacitated"),
    ev.BeganBleeding: ("is bleeding out", "harm", "SW-136", "Bleeding out"),
    ev.Stabilised: ("will live", "good", "SW-136", "Stable"),
    ev.Died: ("dies", "harm", "SW-136", "Dead"),
    ev.ObjectBroken: ("breaks", "harm", "SW-233", "Broken"),
}


def _of_harm(event: Event, name: _Namer, state: BattleState) -> Line | None:
    told = _HARM.get(type(event))
    if told is not None:
        what, tone, rule, big = told
        return Line(text=f"{name(getattr(event, 'who', None))} {what}.", tone=tone, rule=rule, big=big)
    match event:
        case ev.Wounded():
            return _wounded(event, name, state)
        case ev.Soaked():
            left = "all of it" if not event.left else f"{counted(event.wounds, 'wound')}, {event.left} left"
            text = f"{name(event.who)} soaks {left}."
            return Line(text=text, tone="good", rule="SW-127", big="Soaked")
        case ev.BecameUnconscious():
            text = f"{name(event.who)} is knocked out for {counted(event.hours, 'hour')}."
            return Line(text=text, tone="harm", rule="SW-211", big="Knocked out")
        case ev.FellFromMount():
            text = f"{name(event.who)} falls off {name(event.target)}."
            return Line(text=text, tone="harm", rule="SW-188", big="Falls")
    return None


def _wounded(event: ev.Wounded, name: _Namer, state: BattleState) -> Line:
    wounds = counted(event.wounds, "wound")
    figures: tuple[Figure, ...] = ()
    if event.who in state.combatants:
        who = state.combatants[event.who]
        now = f"{who.state.wounds} of {who.sheet.limit}"
        figures = (Figure(label="wounds now", value=now, rule="SW-07"),)
    text = f"{name(event.who)} takes {wounds}."
    return Line(text=text, tone="harm", rule="SW-125", big=wounds, figures=figures)
