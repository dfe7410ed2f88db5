"""python -m rules.scenario: what it plays, what it prints, and what it says of files that are not valid."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.declared.cards import DECK, card_face
from rules.engine.refusal import Refusal
from rules.scenario import Report, dice_of, differences, main, play
from rules.scenario_file import ScenarioError, parse_scenario, read_scenario
from tests.rules.engine.toy import TOY

ROOT = Path(__file__).parent.parent.parent
STRIKE = {"actor": "ann", "do": "strike", "target": "bob"}
NONE = {"actor": "bob", "answer": "none"}
MAP = {
    "grid": {"kind": "square", "cols": 10, "rows": 6, "per_cell": 2, "unit": "yd"},
    "walls": [{"id": "w", "from": [4, 1], "to": [4, 6], "kind": "wall", "material": "stone"}],
}
BLAST = {"query": "area", "shape": "blast", "at": [1, 1], "radius": 1}


def scenario(*script: Any, **changes: Any) -> dict[str, Any]:
    assert TOY.id == "toy"
    return {
        "id": "toy-01",
        "title": "A made-up fight",
        "system": "toy",
        "rules": ["TOY-1"],
        "map": None,
        "combatants": [
            {"id": "ann", "name": "Ann", "side": "heroes", "sheet": {"skill": 12}, "at": [1, 1]},
            {"id": "bob", "name": "Bob", "side": "raiders", "sheet": {}, "state": {"hurt": 1}, "at": [8, 3]},
        ],
        "dice": {"ann.strike": [5], "bob.dodge": [15], "ann.damage": [4, 1]},
        "cards": [],
        "script": list(script),
        **changes,
    }


def played(*script: Any, **changes: Any) -> Report:
    return play(read_scenario(scenario(*script, **changes)))


def failed(*script: Any, **changes: Any) -> list[tuple[int, str]]:
    return [(failure["step"], failure["what"]) for failure in played(*script, **changes).failures]


def test_everything_that_may_be_expected_of_a_step_is_compared() -> None:
    first = {
        "rolls": {"ann.strike": {"faces": [5], "total": 5, "target": 12, "modifiers": [], "modifier": 0}},
        "prompt": {"to": "bob", "choices": ["dodge", "parry", "none"], "kind": "defence"},
        "events": ["roll", "prompt-opened"],
        "order": [],
        "active": None,
        "clock": {},
    }
    last = {
        "state": {"bob": {"hurt": 2, "at": [8, 3]}},
        "prompt": None,
        "events": ["prompt-answered", "toy-hurt"],
    }
    assert failed({**STRIKE, "expect": first}, {**NONE, "expect": last}) == []


@pytest.mark.parametrize(
    ("expect", "what"),
    [
        ({"rolls": {"ann.strike": {"total": 6}}}, "rolls.ann.strike.total"),
        ({"rolls": {"ann.strike": {"faces": [5, 5]}}}, "rolls.ann.strike.faces"),
        ({"rolls": {"ann.strike": {"fumble": False}}}, "rolls.ann.strike.fumble"),
        ({"rolls": {"bob.dodge": {"total": 15}}}, "rolls.bob.dodge"),
        ({"state": {"bob": {"hurt": 2}}}, "state.bob.hurt"),
        ({"state": {"eve": {"hurt": 1}}}, "state.eve"),
        ({"order": ["ann"]}, "order"),
        ({"active": "ann"}, "active"),
        ({"clock": {"round": 1}}, "clock.round"),
        ({"prompt": None}, "prompt"),
        ({"prompt": {"choices": ["dodge"]}}, "prompt.choices"),
        ({"events": ["prompt-opened", "roll"]}, "events"),
        ({"events": ["roll", "roll"]}, "events"),
        ({"error": "cannot-act"}, "error"),
    ],
)
def test_what_does_not_hold_is_a_failure_that_names_it(expect: Any, what: str) -> None:
    report = played({**STRIKE, "expect": expect})
    assert [(failure["step"], failure["what"]) for failure in report.failures] == [(1, what)]
    assert not report.as_json()["ok"]


def test_a_refused_step_is_a_failure_unless_it_was_expected() -> None:
    dance = {"actor": "ann", "do": "dance"}
    still = {"error": "unknown-action", "state": {"bob": {"hurt": 1}}, "prompt": None}
    assert failed({**dance, "expect": still}, STRIKE, NONE) == []
    assert failed(dance, STRIKE, NONE) == [(1, "error")]
    assert failed({**dance, "expect": {"error": "cannot-act"}}) == [(1, "error")]
    assert failed({**dance, "expect": {**still, "state": {"bob": {"hurt": 0}}}}) == [(1, "state.bob.hurt")]


def test_an_empty_queue_ends_the_scenario_unless_it_was_expected() -> None:
    report = played(STRIKE, NONE, STRIKE, {"do": "begin"})
    assert [failure["step"] for failure in report.failures] == [3]
    assert report.failures[0]["came"]["code"] == "dice-exhausted"
    assert "ann.strike" in report.failures[0]["came"]["message"]
    assert len(report.steps) == 3
    exhausted = {"error": "dice-exhausted", "prompt": {"to": "bob"}}
    dodge = {"actor": "bob", "answer": "dodge", "expect": exhausted}
    assert failed(STRIKE, dodge, NONE, dice={"ann.strike": [5], "ann.damage": [4, 4]}) == []


def test_the_faces_of_a_refused_step_are_still_there_for_the_next() -> None:
    dice = {"ann.strike": [5], "bob.dodge": [15], "ann.damage": [4]}
    dodge = {"actor": "bob", "answer": "dodge", "expect": {"error": "dice-exhausted"}}
    again = {"actor": "bob", "answer": "dodge", "expect": {"error": "dice-exhausted"}}
    assert failed(STRIKE, dodge, again, dice=dice) == []


def test_free_play_turns_the_gm_and_turn_order() -> None:
    script = [
        {"do": "turn", "actor": "ann", "expect": {"events": ["turn-started"], "active": None}},
        {
            "do": "gm-set",
            "target": "bob",
            "state": {"at": [2, 2]},
            "expect": {"state": {"bob": {"at": [2, 2]}}},
        },
        {"do": "begin", "expect": {"order": ["bob", "ann"], "active": "bob", "clock": {"round": 1}}},
        {"do": "turn", "actor": "ann", "expect": {"error": "unknown-action"}},
        {"do": "end-turn", "actor": "bob", "expect": {"active": "ann"}},
        {"do": "end-turn", "actor": "ann", "expect": {"active": "bob", "clock": {"round": 2}}},
    ]
    assert failed(*script, dice={"ann.initiative": [3], "bob.initiative": [9]}) == []


def test_facts_hold_for_their_command_to_the_end_and_no_longer() -> None:
    facts = {**STRIKE, "facts": {"modifier": 3}, "expect": {"rolls": {"ann.strike": {"target": 15}}}}
    plain = {**STRIKE, "expect": {"rolls": {"ann.strike": {"target": 12}}}}
    assert failed(facts, NONE, plain, dice={"ann.strike": [5, 5], "ann.damage": [1, 1]}) == []


def test_steps_tell_rule_authors_what_happened() -> None:
    steps = played(
        STRIKE, {"actor": "bob", "do": "strike"}, {"query": "distance", "from": "ann", "to": "bob"}
    ).steps
    assert [step["step"] for step in steps] == [1, 2, 3]
    assert steps[0]["do"] == "strike"
    assert steps[0]["rolls"]["ann.strike"]["outcome"] == "success"
    assert [event["kind"] for event in steps[0]["events"]] == ["roll", "prompt-opened"]
    assert steps[0]["prompt"]["choices"] == ["dodge", "parry", "none"]
    assert steps[1]["error"]["code"] == "prompt-open"
    assert steps[2]["answer"] == {"distance": 1}


@pytest.mark.parametrize(
    ("expected", "came", "places"),
    [
        ({"a": 1}, {"a": 1.0000005, "b": 2}, []),
        ({"a": 1}, {"a": 1.00001}, ["x.a"]),
        ({"a": {"b": None}}, {"a": {}}, ["x.a.b"]),
        ([1, 2], [1, 2, 3], ["x"]),
        ([1, {"a": 1}], [1.0, {"a": 1}], []),
        (True, 1, ["x"]),
        (0, False, ["x"]),
        (None, 0, ["x"]),
        ("1", 1, ["x"]),
        ({"a": 1}, None, ["x"]),
        (["a"], ("a",), []),
    ],
)
def test_matching_takes_objects_as_subsets_lists_whole_and_numbers_nearly(
    expected: Any, came: Any, places: list[str]
) -> None:
    assert [place for place, _, _ in differences(expected, came, "x")] == places


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"colour": 1}, "the scenario.colour"),
        ({"id": 3}, "id"),
        ({"id": ""}, "id"),
        ({"rules": "TOY-1"}, "rules"),
        ({"map": []}, "map"),
        ({"map": {"grid": {"kind": "round"}}}, "map"),
        ({"combatants": {}}, "combatants"),
        ({"combatants": [3]}, r"combatants\[0\]"),
        ({"combatants": [{"id": 3}]}, r"combatants\[0\].id"),
        ({"combatants": [{"id": "a", "hp": 3}]}, r"combatants\[0\].hp"),
        ({"dice": []}, "dice"),
        ({"dice": {"strike": [1]}}, "dice.strike"),
        ({"dice": {"ann.strike": 1}}, "dice.ann.strike"),
        ({"dice": {"ann.strike": [1, "2"]}}, r"dice.ann.strike\[1\]"),
        ({"dice": {"ann.strike": [0]}}, r"dice.ann.strike\[0\]"),
        ({"cards": ["AS", "1D"]}, r"cards\[1\]"),
        ({"cards": "AS"}, "cards"),
        ({"script": {}}, "script"),
        ({"script": ["begin"]}, r"script\[0\]"),
        ({"script": [{"actor": "ann"}]}, r"script\[0\]"),
        ({"script": [{"do": "begin", "answer": "none"}]}, r"script\[0\]"),
        ({"script": [{"do": 3}]}, r"script\[0\].*'do'"),
        ({"script": [{"do": "begin", "actor": 3}]}, r"script\[0\].*'actor'"),
        ({"script": [{"do": "begin", "facts": []}]}, r"script\[0\].facts"),
        ({"script": [{"do": "begin", "expect": []}]}, r"script\[0\].expect"),
        ({"script": [{"do": "begin", "expect": {"hit": 1}}]}, r"script\[0\].expect.hit"),
        ({"script": [{"do": "begin", "expect": {"order": "ann"}}]}, r"script\[0\].expect.order"),
        ({"script": [{"do": "begin", "expect": {"state": {"ann": 3}}}]}, r"script\[0\].expect.state.ann"),
        ({"script": [{"query": "smell"}]}, r"script\[0\].query"),
        ({"script": [{"query": "distance", "from": "ann"}]}, r"script\[0\].to"),
        ({"script": [{"query": "distance", "from": "a", "to": "b", "by": 1}]}, r"script\[0\].by"),
        (
            {"script": [{"query": "path", "actor": "a", "to": [1, 1], "diagonals": 2}]},
            r"script\[0\].diagonals",
        ),
        ({"script": [{"query": "reach", "actor": "a", "budget": "5"}]}, r"script\[0\].budget"),
        ({"script": [{"query": "reach", "actor": "a", "map": {}}]}, r"script\[0\].map"),
        ({"script": [{"query": "reach", "actor": "a", "expect": {"path": 1}}]}, r"script\[0\].expect.path"),
        ({"script": [{"query": "sight", "actor": "a", "range": -1}]}, r"script\[0\].range"),
        ({"script": [{"query": "sight", "actor": "a", "far": 1}]}, r"script\[0\].far"),
        ({"script": [{"query": "sight", "actor": "a", "expect": {"sees": "a"}}]}, r"script\[0\].expect.sees"),
        ({"script": [{"query": "sight", "actor": "a", "expect": {"area": 3}}]}, r"script\[0\].expect.area"),
        ({"script": [{"query": "area", "shape": "star"}]}, r"script\[0\].shape"),
        ({"script": [{**BLAST, "radius": 0}]}, r"script\[0\].radius"),
        ({"script": [{**BLAST, "touch": 1}]}, r"script\[0\].touch"),
        ({"script": [{**BLAST, "at": "a"}]}, r"script\[0\].at"),
        ({"script": [{**BLAST, "expect": {"catches": [1]}}]}, r"script\[0\].expect.catches"),
        ({"system": "chess"}, "system: unknown-system"),
        ({"combatants": [{"id": "ann"}, {"id": "ann"}]}, "combatants: bad-command"),
        ({"combatants": [{"id": "ann", "name": "Ann", "sheet": {"skill": 99}}]}, "bad-sheet.*Ann.*skill"),
        ({"combatants": [{"id": "ann", "state": {"hp": 1}}]}, "bad-state.*ann.*hp"),
        ({"dice": {"ann.strike": [21]}, "script": [STRIKE]}, r"dice.ann.strike\[0\]: a d20 cannot show 21"),
    ],
)
def test_a_scenario_that_is_not_valid_is_refused_by_its_key(changes: Any, key: str) -> None:
    with pytest.raises(ScenarioError, match=key):
        played(**{"script": [], **changes} if "script" not in changes else changes)


@pytest.mark.parametrize("key", ["id", "system", "combatants", "script"])
def test_a_scenario_needs_these_keys(key: str) -> None:
    data = scenario()
    del data[key]
    with pytest.raises(ScenarioError, match=f"^{key}: is missing"):
        read_scenario(data)


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "NaN", '{"id": 1, "id": 2}', "[" * 100_000, b"\xff\xfe\x00"]
)
def test_what_is_not_json_is_no_scenario(text: Any) -> None:
    with pytest.raises(ScenarioError):
        parse_scenario(text)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=4),
        lambda s: (
            st.lists(s)
            | st.dictionaries(
                st.sampled_from(
                    ["id", "system", "combatants", "script", "do", "expect", "query", "dice", "map"]
                ),
                s,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_is_a_scenario_or_is_refused(data: Any) -> None:
    for whole in (data, scenario(data), scenario({"do": "begin", "expect": data})):
        with suppress(ScenarioError):
            assert play(read_scenario(whole)).id == whole["id"]


def test_every_card_has_a_face_of_its_own() -> None:
    assert sorted(card_face(card) for card in DECK) == list(range(1, 55))
    assert {"AS", "KH", "10D", "2C", "JR", "JB"} < set(DECK)
    with pytest.raises(Refusal, match="ZZ"):
        card_face("ZZ")


def test_cards_are_the_queue_of_the_draws_from_the_action_deck() -> None:
    dice = dice_of(read_scenario(scenario(cards=["AS", "JR"])))
    assert [dice.face("table", "cards", len(DECK)) for _ in range(2)] == [card_face("AS"), card_face("JR")]
    with pytest.raises(Refusal, match=r"table\.cards"):
        dice.face("table", "cards", len(DECK))


def write(folder: Path, name: str, data: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_the_command_prints_a_line_a_file_and_its_status_is_the_worst(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path, "good.json", scenario(STRIKE))
    bad = write(tmp_path, "bad.json", scenario({**STRIKE, "expect": {"prompt": None}}, id="toy-02"))
    broken = write(tmp_path, "broken.json", {**scenario(), "colour": 1})
    assert main([good]) == 0
    assert main([good, bad]) == 1
    assert main([broken, good]) == 2
    assert main([str(tmp_path / "nowhere.json")]) == 2
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert all(list(line) == ["id", "ok", "failures", "steps"] for line in lines)
    assert [(line["id"], line["ok"]) for line in lines] == [
        ("toy-01", True),
        ("toy-01", True),
        ("toy-02", False),
        ("broken", False),
        ("toy-01", True),
        ("nowhere", False),
    ]
    assert "colour" in err
    assert "nowhere.json" in err


def test_the_module_runs_from_the_command_line(tmp_path: Path) -> None:
    sheet = scenario(system="chess", script=[])
    file = write(tmp_path, "chess.json", sheet)
    done = subprocess.run(
        [sys.executable, "-m", "rules.scenario", file], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 2
    assert "unknown-system" in done.stderr
    assert list(json.loads(done.stdout)) == ["id", "ok", "failures", "steps"]
