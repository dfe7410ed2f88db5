"""A changed copy of a frozen dataclass is what `dataclasses.replace` gives, be its fields in slots or not."""

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from rules.engine.dice import Modifier
from rules.engine.exchange import Ask
from rules.engine.state import changed
from rules.systems.tesseris.attack.checks import ATTACK, skill_trial
from rules.systems.tesseris.state import TesserisState

ONES: tuple[Any, ...] = (
    Ask(to="ann", purpose="defence", question="How?", choices=("duck", "none"), default="duck"),
    Modifier("wounds", -1, "TS-245"),
    skill_trial("attack", ATTACK, "melee", touches=("attack",)),
    TesserisState(stamina=3, held=("sword",)),
)
"""With slots, with positional fields, with slots and keywords only, without slots."""


@pytest.mark.parametrize("one", ONES, ids=lambda one: type(one).__name__)
def test_each_field_may_be_changed_alone(one: Any) -> None:
    for field in fields(one):
        copy, value = changed(one, **{field.name: "other"}), getattr(one, field.name)
        assert copy == replace(one, **{field.name: "other"})
        assert type(copy) is type(one)
        assert getattr(one, field.name) is value
        with pytest.raises(FrozenInstanceError):
            setattr(copy, field.name, value)


def test_a_field_that_there_is_not_is_refused_where_fields_are_in_slots() -> None:
    with pytest.raises(TypeError, match="Ask has no colour"):
        changed(ONES[0], colour="red")
