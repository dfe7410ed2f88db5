"""The exact chances of what an exchange returns that asks nobody and tells of nothing."""

from collections import defaultdict
from collections.abc import Callable, Generator, Hashable
from typing import Any, TypeVar

from rules.engine.chances.odds import BUDGET

V = TypeVar("V", bound=Hashable)


def distribution(make: Callable[[], Generator[Any, Any, V]], budget: int = BUDGET) -> dict[V, float]:
    """Give the exact chances of what an exchange without questions and events returns.

    Raises:
        ValueError: if it has more than `budget` leaves.
    """
    chances: defaultdict[V, float] = defaultdict(float)
    leaves = 0

    def go_on(run: Generator[Any, Any, V], request: Any, prefix: tuple[Any, ...], chance: float) -> None:
        """Send each lump in turn: the first to the run that stands here, others to one brought here anew."""
        nonlocal leaves
        fresh = True
        for reply, weight in request.outcomes():
            if not fresh:
                run = make()
                run.send(None)
                for earlier in prefix:
                    run.send(earlier)
            fresh = False
            try:
                following = run.send(reply)
            except StopIteration as end:
                leaves += 1
                if leaves > budget:
                    raise ValueError(f"This exchange has more than {budget} outcomes.") from None
                chances[end.value] += chance * weight
            else:
                go_on(run, following, (*prefix, reply), chance * weight)

    run = make()
    try:
        request = next(run)
    except StopIteration as end:
        return {end.value: 1.0}
    go_on(run, request, (), 1.0)
    return dict(chances)
