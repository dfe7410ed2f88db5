"""How a combatant is shown: marks, pips, numbers, and the sheet laid out for reading."""

from functools import lru_cache

from rules.engine.shown import Card, OrderCard
from rules.engine.state import BattleState
from rules.engine.system import Figure, Gauge, Mark, Section
from rules.engine.text import Gap, Text, Words, counted, joined, text
from rules.systems.savage.actions import why_out
from rules.systems.savage.attack.preview import weapon_figures
from rules.systems.savage.attack.traits import weighing
from rules.systems.savage.house import EACH_ACTION
from rules.systems.savage.sheet.book_names import ATTRIBUTES, edge_name, trait_name
from rules.systems.savage.sheet.die import Die
from rules.systems.savage.sheet.gear import Location
from rules.systems.savage.sheet.sheet import Attributes, SavageSheet
from rules.systems.savage.state import Fighter, SavageState, inches_left, pace_of, parry_of, wounds_words

_JOKERS = {"JR": text("red Joker"), "JB": text("black Joker")}
_RANKS = {"J": text("jack"), "Q": text("queen"), "K": text("king"), "A": text("ace")}
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@lru_cache(maxsize=54)
def card_words(card: str) -> Text:
    """Call a card as one does at the table: `10 of spades`, `jack of hearts`, `red Joker`."""
    if card in _JOKERS:
        return _JOKERS[card]
    rank: Gap = _RANKS.get(card[:-1], card[:-1])
    match card[-1]:
        case "S":
            return text("{rank} of spades", rank=rank)
        case "H":
            return text("{rank} of hearts", rank=rank)
        case "D":
            return text("{rank} of diamonds", rank=rank)
    return text("{rank} of clubs", rank=rank)


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


_JOKER, _ON_HOLD, _SURPRISED = text("Joker"), text("on Hold"), text("surprised")


def card_sign(card: str) -> Words:
    """Write a card short: `10♠`, `Joker`."""
    return _JOKER if card in _JOKERS else f"{card[:-1]}{_SIGNS[card[-1]]}"


def order_note(state: BattleState, who: str) -> Words:
    """Give the card of somebody in the order; who has none is on Hold or surprised (SW-22, SW-29, SW-30)."""
    mine: SavageState = state.combatants[who].state
    if mine.on_hold:
        return _ON_HOLD
    if mine.card is None:
        return _SURPRISED if mine.surprised else ""
    return card_sign(mine.card)


def marks(combatant: Fighter) -> tuple[Mark, ...]:
    """List what is drawn on the token, each with its rule (SW-140 to SW-147)."""
    state: SavageState = combatant.state
    if state.broken:
        return (_mark("broken", text("Broken"), "cross", "harm", "SW-233"),)
    if state.dead:
        return (_mark("dead", text("Dead"), "skull", "harm", "SW-136"),)
    found = []
    if state.incapacitated:
        found.append(_mark("incapacitated", _lies(state), "cross", "harm", "SW-134"))
    if state.bleeding:
        found.append(_mark("bleeding", text("Bleeding out"), "drop", "harm", "SW-138"))
    if state.stunned:
        found.append(_mark("stunned", text("Stunned"), "spiral", "harm", "SW-144"))
    if state.shaken:
        found.append(_mark("shaken", text("Shaken"), "bolt", "warn", "SW-140"))
    if state.vulnerable or state.stunned:
        found.append(_mark("vulnerable", _vulnerable(state.vulnerable), "shield", "warn", "SW-143"))
    if state.distracted:
        found.append(_mark("distracted", _distracted(state.distracted), "question", "warn", "SW-142"))
    if state.surprised:
        found.append(_mark("surprised", text("Surprised"), "eye-off", "warn", "SW-29"))
    if state.prone and not state.incapacitated:
        found.append(_mark("prone", text("Prone"), "arrow-down", "info", "SW-145"))
    if state.on_hold:
        found.append(_mark("on-hold", text("On Hold"), "hand", "info", "SW-30"))
    if state.joker:
        found.append(_mark("joker", text("Joker: +2 on rolls and damage"), "star", "good", "SW-23"))
    if state.aimed is not None:
        found.append(_mark("aimed", text("Aiming"), "clock", "good", "SW-68"))
    if state.defending:
        found.append(_mark("defending", text("Defending: Parry +4"), "shield", "good", "SW-69"))
    if state.mount is not None and not state.is_out:
        found.append(_mark("mounted", text("Mounted"), "chain", "info", "SW-180"))
    return tuple(found)


def _mark(id_: str, label: Text, shape: str, tone: str, rule: str) -> Mark:
    return Mark(id=id_, label=label, shape=shape, tone=tone, rule=rule)


def _lies(state: SavageState) -> Text:
    if state.unconscious_hours is None:
        return text("Incapacitated")
    return counted("Unconscious for {n} hour", "Unconscious for {n} hours", n=state.unconscious_hours)


def _vulnerable(turns: int) -> Text:
    if not turns:
        return text("Vulnerable: attacks +2")
    return counted("Vulnerable: attacks +2, {n} turn more", "Vulnerable: attacks +2, {n} turns more", n=turns)


def _distracted(turns: int) -> Text:
    return counted("Distracted: rolls -2, {n} turn more", "Distracted: rolls -2, {n} turns more", n=turns)


def gauges(combatant: Fighter) -> tuple[Gauge, ...]:
    """Draw wounds as pips, up to the limit (SW-07).

    An Extra and a thing have none: the first takes them out, and a mark says that it has.
    """
    state, limit = combatant.state, combatant.sheet.limit
    beyond = 0 if state.is_out else 1  # the wound after the last
    wounds = Gauge(label=text("Wounds"), value=min(state.wounds, limit), most=limit, beyond=beyond)
    found = [wounds] if limit else []
    if state.bennies and not state.is_out:
        bennies = Gauge(label=text("Bennies"), value=state.bennies, most=state.bennies, shape="count")
        found.append(bennies)
    return tuple(found)


def numbers(combatant: Fighter) -> tuple[Figure, ...]:
    """List what counts in the fight just now."""
    sheet, state = combatant.sheet, combatant.state
    armour = sheet.armour_at(Location.TORSO)
    tough = f"{sheet.toughness(house=combatant.house)}{f' ({armour})' if armour else ''}"
    if sheet.is_object:
        whole = text("broken") if state.broken else text("whole")
        help_ = text("one blow must reach it")
        return (
            Figure(label=text("Toughness"), value=tough, rule="SW-231", help=help_),
            Figure(label=text("State"), value=whole, rule="SW-233"),
        )
    held = joined(text(w.name) for w in sheet.held_weapons(state.held)) or text("nothing")
    help_ = text("in brackets what of it is armour")
    figures = [
        Figure(label=text("Parry"), value=str(parry_of(combatant)), rule="SW-04"),
        Figure(label=text("Toughness"), value=tough, rule="SW-05", help=help_),
        Figure(label=text("Wounds"), value=wounds_words(combatant), rule="SW-07"),
        Figure(label=text("Bennies"), value=str(state.bennies), rule="SW-51"),
        Figure(label=text("Pace"), value=str(pace_of(combatant)), rule="SW-09"),
        Figure(label=text("In hand"), value=held, rule="SW-08"),
    ]
    if state.card is not None:
        figures.append(Figure(label=text("Card"), value=card_words(state.card), rule="SW-22"))
    weighs = weighing(combatant, Die(6), True, combatant.house, action=False)
    penalty = -weighs["wounds"] - weighs["distracted"]
    if penalty:
        help_ = text("wounds and distraction weigh on every trait roll")
        figures.append(Figure(label=text("All rolls"), value=f"-{penalty}", rule="SW-47", help=help_))
    return tuple(figures)


def allowances(combatant: Fighter) -> tuple[Figure, ...]:
    """List what is left of the turn (SW-60): nothing to who can do nothing (SW-66)."""
    state: SavageState = combatant.state
    if why_out(combatant) or state.stunned or state.surprised:
        return ()
    left = max(0, state.actions_declared - state.actions_used)
    penalty = -EACH_ACTION.value(combatant.house) * (state.actions_declared - 1)
    actions = text("{left} of {most}", left=left, most=state.actions_declared)
    if penalty:
        actions = text(
            "{left} of {most}, at -{penalty}", left=left, most=state.actions_declared, penalty=penalty
        )
    moves = text('{inches}" left', inches=float(inches_left(combatant)))
    if state.mount is not None:
        moves = text("the mount’s")
    ready = text("spent") if state.has_readied else text("not spent")
    return (
        Figure(label=text("Actions"), value=actions, rule="SW-65" if penalty else "SW-62"),
        Figure(label=text("Movement"), value=moves, rule="SW-61" if state.mount is None else "SW-72"),
        Figure(label=text("Ready an item"), value=ready, rule="SW-60"),
    )


def sections(combatant: Fighter) -> tuple[Section, ...]:
    """Lay the sheet out: dice as dice."""
    sheet: SavageSheet = combatant.sheet
    if sheet.is_object:
        return (Section(title=text("A thing"), figures=numbers(combatant)),)
    sort = text("Wild Card") if sheet.wild_card else text("Extra")
    kit = _kit(combatant)
    found = [
        Section(title=text("Attributes ({sort})", sort=sort), figures=_attributes(sheet)),
        Section(title=text("Skills"), figures=_skills(sheet)),
        Section(title=text("Worked out"), figures=_derived(sheet, combatant)),
    ]
    if kit:
        found.append(Section(title=text("Gear"), figures=kit))
    known = [*sheet.edges, *sheet.hindrances]
    if known:
        figures = tuple(
            Figure(label=edge_name(id_), value="", rule=_EDGE_RULES.get(id_, "")) for id_ in known
        )
        found.append(Section(title=text("Edges and Hindrances"), figures=figures))
    return tuple(found)


def _kit(combatant: Fighter) -> tuple[Figure, ...]:
    sheet: SavageSheet = combatant.sheet
    weapons = (
        Figure(
            label=weapon.name,
            value=weapon_figures(weapon),
            rule="SW-12",
            help=_where(combatant, weapon.id, weapon.hands),
        )
        for weapon in sheet.weapons
    )
    armour = (
        Figure(
            label=piece.name,
            value=text(
                "armour {value}: {covers}",
                value=piece.value,
                covers=joined(place.words for place in piece.covers),
            ),
            rule="SW-05",
        )
        for piece in sheet.armour
    )
    natural = Figure(label=text("Natural armour"), value=str(sheet.natural_armour), rule="SW-05")
    return (*weapons, *armour, natural) if sheet.natural_armour else (*weapons, *armour)


_EDGE_RULES = {
    "quick": "SW-34",
    "level-headed": "SW-34",
    "improved-level-headed": "SW-34",
    "hesitant": "SW-34",
    "dodge": "SW-85",
}


def _where(combatant: Fighter, id_: str, hands: int) -> Text:
    if not hands:
        return text("always at hand")
    return text("in hand") if id_ in combatant.state.held else text("put away")


def _attributes(sheet: SavageSheet) -> tuple[Figure, ...]:
    return tuple(
        Figure(label=ATTRIBUTES[name], value=str(getattr(sheet.attributes, name)), rule="SW-03")
        for name in Attributes.model_fields
    )


def _skills(sheet: SavageSheet) -> tuple[Figure, ...]:
    names = dict.fromkeys(("fighting", "shooting", "athletics", "notice", *sorted(sheet.skills)))
    figures = []
    for name in names:
        die, trained = sheet.trait(name)
        value = str(die) if trained else "d4-2"
        rule, help_ = ("", "") if trained else ("SW-43", text("untrained"))
        figures.append(Figure(label=trait_name(name), value=value, rule=rule, help=help_))
    return tuple(figures)


def _derived(sheet: SavageSheet, combatant: Fighter) -> tuple[Figure, ...]:
    tough = sheet.toughness(house=combatant.house)
    places = joined(
        text("{place} {toughness}", place=place.words, toughness=sheet.toughness(place)) for place in Location
    )
    pace = text("{pace}, running {die}", pace=sheet.pace, die=str(sheet.run_die))
    return (
        Figure(label=text("Pace"), value=pace, rule="SW-09"),
        Figure(label=text("Parry"), value=str(sheet.parry(combatant.state.held)), rule="SW-04"),
        Figure(label=text("Toughness"), value=str(tough), rule="SW-05", help=places),
        Figure(label=text("Wound limit"), value=str(sheet.limit), rule="SW-07"),
    )
