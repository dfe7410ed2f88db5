"""Who may act, and what those may who are held, surprised or put to flight (TS-208, TS-319)."""

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import Words, template, text
from rules.engine.text import combatant as named
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.tick_action import TesserisAction
from rules.systems.tesseris.turns.ticks import is_off_turn

EVEN_GRAPPLED = frozenset({"speak", "think", "look", "drop-item", "delay"})
"""What even the Grappled may do (TS-208)."""


IN_GRAPPLE = frozenset(
    {
        "grapple-strike",
        "pin",
        "break-pin",
        "choke-out",
        "pummel",
        "disarm",
        "grapple-assist",
        "swordpoint-attack",
    }
)


FLIGHT = frozenset(
    {
        "move",
        "run",
        "sprint",
        "quick-step",
        "drop-prone",
        "stand-up",
        "roll-over",
        "dive",
        "take-cover",
        "run-to-cover",
        "leave-cover",
        "hunker-down",
        "total-defense",
        "recover-from-fear",
        "delay",
    }
)
"""What those who flee may do: movement, defence, and shaking it off (TS-319)."""


FLEEING = ("fleeing", "scared-to-death")


def why_out(actor: Fighter) -> Words:
    """Say why somebody can do nothing at all (TS-275, TS-313); empty for who can."""
    now: TesserisState = actor.state
    if not now.is_out:
        return ""
    return text(
        template("{actor} is dead.") if now.dead else template("{actor} is unconscious."), actor=named(actor)
    )


def require_able(state: BattleState, action: TesserisAction, actor: Fighter) -> None:
    """Refuse who can do nothing, or not this (TS-168, TS-208, TS-307, TS-311, TS-319). Raises `Refusal`."""
    now: TesserisState = actor.state
    name, id_ = named(actor), action.id
    if now.is_out:
        raise Refusal("cannot-act", why_out(actor), "TS-275" if now.dead else "TS-313")
    if now.has("surprised") and not (action.off_turn and is_off_turn(state, actor.id)):
        raise Refusal(
            "cannot-act", text("{actor} is surprised: reactions only in this round.", actor=name), "TS-052"
        )
    if now.has("suffocating") and id_ != "first-aid":
        raise Refusal(
            "cannot-act", text("{actor} suffocates: only getting breath is possible.", actor=name), "TS-311"
        )
    if now.has("pinned") and id_ not in ("break-pin", *EVEN_GRAPPLED):
        raise Refusal(
            "cannot-act", text("{actor} is pinned: only breaking the pin is possible.", actor=name), "TS-307"
        )
    if now.has("grappled") and id_ not in (*IN_GRAPPLE, *EVEN_GRAPPLED):
        raise Refusal(
            "cannot-act",
            text("{actor} is in a grapple: only grapple actions are possible.", actor=name),
            "TS-304",
        )
    if now.has(*FLEEING) and id_ not in FLIGHT:
        raise Refusal(
            "must-flee", text("{actor} flees: only moving and recovering are possible.", actor=name), "TS-319"
        )
    if action.attacks:
        if now.has("surrendered", "blabbermouth"):
            raise Refusal("cannot-act", text("{actor} has given up.", actor=name), "TS-320")
        if "no-attacks" in now.stance:
            raise Refusal(
                "no-attacks", text("{actor} may make no attack until its next turn.", actor=name), "TS-163"
            )
        if "total-defense" in now.stance and id_ != "swordpoint-attack":
            raise Refusal(
                "no-attacks", text("{actor} does nothing but defend in this turn.", actor=name), "TS-146"
            )
