"""Fights by chance in the fog, under every system: everybody's file of dice agrees, and tells no more."""

from contextlib import suppress
from random import Random

import pytest

from rules.engine.refusal import Refusal
from tests.webapp.fog.fog_fights import FOES, Fight
from tests.webapp.pages import gm_of
from tests.webapp.world import World
from webapp.dice.dice_file import DiceFile, FileRoll
from webapp.dice.records import dice_records
from webapp.dice.verification import verify
from webapp.table.grants import Visitor

SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
STEPS = 120


def file_of(fight: Fight, visitor: Visitor) -> DiceFile:
    with fight.world.app.app_context():
        return dice_records().file(fight.host, visitor)


def proofs(rolls: list[FileRoll]) -> set[tuple[str, str, tuple[int, ...]]]:
    return {(roll.who, roll.ticket, tuple(roll.faces)) for roll in rolls if roll.ticket}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("system", SYSTEMS)
def test_everybodys_file_agrees_and_the_gms_holds_the_others(world: World, system: str, seed: int) -> None:
    world.player("Ann")
    world.player("Bob")
    people = {person.name: person for person in world.store.people.of_table(world.table.id)}
    seats = {"kit": people["Ann"].id, "brannock": people["Bob"].id}
    fight = Fight(world, system, Random(f"{system} {seed}"), seats, {})
    fight.host.throws = None
    fight.host.seal(f"{system} {seed}")
    for _ in range(STEPS):
        with suppress(Refusal):
            fight.give(fight.next())
    whole = file_of(fight, gm_of(world))
    verdict = verify(whole)
    assert verdict.problems == ()
    assert verdict.followed == verdict.agree > 0
    for character, person in (("kit", people["Ann"]), ("brannock", people["Bob"])):
        file = file_of(fight, Visitor("play", world.table.id, person.id, person.name))
        assert verify(file).problems == ()
        assert proofs(file.rolls) <= proofs(whole.rolls)
        assert {lane.who for lane in file.lanes} <= {character}
        assert not any(roll.quiet for roll in file.rolls)
        told = {roll.ticket for roll in file.rolls}
        own = [roll for roll in whole.rolls if roll.who == character and roll.ticket and not roll.quiet]
        assert {roll.ticket for roll in own} <= told, "of their own they are told every one"
    assert any(roll.who in FOES for roll in whole.rolls)
