"""Gear in a stat block: things known by name, or with their figures in brackets, as every layout has them."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from rules.engine.sheets.block_words import Vocabulary, any_of, ids_by_word
from rules.engine.sheets.import_report import slug, text_of
from rules.engine.sheets.stat_block import Part
from rules.engine.text import Text, text


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a thing: what it says under a label of the vocabulary; a flag says nothing more."""

    value: str
    part: Part


@dataclass(frozen=True, slots=True)
class Figures:
    """Which figures a layout gives things: with a value before or behind the label, or as flags."""

    fields: Vocabulary
    flags: Vocabulary

    def of(self, inside: Part) -> tuple[dict[str, Figure], list[Part]]:
        """Give the figures by their keys, the first of each, and what is none of them."""
        flags, fields = ids_by_word(self.flags), ids_by_word(self.fields)
        labels = any_of(self.fields)
        found: dict[str, Figure] = {}
        rest = []
        for item in inside.items():
            said = item.words
            ahead = re.fullmatch(rf"({labels})\s*:?\s*(\S.*)", said, re.IGNORECASE)
            behind = re.fullmatch(rf"(\S.*?)\s*({labels})", said, re.IGNORECASE)
            if said.lower() in flags:
                found.setdefault(flags[said.lower()], Figure("", item))
            elif ahead is not None:
                found.setdefault(fields[" ".join(ahead[1].lower().split())], Figure(ahead[2], item))
            elif behind is not None:
                found.setdefault(fields[" ".join(behind[2].lower().split())], Figure(behind[1], item))
            else:
                rest.append(item)
        return found, rest


def number(figure: Figure | None, low: int, high: int, what: Text) -> int | None:
    """Read a figure that is a whole number, as near as a sheet can have it; None where there is none."""
    found = None if figure is None else re.fullmatch(r"([+-]?\s?\d{1,6})\D*", figure.value)
    if figure is None or found is None:
        return None
    return figure.part.fitted(what, int(found[1].replace(" ", "")), low, high)


@dataclass(slots=True)
class Shelf:
    """Things of one kind while they are read: what a sheet has under a key."""

    key: str
    stock: Mapping[str, Mapping[str, Any]]
    """What the system has ready, written out whole, by its ids."""
    other_names: Vocabulary
    """Further words for what is ready-made."""
    why_not: Callable[[dict[str, Any]], Text | None]
    """Says why something cannot stand on a sheet."""
    taken: frozenset[str] = frozenset()
    """Ids that no thing of its own may have."""
    is_list: bool = True
    raw: Mapping[str, Mapping[str, Any]] | None = None
    """The stock as a sheet would write it, where that differs from what is whole."""
    things: list[Any] = field(default_factory=list)

    @classmethod
    def of_stock(
        cls,
        key: str,
        stock: Mapping[str, BaseModel],
        other_names: Vocabulary,
        why_not: Callable[[dict[str, Any]], Text | None],
        taken: Collection[str] = (),
        *,
        is_list: bool = True,
    ) -> "Shelf":
        """Begin with none of what a system has ready as models."""
        whole = {id_: thing.model_dump(mode="json") for id_, thing in stock.items()}
        return cls(key, whole, other_names, why_not, frozenset(taken), is_list)

    def known(self, name: str) -> str | None:
        """Give the id of what is ready-made under a name."""
        wanted = slug(name)
        names = {
            **{slug(str(data["name"] or id_)): id_ for id_, data in self.stock.items()},
            **{slug(word): id_ for id_, words in self.other_names.items() for word in words},
        }
        return wanted if wanted in self.stock else names.get(wanted) if wanted else None

    def id_of(self, name: str) -> str:
        """Give the id of a thing that was read, by its name."""
        names = {
            slug(str(thing["name"] if isinstance(thing, Mapping) else self.stock[thing]["name"])): _id(thing)
            for thing in self.things
        }
        return names.get(slug(name), self.known(name) or slug(name))

    def take_known(self, item: Part, name: str) -> bool:
        """Take what is called by its name alone; say whether there is such a thing."""
        id_ = self.known(name)
        if id_ is None:
            return False
        item.read()
        self._keep(item, id_)
        return True

    def take(self, item: Part, name: str, found: Mapping[str, Any], own: Mapping[str, Any] | None) -> bool:
        """Take a thing with figures.

        Args:
            item: what is marked if it is taken for ready-made or refused.
            found: what was read of it, in the words of a sheet.
            own: the same made whole, for what is not ready-made; None where that cannot be done.
        """
        name = text_of(name)
        id_ = self.known(name)
        if id_ is None and own is None:
            return False
        if id_ is None:
            item.read()
            self._keep(
                item, {"id": slug(name) or self.key, "name": name or self.key.capitalize(), **(own or {})}
            )
        elif all(self.stock[id_].get(key) == value for key, value in found.items()):
            item.read()
            self._keep(item, id_)
        else:
            item.guess(text("{name}: what the block does not say is as on the table.", name=name))
            base = (self.raw or self.stock)[id_]
            self._keep(item, {**base, **found, "id": id_, "name": name})
        return True

    def _keep(self, item: Part, thing: Any) -> None:
        if isinstance(thing, Mapping):
            thing = {**thing, "id": self._unused(str(thing["id"]))}
        elif any(_id(other) == thing for other in self.things):
            return  # the same once more
        if why := self.why_not({self.key: [thing] if self.is_list else thing}):
            item.leave(text("{name}: {what}", name=text_of(item.words), what=why))
        else:
            self.things.append(thing)

    def _unused(self, wanted: str) -> str:
        taken = {_id(other) for other in self.things} | self.taken
        number, id_ = 1, wanted
        while id_ in taken:
            number += 1
            id_ = f"{wanted}-{number}"
        return id_


def _id(thing: Any) -> str:
    return str(thing["id"]) if isinstance(thing, Mapping) else str(thing)
