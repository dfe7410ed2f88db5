"""ES modules joined into one, so that a page asks for one file and not for eighty, one import after another.

Each module becomes a function that is called once: what it imports it takes from the results of others, which
stand before it, and what it exports it returns. The language is read by tree-sitter; here only imports and
exports are put into other words, and comments left out. A form that our modules do not use is refused, and
not guessed at: a default, a `let` that is exported, a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

_SOUGHT = """
(comment) @comment
(meta_property) @meta
(call_expression function: (import)) @fetched
(await_expression) @awaited
"""
_FUNCTIONS = ("function_", "generator_", "arrow_", "method_")
_DECLARED = ("function_declaration", "generator_function_declaration", "class_declaration")


class Unjoinable(ValueError):
    """A module is written in a form that is not joined; the text says which one, and where."""


@dataclass(slots=True)
class Module:
    """A module's own code, and what it takes from others and gives them."""

    path: Path
    code: str = ""
    imports: list[tuple[Path, str]] = field(default_factory=list)
    """From where, and the pattern that takes the names apart: empty if it is only to run."""
    exports: list[str] = field(default_factory=list)
    """Properties of an object, as they are written in one."""


def join(paths: Iterable[Path]) -> str:
    """Join modules with all that they import, in the order in which a browser would run them.

    Raises:
        Unjoinable: if one of them is written in a form that is not joined.
        OSError: if one cannot be read.
    """
    order: dict[Path, Module] = {}
    for path in paths:
        _add(path.resolve(), order, ())
    names = {path: f"module${number}" for number, path in enumerate(order)}
    return "".join(_as_function(module, names) for module in order.values())


def _add(path: Path, order: dict[Path, Module], above: tuple[Path, ...]) -> None:
    """Add a module behind all that it imports."""
    if path in above:
        raise Unjoinable(f"{path}: imports itself by way of {above[-1].name}")
    if path in order:
        return
    module = read_module(path)
    for imported, _ in module.imports:
        _add(imported, order, (*above, path))
    order[path] = module


def _as_function(module: Module, names: dict[Path, str]) -> str:
    taken = "".join(f"const {pattern} = {names[path]};\n" for path, pattern in module.imports if pattern)
    given = f"return {{ {', '.join(module.exports)} }};\n" if module.exports else ""
    return f"const {names[module.path]} = (() => {{\n{taken}{module.code.strip()}\n{given}}})();\n"


# ----------------------------------------------------------------------------------------- one module
def read_module(path: Path) -> Module:
    """Take a module apart.

    Raises:
        Unjoinable: if it is written in a form that is not joined.
        OSError: if it cannot be read.
    """
    from tree_sitter import Parser, QueryCursor

    language, query = _grammar()
    text = path.read_bytes()
    root = Parser(language).parse(text).root_node
    module = Module(path)
    if root.has_error:
        raise _unjoinable(module, root, "is not understood")
    edits: list[tuple[int, int, bytes]] = []
    for name, nodes in QueryCursor(query).captures(root).items():
        for node in nodes:
            if name == "comment":
                edits.append((node.start_byte, node.end_byte, b"\n" if b"\n" in _bytes(node) else b" "))
            elif name != "awaited" or not _is_in_a_function(node):
                raise _unjoinable(module, node, "cannot stand in a function")
    for node in root.children:
        if node.type == "import_statement":
            _take(module, node)
            edits.append((node.start_byte, node.end_byte, b""))
        elif node.type == "export_statement":
            edits.append((node.start_byte, _give(module, node), b""))
    module.code = _edited(text, edits).decode()
    return module


@cache
def _grammar() -> tuple[Language, Query]:
    import tree_sitter_javascript
    from tree_sitter import Language, Query

    language = Language(tree_sitter_javascript.language())
    return language, Query(language, _SOUGHT)


def _edited(text: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    parts, at = [], 0
    for start, end, instead in sorted(edits):
        if start >= at:  # a comment in a statement goes with it
            parts += [text[at:start], instead]
            at = end
    return b"".join((*parts, text[at:]))


def _take(module: Module, node: Node) -> None:
    """Note what an import statement takes, and from where."""
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    pattern = ""
    if clause is not None:
        (taken,) = _without_comments(clause)
        if taken.type == "namespace_import":
            pattern = _text(taken.named_children[-1])
        elif taken.type == "named_imports":
            pattern = f"{{ {', '.join(_renamed(taken))} }}"
        else:
            raise _unjoinable(module, node, "imports a default")
    module.imports.append((_source(module, node), pattern))


def _give(module: Module, node: Node) -> int:
    """Note what an export statement gives; return the byte from which on it stands as it is."""
    declared = node.child_by_field_name("declaration")
    if declared is None:
        _give_by_name(module, node)
        return node.end_byte
    if declared.type in _DECLARED:
        names = [declared.child_by_field_name("name")]
    elif declared.type == "lexical_declaration" and _text(declared.children[0]) == "const":
        found = (part for part in declared.named_children if part.type == "variable_declarator")
        names = [part.child_by_field_name("name") for part in found]
    else:
        raise _unjoinable(module, node, "exports what may change")
    for name in names:
        if name is None or name.type != "identifier" or "default" in {child.type for child in node.children}:
            raise _unjoinable(module, node, "exports something without a plain name")
        module.exports.append(_text(name))
    return declared.start_byte


def _give_by_name(module: Module, node: Node) -> None:
    clause = next((child for child in node.named_children if child.type == "export_clause"), None)
    if clause is None or node.child_by_field_name("source") is not None:
        raise _unjoinable(module, node, "exports something that has no name here")
    module.exports += [": ".join(reversed(pair.split(": "))) for pair in _renamed(clause)]


def _renamed(clause: Node) -> Iterator[str]:
    """Give each name of a clause, or both where it goes by another one."""
    for part in _without_comments(clause):
        yield ": ".join(_text(name) for name in _without_comments(part))


def _source(module: Module, node: Node) -> Path:
    source = node.child_by_field_name("source")
    if source is None or not _text(source)[1:].startswith("."):
        raise _unjoinable(module, node, "names a module that is no file beside it")
    return (module.path.parent / _text(source)[1:-1]).resolve()


def _is_in_a_function(node: Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if node.type.startswith(_FUNCTIONS):
            return True
    return False


def _without_comments(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _bytes(node: Node) -> bytes:
    return node.text or b""


def _text(node: Node) -> str:
    return _bytes(node).decode()


def _unjoinable(module: Module, node: Node, why: str) -> Unjoinable:
    return Unjoinable(f"{module.path}, line {node.start_point.row + 1}: this {why}")
