"""Shooting or striking at cover itself: at what somebody hides behind, or at a piece of any wall (TS-135)."""

import math

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.kinds import read_text
from rules.engine.refusal import Refusal
from rules.engine.shown import Laid
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Parameter, Plan
from rules.engine.text import Text, combatant, text
from rules.map.areas import Line, direction_of
from rules.map.grid import Footprint
from rules.map.line_of_fire import prepare_lines
from rules.map.model import Cell, Wall
from rules.systems.tesseris.attack.attack_action import AttackAction
from rules.systems.tesseris.attack.attack_form import Form
from rules.systems.tesseris.attack.attack_weapon import require_loaded
from rules.systems.tesseris.attack.checks import Points, modifiers_of, pool
from rules.systems.tesseris.attack.facts import Facts, facts_of_piece
from rules.systems.tesseris.attack.options import a_choice
from rules.systems.tesseris.attack.strike import NOTHING, Attack, Strike, attack_trial, range_band
from rules.systems.tesseris.harm.injury import damage_of
from rules.systems.tesseris.moves.cover_state import cover_soak, structure_of
from rules.systems.tesseris.moves.places import (
    Piece,
    beside,
    cover_of,
    find_wall,
    nearest_pieces,
    piece_near,
    piece_of,
    stand_of,
    walls_at,
)
from rules.systems.tesseris.names import called
from rules.systems.tesseris.parameters import AT, TARGET, WITH
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.tick_action import SHOOT, refuse_if

WALL = Parameter(id="wall", kind="choice", optional=True, reader=read_text)
MOST_TRIED = 12
"""So many pieces of wall, the nearest ones, are looked at for whether there is any to hit."""
THICK = 0.3
"""How broad a piece is drawn, in yards."""


class AttackCover(AttackAction):
    """Shoot or strike at the cover itself (TS-135, TS-290)."""

    id = "attack-cover"
    label = text("Attack the cover")
    help = text("Nobody defends; a total of 1 or more hits the piece of wall that you tap on.")
    rule = "TS-135"
    ticks = 2
    form = Form(ranged=None, effect="cover", meets=NOTHING)
    also = (AT, WALL)
    gm_may_say = False
    group = SHOOT

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Aim at the map where it has cells: at a piece of a wall, whoever may be behind it."""
        actor = None if command.actor is None else view.state.combatants.get(command.actor)
        return actor is not None and stand_of(view.state, actor) is not None

    def is_for_somebody(self, view: BattleView, actor: Fighter, command: Command) -> bool:
        """Tell whether neither somebody nor a place of the map is said yet."""
        at = AT.of(command)
        laid = isinstance(at, tuple) and stand_of(view.state, actor) is not None
        return not laid and super().is_for_somebody(view, actor, command)

    def require_anybody(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse it where neither a piece of wall nor anybody's cover can be hit (TS-135)."""
        if stand_of(view.state, actor) is None or not self._hits_a_wall(view.state, actor, command):
            super().require_anybody(view, actor, command)

    def _hits_a_wall(self, state: BattleState, actor: Fighter, command: Command) -> bool:
        """Tell whether one of the nearest pieces of wall can be hit."""
        here, weapon = stand_of(state, actor), self.choose(actor, WITH.of(command))
        assert here is not None
        assert state.map is not None
        tried = nearest_pieces(state.map, here, MOST_TRIED)
        sides = [Footprint(cell) for piece in tried for cell in beside(state.map, piece)]
        prepare_lines(state.map, [here], sides)
        for piece in tried:
            try:
                self.require_wall(actor, weapon, facts_of_piece(state, actor, piece))
            except Refusal:
                continue
            return True
        return False

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """Let one be chosen of several walls at the place that was tapped, besides what any attack has."""
        at = AT.of(command)
        walls = walls_at(view.state, at) if isinstance(at, tuple) else ()
        found = super().options(view, command)
        if len(walls) < 2:
            return found
        actor = view.combatant(command.actor, "actor")
        assert isinstance(at, tuple)
        words = {w.id: self._side(piece_near(view.state, Footprint(at), w), at, w) for w in walls}
        nearest = self._nearest(view.state, actor, at)
        first = {nearest.id: words[nearest.id]} if nearest is not None else {}
        return (a_choice(WALL.id, text("Which side"), {**first, **words}, first_unsaid=True), *found)

    def _side(self, piece: Piece, at: Cell, wall: Wall) -> Text:
        """Say what a piece is made of, and on which side of the place that was tapped it stands."""
        x, y = (piece[0] + piece[2]) / 2 - at[0] - 0.5, (piece[1] + piece[3]) / 2 - at[1] - 0.5
        upright = abs(piece[2] - piece[0]) < abs(piece[3] - piece[1])
        if upright:
            side = text("east") if x > 0 else text("west")
        else:
            side = text("south") if y > 0 else text("north")
        return text("{material}, {side}", material=called(wall.material or ""), side=side)

    def _nearest(self, state: BattleState, actor: Fighter, at: Cell) -> Wall | None:
        """Give of the walls at a place the one whose piece there is nearest to who attacks it."""

        def far(wall: Wall) -> float:
            piece = piece_near(state, Footprint(at), wall)
            middle = ((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
            here = stand_of(state, actor)
            assert here is not None
            assert not isinstance(here.place, str)
            return math.dist(middle, (here.place[0] + 0.5, here.place[1] + 0.5))

        return min(walls_at(state, at), key=far, default=None)

    def find(self, state: BattleState, actor: Fighter, command: Command, *, complete: bool) -> Attack | None:
        """Put it together; what is named may be a segment of the map in place of somebody (TS-135)."""
        named, at = TARGET.of(command), AT.of(command)
        if named is None and isinstance(at, tuple) and stand_of(state, actor) is not None:
            wall = find_wall(state, WALL.of(command))
            if wall not in walls_at(state, at):
                wall = self._nearest(state, actor, at)
            said = text("No wall that could be cover stands there: tap on one.")
            refuse_if(wall is None, "no-target", said, self.rule)
            assert wall is not None
            return self._at_piece(state, actor, command, wall, piece_near(state, Footprint(at), wall))
        wall = None if named in state.combatants else find_wall(state, named)
        if wall is None:
            target = state.combatants.get(named or "")
            if target is not None and not complete:  # whatever the weapon
                self.require_target(state, actor, target, Facts())
            return super().find(state, actor, command, complete=complete)
        return self._at_piece(state, actor, command, wall, piece_of(state, actor, wall))

    def _at_piece(
        self, state: BattleState, actor: Fighter, command: Command, wall: Wall, piece: Piece
    ) -> Attack:
        weapon = self.choose(actor, WITH.of(command))
        require_loaded(self.form, actor, weapon)
        facts = facts_of_piece(state, actor, piece)
        self.require_wall(actor, weapon, facts)
        self._require_hand(actor, weapon)
        return Attack(
            actor=actor.id,
            action=self.id,
            strikes=(Strike(weapon=weapon, target=actor.id, bullets=1),),
            targets=(actor.id,),
            facts={actor.id: facts},
            ranged=not weapon.is_melee,
            skill=weapon.skill,
            meets=NOTHING,
            effect="cover",
            spends=Points.of(command),
            wall=cover_of(state, wall, piece),
        )

    def require_wall(self, actor: Fighter, weapon: Weapon, facts: Facts) -> None:
        """Refuse a piece of wall that is out of reach or out of sight (TS-208, TS-232)."""
        if weapon.is_melee:
            refuse_if(
                not facts.adjacent,
                "out-of-range",
                text("{actor} is not next to it.", actor=combatant(actor)),
                "TS-208",
            )
            return
        said = text("The {weapon} does not shoot so far.", weapon=weapon.words.low)
        refuse_if(range_band(weapon, facts.distance, actor.house) is None, "out-of-range", said, "TS-232")
        refuse_if(not facts.line_of_fire, "no-line-of-fire", text("Something stands between."), "TS-200")

    def laid_out(self, view: BattleView, actor: Fighter, command: Command, found: Attack) -> Plan:
        """Show what it rests on, and the chances that it hits the wall and breaks it."""
        if found.wall is None:
            return super().laid_out(view, actor, command, found)
        return self._at_wall(view.state, actor, found, command)

    def _at_wall(self, state: BattleState, actor: Fighter, found: Attack, command: Command) -> Plan:
        cover, weapon = found.wall, found.weapon
        assert cover is not None
        assert cover.piece is not None
        trial = attack_trial(state, found, actor.id)
        roll, strength = pool(actor, trial), actor.sheet.dice("strength")
        whole, soak = structure_of(cover, state.house), cover_soak(cover, weapon, state.house)
        left = whole - cover.damage
        hits = breaks = 0.0
        for result, chance in roll.outcomes():
            if result.total:
                hits += chance
                through = damage_of(weapon, strength, result.total, 0) - soak
                breaks += chance if through > left else 0.0
        arm = strength if weapon.adds_strength else 0
        x1, y1, x2, y2 = cover.piece
        start, end = (x1, y1), (x2, y2)
        name = called(cover.material)
        says = text(
            "A yard of {what}: {left} of {whole} structure points left. Hit at {hits}, broken at {breaks}.",
            what=name,
            left=left,
            whole=whole,
            hits=f"{hits:.0%}",
            breaks=f"{breaks:.0%}",
        )
        laid = Laid(
            area=Line(
                start=start, direction=direction_of(start, end), length=math.dist(start, end), width=THICK
            ),
            at=((x1 + x2) / 2, (y1 + y2) / 2),
            caught=(),
            words=name,
            says=says,
            rule="TS-285",
            stopped_by_walls=False,
        )
        return Plan(
            exchange=lambda view: self.run_attack(view, command, found),
            roll=roll.words_with(found.skill),
            modifiers=modifiers_of(actor, trial),
            notes=(
                Modifier(text("damage, and the total"), weapon.damage + arm, "TS-290"),
                Modifier(text("the armour of the cover"), -soak, "TS-290"),
            ),
            laid=laid,
        )

    def require_target(self, state: BattleState, actor: Fighter, target: Fighter, facts: Facts) -> None:
        """Refuse who is in no cover."""
        if target.state.cover is None:
            raise Refusal("no-cover", text("{target} is in no cover.", target=combatant(target)), self.rule)
