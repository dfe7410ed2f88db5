"""What some two thousand apps of the tests make alike, made for the first of them: it is half of each.

Each app still has a store, a log, limits, people and pages of its own. Shared is only what follows from the
sources: how routes are written, templates as code, statements as SQL.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from jinja2.bccache import Bucket
from sqlalchemy import Engine
from sqlalchemy.engine import Compiled
from werkzeug.routing import Rule

from webapp.server.assets.compiled_pages import CompiledPages


@contextmanager
def made_once() -> Iterator[None]:
    """Let every app of the block take over what the first has made."""
    with pytest.MonkeyPatch.context() as patch:
        _share_routes(patch)
        _share_templates(patch)
        _share_statements(patch)
        yield


def _share_routes(patch: pytest.MonkeyPatch) -> None:
    """Take over how the address of a route is read, and the function that writes it."""
    read, work_out = Rule.compile, Rule._compile_builder
    parts: dict[object, dict[str, Any]] = {}
    builders: dict[object, Callable[..., tuple[str, str]]] = {}

    def compile_rule(rule: Rule) -> None:
        assert rule.map is not None
        route = (type(rule), rule.rule, rule.subdomain, repr(rule.defaults), rule.merge_slashes)
        known = parts.get(route)
        if known is None:
            read(rule)
            parts[route] = {name: getattr(rule, name) for name in ("_parts", "_trace", "_converters")} | {
                "arguments": set(rule.arguments),
                "builds": (rule._build.__func__, rule._build_unknown.__func__),  # type: ignore[attr-defined]
            }
            return
        rule._parts, rule._trace = known["_parts"], known["_trace"]
        rule._converters, rule.arguments = known["_converters"], set(known["arguments"])
        rule._build, rule._build_unknown = (build.__get__(rule, None) for build in known["builds"])

    def look_up(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        route = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        return builders.get(route) or builders.setdefault(route, work_out(rule, append_unknown))

    patch.setattr(Rule, "compile", compile_rule)
    patch.setattr(Rule, "_compile_builder", look_up)


def _share_templates(patch: pytest.MonkeyPatch) -> None:
    """Take over a template's code for as long as its text is the same."""
    load = CompiledPages.load_bytecode
    codes: dict[tuple[str, str, str], CodeType] = {}

    def load_bytecode(pages: CompiledPages, bucket: Bucket) -> None:
        template = (pages._get_cache_filename(bucket), bucket.key, bucket.checksum)
        if template not in codes:
            load(pages, bucket)
            if bucket.code is not None and Path(template[0]).is_file():
                codes[template] = bucket.code
        else:
            bucket.code = codes[template]

    patch.setattr(CompiledPages, "load_bytecode", load_bytecode)


class _SharedStatements(dict[Any, Compiled]):
    """Compiled statements by what they say, for all databases of one kind and version."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_any_database(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        super().__setitem__(_of_any_database(key), compiled)


def _of_any_database(key: Any) -> tuple[object, ...]:
    dialect, *said = key
    return type(dialect), getattr(dialect, "server_version_info", None), *said


def _share_statements(patch: pytest.MonkeyPatch) -> None:
    begin, shared = Engine.__init__, _SharedStatements()

    def sharing(engine: Engine, *args: Any, **options: Any) -> None:
        begin(engine, *args, **options)
        engine.update_execution_options(compiled_cache=shared)

    patch.setattr(Engine, "__init__", sharing)
