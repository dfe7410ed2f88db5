"""Frames: what a page of a table needs beside the battle, for each role."""

from dataclasses import asdict, replace

from rules.engine.state import BattleState
from rules.map.grid import has_cells
from webapp.drawing.tokens import side_numbers
from webapp.panels.page_frame import FogFrame, Frame, GroupRow, PersonRow, SceneRow
from webapp.pictures.cut_pictures import words_for
from webapp.pictures.picture_placement import picture_lies, picture_size
from webapp.pictures.tiles import needs_tiles
from webapp.store.store import Store
from webapp.table.grants import EYES, PARTY, Visitor
from webapp.table.host import Host, picture_under
from webapp.table.links import links_to, named_origin, public_origin
from webapp.table.lobby import Knock
from webapp.visibility.viewer import SCREEN, MapKnowledge, Viewer
from webapp.visibility.viewer import map_knowledge as knowledge_of


def shared_frame(host: Host, viewer: Viewer, here: frozenset[str], then: BattleState | None = None) -> Frame:
    """Give what viewers of one knowledge share; addresses to hand out and people for the GM alone.

    Args:
        then: the battle at the moment that is shown, if it is not the present one.
    """
    table = host.table
    picture = picture_under((then or host.battle.state).map, host.scene)
    frame = Frame(
        table_id=host.address,
        table_name=table.name,
        role=viewer.role,
        picture_url=f"/tables/{host.address}/picture/{picture}" if picture else None,
        picture_pixels=_pixels_in_tiles(host.store, picture) if picture else None,
        own_sheets=table.settings.own_sheets,
        prepared=host.is_prepared,
        home=f"/tables/{table.id}",
        faces_url=f"/tables/{host.address}/token/{EYES + viewer.through if viewer.through else viewer.role}/",
        among_miniatures=viewer.role == SCREEN and not (viewer.through or table.settings.draws_all),
        answer_by=host.answer_by,
        house_usual=host.battle.state.house.is_usual,
    )
    if viewer.through:
        frame = replace(frame, eyes=EYES + viewer.through)
    if not viewer.is_gm:
        map_knowledge = host.stream(viewer).map_knowledge
        return (
            frame
            if map_knowledge is None or picture is None
            else _with_cut_picture(frame, host, picture, map_knowledge)
        )
    origin, links = public_origin(), links_to(table)
    return replace(
        frame,
        join_url=origin + links.join,
        screen_url=origin + links.screen,
        code=table.join_code,
        settings=asdict(table.settings),
        people=_people(host, here),
        groups=tuple(
            GroupRow(group.id, group.name, tuple(str(m["name"]) for m in group.members))
            for group in host.groups
            if group.system == host.scene.system
        ),
        scenes=tuple(
            SceneRow(row.id, row.name, row.system, row.id == host.scene.id, row.id == table.battle_id)
            for row in host.scenes
        ),
        wishes=tuple(host.wishes.items()),
        watch_url=origin + links.watch,
        named_url=named_origin() + links.join if named_origin() else "",
        knocks=tuple(_knock(host, knock) for knock in host.door.waiting),
        refused=host.refused.lines,
        fog=_fog(host),
        seen_by_players=knowledge_of(host.battle.state, host.viewer(Visitor("screen", table.id, None, ""))),
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
        eyes=((PARTY, "The party, and the projector"), *((p.id, p.name) for p in host.people)),
    )


def _pixels_in_tiles(store: Store, picture_id: str) -> tuple[int, int] | None:
    """Give a picture's size where it is sent in tiles."""
    size = picture_size(store, picture_id)
    return size if size and needs_tiles(*size) else None


def _knock(host: Host, knock: Knock) -> tuple[str, str, str]:
    wanted = host.battle.state.combatants.get(knock.character)
    return (knock.id, knock.name, wanted.name if wanted is not None else "")


def _people(host: Host, here: frozenset[str]) -> tuple[PersonRow, ...]:
    state = host.battle.state
    return tuple(
        PersonRow(
            id=person.id,
            name=person.name,
            characters=tuple(
                (who, state.combatants[who].name)
                for who, player in host.seats.items()
                if player == person.id and who in state.combatants
            ),
            here=person.id in here,
            real_dice=person.id in host.real_dice,
        )
        for person in host.people
    )
