"""What all actions have in common: what they cost, who may be meant, what else they end (section 7)."""

import math
from collections.abc import Callable, Mapping
from typing import ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import require_kinds
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Action, Parameter, Plan
from rules.engine.text import Words, counted, text
from rules.engine.text import combatant as named
from rules.systems.tesseris.attack.checks import require_points
from rules.systems.tesseris.attack.facts import read_given
from rules.systems.tesseris.attack.options import OPTIONS, spread
from rules.systems.tesseris.defence.exposure import Exposure, foes_who_may_strike
from rules.systems.tesseris.defence.overwatch import end_watch
from rules.systems.tesseris.defence.reaction_strike import reaction_strike
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.parameters import (
    DAPPER,
    GM_BORROW,
    MAYHEM,
    ON_THE_STEP,
    PAY,
    TARGET,
    saying,
)
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.aftermath import tidy
from rules.systems.tesseris.turns.command_targets import likeliest
from rules.systems.tesseris.turns.ticks import (
    can_pay,
    is_off_turn,
    own_payment,
    pay_of,
    price_of,
    reaction_payment,
)

STRIKE, SHOOT, GRAPPLE, DEFEND, MOVE, TALK, HANDS, OTHER = (
    text("Strike"),
    text("Shoot"),
    text("Grapple"),
    text("Defend"),
    text("Move"),
    text("Talk"),
    text("Hands"),
    text("Other"),
)
"""The headings under which the buttons stand."""
QUIET = frozenset({"delay", "speak", "think", "look"})
"""What does not end an Overwatch (TS-131)."""
WORDS = frozenset(
    {
        "bribe",
        "charm",
        "inspire",
        "intimidate",
        "manipulate",
        "rally",
        "subvert",
        "motivate",
        "psych-up",
        "speak",
        "think",
        "look",
        "verbal-action",
        "swordpoint-attack",
        "delay",
    }
)
"""What does not end a hold at swordpoint (TS-342)."""


class TesserisAction(Action):
    """An action: refused or paid for, done, and followed by what others make of it."""

    ticks: ClassVar[int] = 0
    off_turn: ClassVar[bool] = False
    """Whether it may also be done as a reaction."""
    only_off_turn: ClassVar[bool] = False
    """Whether it is never anything else, in free play either (TS-069)."""
    any_time: ClassVar[bool] = False
    """Whether it is paid in ticks whoever's turn it is."""
    attacks: ClassVar[bool] = False
    """Whether it counts as an attack action (TS-099)."""
    pays_itself: ClassVar[bool] = False
    """Whether it is paid for within its own exchange."""
    ends_turn: ClassVar[bool] = False
    borrows: ClassVar[bool] = False
    reaction_borrows: ClassVar[bool] = False
    also: ClassVar[tuple[Parameter, ...]] = (TARGET, MAYHEM, DAPPER, PAY, GM_BORROW, *ON_THE_STEP, OPTIONS)
    gm_may_say: ClassVar[bool] = False
    """Whether what the GM says of whom it is aimed at may allow it: a distance, that they know of nothing."""
    group: ClassVar[Words] = OTHER

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have one button: what else is to be said, a form asks for."""
        return (({}, ""),)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its ticks (TS-060)."""
        actor = view.combatant(command.actor, "actor")
        try:
            ticks = self.cost_of(view.state, actor, spread(command))
        except Refusal:
            ticks = self.ticks
        return price_of(actor, ticks, ends_turn=self.ends_turn)

    def takes(self, view: BattleView, command: Command) -> int:
        """Count the ticks that it takes now (TS-060)."""
        actor = view.combatant(command.actor, "actor")
        try:
            return self.payment(view.state, actor, spread(command)).ticks
        except Refusal:
            return 0

    def leaves(self, view: BattleView, actor: Fighter) -> Words:
        """Say what is left for more, and for reactions (TS-060 to TS-064)."""
        try:
            payment = self.payment(view.state, actor, Command(do=self.id, actor=actor.id))
        except Refusal:
            return ""
        left = actor.state.ticks - payment.ticks
        words = counted("{n} tick", "{n} ticks", n=left)
        if payment.free_reaction:
            return text("{ticks}, no free reaction", ticks=words)
        if payment.borrowed:
            return text("{ticks}, and {borrowed} borrowed", ticks=words, borrowed=payment.borrowed)
        return words if payment.ticks else ""

    def provokes(self, view: BattleView, command: Command) -> tuple[str, ...]:
        """List the foes who may strike at who does it (TS-170)."""
        actor = view.combatant(command.actor, "actor")
        exposure = self.exposure(view, actor, spread(command))
        return () if exposure is None else foes_who_may_strike(view.state, actor.id, exposure)

    def provoked_strike(self, view: BattleView, command: Command, by: str) -> Plan | None:
        """Plan such a strike with what is in hand (TS-104)."""
        actor = view.combatant(command.actor, "actor")
        exposure = self.exposure(view, actor, spread(command))
        if exposure is None:
            return None
        return Plan(exchange=lambda view: reaction_strike(view, by, actor.id, exposure), target=actor.id)

    def exposure(self, view: BattleView, actor: Fighter, command: Command) -> Exposure | None:
        """Tell what it would lay its actor open to; None where it provokes nobody."""
        return None

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Tell whether it may be done out of turn (TS-069)."""
        return self.off_turn or self.any_time

    def is_ruled_out(self, view: BattleView, command: Command) -> bool:
        """Tell whether there are too few ticks for it in one's own turn; see `payment` (TS-064)."""
        actor = view.combatant(command.actor, "actor")
        if self.off_turn and self.is_off_turn(view.state, actor):
            return False
        try:
            command = spread(command)
            cost, by_gm = self.cost_of(view.state, actor, command), GM_BORROW.of(command) or False
        except Refusal:
            return True
        return not can_pay(actor, cost, borrows=self.borrows, by_gm=by_gm)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what may not be done, as far as the command is complete; so what could be done to nobody."""
        actor, command = view.combatant(command.actor, "actor"), spread(command)
        self._require_all(view, actor, command)
        if self.is_for_somebody(view, actor, command):
            self.require_anybody(view, actor, command)

    def is_for_somebody(self, view: BattleView, actor: Fighter, command: Command) -> bool:
        """Tell whether it needs somebody whom the command does not name yet."""
        needs = any(p.id == TARGET.id and not p.optional for p in self.parameters)
        return needs and not (TARGET.of(command) or read_given(view.state, command).get("targets"))

    def require_anybody(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse what can be done to nobody who is here: as for the nearest foe. Raises `Refusal`."""
        first: Refusal | None = None
        farthest = math.inf  # beyond whom that is too far off, nobody is tried
        for other, yards in likeliest(view.state, actor):
            if yards > farthest:
                continue
            try:
                self._require_all(view, actor, saying(command, TARGET, other.id))
            except Refusal as refusal:
                first = first or refusal.only_read()
                farthest = min(farthest, yards) if refusal.code == "out-of-range" else farthest
            else:
                return
        raise first or Refusal("no-target", text("There is nobody here to do that to."), self.rule)

    def suits(self, view: BattleView, command: Command) -> bool:
        """Tell whether it is what the hands are full of: words come to mind after weapons."""
        return False

    def doubts(self, view: BattleView, command: Command) -> bool:
        """Tell whether only who is where, and what they know, is against it."""
        actor = view.combatant(command.actor, "actor")
        try:
            self._require_all(view, actor, spread(command))
        except Refusal:
            return False
        return self.gm_may_say

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Check a complete command and prepare its exchange."""
        actor = view.combatant(command.actor, "actor")
        command = spread(command)
        require_kinds(self.declared, command)  # what came as options was not read yet
        self._require_paid(view, actor, command)
        return self.planned(view, actor, command)

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Refuse what a complete command may not do, and prepare its exchange. Raises `Refusal`."""
        self.require(view, actor, command, complete=True)
        return Plan(exchange=lambda view: self.run(view, command))

    def _require_all(self, view: BattleView, actor: Fighter, command: Command) -> None:
        self._require_paid(view, actor, command)
        self.require(view, actor, command, complete=False)

    def _require_paid(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse points and ticks that there are not, and facts that there cannot be. Raises `Refusal`."""
        require_points(actor, command)
        read_given(view.state, command)
        self.payment(view.state, actor, command)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what this action does not allow. Raises `Refusal`."""

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its ticks."""
        return self.ticks

    def is_off_turn(self, state: BattleState, actor: Fighter) -> bool:
        """Tell whether it is done out of turn: in free play only what is nothing but a reaction (TS-069)."""
        return self.only_off_turn or is_off_turn(state, actor.id)

    def payment(self, state: BattleState, actor: Fighter, command: Command) -> ev.TicksSpent:
        """Work out what it is paid with. Raises `Refusal` `no-ticks`."""
        cost = self.cost_of(state, actor, command)
        by_gm = GM_BORROW.of(command) or False
        if self.off_turn and self.is_off_turn(state, actor):
            borrows = self.reaction_borrows or by_gm
            found = reaction_payment(state, actor.id, self.id, cost, borrows=borrows, pay=pay_of(command))
            if found is None:
                said = text(
                    "{actor} has neither {cost} ticks nor the free reaction left.",
                    actor=named(actor),
                    cost=cost,
                )
                raise Refusal("no-ticks", said, "TS-063")
            return found
        return own_payment(actor, self.id, cost, borrows=self.borrows, by_gm=by_gm)

    def run(self, view: BattleView, command: Command) -> Exchange[None]:
        """End what the action ends, pay, do it, and tidy up after it."""
        yield from self.around(view, command, lambda view, actor: self.carry_out(view, actor, command))

    def around(
        self, view: BattleView, command: Command, deed: Callable[[BattleView, Fighter], Exchange[None]]
    ) -> Exchange[None]:
        """Do something with all that comes before it and after it."""
        actor = view.combatant(command.actor, "actor")
        off_turn = self.is_off_turn(view.state, actor)
        payment = self.payment(view.state, actor, command)
        yield from self._end_others(view, actor, off_turn=off_turn)
        if not self.pays_itself and (payment.ticks or payment.borrowed or payment.free_reaction):
            yield payment
        yield from deed(view, view.combatant(actor.id))
        if payment.borrowed and view.combatant(actor.id).state.may_borrow:
            yield ev.Kept(who=actor.id, values={"may_borrow": 0})
        yield from tidy(view)

    def _end_others(self, view: BattleView, actor: Fighter, *, off_turn: bool) -> Exchange[None]:
        now: TesserisState = actor.state
        if now.watch is not None and not off_turn and self.id not in QUIET:
            yield end_watch(actor)
        if now.swordpoint is not None and self.id not in WORDS and not off_turn:
            yield ev.SwordpointOver(who=actor.id, target=now.swordpoint.on)
        if now.just_moved != (self.id == "move") and not off_turn and self.id not in QUIET:
            yield ev.Kept(who=actor.id, values={"just_moved": self.id == "move"})

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Do what the action is; nothing, where an action does not say."""
        yield from ()


def refuse_if(holds: bool, code: str, said: Words, rule: str) -> None:
    """Refuse, if so."""
    if holds:
        raise Refusal(code, said, rule)


def with_stance(now: TesserisState, *stances: str) -> list[str]:
    """Give the stances with some more."""
    return [
        *now.stance,
        *(stance for stance in stances if stance not in now.stance),
    ]
