"""Exchanges made up of a few parts, for what must hold of any."""

from hypothesis import strategies as st

from rules.engine.exchange import Ask, Exchange, ask, checkpoint, shortcut, throw
from rules.engine.state import BattleView
from tests.rules.engine.toy import Damage, Hurt, Test20

PARTS = ("roll", "wound", "hurt", "meet", "ask", "ask another", "ask again", "weigh", "known")
Script = list[tuple[str, bool]]
"""What happens one after the other, and whether only after the last roll has succeeded."""


def scripts() -> st.SearchStrategy[Script]:
    return st.lists(st.tuples(st.sampled_from(PARTS), st.booleans()), max_size=8)


def played(script: Script, view: BattleView) -> Exchange[None]:
    """Do what a script says."""
    goes_well = True
    for number, (part, only_if_well) in enumerate(script):
        if only_if_well and not goes_well:
            continue
        match part:
            case "roll":
                goes_well = (yield from throw(Test20(who="ann", purpose="first", skill=10))).succeeded
            case "wound":
                goes_well = (yield from throw(Damage(who="ann", purpose="harm"))).total > 5
            case "hurt":
                yield Hurt(who="bob", points=1)
            case "meet":
                yield from checkpoint(number, goes_well)
            case "known":
                yield from shortcut(lambda who: (((Hurt(who="bob", points=2),), 0.5), ((), 0.5)))
            case _:
                goes_well = (yield from ask(question(part, number))) != "stand"


def question(part: str, number: int) -> Ask:
    """Ask the target, once or the same again; or somebody else, of whose answers none or the worst counts."""
    return Ask(
        to="ann" if part in ("ask another", "weigh") else "bob",
        purpose=part if part == "ask again" else f"{part} {number}",
        question="?",
        choices=("stand", "duck", "run"),
        default="stand",
        weighed="most" if part == "weigh" else "",
        comes_to=lambda answer: (((Hurt(who="bob", points=3),), 1.0),) if answer == "run" else None,
    )
