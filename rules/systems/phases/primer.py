"""How a fight goes in phase combat, in six steps."""

from rules.engine.declared.primer import Step
from rules.engine.text import template

PRIMER = (
    Step(
        template("Who declares"),
        template(
            "In each phase all who can act roll initiative. The lowest declares first and the others hear "
            "it; the fastest declares last, knowing everything."
        ),
        ("PH-42", "PH-43", "PH-57"),
    ),
    Step(
        template("When it falls"),
        template(
            "What was declared stands on the timeline until the phases it takes are over. Actions of one "
            "length resolve at the same moment: two may fell each other."
        ),
        ("PH-50", "PH-51", "PH-52"),
    ),
    Step(
        "Rolling",
        template(
            "Throw as many ten-sided dice as you have and read the highest; every other die that shows "
            "the same adds 1."
        ),
        ("PH-10", "PH-11"),
    ),
    Step(
        template("A shot"),
        template(
            "Target first, then fire: a shot at who is not targeted is wild, at -2. Each phase of aiming "
            "adds 1. Range, cover and a called place make it harder."
        ),
        ("PH-60", "PH-61", "PH-64", "PH-68"),
    ),
    Step(
        template("A blow"),
        template("A blow needs 7, or more than a parry. Who evades takes 2 from all attacks of the phase."),
        ("PH-76", "PH-77", "PH-78"),
    ),
    Step(
        "Harm",
        template(
            "A hit that gets through is a flesh wound, and calls for Toughness: failing makes it "
            "traumatic. Two traumas bring one down, three kill, the head counting more."
        ),
        ("PH-92", "PH-94", "PH-97"),
    ),
)
