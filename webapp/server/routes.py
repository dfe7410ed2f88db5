"""Routes that are made ready to match at once, and ready to build addresses when one is first asked for.

Werkzeug compiles two functions for each route that build its address. This app has well over a hundred
routes, and a page shows addresses of a few: all together they took a good part of what a start takes.
"""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A route whose addresses are built by code that is compiled at the first of them."""

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        compiled: list[Builder] = []

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            if not compiled:
                compiled.append(super(LateRule, self)._compile_builder(append_unknown))
            return compiled[0](rule, **values)

        return build
