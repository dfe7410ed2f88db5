"""Diving out of an area of effect (GU-832, GU-833, GU-836)."""

from dataclasses import replace

from rules.engine.exchange import Answer, Ask, Exchange, ask
from rules.engine.moves.ways import footprint_of
from rules.engine.refusal import Refusal
from rules.engine.shown import Fact
from rules.engine.state import BattleView, Offer
from rules.engine.text import combatant, text
from rules.systems.gurps.attack.area_landing import Landing, inside, middle, shape_of
from rules.systems.gurps.attack.facts import Facts
from rules.systems.gurps.attack.facts_shown import area_fact, guard_facts
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence import defence_rolls, open_defences
from rules.systems.gurps.defence.defence import Said, after_defence, give_way, try_defence
from rules.systems.gurps.defence.open_defences import DODGE, NONE, Against, Prepared
from rules.systems.gurps.house import DIVE as DIVING
from rules.systems.gurps.moves.arcs import arc_of
from rules.systems.gurps.moves.movement import step_back
from rules.systems.gurps.rolls import Check, chance_of
from rules.systems.gurps.sheet.names import use_name
from rules.systems.gurps.state import Fighter, step_of

DIVE = "dive"


def _prepare(view: BattleView, strike: Strike, said: Said, who: str, landing: Landing) -> Prepared | None:
    """Work out somebody's dive, None if it has none (GU-836)."""
    victim = view.combatant(who)
    facts = _facts_for(view, strike, said, victim)
    if who == strike.attacker:
        facts = replace(facts, facing="front")
    if open_defences.is_defenceless(victim, facts):
        return None
    origin = landing.point
    if shape_of(strike).shape == "cone":
        origin = middle(view, strike.attacker)
    cell = step_back(view.state, victim, origin)
    known = origin is not None and footprint_of(victim) is not None
    room = facts.space if "space" in facts.overruled or not known else cell is not None
    if not (room and step_of(victim)):
        return None
    met = Against(
        state=view.state,
        attacker=view.combatant(strike.attacker),
        defender=victim,
        strike=strike,
        facts=facts,
        kinds=(DODGE,),
    )
    made = defence_rolls.prepare(met, DODGE)
    dive = DIVING.added(victim.house, text("dive"))
    return replace(made, modifiers=(*made.modifiers, dive), dives=True, cell=cell)


def _facts_for(view: BattleView, strike: Strike, said: Said, victim: Fighter) -> Facts:
    if victim.id == strike.target:
        return said.over(strike.facts)
    if victim.id == strike.attacker:
        return said.over(Facts())
    arc = arc_of(view.state, view.combatant(strike.attacker), victim)
    return said.over(Facts(facing=arc))


def dive_from(
    view: BattleView, strike: Strike, said: Said, who: str, landing: Landing, asked: set[str], *, moves: bool
) -> Exchange[Check | None]:
    """Ask somebody, once, whether it dives, and roll it (GU-832, GU-833); None if it was not tried."""
    made = _prepare(view, strike, said, who, landing)
    if made is None:
        return None
    asked.add(who)
    answer = yield from ask(_question(view, strike, said, who, made, landing, moves))
    said.hear(answer)
    if answer == NONE:
        return None
    made = _prepare(view, strike, said, who, landing)
    if made is None:
        return None
    roll = yield from try_defence(view, who, made, strike, veers=not moves)
    if roll.succeeded and moves:
        yield from give_way(view, who, made.cell)
    yield from after_defence(view, who)
    return roll


def _question(
    view: BattleView, strike: Strike, said: Said, who: str, made: Prepared, landing: Landing, moves: bool
) -> Ask:
    def offers(made: Prepared | None) -> tuple[Offer, ...]:
        if made is None:
            raise Refusal(
                "bad-answer", text("There is no dive from this now: no room, or nothing seen."), "GU-836"
            )
        dive = Offer(
            id=DIVE,
            label=text("Dive"),
            chance=chance_of(made.target),
            chance_of=text("gets out of it"),
            note=text("{target} or less, and prone afterwards", target=made.target),
            modifiers=made.modifiers,
            rule="GU-836",
        )
        return dive, Offer(id=NONE, label=text("Stay"), note=text("take what comes"), rule="GU-833")

    def check(answer: Answer) -> None:
        said.with_answer(answer)

    def weigh(answer: Answer) -> Offer:
        heard = said.with_answer(answer)
        if answer == NONE:
            return offers(made)[1]
        return offers(_prepare(view, strike, heard, who, landing))[0]

    def facts() -> tuple[Fact, ...]:
        read = _facts_for(view, strike, said, view.combatant(who))
        shown = guard_facts(read, room=made.cell is not None or read.space)
        if not moves:
            return shown
        caught = inside(view, strike, said, landing, {})
        return (*shown, area_fact(view.state, caught, "area" in said.facts))

    return Ask(
        to=who,
        purpose=DIVE,
        question=text(
            "The {weapon} of {attacker} comes your way. Do you dive?",
            weapon=use_name(strike.use).low,
            attacker=combatant(view.combatant(strike.attacker)),
        ),
        choices=(DIVE, NONE),
        default=NONE,
        about=strike.attacker,
        check=check,
        weigh=weigh,
        facts=facts,
        offers=lambda: offers(made),
    )
