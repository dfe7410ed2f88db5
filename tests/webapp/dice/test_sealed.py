"""Dice under a seal: what is proven of them, and what a proof tells nobody."""

import json
from collections import Counter
from pathlib import Path

from rules.engine.battle_events import Rolled
from webapp.dice.face_source import SealedFaces, Serials, serials_of_stored
from webapp.dice.sealed import DiceKey, Thrower, faces_of, proven_faces, proven_lane, ticket_in

KEPT = Path(__file__).parents[2] / "rules/engine/history/kept"
KEY = DiceKey("a seed")
SEAL = bytes.fromhex(KEY.seal)
KIT, FOE = Thrower("kit"), Thrower("foe")


def test_a_roll_is_proven_to_have_its_faces() -> None:
    ticket = KEY.ticket(KIT, 3)
    thrown, proven = KEY.faces(ticket), proven_faces(SEAL, ticket, KEY.roll_proof(ticket))
    assert proven is not None
    assert [thrown(20) for _ in range(40)] == [proven(20) for _ in range(40)]


def test_the_proof_of_one_roll_is_none_of_the_next() -> None:
    assert proven_faces(SEAL, KEY.ticket(KIT, 2), KEY.roll_proof(KEY.ticket(KIT, 1))) is None


def test_who_has_the_lane_knows_every_ticket_of_its_thrower() -> None:
    lane = proven_lane(SEAL, KIT, KEY.lane_proof(KIT))
    assert lane is not None
    assert [ticket_in(lane, n) for n in (1, 2, 3)] == [KEY.ticket(KIT, n) for n in (1, 2, 3)]


def test_a_lane_is_of_one_thrower_alone() -> None:
    assert proven_lane(SEAL, FOE, KEY.lane_proof(KIT)) is None
    assert proven_lane(SEAL, Thrower("kit", quiet=True), KEY.lane_proof(KIT)) is None


def test_another_seed_has_another_seal_and_other_faces() -> None:
    other = DiceKey("another seed")
    assert other.seal != KEY.seal
    assert other.ticket(KIT, 1) != KEY.ticket(KIT, 1)


def test_every_face_comes_equally_often() -> None:
    face = faces_of(b"number")
    counts = Counter(face(6) for _ in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(abs(n - 1000) < 130 for n in counts.values())


def rolled(faces: SealedFaces, who: str, sides: int = 1000) -> tuple[int, int]:
    number = faces.open_roll(who, "attack", quiet=False)
    return number, faces.face(who, "attack", sides)


def test_what_somebody_else_throws_moves_nobodys_dice() -> None:
    alone, among = SealedFaces(KEY, Serials(), 1), SealedFaces(KEY, Serials(), 1)
    first, second = rolled(alone, "kit"), rolled(alone, "kit")
    assert rolled(among, "kit") == first
    rolled(among, "foe")
    rolled(among, "foe")
    assert rolled(among, "kit") == second


def test_a_command_goes_on_where_the_log_ends_and_the_same_place_throws_the_same() -> None:
    found = serials_of_stored([{"who": "kit", "quiet": False, "serial": 4}, {"who": "kit", "serial": 0}])
    once, again = (rolled(SealedFaces(KEY, found, 9), "kit") for _ in range(2))
    assert once == again
    assert once[0] == 5


def test_a_roll_that_is_thrown_again_by_its_number_comes_out_the_same() -> None:
    faces = SealedFaces(KEY, Serials(), 1)
    first = rolled(faces, "kit")
    rolled(faces, "kit")
    assert faces.open_roll("kit", "attack", quiet=False, serial=1) == 1
    assert faces.face("kit", "attack", 1000) == first[1]
    assert rolled(faces, "kit")[0] == 3, "what comes again uses no number up"


def test_dice_of_no_roll_are_others_at_each_place() -> None:
    found = [SealedFaces(KEY, Serials(), place).face("table", "", 10**6) for place in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_nobody_but_the_gm_is_told_the_number_of_a_roll() -> None:
    roll = Rolled(
        who="foe",
        purpose="attack",
        label="",
        notation="d20",
        faces=(4,),
        modifiers=(),
        total=4,
        target=None,
        outcome="",
        threw=(20,),
        serial=7,
    )
    assert roll.as_known({"foe"}).serial == 0


def test_the_dice_of_the_kept_battle_still_come_from_its_seed() -> None:
    kept = json.loads((KEPT / "sealed.json").read_text("utf-8"))
    key, seen = DiceKey(kept["seed"]), set()
    for line in kept["events"]:
        fields = line["data"]
        if line["kind"] == "dice-sealed":
            assert fields["seal"] == key.seal
        elif line["kind"] == Rolled.kind:
            thrower = Thrower(fields["who"], fields["quiet"])
            face = key.faces(key.ticket(thrower, fields["serial"]))
            assert [face(sides) for sides in fields["threw"]] == fields["faces"]
            seen.add((thrower, fields["serial"]))
    assert len(seen) >= 3
