"""The house rulings: where the book is silent or can be read in two ways, what this table does."""

from collections.abc import Mapping

_LINES = """
1 Hits go to the torso unless somebody names another place.
2 A net of 6 is critical and adds a ten-sided die.
3 Lying counts 2 either way, never 1 and 2.
4 Full auto costs 2 on the roll besides what each bullet costs, and hip fire's 2 replaces the burst's 1.
5 A weapon may jam when the attack's total is even; 0 is even.
6 Off-hand penalties stand alone; two hands in a round have their own; only off hands gain by ambidexterity.
7 An action's worth is two ticks, and rounds are counted when they start.
8 Staggered has the numbers of stunned.
9 Wounds begin to weigh at no stamina and one wound.
10 Wounds from stamina lost are counted hit by hit.
11 Cover as a reaction is one tick on the spot and two with a move.
12 A parry is a reaction of one tick.
13 A distracting shot is rolled with the weapon's own skill.
14 Hunkered down gives 4 in all.
15 A third hand costs a tick more with guns too.
16 Full defence and total defence are one thing.
17 A trip is met as a disarming is, and strength against either is a reaction.
18 Words are rolled with the skills and defences of the list, and cost ego by the difference.
19 Only the traits of the list have rules.
20 First aid is against 2, and spells leave their effects to the GM.
21 Weapons, armour and ready-made combatants are this table's own.
22 Bulk weighs on ducking, dodging and stealth only.
23 With too few rounds for a mode it cannot be used.
24 Totals stop at 0, and a dud is thrown again once.
25 Noticing one of those who hide is enough, and a tie notices.
26 The free reaction goes first, and debt ends at five.
27 Those who all wait for the third time end the round.
28 Guarding weighs on this attack and those after it.
29 Further pummelling hits are 2 worse each.
30 A reaction strike comes after the move, wherever it ended.
31 The unaware may defend themselves.
32 Armour piercing lowers cover and total defence too.
33 A minute is five rounds.
34 Burnt fate leaves one a wound short of death.
35 Cover takes half of what its own armour lets through.
36 Heavy conditions without a lighter form end with the combat.
37 Any low or full wall of a known material at hand can be cover.
38 Lying down and aiming out of turn come between attacks, not as answers.
39 Charging and hip fire provoke as moving does, after the blow.
40 A disarming inside a grapple is met by grapple defence.
41 Suppressing fire gives its shot at each exposure, once a command.
42 A diver lies already when the shot arrives.
43 A sprinter is harder to shoot whatever the defence.
44 A total of 0 finds nobody else and hurts no cover.
45 The unconscious make no more tests to stay awake.
46 An attack on a grapple may hit friends in it.
47 The dejected have one penalty on willpower, not two.
48 The odds stop counting at the deadly wound and leave diving out.
49 Fear of a person is as hard as that person's total.
50 Ego lost by wounds loses no argument.
51 Dazed and slowed stand together, and two disabled places add up.
52 Where only zones are drawn, a zone is ten yards from the next.
53 A weapon that is won goes from one sheet to the other, with its rounds; a second one of a name is numbered.
54 In one's own turn a defence is paid in ticks or debt: the free reaction is for the turns of others.
55 Who is shot at in the open takes no cover; running to it out of turn is done between attacks.
56 The stock has what the tables have; claws, hides and built-in guns are held and count like pieces of them.
70 Damage that the GM deals lands on the torso, is soaked there, and is never called.
71 Figures are no cover and cost a shot past them nothing: what counts is the melee that it goes into.
72 Rider and mount are two figures, each a target of its own; in a melee a shot may find either.
80 Height counts as the side of a diagonal; who flies rises or sinks by up to a yard for each yard it goes.
81 A fall of two yards or more does a point of damage a yard, soaked by the torso; who is out of it falls.
"""

RULINGS: Mapping[str, str] = {
    f"TS-R{number}": f"House ruling: {text[0].lower()}{text[1:]}"
    for number, text in (line.split(" ", 1) for line in _LINES.strip().splitlines())
}
"""Every ruling by its id."""
