"""A document that a comment or a page cites is there, and so is the section that it cites."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rules", "webapp", "templates", "static/js", "static/css", "tests")
ENDINGS = {".py", ".js", ".html", ".css"}
HOMES = (ROOT / "static" / "vendor",)
"""Where a document may lie that is named without its folder."""
_CITED = re.compile(r"(?<![\w/.-])((?:[\w-]+/)*[A-Z]+\.md)\b(?:, ([A-Z][a-z]+(?: [a-z]+)*))?")
_MODULE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|js|css))`")
_DOTTED = re.compile(r"`((?:rules|webapp|tests)(?:\.\w+)+)")
_WORKED_OUT = {"tests/rule_pages.py", "tests/test_citations.py"}
"""Files that speak of documents which they write themselves."""


def readers() -> list[Path]:
    """List every file of ours that has comments or links."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS]
    pages = [path for path in ROOT.rglob("*.md") if not {".venv", ".git"} & set(path.parts)]
    return [path for path in (*files, *pages) if path.relative_to(ROOT).as_posix() not in _WORKED_OUT]


def find(cited: str, reader: Path) -> Path | None:
    """Find a cited document: beside who cites it, or from the top."""
    return next((at / cited for at in (reader.parent, ROOT, *HOMES) if (at / cited).is_file()), None)


def headings(document: Path) -> set[str]:
    """List the headings of a document, and the terms that its points begin with."""
    text = document.read_text(encoding="utf-8")
    return {words.strip() for words in re.findall(r"^(?:#+ |- (?=\w))([^\n:]+)", text, re.MULTILINE)}


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_every_document_and_section_that_a_comment_cites_is_there(ending: str) -> None:
    missing = []
    for reader in readers():
        if reader.suffix != ending:
            continue
        for cited, section in _CITED.findall(reader.read_text(encoding="utf-8")):
            found = find(cited, reader)
            if found is None:
                missing.append(f"{reader.relative_to(ROOT)} cites {cited}")
            elif section and not any(heading.startswith(section) for heading in headings(found)):
                missing.append(f"{reader.relative_to(ROOT)} cites {cited}, {section}")
    assert not missing


def test_every_link_of_a_page_leads_somewhere() -> None:
    missing = []
    for reader in readers():
        if reader.suffix == ".md":
            links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", reader.read_text(encoding="utf-8"))
            missing += [
                f"{reader.relative_to(ROOT)}: {link}" for link in links if not (reader.parent / link).exists()
            ]
    assert not missing


def test_every_module_that_a_page_or_a_comment_names_is_there() -> None:
    ours = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    there = {f"/{path.relative_to(ROOT).as_posix()}" for path in ours}
    missing = []
    for reader in readers():
        for named in _MODULE.findall(reader.read_text(encoding="utf-8")):
            if "vendor" not in reader.parts and not any(path.endswith(f"/{named}") for path in there):
                missing.append(f"{reader.relative_to(ROOT)} names {named}")
    assert not missing


def test_every_module_and_name_that_is_written_with_dots_is_there() -> None:
    missing = []
    for reader in readers():
        if reader.name == "CHANGELOG.md":
            continue  # an older release names what there was then
        for dotted in _DOTTED.findall(reader.read_text(encoding="utf-8")):
            *folders, last = dotted.split(".")
            home = ROOT.joinpath(*folders)
            there = (home / last).is_dir() or (home / f"{last}.py").is_file()
            module = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
            if not there and not (module.is_file() and re.search(rf"\b{last}\b", module.read_text("utf-8"))):
                missing.append(f"{reader.relative_to(ROOT)} names {dotted}")
    assert not missing
