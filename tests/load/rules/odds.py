"""How fast odds are beside icepool, and those of whole Atomic attacks (`python -m tests.load.rules.odds`).

Four attacks are written once as an exchange for our driver and once for icepool with its outcomes reduced
first, which is its fast form:

- d100: attack 55 against defence 40, each graded (critical to skill / 10, fumble from 96), the higher grade
  wins and a tie defends; then a soak of 35, which no critical allows.
- savage: the better of d8 and d6, both exploding up to nine times, against 6 with a raise at 10; damage
  d8 + d6 (and d6 on a raise), exploding, against toughness 7, with a wound for each 4 above.
- gurps: 3d6 to 12 (a critical to 4) against a defence of 3d6 to 10; damage 2d6 less 3.
- atomic: the battle's own odds of a blast pistol at a belt raider, who dodges or does not, to the last soak.

Cold is with every table forgotten, warm the second time in one process; a battle then still knows what it has
worked out for the state that stands, and `anew` is without that. Both are timed in turn, and the ratio is the
median of the pairs', so that a busy machine slows both. The floors: cold at most half of icepool's time, of a
whole Atomic attack 0.3 of it, warm at most a tenth; the chances the same to 1e-9. Leaves are runs to the end.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.engine.battle import Battle
from rules.engine.chances.distribution import distribution
from rules.engine.command import Command
from rules.engine.dice import Faces, Roll, RollResult
from rules.engine.refusal import Refusal
from rules.systems import load_systems

COLD_FLOOR, WHOLE_FLOOR, WARM_FLOOR = 0.5, 0.3, 0.1
DEPTH = 9
Chances = dict[Any, float]
Forget = Callable[[], None] | None
Table = npt.NDArray[np.float64]
"""The chance of each total, from 0 up."""


# ---------------------------------------------------------------------------------------- tables of dice
@lru_cache
def die(sides: int, explodes: bool = False) -> Table:
    """Give the chances of one die; an exploding one goes on at its highest face, up to `DEPTH` times."""
    table = np.zeros(sides * (DEPTH + 1 if explodes else 1) + 1)
    chance, base = 1.0, 0
    for _ in range(DEPTH if explodes else 0):
        chance /= sides
        table[base + 1 : base + sides] = chance
        base += sides
    table[base + 1 : base + sides + 1] = chance / sides
    return table


@lru_cache
def total(*dice: tuple[int, bool]) -> Table:
    """Give the chances of a sum of dice."""
    table = die(*dice[0])
    for one in dice[1:]:
        table = np.convolve(table, die(*one))
    return table


@lru_cache
def highest(one: tuple[int, bool], other: tuple[int, bool]) -> Table:
    """Give the chances of the better of two dice."""
    first, second = die(*one), die(*other)
    size = max(len(first), len(second))
    both = [np.pad(table, (0, size - len(table))).cumsum() for table in (first, second)]
    return np.diff(both[0] * both[1], prepend=0.0)


# ---------------------------------------------------------------------------------------- rolls in lumps
@dataclass(frozen=True, slots=True, kw_only=True)
class Graded(RollResult):
    """A roll read into the one number that the rule that asked wants to know."""

    grade: int


Read = Callable[[int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRoll(Roll[Graded]):
    """Dice of which only the total counts, read by a function; its lumps are what that tells apart."""

    dice: tuple[tuple[int, bool], ...]
    read: Read
    best: bool = False

    @property
    def notation(self) -> str:
        return " + ".join(f"d{sides}{'!' if explodes else ''}" for sides, explodes in self.dice)

    def throw(self, faces: Faces) -> Graded:
        thrown: list[int] = []
        totals = []
        for sides, explodes in self.dice:
            first = len(thrown)
            while True:
                thrown.append(faces(sides))
                if not explodes or thrown[-1] < sides or len(thrown) - first > DEPTH:
                    break
            totals.append(sum(thrown[first:]))
        return self.graded(tuple(thrown), max(totals) if self.best else sum(totals))

    def graded(self, faces: tuple[int, ...], number: int) -> Graded:
        grade = self.read(number)
        return Graded(
            who=self.who, purpose=self.purpose, faces=faces, total=number, outcome=str(grade), grade=grade
        )

    def outcomes(self) -> Sequence[tuple[Graded, float]]:
        found = _LUMPS.get(id(self))
        if found is None:
            found = _LUMPS[id(self)] = self.lumps()
        return found

    def lumps(self) -> tuple[tuple[Graded, float], ...]:
        table = highest(*self.dice) if self.best else total(*self.dice)
        weights: dict[int, list[Any]] = {}
        for number, weight in enumerate(table.tolist()):
            if weight:
                lump = weights.setdefault(self.read(number), [number, 0.0])
                lump[1] += weight
        return tuple((self.graded((), number), weight) for number, weight in weights.values())


_LUMPS: dict[int, tuple[tuple[Graded, float], ...]] = {}
"""The lumps of the rolls below, which live as long as the process does."""


def forget_rolls() -> None:
    """Make the next odds of the three attacks cold."""
    _LUMPS.clear()
    for made in (die, total, highest):
        made.cache_clear()


def roll(read: Read, *dice: tuple[int, bool], best: bool = False) -> TableRoll:
    return TableRoll(who="a", purpose="roll", dice=dice, read=read, best=best)


# ------------------------------------------------------------------------------------- the three attacks
def quality(face: int, skill: int) -> int:
    return 3 if face <= skill // 10 else -1 if face >= 96 else 2 if face <= skill else 0


def wounds(over: int) -> str:
    return "none" if over < 0 else "shaken" if over < 4 else "1" if over < 8 else "2" if over < 12 else "3+"


WOUNDS = ("none", "shaken", "1", "2", "3+")
D100, D8, D6 = (100, False), (8, True), (6, True)
PLAIN = (6, False)
ATTACK = roll(lambda face: quality(face, 55), D100)
DEFENCE = roll(lambda face: quality(face, 40), D100)
SOAK = roll(lambda face: face <= 35, D100)
TRAIT = roll(lambda best: 0 if best < 6 else 1 if best < 10 else 2, D8, D6, best=True)
DAMAGE = {
    1: roll(lambda points: WOUNDS.index(wounds(points - 7)), D8, D6),
    2: roll(lambda points: WOUNDS.index(wounds(points - 7)), D8, D6, D6),
}
BLOW = roll(lambda points: 2 if points <= 4 else int(points <= 12), PLAIN, PLAIN, PLAIN)
PARRY = roll(lambda points: points <= 10, PLAIN, PLAIN, PLAIN)
POINTS = roll(lambda points: max(0, points - 3), PLAIN, PLAIN)
MISSED, DEFENDED = -2, -1

Attack = Generator[Roll[Any], Any, Any]


def d100_attack() -> Attack:
    attack = (yield ATTACK).grade
    if attack < 2:
        return "miss"
    if (yield DEFENCE).grade >= attack:
        return "miss"
    if attack == 3:
        return "critical"
    return "soaked" if (yield SOAK).grade else "wound"


def savage_attack() -> Attack:
    hit = (yield TRAIT).grade
    if not hit:
        return "miss"
    return WOUNDS[(yield DAMAGE[hit]).grade]


def gurps_attack() -> Attack:
    hit = (yield BLOW).grade
    if not hit:
        return MISSED
    if hit == 1 and (yield PARRY).grade:
        return DEFENDED
    return (yield POINTS).grade


def d100() -> Chances:
    """Work out the d100 attack with our driver."""
    return distribution(d100_attack)


def savage() -> Chances:
    """Work out the savage attack with our driver."""
    return distribution(savage_attack)


def gurps() -> Chances:
    """Work out the gurps attack with our driver."""
    return distribution(gurps_attack)


# ---------------------------------------------------------------------------------------- beside icepool
def peer_attacks() -> Mapping[str, Callable[[], Any]]:
    """Write the three attacks for icepool, with their outcomes reduced first."""
    import icepool  # type: ignore[import-untyped]

    def d100() -> Any:
        die = icepool.d(100)
        attack, defence = die.map(lambda face: quality(face, 55)), die.map(lambda face: quality(face, 40))

        def judge(a: int, b: int, soaked: bool) -> str:
            if a < 2 or b >= a:
                return "miss"
            return "critical" if a == 3 else "soaked" if soaked else "wound"

        return icepool.map(judge, attack, defence, die <= 35)

    def savage() -> Any:
        d8, d6 = icepool.d(8).explode(depth=DEPTH), icepool.d(6).explode(depth=DEPTH)
        hit = icepool.highest(d8, d6).map(TRAIT.read)
        plain, raised = ((dice).map(lambda points: wounds(points - 7)) for dice in (d8 + d6, d8 + d6 + d6))
        return hit.map({0: "miss", 1: plain, 2: raised})

    def gurps() -> Any:
        three, damage = 3 @ icepool.d(6), (2 @ icepool.d(6)).map(POINTS.read)

        def judge(hit: int, parried: bool) -> Any:
            return MISSED if not hit else DEFENDED if hit == 1 and parried else damage

        return icepool.map(judge, three.map(BLOW.read), three <= 10)

    def atomic() -> Any:
        die = icepool.d(100)
        attack = die.map(lambda face: (_rank(face, 60), _incoming(face, 60, wounds=2, armour=1)))
        dodge = die.map(lambda face: _rank(face, 30))
        soak = die.map(lambda face: _rank(face, 50) // 1000)
        landed = icepool.map(lambda hit, dodged: hit[1] if hit[0] > dodged else 0, attack, dodge)
        plain = attack.map(lambda rank, incoming: incoming if rank else 0)
        return [icepool.map(lambda n, less: max(0, n - less), hurt, soak) for hurt in (landed, plain)]

    return {"d100": d100, "savage": savage, "gurps": gurps, "atomic": atomic}


def _rank(face: int, target: int) -> int:
    """Give how good a d100 of Atomic Tomorrow is: 0 for a failure, else the grade times 1000 and the face."""
    if face >= 96 or face > max(target, 5):
        return 0
    truly = face <= target
    return (3 if truly and face % 11 == 0 else 2 if truly and face % 5 == 0 else 1) * 1000 + face


def _incoming(face: int, target: int, wounds: int, armour: int) -> int:
    """Give the wounds that a hit with this face does, before the soak."""
    critical, special = face <= target and face % 11 == 0, face <= target and face % 5 == 0
    bonus = special + (face // 10 // 2 if critical else 0)
    return max(0, wounds + bonus - (0 if critical else armour))


def chances_of(result: Any) -> Chances:
    """Read icepool's answer; those of several dice by number and outcome."""
    if isinstance(result, list):
        return {(i, key): p for i, die in enumerate(result) for key, p in chances_of(die).items()}
    outcomes, chances = result.outcomes(), result.probabilities()
    return {outcome: float(p) for outcome, p in zip(outcomes, chances, strict=True) if p}


class AtomicAttack:
    """One whole attack of Atomic Tomorrow, asked of a battle."""

    def __init__(self) -> None:
        self.battle = fighters()
        self.command = attack_with("kit", "blast-pistol", "raider")

    def again(self) -> Chances:
        """Ask the battle."""
        found = self.battle.now.odds(self.command)
        answers = [found.by_answer[answer] for answer in ("dodge", "none")]
        return {(i, n): p for i, one in enumerate(answers) for n, p in enumerate(one.harm) if p}

    def forget(self) -> None:
        """Let the battle forget what it has worked out, by a copy that stands on an equal state."""
        self.battle = copy(self.battle)
        self.battle.state = replace(self.battle.state)

    def forget_all(self) -> None:
        """Let the rules forget their tables too."""
        self.forget()
        forget_atomic()


def forget_peer() -> None:
    """Clear what icepool keeps."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "icepool":
            _clear(vars(module).values())


def _clear(values: Iterable[Any]) -> None:
    for value in list(values):
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()


def timed(work: Callable[[], Any], times: int, before: Callable[[], None] | None = None) -> float:
    """Give the median of the milliseconds that some work takes of the processor: others may use it too."""
    taken = []
    for _ in range(times):
        if before is not None:
            before()
        start = time.thread_time()
        work()
        taken.append((time.thread_time() - start) * 1e3)
    return statistics.median(taken)


def agree(exact: Chances, mine: Chances) -> bool:
    """Tell whether two distributions are the same to 1e-9."""
    return exact.keys() == mine.keys() and all(abs(exact[key] - mine[key]) <= 1e-9 for key in exact)


def beside_icepool(times: int) -> bool:
    """Print both times of each attack and their ratios; say whether the floors hold and the chances agree."""
    try:
        peers = peer_attacks()
    except ImportError:
        print("icepool is not installed: no ratios.")
        return True
    atomic = AtomicAttack()
    ways: dict[str, tuple[Callable[[], Chances], dict[str, tuple[float | None, Forget, Forget]]]] = {
        name: (ours, {"cold": (COLD_FLOOR, forget_rolls, forget_peer), "warm": (WARM_FLOOR, None, None)})
        for name, ours in {"d100": d100, "savage": savage, "gurps": gurps}.items()
    }
    ways["atomic"] = (
        atomic.again,
        {
            "cold": (WHOLE_FLOOR, atomic.forget_all, forget_peer),
            "anew": (None, atomic.forget, None),
            "warm": (WARM_FLOOR, None, None),
        },
    )
    holds = True
    print(f"{'attack':8} {'':5} {'ours ms':>9} {'icepool ms':>11} {'ratio':>7}  floor")
    for name, (ours, kinds) in ways.items():
        exact, mine = chances_of(peers[name]()), ours()
        same = agree(exact, mine)
        for kind, (floor, forget_ours, forget_theirs) in kinds.items():
            pairs = [
                (timed(ours, 1, forget_ours), timed(peers[name], 1, forget_theirs)) for _ in range(times)
            ]
            one, other = (statistics.median(taken) for taken in zip(*pairs, strict=True))
            ratio = statistics.median(first / second for first, second in pairs)
            good = floor is None or ratio <= floor
            holds = holds and good and same
            words = "" if floor is None else f"{floor} {'holds' if good else 'MISSED'}"
            words += "" if same else " CHANCES DIFFER"
            print(f"{name:8} {kind:5} {one:9.4f} {other:11.4f} {ratio:7.3f}  {words}")
    return holds


# ---------------------------------------------------------------------------------- whole Atomic attacks
def fighters() -> Battle:
    """Lay out the ready-made combatants of Atomic Tomorrow in free play."""
    battle = Battle("atomic")
    stock = {item.id: dict(item.sheet) for item in battle.system.stock}
    stock["hurt"] = stock["kit"]
    for sheet in stock.values():  # everything in hand: drawing is not what is measured
        sheet["ready"] = [weapon if isinstance(weapon, str) else weapon["id"] for weapon in sheet["weapons"]]
    people: list[dict[str, Any]] = [{"id": id_, "sheet": sheet, "side": id_} for id_, sheet in stock.items()]
    people[-1]["state"] = {"wounds": 4}
    battle.handle(Command(do="add", params={"combatants": people}), _NoDice())
    return battle


class _NoDice:
    def face(self, who: str, purpose: str, sides: int) -> int:
        raise Refusal("dice-exhausted", "No dice are thrown here.")


def forget_atomic() -> None:
    """Clear every table that the rules keep."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rules.systems.atomic"):
            _clear(vars(module).values())


def attack_with(actor: str, weapon: str, target: str, **facts: str) -> Command:
    return Command(do="attack", actor=actor, params={"with": weapon, "target": target, "facts": facts})


ATOMIC = {
    "pistol at a raider, who may dodge": attack_with("kit", "blast-pistol", "raider"),
    "rifle at long range, target in cover": attack_with(
        "brannock", "gauss-rifle", "kit", range="distant", cover="good"
    ),
    "blade at two fists and shield: parry, block or dodge": attack_with("brannock", "vibro-blade", "dutch"),
    "blade at one with four wounds": attack_with("dutch", "vibro-blade", "hurt"),
    "the incapacitated shoots": attack_with("hurt", "blast-pistol", "raider"),
}


def whole_attacks(times: int) -> None:
    """Print how long the odds of whole attacks take, worked out anew, and how many come in a second."""
    print(f"{'Atomic attack':56} {'leaves':>6} {'cold ms':>8} {'anew ms':>8} {'odds/s':>7} {'leaves/s':>9}")
    for words, command in ATOMIC.items():
        attack = AtomicAttack()
        attack.command = command
        found = attack.battle.now.odds(command)
        assert not found.sampled

        def work(attack: AtomicAttack = attack) -> None:
            attack.battle.now.odds(attack.command)

        cold, anew = timed(work, times, attack.forget_all), timed(work, times, attack.forget)
        rate = 1e3 / anew
        print(f"{words:56} {found.leaves:6} {cold:8.3f} {anew:8.3f} {rate:7.0f} {rate * found.leaves:9.0f}")


def main() -> int:
    """Run both; the exit status tells whether the floors hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.rules.odds")
    parser.add_argument("--times", type=int, default=25, help="how often each is timed (the median counts)")
    times = parser.parse_args().times
    load_systems()
    holds = beside_icepool(times)
    print()
    whole_attacks(times)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
