"""The rules in our words, by id, and the rulings beside them."""

from collections.abc import Mapping

from rules.systems.savage.rulings import RULINGS

_SHEET: Mapping[str, str] = {
    "SW-01": (
        "A sheet is one object; what it leaves out has its ordinary value, what is wrong is refused by name."
    ),
    "SW-02": "A sheet may start from a ready-made combatant and say only what differs.",
    "SW-03": "A trait is a die from d4 to d12, with a fixed number from -8 to +8 beside it perhaps.",
    "SW-04": "Parry is 2 and half the Fighting die, plus whatever Edges, weapons and shields in hand add.",
    "SW-05": (
        "Toughness is 2 and half the Vigor die, plus bulk, plus the best armour on the spot that is hit."
    ),
    "SW-06": "Only the armour in a Toughness can be pierced.",
    "SW-07": "A Wild Card carries three wounds; an Extra carries none.",
    "SW-08": (
        "There are two hands: a two-handed weapon takes both, anything else but teeth and fists takes one."
    ),
    "SW-09": "Each wound, up to three, takes an inch of Pace; one inch remains to whoever can walk at all.",
    "SW-10": "Nobody is both Hesitant and quick with the cards.",
    "SW-11": "Fists and natural weapons are always at hand; everything else must be held to be used.",
}
_GEAR: Mapping[str, str] = {
    "SW-12": "A weapon says what it does, how far, how fast, how heavy it is and what is special about it.",
    "SW-13": (
        "Damage is dice and numbers added up: fixed for most ranged weapons, on top of Strength for others."
    ),
    "SW-14": "What can be swung and thrown is swung at those within reach, unless one says otherwise.",
    "SW-15": (
        "Who is too weak for a weapon throws no damage die larger than Strength and loses its Parry and "
        "reach; "
        "with ranged weapons of fixed damage each missing step costs 1 to hit."
    ),
    "SW-16": "There is a list of ordinary weapons; a sheet may bring its own.",
    "SW-17": "There is a list of ordinary armour, each piece with the spots that it covers.",
    "SW-18": "There are six ready-made combatants: two Wild Cards, three Extras and a war horse.",
}
_TURNS: Mapping[str, str] = {
    "SW-20": (
        "The action deck has 52 cards and two Jokers: Jokers, then ace to 2; spades, hearts, diamonds, clubs."
    ),
    "SW-21": (
        "Each Wild Card gets a card of its own; each group of Extras shares one and acts one after another."
    ),
    "SW-22": "The highest card acts first.",
    "SW-23": (
        "A Joker acts whenever it likes, interrupts without a roll, and has +2 on every trait and damage "
        "roll "
        "of the round."
    ),
    "SW-24": "Each Joker dealt brings a Benny to all Wild Cards of its side.",
    "SW-25": "After a round with a Joker the deck is shuffled, and so it is when it runs out.",
    "SW-26": (
        "A round is over when all turns are and nobody is on Hold; then the bleeding roll and new cards come."
    ),
    "SW-27": (
        "A turn begins with fresh allowances and the rolls to recover; at its end conditions count down "
        "and an "
        "Aim that was not used is lost."
    ),
    "SW-28": "Who drops out of the fight loses the turn that was to come.",
    "SW-29": (
        "In an ambush the attackers begin on Hold; their victims roll Notice, and who fails does nothing "
        "in the "
        "first round."
    ),
    "SW-30": "Before doing anything one may go on Hold and keep the turn for later, into later rounds too.",
    "SW-31": "A held turn can be taken at once if nobody acts, or right after the turn that is running.",
    "SW-32": "To break into another's turn win Athletics against Athletics; who loses acts right after it.",
    "SW-33": "Being Shaken, Stunned or incapacitated ends Hold, and the held turn is lost.",
    "SW-34": (
        "Level Headed keeps the best of two cards, improved of three; Hesitant the worst of two, but never "
        "gives up a Joker; Quick replaces a card of 5 or lower."
    ),
    "SW-35": "Outside a battle everybody may act at any time, and turns are begun and ended one by one.",
    "SW-36": "A ridden mount acts in its rider's turn, with allowances of its own.",
    "SW-37": "While a battle runs it cannot be begun again, and only who is active ends the turn.",
}
_ROLLS: Mapping[str, str] = {
    "SW-38": (
        "Modifiers are listed in a fixed order, each with its rule; those that come to nothing are left out."
    ),
    "SW-40": "A trait roll throws the trait's die; a Wild Card throws a d6 as well and uses the better.",
    "SW-41": "A die that shows its highest face is thrown again and added, as often as it does.",
    "SW-42": "Modifiers are added to the better die, and do not make it explode.",
    "SW-43": "An untrained skill throws a d4 at -2.",
    "SW-44": "A 1 on both the trait die and the Wild Die is a critical failure.",
    "SW-45": "The number to reach is 4, unless a rule gives another; each 4 beyond it is a raise.",
    "SW-46": "In an opposed roll the higher total wins.",
    "SW-47": "Wounds cost 1 each and Distracted 2 on every trait roll; a Joker gives 2.",
    "SW-48": "Several actions, and running, weigh on all actions of that turn.",
    "SW-49": "Of several dice each is compared by itself; the best names the outcome.",
    "SW-50": "A single die hits or does not, and every 4 beyond is a raise.",
    "SW-51": "A Benny buys another throw, a Soak roll, or the end of being Shaken; nobody pays for another.",
    "SW-52": "Another throw keeps the better result; a critical failure can be neither undone nor ignored.",
    "SW-53": "Whoever has a Benny is asked right after a roll that another throw could better.",
    "SW-54": "Extras have Bennies only if the GM gives them some.",
}
_FACTS: Mapping[str, str] = {
    "SW-55": "An inch is a square, or two yards; distances run between the nearest squares, rounded up.",
    "SW-56": (
        "The more of the rays to a target are hidden, the better its cover; if all are, there is no shot."
    ),
    "SW-57": "Two are adjacent when their squares touch and no wall, window or shut door is between.",
    "SW-58": "Before its first step a mount has everything in front of it; afterwards what lies ahead.",
    "SW-59": "A rider stands where the mount stands.",
}
_ACTIONS: Mapping[str, str] = {
    "SW-60": "A turn is movement, the declared actions, and as many free actions as one likes.",
    "SW-61": "Movement is no action; it may not exceed Pace, and the running die when running.",
    "SW-62": "One action needs no declaration and has no penalty.",
    "SW-63": "Two or three actions are declared before the first.",
    "SW-64": "What was not declared cannot be taken, and what is not taken is lost.",
    "SW-65": "Each action beyond the first costs 2 on all actions of the turn.",
    "SW-66": "The Shaken move and do free things only; the Stunned, surprised and fallen do nothing.",
    "SW-67": "What is refused is refused for the first reason in a fixed order.",
    "SW-68": (
        "Aiming takes a whole turn; the first shot of the next has +2, or up to 4 points less of the "
        "penalties "
        "for range, cover, called shot and speed."
    ),
    "SW-69": "Defending raises Parry by 4 until one's next turn, and leaves nothing but walking.",
    "SW-70": (
        "An attack may be wild, aimed at a part of the body, meant to spare, or made in other special ways."
    ),
    "SW-71": "Running adds the running die to Pace and costs 2 on all actions of the turn.",
    "SW-72": "In the saddle it is the mount that moves and runs.",
}
_ATTACKS: Mapping[str, str] = {
    "SW-73": "A blow is rolled with Fighting against the target's Parry.",
    "SW-74": "A blow reaches the next square, and farther by the weapon's reach.",
    "SW-75": "A weapon against somebody without weapon, shield or teeth has +2.",
    "SW-76": "Each further able foe next to the target gives +1, each able friend of it takes 1, up to +4.",
    "SW-77": "Fighting from the ground costs 2; striking somebody on the ground meets a Parry 2 lower.",
    "SW-78": "Attacks on the Vulnerable have +2, but for areas.",
    "SW-79": "A wild attack has +2 to hit and to damage, and leaves the attacker Vulnerable.",
    "SW-80": "A rider strikes with the lower of Riding and Fighting.",
    "SW-81": "A shot is rolled against 4 with Shooting, a throw with Athletics, magic with its own skill.",
    "SW-82": "Medium range costs 2, long 4, extreme (to four times long) 8.",
    "SW-83": "Extreme range takes an Aim, which gives nothing more there.",
    "SW-84": "Nothing thrown, no shotgun and no cone or line reaches to extreme range.",
    "SW-85": (
        "Cover costs a shot 2, 4, 6 or 8, poor light 2, 4 or 6, a fast target what the GM says, Dodge 2."
    ),
    "SW-86": "A target that lies 3 inches away or more costs 4, unless its cover costs more.",
    "SW-87": "An Aim can clear up to 4 points of what stands in the way, or give 2.",
    "SW-88": "In melee is who has an able enemy next to it.",
    "SW-89": "In melee there is no use for two-handed ranged weapons, magic aside.",
    "SW-90": "A shot at somebody next to one is rolled against Parry.",
    "SW-91": "Who shoots past the enemies next to it is Vulnerable from then on.",
    "SW-100": "A burst throws a die for each shot, and one Wild Die with them.",
    "SW-101": "The Wild Die may take the place of the lowest die, but adds no shot.",
    "SW-102": "Two shots or more cost 2 for recoil.",
    "SW-103": "Each die that hits does its own damage.",
}
_INJURY: Mapping[str, str] = {
    "SW-120": "Damage dice explode; a raise on the attack adds one d6, however many raises there were.",
    "SW-121": (
        "Wild attacks, shots at head or vitals, charges, set weapons, both barrels and Jokers add to damage."
    ),
    "SW-122": "Damage is compared with Toughness where it lands, less the armour that is pierced.",
    "SW-123": "Damage that reaches Toughness leaves the target Shaken; each 4 beyond is a wound.",
    "SW-124": "To be Shaken once more is a wound.",
    "SW-125": "Wounds leave one Shaken; those beyond the limit incapacitate.",
    "SW-126": "The first wound takes an Extra out.",
    "SW-127": "For a Benny, Vigor takes away a wound about to be taken, and one more with each raise.",
    "SW-128": "Who soaks all of it is not Shaken either, even if it was before.",
    "SW-134": "The incapacitated lie down, leave the order, and lose saddle, Hold, Aim and defence.",
    "SW-135": "A Wild Card rolls Vigor at once when it falls, unless it was to be spared.",
    "SW-136": "A critical failure is death, a failure bleeding; a success is safe.",
    "SW-137": "What becomes of fallen Extras is settled after the battle.",
    "SW-138": "The bleeding roll Vigor at the end of each round: a failure kills, a raise ends it.",
    "SW-140": "The Shaken roll Spirit when their turn begins; a success ends it and the turn is whole.",
    "SW-141": "A Benny ends Shaken at any time.",
    "SW-142": "Distracted costs 2 on all trait rolls until one's own turn has ended.",
    "SW-143": (
        "Vulnerable gives attackers 2 until one's own turn has ended; one turn longer if it is one's own "
        "doing."
    ),
    "SW-144": "The Stunned lie there, Distracted and Vulnerable, and roll Vigor when their turn begins.",
    "SW-145": "Lying down is free; getting up costs 2 inches of movement.",
    "SW-146": "Being on Hold, aiming, defending, surprise and the saddle have rules of their own.",
    "SW-147": "So have being incapacitated, bleeding, unconscious and dead.",
    "SW-150": "Who moves away from an enemy gives it a free attack before the step.",
    "SW-151": "The enemy is asked, and may choose its weapon.",
    "SW-152": "A free attack is one ordinary blow; it costs no action.",
    "SW-153": "Then the move goes on, unless the mover was taken out or Stunned.",
    "SW-154": "Of a mounted pair the rider is struck at, and the pair strikes once.",
}
_AREAS: Mapping[str, str] = {
    "SW-160": (
        "Blasts are 1, 2 or 3 inches in radius, a cone 9 long and 3 wide at its end, a line 12 long and 1 "
        "wide."
    ),
    "SW-161": (
        "An area is rolled for once, against 4, with the attacker's own modifiers, range, light and Aim."
    ),
    "SW-162": "A blast is aimed at a square, a cone or line points at one.",
    "SW-163": "A cone may be narrowed to a line.",
    "SW-164": "Friend and foe are caught alike, but only what the origin sees past walls.",
    "SW-165": "A success hits all that are caught; a raise adds d6 to all damage; a blast that fails drifts.",
    "SW-166": (
        "A thrown blast drifts d6 inches, another 2d6, more at greater range, at most half the distance."
    ),
    "SW-167": "A d12 read as a clock says where to; walls and the map's edge stop it.",
    "SW-168": "Damage is rolled for each; cover takes its penalty from a blast's damage, lying down takes 4.",
    "SW-169": "Areas find no stray victims besides.",
    "SW-170": "What is thrown is not counted, and stays in hand.",
}
_SPECIAL: Mapping[str, str] = {
    "SW-171": "A shotgun has +2 to hit.",
    "SW-172": "A shotgun does 3d6 near, 2d6 at medium and 1d6 at long range.",
    "SW-173": "A shotgun's 1 or 2 finds a bystander.",
    "SW-174": "Both barrels are one attack with +4 damage.",
    "SW-175": "Makeshift weapons are light, medium or heavy.",
    "SW-176": "Makeshift weapons cost 2 to hit.",
    "SW-180": "A mount acts with its rider and attacks only what is in front of it; mounting costs 2 inches.",
    "SW-181": "An attacker chooses rider or mount; neither hides the other.",
    "SW-182": "After 6 inches straight on a rider's blow does 4 more damage.",
    "SW-183": "The mount's legs make the charge, the rider's action the blow.",
    "SW-184": (
        "Who is on Hold with a long weapon may set it against a charge: Athletics, the longer weapon with +2."
    ),
    "SW-185": "The winner strikes first, with +4 damage.",
    "SW-186": "Then the other strikes, if it still can.",
    "SW-188": "A rider who is shaken up or wounded rolls Riding to stay in the saddle.",
    "SW-189": "A fall does damage like a blow, without raise or modifier.",
    "SW-210": (
        "A blow, or a throw of something blunt, can be meant to spare; the flat of a blade costs 1 to hit."
    ),
    "SW-211": "Who is spared lies unconscious for d6 hours.",
    "SW-212": "Fists and teeth spare nobody unless that is chosen.",
    "SW-220": "A missed shot with a natural 1 hits somebody next to the target.",
    "SW-221": (
        "A burst, like a shotgun, finds a bystander with a 2 as well; of a burst not with the die whose "
        "place the Wild Die took."
    ),
    "SW-222": "Two melee weapons against at most one, and no shield or teeth, have +1.",
    "SW-223": "A bystander is hit without a raise.",
    "SW-230": "Things have no turns; a blow needs 2 to hit them, a shot 4.",
    "SW-231": "Things have a Toughness by their kind, and no armour.",
    "SW-232": "Damage against things does not explode, and a raise adds nothing.",
    "SW-233": "One blow that reaches its Toughness breaks a thing; lesser ones do nothing.",
    "SW-234": "Things neither gang up nor stand in the way of stray shots.",
    "SW-250": "The odds tell how likely a hit is, and how many wounds are left after any Soak.",
}
_SETTLED: Mapping[str, str] = {
    "SW-C1": (
        "A rider who is struck out of the saddle does not stop the mount: it goes on, and whoever it still "
        "leaves may strike at it."
    ),
    "SW-C2": (
        "When a mount is taken out its rider rolls Riding: a success lands on its feet beside it, a failure "
        "is a fall."
    ),
    "SW-C3": "Nobody strikes through a window, however long the weapon.",
    "SW-C4": (
        "Of those who act right after a turn, who lost an interruption goes before who has said that it acts "
        "then."
    ),
    "SW-C5": "The one die of a shotgun goes astray with a 1 or a 2 whatever the Wild Die shows.",
}
"""What was left open and has been settled since."""
RULES: Mapping[str, str] = {
    **_SHEET,
    **_GEAR,
    **_TURNS,
    **_ROLLS,
    **_FACTS,
    **_ACTIONS,
    **_ATTACKS,
    **_INJURY,
    **_AREAS,
    **_SPECIAL,
    **_SETTLED,
    **RULINGS,
}
"""Each rule id with what it says, and each ruling."""
