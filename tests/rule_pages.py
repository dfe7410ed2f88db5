"""Brings the pages of the rule systems up to date: `python -m tests.rule_pages`.

`rules/systems/<id>/README.md` begins with what somebody has written about the system. Below a line of its own
stand its rules and its rulings by id, each with what it says and the modules that name it, made of the code.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from rules.engine.system import System, systems
from rules.systems import load_systems
from webapp.views.help import is_ruling

ROOT = Path(__file__).resolve().parent.parent
MADE = "<!-- What follows is made of the code: python -m tests.rule_pages -->"
"""What stands between what is written by hand and what is made."""
NOT_AT_HOME = frozenset({"rulebook.py", "rulings.py", "reasons.py", "controls.py"})
"""The files that only list the rules: what carries one out is elsewhere."""
_MOST_HOMES = 4
_RANGE = re.compile(r"\b([A-Z]{2}-[A-Z]?)(\d+)[a-z]? to (?:[A-Z]{2}-[A-Z]?)?(\d+)")
_ID = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+[a-z]?\b")


def own_systems() -> list[System]:
    """List the systems that this repository holds."""
    load_systems()
    return [system for system in systems() if folder_of(system).is_dir()]


def folder_of(system: System) -> Path:
    """Give the folder that a system of this repository lives in."""
    return ROOT / "rules" / "systems" / system.id


def ids_named_in(text: str, *, spans: bool = True) -> set[str]:
    """List the rule ids that a text names, with `spans` those inside `AT-20 to AT-36` too."""
    found = set(_ID.findall(text))
    for prefix, first, last in _RANGE.findall(text) if spans else ():
        width = len(first)
        found.update(f"{prefix}{number:0{width}d}" for number in range(int(first), int(last) + 1))
    return found


def homes(folder: Path) -> Mapping[str, list[str]]:
    """Return for each rule id the modules below a folder that name it, those first that name it most."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name not in NOT_AT_HOME:
            text = path.read_text(encoding="utf-8")
            for id_ in ids_named_in(text):
                found.setdefault(id_, []).append((-text.count(id_), path.relative_to(folder).as_posix()))
    return {id_: [place for _, place in sorted(places)] for id_, places in found.items()}


def made_part(system: System) -> str:
    """Put together what the code says about a system's rules."""
    named = homes(folder_of(system))
    rules = [id_ for id_ in system.rules if not is_ruling(id_)]
    rulings = [id_ for id_ in system.rules if is_ruling(id_)]
    lines = [
        MADE,
        "",
        f"## The {len(rules)} rules",
        "",
        "| id | what it says | where |",
        "| --- | --- | --- |",
    ]
    for id_ in rules:
        where = ", ".join(
            f"[{path.removesuffix('.py')}]({path})" for path in named.get(id_, [])[:_MOST_HOMES]
        )
        lines.append(f"| {id_} | {_sentence(system.rules[id_])} | {where} |")
    lines += ["", f"## The {len(rulings)} house rulings", ""]
    lines += ["What this table plays where the book is silent, unclear or damaged.", ""]
    lines += ["| id | what it says | why |", "| --- | --- | --- |"]
    lines += [f"| {id_} | {_sentence(system.rules[id_])} | {system.reasons[id_]} |" for id_ in rulings]
    return "\n".join(lines) + "\n"


def _sentence(rule: str) -> str:
    words = rule.removeprefix("House ruling: ").replace("|", "\\|")
    return words[:1].upper() + words[1:]


def whole_page(system: System) -> str:
    """Give a system's page as it should be: what was written by hand, and below it what is made."""
    path = folder_of(system) / "README.md"
    written = path.read_text(encoding="utf-8").partition(MADE)[0].rstrip() if path.is_file() else ""
    return f"{written or f'# {system.name}'}\n\n{made_part(system)}"


def main() -> None:
    """Write every page anew."""
    for system in own_systems():
        (folder_of(system) / "README.md").write_text(whole_page(system), encoding="utf-8")


if __name__ == "__main__":
    main()
