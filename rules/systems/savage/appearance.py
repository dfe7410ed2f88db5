"""How a combatant is shown: marks, pips, numbers, and the sheet laid out for reading."""

from rules.engine.shown import Card, OrderCard
from rules.engine.state import BattleState
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.systems.savage.actions import inches_left, why_out
from rules.systems.savage.attack.preview import weapon_words
from rules.systems.savage.attack.traits import weighing
from rules.systems.savage.house import EACH_ACTION
from rules.systems.savage.sheet.die import Die
from rules.systems.savage.sheet.gear import Location
from rules.systems.savage.sheet.sheet import Attributes, SavageSheet
from rules.systems.savage.state import Fighter, SavageState, pace_of, parry_of, wounds_words

_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def card_words(card: str) -> str:
    """Call a card as one does at the table: `ten of spades` is `10 of spades`, `red Joker`."""
    if card in ("JR", "JB"):
        return f"{'red' if card == 'JR' else 'black'} Joker"
    return f"{_RANKS.get(card[:-1], card[:-1])} of {_SUITS[card[-1]]}"


def card_of(card: str) -> Card:
    """Give a card as it is drawn."""
    if card in ("JR", "JB"):
        return Card(sign="★", suit="", words=card_words(card), red=card == "JR", special=True)
    return Card(sign=card[:-1], suit=_SIGNS[card[-1]], words=card_words(card), red=card[-1] in "HD")


def order_card(state: BattleState, who: str) -> OrderCard | None:
    """Give the card of somebody in the order, what else was drawn, and how many act on it (SW-21, SW-34)."""
    mine: SavageState = state.combatants[who].state
    if mine.card is None or mine.on_hold or not state.running:
        return None
    spare = [card_of(card) for card in mine.drawn]
    counts = card_of(mine.card)
    if counts in spare:
        spare.remove(counts)
    sharing = sum(c.state.card == mine.card for c in state.combatants.values())
    return OrderCard(card=counts, spare=tuple(spare), shared_by=sharing)


def card_sign(card: str) -> str:
    """Write a card short: `10♠`, `Joker`."""
    return "Joker" if card in ("JR", "JB") else f"{card[:-1]}{_SIGNS[card[-1]]}"


def order_note(state: BattleState, who: str) -> str:
    """Give the card of somebody in the order; who has none is on Hold or surprised (SW-22, SW-29, SW-30)."""
    mine: SavageState = state.combatants[who].state
    if mine.on_hold:
        return "on Hold"
    if mine.card is None:
        return "surprised" if mine.surprised else ""
    return card_sign(mine.card)


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token, each with its rule (SW-140 to SW-147)."""
    state: SavageState = combatant.state
    if state.broken:
        return (_mark("broken", "Broken", "cross", "harm", "SW-233"),)
    if state.dead:
        return (_mark("dead", "Dead", "skull", "harm", "SW-136"),)
    found = []
    if state.incapacitated:
        label = "Incapacitated"
        if state.unconscious_hours is not None:
            label = f"Unconscious for {state.unconscious_hours} hours"
        found.append(_mark("incapacitated", label, "cross", "harm", "SW-134"))
    if state.bleeding:
        found.append(_mark("bleeding", "Bleeding out", "drop", "harm", "SW-138"))
    if state.stunned:
        found.append(_mark("stunned", "Stunned", "spiral", "harm", "SW-144"))
    if state.shaken:
        found.append(_mark("shaken", "Shaken", "bolt", "warn", "SW-140"))
    if state.vulnerable or state.stunned:
        label = f"Vulnerable: attacks +2{_turns(state.vulnerable)}"
        found.append(_mark("vulnerable", label, "shield", "warn", "SW-143"))
    if state.distracted:
        label = f"Distracted: rolls -2{_turns(state.distracted)}"
        found.append(_mark("distracted", label, "question", "warn", "SW-142"))
    if state.surprised:
        found.append(_mark("surprised", "Surprised", "eye-off", "warn", "SW-29"))
    if state.prone and not state.incapacitated:
        found.append(_mark("prone", "Prone", "arrow-down", "info", "SW-145"))
    if state.on_hold:
        found.append(_mark("on-hold", "On Hold", "hand", "info", "SW-30"))
    if state.joker:
        found.append(_mark("joker", "Joker: +2 on rolls and damage", "star", "good", "SW-23"))
    if state.aimed is not None:
        found.append(_mark("aimed", "Aiming", "clock", "good", "SW-68"))
    if state.defending:
        found.append(_mark("defending", "Defending: Parry +4", "shield", "good", "SW-69"))
    if state.mount is not None and not state.is_out:
        found.append(_mark("mounted", "Mounted", "chain", "info", "SW-180"))
    return tuple(found)


def _mark(id_: str, label: str, shape: str, tone: str, rule: str) -> Mark:
    return Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule)


def _turns(count: int) -> str:
    return f", {count} turn{'' if count == 1 else 's'} more" if count else ""


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw wounds as pips, up to the limit (SW-07).

    An Extra and a thing have none: the first takes them out, and a mark says that it has.
    """
    state, limit = combatant.state, combatant.sheet.limit
    beyond = 0 if state.is_out else 1  # the wound after the last
    wounds = Gauge(label="Wounds", value=min(state.wounds, limit), most=limit, beyond=beyond)
    found = [wounds] if limit else []
    if state.bennies and not state.is_out:
        found.append(Gauge(label="Bennies", value=state.bennies, most=state.bennies, shape="count"))
    return tuple(found)


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet, state = combatant.sheet, combatant.state
    armour = sheet.armour_at(Location.TORSO)
    tough = f"{sheet.toughness(house=combatant.house)}{f' ({armour})' if armour else ''}"
    if sheet.is_object:
        whole = "broken" if state.broken else "whole"
        return (
            Figure(label="Toughness", value=tough, rule="SW-231", help="one blow must reach it"),
            Figure(label="State", value=whole, rule="SW-233"),
        )
    held = ", ".join(w.name for w in sheet.held_weapons(state.held)) or "nothing"
    figures = [
        Figure(label="Parry", value=str(parry_of(combatant)), rule="SW-04"),
        Figure(label="Toughness", value=tough, rule="SW-05", help="in brackets what of it is armour"),
        Figure(label="Wounds", value=wounds_words(combatant), rule="SW-07"),
        Figure(label="Bennies", value=str(state.bennies), rule="SW-51"),
        Figure(label="Pace", value=str(pace_of(combatant)), rule="SW-09"),
        Figure(label="In hand", value=held, rule="SW-08"),
    ]
    if state.card is not None:
        figures.append(Figure(label="Card", value=card_words(state.card), rule="SW-22"))
    weighs = weighing(combatant, Die(6), True, combatant.house, action=False)
    penalty = -weighs["wounds"] - weighs["distracted"]
    if penalty:
        text = "wounds and distraction weigh on every trait roll"
        figures.append(Figure(label="All rolls", value=f"-{penalty}", rule="SW-47", help=text))
    return tuple(figures)


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what is left of the turn (SW-60): nothing to who can do nothing (SW-66)."""
    state: SavageState = combatant.state
    if why_out(combatant) or state.stunned or state.surprised:
        return ()
    left = max(0, state.actions_declared - state.actions_used)
    penalty = -EACH_ACTION.value(combatant.house) * (state.actions_declared - 1)
    text = f"{left} of {state.actions_declared}{f', at -{penalty}' if penalty else ''}"
    moves = Figure(label="Movement", value=f'{inches_left(combatant):g}" left', rule="SW-61")
    if state.mount is not None:
        moves = Figure(label="Movement", value="the mount’s", rule="SW-72")
    return (
        Figure(label="Actions", value=text, rule="SW-65" if penalty else "SW-62"),
        moves,
        Figure(label="Ready an item", value="spent" if state.has_readied else "left", rule="SW-60"),
    )


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out: dice as dice."""
    sheet: SavageSheet = combatant.sheet
    if sheet.is_object:
        return (Section(title="A thing", figures=numbers(combatant)),)
    sort = "Wild Card" if sheet.wild_card else "Extra"
    kit = [
        Figure(
            label=weapon.name,
            value=weapon_words(weapon).partition(", ")[2],
            rule="SW-12",
            help=_where(combatant, weapon.id, weapon.hands),
        )
        for weapon in sheet.weapons
    ]
    kit += [
        Figure(label=a.name, value=f"armour {a.value}: {', '.join(a.covers)}", rule="SW-05")
        for a in sheet.armour
    ]
    if sheet.natural_armour:
        kit.append(Figure(label="Natural armour", value=str(sheet.natural_armour), rule="SW-05"))
    found = [
        Section(title=f"Attributes ({sort})", figures=_attributes(sheet)),
        Section(title="Skills", figures=_skills(sheet)),
        Section(title="Worked out", figures=_derived(sheet, combatant)),
    ]
    if kit:
        found.append(Section(title="Gear", figures=tuple(kit)))
    known = [*sheet.edges, *sheet.hindrances]
    if known:
        figures = tuple(Figure(label=_title(id_), value="", rule=_EDGE_RULES.get(id_, "")) for id_ in known)
        found.append(Section(title="Edges and Hindrances", figures=figures))
    return tuple(found)


_EDGE_RULES = {
    "quick": "SW-34",
    "level-headed": "SW-34",
    "improved-level-headed": "SW-34",
    "hesitant": "SW-34",
    "dodge": "SW-85",
}


def _title(id_: str) -> str:
    return id_.replace("-", " ").capitalize()


def _where(combatant: Fighter, id_: str, hands: int) -> str:
    if not hands:
        return "always at hand"
    return "in hand" if id_ in combatant.state.held else "put away"


def _attributes(sheet: SavageSheet) -> tuple[Figure, ...]:
    return tuple(
        Figure(label=info.title or name, value=str(getattr(sheet.attributes, name)), rule="SW-03")
        for name, info in Attributes.model_fields.items()
    )


def _skills(sheet: SavageSheet) -> tuple[Figure, ...]:
    names = dict.fromkeys(("fighting", "shooting", "athletics", "notice", *sorted(sheet.skills)))
    figures = []
    for name in names:
        die, trained = sheet.trait(name)
        value = str(die) if trained else "d4-2"
        help_ = "" if trained else "untrained"
        figures.append(Figure(label=_title(name), value=value, rule="" if trained else "SW-43", help=help_))
    return tuple(figures)


def _derived(sheet: SavageSheet, combatant: Fighter) -> tuple[Figure, ...]:
    tough = sheet.toughness(house=combatant.house)
    places = ", ".join(f"{place.value} {sheet.toughness(place)}" for place in Location)
    return (
        Figure(label="Pace", value=f"{sheet.pace}, running {sheet.run_die}", rule="SW-09"),
        Figure(label="Parry", value=str(sheet.parry(combatant.state.held)), rule="SW-04"),
        Figure(label="Toughness", value=str(tough), rule="SW-05", help=places),
        Figure(label="Wound limit", value=str(sheet.limit), rule="SW-07"),
    )
