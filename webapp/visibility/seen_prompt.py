"""The open question as who is asked may read it, and who waits for the answer."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules.engine.dice import ThrownAgain
from rules.engine.shown import Fact
from rules.engine.state import BattleState, Extra, Offer
from rules.engine.system import find_system
from rules.engine.text import Words, text
from rules.engine.text import combatant as named
from webapp.visibility.known_people import MapKnowledge, is_explored
from webapp.visibility.seen_words import seen_words
from webapp.visibility.viewer import Viewer, plays


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """The open question, for those who may answer it (`mine`) and those who wait."""

    number: int
    to: str
    to_name: Words
    question: Words
    offers: tuple[Offer, ...]
    default: str
    dice: str | None
    mine: bool
    explodes: bool = False
    """Whether a die among those asked for is thrown again when it shows its highest face."""
    again: ThrownAgain | None = None
    """Which of them are thrown again, where that is more."""
    facts: tuple[Fact, ...] = ()
    """What it rests on, for the GM, who may overrule it with the answer."""
    about: str = ""
    """Whom it is about beside who is asked, such as the attacker; empty for nobody, and for nobody known."""


def see_prompt(
    state: BattleState,
    viewer: Viewer,
    known: Collection[str],
    number: int,
    ground: MapKnowledge | None = None,
    shown: BattleState | None = None,
) -> PromptView | None:
    """Give the open question to who is asked and the GM; who sees what it is about learns that they wait.

    Args:
        number: how many questions this viewer has heard of; the battle's own count would tell of others.
        ground: what the viewer knows of the map, where that is not all of it.
        shown: the state as the viewer knows it, where that is not all of it.
    """
    prompt = state.prompt
    if prompt is None or (prompt.to not in known and (viewer.secret_turns or prompt.about not in known)):
        return None
    name = seen_words(text("{who}", who=named(state.combatants[prompt.to])), state, known)
    if not plays(state, viewer, prompt.to):
        to = prompt.to if prompt.to in known else ""
        return PromptView(
            number=number, to=to, to_name=name, question="", offers=(), default="", dice=None, mine=False
        )
    return PromptView(
        number=number,
        to=prompt.to,
        to_name=name,
        question=seen_words(prompt.question, state, known),
        offers=tuple(seen_offer(offer, state, known, ground, shown) for offer in prompt.offers),
        default=prompt.default,
        dice=prompt.dice,
        mine=True,
        explodes=prompt.explodes,
        again=prompt.again,
        about=prompt.about if prompt.about and prompt.about in known else "",
    )


def seen_offer(
    offer: Offer,
    state: BattleState,
    known: Collection[str],
    ground: MapKnowledge | None = None,
    shown: BattleState | None = None,
) -> Offer:
    """Give a choice of the open question as who is asked may read it.

    The places where it may take them are those that they know of: where somebody unseen stands too, and
    nowhere on unexplored ground.
    """
    places = offer.places
    if places and shown is not None and state.prompt is not None and state.prompt.to in shown.combatants:
        places = find_system(state.system).map.places_offered(shown, state.prompt.to, offer.id)

    def said(words: Words) -> Words:
        return seen_words(words, state, known)

    def extras(found: tuple[Extra, ...]) -> tuple[Extra, ...]:
        return tuple(replace(e, label=said(e.label), note=said(e.note)) for e in found)

    return replace(
        offer,
        label=said(offer.label),
        chance_of=said(offer.chance_of),
        note=said(offer.note),
        modifiers=tuple(replace(m, label=said(m.label)) for m in offer.modifiers),
        rungs=tuple(replace(r, label=said(r.label), note=said(r.note)) for r in offer.rungs),
        ways=extras(offer.ways),
        options=extras(offer.options),
        places=tuple(place for place in places if is_explored(ground, state.map, place)),
    )
