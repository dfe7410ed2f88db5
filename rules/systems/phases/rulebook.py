"""The rules of the phase combat game in our words, by id, and the rulings beside them."""

from collections.abc import Mapping

_THE_RULES: Mapping[str, str] = {
    # Sheet, weapons, armour
    "PH-01": (
        "A skill is so many dice under any name; fights read firearms, melee, brawling and fast-draw, and "
        "what is not on the sheet has no dice."
    ),
    "PH-02": "A body has seven places to be hit: head, chest, abdomen, two arms and two legs.",
    "PH-03": "Of the armour worn over a place only the best piece counts there.",
    "PH-04": "Everybody can strike with bare hands; they are always ready and stand on no sheet.",
    "PH-05": (
        "Other weapons are used only while they are in hand: draw, fast-draw, holster and drop change "
        "what is."
    ),
    "PH-06": (
        "Every ranged weapon can fire one shot at a time; targeting and firing in one action takes one "
        "that loads itself."
    ),
    "PH-07": "Bursts take a weapon made for bursts or for full auto, and full auto one made for that.",
    "PH-08": (
        "A shot uses one round, a burst three, full auto ten; without enough the attack is refused until "
        "the weapon is reloaded."
    ),
    # Rolls
    "PH-10": "Throw ten-sided dice, as many as you have, and read the highest.",
    "PH-11": "Every other die that shows the same as the one read adds 1.",
    "PH-12": "The total is what was read with all modifiers.",
    "PH-13": "Where there is a number to reach, reaching it is a success.",
    "PH-14": (
        "With ones on more than half of the dice a roll against a number fails whatever its total; with "
        "ones on all of them it is a botch."
    ),
    "PH-15": "Who has no dice throws one all the same, and botches on 1 or 2.",
    "PH-16": "Initiative is a roll of Reflexes, with the sheet's own number and what wounds take.",
    "PH-17": (
        "A called attack that fails by no more points than the chain of its location has steps is a "
        "partial success."
    ),
    "PH-18": "Any other roll that falls short is a failure.",
    "PH-19": (
        "Initiative, locations and damage have no number to reach: they neither succeed nor fail, and "
        "ones in them are only low."
    ),
    "PH-20": "A roll tells its dice, what was read, the total, the number to reach and what came of it.",
    "PH-21": "A botched attack also loses the target and the aim; any other botch is a failure and no more.",
    "PH-22": "What wounds take counts in all rolls but those for location, damage and trauma.",
    # Facts
    "PH-25": (
        "Cover takes 1, 2 or 3 from a shot, by how much of the target it hides; at hand it does not count."
    ),
    "PH-26": (
        "There is a line of fire when at least one line to the target is clear; all of a body can be hit "
        "unless the GM says otherwise."
    ),
    "PH-27": (
        "Facts are read when an action is declared and again when it resolves; those that the GM gives "
        "hold both times."
    ),
    # Clock
    "PH-30": (
        "Combat begins when somebody who knows of a target decides to attack; everybody is aware of the "
        "others unless said otherwise."
    ),
    "PH-31": (
        "Who knows of no enemy rolls no initiative and declares nothing, until the GM or an attack "
        "changes that."
    ),
    "PH-32": (
        "An unaware combatant who is attacked, hit or not, is surprised when that phase ends; the GM may "
        "bring it about at once."
    ),
    "PH-33": "For the two phases after that a surprised one declares nothing.",
    "PH-34": (
        "From the third on it rolls Reflexes against 8 as each phase starts, and on a success takes part "
        "at once."
    ),
    "PH-35": "Each try that failed adds 1 to the next.",
    "PH-36": "A phase has four parts: reactions, initiative, declarations, resolution.",
    "PH-40": "Two phases are a round, three rounds a turn, four turns a minute.",
    "PH-41": (
        "In a phase everybody who is aware, recovered, up and awake, and is not waiting for an action, "
        "may declare one."
    ),
    "PH-42": "They and nobody else roll initiative when the phase starts.",
    "PH-43": (
        "The lowest total declares first and the highest last; equals by fewer Reflexes, then by their "
        "place in the list."
    ),
    "PH-44": (
        "Declaring or passing ends a declaration; who declares something long waits until it has resolved."
    ),
    "PH-45": "Before declaring one may take one free action, which happens at once.",
    "PH-46": (
        "A fast draw rolls against 8 as a free action: success readies the weapon, failure makes it this "
        "phase's draw, and a botch drops it and ends the declaration."
    ),
    "PH-47": (
        "After the last declaration the phase resolves at once; the next begins when the table is ready."
    ),
    "PH-48": (
        "Out of combat everything resolves at once, and a defence holds until its owner does something "
        "else; a fresh turn gives the free action back."
    ),
    "PH-50": "An action resolves at the end of the last phase that it takes.",
    "PH-51": "Of what resolves in one phase the shorter actions come first.",
    "PH-52": (
        "Actions of one length resolve at the same moment, all on how things stood before it: two can "
        "fell each other, losing beats gaining, and a place goes to who declared for it first."
    ),
    "PH-53": (
        "Dice fall in the order of declaration; who is down, stunned or dead when the moment comes loses "
        "the action."
    ),
    "PH-54": (
        "Who waits may give its action up in a later phase than it was declared in, and declares again in "
        "the next; nothing else about it can be changed."
    ),
    "PH-55": "To target and fire takes a round: the targeting is done with the actions of its first phase.",
    "PH-56": (
        "At the end of the round two single shots follow, both on the same state, and both wild if the "
        "target has been lost by then."
    ),
    "PH-57": "What is declared everybody hears; a combined action keeps its target and its shots.",
    # Targeting and attacks
    "PH-60": "Targeting takes somebody into the sights of one weapon, perhaps at one location.",
    "PH-61": "A shot at who is targeted with that weapon is targeted; any other is wild.",
    "PH-62": "Targeting holds through all shots, until another target or weapon is wanted.",
    "PH-63": (
        "It is lost with the sight of the target, by attacking or targeting another, by putting the "
        "weapon away, by a traumatic wound, by being stunned, or as the GM says."
    ),
    "PH-64": (
        "Each phase of aiming adds 1, up to 3, to a targeted shot; any shot uses it up, and moving loses it."
    ),
    "PH-65": (
        "A shot must reach 6, 8 or 10 by the three numbers of its weapon's range; beyond them it is refused."
    ),
    "PH-66": "A wild shot has -2 and no aim.",
    "PH-67": (
        "A wild shot cannot be called; one that has become wild since it was declared is worked out uncalled."
    ),
    "PH-68": (
        "Calling a location costs a point for each step of its chain: 4 for head and chest, 5 for the others."
    ),
    "PH-69": (
        "An attack needs its weapon still in hand, spends its rounds, needs its target still there and in "
        "sight, and then rolls; each hit finds its place and its damage."
    ),
    "PH-70": (
        "A burst takes a phase and one roll and cannot be called; a success hits once, and once more for "
        "every two points above, up to 3."
    ),
    "PH-71": "Every hit of a burst has its own location, damage and trauma.",
    "PH-72": "Full auto takes a round; a phase of it is a burst.",
    "PH-73": (
        "Full auto is one roll at +2; a success hits once, and once more for every point above, up to 6."
    ),
    "PH-74": "There is no suppressive fire.",
    "PH-75": (
        "A blow takes a phase and reaches one cell; it is never wild, needs no targeting and may be called."
    ),
    "PH-76": "A blow must reach 7, or the total of a parry that is higher.",
    "PH-77": (
        "Who parries rolls against each blow of the phase, with the first melee weapon in hand or bare "
        "hands; mostly ones, and the parry counts for nothing."
    ),
    "PH-78": "Attacks on who evades have -2 until the phase ends.",
    "PH-80": "A called attack that succeeds hits what it called.",
    "PH-81": (
        "Else one die says where: 1 head, 2 to 4 chest, 5 and 6 abdomen, then right arm, left arm, right "
        "leg, left leg."
    ),
    "PH-82": (
        "A called attack that falls short by so many points hits that step of the chain, if it is that long."
    ),
    "PH-83": (
        "What cannot be hit is replaced by the next place of the chain that can; without one the attack "
        "misses."
    ),
    "PH-84": "Blows find their place in the same way.",
    "PH-85": "Each location has a chain of the others, from the nearest on.",
    # Damage
    "PH-90": (
        "Wounds are of two kinds: flesh wounds are counted, traumatic ones are remembered by their place."
    ),
    "PH-91": (
        "A hit rolls the weapon's dice and bonus, less the armour at its place; what comes to nothing is "
        "stopped."
    ),
    "PH-92": "A hit that goes through gives a flesh wound, unless the weapon stuns.",
    "PH-93": "Flesh wounds are small hurts: only how many there are counts.",
    "PH-94": (
        "It also calls for Toughness against the damage, 2 more at the head; anything but a success is a "
        "traumatic wound there."
    ),
    "PH-95": "Traumatic wounds cripple, and can kill.",
    "PH-96": "Every three flesh wounds take 1 from one's rolls, and every traumatic wound 2.",
    "PH-97": (
        "A trauma count of 2 brings somebody down and 3 kills, the head counting double; nine flesh "
        "wounds also bring down."
    ),
    "PH-98": "A stunner wounds nobody: where another weapon would cripple, it takes six phases.",
    "PH-99": (
        "A hurt arm lets everything in hand fall, and two leave only bare hands; a hurt leg leaves one "
        "cell a phase, and two none."
    ),
    "PH-100": (
        "Who is down or dead declares nothing and loses what was declared, targeted and aimed; the down "
        "can still be attacked."
    ),
    "PH-101": (
        "The stunned declare nothing and lose what was declared; the count falls at the end of each phase "
        "but the one in which it began."
    ),
    "PH-102": (
        "The GM may set anything; the condition follows from wounds that are set, unless it is set too."
    ),
}

_RULINGS: Mapping[str, str] = {
    "PH-R1": (
        "two phases make a round, three rounds a turn, four turns a minute, so that targeting and firing "
        "fill a round."
    ),
    "PH-R2": (
        "initiative adds a number on the sheet, usually 10; of equals the one with fewer Reflexes dice "
        "declares first, so that the quicker hears more."
    ),
    "PH-R3": (
        "matches always add, a majority is more than half, and ones count only against a number to reach."
    ),
    "PH-R4": "a body has the seven places that the chains name.",
    "PH-R5": "a shot must reach 6, 8 or 10 by range, and cover takes 1 to 3.",
    "PH-R6": "a phase of aim gives 1, up to 3; the events that cost targeting are listed.",
    "PH-R7": (
        "calling a shot costs as many points as its chain has steps, so that it never makes a hit likelier."
    ),
    "PH-R8": "the location die gives the trunk half of its faces and each limb one.",
    "PH-R9": "where a chain leaves the side open it is the right; near is the same side, far the other.",
    "PH-R10": "bursts and full auto differ by their hits; suppressive fire is not offered.",
    "PH-R11": "a blow must reach 7, and may be parried or evaded; everybody has fists.",
    "PH-R12": "damage is a pool with a bonus, less armour, and each hit is one flesh wound.",
    "PH-R13": "Toughness against the damage decides on trauma: any damage can cripple, little seldom does.",
    "PH-R14": "what wounds take, when they bring down and kill, and what hurt limbs do.",
    "PH-R15": "being stunned costs a turn.",
    "PH-R16": (
        "facts count as they are at the declaration and again at the resolution, for all may have moved."
    ),
    "PH-R17": "the round without reaction begins with the phase after the overt act.",
    "PH-R18": (
        "one free action a phase, before the longer one; nothing is cancelled in the phase in which it "
        "was declared."
    ),
    "PH-R19": "resolution follows the last declaration, and dice fall in the order of declaration.",
    "PH-R20": (
        "on a map of zones alone the same zone is 1 cell away, each link counts 5 cells, and so it does "
        "for moving."
    ),
    "PH-R21": "a new wound never makes a condition better than it was, whoever set it.",
    "PH-R22": (
        "who is surprised with no phase named to react from, as after free play, tries from the next "
        "phase on."
    ),
    "PH-R23": "a combined action whose targeting comes to nothing still fires, wild.",
    "PH-R24": "opening or closing a door is an action of a phase.",
    "PH-R25": "a stun that the GM sets counts down from the end of that same phase.",
    "PH-R26": "what asks for a ranged weapon refuses a melee weapon as an unknown one.",
    "PH-R27": "who joins a running fight, or is made aware in it, declares from the next phase on.",
    "PH-R28": "a phase lasts until the next one starts; what was declared in it cannot be cancelled before.",
    "PH-R29": (
        "where the GM wishes it, declarations are told to the GM alone and revealed together, once the last "
        "has declared; free actions are seen as ever."
    ),
    "PH-R30": (
        "the stock has the weapons and armour of the book and no others; claws, hides and built-in guns have "
        "the figures of one of them, and every body has the seven locations, fore legs for arms."
    ),
    "PH-R40": (
        "damage that the GM deals is so many dice against the place that the GM says, or that the die finds."
    ),
    "PH-R41": (
        "figures are no cover, a shot into a brawl has no penalty, and a miss hits nobody else; a mount is a "
        "figure of its own. Where the house lets each who stands in the way cost a shot something, a shot "
        "that misses for that alone finds one of them, where the die says, with a single hit."
    ),
    "PH-R50": (
        "height counts like another direction of the grid: of the cells along and the cells up the greater "
        "number is the distance. Who flies rises or sinks with its move, by up to a cell for each cell it "
        "goes."
    ),
    "PH-R51": (
        "a fall of two cells or more is a die of damage for each two cells, at most ten, where the die "
        "says; whoever is out of the fight falls."
    ),
}

RULES: Mapping[str, str] = {
    **_THE_RULES,
    **{id_: f"House ruling: {text}" for id_, text in _RULINGS.items()},
}
"""Every rule and ruling by its id."""
