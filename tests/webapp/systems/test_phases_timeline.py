"""The timeline of a phase combat fight, and declared moves on the map: who sees what of them."""

from tests.webapp.pages import Page, host_of, screen
from tests.webapp.systems.barroom_seats import AWAY, PISTOL, Opened, panel, seat


def test_both_shots_of_one_moment_stand_together_on_every_page(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    assert f"{slow.capitalize()} declares; {quick.capitalize()} hears it first." in panel(
        gm.load(), "timeline"
    )
    players[slow].do("attack", slow, **{"with": PISTOL[slow], "target": quick})
    for page in (gm, players[quick], table):
        assert f"{slow.capitalize()} attack: {quick.capitalize()}" in panel(page.load(), "timeline")
    players[quick].do("attack", quick, **{"with": PISTOL[quick], "target": slow})
    for page in (gm, players[slow], table):
        assert "Resolved in phase 1, phase actions, at the same moment PH-52" in panel(
            page.load(), "timeline"
        )


def test_who_declares_later_reads_on_their_own_card_what_was_heard_so_far(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    assert 'id="heard" class="panel heard" aria-label="Heard so far" hidden' in players[quick].load()
    players[quick].take()
    players[slow].do("attack", slow, **{"with": PISTOL[slow], "target": quick})
    pushed = "".join(update["panels"] for update in players[quick].take())
    told = f"Heard so far {slow.capitalize()} attack: {quick.capitalize()}"
    for text in (pushed, players[quick].load()):
        assert told in panel(text, "heard")
    assert 'id="heard"' not in gm.load() + "".join(update["panels"] for update in gm.take())


def test_all_see_a_declared_move_on_the_map_and_nobody_one_of_who_is_hidden(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    table = Page(world, screen(world), "screen")
    gm.do("begin")
    who, other = host_of(world).battle.state.order
    players[who].do("move", who, to=AWAY[who])
    for page in (gm, players[who], players[other], table):
        drawn = "".join(update["panels"] for update in page.take())
        assert f'data-way-of="{who}"' in drawn
        assert "at the end of phase 1 (PH-57)" in drawn
    gm.do("edit", target=who, hidden=True)
    assert f'data-way-of="{who}"' in gm.load()
    for page in (players[other], table):
        page.text = ""
        assert "data-way-of" not in page.load()


def test_the_timeline_tells_nothing_of_who_is_hidden(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("edit", target="leroy", hidden=True)
    gm.do("begin")
    while (active := host_of(world).battle.state.active) is not None:
        if active == "leroy":
            gm.do("target-and-fire", "leroy", **{"with": "light-pistol", "target": "earl"})
        else:
            gm.do("end-turn", active)
    players["earl"].text = ""
    shown = panel(players["earl"].load(), "timeline")
    assert "leroy" not in shown.lower()
    assert "somebody" not in shown
    assert "round actions" not in shown
    assert "leroy" not in panel(players["earl"].text or players["earl"].load(), "heard").lower()
    assert "Leroy" in panel(gm.load(), "timeline")


def test_free_play_has_an_empty_timeline(opened: Opened) -> None:
    world = opened()
    assert 'class="panel timeline empty"' in world.gm().get(world.at("gm")).text


def test_what_changes_on_the_timeline_is_pushed_and_nothing_when_nothing_does(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    who = host_of(world).battle.state.order[0]
    players["earl"].take()
    gm.do("speak", who, note="Hello")
    assert not any('id="timeline"' in update["panels"] for update in players["earl"].take())
    gm.do("evade", who)
    assert any('id="timeline"' in update["panels"] for update in players["earl"].take())


def test_in_the_fog_a_way_is_drawn_over_known_ground_alone(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("set-fog", on=True)
    gm.do("gm-set", target="earl", state={"at": [1, 7]})
    gm.do("begin")
    assert host_of(world).battle.state.active == "leroy"  # these dice are always the same
    gm.do("move", "leroy", to=[13, 6])
    assert 'data-way-of="leroy"' in gm.load()
    shown = players["earl"].load()
    assert 'id="token-leroy"' in shown
    assert 'data-way-of="leroy"' not in shown
