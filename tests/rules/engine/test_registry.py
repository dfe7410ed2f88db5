"""Systems are known before they are loaded, and loaded when they are first looked for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules.engine.declared.about import About
from rules.engine.refusal import Refusal
from rules.engine.registry import OFFERED, REGISTERED, about_system, find_registered, known_systems, offer
from rules.engine.system import System, find_system, systems
from rules.systems import load_systems
from tests.rules.engine.toy import TOY

ROOT = Path(__file__).resolve().parents[3]


def loaded_by(code: str) -> list[str]:
    """Run code in a Python of its own, and tell which systems it has loaded."""
    code += "\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(re.findall(r"\brules\.systems\.(\w+)\.system\b", done.stdout))


def test_what_is_told_of_a_system_before_it_is_loaded_is_what_it_declares() -> None:
    load_systems()
    told = {about.id: about for about in known_systems()}
    for system in systems():
        assert told[system.id] == about_system(system)
    assert set(told["tesseris"].free_dice) == {"T"}


def test_a_system_is_known_by_the_name_of_its_package() -> None:
    load_systems()
    packages = {path.parent.name for path in (ROOT / "rules" / "systems").glob("*/system.py")}
    assert packages == set(OFFERED)


def test_naming_the_systems_loads_none() -> None:
    code = "from rules.systems import load_systems; load_systems()\n"
    code += "from rules.engine.registry import known_systems; assert len(known_systems()) == 5"
    assert loaded_by(code) == []


def test_who_looks_for_a_system_loads_this_one() -> None:
    code = "from rules.systems import load_systems; load_systems()\n"
    code += "from rules.engine.system import find_system; assert find_system('savage').id == 'savage'"
    assert loaded_by(code) == ["savage"]


def test_a_start_loads_no_system_and_a_page_only_its_own(tmp_path: Path) -> None:
    code = "from pathlib import Path; from webapp.app import Settings, create_app\n"
    code += f"app = create_app(Settings(data_dir=Path({str(tmp_path)!r}), lan=False, async_mode='threading'))"
    assert loaded_by(code) == []
    code += "\nfrom webapp.demo.first_table import first_table; links = first_table(app)"
    code += "\nassert app.test_client().get(links.gm, follow_redirects=True).status_code == 200"
    assert loaded_by(code) == ["atomic"]


class _Offered(System):
    id = "offered"
    name = "Offered"


def test_what_is_offered_is_loaded_once_and_then_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []

    def load() -> System:
        loads.append("offered")
        return _Offered()

    monkeypatch.setattr("rules.engine.registry.OFFERED", dict(OFFERED))
    monkeypatch.setattr("rules.engine.registry.REGISTERED", dict(REGISTERED))
    offer(About(id="offered", name="Offered"), load)
    assert [about.name for about in known_systems() if about.id == "offered"] == ["Offered"]
    assert not loads
    assert find_registered("offered") is find_registered("offered")
    assert loads == ["offered"]


def test_a_refusal_names_those_that_are_not_loaded_too() -> None:
    load_systems()
    with pytest.raises(Refusal, match=r"known are .*atomic, .*savage, tesseris, toy") as refused:
        find_system("chess")
    assert refused.value.code == "unknown-system"
    assert TOY.id == "toy"
