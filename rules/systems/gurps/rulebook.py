"""The rules of the 3d6 game in our words, by id; the rulings beside them stand in `rulings`."""

from collections.abc import Mapping

from rules.systems.gurps.rulings import RULINGS

_THE_RULES: Mapping[str, str] = {
    # The sheet
    "GU-201": (
        "A sheet says what a character is; what it leaves out has a default, and a key that nobody knows is "
        "refused."
    ),
    "GU-202": "A human body has sixteen locations, eyes and vitals among them.",
    "GU-203": (
        "Rules read the skills that lead, leap, tumble, shield, fight bare-handed and heal, and whatever a "
        "weapon names."
    ),
    "GU-210": (
        "Move is Basic Move times what the load leaves (1, 0.8, 0.6, 0.4, 0.2), rounded down, then halved by "
        "wounds and fatigue and cut by posture."
    ),
    "GU-211": "A step is a tenth of the Move, rounded up, and never less than a yard.",
    "GU-212": "Half the Move is rounded down, but a yard at least for whoever can move.",
    "GU-213": (
        "Dodge is Basic Speed without its fraction plus 3, less the encumbrance level; reeling halves it, "
        "rounded up, and exhaustion once more."
    ),
    "GU-214": (
        "Parry is half the weapon's skill plus 3 (half DX without the skill), and the weapon's own number."
    ),
    "GU-215": "Block is half the Shield skill plus 3, or half DX plus 3.",
    "GU-216": "An attack is rolled against the weapon's skill with the weapon's own number; without it, DX.",
    "GU-217": "To use a skill on another attribute, take DX away from it and add the other.",
    "GU-218": (
        "Tactics and Streetwise default to IQ at -6 and -5, Survival to Per-5, Acrobatics and Jumping to DX "
        "at -6 and -5, Physician to IQ-7; Surgery has no default, and weapon skills have DX."
    ),
    "GU-219": (
        "DR of a location is its natural DR and all armour over it, less what acid took: first from whole "
        "armour, then from armour with gaps, then from the skin. The vitals have the torso's."
    ),
    "GU-220": "Bone adds 2 DR to the skull, which neither acid nor gaps take away.",
    "GU-221": "A location is flexible when all armour there is and there is no natural DR.",
    "GU-222": "Combat Reflexes add 1 to dodge, parry and block.",
    "GU-223": "A ready shield adds its DB to every defence against what comes from the front or the side.",
    "GU-230": "Thrust and swing damage come from ST by a table; between two rows the lower one counts.",
    # Gear
    "GU-301": "A weapon is used in one of its modes, the first if none is named.",
    "GU-302": "Damage is written as dice with adds, a multiplier, an armour divisor and a type.",
    "GU-303": (
        "A melee weapon strikes at exactly its reaches; body to body, and reach 1, also at no distance."
    ),
    "GU-304": "Beyond its maximum range nothing is shot or thrown.",
    "GU-305": "Rounds fired leave the magazine; what is thrown or dropped leaves the hand.",
    "GU-306": (
        "Only a ready weapon attacks or parries, a fist only when its hand is free; attacking unreadies "
        "nothing."
    ),
    "GU-320": "Each hand holds one thing, and is free when it holds none and is whole.",
    "GU-330": "A slam does HP times the yards run, by a hundred, in dice, at least 1d-3.",
    "GU-331": (
        "A slam comes with a move and attack or an all-out attack after a yard's run; it is dodged or "
        "blocked, "
        "not parried."
    ),
    # Rolls
    "GU-401": "A success roll is 3d against a score and its modifiers; the target or less succeeds.",
    "GU-402": "3 and 4 always succeed, critically; so does 5 at a target of 15 or more, and 6 at 16 or more.",
    "GU-403": (
        "17 and 18 always fail; 18 is critical, 17 up to a target of 15, and so is every failure by 10 "
        "or more."
    ),
    "GU-404": "A failure counts as by 1 at least, even when it is automatic.",
    "GU-405": "An attack, feint or disarm is not tried below an effective skill of 3; defences always are.",
    "GU-406": "In a quick contest the greater margin wins, by the difference; equal margins are a tie.",
    "GU-407": "Damage dice are added up with their adds; single dice are read by their face.",
    # Facts
    "GU-500": "What the GM says of an attack's circumstances holds to its end, unless something new is said.",
    "GU-501": (
        "A cell is a yard; distance is straight, rounded, with height as a third side, and in walking every "
        "second diagonal counts double."
    ),
    "GU-502": (
        "Everybody faces a direction. Up to 90 degrees off it is the front, beyond 150 the back, the side "
        "between; one turns only with a maneuver that moves."
    ),
    "GU-503": (
        "Cover is light from a fifth of the lines hidden (-2) and heavy from half (-4); with every line "
        "stopped there is no shot."
    ),
    "GU-504": "A blow does not go through a wall, a window or a closed door.",
    "GU-505": "Giving way leads to the free cell next to one that is farthest from the danger.",
    "GU-506": (
        "A grid has eight directions of squares or six of hexes; zones alone have none, and so no arcs."
    ),
    "GU-507": "Whoever comes onto the map faces the nearest enemy.",
    # Time
    "GU-601": "A round is a second; everybody has one turn in it, and one maneuver in the turn.",
    "GU-602": "One of each side rolls Tactics, Survival or Streetwise, and the sides act by their margins.",
    "GU-603": "A side without a leader rolls at -2, by its best tactician if nobody is named.",
    "GU-604": (
        "Equal margins go by the higher target, then the roller's Basic Speed; within a side by Basic Speed, "
        "then DX."
    ),
    "GU-605": (
        "Attackers who surprise act first, the surprised last; the rest contest for the places between."
    ),
    "GU-606": (
        "Total surprise freezes for 1d seconds, partial surprise for none; both stun the mind. Combat "
        "Reflexes make total surprise partial."
    ),
    "GU-607": (
        "The stunned mind does nothing; each such turn thaws a second, then tries IQ, easier by 1 each time."
    ),
    "GU-608": "At the start of a turn the last maneuver lapses, defences count anew, and shock comes due.",
    "GU-609": "At its end shock goes by, and aims, evaluations, feints and ripostes that were due lapse.",
    "GU-610": "In free play everybody has one maneuver until they are given a fresh turn.",
    "GU-611": "Below 0 HP the roll to stay conscious comes before the maneuver; doing nothing avoids it.",
    # Maneuvers
    "GU-701": "Each maneuver has its movement and leaves its defence until the next turn.",
    "GU-702": "Attack options go with every maneuver that attacks, and their numbers add up.",
    "GU-703": "Melee maneuvers take melee weapons and jets, aim and all-out fire what shoots or flies.",
    "GU-704": "Movement comes before or after the attack, together within what the maneuver allows.",
    "GU-710": (
        "Aim for one turn for the weapon's Acc, a second for 1 more, a third for 2; bracing adds 1. Any "
        "defence "
        "or other deed ends it."
    ),
    "GU-711": (
        "All-out: +4 to hit, or two blows, or a yard's longer reach, or +2 damage (1 a die if more), or "
        "a feint "
        "first. No defence."
    ),
    "GU-712": (
        "All-out fire: +1 to hit, or the whole RoF into a place 2 or 4 yards wide, at 8 and the burst's "
        "bonus "
        "against each who enters."
    ),
    "GU-713": "All-out defence: +2 to one kind of defence, or a second try with another kind.",
    "GU-714": (
        "Committed: +2 to hit, or +1 damage (1 for every two dice if more); a second step costs 2 to hit. "
        "Defences at -2, no retreat, no parry with the weapon."
    ),
    "GU-715": (
        "Defensive: 2 damage less (1 a die if more), and every defence at +1; an unbalanced weapon may still "
        "parry after it, though not better, and after no other attack."
    ),
    "GU-716": "Watching an enemy adds 1 a turn to hit it, up to 3, for the next melee maneuver against it.",
    "GU-717": (
        "A feint contests weapon skills; what it wins by comes off the enemy's dodge until the next turn "
        "ends."
    ),
    "GU-718": (
        "On the run: melee at -4, shooting at -2 or Bulk, whichever is worse, and never better than 9, a "
        "slam "
        "aside. A thrust may do slam damage if that is more."
    ),
    "GU-719": "A move goes as far as the Move; a low obstacle costs a yard more.",
    "GU-720": "Concentration survives a defence only by a roll of Will-3.",
    "GU-721": (
        "A second readies or picks up a weapon, counts towards reloading, or changes the posture by a stage."
    ),
    "GU-722": "Who waits may break in with what was announced, until its next turn.",
    "GU-723": "Doing nothing leaves no defence, needs no roll to stay conscious, and lets a stun pass.",
    "GU-724": "Whoever walks into a place under fire is shot at once, there, and may be stopped by it.",
    "GU-728": "One round an attack, unless an option fires more; never more than the RoF in a turn.",
    "GU-729": (
        "Several attacks are judged before the first, and done in order; what has become pointless is "
        "dropped."
    ),
    "GU-730": (
        "Rapid strike: two attacks at -6 each, or more by splitting the last again for another 6; "
        "masters pay "
        "half, and Quick Shot buys some off for what shoots."
    ),
    "GU-731": "Two weapons attack at once at -4 each.",
    "GU-732": (
        "Rapid fire adds 0 to +3 for up to 16 rounds, and on by more; each full Rcl of margin is one "
        "more hit "
        "in the same place."
    ),
    "GU-733": "A spray splits the rounds over targets within 30 degrees, and loses one a yard between them.",
    "GU-734": "Near by, shot flies together: damage and DR both times half the pellets.",
    "GU-735": "Farther off, every pellet counts as a round of rapid fire.",
    "GU-736": "A jet is a melee attack with a long arm; it can be dodged, blocked and retreated from.",
    "GU-740": "A tip slash cuts with a point that would impale, with the same dice.",
    "GU-741": "Bracing needs a rest for the weapon, or a pistol and the other hand; it adds 1 to Acc.",
    "GU-744": (
        "A disarm strikes at the weapon, at 2 more unless one fences; then skills contest, and the weapon "
        "flies, is out of line, or stays."
    ),
    "GU-750": (
        "Shots lose 3 beyond 5 yards, 7 beyond 20, 11 beyond 100, 15 beyond 500; the target's speed "
        "counts in."
    ),
    "GU-751": "Shots add the target's size, and the Bulk with an enemy within a yard.",
    "GU-752": "Aiming a burst at the ground is +4, whatever the size.",
    "GU-753": "Shock, posture, blindness, light and the GM change the attack too.",
    "GU-759": "Each location has its number to hit, its threshold, and its place in the random throw.",
    "GU-760": "Missing a small vital place by just 1 hits the torso instead.",
    "GU-761": (
        "Through an eye only fine attacks go, and hurt as at the skull without its bone; beyond HP/10 it "
        "is blind."
    ),
    "GU-762": (
        "Weak spots of armour: fine attacks only, at -8 (torso, or large gaps) or -10; gaps count "
        "nothing and "
        "other armour half."
    ),
    "GU-763": (
        "At the skull everything but poison is times 4, any injury may knock down, a major one at -10."
    ),
    "GU-764": (
        "In the face any injury may knock down, a major one at -5; acid is times 1.5, and blinds an eye "
        "with a "
        "major wound, both at full HP."
    ),
    "GU-765": (
        "Limbs take impaling, big bullets and beams at times 1; beyond the threshold they are crippled, "
        "and the "
        "rest of the injury is lost."
    ),
    "GU-766": "An arm or hand with a shield is twice as hard to hit.",
    "GU-767": "In a man's groin crushing shocks double, up to 8, and knockdown is at -5.",
    "GU-768": "A random hand or foot is the right one on 1 to 3.",
    "GU-769": "At the neck crushing and acid are times 1.5, cuts times 2.",
    "GU-770": (
        "The vitals are open to fine and crushing attacks: points and bullets times 3, beams times 2; any "
        "injury may knock down, a major one at -5."
    ),
    "GU-771": "A torso hit by such an attack finds the vitals on a 1.",
    "GU-772": "Striking a weapon out of the hand is harder than striking it.",
    # The exchange
    "GU-801": "Everything is checked in a fixed order before a die is thrown.",
    "GU-802": "A critical failure makes the weapon unready, and who fights unarmed falls.",
    "GU-803": "Any other failure is a miss.",
    "GU-804": "Where a random attack lands is thrown once it has hit.",
    "GU-805": "A critical hit allows no defence, and a 3 does full damage besides.",
    "GU-806": "The target is asked with just the defences that it has, each with its chance.",
    "GU-807": (
        "A defence that holds ends the attack; a bare hand that fails to parry a weapon may be what is hit."
    ),
    "GU-808": "Each hit throws its own vitals die and its own damage.",
    "GU-810": (
        "No defence: out of one's senses, unaware, from behind, after all-out attacks and doing nothing."
    ),
    "GU-811": (
        "Each further dodge is 1 worse; from the side -2, stunned -4, prone -3, kneeling -2, blind -4; shock "
        "never counts."
    ),
    "GU-812": "Each further parry with the same weapon is 4 worse; 2 for fencers or masters, 1 for both.",
    "GU-813": (
        "Bare hands parry by the best of the fighting arts or DX, at -3 against weapons unless by Judo, "
        "Karate "
        "or against a thrust."
    ),
    "GU-814": "Flails are parried at -4, and by a fencing weapon only with a hand behind it.",
    "GU-815": "One dives from what is thrown or shot, and retreats from blows and jets.",
    "GU-816": "A critical failure of a dodge means falling, of a block or parry an unready shield or weapon.",
    "GU-817": "Defending ends one's aim, and may break one's concentration.",
    "GU-818": "A weapon that is spent, bound, unready or in a crippled hand is not offered.",
    "GU-819": (
        "Retreat +3 to dodge and nimble parries, else +1; acrobatics +2 or -2; a dive +3 and prone; a "
        "riposte "
        "trades one's own chance for the enemy's; crossing or supporting +2 once."
    ),
    "GU-820": "Odds count the HP that an attack costs, for each plain answer at its best.",
    "GU-830": "What fills an area is thrown at somebody or at a place; nobody parries or blocks it.",
    "GU-831": "A miss lands as many yards off as it failed by, in one of six directions.",
    "GU-832": "Who is aimed at and dives makes it veer by the margin.",
    "GU-833": "Others inside may dive too; who succeeds gets a step away, and all who try lie prone.",
    "GU-834": "Distance counts from where it has landed, and beyond its size nothing happens.",
    "GU-835": "Damage is thrown once, and divided by the yards for each; DR is the mean of the body.",
    "GU-836": "A dive is a dodge at +3, even from a critical hit; retreat and acrobatics do not go with it.",
    # Damage
    "GU-901": (
        "Dice, adds and what the maneuver adds, times the weapon's multiplier; halved beyond half range."
    ),
    "GU-902": "Every attack that is not crushing does 1 at least.",
    "GU-903": "An area then divides by the yards, and near shot multiplies.",
    "GU-904": "DR is divided by the weapon's divisor, and rounded down.",
    "GU-905": "A cut of less than twice the armour's DR crushes.",
    "GU-906": "What is more than the DR gets through.",
    "GU-907": "Against an area the DR is the mean over thirteen locations, rounded down.",
    "GU-908": "What gets through times the type's number is the injury, 1 at least.",
    "GU-909": (
        "Impaling and huge bullets double, cuts and large bullets are times 1.5, small bullets half, all "
        "else "
        "as it is."
    ),
    "GU-910": "Fire that gets through may set alight, as the GM decides.",
    "GU-911": "Acid takes a point of DR there for every 5 of damage.",
    "GU-912": (
        "Fatigue comes off FP; below 0 each point costs a HP too, and at minus the full FP one passes out."
    ),
    "GU-913": "A blow that flexible armour stops still bruises: 1 a full 10, crushing 1 a full 5.",
    "GU-914": "The injury comes off the HP.",
    "GU-915": "The next turn's attacks and skills suffer by the injury, up to 4.",
    "GU-916": "More than half the HP at once, or a crippling, is a major wound.",
    "GU-917": "Death at once comes first, then cripplings, death rolls, and last the knockdown.",
    "GU-920": "A weapon that is struck loses HP beyond its DR, and breaks at 0.",
    # Conditions
    "GU-1000": (
        "A failed knockdown roll drops everything, lays low and stuns; by 5 or critically it knocks out."
    ),
    "GU-1001": "The stunned do nothing, defend at -4 and do not retreat.",
    "GU-1002": "Each turn of doing nothing ends with HT against the stun.",
    "GU-1003": "Surprise stuns the mind in the same way.",
    "GU-1004": "The unconscious have neither turn nor defence, until the GM wakes them.",
    "GU-1005": "Crouching leaves two thirds of the Move, kneeling a third, lying a yard.",
    "GU-1006": "A crippled hand drops what it held, a crippled leg gives way, a blinded eye is blind.",
    "GU-1010": "At a third of the HP or less one reels: Move and dodge halved.",
    "GU-1011": "Below a third of the FP one is exhausted: halved again.",
    "GU-1014": "Below 0 HP each turn needs HT to stay conscious.",
    "GU-1015": (
        "At each full multiple of HP below 0 roll HT: failing by 1 or 2 is a mortal wound, by more death."
    ),
    "GU-1018": "At five times the HP below 0 one is dead.",
    "GU-1019": "At ten times, nothing much is left.",
    "GU-1020": "The mortally wounded lie unconscious, and a further failed death roll kills.",
    "GU-1021": "Every half hour alone, HT or death; a critical success saves.",
    "GU-1022": "With a physician it is every hour, and the better of the two rolls counts.",
    "GU-1023": "Surgery ends a mortal wound, at -2 or -4 for the depth of it and -2 for each earlier try.",
    # Settled later
    "GU-C1": "Who dives goes there as the defence is chosen, and lies there afterwards.",
    "GU-C2": "Hit points lost to fatigue call for death rolls like any others, but neither shock nor stun.",
    "GU-C3": "Armour with gaps over the torso shows its weak spots over the vitals as well: -8.",
    "GU-C4": "A cell whose middle lies on the rim of a circle counts as inside it.",
    "GU-C5": "A place is under fire no longer once the gunner can fire no more, whatever the cause.",
    "GU-C6": "No step of an all-out attack leads backward.",
}

RULES: Mapping[str, str] = {**_THE_RULES, **RULINGS}
"""Each rule id with what it says; GU-R ids are rulings, the GM's to know and to change."""
