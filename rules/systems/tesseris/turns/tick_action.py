"""What all actions have in common: who may act, what it costs, what else an action ends (section 7)."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.identity_key import Same
from rules.engine.parameters import require_kinds
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Action, Parameter, Plan
from rules.engine.text import Words, counted, template, text
from rules.engine.text import combatant as named
from rules.systems.tesseris.attack.checks import require_points
from rules.systems.tesseris.attack.facts import read_given
from rules.systems.tesseris.attack.grapple_ties import loosen
from rules.systems.tesseris.attack.options import OPTIONS, spread
from rules.systems.tesseris.defence.reactions import (
    Exposure,
    end_watch,
    foes_who_may_strike,
    provoke,
    reaction_strike,
    watched,
)
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.places import are_adjacent, knows_places, yards_apart
from rules.systems.tesseris.parameters import (
    DAPPER,
    GM_BORROW,
    MAYHEM,
    ON_THE_STEP,
    PAY,
    TARGET,
    saying,
)
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.ticks import is_off_turn, own_payment, pay_of, price_of, reaction_payment
from rules.systems.tesseris.words.enticement import feel_nearness

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


def why_out(actor: Fighter) -> Words:
    """Say why somebody can do nothing at all (TS-275, TS-313); empty for who can."""
    now: TesserisState = actor.state
    if not now.is_out:
        return ""
    return text(
        template("{actor} is dead.") if now.dead else template("{actor} is unconscious."), actor=named(actor)
    )


def require_able(state: BattleState, action: "TesserisAction", actor: Fighter) -> None:
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
        for other, yards in _likeliest(view.state, actor):
            if yards > farthest:
                continue
            try:
                self._require_all(view, actor, saying(command, TARGET, other.id))
            except Refusal as refusal:
                first = first or refusal
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
        """Do it."""
        yield from ()


def _likeliest(state: BattleState, actor: Fighter) -> tuple[tuple[Fighter, int], ...]:
    """List whom it may be done to, with the yards to them: foes first, then the nearest, oneself last."""
    return _ranked(Same(state), actor.id)


@lru_cache(maxsize=32)
def _ranked(state: Same, who: str) -> tuple[tuple[Fighter, int], ...]:
    actor: Fighter = state.thing.combatants[who]
    found = [(other, yards_apart(state.thing, actor, other)) for other in state.thing.combatants.values()]
    found.sort(key=lambda pair: (pair[0].id == who, pair[0].side == actor.side, pair[1]))
    return tuple(found)


def follow_up(
    view: BattleView, who: str, command: Command, exposure: Exposure, *, provokes: bool
) -> Exchange[None]:
    """Let others react to what somebody has done (TS-200, step 15)."""
    given = read_given(view.state, command)
    if provokes or given.get("provokes"):
        yield from provoke(view, who, exposure, given)
    yield from watched(view, who, exposure, given)


def tidy(view: BattleView) -> Exchange[None]:
    """End what cannot stand any more: grapples of nobody, fire of the dead, broken holds, cheer from afar."""
    yield from loosen(view)
    yield from feel_nearness(view)
    for who, combatant in list(view.state.combatants.items()):
        hold = combatant.state.swordpoint
        if hold is not None and not _still_holds(view.state, combatant, hold.on):
            yield ev.SwordpointOver(who=who, target=hold.on)
        fire = combatant.state.conditions.get("suppressed", {}).get("by")
        if fire is not None and (fire not in view.state.combatants or view.combatant(fire).state.dead):
            yield ev.ConditionEnded(who=who, condition="suppressed")  # no turn of its own will end it
        by = view.combatant(who).state.held_by
        if by is not None:
            holder = view.state.combatants.get(by)
            if holder is None or holder.state.swordpoint is None or holder.state.swordpoint.on != who:
                yield ev.Kept(who=who, values={"held_by": None})


def _still_holds(state: BattleState, holder: Fighter, target: str) -> bool:
    other = state.combatants.get(target)
    if other is None or other.state.dead or holder.state.is_out:
        return False
    armed = any(weapon != FISTS.id for weapon in holder.state.held)
    return armed and (not knows_places(state, holder, other) or are_adjacent(state, holder, other))


def find_weapon(actor: Fighter, id_: str | None) -> Weapon:
    """Find a weapon on somebody's sheet. Raises `Refusal` `unknown-weapon`."""
    found: Weapon | None = actor.sheet.weapon(id_)
    if found is None:
        known = ", ".join(w.id for w in actor.sheet.weapons)
        said = (
            text(
                "{actor} has no {weapon}; there are: {known}.",
                actor=named(actor),
                weapon=f"{id_!r}",
                known=known,
            )
            if id_
            else text("Say which weapon ('with').")
        )
        raise Refusal("unknown-weapon", said, "TS-020")
    return found


def find_target(
    view: BattleView, actor: Fighter, command: Command, *, itself: bool = False, complete: bool = True
) -> Fighter | None:
    """Find whom a command names; None where it names nobody and need not yet. Raises `Refusal`."""
    return find_named(view, actor, TARGET.of(command), itself=itself, complete=complete)


def find_named(
    view: BattleView, actor: Fighter, wanted: str | None, *, itself: bool = False, complete: bool = True
) -> Fighter | None:
    """Find whom an action is for; None where nobody is named and need not be yet. Raises `Refusal`."""
    if wanted is None:
        if complete:
            raise Refusal("no-target", text("Say who it is for ('target')."), "TS-200")
        return None
    target = view.combatant(wanted, "target")
    if target.id == actor.id and not itself:
        raise Refusal("no-target", text("{actor} cannot do that to itself.", actor=named(actor)), "TS-200")
    if target.state.dead:
        raise Refusal("no-target", text("{target} is dead.", target=named(target)), "TS-275")
    return target


def target_of(view: BattleView, command: Command) -> str:
    """Name whom a complete command is for."""
    return view.combatant(TARGET.of(command), "target").id


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
