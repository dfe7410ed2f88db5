"""Odds as they are drawn: a bar for each answer of the target, its stretches the harms with their chances."""

from dataclasses import dataclass, replace

from rules.engine.chances.odds_figures import Contest, Odds
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System
from rules.engine.text import Text, Words, key_words, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of an odds bar: a chance from 0 to 1 and its words. `kind`: miss, shaken, harm-0 to -5."""

    kind: str
    label: Words
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The odds for one answer of the target (empty label: it is asked nothing)."""

    about: str
    """Whose odds they are, where several are aimed at."""
    answer: str
    label: Words
    best: bool
    parts: tuple[Part, ...]
    hit: float
    hurt: float
    down: float | None
    """The chance that it falls; None for who is down already."""
    mean: float
    sums: tuple[tuple[Words, float], ...] = ()
    """What is said of a contest in place of hits and harm: words with their chances."""


def bars(
    odds: Odds,
    system: System,
    target: Combatant,
    is_one_of_many: bool,
    contest: Contest | None = None,
    *,
    fells: bool = True,
) -> tuple[Bar, ...]:
    """Turn odds into bars, one for each answer the target may give; of one of many with its name.

    Args:
        contest: the words for what strikes nobody.
        fells: whether the target still stands, so that it can be felled (`can_be_felled`).
    """
    about, words = target.name if is_one_of_many else "", system.harm_in_words(target)

    def bar(answer: str, label: Words, best: bool, of: Odds) -> Bar:
        drawn = _bar(about, answer, label, best, of, system, words)
        if contest is not None:
            drawn = replace(drawn, parts=_contested(of, contest), sums=_sums(of, contest, fells))
        return drawn if fells else replace(drawn, down=None)

    if not odds.by_answer:
        return (bar("", "", True, odds),)
    return tuple(
        bar(a, system.answer_words.get(a, _words(a)), a == odds.best, o) for a, o in odds.by_answer.items()
    )


def small_share(chance: float) -> Words:
    """Write a chance in percent, below a tenth with one decimal: what is unlikely differs there."""
    if 0 < chance < 0.0005:
        return text("<{share} %", share=0.1)
    share = 100 * chance
    return text("{share} %", share=round(share) if share >= 9.95 or not chance else round(share, 1))


def can_be_felled(system: System, state: BattleState, who: str) -> bool:
    """Say whether somebody is not yet what odds call felled: who is, is felled by nothing that is done."""
    return not system.harm.judge(state, state, who, ()).down


def _contested(odds: Odds, contest: Contest) -> tuple[Part, ...]:
    parts = (
        Part(kind="miss", label=contest.lost, chance=max(0.0, 1.0 - odds.hit - odds.shaken)),
        Part(kind="shaken", label=contest.tied, chance=odds.shaken),
        Part(kind="harm-1", label=contest.won, chance=odds.hit),
    )
    return tuple(part for part in parts if part.chance > 1e-12)


def _sums(odds: Odds, contest: Contest, fells: bool) -> tuple[tuple[Words, float], ...]:
    found = [(contest.won, round(odds.hit, 12) + 0.0)]
    if contest.tied:
        found.append((contest.tied, odds.shaken))
    if contest.down and fells:
        found.append((contest.down, odds.down))
    return tuple(found)


def _words(answer: str) -> Text:
    return key_words(answer).large


def _bar(
    about: str, answer: str, label: Words, best: bool, odds: Odds, system: System, words: tuple[Words, ...]
) -> Bar:
    words = words or (text("no harm"),)
    miss = 1.0 - odds.hit
    unhurt = odds.harm[0] if odds.harm else 1.0
    parts = [
        Part(kind="miss", label=text("miss"), chance=miss),
        Part(kind="harm-0", label=words[0], chance=max(0.0, unhurt - miss - odds.shaken)),
        Part(kind="shaken", label=system.shaken_word, chance=odds.shaken),
        *_harms(odds, words),
    ]
    shown = tuple(p for p in parts if p.chance > 1e-12)
    return Bar(
        about=about,
        answer=answer,
        label=label,
        best=best,
        parts=shown,
        hit=round(odds.hit, 12) + 0.0,  # as sure as the harm: both are sums of many chances
        hurt=round(1.0 - unhurt, 12) + 0.0,
        down=odds.down,
        mean=odds.mean_harm,
    )


_MOST_PARTS = 7
"""So many amounts of harm are told apart in a bar; more are put together in bands."""
_BANDS = 5


def _harms(odds: Odds, words: tuple[Words, ...]) -> list[Part]:
    """List the amounts of harm with their chances; many of them in bands that are about as likely.

    Amounts beyond the last word are one with it.
    """
    chances: dict[int, float] = {}
    for amount, chance in enumerate(odds.harm):
        if amount and chance > 1e-12:
            named = min(amount, len(words) - 1)
            chances[named] = chances.get(named, 0.0) + chance
    found = list(chances.items())
    if len(found) <= _MOST_PARTS:
        return [
            Part(kind=f"harm-{min(max(amount, 1), 5)}", label=words[amount], chance=chance)
            for amount, chance in found
        ]
    whole, so_far = sum(chance for _, chance in found), 0.0
    bands: dict[int, list[tuple[int, float]]] = {}
    for amount, chance in found:
        middle = (so_far + chance / 2) / whole
        bands.setdefault(min(_BANDS - 1, int(middle * _BANDS)), []).append((amount, chance))
        so_far += chance
    return [
        Part(
            kind=f"harm-{number}",
            label=_span(band[0][0], band[-1][0], words),
            chance=sum(chance for _, chance in band),
        )
        for number, band in enumerate(bands.values(), start=1)
    ]


def _span(first: int, last: int, words: tuple[Words, ...]) -> Words:
    """Name a band of amounts: `5–9 HP`."""
    low, high = words[first], words[last]
    if low == high:
        return low
    if isinstance(low, Text) and isinstance(high, Text) and low.template == high.template:
        ((gap, least),), ((_, most),) = low.gaps, high.gaps
        return replace(high, gaps=((gap, f"{least}–{most}"),))
    return text("{low} to {high}", low=low, high=high)
