"""Parts of a page that are kept as long as what they were made of stays as it was.

A part is made by a function that is handed its inputs and nothing else: it can have read nothing but what it
is kept by, so that no kept part shows what has changed since.
"""

from collections.abc import Callable, Collection, Hashable
from typing import Any, ParamSpec, TypeVar

from rules.engine.fog.fog import Fog
from rules.engine.state import BattleState, Combatant, changed
from rules.engine.text import Text

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Of = TypeVar("_Of")
_One = TypeVar("_One")
_Beside = TypeVar("_Beside", bound=tuple[Any, ...])

_Record = TypeVar("_Record", BattleState, Combatant, Fog)

_BY_VALUE = (str, int, float, tuple, frozenset, Text)


class KeptParts:
    """What was made last for a page, by names. Made anew for each page or room, and dropped with it."""

    def __init__(self, lifted: "WithoutPlaces | None" = None) -> None:
        """Begin with nothing.

        Args:
            lifted: one that pages of the same battle share.
        """
        self.lifted = lifted or WithoutPlaces()
        self._of: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}

    def part(self, name: Hashable, make: Callable[_P, _T], *inputs: _P.args, **named: _P.kwargs) -> _T:
        """Give what a function makes of its inputs: the very same as last time, if they are the same.

        Texts, numbers, tuples and sets are the same when they are equal, anything else when it is the same
        object. So an input must be something that never changes, and the function must read nothing else.

        Args:
            name: of the part; one name goes with one function.
        """
        of = (*inputs, *named.values()) if named else inputs
        kept = self._of.get(name)
        if kept is not None and are_the_same(kept[0], of):
            found: _T = kept[1]
            return found
        made = make(*inputs, **named)
        self._of[name] = of, made
        return made

    def piece(self, name: Hashable, make: Callable[[_One, _Beside], _T], one: _One, beside: _Beside) -> _T:
        """Give what a function makes of an object and of values: one of many small parts, looked up quickly.

        Args:
            one: the same only when it is the same object.
            beside: the same when it is equal.
        """
        kept = self._of.get(name)
        if kept is not None and kept[0][0] is one and kept[0][1] == beside:
            found: _T = kept[1]
            return found
        made = make(one, beside)
        self._of[name] = (one, beside), made
        return made

    def whole(
        self, name: Hashable, of: _Of, make: Callable[[], _T], is_like: Callable[[_Of, _Of], bool]
    ) -> _T:
        """Give what was made last, as long as what it was made of is like what it would be made of now.

        Args:
            is_like: says so only where nothing could be told by what is made that has changed since.
        """
        kept = self._of.get(name)
        made: _T = kept[1] if kept is not None and is_like(kept[0][0], of) else make()
        self._of[name] = (of,), made
        return made

    def same(self, name: Hashable, value: _T) -> _T:
        """Give a value as it was given last time, as the very same object, if it is equal to it."""
        kept = self._of.get(name)
        if kept is not None and (kept[1] is value or kept[1] == value):
            found: _T = kept[1]
            return found
        self._of[name] = (), value
        return value


def are_the_same(were: tuple[Any, ...], are: tuple[Any, ...]) -> bool:
    """Say whether inputs of a part are the same, as `KeptParts.part` means it."""
    for was, now in zip(were, are, strict=True):  # noqa: SIM110  # it runs a hundred times a push
        if was is not now and not _is_same(was, now):
            return False
    return True


def _is_same(was: Any, now: Any) -> bool:
    return was is now or (type(was) is type(now) and isinstance(now, _BY_VALUE) and bool(was == now))


class WithoutPlaces:
    """A battle without where anybody stands, and without what was explored.

    It is the same object as long as nothing else of the battle changes.
    """

    def __init__(self) -> None:
        self._of: BattleState | None = None
        self._made: BattleState | None = None
        self._people: dict[str, tuple[Combatant, Combatant]] = {}

    def give(self, state: BattleState) -> BattleState:
        """Give a state in which nobody stands anywhere or has seen anything of the map."""
        if self._of is None or self._made is None or not _is_same_but_for_places(self._of, state):
            self._people = {who: self._lifted(c) for who, c in state.combatants.items()}
            people = {who: lifted for who, (_, lifted) in self._people.items()}
            self._made = changed(state, combatants=people, fog=state.fog.unexplored())
        self._of = state
        return self._made

    def _lifted(self, combatant: Combatant) -> tuple[Combatant, Combatant]:
        was = self._people.get(combatant.id)
        if was is not None and (was[0] is combatant or _are_same(was[0], combatant, but=("at",))):
            return was
        return combatant, changed(combatant, at=None)


def _is_same_but_for_places(was: BattleState, now: BattleState) -> bool:
    if was is now:
        return True
    return (
        _are_same(was, now, but=("combatants", "fog"))
        and _is_same_but_for_explored(was.fog, now.fog)
        and [*was.combatants] == [*now.combatants]
        and all(
            one is other or _are_same(one, other, but=("at",))
            for one, other in zip(was.combatants.values(), now.combatants.values(), strict=True)
        )
    )


def _is_same_but_for_explored(was: Fog, now: Fog) -> bool:
    return was is now or _are_same(was, now, but=("explored",))


def are_alike_to(was: BattleState, now: BattleState, known: Collection[str]) -> bool:
    """Say whether two states are the same to who knows of some combatants: nobody of the others is new.

    Where the others stand and how they fare may differ. What has been explored is not compared: what of it is
    known is told by what is known of the map.
    """
    if was is now:
        return True
    before, after, differing = _LAST_COMPARED[0]
    if before is not was or after is not now:
        differing = _who_differ(was, now)
        _LAST_COMPARED[0] = was, now, differing
    return differing is not None and differing.isdisjoint(known)


_LAST_COMPARED: list[tuple[BattleState | None, BattleState | None, frozenset[str] | None]] = [
    (None, None, None)
]
"""Two states and who differs between them: all rooms compare the same ones. It is taken as one, since another
thread may compare others meanwhile."""


def _who_differ(was: BattleState, now: BattleState) -> frozenset[str] | None:
    """Name those who stand elsewhere or fare otherwise; None where anything else has changed as well."""
    people, before = now.combatants, was.combatants
    if not _are_same(was, now, but=("combatants", "fog")) or [*before] != [*people]:
        return None
    if not _is_same_but_for_explored(was.fog, now.fog):
        return None
    differing = [who for who, one in before.items() if people[who] is not one]
    if not all(_are_same(before[who], people[who], but=("at", "state")) for who in differing):
        return None
    return frozenset(differing)


def _are_same(was: _Record, now: _Record, *, but: tuple[str, ...]) -> bool:
    """Say whether all fields of two records are the same, but for some."""
    old, new = vars(was), vars(now)
    return all(name in but or _is_same(value, new[name]) for name, value in old.items())
