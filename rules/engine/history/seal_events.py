"""What a log says of the dice that are thrown in it: by which seal anybody can check them."""

from rules.engine.events import Event, event


@event("dice-sealed")
class DiceSealed(Event):
    """The dice are bound to a seal from now on, whatever is taken back later. No rule knows of it."""

    seal: str
    """64 hex digits: what proofs of the faces are checked against."""
