"""A judge of JSON by a JSON schema, as far as sheet files need one; what it does not know it refuses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_SAYS_NOTHING = frozenset(
    {"$schema", "$defs", "title", "description", "default", "examples", "known", "form"}
)


def wrong(value: Any, schema: Any, whole: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """List where a value is not as the schema says."""
    if schema is True:
        return
    for word, said in schema.items():
        yield from (f"{at}: {word}: {why}" for why in _judge(word, said, value, schema))
        if word == "$ref":
            yield from wrong(value, whole["$defs"][said.removeprefix("#/$defs/")], whole, at)
        elif word == "anyOf" and all(list(wrong(value, one, whole, at)) for one in said):
            yield f"{at}: none of {len(said)}"
        elif word in ("allOf",):
            for one in said:
                yield from wrong(value, one, whole, at)
    if isinstance(value, dict):
        yield from _wrong_in_object(value, schema, whole, at)
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        rest = schema.get("items", True)
        for number, part in enumerate(value):
            yield from wrong(part, first[number] if number < len(first) else rest, whole, f"{at}[{number}]")


def _wrong_in_object(
    value: Mapping[str, Any], schema: Mapping[str, Any], whole: Mapping[str, Any], at: str
) -> Iterator[str]:
    known = schema.get("properties", {})
    for key, part in value.items():
        inner = f"{at}.{key}"
        patterns = [s for p, s in schema.get("patternProperties", {}).items() if re.search(p, key)]
        if key in known:
            yield from wrong(part, known[key], whole, inner)
        elif patterns:
            yield from wrong(part, patterns[0], whole, inner)
        elif schema.get("additionalProperties") is False:
            yield f"{inner}: no such key"
        elif isinstance(schema.get("additionalProperties"), dict):
            yield from wrong(part, schema["additionalProperties"], whole, inner)


def _judge(word: str, said: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fails = {
        "type": lambda: (
            not isinstance(value, _TYPES[said]) or (isinstance(value, bool) and said != "boolean")
        ),
        "const": lambda: value != said,
        "enum": lambda: value not in said,
        "required": lambda: isinstance(value, dict) and not set(said) <= set(value),
        "minimum": lambda: is_number and value < said,
        "maximum": lambda: is_number and value > said,
        "exclusiveMinimum": lambda: is_number and value <= said,
        "exclusiveMaximum": lambda: is_number and value >= said,
        "multipleOf": lambda: is_number and (value / said) % 1 > 1e-9,
        "minLength": lambda: isinstance(value, str) and len(value) < said,
        "maxLength": lambda: isinstance(value, str) and len(value) > said,
        "pattern": lambda: isinstance(value, str) and not re.search(said, value),
        "minItems": lambda: isinstance(value, list) and len(value) < said,
        "maxItems": lambda: isinstance(value, list) and len(value) > said,
        "uniqueItems": lambda: isinstance(value, list) and said and len(value) != len({*map(str, value)}),
        "propertyNames": lambda: (
            isinstance(value, dict) and not all(re.search(said.get("pattern", ""), key) for key in value)
        ),
        "maxProperties": lambda: isinstance(value, dict) and len(value) > said,
        "minProperties": lambda: isinstance(value, dict) and len(value) < said,
    }
    read_elsewhere = {"$ref", "anyOf", "allOf", "items", "prefixItems", "properties", "patternProperties"}
    if word in fails:
        if fails[word]():
            yield str(said)[:60]
    elif word not in read_elsewhere | {"additionalProperties"} | _SAYS_NOTHING:
        raise AssertionError(f"this judge knows nothing of {word!r}")
