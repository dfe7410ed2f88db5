"""A rehearsal is kept with its scene: after a restart, and on any process, it is there as it was found."""

from datetime import UTC, datetime, timedelta

from rules.rehearsal.rehearsal import FightsWanted, fights
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.rehearsal.changes import Key
from webapp.rehearsal.fair_fight import FairSearch
from webapp.rehearsal.kept import begun_from, changed_run, read_again, written_down
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.rehearsal.rehearsals import _REHEARSALS, rehearsals
from webapp.rehearsal.runs import Run
from webapp.table.host import Host

FEW = 3
FEWER: Key = ("fewer", "raider-1")


def play(run: Run, most: int = FEW) -> None:
    run.in_order = [outcome for _, outcome in fights(run.state, FightsWanted(seed="x", most=most))]


def found(host: Host) -> Rehearsal:
    """Give a small rehearsal with a row and a wish, played here."""
    rehearsal = begun_from(host)
    assert rehearsal is not None
    row = changed_run(rehearsal.state, rehearsal.heroes, FEWER)
    rehearsal.rows = {row.key: row}
    play(rehearsal.plain)
    play(row)
    rehearsal.fair = FairSearch.over("four-of-five", rehearsal.plain, rehearsal.heroes, [row])
    return rehearsal


def in_short(rehearsal: Rehearsal | None) -> object:
    """Say what was found, rounded as it is kept."""
    assert rehearsal is not None
    runs = [rehearsal.plain, *rehearsal.rows.values()]
    fates = [
        (
            run.key,
            run.words,
            o.won,
            o.rounds,
            who,
            f.is_down,
            f.is_dead,
            f.gauges,
            f.shots,
            round(f.harm_done, 3),
        )
        for run in runs
        for o in run.in_order
        for who, f in o.fates.items()
    ]
    assert rehearsal.fair is not None
    return fates, rehearsal.heroes, rehearsal.entries, [run.key for run in rehearsal.fair.nearest]


def test_what_is_written_down_is_read_again(world: World) -> None:
    host = host_of(world)
    rehearsal = found(host)
    kept = written_down(rehearsal)
    again = read_again(host, kept)
    assert in_short(again) == in_short(rehearsal)
    assert again is not None
    assert again.state == rehearsal.state
    assert len(kept) < 10_000


def test_it_is_of_the_moment_that_it_began_with_though_the_fight_goes_on(world: World) -> None:
    host = host_of(world)
    rehearsal = found(host)
    kept = written_down(rehearsal)
    host.handle({"do": "gm-set", "target": "kit", "state": {"at": [6, 8]}}, by=gm_of(world))
    again = read_again(host, kept)
    assert in_short(again) == in_short(rehearsal)
    assert again is not None
    assert again.state.combatants["kit"].at == rehearsal.state.combatants["kit"].at
    assert again.state.combatants["kit"].at != host.battle.state.combatants["kit"].at


def test_what_another_version_kept_or_a_longer_log_is_of_no_use(world: World) -> None:
    host = host_of(world)
    assert read_again(host, b"") is None
    rehearsal = found(host)
    rehearsal.entries += 1
    assert read_again(host, written_down(rehearsal)) is None


def test_another_process_shows_what_was_kept_and_asks_for_an_end(world: World) -> None:
    host, gm, path = host_of(world), world.gm(), world.at("gm/rehearsal")
    shelf = world.store.rehearsals
    shelf.begin(host.scene.id, "theirs", written_down(found(host)))
    page = gm.get(path).get_data(as_text=True)
    assert "3 fights," in page
    assert "Without Raider 1" in page
    assert "hx-trigger" in page, "it is played elsewhere, and may bring more"
    assert gm.htmx(f"{path}/compare", scene=host.scene.id, change='["fewer", "raider-2"]').status_code == 422
    gm.htmx(f"{path}/cancel", scene=host.scene.id)
    assert "hx-trigger" not in gm.get(path).get_data(as_text=True)
    assert shelf.keep(host.scene.id, "theirs", b"", is_running=True) is None, "they hear that it is to end"
    world.app.extensions.pop(_REHEARSALS)
    assert "3 fights," in gm.get(path).get_data(as_text=True), "after a restart it is there"


def test_who_has_kept_nothing_for_long_plays_no_more(world: World) -> None:
    host, gm, path = host_of(world), world.gm(), world.at("gm/rehearsal")
    world.store.rehearsals.begin(host.scene.id, "theirs", written_down(found(host)))
    assert "hx-trigger" in gm.get(path).get_data(as_text=True)
    with world.app.app_context():
        held = rehearsals().held.get(host.scene.id)
        mark = held.mark
        assert rehearsals().held.is_elsewhere(held)
        held.mark = type(mark)(mark.token, mark.is_running, datetime.now(UTC) - timedelta(hours=1))
        assert not rehearsals().held.is_elsewhere(held)


def test_it_goes_with_its_table(world: World) -> None:
    store = world.store
    store.rehearsals.begin(world.battle_id, "mine", b"found")
    id_ = world.battle_id
    store.gms.delete_table(world.table.id)
    assert store.rehearsals.mark(id_) is None
