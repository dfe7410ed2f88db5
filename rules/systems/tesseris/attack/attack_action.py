"""What all attack actions have in common: what may be done with which weapon to whom (section 7)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.battle_events import Moved
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.parameters import number
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, changed
from rules.engine.system import Fact, Parameter, Plan, Reach
from rules.engine.text import combatant, lowered, text
from rules.map.model import Place
from rules.systems.tesseris.attack.attack import attack
from rules.systems.tesseris.attack.attack_form import (
    CHARGE,
    IN_GRAPPLE,
    LEAST_CHARGE,
    OFF_HAND,
    WAYS_OUT,
    Form,
)
from rules.systems.tesseris.attack.attack_range import require_open, require_reach
from rules.systems.tesseris.attack.attack_run import run_of
from rules.systems.tesseris.attack.attack_weapon import chosen_weapon, require_hand, require_loaded
from rules.systems.tesseris.attack.checks import Points
from rules.systems.tesseris.attack.facts import Facts, facts_of, read_given
from rules.systems.tesseris.attack.foreseen import foreseen_pummel
from rules.systems.tesseris.attack.grapple_ties import is_in, partners
from rules.systems.tesseris.attack.options import (
    BLIND_FIRE,
    OPTIONS,
    a_choice,
    a_switch,
    places_of_body,
    points_on_offer,
    spread,
    things_held,
)
from rules.systems.tesseris.attack.preview import attack_plan, facts_shown
from rules.systems.tesseris.attack.strike import GRAPPLED, NOTHING, STRUGGLE, Attack, Strike
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.defence.reaction_strike import follow_dives
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.house import CALLED
from rules.systems.tesseris.moves.cover_state import leave, shields
from rules.systems.tesseris.moves.places import stand_of
from rules.systems.tesseris.moves.reach import reach_within
from rules.systems.tesseris.moves.ways import Way
from rules.systems.tesseris.parameters import (
    MOVED,
    PATH,
    SKILL,
    TARGET,
    TO,
    WITH,
    saying,
    without,
)
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.state import Fighter, speed_of
from rules.systems.tesseris.turns.aftermath import follow_up
from rules.systems.tesseris.turns.command_targets import find_named
from rules.systems.tesseris.turns.tick_action import STRIKE, TesserisAction, refuse_if, with_stance

MAX_HITS = number("max_hits", 1, 20)


class AttackAction(TesserisAction):
    """An attack on one target, or on all in a grapple."""

    attacks = True
    pays_itself = True
    aimed = True
    gm_may_say = True
    group = STRIKE
    form: ClassVar[Form] = Form()
    parameters: ClassVar[tuple[Parameter, ...]] = (WITH, TARGET)
    also: ClassVar[tuple[Parameter, ...]] = (WITH, SKILL, MAX_HITS, MOVED, TO, PATH)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what may be said besides: the weapon, a place, where to, points, and what else fits it."""
        actor = view.combatant(command.actor, "actor")
        target = view.state.combatants.get(TARGET.of(command) or "")
        found = []
        weapons = self.fitting(actor)
        if self._takes_any_weapon and len(weapons) > 1:
            usual, *others = weapons
            listed = [usual, *(w for w in others if self._may_be_done_with(view, command, w))]
            found.append(a_choice(WITH.id, text("With"), {w.id: w.words for w in listed}, first_unsaid=True))
        if self.form.effect == "disable":
            found.append(places_of_body())
            held = None if target is None else things_held(target)
            found += [] if held is None else [held]
        if self.form.effect in WAYS_OUT:
            found.append(a_choice(SKILL.id, text("By"), WAYS_OUT[self.form.effect], first_unsaid=True))
        if self.form.effect == "pummel":  # TS-117
            found.append(replace(MAX_HITS, label=text("Hits at most"), low=0, high=6))
        if self.form.moves and stand_of(view.state, actor) is not None:
            found.append(replace(TO, optional=True))
        elif self.form.moves:
            low, most = LEAST_CHARGE if self.form.moves == CHARGE else 0, 2 * speed_of(actor)
            if most >= low:
                found.append(replace(MOVED, label=text("Yards run"), low=low, high=most))
        if actor.state.cover is not None and (weapons and not weapons[0].is_melee):
            found.append(a_switch(BLIND_FIRE, text("Fire blind"), text("from behind cover, at -3")))
        return (*found, *points_on_offer(actor))

    def _may_be_done_with(self, view: BattleView, command: Command, weapon: Weapon) -> bool:
        """Tell whether what is said so far may be done with another weapon too."""
        plain = replace(command, params=without(command.params, OPTIONS))
        return self.why_not(view, saying(plain, WITH, weapon.id)) is None

    @property
    def _takes_any_weapon(self) -> bool:
        return any(p.id == WITH.id for p in self.parameters)

    def fitting(self, actor: Fighter) -> list[Weapon]:
        """List what is in the hands that this may be done with, the weapon that it takes by itself first."""
        fitting = []
        for weapon in (*actor.sheet.held_weapons(actor.state.held), FISTS):
            try:
                self._require_hand(actor, self.choose(actor, weapon.id))
            except Refusal:
                continue
            fitting.append(weapon)
        return fitting

    def overridable_facts(self, view: BattleView, command: Command) -> tuple[Fact, ...]:
        """List the facts of an attack that is refused: out of range, say, or without a line of fire."""
        actor = view.combatant(command.actor, "actor")
        target = view.state.combatants.get(TARGET.of(command) or "")
        try:
            command = spread(command)
            weapon, given = self.choose(actor, WITH.of(command)), read_given(view.state, command)
        except Refusal:
            return ()
        if target is None or target.id == actor.id:
            return ()
        facts = facts_of(view.state, actor, target, given, ranged=not weapon.is_melee)
        return facts_shown(view.state, facts, actor, weapon, effect=self.form.effect)

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where the run of a charge or of firing from the hip may end (TS-107, TS-128)."""
        if not self.form.moves:
            return None
        actor = view.combatant(command.actor, "actor")
        found = reach_within(view.state, actor, 2 * speed_of(actor), self.rule)
        if TARGET.of(command) is None:
            return found
        return replace(found, costs=self._ends(view, command, found.costs))

    def _ends(self, view: BattleView, command: Command, costs: Mapping[Place, float]) -> dict[Place, float]:
        """Keep the places from which it can be done to whom it is aimed at."""
        plain = replace(command, params=without(command.params, PATH, OPTIONS))
        return {
            place: cost
            for place, cost in costs.items()
            if self.why_not(view, saying(plain, TO, place)) is None
        }

    def exposure(self, view: BattleView, actor: Fighter, command: Command) -> Exposure | None:
        """Tell what the run lays it open to (R39)."""
        way = (
            None
            if not self.form.moves
            else run_of(self.form, view.state, actor, command, complete=False, rule=self.rule)
        )
        if way is None:
            return None
        left = () if actor.at is None else (actor.at, *way.places[:-1])
        return Exposure(left=left, moved=way.yards > 0, showed=True)

    def suits(self, view: BattleView, command: Command) -> bool:
        """Tell whether it is done with what is in the primary hand, or bare hands where that is empty."""
        actor = view.combatant(command.actor, "actor")
        weapon, held = self.choose(actor, WITH.of(spread(command))), actor.state.held
        return self.form.meets != NOTHING and weapon.id == (held[0] if held else FISTS.id)

    # ----------------------------------------------------------------------------------------------- legality
    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse in the order of TS-200: jams, rounds, range, line of fire, the wrong weapon."""
        self.find(view.state, actor, command, complete=complete)

    def find(self, state: BattleState, actor: Fighter, command: Command, *, complete: bool) -> Attack | None:
        """Put the attack together as far as the command goes. Raises `Refusal`."""
        self._require_trait(actor, command)
        if not complete:
            self.require_at_all(actor)
        weapon = self.choose(actor, WITH.of(command))  # unsaid it is the one that this takes by itself
        require_loaded(self.form, actor, weapon)
        target = find_named(BattleView(state), actor, self.aimed_at(state, command), complete=complete)
        if target is None:
            self._require_hand(actor, weapon)
            return None
        way = run_of(self.form, state, actor, command, complete=True, rule=self.rule)
        at_end = state if way is None or not way.places else state.with_changes(actor.id, at=way.places[-1])
        found = self._against(at_end, at_end.combatants[actor.id], target, weapon, command, way)
        return found if way is None else replace(found, way=way)

    def aimed_at(self, state: BattleState, command: Command) -> str | None:
        """Name who is attacked first; None where nobody is said."""
        return TARGET.of(command)

    def require_at_all(self, actor: Fighter) -> None:
        """Refuse what could be done to nobody just now, whoever is named. Raises `Refusal`."""
        inside = self.form.meets == GRAPPLED and self.form.weapon == IN_GRAPPLE
        if inside and not actor.state.has("grappled"):
            said = text("{actor} is in no grapple.", actor=combatant(actor))
            raise Refusal("not-grappled", said, "TS-112")
        if self._takes_any_weapon and not self.fitting(actor):
            self._require_hand(actor, self.choose(actor, None))

    def _require_trait(self, actor: Fighter, command: Command) -> None:
        """Refuse what needs a trait."""

    def choose(self, actor: Fighter, named: str | None) -> Weapon:
        """Give the weapon named, or the one that this action takes by itself. Raises `Refusal`."""
        return chosen_weapon(self.form, actor, named)

    def _require_hand(self, actor: Fighter, weapon: Weapon) -> None:
        """Refuse a weapon that is not in the hand that this action takes (TS-208, TS-235)."""
        require_hand(self.form, actor, weapon)

    def _against(
        self,
        state: BattleState,
        actor: Fighter,
        target: Fighter,
        weapon: Weapon,
        command: Command,
        way: Way | None,
    ) -> Attack:
        """Put the attack together. Raises `Refusal`."""
        ranged = not weapon.is_melee
        given = read_given(state, command)
        facts = facts_of(state, actor, target, given, ranged=ranged)
        require_reach(actor, target, weapon, facts)
        self._require_hand(actor, weapon)
        blind = require_open(actor, facts, command)
        self.require_target(state, actor, target, facts)
        targets: tuple[str, ...] = (target.id,)
        by_target = {target.id: facts}
        if self._spreads(state, actor, target):
            group = {target.id, *partners(state, target.id)}
            targets = tuple(id_ for id_ in state.combatants if id_ in group)
            by_target = {
                id_: facts
                if id_ == target.id
                else facts_of(state, actor, state.combatants[id_], given, ranged=ranged)
                for id_ in targets
            }
        bullets = (weapon.rounds(self.form.mode) or 1) if ranged else 1
        found = Attack(
            actor=actor.id,
            action=self._named(weapon),
            strikes=(Strike(weapon=weapon, target=target.id, bullets=bullets),),
            targets=targets,
            facts=by_target,
            ranged=ranged,
            skill=weapon.skill,
            own=self.own_modifiers(actor, weapon, way),
            is_off_hand=self.form.weapon == OFF_HAND,
            meets=self.form.meets,
            effect=self.form.effect,
            spends=Points.of(command),
            blind_fire=blind,
        )
        return self.shaped(state, actor, found, command)

    def _named(self, weapon: Weapon) -> str:
        return self.id

    def require_target(self, state: BattleState, actor: Fighter, target: Fighter, facts: Facts) -> None:
        """Refuse whom this action cannot be done to. Raises `Refusal`."""
        if self.form.moves == CHARGE and facts.unaware:
            said = text(
                "{target} knows nothing of {actor}: strike without a charge.",
                target=combatant(target),
                actor=combatant(actor),
            )
            raise Refusal("no-target", said, "TS-107")
        inside = self.form.meets == GRAPPLED or self.id in ("grapple-strike", "pummel")
        if inside and not is_in(state, actor.id, target.id):
            raise Refusal(
                "not-grappled",
                text(
                    "{actor} and {target} are in no grapple.",
                    actor=combatant(actor),
                    target=combatant(target),
                ),
                "TS-112",
            )
        if self.form.effect == "pummel":
            by = target.state.conditions.get("pinned", {}).get("by")
            holder = None if by is None else state.combatants.get(by)
            pinned = target.state.has("pinned") and (holder is None or holder.side == actor.side)
            refuse_if(
                not pinned,
                "no-target",
                text("{target} is not pinned by your side.", target=combatant(target)),
                "TS-117",
            )

    def _spreads(self, state: BattleState, actor: Fighter, target: Fighter) -> bool:
        """Tell whether an attack from outside falls on all in a grapple (TS-304, R46)."""
        plain = self.form.effect in ("", "knockout", "pressure", "disable", "called")
        return plain and target.state.has("grappled") and not is_in(state, actor.id, target.id)

    def own_modifiers(self, actor: Fighter, weapon: Weapon, way: Way | None) -> tuple[Modifier, ...]:
        """Give the modifier of the action itself."""
        found = []
        if self.form.bonus:
            found.append(Modifier(lowered(self.label), self.form.bonus, self.rule))
        if actor.state.assist and self.id in ("grapple-strike", "pin", "break-pin"):
            found.append(Modifier(text("assisted"), actor.state.assist, "TS-184"))
        return tuple(found)

    def shaped(self, state: BattleState, actor: Fighter, found: Attack, command: Command) -> Attack:
        """Give the attack what this action adds to any."""
        if self.form.effect == "called":
            called = CALLED.of(state.house)
            return replace(found, extra_damage=called["damage"], extra_ap=called["armour-piercing"])
        if is_in(state, actor.id, found.targets[0]) and self.form.meets == STRUGGLE:
            return replace(found, meets=GRAPPLED)  # R40
        if self.id == "pin":
            skill = SKILL.of(command) or "melee"
            if skill not in ("melee", "athletics"):
                raise Refusal(
                    "bad-command",
                    text("A pin is rolled with melee or athletics, not {skill}.", skill=f"{skill!r}"),
                    self.rule,
                )
            return replace(found, skill=skill)
        if self.form.effect == "pummel":
            return replace(found, max_hits=MAX_HITS.of(command))
        return found

    # ----------------------------------------------------------------------------------------------- exchange
    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Put the attack together, once, and prepare its exchange."""
        found = self.find(view.state, actor, command, complete=True)
        assert found is not None, "the command is complete"
        return self.laid_out(view, actor, command, found)

    def laid_out(self, view: BattleView, actor: Fighter, command: Command, found: Attack) -> Plan:
        """Show what an attack rests on, and what it comes to."""
        plan = attack_plan(
            view.state, found, TARGET.of(command), lambda view: self.run_attack(view, command, found)
        )
        if plan.target is None:
            return plan
        if found.effect == "pummel" and not shields(
            target := view.combatant(plan.target), found.facts[target.id]
        ):
            return replace(plan, foreseen=lambda view: foreseen_pummel(view, found))
        if len(found.targets) < 2:
            return plan
        alone = found.against(plan.target)
        return replace(plan, foreseen=lambda view: _foreseen(view, alone))

    def run_attack(self, view: BattleView, command: Command, found: Attack) -> Exchange[None]:
        """Carry an attack out that was put together."""
        yield from self.around(view, command, lambda view, actor: self._strike(view, actor, command, found))

    def _strike(self, view: BattleView, actor: Fighter, command: Command, found: Attack) -> Exchange[None]:
        """Pay, move if it contains a move, strike, and let others react."""
        payment = self.payment(view.state, actor, command)
        exposure = Exposure(showed=not found.blind_fire)
        provokes = False
        way = found.way
        if way is not None:
            yield payment
            exposure = yield from self._go(view, actor, way)
            provokes = True
        else:
            found = changed(found, payment=payment)
        if actor.state.assist and self.id in ("grapple-strike", "pin", "break-pin"):
            yield ev.Kept(who=actor.id, values={"assist": 0})
        yield from self.before(view, actor)
        done = yield from attack(view, found)
        yield from self.after(view, actor)
        yield from follow_dives(view, done)
        yield from follow_up(view, actor.id, command, exposure, provokes=provokes)

    def _go(self, view: BattleView, actor: Fighter, way: Way) -> Exchange[Exposure]:
        left = () if actor.at is None else (actor.at, *way.places[:-1])
        if way.places:
            yield Moved(who=actor.id, to=way.places[-1], path=way.places, cost=way.yards)
        if way.yards:
            yield from leave(view, actor.id)
        yield ev.Went(who=actor.id, yards=way.yards, how=self.id)
        return Exposure(left=left, moved=way.yards > 0, showed=True)

    def before(self, view: BattleView, actor: Fighter) -> Exchange[None]:
        """Do what comes with the action before the blow."""
        if self.id == "all-out-attack":  # TS-103
            yield ev.Kept(who=actor.id, values={"stance": with_stance(actor.state, "all-out")})
        elif self.id == "guarded-attack":  # TS-108
            values: dict[str, Any] = {"stance": with_stance(actor.state, "guarded"), "is_guarding": True}
            yield ev.Kept(who=actor.id, values=values)

    def after(self, view: BattleView, actor: Fighter) -> Exchange[None]:
        """Do what comes with the action after the blow."""
        if self.form.effect == "swordpoint":  # TS-344
            hold = view.combatant(actor.id).state.swordpoint
            if hold is not None:
                yield ev.SwordpointOver(who=actor.id, target=hold.on)


def _foreseen(view: BattleView, alone: Attack) -> Exchange[None]:
    """Work an attack on several out for the one whose odds are asked: the others are nothing to it.

    The same dice stand against each, and each meets them for itself.
    """
    yield from attack(view, alone)
