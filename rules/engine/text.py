"""What people read, as a value: an English template with named gaps, put into words at the edge for a reader.

A gap holds a number, another text, a name that somebody typed (a plain string, never translated), or a
reference to somebody or something of the battle. Who words a text for a viewer first resolves its references
(`resolved`); one that the viewer may not know is left, and reads "somebody" whatever becomes of the text.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Protocol, TypeAlias

from pydantic import PlainSerializer, PlainValidator

_GAP = re.compile(r"\{(\w+)\}")
_HEAD = re.compile(r"\{(\w+)\}(?:, |$)")


@dataclass(frozen=True, slots=True)
class Ref:
    """Somebody or something of the battle: `kind` is combatant, door or zone, `name` for who may know."""

    kind: str
    id: str
    name: str


Gap: TypeAlias = "int | float | str | Ref | Text"
"""What a gap holds. A string is a name or words that somebody typed, and stays as it is in every language; a
number is written as the language writes numbers."""


class Named(Protocol):
    """What a battle has an id and a name for."""

    @property
    def id(self) -> str:
        """Return what it is known by in the battle."""

    @property
    def name(self) -> str:
        """Return what people call it."""


class Translate(Protocol):
    """How templates are said in one language."""

    @property
    def language(self) -> str:
        """Return the language's code."""

    def one(self, template: str) -> str:
        """Return a template in that language; as it is where it has none."""

    def some(self, template: str, many: str, count: float) -> str:
        """Return that one of two templates that fits a count, in that language."""

    def number(self, value: float) -> str:
        """Return a number as it is written in that language."""


@dataclass(frozen=True, slots=True)
class Text:
    """A template in English and what fills its gaps; `many` is the template for any count but one.

    `case` is how it stands in a sentence: "low" begins it with a small letter where the language has small
    letters for such words, "large" with a capital.
    """

    template: str
    gaps: tuple[tuple[str, Gap], ...] = ()
    many: str = ""
    count: float | None = None
    case: str = ""
    is_plain: bool = field(default=False, compare=False)
    """Whether the template is a plain string, of an old log or of a system that gives no texts.

    Such a one may name somebody in the middle, and is searched for the names of whom a reader may not know.
    """

    def __str__(self) -> str:
        """Return it in English, with those names alone that it was resolved to."""
        return in_words(self, ENGLISH)

    def __bool__(self) -> bool:
        return bool(self.template)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Say how a text stands in the JSON of an event."""
        return handler.generate_schema(Annotated[Any, PlainValidator(_text_of), PlainSerializer(as_json)])

    @property
    def low(self) -> "Text":
        """Return it as it stands inside a sentence."""
        return self._with_case("low")

    @property
    def large(self) -> "Text":
        """Return it as it stands at the beginning of a sentence."""
        return self._with_case("large")

    def _with_case(self, case: str) -> "Text":
        """Return it in another case: what `replace` does, in a fraction of the time."""
        return Text(self.template, self.gaps, self.many, self.count, case, self.is_plain)

    @property
    def gap_names(self) -> tuple[str, ...]:
        """Return the names of the gaps of its template."""
        return tuple(_GAP.findall(self.template))

    def filled(self, **gaps: Gap) -> "Text":
        """Return it with these gaps filled: for a template that is kept and used again and again."""
        return replace(self, gaps=_in_order({**dict(self.gaps), **gaps}))


Words: TypeAlias = Text | str
"""What people read: a text, or a plain string that is read as it stands in every language."""


Names: TypeAlias = Callable[[str | None], Gap]
"""How a line calls those whom an event names by their ids."""


def text(template: str, /, **gaps: Gap) -> Text:
    """Make a text of a template such as `"{who} misses {target}."` and what fills its gaps."""
    return Text(template, _in_order(gaps))


def template(words: str) -> str:
    """Mark a template that is chosen among others before it is filled, so that an extractor finds it."""
    return words


def counted(one: str, many: str, /, *, n: float, **gaps: Gap) -> Text:
    """Make a text that counts: `counted("{n} wound", "{n} wounds", n=2)`."""
    return Text(one, _in_order({**gaps, "n": n}), many, n)


def joined(parts: Iterable[Gap], between: str = ", ") -> Text:
    """Put parts one after the other, with the same sign between any two."""
    gaps = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(between.join(f"{{{name}}}" for name in gaps), tuple(gaps.items()))


def listed(parts: Sequence[Gap]) -> Text:
    """Put parts one after the other as in "a, b and c"; an empty text for none."""
    if len(parts) < 2:
        return joined(parts)
    return text("{most} and {last}", most=joined(parts[:-1]), last=parts[-1])


def head(words: Words) -> Words:
    """Return what leads a list of parts: of a weapon with its figures its name, whatever signs that holds."""
    found = _HEAD.match(words.template) if isinstance(words, Text) else None
    gap = dict(words.gaps).get(found[1]) if found and isinstance(words, Text) else None
    return head(gap) if isinstance(gap, Text | str) else words


def combatant(who: Named) -> Ref:
    """Refer to somebody."""
    return Ref("combatant", who.id, who.name)


def _in_order(gaps: Mapping[str, Gap]) -> tuple[tuple[str, Gap], ...]:
    return tuple(sorted(gaps.items()))


def as_text(words: Words) -> Text:
    """Take words for a text: a plain string is one without gaps, which a catalogue may have."""
    return words if isinstance(words, Text) else Text(words, is_plain=True)


def as_typed(words: str) -> Text:
    """Make a text of what somebody typed: it stays as it is in every language."""
    return text("{typed}", typed=words)


def key_words(key: str) -> Text:
    """Say in words what a rule declares under a key or an id: a field of a state, an outcome, an answer."""
    return Text(key.replace("-", " ").replace("_", " "))


def lowered(words: Words) -> Words:
    """Give words as they stand inside a sentence, be they a text or a plain string."""
    return words.low if isinstance(words, Text) else words[:1].lower() + words[1:]


# --------------------------------------------------------------------------------------------- into words
def resolved(words: Text, may_know: Callable[[Ref], bool] = lambda ref: True) -> Text:
    """Put the names of those whom a viewer may know in the place of its references; the others stay."""

    def part(gap: Gap) -> Gap:
        if isinstance(gap, Text):
            return resolved(gap, may_know)
        return gap.name if isinstance(gap, Ref) and may_know(gap) else gap

    if not words.gaps:
        return words
    gaps = tuple([(name, part(gap)) for name, gap in words.gaps])
    return words if gaps == words.gaps else _with_gaps(words, gaps)


def with_strings(words: Text, change: Callable[[str], str]) -> Text:
    """Change the strings in a text: what stands raw in its gaps, and plain strings taken for texts."""
    if not words.gaps:
        return replace(words, template=change(words.template)) if words.is_plain else words

    def part(gap: Gap) -> Gap:
        if isinstance(gap, Text):
            return with_strings(gap, change)
        return change(gap) if isinstance(gap, str) else gap

    return _with_gaps(words, tuple([(name, part(gap)) for name, gap in words.gaps]))


def _with_gaps(words: Text, gaps: tuple[tuple[str, Gap], ...]) -> Text:
    """Return it with other gaps: what `replace` does, in a fraction of the time."""
    return Text(words.template, gaps, words.many, words.count, words.case)


def in_full(words: Words) -> str:
    """Say a text in English with every name that it refers to: for programs, and for who may know all."""
    return words if isinstance(words, str) else str(resolved(words))


def in_words(words: Words, translate: Translate) -> str:
    """Say a text in a language. A reference that is not resolved reads "somebody"; plain strings stay."""
    return words if isinstance(words, str) else _said(words, translate, begins=True)


def _said(words: Text, translate: Translate, *, begins: bool) -> str:
    found = dict(words.gaps)
    if words.many and words.count is not None:
        template = translate.some(words.template, words.many, words.count)
    else:
        template = translate.one(words.template)

    def fill(match: re.Match[str]) -> str:
        name, at_start = match.group(1), begins and match.start() == 0
        return _filled(found[name], translate, begins=at_start) if name in found else match.group(0)

    said = _GAP.sub(fill, template)
    if words.case == "large":
        return said[:1].upper() + said[1:]
    if words.case == "low" and translate.language in _WITH_SMALL_NOUNS:
        return said[:1].lower() + said[1:]
    return said


def _filled(gap: Gap, translate: Translate, *, begins: bool) -> str:
    """Say what fills a gap; at the beginning of a sentence "somebody" has a capital."""
    match gap:
        case Text():
            return _said(gap, translate, begins=begins)
        case Ref():
            nobody = NOBODY[gap.kind]
            return _said(nobody.large if begins else nobody, translate, begins=begins)
        case int() | float():
            return translate.number(gap)
    return gap


_WITH_SMALL_NOUNS = frozenset({"en"})

NOBODY: Mapping[str, Text] = {
    "combatant": text("somebody"),
    "door": text("a door"),
    "zone": text("somewhere"),
}
"""How those are called whom a reader may not know, by the kind of reference."""


class _English:
    """The language that templates are written in."""

    language = "en"

    def one(self, template: str) -> str:
        """Return a template as it is."""
        return template

    def some(self, template: str, many: str, count: float) -> str:
        """Return the template that fits a count."""
        return template if count == 1 else many

    def number(self, value: float) -> str:
        """Return a number with a point, and a comma between thousands from 10,000 on."""
        if isinstance(value, int):
            return f"{value:,}" if abs(value) >= 10_000 else str(value)
        return f"{value:g}"


ENGLISH: Translate = _English()


# ---------------------------------------------------------------------------------------------- kept in logs
def as_json(words: Gap) -> Any:
    """Write what is read, or what fills a gap, as a saved event holds it: a plain string stays one."""
    if isinstance(words, str | int | float):
        return words
    if isinstance(words, Ref):
        return {"ref": words.kind, "id": words.id, "name": words.name}
    whole: dict[str, Any] = {"text": words.template}
    if words.gaps:
        whole["gaps"] = {name: as_json(gap) for name, gap in words.gaps}
    if words.many:
        whole |= {"many": words.many, "count": words.count}
    if words.case:
        whole["case"] = words.case
    if words.is_plain:
        whole["plain"] = True
    return whole


def _text_of(said: Any) -> Text:
    found = said if isinstance(said, Text) else from_json(said)
    if not isinstance(found, Text):
        raise ValueError("a text is an object with a template")
    return found


def from_json(said: Any) -> Any:
    """Read what `as_json` wrote: a `Text`, a `Ref`, or what any plain value is.

    Raises:
        ValueError: if it is an object of neither kind.
    """
    if not isinstance(said, Mapping):
        return said
    if "ref" in said:
        return Ref(str(said["ref"]), str(said["id"]), str(said["name"]))
    if "text" not in said:
        raise ValueError(f"this is not a text: {said!r}")
    gaps = said.get("gaps", {})
    return Text(
        str(said["text"]),
        tuple((str(name), from_json(gap)) for name, gap in gaps.items()),
        str(said.get("many", "")),
        said.get("count"),
        str(said.get("case", "")),
        bool(said.get("plain", False)),
    )
