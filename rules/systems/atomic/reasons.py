"""Why each ruling is as it is."""

from collections.abc import Mapping

_BY_NUMBER: Mapping[int, str] = {
    1: "A skill of 50 should succeed on half of the faces; the book says neither.",
    2: "The outer windows only settle whether a roll succeeds; the grades are defined by the skill.",
    3: "The book names them and gives them nothing to do, and says that a failed attack has no effect.",
    4: "The sentence on stacking is meant for just this face; the example with 2 shows one part of it.",
    5: "The grades are listed as one value each.",
    6: "Cover is said to lower the rating, and a well-placed shot finds what is uncovered.",
    7: "The weapon's rating comes first, then what comes in, and the target's own effort last.",
    8: "The damaged line begins with the word critical under armour, and the game's own study agrees.",
    9: "The book speaks of penalties that only a critical removes, and −20 is its one step.",
    10: "A roll is asked for each action, and defences are called actions.",
    11: "Conscious is the word used at four wounds, and a special success should not give nothing.",
    12: "Five is the most that can be carried, and the dying must have something left to lose.",
    13: "It is the game's rule for an untrained skill of REFLEX; otherwise the condition could never fail.",
    14: "There are only two skills that defend, and a block is a parry with a shield.",
    15: "Ratings begin at 1, and drawing is named among the quick actions.",
    16: "Whoever chooses to defend must see the attack.",
    17: "Ranges are areas, so a map needs a fallback; and zones alone cannot show who stands toe to toe.",
    18: "It is a difficult shot at the one step of penalty, and each weapon names its ranges.",
    19: "The book names grades without measures, and hand to hand one reaches round cover.",
    20: "It is the sheet's own value for a last stand, which is a single and final act.",
    21: "So that a character can be written down whole.",
    22: "The book rolls first and never again, and an order must leave nothing open.",
    23: "It is the only turn that is the defender's.",
    24: "One additional parry or block covers both the penalty and the limit.",
    25: "Three grades are listed, and nothing else is said.",
    26: "A parry meets a blow, and a gun in the hand is held to shoot.",
    27: "It takes a hand and a moment, like drawing; locks are not in the book.",
    28: "The book rolls for everybody once, so newcomers get the same roll.",
    29: "Otherwise turns would pass round for ever without anybody to take one.",
    30: "Or dragging a fallen token would wake it.",
    31: "A way that is barred by nothing to be seen would tell where they stand.",
    32: "The book gives figures for these alone, and any others would be made up.",
    40: "The book adds to the rating by the grade of an attack, and here is none.",
    41: "The book gives cover by what things hide, and says that a failed attack has no effect.",
    50: "The book counts zones and asks only whether two can reach each other.",
    51: "The book has no table for falls, and the ground must be harder from higher up.",
}
REASONS: Mapping[str, str] = {f"AT-R{number}": why for number, why in _BY_NUMBER.items()}
"""For each ruling what speaks for it."""
