"""How the events of this system are worded for the log, and for the moment beside the token."""

from collections.abc import Mapping
from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.declared.told import Told, told_line
from rules.engine.events import Event
from rules.engine.shown import Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Names, Text, Words, counted, joined, text
from rules.map.grid import cell_centre
from rules.map.model import Cell
from rules.systems.savage.appearance import card_of, card_words
from rules.systems.savage.attack.areas import area_of
from rules.systems.savage.attack.attack_options import CALLED_WORDS
from rules.systems.savage.attack.preview import COVER_WORDS, LIGHT_WORDS, RANGE_WORDS
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.rolls import OPPOSED
from rules.systems.savage.sheet.gear import Template, low_name

OUTCOME_WORDS: Mapping[str, Text] = {
    "critical-failure": text("critical failure"),
    "failure": text("failure"),
    "success": text("success"),
    "raise": text("raise"),
    "win": text("wins"),
    "lose": text("loses"),
    OPPOSED: text("against the other's"),
    "no-effect": text("no effect"),
    "shaken": text("Shaken"),
    "wound": text("wounded"),
    "broken": text("broken"),
    "done": Text(""),
}
VAGUE: Mapping[type[Event], Vague] = {
    ev.Wounded: Vague(text=text("{who} is wounded.")),
    ev.Soaked: Vague(text=text("{who} soaks.")),
}
_FACT_WORDS: Mapping[str, tuple[Text, str]] = {
    "distance": (text("distance"), "SW-55"),
    "range": (text("range"), "SW-82"),
    "cover": (text("cover"), "SW-56"),
    "light": (text("lighting"), "SW-85"),
    "speed_penalty": (text("speed"), "SW-85"),
    "aware": (text("aware"), "SW-R15"),
}
_FACT_VALUES: Mapping[str, Mapping[str, Text]] = {
    "range": RANGE_WORDS,
    "cover": COVER_WORDS,
    "light": LIGHT_WORDS,
}
_SPECIAL: Mapping[str, Text] = {
    "wild_attack": text("wild attack"),
    "nonlethal": text("nonlethal"),
    "charge": text("charge"),
    "both_barrels": text("both barrels"),
}
_HOURS = {
    12: text("straight on"),
    3: text("to the right"),
    6: text("straight back"),
    9: text("to the left"),
}
_ON_BENNIES = {
    "reroll": text("another throw"),
    "soak": text("a Soak roll"),
    "unshake": text("shaking it off"),
}


def describe_roll(rolled: Rolled) -> Words:
    """Word a roll's outcome, with raises, hits and wounds."""
    details = rolled.details
    words = OUTCOME_WORDS.get(rolled.outcome) or text("{total}", total=rolled.total)
    if rolled.outcome == "raise" and len(details.get("totals", ())) < 2:
        words = counted("{n} raise", "{n} raises", n=details.get("raises", 1))
    if len(details.get("totals", ())) > 1:
        hits = counted("{n} hit", "{n} hits", n=details["hits"])
        raises = counted("{n} raise", "{n} raises", n=details["raises"])
        words = text("{came}: {hits}, {raises}", came=words, hits=hits, raises=raises)
    if details.get("wounds"):
        wounds = counted("{n} wound", "{n} wounds", n=details["wounds"])
        words = text("{came}, {wounds}", came=words, wounds=wounds)
    if details.get("kept") == "reroll":
        return text("{came}; this throw counts", came=words)
    return text("{came}; the first throw counts", came=words) if "kept" in details else words


_TOLD: Mapping[type[Event], Told] = {
    ev.DeckShuffled: Told(text("The action deck is shuffled."), "SW-25"),
    ev.RoundEnded: Told(text("Round {round} is over."), "SW-26", "turn"),
    # who waits, and whether, is not everybody's to know
    ev.RoundWaits: Told(text("All turns of this round are over."), "SW-26", "turn"),
    # whose Joker it is for is not everybody's to know
    ev.BennyGained: Told(text("{who} gains a Benny."), "SW-24", "good", text("+1 Benny")),
    ev.Held: Told(text("{who} is on Hold."), "SW-30", big=text("Hold")),
    ev.TurnResumed: Told(text("{who}'s turn goes on."), "SW-32", "turn"),
    ev.WasSurprised: Told(
        text("{who} is surprised, and does nothing in round 1."), "SW-29", "warn", text("Surprised")
    ),
    ev.Stood: Told(text("{who} gets up."), "SW-145"),
    ev.FellProne: Told(text("{who} drops prone."), "SW-145", big=text("Prone")),
    ev.Mounted: Told(text("{who} mounts {target}."), "SW-180"),
    ev.Dismounted: Told(text("{who} gets off {target}."), "SW-180"),
    ev.Defended: Told(text("{who} defends: Parry +4."), "SW-69", big=text("Defends")),
    ev.FreeAttack: Told(text("{who} strikes as {target} turns away."), "SW-150"),
    ev.BystanderHit: Told(text("A stray shot of {who} hits {target}!"), "SW-220", "warn", text("Stray shot")),
    ev.FellFromMount: Told(text("{who} falls off {target}."), "SW-188", "harm", text("Falls")),
    ev.NoEffect: Told(text("{who} is not hurt."), "SW-123", "plain", text("No effect")),
    ev.BecameShaken: Told(text("{who} is Shaken."), "SW-125", "warn", text("Shaken")),
    ev.ShakenEnded: Told(text("{who} is Shaken no more."), "SW-140", "good", text("Shakes it off")),
    ev.StunEnded: Told(text("{who} comes to."), "SW-144", "good", text("Comes to")),
    ev.BecameVulnerable: Told(text("{who} is Vulnerable."), "SW-143", "warn", text("Vulnerable")),
    ev.BecameIncapacitated: Told(text("{who} is out of the fight."), "SW-134", "harm", text("Incapacitated")),
    ev.BeganBleeding: Told(text("{who} is bleeding out."), "SW-136", "harm", text("Bleeding out")),
    ev.Stabilised: Told(text("{who} will live."), "SW-136", "good", text("Stable")),
    ev.Died: Told(text("{who} dies."), "SW-136", "harm", text("Dead")),
    ev.ObjectBroken: Told(text("{who} breaks."), "SW-233", "harm", text("Broken")),
}
"""Those of which a sentence says all."""


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event of this system; None for those that say nothing to a reader."""
    name = state.called
    return (
        _of_cards(event, name)
        or _of_turns(event, name)
        or _of_deeds(event, name)
        or _of_blows(event, name, state)
        or _of_harm(event, name, state)
        or told_line(_TOLD, event, name)
    )


# ---------------------------------------------------------------------------------------------- cards, rounds
def _of_cards(event: Event, name: Names) -> Line | None:
    match event:
        case ev.CardDealt():
            return _card(event, name)
        case ev.RoundStarted():
            said = text("Round {round} begins.", round=event.clock.get("round", 1))
            return Line(text=said, tone="turn", rule="SW-22")
    return None


def _card(event: ev.CardDealt, name: Names) -> Line:
    who = name(event.who)
    if len(event.members) > 1:
        who = text("{who}'s group", who=who)
    figures: tuple[Figure, ...] = ()
    if len(event.cards) > 1:
        drawn = joined(card_words(card) for card in event.cards)
        figures = (Figure(label=text("drawn"), value=drawn, rule="SW-34"),)
    joker = event.card in ev.JOKERS
    return Line(
        text=text("{who}: {card}.", who=who, card=card_words(event.card)),
        tone="good" if joker else "plain",
        rule="SW-23" if joker else "SW-21",
        big=text("Joker!") if joker else None,
        figures=figures,
        cards=(card_of(event.card), *(card_of(card) for card in _others(event))),
    )


def _others(event: ev.CardDealt) -> list[str]:
    """List what was drawn besides the card that counts."""
    others = list(event.cards)
    if event.card in others:
        others.remove(event.card)
    return others


def _of_turns(event: Event, name: Names) -> Line | None:
    match event:
        case ev.TurnAwaited():
            said = text(
                "{who} acts right after this turn.", who=name(event.who)
            )  # whose it is may be a secret
            return Line(text=said, rule="SW-31" if event.holds else "SW-32")
        case ev.Interrupted():
            return _interrupted(event, name)
        case ev.ActionsDeclared():
            said = text(
                "{who} will take {count} actions, at -{less} each.",
                who=name(event.who),
                count=event.count,
                less=2 * (event.count - 1),
            )
            return Line(text=said, rule="SW-65")
    return None


def _interrupted(event: ev.Interrupted, name: Names) -> Line:
    if event.by_joker:
        said = text(
            "{who} breaks into {target}'s turn: the Joker needs no roll.",
            who=name(event.who),
            target=name(event.target),
        )
        return Line(text=said, tone="good", rule="SW-23", big=text("Interrupts"))
    if event.won:
        said = text("{who} breaks into {target}'s turn.", who=name(event.who), target=name(event.target))
        return Line(text=said, tone="good", rule="SW-32", big=text("Interrupts"))
    said = text("{who} is too slow to interrupt {target}.", who=name(event.who), target=name(event.target))
    return Line(text=said, tone="warn", rule="SW-32", big=text("Too slow"))


# ------------------------------------------------------------------------------------------------------ deeds
def _of_deeds(event: Event, name: Names) -> Line | None:
    match event:
        case ev.Ran():
            said = text(
                "{who} runs: {bonus} farther.",
                who=name(event.who),
                bonus=counted("{n} inch", "{n} inches", n=event.bonus),
            )
            return Line(text=said, rule="SW-71")
        case ev.ItemDropped():
            return Line(
                text=text("{who} drops the {item}.", who=name(event.who), item=low_name(event.item_name)),
                rule="SW-60",
            )
        case ev.ItemReadied():
            return Line(
                text=text("{who} readies the {item}.", who=name(event.who), item=low_name(event.item_name)),
                rule="SW-60",
            )
        case ev.Spoke():
            said = text("{who} says something short.", who=name(event.who))
            if event.words:
                said = text("{who}: {words}.", who=name(event.who), words=event.words)
            return Line(text=said, rule="SW-60")
        case ev.Aimed():
            said = text("{who} aims the {weapon}.", who=name(event.who), weapon=low_name(event.weapon_name))
            return Line(text=said, rule="SW-68", big=text("Aims"))
        case ev.BennySpent():
            said = text("{who} spends a Benny on {on}.", who=name(event.who), on=_ON_BENNIES[event.on])
            return Line(text=said, rule="SW-51", big=text("-1 Benny"))
    return None


# ------------------------------------------------------------------------------------------------------ blows
def _of_blows(event: Event, name: Names, state: BattleState) -> Line | None:
    match event:
        case ev.AttackDeclared():
            return _declared(event, name)
        case ev.AttackHit():
            who, target = name(event.who), name(event.target)
            said = text("{who} hits {target}.", who=who, target=target)
            if event.with_raise:
                said = text("{who} hits {target} with a raise.", who=who, target=target)
            return Line(text=said, rule="SW-103", big=text("Hit"))
        case ev.AttackMissed():
            said = text("{who} misses.", who=name(event.who))
            if event.target is not None:
                said = text("{who} misses {target}.", who=name(event.who), target=name(event.target))
            return Line(text=said, rule="SW-45", big=text("Miss"))
        case ev.Deviated():
            where = _HOURS.get(event.hour) or text("towards {hour} o'clock", hour=event.hour)
            said = text(
                "It comes down {inches} off, {where}.",
                inches=counted("{n} inch", "{n} inches", n=event.inches),
                where=where,
            )
            way = _way(state, event.aimed, event.centre)
            return Line(
                text=said,
                tone="warn",
                rule="SW-167",
                big=text('{inches}" off', inches=event.inches),
                trace=way,
            )
        case ev.AreaHit():
            return _area(event, name, state)
        case ev.WeaponSet():
            first = event.who if event.won else event.target
            said = text(
                "{who} sets a weapon against {target}: {first} strikes first.",
                who=name(event.who),
                target=name(event.target),
                first=name(first),
            )
            return Line(text=said, rule="SW-185")
    return None


def _declared(event: ev.AttackDeclared, name: Names) -> Line:
    weapon = (
        text("bare hands")
        if event.weapon == "unarmed"
        else text("the {weapon}", weapon=low_name(event.weapon_name))
    )
    special = [_SPECIAL[option] for option, value in event.options.items() if value is True]
    called = event.options.get("called_shot")
    if called:
        special.append(text("aiming at the {place}", place=CALLED_WORDS[called]))
    shots = event.options.get("shots", 1)
    if shots > 1:
        special.append(text("{shots} shots", shots=shots))
    figures = tuple(
        Figure(
            label=_fact(_FACT_WORDS[key][0], is_overruled=key in event.overruled),
            value=_fact_value(key, value),
            rule=_FACT_WORDS[key][1],
        )
        for key, value in event.facts.items()
        if key in _FACT_WORDS
    )
    extra = text(" ({special})", special=joined(special)) if special else ""
    whom = text(" {target}", target=name(event.target)) if event.target is not None else ""
    return Line(
        text=text(
            "{who} attacks{whom} with {weapon}{extra}.",
            who=name(event.who),
            whom=whom,
            weapon=weapon,
            extra=extra,
        ),
        rule="SW-73",
        figures=figures,
    )


def _fact(label: Text, *, is_overruled: bool) -> Text:
    return text("{fact} (overruled)", fact=label) if is_overruled else label


def _fact_value(fact: str, value: Any) -> Words:
    if fact == "distance":
        return f'{value}"'
    if value is False:
        return text("no")
    return _FACT_VALUES.get(fact, {}).get(value) or str(value)


def _way(state: BattleState, aimed: Cell | None, centre: Cell | None) -> Trace | None:
    if state.map is None or aimed is None or centre is None:
        return None
    return Trace(path=(cell_centre(state.map.grid, aimed), cell_centre(state.map.grid, centre)))


def _area(event: ev.AreaHit, name: Names, state: BattleState) -> Line:
    names = joined(name(who) for who in event.caught) or text("nobody")
    template = Template(event.template).words if event.template else text("Template").low
    said = text("The {template} catches {names}.", template=template, names=names)
    if event.with_raise:
        said = text("The {template} catches {names} with a raise.", template=template, names=names)
    area = None
    if event.centre is not None and event.template and event.who in state.combatants:
        area = area_of(state, Template(event.template), state.combatants[event.who], event.centre)
    return Line(
        text=said,
        tone="harm" if event.caught else "plain",
        rule="SW-164",
        trace=None if area is None else Trace(area=area),
    )


# ------------------------------------------------------------------------------------------------------- harm
def _of_harm(event: Event, name: Names, state: BattleState) -> Line | None:
    match event:
        case ev.Wounded():
            return _wounded(event, name, state)
        case ev.Soaked():
            left = (
                text("all of it")
                if not event.left
                else text(
                    "{wounds}, {left} left",
                    wounds=counted("{n} wound", "{n} wounds", n=event.wounds),
                    left=event.left,
                )
            )
            said = text("{who} soaks {left}.", who=name(event.who), left=left)
            return Line(text=said, tone="good", rule="SW-127", big=text("Soaked"))
        case ev.BecameUnconscious():
            said = text(
                "{who} is knocked out for {hours}.",
                who=name(event.who),
                hours=counted("{n} hour", "{n} hours", n=event.hours),
            )
            return Line(text=said, tone="harm", rule="SW-211", big=text("Knocked out"))
    return None


def _wounded(event: ev.Wounded, name: Names, state: BattleState) -> Line:
    wounds = counted("{n} wound", "{n} wounds", n=event.wounds)
    figures: tuple[Figure, ...] = ()
    if event.who in state.combatants:
        who = state.combatants[event.who]
        now = text("{wounds} of {limit}", wounds=who.state.wounds, limit=who.sheet.limit)
        figures = (Figure(label=text("wounds now"), value=now, rule="SW-07"),)
    said = text("{who} takes {wounds}.", who=name(event.who), wounds=wounds)
    return Line(text=said, tone="harm", rule="SW-125", big=wounds, figures=figures)
