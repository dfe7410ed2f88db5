"""Checking files of dice: what is whole agrees, and whatever is changed does not."""

import json
from typing import Any

import pytest

from webapp.dice.dice_file import DamagedDiceFile, NoDiceFile, read_dice_file
from webapp.dice.proven_dice import Reader, write_dice
from webapp.dice.sealed import DiceKey, Thrower
from webapp.dice.told_rolls import ToldRoll
from webapp.dice.verification import Verdict, verify

KEY = DiceKey("a fight")
GM = Reader(owns=None, people=lambda who: f"who plays {who}", told=str)
ANN = Reader(owns=frozenset({"kit"}), people=lambda who: f"who plays {who}", told=str)


def roll(who: str, serial: int, sides: tuple[int, ...] = (6, 6, 6), **more: Any) -> ToldRoll:
    thrower = Thrower(who, quiet=more.pop("quiet", False))
    face = KEY.faces(KEY.ticket(thrower, serial))
    faces = tuple(face(n) for n in sides)
    return ToldRoll(
        who=who, name=who, what="attack", faces=faces, sides=sides, thrower=thrower, serial=serial, **more
    )


def real(who: str, *faces: int) -> ToldRoll:
    thrower, sides = Thrower(who), (6,) * len(faces)
    return ToldRoll(who=who, name=who, what="soak", faces=faces, sides=sides, thrower=thrower, is_real=True)


ROLLS = [
    roll("kit", 1),
    roll("foe", 4, (20,)),
    roll("kit", 2, (100,)),
    real("kit", 3, 4),
    roll("foe", 7, (20,)),
    roll("table", 1, (54,), quiet=True),
]


def written(reader: Reader = ANN, rolls: list[ToldRoll] = ROLLS) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(write_dice(KEY, rolls, reader, "Ford", is_logged=True).as_text())
    return made


def checked(data: dict[str, Any]) -> Verdict:
    return verify(read_dice_file(json.dumps(data).encode()))


def test_a_whole_file_agrees_and_real_dice_are_marked() -> None:
    verdict = checked(written())
    assert (verdict.agree, verdict.followed, verdict.real, verdict.unproven) == (5, 2, 1, 0)
    assert str(verdict.sentence) == "5 rolls agree with the seal. 1 was of real dice."
    assert written()["rolls"][3]["by"] == "who plays kit"


def test_dice_that_were_under_no_seal_are_said_to_prove_nothing() -> None:
    old = ToldRoll(who="kit", name="Kit", what="attack", faces=(3,), sides=(6,), thrower=Thrower("kit"))
    verdict = checked(written(rolls=[old]))
    assert str(verdict.sentence) == ("0 rolls agree with the seal. 1 is under no seal, and proves nothing.")


def test_a_seal_that_no_log_tells_of_is_said_to_be_one() -> None:
    file = write_dice(KEY, ROLLS[:1], ANN, "Ford", is_logged=False)
    assert str(verify(file).sentence) == (
        "1 roll agrees with the seal. The log of the fight does not tell of this seal."
    )


def other_face(data: dict[str, Any]) -> None:
    data["rolls"][0]["faces"][1] = data["rolls"][0]["faces"][1] % 6 + 1


def left_out(data: dict[str, Any]) -> None:
    del data["rolls"][0]


def left_out_at_the_end(data: dict[str, Any]) -> None:
    data["rolls"].pop()


def another_order(data: dict[str, Any]) -> None:
    data["rolls"][0], data["rolls"][2] = data["rolls"][2], data["rolls"][0]


def said_to_be_real(data: dict[str, Any]) -> None:
    data["rolls"][1] |= {"ticket": "", "proof": "", "by": "Bob"}


def another_name(data: dict[str, Any]) -> None:
    data["rolls"][1]["name"] = "Somebody else"


def another_seal(data: dict[str, Any]) -> None:
    data["seal"] = DiceKey("another fight").seal


def told_twice(data: dict[str, Any]) -> None:
    data["rolls"].append(data["rolls"][1])


def another_die(data: dict[str, Any]) -> None:
    data["rolls"][2]["sides"] = [99]


def real_face(data: dict[str, Any]) -> None:
    data["rolls"][3]["faces"] = [6, 6]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_face, "Roll 1 (kit, attack) does not agree: the seal has"),
        (left_out, "Roll 2 (kit, attack) is not its thrower's next one"),
        (left_out_at_the_end, "This file was changed"),
        (another_order, "Roll 1 (kit, attack) is not its thrower's next one"),
        (said_to_be_real, "This file was changed"),
        (another_name, "This file was changed"),
        (another_seal, "Roll 1 (kit, attack) does not agree: its proof does not hold"),
        (told_twice, "does not agree: another roll has the same ticket"),
        (another_die, "Roll 3 (kit, attack) does not agree: the seal has"),
        (real_face, "This file was changed"),
    ],
)
def test_a_tampered_file_does_not_verify(change: Any, said: str) -> None:
    data = written()
    change(data)
    assert said in str(checked(data).sentence)


def test_a_roll_of_another_fight_cannot_be_put_in() -> None:
    other, data = DiceKey("another fight"), written()
    ticket = other.ticket(Thrower("foe"), 4)
    data["rolls"][1] |= {"ticket": ticket.hex(), "proof": other.roll_proof(ticket).hex()}
    assert "does not agree" in str(checked(data).sentence)


def test_a_server_that_picks_a_better_number_for_a_player_is_found_out() -> None:
    rolls = [roll("kit", 1), roll("kit", 3), roll("kit", 4)]
    assert "Roll 2 (kit, attack) is not its thrower's next one" in str(checked(written(rolls=rolls)).sentence)


def test_a_server_that_picks_a_better_number_for_a_foe_is_found_out_by_the_whole_file() -> None:
    rolls = [roll("foe", 1, (20,)), roll("foe", 9, (20,))]
    assert not checked(written(ANN, rolls)).problems
    assert "Roll 2 (foe, attack) is not its thrower's next one" in str(checked(written(GM, rolls)).sentence)


def test_a_players_file_does_not_tell_how_often_a_foe_has_thrown_unseen() -> None:
    rare, often = (written(rolls=[roll("foe", n, (20,))]) for n in (1, 400))
    for data in (rare, often):
        assert [lane["who"] for lane in data["lanes"]] == []
        assert set(data["rolls"][0]) == {
            "who",
            "name",
            "what",
            "faces",
            "sides",
            "quiet",
            "by",
            "ticket",
            "proof",
        }
    assert len(json.dumps(rare["rolls"][0]["proof"])) == len(json.dumps(often["rolls"][0]["proof"]))
    assert "400" not in json.dumps({**often, "rolls": [{**often["rolls"][0], "ticket": "", "proof": ""}]})


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": "battlemat-table"}', b"\xff\xfe"])
def test_what_is_no_file_of_dice_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(NoDiceFile, match="This is no file of dice") as caught:
        read_dice_file(data)
    assert not isinstance(caught.value, DamagedDiceFile)


def test_a_newer_file_is_not_called_damaged() -> None:
    with pytest.raises(NoDiceFile, match="A newer Battlemat"):
        read_dice_file(json.dumps(written() | {"version": 2}).encode())


@pytest.mark.parametrize("change", [{"seal": "xyz"}, {"rolls": [{}]}, {"more": 1}, {"lanes": None}])
def test_a_file_that_cannot_be_read_any_more_was_changed(change: dict[str, Any]) -> None:
    with pytest.raises(DamagedDiceFile, match="was changed"):
        read_dice_file(json.dumps(written() | change).encode())
