"""What people do at a table again and again: come in, command, type in dice."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.seat import Seat
from tests.load.server import Server

REHEARSED = 240_000
"""Milliseconds until first figures are there: what plays fights stands back for all else on the machine."""


def come_in(sit: Sit, path: str, name: str, character: str, **window: Any) -> Seat:
    """Open the players' link on a phone, give a name and take a character."""
    phone = sit(name, {**PHONE, **window}, path)
    phone.find("[name=name]").fill(name)
    phone.press(phone.find(f"label.character:has([value='{character}'])"))
    phone.press(phone.button("Join"))
    expect(phone.find("#selected")).to_have_attribute("data-who", character)
    phone.wait_until_live()
    return phone


def gather(sit: Sit, server: Server) -> tuple[Seat, Seat, Seat, Seat]:
    """Sit everybody down at the ready-made fight: the GM, Ann as Kit, Ben as Brannock, the projector."""
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    ben = come_in(sit, server.join, "Ben", "brannock")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    return gm, ann, ben, table


def command(seat: Seat, **fields: Any) -> list[dict[str, Any]]:
    """Send a command through the JSON door, as a program beside the page would; give what it told.

    The page shows it when this returns.
    """
    told = send(seat, **fields)
    seat.catch_up(told["seq"])
    return list(told["events"])


def leave_two(gm: Seat) -> None:
    """Take all from the gantry but Kit and a raider, so that what is rehearsed is soon played."""
    for who in ("dutch", "brannock", "raider-2", "raider-3", "raider-4"):
        command(gm, do="remove", target=who)


def send(seat: Seat, **fields: Any) -> dict[str, Any]:
    """Send a command as `command` does, and do not wait for the page to show it; give the answer."""
    table, role, csrf = seat.door()
    answer = seat.page.request.post(
        f"/tables/{table}/commands?as={role}",
        data=fields,
        headers={"X-CSRF-Token": csrf},
    )
    assert answer.ok, answer.text()
    return dict(answer.json())


def shoot(gm: Seat, shooter: str, target: str, face: int) -> None:
    """Shoot with the blast pistol and this face of the die; the target is then asked."""
    command(gm, do="edit", target=shooter, by_hand=True)
    command(gm, do="attack", actor=shooter, target=target, **{"with": "blast-pistol"})
    command(gm, actor=shooter, answer="faces", faces=[face])


def type_dice(seat: Seat, face: int) -> None:
    """Type in what lies on the table, and wait until the question is gone."""
    card = seat.find("#prompt[data-mine]")
    number = card.get_attribute("data-number")
    card.get_by_label("Die 1").fill(str(face))
    seat.press(card.get_by_role("button", name="These are my dice"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def type_in(seat: Seat, faces: list[int]) -> None:
    """Type dice in, chains and all; wait until the question is gone."""
    card = seat.find("#prompt[data-mine]")
    expect(card).to_contain_text("type what you see")
    number = card.get_attribute("data-number")
    for n, face in enumerate(faces):
        card.locator(".faces input").nth(n).fill(str(face))
    expect(card.locator(".faces input")).to_have_count(len(faces))
    seat.press(card.get_by_role("button", name="These are my dice"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def settle(seat: Seat, otherwise: str = ".offer-button >> nth=0") -> None:
    """Answer whatever is asked: the server throws, and of choices this one is taken."""
    card = seat.find("#prompt[data-mine]")
    while seat.is_asked():
        number = card.get_attribute("data-number")
        quick = card.get_by_role("button", name="Roll it for me")
        button = quick if quick.count() else card.locator(otherwise)
        button.first.press("Enter")  # two quick clicks in one spot would count once
        expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def invite_by_hand(host: Seat, name: str) -> str:
    """Invite a GM on the host's page, and give the path of the link that it shows."""
    host.find("form[action='/host/gms'] [name=name]").fill(name)
    host.press(host.find("form[action='/host/gms'] button"))
    link = host.find("#invitation")
    expect(link).to_have_value(re.compile("/invitation/"))
    return urlsplit(link.input_value()).path


def second_link(gm: Seat) -> str:
    """Let the GM make a link for a second GM by hand, and give its path."""
    gm.wait_until_live()
    gm.open("#fold-people")
    gm.open("#second-gms")
    gm.press(gm.button("Make a link for a second GM"))
    expect(gm.find("#second-url")).to_be_visible()
    return urlsplit(gm.find("#second-url").input_value()).path


def hand_over(gm: Seat, name: str) -> None:
    """Let the GM hand the table over to somebody, behind the name under Players."""
    gm.open("#fold-people")
    row = gm.find("#people .person").filter(has=gm.page.get_by_text(f"Rights of {name}"))
    if row.locator(".menu").first.get_attribute("open") is None:
        row.locator("summary").first.press("Enter")
    gm.press(row.get_by_role("button", name=f"Hand the table over to {name}"))
