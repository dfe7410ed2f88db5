"""What a sheet's model says of each of its fields: its JSON schema, and the sort of field that it makes.

A field may say more with `json_schema_extra`: `known` holds ids with labels that it offers (ready-made
weapons, edges that have an effect), and `form: False` keeps it out of the form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from rules.engine.system import System


@dataclass(frozen=True, slots=True)
class Schema:
    """A part of a JSON schema with the definitions at hand."""

    data: Mapping[str, Any]
    definitions: Mapping[str, Any]
    more: Mapping[str, Any] = field(default_factory=dict)
    """The part as it stands where it is used: title, description, default, and whether it may be null."""

    def at(self, data: Mapping[str, Any]) -> "Schema":
        """Give what a part says, with references and `or null` resolved; of several types the first."""
        more = dict(data)
        optional = False
        while "$ref" in data or "anyOf" in data:
            if "$ref" in data:
                data = self.definitions[data["$ref"].rpartition("/")[2]]
            else:
                optional |= any(part.get("type") == "null" for part in data["anyOf"])
                data = next(part for part in data["anyOf"] if part.get("type") != "null")
        return Schema(data, self.definitions, {**more, "optional": optional})

    @property
    def kind(self) -> str:
        """Name the sort of field that it makes."""
        kind = str(self.data.get("type"))
        if kind == "object":
            return "group" if "properties" in self.data else "mapping"
        if kind == "array":
            return self._kind_of_list()
        if kind == "boolean":
            return "yes-no" if self.is_optional else "check"
        if kind in ("integer", "number"):
            return "number"
        return "select" if "enum" in self.data else "text"

    def _kind_of_list(self) -> str:
        if "prefixItems" in self.data:
            return "numbers"
        kinds = {"group": "rows", "select": "ticks", "number": "numbers"}
        return kinds.get(self.items.kind, "texts")

    @property
    def items(self) -> "Schema":
        """Give what each entry of a list is."""
        return self.at(self.data["items"])

    @property
    def values(self) -> "Schema":
        """Give what each value of a mapping is; where the keys have a pattern, the schema says it there."""
        inner = self.data.get("additionalProperties")
        if not isinstance(inner, dict):
            inner = next(iter(self.data["patternProperties"].values()))
        return self.at(inner)

    @property
    def fields(self) -> list[tuple[str, "Schema"]]:
        """List the fields of a group that a form shows."""
        parts = self.data["properties"].items()
        return [(key, self.at(part)) for key, part in parts if part.get("form", True)]

    @property
    def required(self) -> frozenset[str]:
        """Name the fields of a group that must be there."""
        return frozenset(self.data.get("required", ()))

    @property
    def known(self) -> dict[str, str]:
        """Give the ids that the field offers, with their labels."""
        return dict(self.more.get("known", {}))

    def offering(self, more: Mapping[str, str]) -> "Schema":
        """Give it with more ids on offer."""
        return replace(self, more={**self.more, "known": {**self.known, **more}}) if more else self

    @property
    def is_optional(self) -> bool:
        """Say whether it may be null."""
        return bool(self.more.get("optional"))

    @property
    def default(self) -> Any:
        """Give its default, as JSON; None too where it has none."""
        return self.more.get("default")

    def label(self, key: str) -> str:
        """Give what it is called."""
        return str(self.more.get("title") or in_words(key))


@cache
def schema_of(system: System) -> Schema:
    """Give the schema of a system's sheet: worked out once, for it takes longer than all else of a form."""
    schema = system.sheet_type.model_json_schema(mode="validation")
    return Schema(schema, schema.get("$defs", {}))


PIECE = "piece"
"""What the inputs begin with that describe one thing of a sheet by itself."""


def piece_schema(system: System, key: str) -> Schema:
    """Give the schema of one thing that a key of the sheet holds: of a weapon, say."""
    part = dict(schema_of(system).fields)[key]
    return part.items if part.kind == "rows" else part


def in_words(key: str) -> str:
    """Write a key as a label."""
    return key.replace("_", " ").capitalize()
