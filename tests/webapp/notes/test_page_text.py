"""The words of a page as blocks: what is read of Markdown, and that nothing of it becomes a tag."""

from webapp.notes.page_text import Block, Span, as_plain, blocks_of

PAGE = """# The well
It is **very** deep, and *cold*.
Nobody draws from it.

- a bucket
* a rope

1. climb down
2. look round
### After
2 * 3 * 4 stays, **so does this"""


def test_paragraphs_headings_and_lists_are_told_apart() -> None:
    kinds = [(block.kind, len(block.lines)) for block in blocks_of(PAGE)]
    assert kinds == [("h1", 1), ("p", 2), ("ul", 2), ("ol", 2), ("h3", 1), ("p", 1)]


def test_bold_and_slanted_words_are_spans() -> None:
    assert blocks_of("It is **very deep**, and *cold*.") == (
        Block(
            "p",
            ((Span("It is "), Span("very deep", "strong"), Span(", and "), Span("cold", "em"), Span(".")),),
        ),
    )


def test_signs_without_their_other_half_stay_as_they_are() -> None:
    for words in ("2 * 3 * 4", "**so", "a*b*c", "** x **", "#nothing", "-5 degrees"):
        (block,) = blocks_of(words)
        assert (block.kind, block.lines) == ("p", ((Span(words),),)), words


def test_tags_are_words_like_others() -> None:
    assert blocks_of("<script>alert(1)</script>")[0].lines[0][0].words == "<script>alert(1)</script>"


def test_a_handout_has_the_words_without_the_signs() -> None:
    assert as_plain(PAGE).startswith(
        "The well\n\nIt is very deep, and cold.\nNobody draws from it.\n\n• a bucket\n• a rope"
    )
    assert as_plain("") == ""
