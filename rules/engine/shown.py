"""What a system shows: choices, facts, marks, figures, lines of the log, cards, timelines, areas, ways."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from rules.engine.declared.tempers import STEADY
from rules.engine.text import Words
from rules.map.areas import Area
from rules.map.model import Place, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value that a parameter or a fact can have, with the words for it."""

    id: str
    label: Words
    note: Words = ""
    """A word that stands beside it: what choosing it costs, say."""
    outline: str = ""
    """What it is on a picture of all choices, 100 wide and 200 high: the path of an SVG."""
    spot: Point | None = None
    """Where on that picture the word is written."""
    falls_to: tuple[str, ...] = ()
    """Which of the other choices it comes to instead where it fails, by their ids, the nearest first."""
    falls_rule: str = ""
    """The rule by which it does."""
    caption: Words = ""
    """What is written before the word, where the outline does not tell what it is."""
    why_not: Words = ""
    """Why it cannot be chosen now, in a few words; empty for what can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What the map says about an action, as the system reads it; the GM may overrule it (`overruled`)."""

    id: str
    label: Words
    value: Any
    words: Words
    rule: str
    choices: tuple[Choice, ...] = ()
    overruled: bool = False
    number: bool = False
    """Whether it is a whole number that is typed rather than chosen."""
    many: bool = False
    """Whether it is a list: any of the choices together, by their ids; of a number, those that are typed."""
    each: bool = False
    """Whether it is a number for each of the choices that has one, by their ids."""
    brief: Words = ""
    """The same in a word or two, for the line of fire on the map; empty for what is not written there."""


class LazyFacts(Sequence[Fact]):
    """Facts with their words, put together when they are looked at first: who only weighs odds never does.

    Args:
        read: gives them all.
    """

    def __init__(self, read: Callable[[], Sequence[Fact]]) -> None:
        self._read = read

    @cached_property
    def _facts(self) -> Sequence[Fact]:
        return self._read()

    @overload
    def __getitem__(self, at: int) -> Fact: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Fact]: ...
    def __getitem__(self, at: int | slice) -> Fact | Sequence[Fact]:
        """Give one of them, or some."""
        return self._facts[at]

    def __len__(self) -> int:
        """Count them."""
        return len(self._facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """An area on the map, as it is drawn and whom it catches."""

    area: Area
    at: Point
    """The point that it is aimed at, in cells."""
    caught: tuple[str, ...]
    words: Words
    rule: str
    stopped_by_walls: bool = True
    says: Words = ""
    """What is said of it, where it is not there to catch anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strays:
    """Those whom an attack may strike in its target's place, and by which rule."""

    who: tuple[str, ...]
    words: Words
    """How it comes to that: `by a miss that shows a 1`."""
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A playing card as it is drawn: what stands on it, and what it is called."""

    sign: str
    """What stands in its corner: `10`, `K`; a Joker's is `★`."""
    suit: str
    """♠, ♥, ♦ or ♣; empty for a Joker."""
    words: Words
    red: bool
    special: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCard:
    """What gives a combatant its place in the order, where that is a card."""

    card: Card
    spare: tuple[Card, ...] = ()
    """What else was drawn for it, and does not count."""
    shared_by: int = 1
    """How many act on this card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What is drawn on the map for some seconds: an area, and the way that something took; all in cells."""

    path: tuple[Point, ...] = ()
    area: Area | None = None
    stopped_by_walls: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """What actions are paid from, drawn piece by piece: the ticks of a round, say.

    Attributes:
        left: the pieces that are there; `most` is how many a fresh one has.
        owed: what was taken of the next one already.
        spare: whether the one that pays for a reaction is still there; None where there is no such thing.
        words: all of it in a sentence.
    """

    label: Words
    left: int
    most: int
    owed: int = 0
    spare: bool | None = None
    words: Words
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldArea:
    """A part of the map that somebody keeps under watch or under fire, as long as that lasts."""

    area: Area
    words: Words
    rule: str
    on: str | None = None
    """Whom alone it is kept on: who does not know of them is not shown it."""
    stopped_by_walls: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredWay:
    """A way that somebody has said it will go, and has not gone yet.

    `places` are those entered, in order, without the one it starts from.
    """

    places: tuple[Place, ...]
    words: Words
    rule: str
    secret: bool = False
    """Whether others are not told of it yet."""


# -------------------------------------------------------------------------------------------- timelines
@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """A stretch of a timeline that has a name: a round, a turn. Both ends are ticks that belong to it."""

    label: Words
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """How somebody stands on a timeline, and what it has declared from which tick to which.

    `kind`: acting (declares now), to-come, stands (declared), sealed (declared, but not what), done, lost,
    or idle (cannot, or did not want to). `name` and `words` are what is read.
    """

    who: str
    name: str
    kind: str
    words: Words
    detail: Words = ""
    rule: str = ""
    holds: Words = ""
    """What it has achieved before, and keeps as long as it may: somebody in its sights, say."""
    holds_rule: str = ""
    start: int | None = None
    end: int | None = None
    target: str = ""
    """Whom it is done to, if anybody is; `deed` are then the words without that one's name."""
    deed: Words = ""
    secret: bool = False
    """Whether others are not told of it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What comes about at one moment of a timeline: `deeds` are who does what."""

    label: Words
    deeds: tuple[tuple[str, Words], ...]
    rule: str
    happened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Time in ticks that have names in several sizes, and what stands on it."""

    tick: Words
    """What a tick is called."""
    now: int
    heading: Words
    """What is going on now, in a sentence."""
    heading_rule: str
    first: int
    last: int
    """The ticks that are drawn."""
    divisions: tuple[tuple[Division, ...], ...]
    """The named stretches of these ticks, the largest first, the ticks themselves last."""
    rows: tuple[TimelineRow, ...]
    moments: tuple[Together, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A condition as drawn on the token. `shape` is one of the app's; `tone` is harm, warn, info or good."""

    id: str
    label: Words
    shape: str
    tone: str
    rule: str
    vague: Words | None = None
    """What is said of it to who may not know how much harm was done, where the label tells that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vague:
    """What the log says of an event in place of words that count harm, with `{who}` and `{target}`."""

    text: Words
    of: str = "who"
    """The event's field that names whose harm it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """Harm as the system counts it: `pips` of wounds taken, or a `bar` of points left.

    A `count` is no harm but something that one has some of; it stands beside the token, not on it.
    """

    label: Words
    value: int
    most: int
    shape: str = "pips"
    words: Words = ""
    """What is said in place of the numbers, to who may not know them."""
    beyond: int = 0
    """How much more harm than `most` it takes to be out of the fight: who has all of it still stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A labelled value of a sheet or of the state, with the rule it comes from and a word of help."""

    label: Words
    value: Words
    rule: str = ""
    help: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A block of a sheet: a heading with its figures."""

    title: Words
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the log. `big` is what is shown large beside the token for a moment, if anything."""

    text: Words
    tone: str = "plain"
    rule: str | None = None
    big: Words | None = None
    figures: tuple[Figure, ...] = ()
    """What opens under the line: the numbers and where they came from."""
    cards: tuple[Card, ...] = ()
    """Cards that are laid on the table, the one that counts first."""
    trace: Trace | None = None


HEROES, FOES, OTHERS = "heroes", "foes", "others"
"""The sides that a fight mostly has; a table may have any others. `OTHERS` are bystanders, nobody's foes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockItem:
    """A ready-made combatant."""

    id: str
    name: str
    sheet: Mapping[str, Any] = field(default_factory=dict)
    blurb: Words = ""
    temper: str = STEADY
    """How it fights where no person plays it (`TEMPERS`)."""
    side: str = FOES
    """On which side it mostly fights: `HEROES`, `FOES` or `OTHERS`."""
    portrait: str = ""
    """Whose portrait it has while it has no picture: a name that the app knows, perhaps with a variant."""
    size: int = 1
    """The side of its footprint, in cells."""
    kind: str = "people"
    """Among which others it is offered (`rules.engine.declared.stock_kinds`)."""
