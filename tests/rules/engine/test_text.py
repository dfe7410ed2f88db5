"""Texts as values: gaps, references, languages, and names that nothing changes."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.text import (
    ENGLISH,
    Ref,
    Text,
    as_json,
    combatant,
    counted,
    from_json,
    head,
    in_words,
    joined,
    resolved,
    text,
)

KIT, RAIDER = Ref("combatant", "kit", "Kit"), Ref("combatant", "raider-1", "Raider")
MARKUP = (
    "<b>Kit</b>",
    "{who}",
    "{target}",
    "%(name)s",
    "&amp;",
    "Rope",
    "somebody",
    "is gone.",
    "",
    "{",
    "}}",
)


SAID = {
    "{who} hits {target}.": "{target} wird von {who} getroffen.",
    "{who} takes {what}.": "{who} nimmt {what}.",
    "{n} wound": "{n} Wunde",
    "{n} wounds": "{n} Wunden",
    "Rope": "Seil",
    "somebody": "jemand",
    "Kit": "Bausatz",
    "Raider": "Plünderer",
}


@dataclass(frozen=True)
class German:
    """A small catalogue, with a template whose gaps change places and words that are also names."""

    language: str = "de"

    def one(self, template: str) -> str:
        return SAID.get(template, template)

    def some(self, template: str, many: str, count: int) -> str:
        return self.one(template if count == 1 else many)

    def number(self, value: float) -> str:
        return str(value)


HITS = text("{who} hits {target}.", who=KIT, target=RAIDER)


def test_a_text_reads_as_its_template_with_its_gaps_filled() -> None:
    assert str(resolved(HITS)) == "Kit hits Raider."
    assert str(text("{n} of {most}, {share}", n=2, most=3, share=0.5)) == "2 of 3, 0.5"


@pytest.mark.parametrize(("n", "said"), [(0, "0 wounds"), (1, "1 wound"), (2, "2 wounds")])
def test_what_counts_has_its_plural(n: int, said: str) -> None:
    assert str(counted("{n} wound", "{n} wounds", n=n)) == said


def test_a_translated_template_puts_the_gaps_where_its_language_wants_them() -> None:
    assert in_words(resolved(HITS), German()) == "Raider wird von Kit getroffen."
    nested = text("{who} takes {what}.", who="Ann", what=counted("{n} wound", "{n} wounds", n=2))
    assert in_words(nested, German()) == "Ann nimmt 2 Wunden."


def test_a_reference_that_the_reader_may_not_know_reads_somebody_wherever_it_stands() -> None:
    seen = resolved(
        text("{who} hits {target}; {target} falls.", who=RAIDER, target=KIT), lambda ref: ref is KIT
    )
    assert in_words(seen, ENGLISH) == "Somebody hits Kit; Kit falls."
    assert in_words(resolved(HITS, lambda ref: ref is KIT), German()) == "Jemand wird von Kit getroffen."


def test_a_text_that_nobody_resolved_gives_nobody_away() -> None:
    assert in_words(HITS, ENGLISH) == str(HITS) == "Somebody hits somebody."
    inside = text("Overruled: {what}", what=text("cover from {who}", who=RAIDER))
    assert in_words(inside, ENGLISH) == "Overruled: cover from somebody"


def test_words_inside_a_sentence_are_small_where_the_language_has_it_so() -> None:
    rope = text("Rope")
    assert str(text("with the {what}", what=rope.low)) == "with the rope"
    assert in_words(text("{what}", what=rope.low), German()) == "Seil"
    assert str(text("{what} snaps.", what=text("the rope").large)) == "The rope snaps."


def test_parts_are_joined_as_they_are() -> None:
    assert str(joined([text("a wall"), "Kit", 3])) == "a wall, Kit, 3"
    assert not joined([])


@pytest.mark.parametrize("name", ["Rope", "Rope, long", "{part1}", "Sword: old"])
def test_the_head_of_a_list_is_its_first_part_with_all_the_commas_of_that(name: str) -> None:
    assert str(head(joined([text("{typed}", typed=name), text("2d"), "reach 1"]))) == name
    assert str(head(joined([joined([name, "2d"]), "reach 1"]))) == name


def test_what_is_no_list_is_its_own_head() -> None:
    for words in (HITS, "Rope, long", text("{who}, who waits", who=KIT), joined([3, "cells"]), text("")):
        assert head(words) == words


def test_a_combatant_is_referred_to_by_id_and_name() -> None:
    @dataclass(frozen=True)
    class Somebody:
        id: str = "kit"
        name: str = "Kit"

    assert combatant(Somebody()) == KIT


names = st.one_of(st.sampled_from([*SAID, *SAID.values(), *MARKUP]), st.text(max_size=12), st.just("Rope"))


@given(names, names)
def test_no_name_is_ever_changed_or_translated(one: str, other: str) -> None:
    who, target = Ref("combatant", "a", one), Ref("combatant", "b", other)
    whole = resolved(text("{who} hits {target}.", who=who, target=target))
    assert in_words(whole, ENGLISH) == f"{one} hits {other}."
    assert in_words(whole, German()) == f"{other} wird von {one} getroffen."
    typed = text("{who} takes {what}.", who=one, what=other)
    assert in_words(typed, German()) == f"{one} nimmt {other}."


parts = st.recursive(
    st.one_of(
        names, st.integers(-99, 99), st.builds(Ref, st.sampled_from(["combatant", "zone"]), names, names)
    ),
    lambda inner: st.builds(
        lambda gaps, case: Text("x {a} {b}", tuple(sorted(gaps.items())), case=case),
        st.dictionaries(st.sampled_from("ab"), inner),
        st.sampled_from(["", "low", "large"]),
    ),
    max_leaves=6,
)


@given(parts)
def test_a_kept_text_reads_as_it_did(part: Text) -> None:
    assert from_json(json.loads(json.dumps(as_json(part)))) == part


def test_what_is_no_text_is_not_read_as_one() -> None:
    with pytest.raises(ValueError, match="not a text"):
        from_json({"words": "x"})
