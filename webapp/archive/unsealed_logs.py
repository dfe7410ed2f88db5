"""Logs that leave the seed of their dice behind."""

from collections.abc import Sequence
from dataclasses import replace

from webapp.store.rows import StoredEvent


def without_serials(events: Sequence[StoredEvent]) -> tuple[StoredEvent, ...]:
    """Let rolls have no numbers: they are under the seal of a seed that does not come along."""
    return tuple(
        replace(event, data={**event.data, "serial": 0}) if event.data.get("serial") else event
        for event in events
    )
