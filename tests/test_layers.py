"""The walls of the house: who may import whom, and that what was taken from others is what it says it is."""

import ast
import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import rules

ROOT = Path(__file__).resolve().parent.parent
VENDORS = (ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor")
RULES_MAY_USE = {"numpy", "pydantic", "typing_extensions"}
# Files, clock, chance, the network and whatever runs beside: what `rules` needs of these, it is handed.
OUTSIDE = {
    *(
        "asyncio",
        "concurrent",
        "ctypes",
        "datetime",
        "glob",
        "http",
        "io",
        "logging",
        "multiprocessing",
        "os",
    ),
    *(
        "pathlib",
        "random",
        "secrets",
        "select",
        "shelve",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
    ),
    *("sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo"),
}
COMMAND_LINES = {"rules/scenario.py": {"sys", "pathlib"}}  # reads the files that it is given
LAYERS = ("rules.map", "rules.engine", "rules.ai", "rules.rehearsal", "rules.report", "rules.systems")
"""Each may use those before it."""


@dataclass(frozen=True)
class Import:
    """One import: in which file, of what, and whether merely importing the file carries it out."""

    file: str
    line: int
    target: str
    at_once: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.target}"

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def top(self) -> str:
        return self.target.split(".")[0]


def read_imports(source: str, file: str) -> Iterator[Import]:
    """List the imports of a source; `from a import b` counts as `a.b`, since b may be a module."""
    tree = ast.parse(source)
    at_once = set(map(id, tree.body))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                targets = [name.name for name in names]
            case ast.ImportFrom(level=0, module=str(module), names=names):
                targets = [f"{module}.{name.name}" for name in names]
            case ast.ImportFrom(level=level):
                targets = ["." * level]
            case _:
                continue
        for target in targets:
            yield Import(file, node.lineno, target, id(node) in at_once)


@cache
def all_imports() -> list[Import]:
    """Read every source, once, and only where one of these tests runs."""
    files = [
        path for folder in ("rules", "webapp", "tests") for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    texts = [(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()) for path in files]
    return [found for text, file in texts for found in read_imports(text, file)]


def in_rules() -> list[Import]:
    return [found for found in all_imports() if found.file.startswith("rules/")]


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def layer(module: str) -> int:
    """Return how high a module of `rules` stands; what belongs to no layer stands above them all."""
    return next((i for i, package in enumerate(LAYERS) if is_in(module, package)), len(LAYERS))


def system(module: str) -> str | None:
    """Return the system that a module belongs to: `rules.systems.atomic.state` belongs to `atomic`."""
    name = module.removeprefix("rules.systems.").split(".")[0]
    known = module.startswith("rules.systems.") and (ROOT / "rules" / "systems" / name).is_dir()
    return name if known else None


def is_climbing(found: Import) -> bool:
    return found.top == "rules" and layer(found.target) > layer(found.module)


def names_another_system(found: Import) -> bool:
    other = system(found.target)
    return other is not None and other != system(found.module)


def is_from_outside(found: Import) -> bool:
    if found.top in sys.stdlib_module_names:
        return found.top in OUTSIDE - COMMAND_LINES.get(found.file, set())
    return found.top != "rules" and found.top not in RULES_MAY_USE


def complaints(found: list[Import]) -> str:
    return "\n".join(map(str, found))


def test_every_part_of_the_house_is_read() -> None:
    assert {system(f.module) or layer(f.module) for f in in_rules()} >= {0, 1}
    assert any(f.file == "webapp/cli.py" for f in all_imports())


def test_imports_are_absolute() -> None:
    assert not complaints([found for found in all_imports() if found.target.startswith(".")])


def test_the_map_knows_no_engine_and_the_engine_no_system() -> None:
    assert not complaints([found for found in in_rules() if is_climbing(found)])


def test_no_system_is_named_outside_of_itself() -> None:
    assert not complaints([found for found in in_rules() if names_another_system(found)])


def test_the_web_names_no_system() -> None:
    assert not complaints([f for f in all_imports() if f.file.startswith("webapp/") and system(f.target)])


def test_rules_use_no_web_clock_file_or_chance() -> None:
    assert not complaints([found for found in in_rules() if is_from_outside(found)])


def test_only_tests_import_tests() -> None:
    assert not complaints([f for f in all_imports() if f.top == "tests" and not f.file.startswith("tests/")])


def find_circle(imports: list[Import]) -> list[str]:
    """Follow imports from file to file, those within functions too, until one comes back."""
    modules = {found.module for found in imports}
    leads: dict[str, set[str]] = {module: set() for module in modules}
    for found in imports:
        target = found.target if found.target in modules else found.target.rpartition(".")[0]
        if target in modules and target != found.module:
            leads[found.module].add(target)
    return circle_among(leads)


def circle_among(leads: Mapping[str, Set[str]]) -> list[str]:
    """Walk on from each until one comes back, and give the way round; nothing where there is none."""
    done: set[str] = set()

    def walk(way: list[str]) -> list[str]:
        for to in sorted(leads[way[-1]] - done):
            if to in way:
                return [*way[way.index(to) :], to]
            if circle := walk([*way, to]):
                return circle
        done.add(way[-1])
        return []

    return next((circle for module in sorted(leads) if module not in done and (circle := walk([module]))), [])


def test_no_files_import_each_other_in_a_circle() -> None:
    assert find_circle([f for f in all_imports() if not f.file.startswith("tests/")]) == []


def test_a_circle_is_found_where_there_is_one() -> None:
    sources = {
        "a/x.py": "from a import y",
        "a/y.py": "def f():\n    from a.z import g",
        "a/z.py": "import a.x",
    }
    found = [found for file, source in sources.items() for found in read_imports(source, file)]
    assert find_circle(found) == ["a.x", "a.y", "a.z", "a.x"]


@pytest.mark.parametrize("file", ["webapp/__init__.py", "webapp/bootstrap.py"])
def test_what_runs_before_the_set_up_uses_the_standard_library_only(file: str) -> None:
    assert not complaints(
        [f for f in all_imports() if f.file == file and f.top not in sys.stdlib_module_names]
    )


@pytest.mark.parametrize("file", ["webapp/__main__.py", "tests/__main__.py"])
def test_an_entry_point_imports_only_the_bootstrap_before_the_set_up(file: str) -> None:
    early = {
        f.target
        for f in all_imports()
        if f.file == file and f.at_once and f.top not in sys.stdlib_module_names
    }
    assert early == {"webapp.bootstrap"}


def test_the_checks_above_can_fail() -> None:
    source = "import random, flask\nfrom rules.systems.savage.harm import injury\nfrom . import x\n"
    found = list(read_imports(source, "rules/map/cover.py"))
    assert [f.target for f in found] == ["random", "flask", "rules.systems.savage.harm.injury", "."]
    assert [is_from_outside(f) for f in found[:3]] == [True, True, False]
    assert is_climbing(found[2])


def test_rules_are_ours_and_not_the_other_distribution_of_that_name() -> None:
    assert Path(rules.__file__).is_relative_to(ROOT)


def pins(name: str) -> dict[str, str]:
    """Read the hashes of each `name==version` in a lock, less its marker, which more wishes may widen."""
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.M)[1:]
    return {block.split()[0]: " ".join(re.findall("--hash=[^ ]+:[0-9a-f]{64}", block)) for block in blocks}


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-run.txt", "constraints-server.txt"])
def test_a_lock_holds_hashes_and_no_address(name: str) -> None:
    assert all("==" in pin and "--hash=sha256:" in hashes for pin, hashes in pins(name).items())
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_what_running_needs_is_locked_as_for_the_tests() -> None:
    assert pins("constraints-run.txt").items() <= pins("constraints-server.txt").items()
    assert pins("constraints-server.txt").items() <= pins("constraints.txt").items()


def test_the_locks_hold_all_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    locks = {
        "constraints-run.txt": [],
        "constraints-server.txt": extras.keys() - {"test"},
        "constraints.txt": extras,
    }
    for lock, names in locks.items():
        wishes = [wish for name in names for wish in extras[name]]
        asked = {re.split(r"[^a-z0-9-]", wish.lower())[0] for wish in (*project["dependencies"], *wishes)}
        assert asked <= {pin.split("==")[0] for pin in pins(lock)}, lock


@pytest.mark.parametrize("vendor", VENDORS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_every_vendored_script_is_the_one_noted(vendor: Path) -> None:
    rows = re.findall(
        r"^\| `([^`]+\.js)` .*`([0-9a-f]{64})` \|$", (vendor / "VENDOR.md").read_text(), flags=re.M
    )
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in vendor.glob("**/*.js")}
    assert dict(rows) == sums
    assert sums
