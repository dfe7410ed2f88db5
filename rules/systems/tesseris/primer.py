"""How a fight goes in Tesseris, in six steps."""

from rules.engine.declared.primer import Step
from rules.engine.text import text

PRIMER = (
    Step(
        text("Who acts when"),
        text(
            "Initiative is rolled anew each round, high first. Whoever was surprised has three ticks in"
            " the first round, for reactions alone."
        ),
        ("TS-053", "TS-054", "TS-055", "TS-052"),
    ),
    Step(
        text("Ticks"),
        text(
            "A round gives five ticks. Your actions are paid from them, and what you leave is there for"
            " reactions; up to five more may be borrowed from the next round to defend."
        ),
        ("TS-060", "TS-061", "TS-064"),
    ),
    Step(
        text("Rolling"),
        text(
            "A handful of ten-sided dice: 6 and more is a success, 9 and 10 are thrown once more. "
            "Successes, rank and modifiers make the total."
        ),
        ("TS-040", "TS-041"),
    ),
    Step(
        text("An attack"),
        text(
            "The total of the attack less that of the defence is the net: 1 is a hit, 6 a critical one."
            " Of a burst each further bullet is 2 worse."
        ),
        ("TS-202", "TS-203", "TS-206"),
    ),
    Step(
        text("Reactions"),
        text(
            "Ducking is free, dodging, parrying and blocking take a tick. Foes may strike at whoever "
            "moves past, overwatch shoots at whoever shows up: you are asked at that moment."
        ),
        ("TS-140", "TS-141", "TS-170", "TS-131"),
    ),
    Step(
        text("Cover and harm"),
        text(
            "Cover has armour and structure of its own and breaks. Damage takes stamina, in the end "
            "wounds; words take ego, and decide fights too."
        ),
        ("TS-283", "TS-293", "TS-256", "TS-331"),
    ),
)
