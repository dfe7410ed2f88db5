"""How a fight goes in Atomic Tomorrow, in six steps."""

from rules.engine.declared.primer import Step
from rules.engine.text import template

PRIMER = (
    Step(
        "Who acts when",
        template(
            "Initiative is rolled once, when the fight begins: whoever succeeds acts before whoever "
            "fails, and among those the higher face leads. Then everybody takes one turn a round."
        ),
        ("AT-41", "AT-42", "AT-44"),
    ),
    Step(
        "A turn",
        template(
            "You have one significant action (an attack, say), one move within your zone or into the "
            "next, and one quick action such as drawing a weapon, in any order."
        ),
        ("AT-50", "AT-52", "AT-53"),
    ),
    Step(
        "An attack",
        template(
            "Tap a target to aim: range, cover and every modifier stand there with the chance. The roll "
            "is d100, and must stay under the skill. Then the target is asked, on the own phone, how to "
            "defend."
        ),
        ("AT-62", "AT-64", "AT-65"),
    ),
    Step(
        template("Who wins"),
        template(
            "Doubles under the target are critical, faces that end in 5 or 0 are special. The better "
            "grade wins; between equal grades the higher face; if these are equal too, the defender."
        ),
        ("AT-24", "AT-25", "AT-75", "AT-76", "AT-77"),
    ),
    Step(
        "Wounds",
        template(
            "There is no damage roll: the weapon has a Wound Rating, a good attack adds to it, cover and "
            "armour take from it. What is left the target soaks by GRIT, unasked."
        ),
        ("AT-79", "AT-84", "AT-85", "AT-86"),
    ),
    Step(
        template("Going down"),
        template(
            "With four wounds every deed needs a GRIT roll first. With five one is dying, and may try one "
            "last stand."
        ),
        ("AT-92", "AT-95", "AT-97"),
    ),
)
