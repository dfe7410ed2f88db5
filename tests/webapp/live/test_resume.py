"""Pages that come back: all that they missed and no more, however stale they are."""

import re

from tests.webapp.pages import Page, ask_by_hand, gm_of, host_of
from tests.webapp.world import World
from webapp.live.audiences import audiences


def test_who_comes_back_finds_everything_missed_and_the_open_question(gm: Page, ann: Page) -> None:
    ann.do("turn", "kit")
    seq = ann.take()[-1]["seq"]
    ann.close()
    gm.do("gm-set", target="dutch", state={"at": [5, 13]})
    ask_by_hand(gm, "raider-3", "kit")
    ann.connect(seq)
    update = ann.updates[-1]
    assert update["prev"] is None
    assert "The GM moves Dutch to F14." in update["panels"]
    assert 'data-place="5,13"' in update["panels"]
    assert "attacks you with" in update["panels"]
    ann.do("answer", "kit", answer="none")


def test_who_missed_nothing_is_sent_nothing_but_the_number(gm: Page, ann: Page) -> None:
    ann.do("turn", "kit")
    seq = ann.take()[-1]["seq"]
    ann.close()
    gm.do("gm-set", target="raider-4", state={"at": [20, 4]})
    ann.updates.clear()
    ann.connect(seq)
    [update] = ann.updates
    assert (update["seq"], update["prev"], update["panels"], update["moves"]) == (seq, seq, "", [])


def test_the_number_on_the_page_is_the_number_of_its_stream(gm: Page, ann: Page) -> None:
    gm.do("begin")
    seq = int(re.findall(r'data-seq="(\d+)"', ann.load())[0])
    ann.take()
    assert ann.updates[-1]["seq"] == seq
    ann.connect(seq)
    assert ann.updates[-1]["panels"] == ""


def test_who_knows_less_than_before_is_brought_up_to_date(world: World, gm: Page, ann: Page) -> None:
    """Another knowledge counts from another number, so that a stale page is never taken for a current one."""
    seq = ann.updates[-1]["seq"]
    ann.close()
    gm.browser.htmx(world.at("gm/seat"), who="kit", person="")
    ann.connect(seq)
    assert ann.updates[-1]["prev"] is None
    assert ann.updates[-1]["panels"]


def test_a_gap_is_mended_on_request(gm: Page, ann: Page) -> None:
    gm.do("gm-set", target="dutch", state={"at": [5, 13]})
    ann.take()
    assert ann.ask("resume", {"seq": 1}) == {"ok": True}
    [update] = ann.take()
    assert (update["prev"], "The GM moves Dutch to F14." in update["panels"]) == (None, True)
    assert update["panels"].count("The GM moves Dutch") == 1


def test_the_gm_who_comes_back_is_shown_what_is_not_counted(world: World, gm: Page) -> None:
    gm.close()
    world.player("Zed", "dutch")
    host = host_of(world)
    gm.connect(host.stream(host.viewer(gm_of(world))).seq)
    assert "Zed" in gm.updates[-1]["panels"]
    assert gm.updates[-1]["drawn"] == []


def test_what_nobody_knows_alone_any_more_is_told_no_more_and_told_alike_when_it_is_again(
    gm: Page, ann: Page
) -> None:
    host = host_of(ann.world)
    for each in (False, True, False):
        gm.do("set-fog", on=True, each=each)
        with ann.world.app.app_context():
            viewers = [viewer for _, viewer in audiences().of(host).rooms()]
        assert {stream.viewer.knowledge for stream in host.streams} == {one.knowledge for one in viewers}
        assert [viewer.alone for viewer in viewers if viewer.role == "play"] == [each]
        gm.do("gm-set", target="kit", state={"at": [5, 13]})
        gm.do("gm-set", target="kit", state={"at": [6, 13]})
        for stream in host.streams:
            again = host.streams.told_again(stream.viewer)
            assert (stream.lines, stream.seq, stream.now) == (again.lines, again.seq, again.now)
