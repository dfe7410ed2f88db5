"""Finds every text that people read, and brings the catalogues up to date: `python -m tests.translating`.

Templates and scripts say for themselves what is to be translated: `_("...")` and `tr("...")`. What rules and
views say in Python is plain English there, for rules know of no languages: each text, and each f-string as a
text with gaps in braces, is found by where it stands in the code.
"""

import ast
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from tests.put_together import SENTENCES
from webapp.cover_scenes import cover_scenes
from webapp.demo.fights import GANTRY, READY_MADE, read_fight, read_gantry
from webapp.server.catalogue import LANGUAGES, SOURCE, po_file

ROOT = Path(__file__).resolve().parent.parent
DOMAINS = ("messages", "scripts", "told")
_WORD = re.compile(r"[^\W\d_]{2,}")
_GAP = re.compile(r"\{\w+\}")
_SCRIPT_TEXT = re.compile(r'\btr\("((?:[^"\\]|\\.)*)"')

_UNREAD = (
    "rules/systems/*/rulebook.py",
    "rules/systems/*/rulings.py",
    "rules/systems/*/reasons.py",
    "rules/scenario*.py",
    "rules/map/*.py",
    "rules/engine/command.py",
    "rules/engine/text.py",
    "rules/engine/history/log.py",
    "rules/engine/map_edits.py",
    "rules/systems/__init__.py",
    "rules/systems/*/sheet/foundry*.py",
    "rules/systems/*/sheet/gcs*.py",
    "webapp/__main__.py",
    "webapp/bootstrap.py",
    "webapp/cli.py",
    "webapp/archive/data_commands.py",
    "webapp/server/catalogue.py",
    "webapp/demo/*ing.py",
    "webapp/demo/brushes.py",
    "webapp/exporters/*.py",
    "webapp/importers/*.py",
    *(
        f"webapp/archive/{name}.py"
        for name in (
            *("backup_runs", "backups", "data_seal", "folder_lock", "log_export", "recovery"),
            *("replay", "table_file", "table_file_import", "write_ahead"),
        )
    ),
    "webapp/migrations/**/*.py",
    "webapp/server/lan_name.py",
    "webapp/server/mdns.py",
    "webapp/server/network.py",
    "webapp/server/log_throttle.py",
    "webapp/server/slow_senders.py",
    "webapp/sheets/sheet_schema.py",
    "webapp/sockets/*.py",
)
"""What stays English: rulebooks, the terminal's words, what programs alone can get wrong, and what is said of
files that are read in."""
_SAID_AS = frozenset(
    (
        "label",
        "words",
        "word",
        "detail",
        "note",
        "title",
        "question",
        "blank",
        "text",
        "help",
        "cost",
        "big",
        "deed",
        "came",
        "role",
        "message",
        "says",
        "why",
        "why_not",
        "summary",
        "blurb",
        "name",
        "place_words",
        "waiting",
        "holds",
        "about",
        "group",
        "verb",
        "what",
    )
)
"""Parameters whose value is read by people, even if it is one small word."""
_FUNCTIONS = frozenset(
    {"TypeVar", "NewType", "compile", "getLogger", "getattr", "cast", "execute", "text", "warning", "error"}
)
_TEXTS = frozenset({"text", "counted"})
"""What makes texts of templates (`rules.engine.text`)."""


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


def texts_of_python() -> list[tuple[str, str]]:
    """Give each text of rules and views, with its file and line."""
    found = []
    for folder in ("rules", "webapp"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not any(place.match(unread) for unread in _UNREAD):
                for number, text in _Reader(path.read_text("utf-8")).texts():
                    found.append((f"{place.as_posix()}:{number}", text))
    fights = [read_gantry(), *(read_fight(name) for name in READY_MADE if name != GANTRY)]
    found += [(place.partition(":")[0], field) for place, field in _fields_of_state()]
    found += [("webapp/demo", fight.blurb) for fight in fights]
    found += [("webapp/cover_scenes", scene.title) for scene in cover_scenes()]
    return found + [("tests/translating.py", text) for text in (*_PUT_TOGETHER, *SENTENCES)]


_PUT_TOGETHER = (
    "declares",
    "Somebody",
    "abdomen",
    "chest",
    "both",
    "all",
    "ambidextrous",
    "Axe mace",
    "bracer",
    "brawling",
    "combat reflexes",
    "fighting",
    "firearm",
    "firearms",
    "fists",
    "flags",
    "Flak",
    "flexible",
    "Greatcoat",
    "high",
    "low",
    "hits",
    "impact",
    "Improved Level Headed",
    "Level Headed",
    "jams",
    "landings",
    "Leather",
    "left",
    "left arm",
    "left eye",
    "left foot",
    "left hand",
    "left leg",
    "right arm",
    "right eye",
    "right foot",
    "right hand",
    "right leg",
    "machine gun",
    "magazine",
    "mail",
    "martial artist",
    "mean",
    "modes",
    "multi weapon melee",
    "multi weapon pistol",
    "multi weapon ranged",
    "normal",
    "part",
    "pellets",
    "Plate",
    "ranges",
    "rating",
    "reliability",
    "reliable",
    "unreliable",
    "Reload Ticks",
    "revolver",
    "riding",
    "Rof",
    "shape",
    "shooting",
    "Skill Mod",
    "slot",
    "spellcasting",
    "sphere",
    "streetwise",
    "survival",
    "swordpoint break",
    "tactics",
    "thrust",
    "swing",
    "trained by a master",
    "weapon master",
    "word",
    "always",
    "blabbermouth",
    "bloodied",
    "carbine",
    "daring",
    "double",
    "enhanced",
    "success",
    "failure",
    "grizzled",
    "handcuffs",
    "heavy door",
    "light door",
    "jumping",
    "kneel",
    "leaderless",
    "lock",
    "medieval shield",
    "modern shield",
    "open",
    "ranged weapons alone",
    "rope",
    "suppressed",
    "untrained",
    "north",
    "south",
    "north east",
    "north west",
    "south east",
    "south west",
    "scared to death",
    "{weapon} ({ammo} of {most} rounds)",
    "spent",
    *("wild attack", "nonlethal"),
    *("{who}'s turn.", "{number} of {all}", "a phase", "a round", "a turn", "a minute", "in", "yd"),
    *("{rank} of spades", "{rank} of hearts", "{rank} of diamonds", "{rank} of clubs"),
    *("ace", "king", "queen", "jack"),
    "{left} of {most} left; what you keep pays for reactions. Free reaction there.",
    "{left} of {most} left; what you keep pays for reactions. Free reaction used.",
)
"""What the code puts together of parts that are too small to be found."""


def _fields_of_state() -> Iterator[tuple[str, str]]:
    """Give the fields of what fights do to somebody, which the GM's card shows."""
    for path in sorted((ROOT / "rules" / "systems").glob("*/state.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                for line in node.body:
                    match line:
                        case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                            yield path.relative_to(ROOT).as_posix(), name.strip("_").replace("_", " ")


class _Reader:
    """Reads one file of Python."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.passed_over: set[int] = set()
        self.said: set[int] = set()
        self.templates: set[int] = set()
        self.nodes = list(ast.walk(self.tree))
        for node in self.nodes:
            self._look(node)

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                self._pass_over(docstring)
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as error) if name in _BUGS:
                self._pass_over(error)
            case ast.Assert(msg=ast.expr() as message):
                self._pass_over(message)
            case ast.Compare() | ast.Subscript() | ast.MatchValue():
                for child in ast.walk(node):
                    if isinstance(child, ast.Constant):
                        self.passed_over.add(id(child))
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                self._pass_over(node)
            case ast.ClassDef(bases=bases, body=body) if any("Enum" in ast.unparse(base) for base in bases):
                for member in body:
                    if isinstance(member, ast.Assign):
                        self.said.add(id(member.value))
            case ast.AnnAssign(annotation=annotation):
                self._pass_over(annotation)
            case ast.FunctionDef(returns=returns, name=name):
                if returns is not None:
                    self._pass_over(returns)
                if name == "__repr__" or name == "__str__":
                    self._pass_over(node)
                for argument in (*node.args.args, *node.args.kwonlyargs):
                    if argument.annotation is not None:
                        self._pass_over(argument.annotation)
            case ast.Call(func=function, keywords=keywords):
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if isinstance(function, ast.Name) and name in _TEXTS:
                    self.templates.update(id(said) for arg in node.args for said in _ends_of(arg))
                elif name in _FUNCTIONS:
                    self._pass_over(node)
                if name == "StockItem" and len(node.args) > 1:  # it has this name on the map, too
                    self._pass_over(node.args[1])
                for keyword in keywords:
                    if name == "StockItem" and keyword.arg == "name":
                        self._pass_over(keyword.value)
                    elif keyword.arg in _SAID_AS:
                        self.said.update(id(child) for child in _ends_of(keyword.value))

    def _pass_over(self, node: ast.AST) -> None:
        self.passed_over.update(id(child) for child in ast.walk(node))

    def texts(self) -> Iterator[tuple[int, str]]:
        """Give the texts, with the lines they stand in."""
        for node in self.nodes:
            if id(node) in self.passed_over:
                continue
            if isinstance(node, ast.JoinedStr):
                for part in node.values:
                    if isinstance(part, ast.Constant):
                        self.passed_over.add(id(part))
                    elif isinstance(part, ast.FormattedValue):
                        if _choices(part.value):
                            self._pass_over(part.value)
                        if part.format_spec is not None:
                            self._pass_over(part.format_spec)
                for text in _with_gaps(node):
                    if _is_read(text):
                        yield node.lineno, text.strip()
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if (id(node) in self.templates and _WORD.search(_GAP.sub(" ", text))) or _is_read(text):
                    yield node.lineno, text.strip()
                elif id(node) in self.said and _WORD.search(text) and "{" not in text:
                    yield node.lineno, text.strip().replace("-", " ")


_BUGS = frozenset(
    ("ValueError", "TypeError", "AssertionError", "RuntimeError", "KeyError", "NotImplementedError")
)


def _ends_of(node: ast.expr) -> Iterator[ast.expr]:
    """Give the texts that an expression may come to."""
    match node:
        case ast.Constant() | ast.JoinedStr():
            yield node
        case ast.IfExp(body=one, orelse=other):
            yield from _ends_of(one)
            yield from _ends_of(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _ends_of(value)


def _is_read(text: str) -> bool:
    """Tell a text for people from an id, a key or a pattern."""
    bare = _GAP.sub(" ", text)
    if not _WORD.search(bare) or re.search(r"[<>=\\_]|^/|https?:|\.(html|json|css|js|db)\b|^\(\?", bare):
        return False
    return " " in text.strip() or bool(re.match(r"[A-Z][a-z]", text))


def _choices(node: ast.expr) -> list[str]:
    """Give the texts of a choice between two that are both written out."""
    match node:
        case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
            return [one, other]
    return []


def _with_gaps(node: ast.JoinedStr) -> list[str]:
    """Give an f-string as texts with gaps, one for each way that its choices can fall."""
    parts: list[list[str]] = []
    names: dict[str, str] = {}
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append([str(part.value).replace("{", "").replace("}", "")])
        elif isinstance(part, ast.FormattedValue):
            parts.append(_choices(part.value) or ["{" + _name(part.value, names) + "}"])
    ways = list(product(*parts))
    return ["".join(way) for way in ways[:8]]


def _name(node: ast.expr, names: dict[str, str]) -> str:
    written = ast.unparse(node)
    if written not in names:
        words = [word for word in re.findall(r"[a-z][a-z_]*[a-z]|[a-z]", _simple(node)) if word not in _DULL]
        wanted = words[-1] if words else "value"
        name, number = wanted, 2
        while name in names.values():
            name, number = f"{wanted}{number}", number + 1
        names[written] = name
    return names[written]


_DULL = frozenset(
    (
        "self",
        "name",
        "id",
        "text",
        "label",
        "words",
        "value",
        "str",
        "len",
        "join",
        "sorted",
        "abs",
        "map",
        "state",
        "scene",
        "get",
    )
)


def _simple(node: ast.expr) -> str:
    """Write what a gap is about, without what is done to it."""
    match node:
        case ast.Call(func=ast.Attribute(attr="join"), args=[inner, *_]):
            return _simple(inner)
        case ast.Call(args=[inner, *_], func=ast.Name(id="len" | "str" | "abs" | "round" | "sorted")):
            return _simple(inner)
        case ast.Call(func=function):
            return ast.unparse(function)
        case ast.Subscript(value=value):
            return _simple(value)
        case ast.BinOp(left=left):
            return _simple(left)
        case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner):
            return _simple(inner)
        case ast.IfExp(body=inner):
            return _simple(inner)
    return re.sub(r"'[^']*'|\"[^\"]*\"", "", ast.unparse(node))


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
