"""The page that asks what to do about damaged data, in a real browser: from what is wrong to the table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import look_over
from tests.webapp.archive.test_damaged_data import asked, cut_by_a_page, flip_one_digit
from webapp.archive.backups import back_up
from webapp.archive.data_seal import write_seal
from webapp.settings import Settings


@pytest.fixture
def data(first_start: Path, tmp_path: Path) -> Path:
    """A data folder with a backup, and closed as by a clean stop."""
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    settings = Settings(data_dir=data)
    assert back_up(settings) is not None
    write_seal(settings, is_closed=True)
    return data


@pytest.mark.parametrize("window", [GM, PHONE], ids=["gm", "phone"])
def test_one_press_brings_the_backup_back_and_leads_to_the_table(
    sit: Sit, data: Path, window: dict[str, object]
) -> None:
    cut_by_a_page(data / "battlemat.db")
    with asked(data) as asking:
        seat = sit("GM", window, asking.path, base_url=asking.origin)
        seat.forgiven += ["503", "net::ERR_"]
        expect(seat.page.get_by_role("heading", level=1)).to_have_text("The data is not whole")
        expect(seat.page.get_by_text("is cut off")).to_be_visible()
        look_over(seat, "recovery")
        seat.page.get_by_role("button", name="Restore this backup").click()
        asking.then()
        seat.page.wait_for_url("**/tables/*/gm")
        expect(seat.page.locator(".token").first).to_be_visible()
        seat.page.goto("about:blank")


def test_one_goes_on_with_a_file_that_can_be_read(sit: Sit, data: Path) -> None:
    flip_one_digit(data / "battlemat.db")
    with asked(data) as asking:
        seat = sit("GM", GM, asking.path, base_url=asking.origin)
        seat.forgiven += ["503", "net::ERR_"]
        look_over(seat, "recovery-usable")
        seat.page.get_by_text("Start over", exact=True).click()
        look_over(seat, "recovery-unfolded")
        seat.page.get_by_role("button", name="Continue with the data as it is").click()
        asking.then()
        seat.page.wait_for_url("**/tables/*/gm")
        seat.page.goto("about:blank")
