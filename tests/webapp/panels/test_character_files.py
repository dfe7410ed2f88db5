"""Which files of other programs the GM's page offers to read."""

from rules.engine.registry import known_systems
from tests.webapp.world import World


def test_files_of_other_programs_are_offered_only_where_the_system_reads_them(world: World) -> None:
    gm = world.gm()
    files = {system.id: system.character_files for system in known_systems()}
    assert any(files.values())
    assert not all(files.values())
    for id_, own in files.items():
        home = gm.post("/tables", name="Thursdays", system=id_).location
        page = gm.get(home).get_data(as_text=True)
        hint = page.split('id="actor-form"')[1].split("</form>")[0]
        assert "A sheet that was exported here" in hint
        assert (".gcs" in hint) == (id_ == "gurps"), "a chooser of files shows those alone that are read"
        assert {other for other in files.values() if other and other in hint} == ({own} if own else set())
