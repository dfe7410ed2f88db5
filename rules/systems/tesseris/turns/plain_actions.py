"""What needs no more than being said, waiting, and the list of all that is no attack (TS-099, TS-070)."""

from typing import cast

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import words
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import Text, combatant, text
from rules.systems.tesseris.attack.area_fire import CoveringFire, Overwatch, SuppressingFire
from rules.systems.tesseris.attack.grapple_actions import ChokeOut, GrappleAssist, JoinGrapple
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.parameters import TARGET
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

SAID = words("text")


class Simple(TesserisAction):
    """Something that needs no more than being said (TS-099)."""

    rule = "TS-099"
    also = (SAID,)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Tell what `told` lists."""
        yield ev.ActionNoted(
            who=actor.id, what=self.id, target=TARGET.of(command), text=SAID.of(command) or ""
        )


def _simple(id_: str, label: Text, ticks: int, help_: Text) -> TesserisAction:
    members = {
        "id": id_,
        "label": label,
        "help": help_,
        "ticks": ticks,
        "__doc__": f"{label} (TS-099).",
    }
    return cast(TesserisAction, type("Simple", (Simple,), members)())


class Vehicle(Simple):
    """Get in, on, off or out (TS-099)."""

    id = "vehicle"
    label = text("Mount or dismount")
    help = text("Get into or out of a vehicle or a saddle; mounted, you shoot worse and strike better.")
    rule = "TS-238"
    ticks = 2
    beyond_map = True

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Turn to it."""
        yield ev.ActionNoted(who=actor.id, what=self.id)
        yield ev.Kept(who=actor.id, values={"mounted": not actor.state.mounted})


class Delay(TesserisAction):
    """Wait for the next one (TS-070)."""

    group = OTHER
    id = "delay"
    label = text("Delay")
    help = text("Act after the next one still to act; your ticks stay.")
    rule = "TS-070"
    ends_turn = True

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in free play, and to the last one."""
        if not view.state.running:
            raise Refusal("nobody-after", text("In free play there is nobody to wait for."), self.rule)
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
    _simple("speak", text("Speak"), 0, text("A few words.")),
    _simple("think", text("Think"), 0, text("Make up your mind.")),
    _simple("look", text("Look"), 0, text("Look around.")),
    _simple("simple-action", text("Simple action"), 1, text("Open a door, press a button.")),
    _simple("toss-item", text("Toss an item"), 2, text("Throw something to somebody.")),
    _simple("other-action", text("Other action"), 3, text("Whatever the list does not hold.")),
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
