"""Frames: what a page of a table needs beside the battle, for each role."""

from dataclasses import asdict, replace
from functools import lru_cache

from webapp.door import Knock
from webapp.host import Host
from webapp.links import links_to, named_origin, public_origin
from webapp.presenter import Frame, PersonRow
from webapp.store import Store
from webapp.tiles import needs_tiles
from webapp.viewer import SCREEN, Viewer


def shared_frame(host: Host, viewer: Viewer, here: frozenset[str]) -> Frame:
    """Give what viewers of one knowledge share; addresses to hand out and people for the GM alone."""
    table = host.table
    picture = host.scene.picture_id
    frame = Frame(
        table_id=table.id,
        table_name=table.name,
        role=viewer.role,
        picture_url=f"/tables/{table.id}/picture/{picture}" if picture else None,
        picture_pixels=_pixels_in_tiles(host.store, picture) if picture else None,
        among_miniatures=viewer.role == SCREEN and not table.settings.draws_all,
    )
    if not viewer.is_gm:
        return frame
    origin, links = public_origin(), links_to(table)
    return replace(
        frame,
        join_url=origin + links.join,
        screen_url=origin + links.screen,
        code=table.join_code,
        settings=asdict(table.settings),
        people=_people(host, here),
        wishes=tuple(host.wishes.items()),
        watch_url=origin + links.watch,
        named_url=named_origin() + links.join if named_origin() else "",
        knocks=tuple(_knock(host, knock) for knock in host.door.waiting),
        refused=host.refused.lines,
    )


@lru_cache(maxsize=64)
def _pixels_in_tiles(store: Store, picture_id: str) -> tuple[int, int] | None:
    """Give a picture's size where it is sent in tiles; its id is made of its bytes, so that it stays."""
    found = store.picture(picture_id)
    return (found.width, found.height) if found and needs_tiles(found.width, found.height) else None


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
        )
        for person in host.people
    )
