"""A clock that is set back or far ahead locks nobody out."""

import time
from dataclasses import replace
from pathlib import Path

import itsdangerous.timed
import pytest
from flask.sessions import SecureCookieSessionInterface

from tests.webapp.world import World
from webapp.server.sessions import ClocklessSessions
from webapp.settings import Settings

YEAR = 365 * 24 * 3600


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the clock by which sessions are signed so many seconds on, or back."""
    really = time.time
    monkeypatch.setattr(itsdangerous.timed.time, "time", lambda: really() + seconds)


@pytest.mark.parametrize("seconds", [-3600, -50 * YEAR, 3 * YEAR])
def test_the_gm_and_the_players_stay_in_whatever_the_clock_says(
    world: World, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    gm, ann = world.gm(), world.player("Ann", "kit")
    set_clock(monkeypatch, seconds)
    assert gm.get(world.at("gm")).status_code == 200
    assert ann.get(world.at("play")).status_code == 200
    assert gm.htmx(world.at("gm/do"), do="begin").status_code < 300, "forms are taken too"


def test_what_an_older_battlemat_signed_is_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.app.session_interface = SecureCookieSessionInterface()
    gm = world.gm()
    world.app.session_interface = ClocklessSessions()
    set_clock(monkeypatch, -3600)
    assert gm.get(world.at("gm")).status_code == 200


def test_the_browser_counts_from_now_how_long_it_keeps_the_cookie(world: World) -> None:
    answer = world.stranger().get(world.links.gm)
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith("battlemat_")]
    assert f"Max-Age={YEAR}" in cookie
    assert "Expires" not in cookie


def test_a_forged_session_is_still_no_session(world: World) -> None:
    gm = world.gm()
    name = world.app.config["SESSION_COOKIE_NAME"]
    cookie = gm.client.get_cookie(name)
    assert cookie is not None
    gm.client.set_cookie(name, cookie.value[:-3] + "AAA")
    assert gm.get(world.at("gm")).status_code == 403


def test_processes_that_serve_the_same_tables_know_each_others_sessions_and_no_strangers(
    tmp_path: Path,
) -> None:
    here = Settings(data_dir=tmp_path, port=8001, redis="redis://127.0.0.1/0")
    there = replace(here, port=8002)
    assert here.cookie_name("key") == there.cookie_name("key")
    assert here.cookie_name("key") != here.cookie_name("another key")
    assert replace(here, https=True).cookie_name("key") != here.cookie_name("key")


def test_who_serves_alone_has_a_session_for_each_port(tmp_path: Path) -> None:
    alone = Settings(data_dir=tmp_path, port=8001)
    assert alone.cookie_name("key") == "battlemat_8001", "sessions of before go on"
    assert replace(alone, port=8002).cookie_name("key") != alone.cookie_name("key")


def test_a_picture_that_comes_late_takes_back_no_grant(world: World) -> None:
    gm, at = world.gm(), f"/tables/{world.table.id}/gm"
    picture = gm.get(f"{at}/miniature/{world.battle_id}.svg")
    assert picture.status_code == 200
    assert "Set-Cookie" not in picture.headers
    assert "Cookie" in picture.headers["Vary"]
    assert "Set-Cookie" in gm.get(at).headers
