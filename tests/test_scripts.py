"""The browser's modules: how they hang together, and that their types and lint are looked at.

`python3 -m tests` checks types and lint as steps of its own, beside those of Python; what is tried here is
that the check finds what it is for.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.__main__ import SURROUNDINGS, TYPES_OF_SCRIPTS
from tests.test_layers import circle_among
from webapp.server.assets.bundles import BUNDLES

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "static" / "js"
MODULES = sorted(SCRIPTS.rglob("*.js"))
FEWEST, MOST = 3, 25
"""How many modules a folder holds."""
_IMPORT = re.compile(r'^(?:import|export)\b(?:[^"\n]* from)? "([^"]+)";', re.MULTILINE)


def imports() -> dict[str, set[str]]:
    """Give what each module imports, by their paths below static/js."""
    return {
        path.relative_to(SCRIPTS).as_posix(): {
            (path.parent / to).resolve().relative_to(SCRIPTS).as_posix()
            for to in _IMPORT.findall(path.read_text("utf-8"))
        }
        for path in MODULES
    }


def test_every_module_lies_in_a_folder_that_holds_not_too_many() -> None:
    assert not list(SCRIPTS.glob("*.js"))
    numbers = {folder.name: len(list(folder.glob("*.js"))) for folder in SCRIPTS.iterdir() if folder.is_dir()}
    assert {name: number for name, number in numbers.items() if not FEWEST <= number <= MOST} == {}


def test_every_module_that_is_imported_is_there() -> None:
    assert {to for found in imports().values() for to in found} - set(imports()) == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle_among(imports()) == []


def test_every_module_is_on_a_page_or_imported() -> None:
    on_pages = {f"{name}.js" for bundle in BUNDLES.values() for name in bundle.modules} | {"core/theme.js"}
    first = {name for bundle in BUNDLES.values() for name in bundle.begins}
    on_pages |= {name.removeprefix("js/") for name in first if name.startswith("js/")}
    imported = {to for found in imports().values() for to in found}
    assert set(imports()) - imported - on_pages == {"core/messages.js"}
    assert on_pages <= set(imports())


# ------------------------------------------------------------------------------ what is told and pushed
def properties(typedef: str, module: str) -> set[str]:
    """Read the names of the properties of a type that a module declares."""
    text = (SCRIPTS / module).read_text("utf-8")
    block = next(part for part in text.split("/**") if f"@typedef {{object}} {typedef}\n" in part)
    return set(re.findall(r"@property \{.*\} ([\w-]+)", block.split("*/")[0]))


def spoken(pattern: str, paths: Iterator[Path]) -> set[str]:
    """Find the names in the first argument of calls."""
    return {name for path in paths for name in re.findall(pattern, path.read_text("utf-8"))}


def test_events_go_by_their_declaration_alone() -> None:
    others = [path.name for path in MODULES if "battlemat:" in path.read_text("utf-8")]
    assert others == ["events.js"]


def test_every_event_that_is_declared_is_heard() -> None:
    heard = spoken(r'\bhear\("([\w-]+)"', iter(MODULES))
    listed = spoken(r"for \(const \w+ of [^\n]*\(\[([^\n]*)\]\)\) hear\(", iter(MODULES))
    heard |= {name for names in listed for name in re.findall(r'"([\w-]+)"', names)}
    assert properties("Events", "core/events.js") - heard == set()


def test_what_the_server_pushes_is_what_is_declared() -> None:
    emitted = spoken(r'\.emit\(\s*"([\w-]+)"', (ROOT / "webapp").rglob("*.py"))
    assert properties("Pushes", "core/messages.js") - {"ended"} == emitted


def test_what_the_server_answers_is_what_is_declared() -> None:
    answered = spoken(r'@socketio\.on\("([\w-]+)"\)', (ROOT / "webapp").rglob("*.py"))
    assert properties("Replies", "core/messages.js") == answered - {"connect", "disconnect"}


# --------------------------------------------------------------------------------------------- the check
WRONG = {
    "an event that nobody declared": (
        'import { tell } from "./core/events.js";\ntell("updat");\n',
        "is not assignable to parameter of type 'keyof Events'",
    ),
    "an event without what belongs to it": (
        'import { tell } from "./core/events.js";\ntell("look-at", { x: 1 });\n',
        "Property 'y' is missing",
    ),
    "a push that has no such part": (
        'import { hear } from "./core/events.js";\nhear("update", ({ moved }) => moved);\n',
        "Property 'moved' does not exist",
    ),
    "an answer that has no such part": (
        'import { ask } from "./core/socket.js";\n'
        'const answer = await ask("reach", {});\nif (answer.ok) answer.cost;\n',
        "Property 'cost' does not exist",
    ),
    "an answer that may be a refusal": (
        'import { ask } from "./core/socket.js";\n(await ask("reach", {})).costs;\n',
        "Property 'costs' does not exist",
    ),
    "a parameter of which no type is said": (
        "export const twice = (number) => 2 * number;\n",
        "Parameter 'number' implicitly has an 'any' type",
    ),
    "what was sent, before it is said what it is": (
        'const answer = await (await fetch("/healthz")).json();\nanswer.ok;\n',
        "'answer' is of type 'unknown'",
    ),
    "a text without its gaps as names": (
        'import { tr } from "./core/texts.js";\ntr("{name}", "Ann");\n',
        "is not assignable to parameter of type 'Record<string, string | number>'",
    ),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Let the types of everything that is wrong be checked, and give what is found in each."""
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(SCRIPTS, tree / "static" / "js")
    shutil.copy(ROOT / "deno.json", tree)
    files = {what: f"wrong-{number}.js" for number, what in enumerate(WRONG)}
    for what, (module, _) in WRONG.items():
        (tree / "static" / "js" / files[what]).write_text(module, "utf-8")
    line = (sys.executable, *TYPES_OF_SCRIPTS)
    check = subprocess.run(line, cwd=tree, env=SURROUNDINGS, capture_output=True, text=True, check=False)
    assert check.returncode == 1, check.stderr
    errors = re.split(r"^(?=TS\d+ \[ERROR\])", check.stderr, flags=re.MULTILINE)
    return {what: "".join(error for error in errors if f"/{name}:" in error) for what, name in files.items()}


@pytest.mark.parametrize("what", WRONG)
def test_the_check_of_the_types_finds(what: str, found: dict[str, str]) -> None:
    assert WRONG[what][1] in found[what]
