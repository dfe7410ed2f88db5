"""What needs no more than being said, waiting, and the list of all that is no attack (TS-099, TS-070)."""

from typing import cast

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import keys
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.area_fire import CoveringFire, Overwatch, SuppressingFire
from rules.systems.tesseris.attack.grapple_actions import ChokeOut, GrappleAssist, JoinGrapple
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.hands import ChangeGrip, ClearJam, Draw, DropItem, Reload
from rules.systems.tesseris.turns.helpful_actions import (
    AidAlly,
    Aim,
    CastSpell,
    FirstAid,
    PsychicPower,
    RecoverFromFear,
    UseSkill,
    VerbalAction,
)
from rules.systems.tesseris.turns.tick_action import OTHER, TesserisAction, refuse_if
from rules.systems.tesseris.turns.turn_order import delay, to_act


class Simple(TesserisAction):
    """Something that needs no more than being said (TS-099)."""

    rule = "TS-099"
    also = keys("text", "text")

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Tell it."""
        yield ev.ActionNoted(
            who=actor.id, what=self.id, target=command.text("target"), text=command.text("text") or ""
        )


def _simple(id_: str, label: str, ticks: int, help_: str) -> TesserisAction:
    members = {
        "id": id_,
        "label": label,
        "help": help_,
        "ticks": ticks,
        "cost": _cost_words(ticks),
        "__doc__": f"{label} (TS-099).",
    }
    return cast(TesserisAction, type("Simple", (Simple,), members)())


def _cost_words(ticks: int) -> str:
    return "free" if not ticks else f"{ticks} tick{'' if ticks == 1 else 's'}"


class Vehicle(Simple):
    """Get in, on, off or out (TS-099)."""

    id = "vehicle"
    label = "Mount or dismount"
    help = "Get into or out of a vehicle or a saddle; mounted, you shoot worse and strike better."
    cost = "2 ticks"
    rule = "TS-238"
    ticks = 2

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Turn to it."""
        yield ev.ActionNoted(who=actor.id, what=self.id)
        yield ev.Kept(who=actor.id, values={"mounted": not actor.state.mounted})


class Delay(TesserisAction):
    """Wait for the next one (TS-070)."""

    group = OTHER
    id = "delay"
    label = "Delay"
    help = "Act after the next one still to act; your ticks stay."
    cost = "free"
    rule = "TS-070"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in free play, and to the last one."""
        if not view.state.running:
            raise Refusal("nobody-after", "In free play there is nobody to wait for.", self.rule)
        after = [who for who in to_act(view.state) if who != actor.id]
        refuse_if(
            not after,
            "nobody-after",
            text("Nobody is left to act after {actor}.", actor=combatant(actor)),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Step back."""
        yield from delay(view, actor.id)


OTHERS: tuple[TesserisAction, ...] = (
    _simple("speak", "Speak", 0, "A few words."),
    _simple("think", "Think", 0, "Make up your mind."),
    _simple("look", "Look", 0, "Look around."),
    _simple("simple-action", "Simple action", 1, "Open a door, press a button."),
    _simple("toss-item", "Toss an item", 2, "Throw something to somebody."),
    _simple("other-action", "Other action", 3, "Whatever the list does not hold."),
    Vehicle(),
    ChangeGrip(),
    DropItem(),
    Draw(),
    ClearJam(),
    Reload(),
    Aim(),
    AidAlly(),
    GrappleAssist(),
    UseSkill(),
    VerbalAction(),
    CastSpell(),
    PsychicPower(),
    FirstAid(),
    RecoverFromFear(),
    Delay(),
    JoinGrapple(),
    ChokeOut(),
    CoveringFire(),
    Overwatch(),
    SuppressingFire(),
)
