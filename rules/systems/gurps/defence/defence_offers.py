"""The defences as they are offered to who is attacked, and as they are answered (GU-806, GU-807, GU-819)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from rules.engine.exchange import Answer
from rules.engine.refusal import Refusal
from rules.engine.state import Extra, Offer
from rules.engine.text import Text, as_text, text
from rules.systems.gurps.defence import defence_rolls, open_defences
from rules.systems.gurps.defence.open_defences import BLOCK, DODGE, NONE, PARRY, Against, Prepared
from rules.systems.gurps.sheet.gear import Weapon
from rules.systems.gurps.sheet.names import parry_name, place_name, weapon_words

STOPS_IT = text("stops the attack")
"""What the chance of a defence is of."""
WORDS: Mapping[str, Text] = {
    DODGE: text("Dodge"),
    PARRY: text("Parry"),
    BLOCK: text("Block"),
    NONE: text("No defence"),
}
OPTION_WORDS: Mapping[str, Text] = {
    open_defences.RETREAT: text("retreat"),
    open_defences.ACROBATIC: text("acrobatic"),
    open_defences.DIVE: text("dive"),
    open_defences.RIPOSTE: text("riposte"),
    open_defences.CROSS: text("cross parry"),
    open_defences.SUPPORTED: text("supported"),
}
OPTION_NOTES: Mapping[str, Text] = {
    open_defences.RETREAT: text("steps back a yard; once between your turns"),
    open_defences.ACROBATIC: text("Acrobatics first: +2, or -2 if it fails"),
    open_defences.DIVE: text("+3, and you lie prone whatever comes"),
    open_defences.RIPOSTE: text(
        "so much worse now, and half of it off the attacker's defences against your next attack"
    ),
    open_defences.CROSS: text("+2 with both weapons, which then parry no more"),
    open_defences.SUPPORTED: text("+2 with the free hand, and both then parry no more"),
}


def chosen(now: Against, answer: Answer) -> Prepared:
    """Work out the defence that an answer names. Raises `Refusal` `bad-answer` (GU-819)."""
    way = answer.extra.get("with")
    options = defence_rolls.read_options(answer.extra.get("options"))
    if way is None and not options:
        return defence_rolls.best_plain(now, answer)
    if way is not None and not isinstance(way, str):
        raise Refusal(
            "bad-answer", text("'with' names a weapon or a hand; {way} is neither.", way=f"{way!r}"), "GU-819"
        )
    return defence_rolls.prepare(now, answer, way, options)


def likeliest(now: Against, kinds: tuple[str, ...]) -> str:
    """Give the kind of defence with the best score, of equals the first."""
    return max(kinds, key=lambda kind: defence_rolls.best_plain(now, kind).target)


def offers(now: Against, kinds: tuple[str, ...]) -> tuple[Offer, ...]:
    """Word what is offered to who is attacked, each kind of defence with its chance (GU-806)."""
    found = []
    for kind in kinds:
        made = defence_rolls.best_plain(now, kind)
        found.append(
            Offer(
                id=kind,
                label=WORDS[kind],
                chance=made.chance(now.defender),
                chance_of=STOPS_IT,
                note=_note(now, made),
                modifiers=made.modifiers,
                rule=open_defences.RULES[kind],
                ways=_ways(now, kind),
                options=_extras(now, kind),
            )
        )
    return (
        *found,
        Offer(id=NONE, label=WORDS[NONE], note=text("take what comes"), rule=open_defences.RULES[NONE]),
    )


def weighed(now: Against, answer: Answer) -> Offer:
    """Word a defence with the way and the options that are chosen for it, as it would be rolled (GU-819)."""
    if answer == NONE:
        return Offer(id=NONE, label=WORDS[NONE], note=text("take what comes"), rule=open_defences.RULES[NONE])
    made = chosen(now, answer)
    return Offer(
        id=made.kind,
        label=WORDS[made.kind],
        chance=made.chance(now.defender),
        chance_of=STOPS_IT,
        note=_note(now, made),
        modifiers=made.modifiers,
        rule=open_defences.RULES[made.kind],
    )


def _name(now: Against, way: str) -> Text:
    id_, _, named = way.partition("/")
    weapon: Weapon | None = now.defender.sheet.weapon(id_)
    if weapon is None:
        return as_text(place_name(way))
    mode = next((mode for mode in weapon.parries if mode.id == named), None)
    return weapon_words(weapon) if mode is None else parry_name(weapon, mode)


def _note(now: Against, made: Prepared) -> Text:
    if made.kind == PARRY:
        weapon = _name(now, made.way).low
        return text("with the {weapon}, {target} or less", weapon=weapon, target=made.target)
    return text("{target} or less", target=made.target)


def _ways(now: Against, kind: str) -> tuple[Extra, ...]:
    if kind != PARRY:
        return ()
    found = []
    for way in open_defences.ways(now):
        try:
            made = defence_rolls.prepare(now, kind, way)
        except Refusal as refusal:
            found.append(Extra(id=way, label=_name(now, way), note=refusal.text, rule=refusal.rule))
            continue
        note = text("{target} or less", target=made.target)
        found.append(Extra(id=way, label=_name(now, way), chance=made.chance(now.defender), note=note))
    return tuple(sorted(found, key=lambda extra: -(extra.chance or 0)))


def _extras(now: Against, kind: str) -> tuple[Extra, ...]:
    found = []
    for id_ in open_defences.option_ids(now, kind):
        try:
            chance: float | None = defence_rolls.prepare(now, kind, None, {id_: {"id": id_}}).chance(
                now.defender
            )
        except Refusal:
            chance = None  # a riposte that would leave too little, say
        extra = Extra(id=id_, label=OPTION_WORDS[id_], chance=chance, note=OPTION_NOTES[id_], rule="GU-819")
        if id_ == open_defences.RIPOSTE:
            most = _most_riposte(now)
            if not most:
                continue
            extra = replace(extra, low=1, high=most, number="by")
        if id_ == open_defences.CROSS:
            extra = replace(extra, pick="second", picks=open_defences.crossing(now))
        found.append(extra)
    return tuple(found)


def _most_riposte(now: Against) -> int:
    """Give by how much a riposte may be, with whatever helps the parry; 0 where none leaves enough."""
    helps = [id_ for id_ in open_defences.option_ids(now, PARRY) if id_ != open_defences.RIPOSTE]
    most = 0
    for count in range(len(helps) + 1):
        for together in combinations(helps, count):
            try:
                made = defence_rolls.prepare(
                    now, PARRY, None, {id_: {"id": id_} for id_ in (*together, open_defences.RIPOSTE)}
                )
            except Refusal:
                continue
            most = max(most, made.target - open_defences.LEAST_RIPOSTE + made.riposte)
    return min(most, open_defences.MOST_RIPOSTE)
