"""The rules in our words, by id, and the rulings beside them."""

from collections.abc import Mapping

from rules.systems.tesseris.rulings import RULINGS

_LINES = """
001 Six characteristics each give a number of dice.
002 Stamina is 10, twice strength, willpower and a bonus of its own.
003 Each skill belongs to a characteristic, whose dice it throws.
004 A fight begins rested: full stamina, full ego, five ticks, the free reaction.
005 Six traits have rules: three for several weapons, ambidextrous, martial artist, breaking swordpoint.
006 Each wound takes a point off the maximum of stamina.
020 A weapon says how it reaches, what it does, how fast it fires and how reliable it is.
021 Blades, bows and thrown weapons do not jam.
022 There is a list of ordinary weapons; a sheet may bring its own.
024 Armour says what it stops, where, and how much it weighs one down.
025 There are four kinds of armour and two cloaks to choose from.
026 The bulk of armour and cloak weighs on ducking, dodging and stealth alone.
027 A shield or a bracer lets one block without a weapon.
028 Each mode of fire takes its rounds; with too few left the mode is out.
032 There are four ready-made combatants, and a sheet may start from any of them.
040 On each die 6 and more is a success; 9 and 10 are thrown once more for another.
041 A test adds successes, rank and modifiers.
042 No total is below 0, and without dice only the rank remains.
043 A re-roll throws a dud again, each die once, the first ones first.
044 A test that reaches its difficulty succeeds; difficulty 0 needs no dice.
045 Whoever acts needs more than whoever resists.
046 Initiative, the die of a critical hit and who is hit instead are plain dice.
047 How an attack went is known once it has been met.
048 A cell is a yard, and of diagonal steps each second one counts double.
049 Cover helps when a fifth of the lines from the attacker to the target are hidden by it.
050 A battle may begin with some hidden from others who know nothing.
051 The unaware look around against the worst of those who hide.
052 Those who notice nothing lose the surprise round but for three ticks to react.
053 Everybody rolls initiative, the surprised too.
054 High initiative goes first, then agility, then players, then whoever is listed first.
055 When all have acted a round ends, and initiative is rolled anew.
056 A round brings fresh ticks, the free reaction and counts that start at nothing.
057 A turn begins by ending what lasted until it, then the tests to stay awake and to breathe.
058 A round ends with bleeding, conditions that run out, dying and fear.
059 When a combat ends light conditions pass, heavier ones fade, and the conscious get their breath back.
060 Ticks pay for actions in one's turn, and what is left for reactions until the round ends.
061 A round gives five ticks and a bonus, less what was borrowed and what dazes take.
062 One reaction a round is free.
063 A reaction takes the free one first, then ticks, then debt.
064 Up to five ticks may be borrowed, for defences and for reloading.
065 An action begun on the last ticks borrows the rest.
066 In free play a new turn is a whole round for who takes it.
067 A wall of a known material next to one can be cover.
069 Actions belong to one's own turn, reactions to those of others.
070 Who delays acts right after the next one and keeps all ticks.
071 Of those who only wait for one another the third waiting ends the round.
072 A turn may be ended at any time.
099 Every action has its price in ticks, and some lay one open to others.
100 A strike is one blow.
101 A precision strike has +1.
102 A blow with the off hand has -1.
103 All out gives +2, and takes 2 from every defence until the next turn.
104 A foe in reach strikes back once the action is done, and that blow may be defended.
105 A knockout blow at -2 never wounds; it dazes, staggers, then knocks out.
106 A pressure point at -2 dazes, and slows the dazed.
107 A charge runs at least two yards and strikes at +1.
108 A guarded attack takes 2 from the round's attacks for a better block and dodge.
110 All melee weapons strike on one roll, the first at -1 and the others at -3.
111 A grapple that is not ducked or dodged ties both together, and others may join.
112 In a grapple only light weapons and bare hands serve, met by skill or by strength.
113 A blow inside a grapple is met by grapple defence.
114 A pin holds somebody in the grapple down.
115 A pin is broken against whoever holds it, for oneself or an ally.
116 Strength against strength chokes a person unconscious.
117 Pummelling the pinned at +3 strikes once more for every two beyond the first.
118 A disarming sends the weapon to the floor, or by 3 into the winner's hand.
119 A trip lays the target down.
120 A straight shot is one shot.
121 A calculated shot has +1.
122 A shot with the off hand has -2.
123 A disabling shot at -3 may cripple a place or a thing.
124 A called shot at -3 at the head does more damage, a wound more, and may daze.
125 A distracting shot costs its target two ticks and no blood.
126 Several guns fire on one roll, like several blades.
127 A burst has -1.
128 Hip fire is a burst at -2 on the move.
129 Full auto has -2.
130 A spray at -3 attacks everybody in an arc, each hit once at most.
131 On overwatch one shoots for nothing at the first who shows up, and for a reaction at a second.
132 Suppressing fire takes 2 from a foe's attacks and defences, and shoots when it shows itself.
133 Such free shots are no attack actions.
134 Spells and powers are rolled; what they do is for the GM to say.
135 Cover itself may be attacked, and nobody defends it.
140 Ducking is always free.
141 Dodging, blocking and parrying take a tick; blocking and parrying need something to do it with.
143 Covering fire gives one's allies +1 to defences.
144 An ally beside the target may block for it at -2.
145 Hunkered down, cover gives 4, and one neither sees nor is seen.
146 Total defence gives 2 to defences and armour, and no attack in the turn.
147 Cover may be taken as a reaction, on the spot or with a move.
148 A dive gets away from a blow, or is the one defence against a shot, and ends on the ground.
160 A move takes one up to the speed.
161 Difficult ground costs double.
162 A quick step of a yard provokes nobody, but foes may follow.
163 A run goes four times as far and leaves no attack until the next turn.
164 A sprint goes six times as far with one turn, easy to strike and harder to shoot.
165 In one's turn cover is taken for nothing, and left by moving away.
166 One lies down and gets up for a tick.
168 The held and the fallen do not move.
170 Whoever moves past a foe is asked for, after the move, whether the foe strikes.
180 Aiming gives the next attack, defence or test 1, once a round.
181 Aid gives an ally re-rolls.
182 A jam is cleared and a magazine filled for ticks.
183 A weapon is drawn into the last hand; the first is the primary one's.
184 Help in a grapple adds to an ally's next struggle.
185 A skill is tested against the difficulty that is named.
186 First aid against 2 ends bleeding, choking or dying.
187 A fear is shaken off against its difficulty, a little less each round.
200 An attack is declared, paid, rolled, met, and worked out hit by hit.
201 The attack total is successes, rank and all modifiers.
202 What the attack exceeds the defence by is the net; 1 is a hit.
203 Each further bullet is 2 worse than the one before.
204 A burst takes 1 off the roll, automatic fire 2.
205 A burst of 6 against 3 hits with two of three bullets.
206 A net of 6 is a critical hit, and adds a die to the damage.
207 At swordpoint every hit is critical.
208 What is not in the right hand, not held or not adjacent is refused.
209 The odds count hits, wounds up to the deadly one, and who is down.
214 The target chooses among the defences that are open to it.
215 The unconscious are not asked, and the pinned only struggle.
216 Getting into cover in time is a defence without dice.
217 A parry is skill with the blade.
218 A duck throws agility and perception, and intelligence throws duds again.
219 A defence that fails still takes its total off the attack.
220 A weapon that hit nobody on an even total may jam.
221 A quick throw saves it, twice over where it is reliable and not at all where it is not.
222 A jammed weapon loses a round and shoots no more until cleared.
230 At two yards a shot has +2.
231 At four yards a shot has +1.
232 Beyond the range a shot is worse by 1, 2, then 4, up to three times as far.
233 Each attack after the first in a round is 1 worse than the one before.
234 A blow at the unaware has +2, a shot +1, the first time.
235 Two weapons in one round cost the primary hand 1 and the other 3.
236 The ambidextrous lose 2 less by it.
237 More of one's own beside the target than of its own beside oneself give +1.
238 From the saddle one shoots at -2 and strikes at +1.
239 From cover one may fire blindly at -3.
240 A shot into a melee has -2, and by a near miss finds somebody else there.
241 Higher ground helps to attack, and stands out to those who shoot.
242 Lying helps against shots and to steady firearms, and hurts against blows.
243 Cover gives 2 to defences, hunkering 4.
244 Each defence after the third in a round is 1 worse than the one before.
245 Without stamina wounds weigh on every test.
246 Aim and inspiration give 1.
247 A mayhem point gives 1.
248 Conditions weigh as each of them says.
249 Stances weigh as each of them says.
250 Damage is the weapon's, the net, and the arm behind a blow or a throw.
251 Impact weapons add half the net.
252 Armour, cloak, cover and total defence add up at the place that is hit.
253 Armour piercing lowers that sum, never below nothing; natural soak stays.
254 What is soaked is taken off each hit.
255 Hits go to the torso unless a place was named.
256 Damage takes stamina, and once that is gone it wounds.
257 Every five points of stamina lost to one hit are a wound.
258 A wound takes ego and maximum stamina, one each.
259 Without stamina one is bloodied.
260 The weight of wounds is a third of them, 1 at the least.
261 After a combat the conscious have their stamina back.
262 Wounds heal by sleep, rest and care.
263 A knockout blow takes no more than stamina.
270 Without stamina each turn begins with a test against the wounds, or one falls and bleeds out.
271 Wounds do not weigh on that test.
272 Stamina that comes back ends the dying.
273 The unconscious drop what they hold.
274 The dying take a wound every five rounds.
275 Wounds up to the limit kill.
276 A point of fate burnt leaves one alive, crippled, a wound short of death.
280 The GM grants players mayhem.
281 Mayhem points add to a roll, as many as there are.
282 Mayhem goes when the combat ends.
283 Cover helps to defend and armours what is behind it.
284 Cover faces one way.
285 Each material has armour points and structure points.
287 Cover taken in one's turn hides legs and torso.
288 Cover taken as a reaction hides head and arms until the next round.
289 Total defence hides all of one.
290 Cover that is attacked takes the damage that its own armour lets through.
291 A shot that only the cover stopped hits the cover.
292 A hit on a place in cover hurts the cover by half of what its armour lets through.
293 More damage than its structure breaks the cover, and rubble is left.
300 Conditions have levels: the first pass, the second fade, the third stay.
301 The bleeding lose a point each round.
302 A disabled place is in the way of what it is for.
303 The dazed lose a tick and 1 on what they do.
304 Those in a grapple fight one another; attacks from outside fall on all of them.
305 The blind strike at -4, shoot at -6 and defend at -2.
306 The bloodied defend better and attack worse.
307 The pinned can only struggle.
308 The stunned lose two ticks and 2 on all tests, and are dazed after it.
309 The staggered are as the stunned.
310 The slowed are a yard slower and defend worse.
311 The suffocating can only get breath.
312 Each turn without breath is harder to stand than the one before.
313 The unconscious do nothing until they wake.
314 Prone lasts until one stands up.
315 Suppression lasts until the shooter's next turn.
316 Surprise lasts for its round.
317 Charm leads from attracted to enticed to enthralled.
318 The disheartened fight and argue worse, the dejected do everything worse.
319 Fear leads from frightened to terrified to flight, and then to giving in.
320 Those who have given up stay so.
321 A daze takes ticks at two round starts.
322 A higher step takes the place of the lower one.
323 At the end of a combat heavy conditions fade to light ones.
330 Each social action has its skill, what resists it, and what it brings.
331 In an argument the loser's ego loses the difference; a tie costs both 1.
332 The dejected lose 2 more.
333 Whoever is argued down to no ego is beaten.
334 The better dressed have 1 more, and dapper may be spent.
335 An inspired ally's next roll has +1.
336 Heart is given to an ally or to oneself: a third of the roll in ego.
337 A rally brings a condition a step down.
340 Whoever is helpless next to a drawn weapon can be held at its point.
341 Helpless are the unaware, the distracted, the fallen, the pinned, the stunned and the unarmed.
342 A hold lasts while its holder does nothing but talk.
343 At swordpoint words have +2, and dress does not count.
344 A blow from swordpoint has +2 and strikes the head.
345 A hold breaks when its holder is hurt by others, disarmed, felled, moves off or is argued down.
346 A distraction that is not resisted breaks a hold.
347 Who has learnt it breaks a hold for a tick.
"""

_SETTLED = """
1 A weapon won by 3 or more is held as its owner's sheet had it, if a hand is free, whoever knows it or not.
2 A shot at one who dives is judged where the dive ends: where no line of fire leads there it misses.
3 The pinned are asked for a grapple defence only against what is done in the grapple, and else for nothing.
4 What is said of an attack holds for who makes it and who meets it; others have what comes with their answer.
5 First aid ends what it is said to end, and unsaid suffocation first.
6 Strikes come before free shots, a delayed turn starts once, and a shot that goes astray goes whole.
7 From 4 yards to a weapon's range distance neither helps nor hurts a shot.
8 The enticed have 3 ego more while they see who entices them within 10 yards.
9 Who is scared to death gives up, or stays frightened where giving up would be death.
"""

RULES: Mapping[str, str] = {
    **{f"TS-{line[:3]}": line[4:] for line in _LINES.strip().splitlines()},
    **{f"TS-C{line[0]}": line[2:] for line in _SETTLED.strip().splitlines()},
    **RULINGS,
}
"""Every rule and every ruling by its id."""
