"""The house rulings: where the book is silent or can be read in two ways, what this table does."""

from collections.abc import Mapping

_BY_NUMBER: Mapping[int, str] = {
    12: (
        "Gang Up starts with the second attacker, although the letter of the book gives +1 to a lone one; "
        "able friends of the target next to it take points away, and the Stunned count on neither side."
    ),
    1: "Of several pieces of armour on one spot only the best protects: heaping them up gains nothing.",
    2: "A sheet that does not say what is in the hands fills them in the order of its weapon list.",
    3: "A knife or spear strikes at whoever is within reach and is thrown at everybody else.",
    4: (
        "Too little Strength for a weapon shrinks the dice of Strength-based damage, and costs 1 on the "
        "attack for each missing step with other ranged weapons."
    ),
    5: "Extras never fail critically, for it takes a 1 on two dice and they throw one.",
    6: "A burst fails critically when the Wild Die and more than half of the trait dice show 1.",
    7: "A tie in an opposed roll favours the one who did not begin it.",
    8: (
        "The one free action of a turn is the first, without penalty; up to three may be taken, and how many "
        "is said before the first roll because the penalty is on all of them."
    ),
    9: (
        "The penalties for several actions and for running weigh on actions alone, not on recovery or "
        "defence."
    ),
    10: "Another throw never makes things worse, unless it is a critical failure.",
    11: "A Benny is offered only where another throw could change something.",
    13: "A diagonal step counts 1, so that the eight squares around one are all at distance 1.",
    14: "Each of the five rays that is hidden is a step of cover; low walls alone give medium at most.",
    15: "A target that sees nothing coming is hit no more easily: surprise is a matter of cards and Notice.",
    16: "In front of a mount is the half of the map ahead of its last step.",
    17: "The red Joker goes before the black one.",
    18: "Cards are dealt, and groups act, in the order in which the combatants are listed.",
    19: "A Joker gives a Benny to every Wild Card of its side, its holder included.",
    20: "A round does not end while somebody is on Hold; it waits.",
    21: "In a surprised group each member rolls for itself, and those who fail miss the first round.",
    22: "Quick, Level Headed in both grades and Hesitant are what changes how cards are drawn.",
    23: "One who lies down may crawl 2 inches a turn.",
    24: "One thing may be taken in hand each turn for free.",
    25: "Getting on or off a mount costs 2 inches of movement, like standing up.",
    26: "In the saddle the mount does the moving, and rider and mount are two targets.",
    27: "Darkness hampers blows as well as shots; cover hampers shots alone.",
    28: "A pistol, a chair leg or teeth are enough for a defender not to count as unarmed.",
    29: "At extreme range an Aim makes the shot possible and gives nothing besides.",
    30: (
        "A failed Riding roll always throws the rider off; it hurts with 2d4 from a running mount, with 2d6 "
        "on a critical failure, and otherwise not at all."
    ),
    31: "Bonuses that belong to Fighting do not help a shot at arm's length.",
    32: "All shots of a burst go at one target.",
    33: "Recoil comes of the shots fired, not of what the weapon could fire.",
    34: "Where no spot was called, blows, blasts and falls meet the armour on the torso.",
    35: (
        "An incapacitated Extra is simply out. A Wild Card rolls Vigor once: dead, bleeding or stable; who "
        "bleeds rolls again each round. There is no table of lasting injuries."
    ),
    36: (
        "A free attack is one plain blow; it is asked for before the step, and of a mounted pair hits the "
        "rider."
    ),
    37: (
        "Blasts are 1, 2 and 3 inches in radius and catch whom they touch; cone and line catch those whose "
        "square has its centre inside."
    ),
    38: "A critical failure with an area drifts like any failure, and finds no further victims.",
    39: "Seen from the thrower, twelve o'clock is straight on and the hours run clockwise on the map.",
    40: "Cover takes from a blast's damage what it would take from a shot; lying down does not add to it.",
    41: "A makeshift weapon can be thrown or swung.",
    42: "Only riders charge.",
    43: (
        "To set a weapon against a charge takes Hold and a reach of 1 or more; the rider comes to the point, "
        "and a charger who wins adds its 4 once."
    ),
    44: "Fists kill like anything else unless the attacker chooses otherwise.",
    45: (
        "Each missed die that calls for it finds a bystander, also beside hits of the same burst; natural "
        "faces count, and nobody is hit with a raise."
    ),
    46: "Fighting with two weapons means two melee weapons; the second hand has no penalty.",
    47: "Things have Parry 2, one blow has to reach their Toughness, and the roll to hit still explodes.",
    48: "Stunned is taken from the core rules and counted in turns; only the GM stuns anybody.",
    49: "Throwing or firing uses nothing up: ammunition is not counted.",
    50: "Squares that touch are 1 inch apart at every scale, and no others are.",
    51: "A mounted pair counts once for Gang Up, melee and free attacks, and twice for stray shots.",
    52: "Who is out of the fight cannot be attacked; the GM settles what becomes of the fallen.",
    53: "For stray shots a burst is two shots fired or more, whatever the weapon can fire.",
    54: "The odds end with the wound that takes the target out, and leave a fall from the saddle aside.",
    56: "A ridden mount shakes off Shaken and Stunned, and counts its turns down, in its rider's turn.",
    57: (
        "Who comes late is dealt a card at once and put into the order by it; a late Extra shares the "
        "card of "
        "its group, if that has one."
    ),
    58: "A battle in which nobody is left who could act is over.",
    59: "Where a map has zones and nothing else, a step into the next zone costs 6 inches.",
    60: "Who is out of the fight bars nobody's way, though nobody may stop in its square.",
    61: (
        "Where a map has zones and nothing else, distances, cover, who stands next to whom and whom an area "
        "catches are the GM's to say: without a word, everybody is 1 inch away, and an area catches whom it "
        "is aimed at."
    ),
    62: "Opening or closing a door within reach is free; a locked one is a thing to break, or up to the GM.",
    63: (
        "Claws, talons, horns, tusks and stings have the numbers of the table's bite, tails, tentacles and "
        "coils those of its hooves; whatever else goes by another name has the numbers of a weapon of the "
        "table, and what is built in fills no hands and is never too heavy."
    ),
    64: (
        "The stock has the weapons and the armour of the tables and no others; a part of a piece of armour "
        "that is worn alone is worth there what the whole is."
    ),
    80: "Damage that the GM deals meets the Toughness of the torso once, as a number that the GM says.",
    81: (
        "Figures are no cover: who stands in the way of a shot costs it nothing, and is hit instead only as "
        "one of those next to the target."
    ),
    90: (
        "Height counts like another direction of the grid: of the squares along and the squares up the "
        "greater number is the distance. Who flies rises or sinks with its move, by up to a square for each "
        "square it goes, which costs no Pace."
    ),
    91: (
        "A fall of two squares or more does three points of damage a square, at most 40, against Toughness; "
        "whoever is out of the fight falls."
    ),
}

RULINGS: Mapping[str, str] = {f"SW-R{number}": f"House ruling: {text}" for number, text in _BY_NUMBER.items()}
"""Each ruling by its id. SW-R12 stands first, since it departs from the letter of the book."""
