"""Bars of odds: few amounts of harm stand for themselves, many in bands."""

import pytest

from rules.engine.chances.odds_figures import Odds
from rules.engine.state import Combatant
from rules.engine.system import find_system
from rules.engine.text import in_full, in_words
from rules.systems import load_systems
from webapp.panels.odds_bars import Part, bars, small_share
from webapp.server.catalogue import Templates


def parts(*harm: float, hit: float, game: str = "gurps") -> tuple[Part, ...]:
    load_systems()
    system = find_system(game)
    sheet = system.read_sheet({})
    target = Combatant(id="bob", name="Bob", side="", sheet=sheet, state=system.starting_state(sheet))
    (bar,) = bars(Odds(hit=hit, harm=harm, down=0.0), system, target, False)
    return bar.parts


def test_few_amounts_of_harm_stand_for_themselves() -> None:
    shown = parts(0.6, 0.3, 0.1, hit=0.5)
    assert [(p.kind, str(p.label)) for p in shown] == [
        ("miss", "miss"),
        ("harm-0", "no injury"),
        ("harm-1", "1 HP"),
        ("harm-2", "2 HP"),
    ]
    assert [p.chance for p in shown] == pytest.approx([0.5, 0.1, 0.3, 0.1])


def test_many_amounts_are_put_together_in_bands_about_as_likely() -> None:
    shown = parts(0.0, *[0.05] * 20, hit=1.0)
    assert [str(p.label) for p in shown] == ["1–4 HP", "5–8 HP", "9–12 HP", "13–16 HP", "17–20 HP"]
    assert [p.chance for p in shown] == pytest.approx([0.2] * 5)
    assert [p.kind for p in shown] == [f"harm-{number}" for number in range(1, 6)]


def test_an_amount_that_is_likelier_than_a_band_stands_alone() -> None:
    shown = parts(0.0, 0.02, 0.02, 0.02, 0.02, 0.84, 0.02, 0.02, 0.02, 0.02, hit=1.0)
    assert "5 HP" in [str(p.label) for p in shown]
    assert sum(p.chance for p in shown) == pytest.approx(1.0)


def test_no_two_stretches_of_a_bar_are_called_alike() -> None:
    for game in ("tesseris", "phases", "savage"):
        shown = parts(0.1, *[0.09] * 10, hit=1.0, game=game)
        labels = [str(part.label) for part in shown]
        assert len(set(labels)) == len(labels)
        assert sum(part.chance for part in shown) == pytest.approx(1.0)


def test_many_wounds_are_named_up_to_the_one_that_kills() -> None:
    shown = parts(0.1, *[0.09] * 10, hit=1.0, game="tesseris")
    assert [str(part.label) for part in shown[1:]] == [f"{low}–{low + 1} wounds" for low in (1, 3, 5, 7, 9)]


@pytest.mark.parametrize(
    ("chance", "english", "german"),
    [
        (0.0, "0 %", "0 %"),
        (0.0004, "<0.1 %", "<0,1 %"),
        (0.00694, "0.7 %", "0,7 %"),
        (0.0749, "7.5 %", "7,5 %"),
        (0.0996, "10 %", "10 %"),
        (1.0, "100 %", "100 %"),
    ],
)
def test_a_small_share_has_a_decimal(chance: float, english: str, german: str) -> None:
    said = small_share(chance)
    assert in_full(said) == english
    assert in_words(said, Templates("de")) == german
