"""An evening from the first start: a laptop, two phones and the projector play a fight on an imported map."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.people import come_in, hand_over, settle, type_dice
from tests.browser.sample_maps import COLS, DOOR, PIXELS, ROWS, SAMPLES, WALL, cellar
from tests.browser.seat import CELL, Seat
from tests.load.server import Server

PARTY = ["kit", "brannock"]
RAIDERS = ("raider-1", "raider-2", "raider-3", "raider-4")
IDS: dict[str, str] = {}
NAMES: dict[str, str] = {}
"""The raiders' ids and names: both are drawn as they are added."""


def test_four_browsers_play_a_fight_on_an_imported_map(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    make_a_table(gm)
    bring_in_the_map(gm)
    add_combatants(gm)

    ann, ben, table = people_come(sit, gm)
    the_gm_writes_on_the_map(gm, ann, ben, table)
    the_fight_begins(gm, ann, ben, table)
    ann_moves(gm, ann, ben, table)
    ann_opens_the_door(gm, ann, ben, table)
    ann_shoots(gm, ann, ben, table)
    the_gm_takes_it_back_and_puts_it_there_again(gm, ann, table)
    ben_moves_by_taps(gm, ann, ben)
    a_raider_moves_by_keys_and_shoots_at_ben(gm, ann, ben, table)
    the_gm_answers_for_ann(gm, ann)
    the_log_opens_to_its_numbers(gm, ann)
    the_gm_lets_ann_run_the_table_for_a_while(gm, ann, ben, table)


# ------------------------------------------------------------------------------- before the players come
def make_a_table(gm: Seat) -> None:
    gm.page.goto("/")
    gm.find("form[action='/tables'] [name=name]").fill("The cellar")
    gm.button("Create").click()
    expect(gm.find(".top-table")).to_have_text("The cellar")
    expect(gm.find("#order")).to_contain_text("Nobody is here yet")
    gm.wait_until_live()


def bring_in_the_map(gm: Seat) -> None:
    gm.open("#fold-map")
    gm.find("#import-form [type=file]").set_input_files(
        {"name": "cellar.dd2vtt", "mimeType": "application/json", "buffer": cellar()}
    )
    report = gm.find("#import-report")
    expect(report).to_contain_text(
        f"Read {COLS} x {ROWS} cells and a picture of {COLS * PIXELS} x {ROWS * PIXELS} pixels."
    )
    expect(report).to_contain_text(
        "Read 6 wall segments, 4 segments of object outlines, 1 door and 2 lights."
    )
    picture = gm.find("#map-picture image")
    assert picture.evaluate("image => image.getBBox().width") == COLS * CELL
    assert gm.box(picture) == gm.box(gm.find("#map-picture .paper"))
    assert (
        gm.page.request.get(picture.get_attribute("href") or "").headers["content-type"].startswith("image/")
    )
    drawn = "".join(gm.find("#map-walls path.wall").evaluate_all("all => all.map(p => p.getAttribute('d'))"))
    for start, end in ((0, DOOR[0]), (DOOR[1], ROWS)):
        assert f"M{WALL * CELL} {start * CELL}L{WALL * CELL} {end * CELL}" in drawn
    expect(gm.find("#map-walls .door.closed")).to_have_count(1)
    gm.find("[data-close-report]").click()
    expect(report).to_be_empty()


def add_combatants(gm: Seat) -> None:
    for item, count, side, hidden in (
        ("kit", 1, "heroes", False),
        ("brannock", 1, "heroes", False),
        ("raider", 3, "foes", False),
        ("raider", 1, "foes", True),
    ):
        gm.open("#fold-add")
        form = gm.find("#fold-add form")
        form.locator(f"[name=item][value={item}]").check()
        form.locator("[name=count]").fill(str(count))
        expect(form.locator("[name=side]:checked")).to_have_value(side)
        form.locator("[name=hidden]").set_checked(hidden)
        before = gm.find("#order .order-row").count()
        form.get_by_role("button", name="Add").click()
        expect(gm.find("#order .order-row")).to_have_count(before + count)
    kit, brannock, *drawn = gm.tokens()
    assert [kit, brannock] == PARTY
    for raider, id_ in zip(RAIDERS, drawn, strict=True):
        IDS[raider], NAMES[raider] = id_, gm.token(id_).get_attribute("data-name") or ""
        assert re.fullmatch("Belt raider [0-9]{2}", NAMES[raider])
    expect(gm.find("#order .order-row.hidden-one")).to_contain_text(NAMES["raider-4"])

    for who, cell in (
        (IDS["raider-4"], (18, 1)),
        (IDS["raider-3"], (13, 7)),
        (IDS["raider-2"], (17, 5)),
        (IDS["raider-1"], (13, 4)),
        ("brannock", (3, 6)),
        ("kit", (4, 4)),
    ):
        gm.drag(who, cell, freely=True)
        gm.is_at(who, cell)


def people_come(sit: Sit, gm: Seat) -> tuple[Seat, Seat, Seat]:
    gm.find("#links-menu > summary").click()
    expect(gm.find(".qr")).to_be_visible()
    join, screen = (gm.find(f"#{which}-url").input_value() for which in ("join", "screen"))
    gm.page.keyboard.press("Escape")
    phones = []
    for name, character in (("Ann", "kit"), ("Ben", "brannock")):
        phones.append(come_in(sit, _path(join), name, character))
    table = sit("projector", SCREEN, _path(screen))
    for seat in (*phones, table):
        expect(seat.find("#tokens > .token")).to_have_count(2)  # the others are behind a closed door
        assert seat.tokens() == PARTY
    gm.open("#fold-people")
    expect(gm.find("#people .person.here")).to_have_count(2)
    gm.find("#fold-people > summary").click()
    return phones[0], phones[1], table


def the_gm_writes_on_the_map(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    """A pin for all, with a page that a phone opens; and a text that the GM alone sees."""
    gm.press(gm.map_tool("#note-tool"))
    for mode, words, seen_by, spot in (
        ("text", "Ambush", "gm", (14.5, 2.5)),
        ("pin", "Cellar", "all", (2.5, 7.5)),
    ):
        gm.press(gm.find(f"[data-note-mode={mode}]"))
        gm.find("#note-seen").select_option(seen_by)
        gm.find("#note-words").fill(words)
        gm.press_map(*spot)
        expect(gm.find(f"#map-notes .{mode}")).to_have_count(1)
    gm.find("#note-page [name=page]").fill("It smells of **wine**.")
    gm.press(gm.button("Save", "#note-page"))
    gm.press(gm.find("#measure-notes [data-tool='']"))
    expect(gm.find("#note-page strong")).to_have_text("wine")
    gm.press(gm.find("#note-page [data-note-do=close]"))
    for seat in (ann, ben, table):
        expect(seat.find("#map-notes .note")).to_have_count(1)
        expect(seat.find("#map-notes .note-title")).to_have_text("Cellar")
    ann.press(ann.find("#map-notes .pin"))
    expect(ann.find("#note-page strong")).to_have_text("wine")
    ann.press(ann.find("#note-page [data-note-do=close]"))


def _path(address: str) -> str:
    return "/" + address.split("/", 3)[3] if "//" in address else address


# --------------------------------------------------------------------------------------------- the fight
def the_fight_begins(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    for who in ("kit", "brannock", IDS["raider-2"], IDS["raider-3"]):
        throws_real_dice(gm, who)
    gm.button("Begin fight").click()
    for phone, face, waits in ((ann, 74, ben), (ben, 60, ann)):
        expect(phone.find("#prompt[data-mine]")).to_be_visible()
        expect(waits.find("#prompt")).to_contain_text("Waiting for")
        expect(table.find("#strip #prompt")).to_contain_text("Waiting for")
        type_dice(phone, face)
    for who, face in (("raider-2", 50), ("raider-3", 45)):
        expect(gm.find("#prompt")).to_contain_text(f"{NAMES[who]} is asked")
        type_dice(gm, face)
    for seat in (gm, ann, ben, table):
        expect(seat.find("#order .order-row").first).to_contain_text("Kit")
        expect(seat.find("#order .order-row.active")).to_contain_text("Kit")
        expect(seat.find("#order .order-row.next")).to_contain_text("Brannock")
    for seat in (gm, ann, ben):
        expect(seat.log("initiative against 75: success").first).to_be_attached()
    expect(ann.find("#turn-words")).to_contain_text("Your turn")
    expect(ann.page).to_have_title(re.compile("Your turn"))
    expect(ben.find("#turn-words")).to_contain_text("Kit")


def throws_real_dice(gm: Seat, who: str) -> None:
    gm.find(f"[data-order-who='{who}'] .order-pick").click()
    gm.open(f"#gm-{who}")
    gm.button("Real dice on", f"#gm-{who}").click()
    expect(gm.find(".card-side")).to_contain_text("real dice")


def ann_moves(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    ann.whole_map()
    ann.drag("kit", (12, 4))
    expect(ann.toast()).to_contain_text("AT-52")
    ann.is_at("kit", (4, 4))
    ann.press(ann.find("[data-close-toast]"))

    with ann.dragging("kit", (7, 4)):
        expect(ann.drawn("overlay-reach")).to_have_count(2)
        expect(ann.find("#overlay-aim .path-line")).to_have_count(1)
        expect(ann.find("#overlay-top .path-sign")).to_have_text("3")
    for seat in (ann, gm, ben, table):
        seat.is_at("kit", (7, 4))
    expect(gm.log("moves to H5")).to_be_visible()
    expect(ann.drawn("overlay-reach")).to_have_count(0)


def ann_opens_the_door(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    assert ben.tokens() == PARTY
    ann.press_map(WALL, sum(DOOR) / 2)
    for seat in (ann, ben, table):
        expect(seat.find(".door.open")).to_have_count(1)
        expect(seat.token(IDS["raider-1"])).to_be_visible()
        expect(seat.token(IDS["raider-4"])).to_have_count(0)
    expect(gm.token(IDS["raider-4"])).to_be_visible()
    expect(gm.log("A door is opened by Kit")).to_be_visible()


def ann_shoots(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    ann.token(IDS["raider-1"]).tap()
    aim = ann.find("#aim.open")
    expect(aim.locator(".aim-head")).to_contain_text(NAMES["raider-1"])
    expect(ann.find("#overlay-aim .ray")).to_have_count(5)
    expect(ann.find("#overlay-aim .ray-dot")).to_have_count(5)
    expect(aim.locator(".facts")).to_contain_text(re.compile("Cover.*AT-38", re.S))
    expect(aim.locator(".facts")).to_contain_text(re.compile("far.*AT-3", re.S | re.I))
    expect(aim.locator(".needed-number")).to_have_text("60")
    expect(aim.locator(".bar-sum").first).to_contain_text(
        re.compile(r"hits \d+ % · hurts \d+ % · fells \d+ %")
    )
    expect(gm.drawn("overlay-aim")).to_have_count(0)  # what somebody considers is nobody else's business

    aim.get_by_role("button", name="Attack", exact=True).tap()
    expect(ben.find("#prompt")).to_contain_text("Waiting for Kit")
    type_dice(ann, 55)  # critical and special both: 2 wounds, 3 more, and no dodging it
    expect(ann.find("#prompt")).to_contain_text(f"Waiting for {NAMES['raider-1']}")
    card = gm.find("#prompt[data-mine]")
    expect(card).to_contain_text(f"{NAMES['raider-1']} is asked")
    expect(card.locator(".offer-button")).to_have_count(2)  # no parry and no block against a bullet
    expect(card.get_by_role("button", name=re.compile(r"Dodge.*0 %"))).to_be_visible()
    with table.glimpsing("#overlay-top .flash"):
        card.get_by_role("button", name=re.compile("defence", re.I)).click()
    for seat in (gm, ann, ben, table):
        expect(seat.find("#prompt")).to_be_empty()
        expect(seat.token(IDS["raider-1"])).to_have_attribute("aria-label", re.compile("Wounds [2-5] of 5"))
        expect(seat.token(IDS["raider-1"]).locator(".pip.taken").first).to_be_attached()
    expect(ann.find("#aim")).to_be_empty()


def the_gm_takes_it_back_and_puts_it_there_again(gm: Seat, ann: Seat, table: Seat) -> None:
    hurt = str(gm.token(IDS["raider-1"]).get_attribute("aria-label"))
    spent = ann.find(".allowances .spent").filter(has_text=re.compile("significant", re.I))
    expect(spent).to_have_count(1)
    gm.find("[data-undo]").click()  # the whole shot, with every answer to it
    for seat in (gm, ann, table):
        expect(seat.token(IDS["raider-1"])).to_have_attribute("aria-label", re.compile("Wounds 0 of 5"))
        expect(seat.find("#prompt")).to_be_empty()
    expect(spent).to_have_count(0)
    for seat in (gm, ann):
        expect(seat.find("#log .is-roll.undone").filter(has_text="against 60")).to_have_count(1)
    gm.find("[data-redo]").click()
    expect(spent).to_have_count(1)
    for seat in (gm, ann, table):
        expect(seat.token(IDS["raider-1"])).to_have_attribute("aria-label", hurt)
        expect(seat.find("#prompt")).to_be_empty()


def ben_moves_by_taps(gm: Seat, ann: Seat, ben: Seat) -> None:
    ann.button("End turn").tap()
    expect(ben.find("#turn-words")).to_contain_text("Your turn")
    ben.whole_map()
    ben.token("brannock").tap()
    expect(ben.drawn("overlay-reach")).to_have_count(2)
    ben.press_cell((6, 5))
    expect(ben.find("#move-words")).to_have_text("3 to go there")
    ben.button("Move here").tap()
    for seat in (ben, gm, ann):
        seat.is_at("brannock", (6, 5))
    ben.button("End turn").tap()
    expect(ben.find("#turn-words")).not_to_contain_text("Your turn")


def a_raider_moves_by_keys_and_shoots_at_ben(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    next_turn_until(gm, IDS["raider-2"])
    gm.token(IDS["raider-2"]).click()
    gm.token("brannock").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".refused")).to_contain_text(re.compile(r"AT-\d+"))  # distant is out of range
    gm.page.keyboard.press("Escape")
    gm.token(IDS["raider-2"]).focus()
    for _ in range(3):
        gm.page.keyboard.press("ArrowLeft")
    expect(gm.find("#overlay-top .path-sign")).to_have_text("3")
    gm.page.keyboard.press("Enter")
    for seat in (gm, ann, ben, table):
        seat.is_at(IDS["raider-2"], (14, 5))

    gm.token("brannock").click()
    expect(aim.locator(".needed-number")).to_have_text("40")
    aim.get_by_label("GM’s modifier").or_(aim.locator("[data-fact=modifier]")).first.fill("25")
    aim.locator("[data-fact=modifier]").press("Enter")
    expect(aim.locator(".needed-number")).to_have_text("65")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"\+25.*AT-66", re.S))
    expect(aim.locator(".fact.overruled")).to_have_count(1)
    aim.get_by_role("button", name="Attack", exact=True).click()
    type_dice(gm, 62)
    expect(gm.log("Overruled: modifier 25")).to_be_visible()

    card = ben.find("#prompt[data-mine]")
    expect(card).to_contain_text("Brannock")
    expect(card.locator(".offer-button")).to_have_count(2)
    expect(ben.page).to_have_title(re.compile("You are asked"))
    expect(ann.find("#prompt")).to_contain_text("Waiting for")
    card.get_by_role("button", name=re.compile(r"Dodge.*\d+ %")).tap()
    card.get_by_role("button", name="Roll it for me").tap()
    expect(ben.log("dodge against 35").last).to_be_attached()
    for seat in (gm, ann, ben):
        expect(seat.log("dodge against 35").last.locator(".die")).to_have_text(re.compile(r"^\d\d$"))


def the_gm_answers_for_ann(gm: Seat, ann: Seat) -> None:
    settle(gm)
    next_turn_until(gm, IDS["raider-3"])
    gm.token(IDS["raider-3"]).click()
    gm.token("kit").click()
    gm.find("#aim.open").get_by_role("button", name="Attack", exact=True).click()
    type_dice(gm, 3)
    expect(ann.find("#prompt[data-mine]")).to_be_visible()
    gm.find("#prompt[data-mine]").get_by_role("button", name=re.compile("Dodge")).click()
    expect(gm.find("#prompt")).to_contain_text("Throw d100")
    settle(gm)
    expect(ann.find("#prompt")).to_be_empty()
    expect(ann.log(f"{NAMES['raider-3']}, blast pistol").last).to_be_attached()


def next_turn_until(gm: Seat, who: str) -> None:
    for _ in range(6):
        active = gm.find("#top").get_attribute("data-active") or ""
        if active == who:
            return
        gm.button("Next turn").click()
        expect(gm.find("#top")).not_to_have_attribute("data-active", active)
    raise AssertionError(f"{who} does not get a turn")


def the_log_opens_to_its_numbers(gm: Seat, ann: Seat) -> None:
    ann.find("#tab-fight").tap()
    for seat in (gm, ann):
        line = seat.find("#log .is-roll").filter(has_text="blast pistol against 65").last
        seat.press(line.locator("summary"))
        expect(line.locator(".figures")).to_be_visible()
        expect(line.locator(".figures")).to_contain_text(
            re.compile(r"40\s*to begin with.*\+25.*AT-66.*62", re.S)
        )
        line.locator("[data-rule=AT-66]").click()
        expect(seat.find(".rule-card")).to_contain_text("AT-66")
        seat.page.keyboard.press("Escape")
        expect(seat.find(".rule-card")).to_have_count(0)


def the_gm_lets_ann_run_the_table_for_a_while(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    hand_over(gm, "Ann")
    expect(ann.find("#who-runs")).to_contain_text("You run this table now.")
    for seat in (gm, ben, table):
        expect(seat.find("#who-runs").first).to_contain_text("Ann runs this table now.")
    for door in ann.find("#who-runs :is(a, button)").all():
        assert ann.box(door)["height"] >= 44
    assert not ben.find("#who-runs :is(a, button)").count()
    gm.press(gm.button("Take the table back"))
    for seat in (gm, ann, ben):
        expect(seat.find("#who-runs")).to_be_hidden()


# ---------------------------------------------------------------------------------------- files of others
@pytest.mark.skipif(not SAMPLES, reason="needs the sample maps of ../shared/data/uvtt beside the checkout")
@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.stem for sample in SAMPLES])
def test_a_file_of_others_is_dropped_on_the_page_and_comes_in_whole(
    sit: Sit, server: Server, sample: Path
) -> None:
    gm = sit("GM", GM, server.gm)
    make_a_table(gm)
    gm.page.evaluate(
        """([name, data]) => {
            const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
            const carried = new DataTransfer();
            carried.items.add(new File([bytes], name));
            document.getElementById("map").dispatchEvent(
                new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: carried}));
        }""",
        [sample.name, base64.b64encode(sample.read_bytes()).decode()],
    )
    expect(gm.find("#import-report")).to_contain_text("The map is in")
    whole = gm.find("#map-picture image").first  # of a large one, the tile that holds all of it
    expect(whole).to_be_attached()
    drawn = gm.find("#map-walls .wall").evaluate_all("all => all.map(p => p.getAttribute('d')).join('')")
    assert drawn.count("M") > 10
    boxes = gm.find("#map-picture").evaluate(  # both at once: the view may just be fitted to the new map
        """(picture) => ["image", ".paper"].map((one) => {
            const {x, y, width, height} = picture.querySelector(one).getBoundingClientRect();
            return [x, y, width, height];
        })"""
    )
    assert boxes[0] == boxes[1]
