"""Who comes late is put into a running order in which all others stay as they are, in all systems."""

import random

import pytest

from rules.engine.command import Command
from rules.engine.declared.system_rules import placed
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from tests.load.chance import Faces, next_command
from tests.rules.test_undo_of_commands import SYSTEMS, begun

STEPS = 240


@pytest.mark.parametrize(
    ("order", "ranked", "comes_to"),
    [
        ("abc", "axbc", "axbc"),
        ("cab", "axbc", "xcab"),
        ("abc", "abcx", "abcx"),
        ("abc", "bx", "abxc"),
        ("abc", "x", "abcx"),
        ("", "x", "x"),
        ("axb", "xab", "xab"),
    ],
)
def test_the_place_is_before_the_first_who_ranks_behind(order: str, ranked: str, comes_to: str) -> None:
    assert "".join(placed(tuple(order), "x", tuple(ranked))) == comes_to


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_late_comer_moves_nobody_else_in_the_order(system: str) -> None:
    """Sheets are exchanged and turns held back meanwhile: the order stays as it was found when it began."""
    battle, dice, stock = begun(system), random.Random(system), find_system(system).stock
    come = changed = 0
    for step in range(STEPS):
        data = next_command(battle, dice)
        state = battle.state
        if state.running and state.prompt is None:
            sheet = dict(dice.choice(stock).sheet)
            if step % 3 == 0:
                data = {"do": "set-sheet", "target": dice.choice(list(state.combatants)), "sheet": sheet}
            elif step % 3 == 1:
                side = dice.choice([c.side for c in state.combatants.values()])
                data = {"do": "add", "combatants": [{"id": f"late-{step}", "side": side, "sheet": sheet}]}
        before = battle.state
        try:
            battle.handle(Command.parse(data), Faces(step))
        except Refusal:
            continue
        do = data.get("do", "answer")
        if do == "add" and before.clock == battle.state.clock:
            others = [who for who in battle.state.order if who in before.order]
            assert others == [who for who in before.order if who in battle.state.order]
            come += battle.state.order != before.order
        changed += do == "set-sheet"
    assert changed
    assert come or system == "phases", "there every phase is declared anew, and a late comer waits for it"
