"""Make it fair: changes of numbers that bring about what the GM wishes of a fight, each of them rehearsed.

Along each line a fight becomes easier step by step, or harder: one foe fewer, two fewer; one more of a kind,
two more; one from the stock in place of the strongest, of the two strongest. The lines are tried one after
the other, until enough of them have led to what was wished.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.names import side_words
from rules.engine.shown import FOES
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System, find_system
from rules.engine.text import Text, as_text, text
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import Tally
from rules.rehearsal.wish import StepSearch, Verdict, Wish
from webapp.rehearsal.changes import FEWER, INSTEAD, MORE, STOCK, Key, able_foes, one_of_each
from webapp.rehearsal.runs import Run

MOST_TRIED = 150
"""With so many fights a step is judged at last."""
_WANTED = 3
_MOST_LINES = 8
_MOST_STEPS = 6
_WITHIN = 0.08
_SELDOM = 0.05

_SHARES: Mapping[str, tuple[float, Text]] = {
    "four-of-five": (4 / 5, text("{side} win four fights of five")),
    "two-of-three": (2 / 3, text("{side} win two fights of three")),
    "one-of-two": (1 / 2, text("{side} win every other fight")),
    "one-of-three": (1 / 3, text("{side} win one fight of three")),
}
_NOBODY_DIES = "nobody-dies"
_NOBODY_FALLS = "nobody-falls"


def wish_words(system: System, heroes: str) -> dict[str, Text]:
    """Give what may be wished for a side, by ids."""
    side = as_text(side_words(heroes))
    found = {id_: words.filled(side=side) for id_, (_, words) in _SHARES.items()}
    if system.harm.is_dead is not None:
        said = text("{side}: somebody dies in one fight of twenty at most", side=side)
        found[_NOBODY_DIES] = said
    found[_NOBODY_FALLS] = text("{side}: somebody is down in one fight of twenty at most", side=side)
    return found


def wish_of(id_: str, state: BattleState, heroes: str) -> Wish:
    """Give a wish by its id, which is one of `wish_words`."""
    if id_ in _SHARES:
        share, _ = _SHARES[id_]
        return Wish(came_about=lambda outcome: outcome.won == heroes, share=share, within=_WITHIN)
    own = [c.id for c in state.combatants.values() if c.side == heroes]
    falls = _falls if id_ == _NOBODY_FALLS else _dies
    return Wish(came_about=falls(own), share=_SELDOM, within=_SELDOM, is_harm=True)


def _dies(own: Sequence[str]) -> Callable[[Outcome], bool]:
    return lambda outcome: any(outcome.fates[who].is_dead for who in own if who in outcome.fates)


def _falls(own: Sequence[str]) -> Callable[[Outcome], bool]:
    return lambda outcome: any(outcome.fates[who].is_down for who in own if who in outcome.fates)


@dataclass(slots=True, eq=False)
class _Line:
    """Changes of which each goes farther than the one before, and what was found of those that were tried."""

    keys: tuple[Key, ...]
    search: StepSearch
    runs: dict[int, Run] = field(default_factory=dict)
    is_hopeless: bool = False

    @property
    def next(self) -> int | None:
        return None if self.is_hopeless else self.search.next


@dataclass(slots=True, eq=False)
class FairSearch:
    """A search for what brings a wish about. One step is played at a time."""

    wish_id: str
    wish: Wish
    plain: Run
    as_it_stands: Verdict
    """What the fights without any change say of the wish."""
    lines: Sequence[_Line]
    trying: Run | None = None
    _at: int = 0

    @classmethod
    def begun(cls, wish_id: str, plain: Run, heroes: str) -> "FairSearch":
        """Begin a search; the plain fights are over."""
        wish, tally = wish_of(wish_id, plain.state, heroes), plain.tally
        assert tally is not None, "fights are over"
        found = wish.verdict(plain.in_order, is_last=True)
        makes_easier = found is Verdict.TOO_HARD
        lines = () if found is Verdict.FITS else _lines(plain.state, heroes, tally, makes_easier=makes_easier)
        return cls(
            wish_id,
            wish,
            plain,
            found,
            [
                _Line(keys, StepSearch(len(keys), makes_easier, stops_at_first=not wish.is_harm))
                for keys in lines
            ],
        )

    @classmethod
    def over(cls, wish_id: str, plain: Run, heroes: str, steps: Sequence[Run]) -> "FairSearch":
        """Give a search that is over, of which these steps were found."""
        wish = wish_of(wish_id, plain.state, heroes)
        as_it_stands = wish.verdict(plain.in_order, is_last=True)
        lines = []
        for run in steps:
            line = _Line((run.key,), StepSearch(1, as_it_stands is Verdict.TOO_HARD), {1: run})
            line.search.note(1, wish.verdict(run.in_order, is_last=True))
            lines.append(line)
        return cls(wish_id, wish, plain, as_it_stands, lines, _at=len(lines))

    def next_key(self) -> Key | None:
        """Give the change to play next; None where enough were found, or nothing is left to try."""
        while self._at < len(self.lines) and len(self.reached) < _WANTED:
            line = self.lines[self._at]
            step = line.next
            if step is not None:
                return line.keys[step - 1]
            self._at += 1
        return None

    def give_up_line(self) -> None:
        """Try no more steps of the line at hand: there is no room for newcomers, say."""
        self.lines[self._at].is_hopeless = True

    def stop(self) -> None:
        """Try nothing more; what was found stays."""
        self.trying, self._at = None, len(self.lines)

    def is_enough(self, run: Run) -> bool:
        """Say whether a step that is tried has been played often enough."""
        return len(run.in_order) >= MOST_TRIED or self.wish.verdict(run.in_order) is not Verdict.OPEN

    def note(self, run: Run) -> None:
        """Take in the fights of the step that was tried."""
        self.trying = None
        line = self.lines[self._at]
        if not run.in_order:
            line.is_hopeless = True
            return
        step = line.keys.index(run.key) + 1
        line.runs[step] = run
        line.search.note(step, self.wish.verdict(run.in_order, is_last=True))
        line.is_hopeless = step == 1 and line.search.fitting is None and not self._helps(run)

    def _helps(self, run: Run) -> bool:
        """Say whether a change has moved the share the way it should."""
        before, after = (self.wish.share_of(one.in_order).value for one in (self.plain, run))
        rises = (self.as_it_stands is Verdict.TOO_HARD) != self.wish.is_harm
        return after >= before if rises else after <= before

    @property
    def reached(self) -> list[Run]:
        """List the changes that bring the wish about, one of each line."""
        found = ((line, line.search.fitting) for line in self.lines)
        return [line.runs[step] for line, step in found if step is not None]

    @property
    def nearest(self) -> list[Run]:
        """List what comes nearest to it, of lines that do not reach it."""
        missed = [line for line in self.lines if line.search.fitting is None and line.runs]
        best = [min(line.runs.values(), key=self._off) for line in missed]
        return sorted(best, key=self._off)

    def _off(self, run: Run) -> float:
        return abs(self.wish.share_of(run.in_order).value - self.wish.share)


def _lines(
    state: BattleState, heroes: str, tally: Tally, *, makes_easier: bool
) -> tuple[tuple[Key, ...], ...]:
    harm = {one.who: one.harm_done for one in tally.fared}
    foes = sorted(able_foes(state, heroes), key=lambda foe: (harm[foe.id], foe.id))
    if not foes:
        return ()
    there = [foes[-1].sheet] if makes_easier else [foe.sheet for foe in foes]
    items = _other_items(state, there)
    found = _easier(foes, items) if makes_easier else _harder(foes, items)
    return tuple(dict.fromkeys(line for line in found if line))[:_MOST_LINES]


def _other_items(state: BattleState, there: Sequence[Any]) -> list[str]:
    """Name the stock's foes with other sheets than these."""
    system = find_system(state.system)
    items = (item for item in system.stock if item.side == FOES)
    return [
        item.id
        for item in items
        if system.read_sheet(system.with_house_stock(item.sheet, state.house)) not in there
    ]


def _easier(foes: Sequence[Combatant], items: Sequence[str]) -> Iterator[tuple[Key, ...]]:
    """Give lines along which a fight becomes easier.

    Args:
        foes: who do least harm come first.
    """
    weakest = [foe.id for foe in foes]
    strongest = weakest[::-1]
    yield tuple((FEWER, *weakest[:n]) for n in range(1, len(foes)))
    yield tuple((FEWER, *strongest[:n]) for n in range(1, len(foes)))
    for foe in one_of_each(foes)[1:-1]:
        yield ((FEWER, foe.id),)
    for item in items:
        yield tuple((INSTEAD, item, *strongest[:n]) for n in range(1, min(len(foes), _MOST_STEPS) + 1))


def _harder(foes: Sequence[Combatant], items: Sequence[str]) -> Iterator[tuple[Key, ...]]:
    """Give lines along which it becomes harder."""
    kinds = one_of_each(foes)
    counts = Counter({kind.id: sum(foe.sheet == kind.sheet for foe in foes) for kind in kinds})
    most, steps = counts.most_common(1)[0][0], range(1, _MOST_STEPS + 1)
    yield tuple((MORE, most, n) for n in steps)
    for item in items[:1]:
        yield tuple((STOCK, item, n) for n in steps)
    for kind in reversed(kinds):
        yield tuple((MORE, kind.id, n) for n in steps)
    for item in items[1:]:
        yield tuple((STOCK, item, n) for n in steps)
