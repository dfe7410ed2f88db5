"""The rules of Atomic Tomorrow in our words, by id, and the rulings beside them."""

from collections.abc import Mapping

_THE_RULES: Mapping[str, str] = {
    # The sheet
    "AT-01": "There are seven attributes; a fight reads REFLEX, NERVE and GRIT.",
    "AT-02": (
        "Checking an attribute means rolling d100 against five times its score, unless a rule says otherwise."
    ),
    "AT-03": "What can be worked out from a sheet is worked out each time, and never typed in.",
    "AT-04": "Initiative is rolled against five times REFLEX.",
    "AT-05": "Soaking wounds is rolled against five times GRIT.",
    "AT-06": "A last stand is rolled against five times NERVE.",
    "AT-07": "To act with four wounds, roll against GRIT itself.",
    "AT-08": "Unarmed, Melee and Ranged attack; Parry and Dodge defend.",
    "AT-09": (
        "A skill that the sheet leaves out counts as twice REFLEX; Unarmed Combat is known only to those "
        "who have it on the sheet."
    ),
    "AT-10": "Two-Fisted is the one epithet with a rule of its own; all others are colour.",
    # Gear
    "AT-11": (
        "The weapon says which skill attacks with it: Ranged makes a ranged attack, the others a melee "
        "attack, however far it goes."
    ),
    "AT-12": "Everybody has bare hands, and always at the ready.",
    "AT-13": "A weapon's Wound Rating, 1 to 4, never varies.",
    "AT-14": "Armour is rated 0 to 3, and only one suit is worn.",
    "AT-15": "An armour-piercing weapon ignores as many points of armour as its AP says.",
    "AT-16": (
        "To attack or parry with a weapon it must be in hand; drawing, stowing and dropping change what is."
    ),
    # Rolls
    "AT-17": "Every roll is a single d100; 00 is a hundred.",
    "AT-18": "The tens digit is the left one as thrown, so that 00 has a nought.",
    "AT-19": "Doubles show the same digit twice, 00 among them; fives end in 5 or 0.",
    "AT-20": "Add the modifiers to the base for the target; a face equal to it counts as under it.",
    "AT-21": "01 to 05 always succeed.",
    "AT-22": "96 to 00 always fail.",
    "AT-23": "Between those, a face under the target succeeds and one over it fails.",
    "AT-24": "Doubles truly under the target make a success critical.",
    "AT-25": "A five truly under the target makes a success special, unless it is doubles.",
    "AT-26": "Every other success is an ordinary one.",
    "AT-27": "Doubles truly over the target make a failure critical.",
    "AT-28": "A five truly over the target makes a failure special, unless it is doubles.",
    "AT-29": (
        "Every other failure is ordinary; an automatic result gets a grade only if the face lies on its own "
        "side of the target."
    ),
    "AT-30": "Special and critical failures are called out, but change nothing in a fight.",
    "AT-31": "A roll remembers both grades: 55 under the target is critical and special at once.",
    "AT-32": "A roll shows its base, its face and the target that came of the modifiers.",
    # Positions
    "AT-33": (
        "Ranges go by zones and the links between them; a grid without zones is read in blocks of 8 by 8 "
        "cells."
    ),
    "AT-34": (
        "Engaged is hand to hand: within one cell, or where only zones count, in one zone with a melee "
        "attack between the two."
    ),
    "AT-35": "Near is the same zone without being engaged.",
    "AT-36": "Far is one link away.",
    "AT-37": "Distant is two links or more, or no link at all; a ranged attack that far has −20.",
    "AT-38": (
        "Cover goes by the share of lines that are hidden: partial from a fifth, good from a half, "
        "excellent from three quarters; with no line clear there is no shot."
    ),
    "AT-39": "Cover does not count between the engaged.",
    "AT-40": "Who does not see an attack coming cannot defend, but still soaks.",
    # Turns
    "AT-41": "In each round everybody takes one turn.",
    "AT-42": "Initiative is rolled once for a battle, at its beginning.",
    "AT-43": "Each rolls d100 against the initiative value.",
    "AT-44": "Those who succeed act first, the highest face leading; grades do not matter.",
    "AT-45": "Those who fail come after them, the highest face leading again.",
    "AT-46": "Equal faces go by REFLEX, and then by the order of the list.",
    "AT-47": (
        "After the last turn a new round begins; the dead and the collapsed are passed over, and whoever "
        "collapses in a turn of their own has ended it."
    ),
    "AT-48": "When a turn starts its allowances are full, and the counts of defences start again.",
    "AT-49": "In free play everybody may act at any time, and a fresh turn is taken by asking for it.",
    "AT-50": (
        "A turn has one significant action, one move and one quick action, in any order; the unused is lost."
    ),
    "AT-51": "Attacking, working a device and efforts like these are significant actions.",
    "AT-52": "A move ends anywhere in one's own zone or a zone next to it, and its way stays within them.",
    "AT-53": "Drawing a weapon, flipping a switch and the like are quick actions.",
    "AT-54": "Defending costs nothing of a turn; only further defences get harder.",
    "AT-55": "What is refused costs nothing; what is done is paid for before the first die.",
    # The attack
    "AT-60": "An attack first spends the significant action.",
    "AT-61": "With four wounds the attacker must first manage to act at all.",
    "AT-62": "The attacker rolls the weapon's skill with all modifiers.",
    "AT-63": "An attack that fails has no effect.",
    "AT-64": "When it succeeds, the target chooses whether and how to defend.",
    "AT-65": "Parry, block and dodge are offered as far as they are open; the senseless are offered nothing.",
    "AT-66": "The GM may add a modifier of any size.",
    "AT-67": "Each defence since the start of your last turn makes the next one harder by 20.",
    "AT-68": "Two-Fisted: once a turn, a parry or block that would be harder is not, and does not count.",
    "AT-69": "The defence chosen is rolled; a badly hurt defender must manage to act first.",
    "AT-70": "A parry stops melee attacks only, and takes a melee weapon in hand or Unarmed Combat.",
    "AT-71": "A block takes a shield and rolls Parry at +20.",
    "AT-72": "One melee attack a turn may be blocked, two by the Two-Fisted; shots as often as they come.",
    "AT-73": "A dodge is always possible, at −20 against melee.",
    "AT-74": "When the defence fails, the attack hits.",
    "AT-75": "When both succeed the better grade wins: critical, then special, then ordinary.",
    "AT-76": "Between equal grades the higher face wins.",
    "AT-77": "Between equal faces the defender wins.",
    "AT-78": "A defender who wins takes nothing; an attacker who wins keeps the whole grade of the attack.",
    "AT-79": "A hit needs no damage roll.",
    # Wounds
    "AT-80": "The Wound Rating is where counting the wounds begins.",
    "AT-81": "A special attack adds one wound.",
    "AT-82": "A critical attack adds half its tens digit, rounded down.",
    "AT-83": "Both additions count together, which only 55 can bring about: three wounds more.",
    "AT-84": "Cover takes 1, 2 or 3 from the Wound Rating before the grade adds to it.",
    "AT-85": "Armour then takes its rating, less what the weapon pierces; a critical attack ignores it.",
    "AT-86": "If any wound is left the target soaks, always and unasked.",
    "AT-87": "A soak takes away 3, 2 or 1 for a critical, special or ordinary success.",
    "AT-88": "Wounds add up to five at the most.",
    "AT-89": "A wound to somebody who has five already kills.",
    "AT-90": "Several hits are worked out one by one.",
    # Conditions
    "AT-91": "Up to three wounds hamper nobody.",
    "AT-92": "With four wounds one is incapacitated, but awake.",
    "AT-93": "With five wounds one is dying.",
    "AT-94": "The dead and the collapsed do nothing; the dying only what their last stand allows.",
    "AT-95": (
        "With four wounds each action and defence needs a GRIT roll first; if that fails it is lost, and "
        "paid for all the same."
    ),
    "AT-96": "A critical GRIT roll frees the action of its penalty; any other success leaves it at −20.",
    "AT-97": "The dying may try one last stand for each fall, on their own turn.",
    "AT-98": (
        "A successful last stand gives one action without cost, at −20; unused, it is gone at the end of "
        "the turn."
    ),
    "AT-99": "After an ordinary success that action is the last before the collapse.",
    "AT-100": "A special success keeps one conscious for as many turns as its tens digit says, at least one.",
    "AT-101": "A critical success puts one back at four wounds, and the action has no penalty.",
    "AT-102": "A failed last stand is the collapse.",
    "AT-103": "The collapsed lie senseless; only a further wound, or the GM, kills them.",
    "AT-104": "The GM may set anything; setting wounds sets the condition that belongs to them.",
}

_THE_RULINGS: Mapping[str, str] = {
    "AT-R1": "House ruling: a face equal to the target is under it, so that 50 per cent means fifty faces.",
    "AT-R2": (
        "House ruling: automatic results decide success alone; the grade still asks on which side of the "
        "target the face lies."
    ),
    "AT-R3": "House ruling: bad failures have names but no effects.",
    "AT-R4": "House ruling: 55 adds three wounds, since both its grades add.",
    "AT-R5": "House ruling: a soak counts by its best grade alone.",
    "AT-R6": "House ruling: cover weakens the weapon, not what a good roll adds.",
    "AT-R7": "House ruling: first cover, then the grade, then armour, then the soak, for each hit alone.",
    "AT-R8": "House ruling: a critical attack finds the gap in any armour.",
    "AT-R9": "House ruling: acting while badly hurt is at −20 unless the roll for it is critical.",
    "AT-R10": (
        "House ruling: each action and each defence needs a roll of its own at four wounds, and is spent "
        "when it fails."
    ),
    "AT-R11": (
        "House ruling: turns after a special last stand are played as at four wounds, and there is at least "
        "one."
    ),
    "AT-R12": "House ruling: wounds stop at five, the next one kills, and a failed last stand is a collapse.",
    "AT-R13": "House ruling: the untrained have twice REFLEX; Unarmed Combat must stand on the sheet.",
    "AT-R14": "House ruling: a block is a parry with a shield, at +20.",
    "AT-R15": "House ruling: fists are always there, weapons must be drawn, hands are not counted.",
    "AT-R16": "House ruling: nobody defends against what they do not see.",
    "AT-R17": (
        "House ruling: zones as drawn, else blocks of 8 by 8; on zones alone a melee attack makes two "
        "fighters engaged."
    ),
    "AT-R18": "House ruling: a distant shot has −20, and a weapon is used only at its own ranges.",
    "AT-R19": "House ruling: cover goes by the share of hidden lines, and does not count hand to hand.",
    "AT-R20": "House ruling: the last stand is NERVE times five, once for each fall, on one's own turn.",
    "AT-R21": "House ruling: the sheet keeps all seven attributes, though a fight reads three.",
    "AT-R22": "House ruling: initiative holds for the whole battle, and who cannot act is passed over.",
    "AT-R23": (
        "House ruling: a turn's limits on defending run from one's own turn to the next, and defending is "
        "free."
    ),
    "AT-R24": (
        "House ruling: Two-Fisted frees one parry or block a turn, and allows a second block of a melee "
        "attack."
    ),
    "AT-R25": "House ruling: three grades are compared, and a winner's attack is not weakened.",
    "AT-R26": "House ruling: only a melee weapon parries.",
    "AT-R27": (
        "House ruling: opening or closing a door that one stands next to is a quick action; a locked one is "
        "the GM's affair."
    ),
    "AT-R28": (
        "House ruling: who comes late rolls initiative on arrival, and acts from that place in the order on."
    ),
    "AT-R29": "House ruling: when nobody is left who can act, turn order ends.",
    "AT-R30": (
        "House ruling: the GM's change leaves a condition alone unless it sets the wounds or the condition "
        "itself."
    ),
    "AT-R31": "House ruling: those whom the mover's side cannot see stand in nobody's way.",
    "AT-R32": (
        "House ruling: the stock has the ten weapons and four suits of the book and no others; claws, hides "
        "and built-in guns have the figures of one of them."
    ),
    "AT-R40": (
        "House ruling: what the GM deals is a Wound Rating of a normal success: armour counts unless the GM "
        "says otherwise, it is soaked, and nobody defends."
    ),
    "AT-R41": (
        "House ruling: figures are no cover, a shot into hand to hand combat has no penalty, and a miss hits "
        "nobody else; a mount is a figure of its own. Where the house lets each who stands in the way cost a "
        "shot something, a shot that misses for that alone goes to one of them."
    ),
    "AT-R50": (
        "House ruling: height counts as the way does: who is engaged is at most a cell apart in each "
        "direction, up and down too, and a zone's range is the same at any height. Who flies rises or sinks "
        "with its move, by up to a cell for each cell it goes."
    ),
    "AT-R51": (
        "House ruling: a fall of two cells or more is a Wound Rating of half the cells, rounded down, which "
        "armour and soak meet as any other; whoever is out of the fight falls."
    ),
}

RULES: Mapping[str, str] = {**_THE_RULES, **_THE_RULINGS}
"""Each rule id with what it says; AT-R ids are rulings, the GM's to know and to change."""
