"""Attacks on several at once on one roll (TS-110, TS-126, TS-130)."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.attack_action import AttackAction
from rules.systems.tesseris.attack.attack_form import Form
from rules.systems.tesseris.attack.attack_range import require_reach
from rules.systems.tesseris.attack.attack_weapon import require_loaded
from rules.systems.tesseris.attack.checks import sum_of
from rules.systems.tesseris.attack.facts import direction_to, facts_of, in_arc, read_given
from rules.systems.tesseris.attack.options import FURTHER
from rules.systems.tesseris.attack.strike import Attack, Strike, attack_modifiers, off_hand_ease
from rules.systems.tesseris.parameters import TARGET, WITH
from rules.systems.tesseris.sheet.gear import Mode, Weapon
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.tick_action import SHOOT, refuse_if

MAIN_HAND_COST, OFF_HAND_COST = -1, -3
"""What a multi-strike takes from the main hand's roll, and from that of each other hand (TS-110)."""


def _first_of(state: BattleState, command: Command) -> str | None:
    """Name whom an attack on several is aimed at: the target, else the first of those who are listed."""
    return TARGET.of(command) or next(iter(read_given(state, command).get("targets", ())), None)


class MultiStrike(AttackAction):
    """Strike with all held weapons on one roll (TS-110, TS-126)."""

    parameters = (TARGET,)

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its ticks: one more for each off hand past the first."""
        return self.ticks + max(0, len(self._all(actor)) - 2)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """Let each further weapon have a target of its own (TS-110)."""
        actor = view.combatant(command.actor, "actor")
        further = zip(FURTHER, self._all(actor)[1:], strict=False)
        return (*(self._at_whom(id_, weapon) for id_, weapon in further), *super().options(view, command))

    def _at_whom(self, id_: str, weapon: Weapon) -> Parameter:
        def reached(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
            others = [c for c in view.state.combatants.values() if c.id != actor.id and not c.state.dead]
            others.sort(key=lambda other: other.side == actor.side)  # foes first
            found = []
            for other in others:
                facts = facts_of(view.state, actor, other, {}, ranged=bool(self.form.ranged))
                try:
                    require_reach(actor, other, weapon, facts)
                except Refusal:
                    continue
                found.append(Choice(id=other.id, label=text("{who}", who=combatant(other))))
            return tuple(found)

        return Parameter(
            id=id_,
            kind="combatant",
            label=text("{weapon} at", weapon=weapon.words),
            optional=True,
            choices=reached,
            rule=self.rule,
            blank=text("the same"),
        )

    def _all(self, actor: Fighter) -> tuple[Weapon, ...]:
        held: tuple[Weapon, ...] = actor.sheet.held_weapons(actor.state.held)
        return tuple(w for w in held if w.is_melee != bool(self.form.ranged))

    def _require_trait(self, actor: Fighter, command: Command) -> None:
        weapons = self._all(actor)
        traits = actor.sheet.traits
        fits = "multi-weapon-melee" in traits if not self.form.ranged else "multi-weapon-ranged" in traits
        if self.form.ranged and all(w.pistol for w in weapons) and weapons:
            fits = fits or "multi-weapon-pistol" in traits
        refuse_if(
            not fits,
            "needs-trait",
            text("{actor} has not learnt to use several weapons.", actor=combatant(actor)),
            self.rule,
        )
        said = text("{actor} holds fewer than two such weapons.", actor=combatant(actor))
        refuse_if(len(weapons) < 2, "wrong-weapon", said, self.rule)
        for weapon in weapons:
            if not weapon.is_melee and weapon.rounds(Mode.SINGLE) is None:
                raise Refusal(
                    "wrong-weapon",
                    text("The {weapon} has no single fire.", weapon=weapon.words.low),
                    "TS-208",
                )
            require_loaded(self.form, actor, weapon)

    def choose(self, actor: Fighter, named: str | None) -> Weapon:
        """Give the primary weapon. Raises `Refusal`."""
        weapons = self._all(actor)
        said = text("{actor} holds no such weapon.", actor=combatant(actor))
        refuse_if(not weapons, "wrong-weapon", said, self.rule)
        return weapons[0]

    def _require_hand(self, actor: Fighter, weapon: Weapon) -> None:
        """All that are held strike."""

    def aimed_at(self, state: BattleState, command: Command) -> str | None:
        """Name whom the first weapon strikes."""
        return _first_of(state, command)

    def shaped(self, state: BattleState, actor: Fighter, found: Attack, command: Command) -> Attack:
        """Turn each weapon on its target."""
        weapons = self._all(actor)
        given = found.facts[found.targets[0]].given
        targets = list(given.get("targets", ())[: len(weapons)]) or [found.targets[0]]
        targets += [targets[-1]] * (len(weapons) - len(targets))
        facts = dict(found.facts)
        for weapon, id_ in zip(weapons, targets, strict=True):
            target = state.combatant(id_, "target")
            refuse_if(
                target.id == actor.id or target.state.dead, "no-target", text("Choose others."), self.rule
            )
            if id_ not in facts:
                facts[id_] = facts_of(state, actor, target, given, ranged=found.ranged)
            require_reach(actor, target, weapon, facts[id_])
        off = min(0, OFF_HAND_COST + off_hand_ease(actor)) - MAIN_HAND_COST  # R6
        own = Modifier(text("several weapons"), MAIN_HAND_COST, self.rule)
        order = tuple(dict.fromkeys(targets))
        found = replace(found, targets=order, facts=facts, own=(own,), leads=weapons[0])
        strikes = tuple(
            Strike(
                weapon=weapon,
                target=target,
                offset=off + _differs(state, found, weapon, target) if number else 0,
                bullets=weapon.rounds(Mode.SINGLE) or 1,
            )
            for number, (weapon, target) in enumerate(zip(weapons, targets, strict=True))
        )
        return replace(found, strikes=strikes)


def _differs(state: BattleState, found: Attack, weapon: Weapon, target: str) -> int:
    """Tell how much better a further weapon does than the primary, for its range and its kind (TS-126)."""
    mine = attack_modifiers(state, replace(found, leads=weapon), target)
    return sum_of(mine) - sum_of(attack_modifiers(state, found, target))


class SprayNPray(AttackAction):
    """Empty the weapon into everybody in an arc (TS-130)."""

    group = SHOOT
    id = "spray-n-pray"
    label = text("Spray 'n pray")
    help = text(
        "One attack at -3 on every foe in a 45 degree arc of half the weapon's range, each hit once at most."
    )
    rule = "TS-130"
    ticks = 5
    form = Form(ranged=True, mode=Mode.AUTO, bonus=-3)
    parameters = (WITH, TARGET)

    def aimed_at(self, state: BattleState, command: Command) -> str | None:
        """Name who leads of those who are attacked."""
        return _first_of(state, command)

    def shaped(self, state: BattleState, actor: Fighter, found: Attack, command: Command) -> Attack:
        """Take in everybody in the arc, no more than there are bullets."""
        given = found.facts[found.targets[0]].given
        first = found.targets[0]
        listed = given.get("targets")
        if listed is None:
            listed = (first, *self._in_arc(state, actor, found, first))
        targets = [id_ for id_ in dict.fromkeys(listed) if id_ != actor.id][: found.strikes[0].bullets]
        facts = {
            id_: facts_of(state, actor, state.combatants[id_], given)
            for id_ in targets
            if not state.combatants[id_].state.dead
        }
        refuse_if(not facts, "no-target", text("All who are named are dead."), self.rule)
        return replace(found, targets=tuple(facts), facts=facts)

    def _in_arc(self, state: BattleState, actor: Fighter, found: Attack, first: str) -> tuple[str, ...]:
        direction = direction_to(state, actor, state.combatants[first])
        if direction is None:
            return ()
        half = (found.weapon.range or 0) / 2
        return tuple(
            other.id
            for other in state.combatants.values()
            if other.side != actor.side
            and not other.state.is_out
            and in_arc(state, actor, direction, half, other)
        )

    def _spreads(self, state: BattleState, actor: Fighter, target: Fighter) -> bool:
        return False
