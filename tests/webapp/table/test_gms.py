"""GMs whom the host invites: what is theirs, what is nobody else's, and how it ends."""

import io
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from werkzeug.routing import Rule

from tests.webapp.pages import Page, host_of
from tests.webapp.table.invited import (
    come_by,
    everything,
    gm_called,
    host_of_all,
    invite,
    invited,
    lay_map,
    link_in,
    makes_table,
    picture,
    sends_file,
)
from tests.webapp.world import Browser, World
from webapp.archive.backups import back_up
from webapp.archive.table_file_reader import read_table
from webapp.context import HOSTS, SETTINGS
from webapp.store.rows import TableRow
from webapp.store.store import StoreTrouble
from webapp.table.names import new_id


class Elsewhere(World):
    """Another table of a world's."""

    def __init__(self, world: World, table: TableRow) -> None:
        super().__init__(world.app)
        self._id = table.id

    @property
    def table(self) -> TableRow:
        table = self.store.table(self._id)
        assert table is not None
        return table


# ----------------------------------------------------------------------------------- who comes where
def test_nothing_changes_on_a_laptop_where_nobody_is_invited(world: World) -> None:
    page = world.gm().get("/").text
    assert world.links.gm in page
    assert not re.search(r"/host|/mine|invit|<progress", page)
    assert world.stranger().get("/").text.count("<form") < page.count("<form")


def test_the_hosts_link_opens_the_page_of_all_tables(world: World) -> None:
    ada = invited(world, "Ada")
    makes_table(world, ada, "The Mill")
    page = host_of_all(world).get("/host")
    assert page.headers["Cache-Control"] == "no-store"
    for shown in (world.table.name, world.links.gm, "Ada", "The Mill", "asleep", world.store.kind):
        assert shown in page.text
    assert "awake" not in page.text
    host_of(world)
    assert "awake" in host_of_all(world).get("/host").text


def test_a_link_that_is_not_quite_the_hosts_leads_nowhere(world: World) -> None:
    browser = world.stranger()
    assert browser.get(world.links.host[:-1]).status_code == 404
    assert browser.get("/host").status_code == 403
    assert browser.get("/host/ü").status_code == 404


HOSTS_OWN = (
    *("/host/gms", "/host/gms/{gm}/link", "/host/gms/{gm}/away", "/host/settings"),
    *("/host/tables/{table}/give", "/host/tables/{table}/delete"),
)
OTHERS: dict[str, Callable[[World], Browser]] = {
    "stranger": World.stranger,
    "player": lambda world: world.player("Ann", "kit"),
    "GM of the laptop": World.gm,
    "invited GM": lambda world: invited(world, "Ben"),
    "GM who was sent away": lambda world: sent_away(world, "Cy"),
}


def sent_away(world: World, name: str) -> Browser:
    browser = invited(world, name)
    assert host_of_all(world).post(f"/host/gms/{gm_called(world, name).id}/away").status_code == 303
    return browser


@pytest.mark.parametrize("who", OTHERS)
def test_the_host_alone_does_what_is_the_hosts(world: World, who: str) -> None:
    ada = invited(world, "Ada")
    table, gm = makes_table(world, ada, "The Mill"), gm_called(world, "Ada")
    browser = OTHERS[who](world)
    before = (world.store.gms.all(), world.store.all_tables(), world.store.gms.settings())
    assert browser.get("/host").status_code == 403
    for path in HOSTS_OWN:
        at = path.format(gm=gm.id, table=table.id)
        assert browser.post(at, id=new_id(), name="Dee", gm="", table_megabytes="1").status_code == 403, at
        if path.endswith(("away", "delete")):
            assert browser.get(at).status_code == 403
    assert (world.store.gms.all(), world.store.all_tables(), world.store.gms.settings()) == before


def with_table(world: World) -> list[Rule]:
    """List the routes that name a table."""
    return [rule for rule in world.app.url_map.iter_rules() if "table_id" in rule.arguments]


def addresses(rule: Rule, table_id: str) -> list[str]:
    """Write the addresses of a route for a table, for every role that it names."""
    values: dict[str, object] = {
        name: 0 if name in ("level", "column", "row", "number", "n") else "x" for name in rule.arguments
    }
    roles = ("gm", "play", "screen", "watch") if "role" in rule.arguments else ("",)
    found = []
    for role in roles:
        with suppress(ValueError):  # not every route has every role
            built = rule.build({**values, "table_id": table_id, "role": role}, append_unknown=False)
            found += [built[1]] if built is not None else []
    return found


@pytest.mark.parametrize("who", ["GM of the laptop", "invited GM", "GM who was sent away", "player"])
def test_anothers_table_is_no_more_to_them_than_one_that_never_was(world: World, who: str) -> None:
    table = makes_table(world, invited(world, "Ada"), "The Mill")
    host_of(Elsewhere(world, table))  # at play, so that there is most to notice
    browser, never, tried = OTHERS[who](world), new_id(), 0
    for rule in with_table(world):
        for method in sorted({"GET", "POST"} & (rule.methods or set())):
            for there, nowhere in zip(addresses(rule, table.id), addresses(rule, never), strict=True):
                send = browser.get if method == "GET" else browser.post
                met, missed = everything(send(there)), everything(send(nowhere))
                refused = (422,) if rule.endpoint == "play.commands" else (403, 404)  # a form is no command
                assert met[0] in refused, there
                assert str(met).replace(table.id, never) == str(missed), there
                tried += 1
    assert tried > 100
    for role in ("gm", "play", "screen", "watch"):
        world_there = Elsewhere(world, table)
        assert not Page(world_there, browser, role).is_open


def test_a_gm_sees_the_own_tables_alone(world: World) -> None:
    ada, ben = invited(world, "Ada"), invited(world, "Ben")
    mill, yard = makes_table(world, ada, "The Mill"), makes_table(world, ben, "The Yard")
    page = ada.get("/").text
    assert "The Mill" in page
    assert "The Yard" not in page
    assert world.table.name not in page
    assert mill.gm_key not in page
    assert ada.get(f"/tables/{mill.id}/gm").status_code == 200
    assert ada.get(f"/tables/{yard.id}/gm").status_code == 403
    assert ada.get(f"/tables/{world.table.id}/gm").status_code == 403
    assert "The Mill" not in world.gm().get("/").text


def test_a_gms_table_opens_by_no_gms_link(world: World) -> None:
    mill = makes_table(world, invited(world, "Ada"), "The Mill")
    assert world.stranger().get(f"/gm/{mill.gm_key}").status_code == 404


def test_the_link_of_an_invitation_is_kept_nowhere(world: World) -> None:
    link = invite(world, "Ada")
    key = link.rpartition("/")[2]
    assert key not in host_of_all(world).get("/host").text
    assert key.encode() not in b"".join(
        path.read_bytes() for path in world.store.pictures.parent.glob("battlemat.db*") if path.is_file()
    )


def test_the_same_invitation_sent_twice_invites_one(world: World) -> None:
    host, form = host_of_all(world), {"id": new_id(), "name": "Ada"}
    link_in(host.post("/host/gms", **form))
    again = host.post("/host/gms", **form)
    assert (again.status_code, again.location) == (303, "/host")
    assert "invited already" in host.get("/host").text
    assert [gm.name for gm in world.store.gms.all()] == ["Ada"]


def test_who_is_a_gm_here_already_is_asked_before_going_on_as_another(world: World) -> None:
    link = invite(world, "Ada")
    for browser in (world.gm(), host_of_all(world), invited(world, "Ben")):
        asked = browser.get(link)
        assert asked.status_code == 200
        assert "Go on as Ada on this device?" in asked.text
        assert "Tables of Ada" not in browser.get("/").text
        assert browser.post(link).location == "/"
        assert "Tables of Ada" in browser.get("/").text
        assert browser.get(link).location == "/", "nobody is asked twice"
        assert browser.post("/mine/sign-out").location == "/"
        assert "Tables of Ada" not in browser.get("/").text
    assert come_by(world, link).get("/mine/leave").status_code == 200, "the link itself goes on"


@pytest.mark.parametrize("kept_in", ["sqlite"], indirect=True)  # whose file is all that is backed up
def test_the_sizes_of_the_servers_backups_are_the_hosts_affair(world: World) -> None:
    assert back_up(world.app.extensions[SETTINGS]) is not None
    ada = invited(world, "Ada")
    sized = re.compile(r'id="backup-list">.*?<b>[^<]*</b>\s*<span class="hint">[\d.]+ MB', re.S)
    mill = makes_table(world, ada, "The Mill")
    assert sized.search(world.gm().get(world.at("gm")).text)
    theirs = ada.get(f"/tables/{mill.id}/gm").text
    assert 'id="backup-list"' in theirs
    assert not sized.search(theirs)


def test_a_new_link_ends_the_old_one_and_what_came_by_it(world: World) -> None:
    old = invite(world, "Ada")
    ada = come_by(world, old)
    mill = makes_table(world, ada, "The Mill")
    page = Page(Elsewhere(world, mill), ada, "gm")
    fresh = link_in(host_of_all(world).post(f"/host/gms/{gm_called(world, 'Ada').id}/link"))
    assert not page.is_open
    assert ada.get(f"/tables/{mill.id}/gm").status_code == 403
    assert world.stranger().get(old).status_code == 404
    assert come_by(world, fresh).get(f"/tables/{mill.id}/gm").status_code == 200


# --------------------------------------------------------------------------------------- sent away
def test_who_is_sent_away_loses_everything_at_once_and_the_tables_stay(world: World) -> None:
    link = invite(world, "Ada")
    ada = come_by(world, link)
    there = Elsewhere(world, makes_table(world, ada, "The Mill"))
    was = there.table
    ann = world.stranger()
    assert ann.post(f"/join/{was.join_code}", name="Ann").status_code == 303
    pages = [Page(there, ada, "gm"), Page(there, ada, "eyes-party"), Page(there, ann, "play")]
    screen = world.stranger()
    screen.get(f"/screen/{was.screen_key}")
    pages.append(Page(there, screen, "screen"))
    assert all(page.is_open for page in pages)
    host = host_of_all(world)
    question = host.get(f"/host/gms/{gm_called(world, 'Ada').id}/away").text
    assert "Send Ada away?" in question
    assert "The Mill" in question
    host.post(f"/host/gms/{gm_called(world, 'Ada').id}/away")
    assert [page.is_open for page in pages] == [False] * 4
    assert "This table is closed" in ann.get(there.at("play")).text
    assert "This table is closed" not in world.stranger().get(there.at("play")).text
    for browser, role in ((ada, "gm"), (ann, "play"), (screen, "screen")):
        assert browser.get(there.at(role)).status_code == 403
    for old in (link, f"/join/{was.join_code}", f"/screen/{was.screen_key}", f"/gm/{was.gm_key}"):
        assert world.stranger().get(old).status_code == 404
    assert world.stranger().get(f"/join/{there.table.join_code}").status_code == 404
    for path in ("/mine/tables.zip", "/mine/leave", f"/mine/tables/{was.id}/delete"):
        assert ada.get(path).status_code == 403
    assert ada.post("/tables", name="Another").status_code == 403
    told = ada.get("/").text
    assert "does not hold any more" in told
    assert "The Mill" not in told
    assert "does not hold any more" not in ada.get("/").text, "it is said once"
    assert there.table.is_closed
    assert world.store.last_seq(there.battle_id) > 0


def test_a_message_over_a_page_that_another_process_left_open_is_refused(world: World) -> None:
    ada = invited(world, "Ada")
    there = Elsewhere(world, makes_table(world, ada, "The Mill"))
    page = Page(there, ada, "gm")
    world.store.gms.send_away(gm_called(world, "Ada").id)  # as another process does: nobody tells this one
    assert page.refused("command", {"do": "begin"})["code"] == "not-allowed"


def test_a_table_that_is_given_away_is_the_other_gms_alone(world: World) -> None:
    ada, ben = invited(world, "Ada"), invited(world, "Ben")
    there = Elsewhere(world, makes_table(world, ada, "The Mill"))
    ann = world.stranger()
    ann.post(f"/join/{there.table.join_code}", name="Ann")
    page, players = Page(there, ada, "gm"), Page(there, ann, "play")
    host = host_of_all(world)
    host.post(f"/host/tables/{there.table.id}/give", gm=gm_called(world, "Ben").id)
    assert (page.is_open, players.is_open) == (False, True)
    assert ada.get(there.at("gm")).status_code == 403
    assert ben.get(there.at("gm")).status_code == 200
    host.post(f"/host/tables/{there.table.id}/give", gm="")
    assert ben.get(there.at("gm")).status_code == 403
    assert world.stranger().get(f"/gm/{there.table.gm_key}").location == there.at("gm")


def test_a_table_of_who_was_sent_away_opens_again_for_its_people_under_another_gm(world: World) -> None:
    ada, ben = invited(world, "Ada"), invited(world, "Ben")
    there = Elsewhere(world, makes_table(world, ada, "The Mill"))
    ann = world.stranger()
    ann.post(f"/join/{there.table.join_code}", name="Ann")
    host = host_of_all(world)
    host.post(f"/host/gms/{gm_called(world, 'Ada').id}/away")
    refused = host.post(f"/host/tables/{there.table.id}/give", gm=gm_called(world, "Ada").id)
    assert refused.location == "/host"
    assert there.table.is_closed
    host.post(f"/host/tables/{there.table.id}/give", gm=gm_called(world, "Ben").id)
    assert ann.get(there.at("play")).status_code == 200
    assert ben.get(there.at("gm")).status_code == 200
    assert [gm.name for gm in world.store.gms.all()] == ["Ben"], "who has nothing left is forgotten"
    assert ada.get(there.at("gm")).status_code == 403


def test_the_laptops_gm_loses_a_table_that_is_given_away_and_no_other(world: World) -> None:
    gm = world.gm()
    invited(world, "Ada")
    page = Page(world, gm, "gm")
    second = world.store.table(gm.post("/tables", name="Second").location.split("/")[2])
    assert second is not None
    host_of_all(world).post(f"/host/tables/{world.table.id}/give", gm=gm_called(world, "Ada").id)
    assert not page.is_open
    assert gm.get(f"/tables/{second.id}/gm").status_code == 200
    assert gm.post("/tables", name="Third").status_code == 303


# ------------------------------------------------------------------------------------- files, leaving
def test_a_gm_takes_all_tables_along_as_files_that_open_again(world: World) -> None:
    ada = invited(world, "Ada")
    mill = makes_table(world, ada, "The Mill")
    makes_table(world, ada, "The Yard")
    assert lay_map(ada, mill, picture(1)).status_code == 200
    answer = ada.get("/mine/tables.zip")
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        assert packed.testzip() is None
        assert packed.namelist() == ["01 The Mill.battlemat", "02 The Yard.battlemat"]
        files = [packed.read(name) for name in packed.namelist()]
    read = [read_table(io.BytesIO(data)) for data in files]
    assert [(file.name, len(file.pictures)) for file in read] == [("The Mill", 1), ("The Yard", 0)]
    opened = sends_file(ada, "/tables/open", files[0], "mill.battlemat")
    assert opened.status_code == 303
    again = world.store.table(opened.location.split("/")[2])
    assert again is not None
    assert again.gm_id == gm_called(world, "Ada").id
    there = Elsewhere(world, again)
    assert ada.get(there.at(f"picture/{host_of(there).picture_id}")).status_code == 200


def test_a_gm_deletes_a_table_after_a_question_that_names_it(world: World) -> None:
    ada = invited(world, "Ada")
    there = Elsewhere(world, makes_table(world, ada, "The Mill"))
    battle_id, page = there.battle_id, Page(there, ada, "gm")
    host = host_of(there)
    at = f"/mine/tables/{there.table.id}/delete"
    assert "Delete The Mill?" in ada.get(at).text
    assert page.is_open
    gone = there.table.id
    assert ada.post(at).location == "/"
    assert not page.is_open
    assert world.store.table(gone) is None
    assert world.store.events(battle_id) == []
    assert world.app.extensions[HOSTS].find(gone) is None
    assert "No table yet" in ada.get("/").text
    with pytest.raises(StoreTrouble, match="gone"):
        world.store.append(battle_id, host.last_seq + 1, "late", [("moved", {})])
    assert world.store.last_seq(world.battle_id) > 0


def test_a_gm_who_leaves_leaves_nothing(world: World) -> None:
    link = invite(world, "Ada")
    ada = come_by(world, link)
    first, second = (makes_table(world, ada, name) for name in ("The Mill", "The Yard"))
    lay_map(ada, first, picture(2))
    lies = host_of(Elsewhere(world, first)).picture_id
    assert lies in world.pictures_kept()
    question = ada.get("/mine/leave").text
    assert "The Mill" in question
    assert "The Yard" in question
    assert ada.post("/mine/leave").location == "/"
    assert world.store.gms.all() == []
    assert world.store.all_tables() == [world.table]
    assert lies not in world.pictures_kept()
    assert world.stranger().get(link).status_code == 404
    assert ada.get(f"/tables/{second.id}/gm").status_code == 403
    assert ada.post("/tables", name="Another").status_code == 403


def test_the_host_deletes_a_table_of_anybodys(world: World) -> None:
    ada = invited(world, "Ada")
    mill = makes_table(world, ada, "The Mill")
    host = host_of_all(world)
    at = f"/host/tables/{mill.id}/delete"
    assert "Delete The Mill?" in host.get(at).text
    assert host.post(at).location == "/host"
    assert world.store.table(mill.id) is None
    assert host.post(at).status_code == 404
    assert [gm.name for gm in world.store.gms.all()] == ["Ada"], "who may still make tables stays"
