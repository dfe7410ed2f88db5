"""The last action of one who is dying, on a phone, while those whose turns come next lie in hiding."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in, command, type_dice
from tests.browser.seat import Seat
from tests.load.server import Server

UNSEEN = ("raider-1", "raider-2", "raider-4")


def active(gm: Seat) -> str:
    return gm.find("#top").get_attribute("data-active") or ""


def kit_acts_before_one_unseen(gm: Seat) -> None:
    """Roll initiative until one whom the players do not see comes right after Kit; go on to Kit's turn."""
    for _ in range(60):
        command(gm, do="begin")
        order = gm.find("#order .order-row").evaluate_all("all => all.map(row => row.dataset.orderWho)")
        if order[order.index("kit") + 1 :][:1] in [[who] for who in UNSEEN]:
            break
        command(gm, do="end-battle")
    else:
        raise AssertionError("it never comes so")
    while active(gm) != "kit":
        command(gm, do="end-turn", actor=active(gm))


def test_the_dying_use_their_last_action_while_others_lie_in_hiding(sit: Sit, server: Server) -> None:
    """AT-97 to AT-99: aimed, done, and then the collapse."""
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [3, 7]})
    kit_acts_before_one_unseen(gm)
    command(gm, do="edit", target="kit", by_hand=True)
    command(gm, do="gm-set", target="kit", state={"wounds": 5})
    for who in UNSEEN:
        expect(ann.token(who)).to_have_count(0)

    ann.catch_up()
    ann.press(ann.button(re.compile("^Last stand"), "#selected").first)
    type_dice(ann, 12)
    ann.press(ann.token("raider-3"))
    expect(ann.find("#aim.open .bar").first).to_be_visible()
    ann.press(ann.find("#aim .aim-go .primary"))
    type_dice(ann, 3)
    expect(gm.find("#prompt[data-mine]")).to_contain_text("Raider 3 is asked")
    gm.press(gm.find("#prompt [value=none]"))
    expect(gm.find("#prompt")).to_be_empty()
    while gm.is_asked() or ann.is_asked():
        type_dice(ann if ann.is_asked() else gm, 50)
    expect(ann.log("Kit attacks Raider 3")).to_have_count(1)
    expect(ann.token("kit")).to_have_attribute("aria-label", re.compile("Collapsed"))
    expect(ann.find("#turn-words")).to_contain_text("The GM is busy")
    expect(gm.find("#top")).to_have_attribute("data-active", re.compile("|".join(UNSEEN)))
    for name in ("Raider 1", "Raider 2", "Raider 4", "omebody"):
        assert name not in ann.page.content()
