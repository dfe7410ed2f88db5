"""A grapple beside its blows: joining, helping, choking, breaking a pin (TS-111 to TS-116, TS-184)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.chances.odds_figures import Contest
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import Words, combatant, joined, text
from rules.systems.tesseris.attack.attack_action import AttackAction
from rules.systems.tesseris.attack.attack_form import IN_GRAPPLE, Form
from rules.systems.tesseris.attack.checks import (
    TEST,
    Points,
    Trial,
    close_roll,
    modifiers_of,
    pool,
    roll_trial,
    skill_trial,
)
from rules.systems.tesseris.attack.facts import facts_of, read_given
from rules.systems.tesseris.attack.grapple_ties import is_in, partners, tie
from rules.systems.tesseris.attack.strike import GRAPPLED, Attack, Strike, further_attack
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import knock_out
from rules.systems.tesseris.moves.places import are_adjacent
from rules.systems.tesseris.parameters import SKILL, TARGET
from rules.systems.tesseris.rolls import LOST, WON
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.command_targets import find_target, target_of
from rules.systems.tesseris.turns.tick_action import GRAPPLE, TesserisAction, refuse_if

REROLL_STEP = 3


class BreakPin(AttackAction):
    """Get out of a pin, or an ally (TS-115). It is no attack action (TS-099)."""

    attacks = False
    group = GRAPPLE
    id = "break-pin"
    label = text("Break the pin")
    help = text("Against whoever holds it down; the grapple stays.")
    rule = "TS-115"
    ticks = 4
    form = Form(effect="break-pin", meets=GRAPPLED, weapon=IN_GRAPPLE)
    parameters = (replace(TARGET, label=text("Who is pinned"), optional=True),)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have a button for each who can be freed: oneself, or else the allies in the same grapple."""
        pinned = [c for c in view.state.combatants.values() if c.state.has("pinned")]
        if actor.state.has("pinned"):
            return (({"target": actor.id}, ""),)
        allies = [c for c in pinned if c.side == actor.side and is_in(view.state, actor.id, c.id)]
        return tuple(({"target": ally.id}, joined((combatant(ally),))) for ally in allies) or (({}, ""),)

    def find(self, state: BattleState, actor: Fighter, command: Command, *, complete: bool) -> Attack | None:
        """Put the struggle together. Raises `Refusal`."""
        pinned = state.combatant(TARGET.of(command) or actor.id, "target")
        if pinned.id != actor.id and not is_in(state, actor.id, pinned.id):
            raise Refusal(
                "not-grappled",
                text(
                    "{actor} is in no grapple with {pinned}.",
                    actor=combatant(actor),
                    pinned=combatant(pinned),
                ),
                "TS-112",
            )
        refuse_if(
            actor.state.has("pinned") and pinned.id != actor.id,
            "cannot-act",
            text("{actor} is pinned and must free itself first.", actor=combatant(actor)),
            "TS-307",
        )
        by = pinned.state.conditions.get("pinned", {}).get("by")
        holder = None if by is None else state.combatants.get(by)
        if not pinned.state.has("pinned") or holder is None:
            raise Refusal(
                "no-target", text("{pinned} is not pinned by anybody.", pinned=combatant(pinned)), self.rule
            )
        if holder.id == actor.id:
            raise Refusal("no-target", text("{actor} holds that pin.", actor=combatant(actor)), self.rule)
        skill = SKILL.of(command) or "melee"
        if skill not in ("melee", "acrobatics"):
            raise Refusal(
                "bad-command",
                text("A pin is broken with melee or acrobatics, not {skill}.", skill=f"{skill!r}"),
                self.rule,
            )
        facts = facts_of(state, actor, holder, read_given(state, command), ranged=False)
        return Attack(
            actor=actor.id,
            action=self.id,
            strikes=(Strike(weapon=FISTS, target=holder.id),),
            targets=(holder.id,),
            facts={holder.id: facts},
            ranged=False,
            skill=skill,
            own=self.own_modifiers(actor, FISTS, None),
            counts=False,
            meets=GRAPPLED,
            effect="break-pin",
            about=pinned.id,
            spends=Points.of(command),
        )


class GrappleAssist(TesserisAction):
    """Help an ally in the grapple (TS-184)."""

    group = GRAPPLE
    id = "grapple-assist"
    label = text("Assist in a grapple")
    help = text("A third of your total on the ally's next grapple strike, pin or break pin.")
    rule = "TS-184"
    ticks = 2
    off_turn = True
    parameters = (
        TARGET,
        replace(
            SKILL,
            label=text("By"),
            choices=lambda view, actor: (
                Choice(id="melee", label=text("skill (melee)")),
                Choice(id="athletics", label=text("strength (athletics)")),
            ),
        ),
    )

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it outside the ally's grapple."""
        refuse_if(
            not actor.state.has("grappled"),
            "not-grappled",
            text("{actor} is in no grapple.", actor=combatant(actor)),
            "TS-112",
        )
        target = find_target(view, actor, command, complete=complete)
        if target is not None and not is_in(view.state, actor.id, target.id):
            raise Refusal(
                "not-grappled",
                text("{target} is in another grapple, or none.", target=combatant(target)),
                "TS-112",
            )
        if SKILL.of(command) not in (None, "melee", "athletics"):
            raise Refusal("bad-command", text("That is rolled with melee or athletics."), self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll, and leave the help with the ally."""
        target = target_of(view, command)
        trial = skill_trial("assist", TEST, SKILL.of(command) or "melee", spends=Points.of(command))
        result = yield from roll_trial(view, actor.id, trial)
        if more := result.total // REROLL_STEP:
            now = view.combatant(target).state.assist
            yield ev.Kept(who=target, values={"assist": now + more})


class JoinGrapple(TesserisAction):
    """Join a grapple (TS-111)."""

    group = GRAPPLE
    id = "join-grapple"
    label = text("Join a grapple")
    help = text("Throw yourself in with somebody who is in one.")
    rule = "TS-111"
    parameters = (TARGET,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse who is in none, or out of reach."""
        target = find_target(view, actor, command, complete=complete)
        if target is None:
            return
        refuse_if(
            not target.state.has("grappled"),
            "not-grappled",
            text("{target} is in no grapple.", target=combatant(target)),
            self.rule,
        )
        far = not are_adjacent(view.state, actor, target)
        refuse_if(
            far,
            "out-of-range",
            text("{target} is not next to {actor}.", target=combatant(target), actor=combatant(actor)),
            "TS-208",
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Join."""
        target = target_of(view, command)
        yield from tie(view, {actor.id, target, *partners(view.state, target)})


class ChokeOut(AttackAction):
    """Choke somebody until it drops (TS-116)."""

    group = GRAPPLE
    id = "choke-out"
    label = text("Choke out")
    help = text("Athletics against athletics in a grapple; won, the other is unconscious.")
    rule = "TS-116"
    ticks = 4
    form = Form()
    parameters = (TARGET,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse who is in no grapple with one, or does not breathe as people do."""
        refuse_if(
            not actor.state.has("grappled"),
            "not-grappled",
            text("{actor} is in no grapple.", actor=combatant(actor)),
            "TS-112",
        )
        target = find_target(view, actor, command, complete=complete)
        if target is None:
            return
        apart = not is_in(view.state, actor.id, target.id)
        refuse_if(
            apart,
            "not-grappled",
            text("{target} is in no grapple with {actor}.", target=combatant(target), actor=combatant(actor)),
            "TS-112",
        )
        refuse_if(
            not target.sheet.humanoid,
            "no-target",
            text("{target} cannot be choked.", target=combatant(target)),
            self.rule,
        )

    def _trial(self, who: Fighter, command: Command) -> Trial:
        spends = Points.of(command)
        return skill_trial("athletics", TEST, "athletics", extra=further_attack(who), spends=spends)

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Show the contest."""
        self.require(view, actor, command, complete=True)
        target = target_of(view, command)
        trial = self._trial(actor, command)
        return Plan(
            exchange=lambda view: self.run(view, command),
            roll=pool(actor, trial).words_with("athletics"),
            modifiers=modifiers_of(actor, trial),
            target=target,
            contest=Contest(),
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Contest it; the target's roll costs nothing and is not asked for."""
        target = target_of(view, command)
        trial = self._trial(actor, command)
        yield self.payment(view.state, actor, command)
        yield ev.Attacked(who=actor.id, target=target, action=self.id, weapon=FISTS.id)
        mine = yield from roll_trial(view, actor.id, trial)
        total = 0
        if not view.combatant(target).state.is_out:
            against = skill_trial(
                "athletics", TEST, "athletics", against=mine.total, words=(WON, LOST), concerns=target
            )
            theirs = yield from roll_trial(view, target, against)
            total = theirs.total
        wins = mine.total > total
        yield close_roll(mine, WON if wins else LOST)
        if wins:
            yield ev.Prevailed(who=actor.id, target=target, action=self.id)
            yield from knock_out(view, target)
