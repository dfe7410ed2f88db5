"""The page that the tests of several processes put together does what a browser's does."""

from typing import Any

from tests.cluster_kit.live_page import Shown, elements


def update(seq: int, prev: int | None, panels: str = "", **more: Any) -> dict[str, Any]:
    return {"seq": seq, "prev": prev, "panels": panels, "moves": [], "drawn": [], **more}


def log(*numbers: int) -> str:
    return '<section id="log"><ol id="log-lines">{}\n</ol></section>'.format("".join(map(line, numbers)))


def line(number: int) -> str:
    return f'\n<li id="log-{number}" class="log-line"><p>Line<br>{number}</p></li>'


TOKENS = (
    '<svg hidden><g id="tokens" hx-swap-oob="innerMorph">'
    '<g id="token-kit" class="token" transform="translate(50.0 50.0)" data-x="50.0" data-y="50.0"'
    ' data-place="0,0" aria-label="Kit"><circle r="4"/></g></g></svg>'
)


def test_a_text_is_cut_into_its_outermost_elements() -> None:
    top = '<header id="top"><input name="a"><b id="inner">x</b></header>'
    assert elements(f"{top}\n{TOKENS}") == [("top", top), ("tokens", TOKENS)]


def test_lines_are_put_behind_those_that_are_there_as_the_whole_log_has_them() -> None:
    page, fresh = Shown(), Shown()
    assert page.take(update(1, None, log(1, 2)))
    assert page.take(update(2, 1, f'<ol hx-swap-oob="beforeend:#log-lines">{line(3)}\n</ol>'))
    assert fresh.take(update(2, None, log(2, 3)))
    assert page.differs_from(fresh) == []


def test_a_token_that_moved_is_where_a_fresh_page_has_it() -> None:
    page, fresh, ahead = Shown(), Shown(), Shown()
    moves = [{"id": "kit", "x": 150.0, "y": 50.0, "place": "1,0"}]
    page.take(update(1, None, log() + TOKENS))
    page.take(update(2, 1, moves=moves))
    ahead.take(update(1, None, log() + TOKENS))
    ahead.take({"ahead": True, "moves": [*moves, {"id": "dutch", "x": 50.0, "y": 50.0, "place": "0,0"}]})
    ahead.take(update(2, 1))
    moved = TOKENS.replace('="50.0"', '="150.0"', 1).replace("(50.0", "(150.0").replace("0,0", "1,0")
    fresh.take(update(2, None, log() + moved))
    assert page.differs_from(fresh) == []
    assert ahead.differs_from(fresh) == []


def test_doors_and_parts_of_the_map_are_drawn_in_the_place_of_those_that_are_there() -> None:
    page, fresh = Shown(), Shown()
    drawn = [
        {"id": "doors", "in": "map-walls", "svg": '<g id="doors"><g id="door-a">shut</g></g>'},
        {"id": "cloud", "in": "map-fog", "svg": '<path id="cloud"/>'},
    ]
    page.take(update(1, None, log(), drawn=drawn))
    opened = {"id": "door-a", "in": "doors", "svg": '<g id="door-a">open</g>'}
    page.take(update(2, 1, drawn=[opened, {"id": "cloud", "in": "map-fog", "svg": ""}]))
    fresh.take(
        update(2, None, log(), drawn=[drawn[0] | {"svg": '<g id="doors"><g id="door-a">open</g></g>'}])
    )
    assert page.differs_from(fresh) == []


def test_what_does_not_follow_on_what_is_shown_is_not_taken_in() -> None:
    page = Shown()
    page.take(update(1, None, log(1)))
    assert not page.take(update(3, 2, log(2)))
    assert page.seq == 1


def test_a_difference_is_named() -> None:
    page, fresh = Shown(), Shown()
    page.take(update(1, None, log(1) + '<section id="top">a</section>'))
    fresh.take(update(2, None, log(2) + '<section id="top">b</section>'))
    assert page.differs_from(fresh) == ["top", "seq 1 and 2", "log"]
