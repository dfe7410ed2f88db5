"""The rulings of the 3d6 game: where the book is silent or damaged. From GU-R54 on they are our own."""

from collections.abc import Mapping

_RULINGS: Mapping[str, str] = {
    "GU-R1": "the random numbers of the hit locations cover 3 to 18 once; rows without one are never random.",
    "GU-R2": "acid in the face is times 1.5, and blinds both eyes at full HP.",
    "GU-R3": (
        "crippling needs more than the threshold, and each hit counts alone; huge bullets do not double "
        "there."
    ),
    "GU-R4": "where a note speaks of bullets it means all sizes; at the vitals all are times 3.",
    "GU-R5": "the second row of the Committed Attack is the whole rule, and a second step costs 2.",
    "GU-R6": (
        "all-out fire adds 1 once; suppression shoots its whole burst at each who enters, where it enters."
    ),
    "GU-R7": "a defence ends an aim, and a brace counts only with one.",
    "GU-R8": "a tended mortal wound is rolled against HT.",
    "GU-R9": "a tight beam burns, as a type of its own.",
    "GU-R10": "grappling and deceptive attacks are left out; the GM may note a grip.",
    "GU-R11": "a slam hurts by HP and speed, and does no more than that.",
    "GU-R12": "stun, and the numbers of the postures, are those widely known.",
    "GU-R13": "the unconscious stay so until the GM says otherwise.",
    "GU-R14": "a plain Attack leaves every defence, and postures change by Ready.",
    "GU-R15": "3d under a score, with the usual criticals and contests.",
    "GU-R16": "Basic Speed, Move, loads and steps go by the usual formulas; halves round up.",
    "GU-R17": "skills default as listed, and a block without the skill comes from DX.",
    "GU-R18": "vitals have the torso's DR, areas the mean of thirteen places, and DR is lost place by place.",
    "GU-R19": "Combat Reflexes and a shield's DB count for every defence.",
    "GU-R20": "thrust and swing go by the table, and adds never become dice.",
    "GU-R21": "body to body reaches a yard, since tokens share no cell; so does crowding.",
    "GU-R22": "half range halves the damage, the maximum forbids the shot, and rounds are counted.",
    "GU-R23": "the numbers of the stock gear are examples.",
    "GU-R24": (
        "a cell is a yard; arcs, cover and the side's -2 are as drawn here, and height itself changes "
        "nothing."
    ),
    "GU-R25": (
        "sides act one after the other; attackers who surprise go first, and each victim throws its own die."
    ),
    "GU-R26": (
        "defences count from turn to turn, shock waits for the next own turn, and a turn has one maneuver."
    ),
    "GU-R27": (
        "the roll to stay conscious comes with the maneuver, and the consequences of a wound have an order."
    ),
    "GU-R28": "where a loss is so much or so much a die, the greater counts.",
    "GU-R29": "an all-out defence runs half the Move only to dodge.",
    "GU-R30": "an unbalanced weapon that attacked parries no more, but after a Defensive Attack.",
    "GU-R31": "a feint takes from the dodge alone, and a tie does nothing.",
    "GU-R32": "the best of 9 on the run holds for shots too, and Bulk counts once.",
    "GU-R33": "one waits with an attack, an all-out attack, a feint, a Ready or a move and attack.",
    "GU-R34": "a rapid strike splits its last attack again, and options add up.",
    "GU-R35": (
        "bursts hit one place; a sweep loses a round a yard; one round goes off unless an option says more."
    ),
    "GU-R36": "a jet is dodged, blocked or retreated from, not parried.",
    "GU-R37": "a strike at a weapon goes at the first that is ready, and a weapon has DR and HP.",
    "GU-R38": (
        "the blind and the crippled suffer as listed; a blinded eye is a crippling, and keeps its injury."
    ),
    "GU-R39": "the groin doubles shock beyond the limit, up to 8.",
    "GU-R40": "criticals of attack and defence have short effects, and no tables.",
    "GU-R41": "nothing defends against what comes from behind; one retreats once between turns.",
    "GU-R42": "parries are counted by weapon, and bare hands use their best skill.",
    "GU-R43": (
        "a riposte leaves 8 at least and takes half, rounded down; crossed and supported parries use one "
        "score."
    ),
    "GU-R44": "areas scatter by a die, a yard at least, and a diver gets a step away.",
    "GU-R45": "divided DR rounds down; cuts and gaps look at armour alone; an injury is 1 at least.",
    "GU-R46": "lost fatigue weakens, then hurts, then knocks out.",
    "GU-R47": "reaching a multiple counts, and a second failure kills.",
    "GU-R48": "poison at the skull meets the bone, and is not multiplied.",
    "GU-R49": "on the map one begins facing the nearest foe, and no blow goes through walls.",
    "GU-R50": "several attacks are checked before the first, and hopeless ones dropped.",
    "GU-R51": "the groin has no vitals die.",
    "GU-R52": "a dive is a dodge, and a critical hit leaves it.",
    "GU-R53": "a bruise goes by the type of the blow as thrown, and areas leave none.",
    "GU-R54": "on zones alone a Move leads to the next zone, and each link counts as 10 yards.",
    "GU-R55": "the unconscious, the dead and those whom one's side cannot see stand in nobody's way.",
    "GU-R56": (
        "an all-out attack goes into the front: no step of it leads more than 90 degrees off the facing."
    ),
    "GU-R57": "a bare hand that fails to parry a blow at a weapon is not hit itself.",
    "GU-R58": "walls stop areas, and what would land behind one stops before it.",
    "GU-R59": "who comes late acts with its side, a new side after all others.",
    "GU-R60": "when nobody is left who can act, turn order ends.",
    "GU-R61": "opening or closing a door within reach is a Ready maneuver.",
    "GU-R62": "readying a weapon hangs up what its hands held before.",
    "GU-R63": "nobody dives from a jet: it is as good as a blow.",
    "GU-R64": "checks, dropping things and the care of mortal wounds may come in anybody's turn.",
    "GU-R65": "the yards of a move on a map lie along cells; a number of yards alone leads nowhere.",
    "GU-R67": "the turn to another facing may be said after the movement, until one's turn ends.",
    "GU-R68": "on the map low cover or a window along one's cell is something to lean a weapon on.",
    "GU-R69": "on zones alone, a place under fire is its whole zone.",
    "GU-R70": (
        "teeth, claws, stings and coils strike as a fist does, hooves, horns, tusks, tails and tentacles as "
        "a kick does, each with its own type of wound; it takes hands to punch with, and legs to kick with."
    ),
    "GU-R71": (
        "beasts have the human table of locations with their own limbs in place of arms and legs; where they "
        "have none, it is the torso. Swarms, slimes and guns on stands are one place."
    ),
    "GU-R72": (
        "the stock has the weapons of the table and no others, and its armour, whole or a part of it worn "
        "alone, with the DR that the whole has there; what goes by another name has their numbers."
    ),
    "GU-R73": "whoever has a Basic Move of 0 takes no steps and does not give way.",
    "GU-R80": "damage that the GM deals hits no place in particular, as that of an area does.",
    "GU-R81": (
        "figures in the way are no cover and cost a shot nothing, a miss hits nobody else, and a mount is a "
        "figure of its own. Where the house lets each of them cost a shot something, a shot that fails for "
        "that alone goes to one of them, at a random place, with a single hit that may be defended against."
    ),
    "GU-R90": (
        "who flies rises or sinks with its move, by up to a yard for each yard it goes, which costs no "
        "more; a cone goes up or down to whom it is aimed at."
    ),
    "GU-R91": (
        "a fall of two yards or more does a point of crushing damage a yard, as an area does; whoever is "
        "out of the fight falls."
    ),
}

RULINGS: Mapping[str, str] = {id_: f"House ruling: {text}" for id_, text in _RULINGS.items()}
"""Each ruling as the GM sees it."""
