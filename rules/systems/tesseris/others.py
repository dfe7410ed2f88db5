"""Everything else that somebody may do (TS-116, TS-131 to TS-134, TS-143, TS-180 to TS-187)."""

from typing import Any, ClassVar, cast

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, Scene
from rules.engine.system import Choice, Parameter, Plan
from rules.systems.tesseris import events as ev
from rules.systems.tesseris.attack_actions import TARGET, WITH, AttackAction, Form
from rules.systems.tesseris.checks import (
    ATTACK,
    RESISTING,
    TEST,
    Trial,
    close_roll,
    modifiers_of,
    pool,
    roll_trial,
    skill_trial,
)
from rules.systems.tesseris.doing import TesserisAction, find_target, find_weapon, refuse_if, with_stance
from rules.systems.tesseris.facts import direction_to, facts_of, read_given
from rules.systems.tesseris.gear import FISTS, Mode, Weapon
from rules.systems.tesseris.grapple_ties import is_in, partners, tie
from rules.systems.tesseris.injury import knock_out
from rules.systems.tesseris.places import are_adjacent, knows_places
from rules.systems.tesseris.rolls import FAILURE, LOST, SUCCESS, WON
from rules.systems.tesseris.sheet import SKILLS
from rules.systems.tesseris.state import Fear, TesserisState
from rules.systems.tesseris.turn_order import delay, to_act

REROLL_STEP = 3
FIRST_AID = 2
SKILL = Parameter(
    id="skill",
    kind="choice",
    label="Skill",
    choices=lambda scene, actor: tuple(Choice(id=id_, label=id_) for id_ in SKILLS),
)
DIFFICULTY = Parameter(id="difficulty", kind="number", label="Difficulty", optional=True, low=0, high=20)


def difficulty_of(state: BattleState, command: Command) -> int | None:
    """Read the difficulty that the step or its facts name."""
    found: int | None = read_given(state, command.params).get("difficulty")
    return found


def skill_of(command: Command, *, complete: bool) -> str | None:
    """Read a skill. Raises `Refusal` `bad-command`."""
    skill = command.text("skill")
    if skill is None and not complete:
        return None
    if skill not in SKILLS:
        raise Refusal("bad-command", f"'skill' is one of {', '.join(SKILLS)}; not {skill!r}.", "TS-003")
    return skill


class Simple(TesserisAction):
    """Something that needs no more than being said (TS-099)."""

    rule = "TS-099"

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Tell it."""
        yield ev.Did(
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

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Turn to it."""
        yield ev.Did(who=actor.id, what=self.id)
        yield ev.Kept(who=actor.id, values={"mounted": not actor.state.mounted})


# ------------------------------------------------------------------------------------------ hands and weapons
def _held(_: Scene, actor: Combatant) -> tuple[Choice, ...]:
    return tuple(Choice(id=w.id, label=w.label) for w in actor.sheet.held_weapons(actor.state.held))


def _put_away(_: Scene, actor: Combatant) -> tuple[Choice, ...]:
    weapons = (w for w in actor.sheet.weapons if w.id not in (*actor.state.held, FISTS.id))
    return tuple(Choice(id=w.id, label=w.label) for w in weapons)


class ChangeGrip(TesserisAction):
    """Take another weapon that is held into the primary hand (TS-183)."""

    id = "change-grip"
    label = "Change grip"
    help = "Put one of the weapons that you hold into your primary hand."
    cost = "free"
    rule = "TS-183"
    parameters = (Parameter(id="with", kind="weapon", label="What", choices=_held, optional=True),)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what is not held."""
        named = command.text("with")
        if named is not None and named not in actor.state.held:
            find_weapon(actor, named)
            raise Refusal("wrong-weapon", f"{actor.name} does not hold that.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Take it."""
        named = command.text("with")
        yield ev.Did(who=actor.id, what=self.id)
        if named is not None:
            rest = [id_ for id_ in actor.state.held if id_ != named]
            yield ev.Kept(who=actor.id, values={"held": [named, *rest]})


class DropItem(TesserisAction):
    """Let something fall (TS-183)."""

    id = "drop-item"
    label = "Drop"
    help = "Let go of a weapon."
    cost = "free"
    rule = "TS-183"
    parameters = (Parameter(id="with", kind="weapon", label="What", choices=_held),)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what is not held."""
        named = command.text("with")
        if named is not None or complete:
            weapon = find_weapon(actor, named)
            text = f"{actor.name} does not hold the {weapon.label.lower()}."
            refuse_if(weapon.id not in actor.state.held, "wrong-weapon", text, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Let it fall."""
        yield ev.Dropped(who=actor.id, weapon=find_weapon(actor, command.text("with")).id)


class Draw(TesserisAction):
    """Draw a weapon (TS-183)."""

    id = "draw"
    label = "Draw"
    help = "Into your last hand; free right after a move."
    cost = "1 tick"
    rule = "TS-183"
    ticks = 1
    parameters = (Parameter(id="with", kind="weapon", label="What", choices=_put_away),)

    def cost_of(self, state: BattleState, actor: Combatant, command: Command) -> int:
        """Give its tick, none right after a move (TS-099)."""
        with_move = command.params.get("with_move") is True
        text = f"{actor.name}'s last action was no move."
        refuse_if(with_move and not actor.state.just_moved, "no-ticks", text, self.rule)
        return 0 if with_move else self.ticks

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what the hands have no room for."""
        named = command.text("with")
        if named is None and not complete:
            return
        weapon = find_weapon(actor, named)
        words = actor.sheet.why_not_held((*actor.state.held, weapon.id))
        refuse_if(bool(words), "wrong-weapon", f"It cannot be drawn: {words}.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Draw it."""
        yield ev.Drawn(who=actor.id, weapon=find_weapon(actor, command.text("with")).id)


class _WithGun(TesserisAction):
    parameters = (WITH,)

    def gun(self, actor: Combatant, command: Command) -> Weapon:
        """Give the weapon named, or the first one held. Raises `Refusal`."""
        named = command.text("with")
        if named is None and actor.state.held:
            named = actor.state.held[0]
        return find_weapon(actor, named)


class ClearJam(_WithGun):
    """Clear a jam (TS-182)."""

    id = "clear-jam"
    label = "Clear a jam"
    help = "Let the weapon shoot again."
    cost = "2 ticks"
    rule = "TS-182"
    ticks = 2

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse a weapon that is not jammed."""
        if command.text("with") is None and not complete:
            refuse_if(not actor.state.jammed, "wrong-weapon", "Nothing is jammed.", self.rule)
            return
        weapon = self.gun(actor, command)
        text = f"The {weapon.label.lower()} is not jammed."
        refuse_if(weapon.id not in actor.state.jammed, "wrong-weapon", text, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Clear it."""
        yield ev.JamCleared(who=actor.id, weapon=self.gun(actor, command).id)


class Reload(_WithGun):
    """Fill a magazine (TS-182)."""

    id = "reload"
    label = "Reload"
    help = "Fill the magazine; ticks may be borrowed for it."
    cost = "3 ticks"
    rule = "TS-182"
    ticks = 3
    borrows = True

    def cost_of(self, state: BattleState, actor: Combatant, command: Command) -> int:
        """Give the weapon's own ticks."""
        try:
            return self.gun(actor, command).reload_ticks
        except Refusal:
            return self.ticks

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what has no magazine."""
        if command.text("with") is not None or complete:
            weapon = self.gun(actor, command)
            text = f"The {weapon.label.lower()} has no magazine."
            refuse_if(weapon.magazine is None, "wrong-weapon", text, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Fill it."""
        weapon = self.gun(actor, command)
        assert weapon.magazine is not None
        yield ev.Reloaded(who=actor.id, weapon=weapon.id, rounds=weapon.magazine)


# -------------------------------------------------------------------------------------------- aim, aid, tests
class Aim(TesserisAction):
    """Aim, or gather oneself for one roll (TS-180)."""

    id = "aim"
    label = "Aim or focus"
    help = "+1 on the next attack, defence or test of a skill; once a round."
    cost = "1 tick"
    rule = "TS-180"
    ticks = 1
    off_turn = True
    parameters = (
        Parameter(
            id="for",
            kind="choice",
            label="For",
            choices=lambda scene, actor: tuple(
                Choice(id=id_, label=id_) for id_ in ("attack", "defence", *SKILLS)
            ),
        ),
    )

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse a second one in a round."""
        text = f"{actor.name} has aimed in this round."
        refuse_if(actor.state.has_aimed, "already-aimed", text, self.rule)
        what = command.text("for")
        if (what is not None or complete) and what not in ("attack", "defence", *SKILLS):
            raise Refusal("bad-command", "Aim is 'for' attack, defence or a skill.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Note it."""
        values = {"aim": command.text("for"), "has_aimed": True, "aim_is_new": True}
        yield ev.Kept(who=actor.id, values=values)


class AidAlly(TesserisAction):
    """Help an ally with its next roll (TS-181)."""

    id = "aid-ally"
    label = "Aid an ally"
    help = "A third of your total in re-rolls on its next roll."
    cost = "1 tick"
    rule = "TS-181"
    ticks = 1
    off_turn = True
    parameters = (TARGET, SKILL)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it in one's own turn of a battle, for it is a reaction (TS-099)."""
        if scene.state.running and scene.state.active == actor.id:
            raise Refusal("not-your-turn", "That is a reaction: in your own turn you act yourself.", "TS-069")
        find_target(scene, actor, command, complete=complete)
        skill_of(command, complete=complete)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll, and leave the re-rolls with the ally."""
        skill, target = command.params["skill"], command.params["target"]
        trial = skill_trial("aid", TEST, skill, spends=command.params)
        result = yield from roll_trial(scene, actor.id, trial)
        if again := result.total // REROLL_STEP:
            now = scene.combatant(target).state.rerolls
            yield ev.Kept(who=target, values={"rerolls": now + again})


class GrappleAssist(TesserisAction):
    """Help an ally in the grapple (TS-184)."""

    id = "grapple-assist"
    label = "Assist in a grapple"
    help = "A third of your total on the ally's next grapple strike, pin or break pin."
    cost = "2 ticks"
    rule = "TS-184"
    ticks = 2
    off_turn = True
    parameters = (TARGET,)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it outside the ally's grapple."""
        refuse_if(
            not actor.state.has("grappled"), "not-grappled", f"{actor.name} is in no grapple.", "TS-112"
        )
        target = find_target(scene, actor, command, complete=complete)
        if target is not None and not is_in(scene.state, actor.id, target.id):
            raise Refusal("not-grappled", f"{target.name} is in another grapple, or none.", "TS-112")
        if command.text("skill") not in (None, "melee", "athletics"):
            raise Refusal("bad-command", "That is rolled with melee or athletics.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll, and leave the help with the ally."""
        target = command.params["target"]
        trial = skill_trial("assist", TEST, command.text("skill") or "melee", spends=command.params)
        result = yield from roll_trial(scene, actor.id, trial)
        if more := result.total // REROLL_STEP:
            now = scene.combatant(target).state.assist
            yield ev.Kept(who=target, values={"assist": now + more})


class UseSkill(TesserisAction):
    """Use a skill (TS-185)."""

    id = "use-skill"
    label = "Use a skill"
    help = "A test against the difficulty that the GM names."
    cost = "3 ticks"
    rule = "TS-185"
    ticks = 3
    parameters = (SKILL, DIFFICULTY)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what is no skill."""
        skill_of(command, complete=complete)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll; difficulty 0 needs none (TS-044)."""
        goal = difficulty_of(scene.state, command)
        yield ev.Did(who=actor.id, what=self.id, text=str(command.params["skill"]))
        if goal != 0:
            words = None if goal is None else (SUCCESS, FAILURE)
            trial = skill_trial(
                "test", TEST, command.params["skill"], spends=command.params, difficulty=goal, words=words
            )
            yield from roll_trial(scene, actor.id, trial)


class VerbalAction(UseSkill):
    """Use a skill that needs only words or thought (TS-185)."""

    id = "verbal-action"
    label = "Verbal or mental action"
    help = "A test of a skill that takes only words or thought."
    cost = "1 tick"
    ticks = 1


class Spell(TesserisAction):
    """Cast at somebody; what it does is the GM's to say (TS-134, R20)."""

    attacks = True
    parameters = (Parameter(id="target", kind="combatant", label="Target", optional=True), DIFFICULTY)
    cost = "3 ticks"
    rule = "TS-134"
    ticks = 3
    skill: ClassVar[str]

    def cost_of(self, state: BattleState, actor: Combatant, command: Command) -> int:
        """Give its ticks, or those that the spell says."""
        said = command.number("ticks", 0, 20)
        return self.ticks if said is None else said

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll."""
        yield self.price(scene.state, actor, command)
        yield ev.Attacked(who=actor.id, target=command.text("target") or "", action=self.id, weapon="")
        goal = difficulty_of(scene.state, command)
        words = None if goal is None else (SUCCESS, FAILURE)
        trial = skill_trial("test", ATTACK, self.skill, spends=command.params, difficulty=goal, words=words)
        if goal != 0:
            yield from roll_trial(scene, actor.id, trial)


class CastSpell(Spell):
    """Cast an offensive spell (TS-134)."""

    id = "cast-offensive-spell"
    label = "Cast a spell"
    help = "Arcana against the difficulty; the GM says what it does."
    skill = "arcana"


class PsychicPower(Spell):
    """Use an offensive psychic power (TS-134)."""

    id = "offensive-psychic-power"
    label = "Psychic power"
    help = "Psy against the difficulty; the GM says what it does."
    skill = "psy"


class FirstAid(TesserisAction):
    """Staunch, clear the breath, keep from dying (TS-186)."""

    id = "first-aid"
    label = "First aid"
    help = "Medicine against 2: ends bleeding, or suffocating, or bleeding out."
    cost = "3 ticks"
    rule = "TS-186"
    ticks = 3
    parameters = (Parameter(id="target", kind="combatant", label="Whom"),)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse who is out of reach; the suffocating help nobody but themselves (TS-311)."""
        target = find_target(scene, actor, command, itself=True, complete=complete)
        if target is None or target.id == actor.id:
            return
        text = f"{actor.name} suffocates, and can only help itself."
        refuse_if(actor.state.has("suffocating"), "cannot-act", text, "TS-311")
        far = knows_places(scene.state, actor, target) and not are_adjacent(scene.state, actor, target)
        refuse_if(far, "out-of-range", f"{target.name} is not next to {actor.name}.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll, and end the first that there is."""
        target = command.params["target"]
        trial = skill_trial(
            "medicine",
            TEST,
            "medicine",
            spends=command.params,
            difficulty=FIRST_AID,
            words=(SUCCESS, FAILURE),
        )
        result = yield from roll_trial(scene, actor.id, trial)
        if result.outcome != SUCCESS:
            return
        state: TesserisState = scene.combatant(target).state
        for condition in ("bleeding", "suffocating"):
            if state.has(condition):
                yield ev.ConditionEnded(who=target, condition=condition)
                return
        if state.dying:
            yield ev.Kept(who=target, values={"dying": False, "dying_rounds": 0})


class RecoverFromFear(TesserisAction):
    """Shake a fear off (TS-187)."""

    id = "recover-from-fear"
    label = "Recover from fear"
    help = "Resolve against the fear's difficulty, 1 less for each round that it is old."
    cost = "2 ticks"
    rule = "TS-187"
    ticks = 2
    FEARS = ("frightened", "terrified", "fleeing", "scared-to-death")

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it to the fearless."""
        text = f"{actor.name} fears nothing."
        refuse_if(not actor.state.has(*self.FEARS), "no-target", text, self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Roll, and be free of it."""
        fear: Fear = scene.combatant(actor.id).state.fear or Fear()
        goal = max(0, fear.difficulty - fear.rounds)
        if goal:
            trial = skill_trial(
                "fear", RESISTING, "resolve", spends=command.params, difficulty=goal, words=(SUCCESS, FAILURE)
            )
            result = yield from roll_trial(scene, actor.id, trial)
            if result.outcome != SUCCESS:
                return
        for condition in self.FEARS:
            if scene.combatant(actor.id).state.has(condition):
                yield ev.ConditionEnded(who=actor.id, condition=condition)
        yield ev.Kept(who=actor.id, values={"fear": None})


class Delay(TesserisAction):
    """Wait for the next one (TS-070)."""

    id = "delay"
    label = "Delay"
    help = "Act after the next one still to act; your ticks stay."
    cost = "free"
    rule = "TS-070"

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse it in free play, and to the last one."""
        if not scene.state.running:
            raise Refusal("nobody-after", "In free play there is nobody to wait for.", self.rule)
        after = [who for who in to_act(scene.state) if who != actor.id]
        refuse_if(not after, "nobody-after", f"Nobody is left to act after {actor.name}.", self.rule)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Step back."""
        yield from delay(scene, actor.id)


# --------------------------------------------------------------------------------------------------- grapples
class JoinGrapple(TesserisAction):
    """Join a grapple (TS-111)."""

    id = "join-grapple"
    label = "Join a grapple"
    help = "Throw yourself in with somebody who is in one."
    cost = "free"
    rule = "TS-111"
    parameters = (TARGET,)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse who is in none, or out of reach."""
        target = find_target(scene, actor, command, complete=complete)
        if target is None:
            return
        refuse_if(
            not target.state.has("grappled"), "not-grappled", f"{target.name} is in no grapple.", self.rule
        )
        far = not are_adjacent(scene.state, actor, target)
        refuse_if(far, "out-of-range", f"{target.name} is not next to {actor.name}.", "TS-208")

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Join."""
        target = str(command.params["target"])
        yield from tie(scene, {actor.id, target, *partners(scene.state, target)})


class ChokeOut(AttackAction):
    """Choke somebody until it drops (TS-116)."""

    id = "choke-out"
    label = "Choke out"
    help = "Athletics against athletics in a grapple; won, the other is unconscious."
    cost = "4 ticks"
    rule = "TS-116"
    ticks = 4
    form = Form()
    parameters = (TARGET,)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse who is in no grapple with one, or does not breathe as people do."""
        refuse_if(
            not actor.state.has("grappled"), "not-grappled", f"{actor.name} is in no grapple.", "TS-112"
        )
        target = find_target(scene, actor, command, complete=complete)
        if target is None:
            return
        apart = not is_in(scene.state, actor.id, target.id)
        refuse_if(apart, "not-grappled", f"{target.name} is in no grapple with {actor.name}.", "TS-112")
        refuse_if(not target.sheet.humanoid, "no-target", f"{target.name} cannot be choked.", self.rule)

    def _trial(self, state: BattleState, who: Combatant, command: Command, target: str) -> Trial:
        extra = (
            [Modifier("further attack this round", -who.state.attacks, "TS-233")] if who.state.attacks else []
        )
        return skill_trial("athletics", TEST, "athletics", extra=tuple(extra), spends=command.params)

    def planned(self, scene: Scene, actor: Combatant, command: Command) -> Plan:
        """Show the contest."""
        target = str(command.params["target"])
        trial = self._trial(scene.state, actor, command, target)
        return Plan(
            exchange=lambda scene: self.run(scene, command),
            roll=f"{pool(actor, trial).notation} (athletics)",
            modifiers=modifiers_of(actor, trial),
            target=target,
        )

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Contest it; the target's roll costs nothing and is not asked for."""
        target = str(command.params["target"])
        trial = self._trial(scene.state, actor, command, target)
        yield self.price(scene.state, actor, command)
        yield ev.Attacked(who=actor.id, target=target, action=self.id, weapon=FISTS.id)
        mine = yield from roll_trial(scene, actor.id, trial)
        total = 0
        if not scene.combatant(target).state.is_out:
            against = skill_trial(
                "athletics", TEST, "athletics", against=mine.total, words=(WON, LOST), concerns=target
            )
            theirs = yield from roll_trial(scene, target, against)
            total = theirs.total
        wins = mine.total > total
        yield close_roll(mine, WON if wins else LOST)
        if wins:
            yield ev.Prevailed(who=actor.id, target=target, action=self.id)
            yield from knock_out(scene, target)


# ---------------------------------------------------------------------------------------- area and cover fire
class _Fire(AttackAction):
    """Fire without an attack roll: rounds are spent and something stands until the next turn."""

    aimed = False
    parameters: ClassVar[tuple[Parameter, ...]] = (WITH,)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what cannot fire so."""
        cover = actor.state.cover
        if cover is not None and cover.hunkered:
            raise Refusal("hunkered", f"{actor.name} is hunkered down and sees nobody.", "TS-145")
        if command.text("with") is None and not complete:
            return
        weapon = self.choose(actor, command)
        self.require_loaded(actor, weapon)
        self._require_hand(actor, weapon)

    def planned(self, scene: Scene, actor: Combatant, command: Command) -> Plan:
        """Prepare the exchange."""
        return Plan(exchange=lambda scene: self.run(scene, command))

    def fire(self, scene: Scene, actor: Combatant, command: Command, target: str = "") -> Exchange[Weapon]:
        """Pay, and spend the rounds."""
        weapon = self.choose(actor, command)
        yield self.price(scene.state, actor, command)
        yield ev.Attacked(
            who=actor.id,
            target=target,
            action=self.id,
            weapon=weapon.id,
            rounds=weapon.rounds(self.form.mode) or 0 if self.form.mode is Mode.AUTO else 0,
            counts=self.id != "covering-fire",
        )
        return weapon


class CoveringFire(_Fire):
    """Keep the enemy's heads down for one's allies (TS-143)."""

    id = "covering-fire"
    label = "Covering fire"
    help = "Automatic fire; +1 to all defences of your allies until your next turn."
    cost = "3 ticks"
    rule = "TS-143"
    ticks = 3
    form = Form(ranged=True, mode=Mode.AUTO)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Fire."""
        yield from self.fire(scene, actor, command)
        now = scene.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"stance": with_stance(now, "covering-fire")})


class Overwatch(_Fire):
    """Watch an area, and shoot at the first foe in it (TS-131)."""

    id = "overwatch"
    label = "Overwatch"
    help = "Until your next action: one free shot at -1 at who shows up, a second one for a reaction."
    cost = "4 ticks"
    rule = "TS-131"
    ticks = 4
    form = Form(ranged=True)
    parameters = (WITH, Parameter(id="target", kind="combatant", label="Towards", optional=True))

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Take aim at the area; on a map it is the arc towards somebody, or the `direction` in degrees."""
        weapon = yield from self.fire(scene, actor, command)
        direction = command.params.get("direction")
        named = command.text("target")
        if named is not None and direction is None:
            direction = direction_to(scene.state, actor, scene.combatant(named, "target"))
        if type(direction) not in (int, float):
            direction = None
        watch: dict[str, Any] = {"weapon": weapon.id, "shots": 0, "direction": direction}
        now = scene.combatant(actor.id).state
        yield ev.Kept(who=actor.id, values={"watch": watch, "stance": with_stance(now, "overwatch")})


class SuppressingFire(_Fire):
    """Pin an enemy down by fire (TS-132)."""

    id = "suppressing-fire"
    label = "Suppressing fire"
    help = "Automatic fire at one foe: -2 to its attacks and defences, and a shot if it shows itself."
    cost = "4 ticks"
    rule = "TS-132"
    ticks = 4
    form = Form(ranged=True, mode=Mode.AUTO)
    parameters = (WITH, TARGET)

    def require(self, scene: Scene, actor: Combatant, command: Command, *, complete: bool) -> None:
        """Refuse what is out of range, besides."""
        super().require(scene, actor, command, complete=complete)
        target = find_target(scene, actor, command, complete=complete)
        if target is not None and (command.text("with") is not None or complete):
            facts = facts_of(scene.state, actor, target, read_given(scene.state, command.params))
            self.require_reach(actor, target, self.choose(actor, command), facts)

    def carry_out(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Fire."""
        target = str(command.params["target"])
        weapon = yield from self.fire(scene, actor, command, target)
        data = {"by": actor.id, "weapon": weapon.id}
        yield ev.ConditionGained(who=target, condition="suppressed", data=data)


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
