"""How a fight goes in the GURPS-style rules, in six steps."""

from rules.engine.declared.primer import Step
from rules.engine.text import text

PRIMER = (
    Step(
        text("Who acts when"),
        text(
            "The leaders of the sides contest by Tactics; within a side the faster act first. A round is "
            "one second, and everybody has one turn in it."
        ),
        ("GU-601", "GU-602", "GU-604"),
    ),
    Step(
        text("A turn"),
        text(
            "Choose one maneuver. Its button says before you take it how far it lets you move and which "
            "defence it leaves until your next turn."
        ),
        ("GU-601", "GU-701"),
    ),
    Step(
        text("Rolling"),
        text(
            "Three dice, their sum at most the skill. 3 and 4 always succeed, 17 and 18 always fail; what "
            "you stay under by is the margin."
        ),
        ("GU-401", "GU-402", "GU-403"),
    ),
    Step(
        text("An attack"),
        text(
            "Tap a target, choose the place to hit on its figure if you like, and switch the options: "
            "each shows its penalty and the chance. Range, speed and size count for shots."
        ),
        ("GU-216", "GU-750", "GU-702"),
    ),
    Step(
        text("Defending"),
        text(
            "Whoever is hit is asked: dodge, parry, block, only what is legal, each with its chance; a "
            "retreat or a dive helps. A critical hit allows none."
        ),
        ("GU-806", "GU-805", "GU-815"),
    ),
    Step(
        text("Harm"),
        text(
            "DR of the place stops damage, what gets through hurts by the kind of wound. Big injuries may "
            "stun and knock down; below 0 HP one fights to stay conscious."
        ),
        ("GU-219", "GU-906", "GU-916", "GU-611"),
    ),
)
