"""Why each ruling is as it is."""

from collections.abc import Mapping

_BY_NUMBER: Mapping[int, str] = {
    1: "Targeting takes the first phase of a round and the shots the second; the rest keeps a phase short.",
    2: "The totals of the example fit such a number, and the quicker should hear more before they choose.",
    3: "A roll must read alike for everybody; initiative, location and damage are no attempts to botch.",
    4: "They are the places that the chains name.",
    5: "The book gives one number, 8, for the middle; cover weighs about as much as a wild shot.",
    6: "Aim is named without a number; the book gives two reasons to lose it and leaves the rest open.",
    7: "Otherwise every called shot that misses by little would still hit somewhere.",
    8: "The first row is the book's; the rest gives the trunk half and each limb a tenth.",
    9: "The book does not say which, and what is fixed can be foretold.",
    10: "There are only headings: this is the least that tells the modes apart.",
    11: "The heading is empty, and defending is named among what an action may aim at.",
    12: "The game reads every pool alike, and almost all damage leaves a flesh wound.",
    13: "So any damage may cripple, little damage seldom and much almost surely, as the book describes.",
    14: "Crippling wounds may lead to death and flesh wounds matter little, but no numbers are given.",
    15: "The book excepts it from flesh wounds; a turn without action is its effect.",
    16: "Everybody may have moved in between.",
    17: "The round without reaction needs a point to start from.",
    18: "Everybody has one in the example; otherwise the order of declaring would mean nothing.",
    19: "The dice need a fixed order, which changes nothing of the result.",
    20: "Zones have no cells, so ranges and moves need a measure.",
    21: "A wound that heals would be read as a fault.",
    22: "The surprised must be able to come to themselves however the fight began.",
    23: "The shots were declared, and firing without a target in the sights is what wild means.",
    24: "It takes hands and a moment, and the book does not speak of it.",
    25: "So that the GM's word lasts as long as a stunner's.",
    26: "One refusal is enough for both, and it says what is needed.",
    27: "The phase that runs has been declared already.",
    28: "What could be cancelled at once would never have been declared.",
    29: "Some tables want to declare in secret, and the rules do not forbid it.",
    30: "The book gives figures and locations for these alone, and any others would be made up.",
    40: "Dice and a place are what every wound is made of, and no skill is rolled.",
    41: "The book gives cover by what hides the target, and says of a miss only that it misses.",
    50: "The book counts cells, and a diagonal as one of them.",
    51: "The book has no table for falls, and the ground must be harder from higher up.",
}
REASONS: Mapping[str, str] = {f"PH-R{number}": why for number, why in _BY_NUMBER.items()}
"""For each ruling what speaks for it."""
