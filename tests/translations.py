"""Finds every text that people read, and brings the catalogues up to date: `python -m tests.translations`.

All say for themselves what is to be translated: templates `_("...")`, scripts `tr("...")`, and Python
`text("...")`, `counted("...", "...")` and `template("...")`. Besides, systems declare plain labels: the
fields of their sheets, their stock.
"""

import io
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_from_file, extract_python
from babel.messages.pofile import read_po, write_po

from rules.engine.system import System, systems
from rules.engine.text import Text, Words, key_words
from rules.systems import load_systems
from webapp.cover_scenes import cover_scenes
from webapp.demo.fights import READY_MADE, read_fight
from webapp.server.catalogue import LANGUAGES, SOURCE, po_file
from webapp.sheets.sheet_schema import in_words, schema_of

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = ("messages", "scripts", "told")
_WORD = re.compile(r"[^\W\d_]{2,}")
_GAP = re.compile(r"\{\w+\}")
_SCRIPT_TEXT = re.compile(r'\btr\("((?:[^"\\]|\\.)*)"')

_SQL = "webapp/migrations/*.py"
"""Where `text` is SQLAlchemy's."""


def texts_of_templates() -> list[tuple[str, str | tuple[str, str]]]:
    """Give each text of the templates, one and many for those that count, with its file and line."""
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for line, text, *_ in extract_from_file(
            "jinja2.ext:babel_extract", path, options={"newstyle_gettext": "true", "silent": "false"}
        ):
            place = f"{path.relative_to(ROOT).as_posix()}:{line}"
            found.append((place, text if isinstance(text, str) else (text[0], text[1])))
    return found


def texts_of_scripts() -> list[tuple[str, str]]:
    """Give each text of the browser's modules, with its file and line."""
    found = []
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        if path.name == "texts.js":
            continue
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            for text in _SCRIPT_TEXT.findall(line):
                found.append((f"{path.relative_to(ROOT).as_posix()}:{number}", text))
    return found


def texts_of_python() -> list[tuple[str, str | tuple[str, str]]]:
    """Give each text of rules and views, one and many for those that count, and each declared label."""
    load_systems()
    found: list[tuple[str, str | tuple[str, str]]] = []
    for folder in ("rules", "webapp"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not place.match(_SQL):
                found += [(place.as_posix(), text) for text in _texts_in(path)]
    fights = [read_fight(name) for name in READY_MADE]
    found += [(f"rules/systems/{system.id}", label) for system in systems() for label in _labels(system)]
    found += [("webapp/demo", words) for fight in fights for words in (fight.blurb, *fight.story)]
    found += [("rules/engine/text.py", id_) for id_ in _IDS]
    return found + [("webapp/cover_scenes", scene.title) for scene in cover_scenes()]


def _texts_in(path: Path) -> Iterator[str | tuple[str, str]]:
    source = _METHOD.sub(b".said(", path.read_bytes())
    for _, text, *_ in extract(extract_python, io.BytesIO(source), keywords=_TEXTS):
        one = text if isinstance(text, str) else text[0]
        if _WORD.search(_GAP.sub(" ", one)):
            yield one if isinstance(text, str) else (text[0], text[1])


_TEXTS = {"text": None, "template": None, "counted": (1, 2)}
"""What makes texts of templates, and marks templates that are chosen first (`rules.engine.text`)."""
_METHOD = re.compile(rb"\.text\(")
"""A method of that name reads what a command says."""


def _labels(system: System) -> Iterator[str]:
    """Give the plain labels that a system declares: of its sheet, its states, its stock, its numbers."""
    schema = schema_of(system)
    yield from _labels_of_schema(schema.data)
    for definition in schema.definitions.values():
        yield from _labels_of_schema(definition)
    yield from _keys_of(system.starting_state(system.read_sheet({})).as_json())
    for item in system.stock:
        yield from _plain(item.blurb)  # its name is marked where it is written, or stays
    for switch in system.switches:
        yield from _plain(switch.title, switch.without)
    for table in system.tables:
        yield from _plain(table.title, *map(table.label, table))
    yield from _plain(*system.roll_names.values(), *(kind.one for kind in system.own_kinds))
    yield from _plain(*system.outcome_words.values(), *system.answer_words.values())
    yield from _plain(system.name, system.character_files)


_IDS = (
    *("again", "area", "at", "by", "in", "id", "keep", "name", "open", "roll", "shots", "strike", "target"),
    *("variant", "weapons", "width", "with", "kick", "punch", "slam", "daring", "steady", "grizzled"),
    *("two fisted", "left hand", "right hand", "grenade", "epithet", "{dice}d"),
)
"""Ids of answers, facts and of what states hold, which the log says as they are (`key_words`).

And a template of a single letter, which would not be taken for words.
"""


def _plain(*words: Words) -> Iterator[str]:
    """Leave out the texts: these are found where they are made."""
    for one in words:
        if _WORD.search(one if isinstance(one, str) else ""):
            yield str(one)
        elif isinstance(one, Text) and not one.gaps and _WORD.search(one.template):
            yield one.template  # words that are made of an id


def _labels_of_schema(data: Mapping[str, Any]) -> Iterator[str]:
    """Give the names and explanations of fields, and what they offer, as a form shows them."""
    for key, part in data.get("properties", {}).items():
        yield part.get("title") or in_words(key)
        yield from _plain(part.get("description", ""), *part.get("known", {}).values())
        yield from _plain(*map(key_words, (*part.get("known", {}), *part.get("items", {}).get("enum", ()))))
        for inner in (part, part.get("items", {}), *part.get("anyOf", ())):
            yield from _plain(*(in_words(str(id_).replace("-", " ")) for id_ in inner.get("enum", ())))
    yield from _plain(*(in_words(str(id_).replace("-", " ")) for id_ in data.get("enum", ())))


def _keys_of(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _plain(key_words(str(key)))
            yield from _keys_of(value)


# ----------------------------------------------------------------------------------------- catalogues
def wanted(domain: str) -> Catalog:
    """Give a catalogue of all texts of a domain, with nothing translated."""
    catalog = Catalog(project="Battlemat", charset="utf-8", creation_date=datetime(2026, 1, 1, tzinfo=UTC))
    found = {"messages": texts_of_templates, "scripts": texts_of_scripts, "told": texts_of_python}[domain]()
    for place, text in found:
        path = place.partition(":")[0]
        catalog.add(text, locations=[(path, 0)])
    return catalog


def bring_up_to_date(language: str, domain: str) -> Catalog:
    """Take new texts into a language's catalogue, untranslated, and drop what is said no more."""
    path = po_file(language, domain)
    had = Catalog(locale=language)
    if path.is_file():
        with path.open("rb") as file:
            had = read_po(file, locale=language)
    fresh = Catalog(locale=language, project="Battlemat", charset="utf-8")
    for message in wanted(domain):
        if message.id:
            old = had.get(message.id)
            fresh.add(message.id, old.string if old is not None else None, locations=message.locations)
    written = io.BytesIO()
    write_po(written, fresh, width=110, omit_header=True, sort_output=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_HEAD.format(language=language).encode() + written.getvalue())
    return fresh


_HEAD = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def is_translated(message: Message) -> bool:
    """Say whether a text is there in the other language, in all its numbers."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def main() -> None:
    """Bring every catalogue up to date, and say what lacks a translation."""
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        for domain in DOMAINS:
            catalog = bring_up_to_date(language, domain)
            missing = [message for message in catalog if message.id and not is_translated(message)]
            print(f"{language} {domain}: {len(catalog)} texts, {len(missing)} without a translation")


if __name__ == "__main__":
    main()
