"""Picking one of many from the stock: by kind, words or keys; on a laptop and a phone, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rules.engine.declared.stock_kinds import KINDS
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import look_over
from tests.browser.seat import Seat
from tests.load.server import Server

load_systems()
SIZES = pytest.mark.parametrize("size", [GM, PHONE], ids=["laptop", "phone"])
STOCK = find_system("atomic").stock
BEASTS = [item.name for item in STOCK if item.kind == "beasts"]


def picker(sit: Sit, server: Server, size: dict[str, Any], **window: Any) -> Seat:
    """Open the GM's page with the stock before one's eyes."""
    gm = sit("GM", {**size, **window}, server.gm)
    gm.wait_until_live()
    gm.open("#fold-add")
    return gm


def seen(gm: Seat) -> list[str]:
    """Name those that are offered now."""
    return gm.find("#add-form .stock-card:visible b").all_inner_texts()


@SIZES
def test_one_kind_alone_is_left_in_sight_and_its_first_is_chosen(
    sit: Sit, server: Server, size: dict[str, Any]
) -> None:
    gm = picker(sit, server, size)
    assert len(seen(gm)) == len(STOCK)
    gm.find("#stock-kind").select_option("beasts")
    assert seen(gm) == BEASTS
    expect(gm.find("#stock-found")).to_have_text(f"{len(BEASTS)} of {len(STOCK)}")
    expect(gm.find(".stock-kind:visible")).to_have_text([str(KINDS["beasts"])])
    expect(gm.find("#add-form [name=item]:checked")).to_have_value("dust-wolf")
    expect(gm.find("#add-form [name=side][data-side-kind=foes]")).to_be_checked()
    look_over(gm, "the beasts of the stock")


@SIZES
def test_words_find_a_name_a_kind_or_what_is_said_of_somebody(
    sit: Sit, server: Server, size: dict[str, Any]
) -> None:
    gm = picker(sit, server, size)
    find = gm.find("#stock-find")
    for words, found in (
        ("beasts", BEASTS),
        ("sentry", ["Sentry robot"]),
        ("boarding vacuum", ["Sergeant Brannock, solar marine", "Boarding trooper"]),
        ("no such", []),
    ):
        find.fill(words)
        assert seen(gm) == found
    find.fill("")
    assert len(seen(gm)) == len(STOCK)


def test_by_keys_one_is_found_chosen_read_and_added(sit: Sit, server: Server) -> None:
    gm = picker(sit, server, GM)
    gm.find("#stock-find").focus()
    gm.page.keyboard.type("swarm")
    for _ in range(2):
        gm.page.keyboard.press("ArrowDown")
    chosen = gm.find("#add-form [name=item]:checked")
    expect(chosen).to_have_value("spores")
    spores = next(item for item in STOCK if item.id == "spores")
    expect(gm.find(".stock-blurb:visible")).to_have_text(str(spores.blurb))
    gm.page.keyboard.press("Enter")
    expect(gm.find("#order")).to_contain_text(spores.name)


def test_a_reader_of_screens_hears_each_kind_as_a_group(sit: Sit, server: Server) -> None:
    gm = picker(sit, server, GM)
    for words in {KINDS[item.kind] for item in STOCK}:
        group = gm.page.get_by_role("group", name=str(words), exact=True)
        expect(group.get_by_role("heading", name=str(words))).to_be_visible()
        assert group.get_by_role("radio").count() > 0


def test_in_german_names_and_kinds_are_german_and_so_is_who_is_added(sit: Sit, server: Server) -> None:
    gm = picker(sit, server, GM, locale="de-DE")
    gm.find("#stock-find").fill("Gletscherbär")
    assert seen(gm) == ["Gletscherbär"]
    expect(gm.find(".stock-kind:visible")).to_have_text(["Tiere"])
    gm.press(gm.button("Hinzufügen", "#add-form"))
    expect(gm.find("#order")).to_contain_text("Gletscherbär")
