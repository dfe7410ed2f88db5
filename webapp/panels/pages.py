"""Frames: what a page of a table needs beside the battle, for each role."""

from dataclasses import asdict, replace
from typing import Any

from rules.engine.state import BattleState
from rules.engine.text import text
from rules.map.grid import has_cells
from webapp.drawing.kept_parts import KeptParts
from webapp.drawing.tokens import side_numbers
from webapp.panels.page_frame import FogFrame, Frame, GroupRow, PersonRow, SceneRow
from webapp.pictures.cut_pictures import words_for
from webapp.pictures.picture_placement import picture_lies, picture_size
from webapp.pictures.tiles import needs_tiles
from webapp.store.rows import BattleRow, KeptGroup, Person, TableRow, TableSettings
from webapp.store.store import Store
from webapp.table.grants import EYES, PARTY, Visitor
from webapp.table.host import Host
from webapp.table.links import Links, links_to, named_origin, public_origin, second_path
from webapp.table.lobby import Knock
from webapp.table.open_table import picture_under
from webapp.table.rights import Rights, exceptions_of
from webapp.visibility.known_people import Looks, MapKnowledge
from webapp.visibility.viewer import EXACT, SCREEN, Viewer


def shared_frame(
    host: Host,
    viewer: Viewer,
    here: frozenset[str],
    then: BattleState | None = None,
    kept: KeptParts | None = None,
) -> Frame:
    """Give what viewers of one knowledge share; addresses to hand out and people for the GM alone.

    Args:
        here: the ids of those who have a page open.
        then: the battle at the moment that is shown, if it is not the present one.
        kept: what was made for the same page before; a frame that is equal to that one is the very same.
    """
    kept = kept or KeptParts()
    return kept.same("frame", _frame(host, viewer, here, then, kept))


def _frame(
    host: Host, viewer: Viewer, here: frozenset[str], then: BattleState | None, kept: KeptParts
) -> Frame:
    table = host.table
    picture = picture_under((then or host.battle.state).map, host.scene)
    frame = kept.part(
        "plain frame",
        _plain_frame,
        host.address,
        table,
        viewer.role,
        viewer.through,
        picture,
        _pixels_in_tiles(host.store, picture) if picture else None,
        host.is_prepared,
        host.answer_by,
        host.battle.state.house.is_usual,
        viewer.exceptions,
        next((person.name for person in host.people if person.id == table.settings.run_by), ""),
        viewer.way_back,
    )
    if not viewer.is_gm:
        map_knowledge = host.stream(viewer).map_knowledge
        return (
            frame
            if map_knowledge is None or picture is None
            else _with_cut_picture(frame, host, picture, map_knowledge)
        )
    party = host.viewer(Visitor("screen", table.id, None, ""))
    return kept.part(
        "GM's frame",
        _gm_frame,
        frame,
        kept.part("links", links_to, table),
        public_origin(),
        named_origin(),
        table,
        leads=viewer.leads,
        settings=kept.part("settings", _settings, table.settings),
        people=_people(host, here, kept),
        groups=kept.part("groups", _groups, tuple(host.groups), host.scene.system),
        scenes=kept.part(
            "scenes", _scenes, tuple(host.scenes), host.scene.id, table.battle_id, frozenset(host.what_ifs)
        ),
        wishes=tuple(host.wishes.items()),
        knocks=tuple(_knock(host, knock) for knock in host.door.waiting),
        refused=host.refused_lines(),
        fog=kept.same("fog", _fog(host)),
        seen_by_players=kept.part("players' looks", _looks, party.knowledge).look(host.battle.state, party),
    )


def _looks(knowledge: tuple[Any, ...]) -> Looks:
    """Begin to look for viewers of one knowledge, of whom each look is kept for the next."""
    return Looks()


def _plain_frame(
    address: str,
    table: TableRow,
    role: str,
    through: str,
    picture: str | None,
    pixels: tuple[int, int] | None,
    prepared: bool,
    answer_by: float | None,
    house_usual: bool,
    exceptions: tuple[tuple[str, bool | str], ...],
    run_by: str,
    way_back: str,
) -> Frame:
    """Give what every viewer's frame has."""
    return Frame(
        table_id=address,
        table_name=table.name,
        role=role,
        picture_url=f"/tables/{address}/picture/{picture}" if picture else None,
        picture_pixels=pixels,
        tells_harm=role == "gm" or table.settings.enemy_harm == EXACT,
        rights=Rights.of(table.settings, dict(exceptions)),
        prepared=prepared,
        home=f"/tables/{table.id}",
        faces_url=f"/tables/{address}/token/{EYES + through if through else role}/",
        among_miniatures=role == SCREEN and not (through or table.settings.draws_all),
        answer_by=answer_by,
        house_usual=house_usual,
        eyes=EYES + through if through else "",
        run_by=run_by,
        way_back=way_back,
    )


def _gm_frame(frame: Frame, links: Links, origin: str, named: str, table: TableRow, **of_table: Any) -> Frame:
    """Give the GM's frame: the addresses to hand out, and what of the table they alone may know."""
    return replace(
        frame,
        join_url=origin + links.join,
        screen_url=origin + links.screen,
        watch_url=origin + links.watch,
        named_url=named + links.join if named else "",
        code=table.join_code,
        second_url=origin + second_path(table) if of_table["leads"] and table.settings.second_key else "",
        **of_table,
    )


def _settings(settings: TableSettings) -> dict[str, Any]:
    """Give the settings as a page shows them, without what its own GM alone may hand out."""
    return asdict(settings) | {"second_key": ""}


def _groups(groups: tuple[KeptGroup, ...], system: str) -> tuple[GroupRow, ...]:
    return tuple(
        GroupRow(group.id, group.name, tuple(str(member["name"]) for member in group.members))
        for group in groups
        if group.system == system
    )


def _scenes(
    scenes: tuple[BattleRow, ...], here: str, live: str | None, tried: frozenset[str]
) -> tuple[SceneRow, ...]:
    return tuple(
        SceneRow(row.id, row.name, row.system, row.id == here, row.id == live, row.id in tried)
        for row in scenes
    )


def _with_cut_picture(frame: Frame, host: Host, picture: str, map_knowledge: MapKnowledge) -> Frame:
    """Let the picture come in tiles that are cut to what the viewer has explored."""
    lying = picture_lies(host)
    if lying is None or picture != host.picture_id:  # what is known of another one is not kept
        return replace(frame, picture_url=None, picture_pixels=None)
    return replace(
        frame,
        picture_url=f"/tables/{frame.table_id}/seen/{frame.eyes or frame.role}/{picture}",
        picture_pixels=(lying.width, lying.height),
        picture_keys=words_for(lying, map_knowledge.explored),
    )


def _fog(host: Host) -> FogFrame:
    state = host.battle.state
    return FogFrame(
        possible=state.map is not None and has_cells(state.map.grid),
        on=state.fog.on,
        each=state.fog.each,
        lasting=state.fog.lasting,
        sides=tuple((side, state.fog.keeps(side)) for side in side_numbers(state)),
        eyes=((PARTY, text("The party, and the projector")), *((p.id, p.name) for p in host.people)),
    )


def _pixels_in_tiles(store: Store, picture_id: str) -> tuple[int, int] | None:
    """Give a picture's size where it is sent in tiles."""
    size = picture_size(store, picture_id)
    return size if size and needs_tiles(*size) else None


def _knock(host: Host, knock: Knock) -> tuple[str, str, str]:
    wanted = host.battle.state.combatants.get(knock.character)
    return (knock.id, knock.name, wanted.name if wanted is not None else "")


def _people(host: Host, here: frozenset[str], kept: KeptParts) -> tuple[PersonRow, ...]:
    names = tuple((who, c.name) for who, c in host.battle.state.combatants.items())
    seats, real_dice = tuple(host.seats.items()), frozenset(host.real_dice)
    of_table = (seats, names, here, real_dice, host.settings)
    return kept.part("people", _rows_of_people, tuple(host.people), *of_table)


def _rows_of_people(
    people: tuple[Person, ...],
    seats: tuple[tuple[str, str], ...],
    names: tuple[tuple[str, str], ...],
    here: frozenset[str],
    real_dice: frozenset[str],
    settings: TableSettings,
) -> tuple[PersonRow, ...]:
    name_of = dict(names)
    return tuple(
        PersonRow(
            id=person.id,
            name=person.name,
            characters=tuple(
                (who, name_of[who]) for who, player in seats if player == person.id and who in name_of
            ),
            here=person.id in here,
            real_dice=person.id in real_dice,
            exceptions=exceptions_of(settings, person.id),
            is_gm=person.id in settings.second_gms,
            runs=person.id == settings.run_by,
        )
        for person in people
    )
