"""The rules in our words, by id, and the rulings beside them."""

from collections.abc import Mapping

RULES: Mapping[str, str] = {}
