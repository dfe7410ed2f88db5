"""The step after somebody who takes a quick step away (TS-162)."""

from rules.engine.command import Said
from rules.engine.exchange import Ask, Exchange
from rules.engine.state import BattleView, Offer
from rules.engine.text import combatant, text
from rules.map.model import Place
from rules.systems.tesseris.attack.options import ask_of, extras_of
from rules.systems.tesseris.defence.defences import NONE
from rules.systems.tesseris.turns.ticks import pay_of, reaction_payment, reaction_price_in_words, require_pay

FOLLOW_STEP = "follow-step"


def ask_follow(view: BattleView, foe: str, who: str, left: Place) -> Exchange[bool]:
    """Ask whether a foe steps after somebody who took a quick step (TS-162)."""
    follower, mover = view.combatant(foe), view.combatant(who)
    answer = yield from ask_of(
        Ask(
            to=foe,
            purpose=FOLLOW_STEP,
            question=text(
                "{mover} steps away from {follower}. Follow?",
                mover=combatant(mover),
                follower=combatant(follower),
            ),
            choices=(FOLLOW_STEP, NONE),
            default=NONE,
            about=who,
            forks=False,
            interrupts=True,
            check=lambda answer: require_pay(Said(params=answer.extra)),
            offers=lambda: (
                Offer(
                    id=FOLLOW_STEP,
                    label=text("Follow"),
                    note=text("into the place left; {price}", price=reaction_price_in_words(view.state, foe)),
                    rule="TS-162",
                    options=extras_of(follower, free_or_ticks=True),
                ),
                Offer(id=NONE, label=text("Stay"), rule="TS-162"),
            ),
        )
    )
    if answer != FOLLOW_STEP:
        return False
    payment = reaction_payment(view.state, foe, FOLLOW_STEP, 1, pay=pay_of(Said(params=answer.extra)))
    assert payment is not None
    yield payment
    return True
