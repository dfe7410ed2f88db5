"""A ready-made fight as its page shows it: the picture, who stands where, and who won its rehearsal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.names import side_words
from rules.engine.text import Words
from rules.map.grid import Footprint, footprint_centre
from rules.rehearsal.intervals import Share
from webapp.demo.fights import Fight
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.rehearsal.page import ChanceView, see_chances


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Somebody in the fight; x and y are the centre of where they begin, in map units."""

    name: str
    kind: Words
    """What the stock calls them."""
    blurb: Words
    portrait: str
    hidden: bool
    x: float
    y: float
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One of the sides; its number is that of its colour and ring."""

    name: Words
    number: int
    people: tuple[PersonView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FightPage:
    """What the page of a ready-made fight shows."""

    id: str
    name: str
    system: str
    blurb: str
    story: tuple[str, ...]
    width: float
    """In map units, and so the height."""
    height: float
    sides: tuple[SideView, ...]
    fights: int
    """How many were rehearsed."""
    chances: tuple[ChanceView, ...]


def fight_page(fight: Fight) -> FightPage:
    """Lay the page of a fight out."""
    layout = lay_out(fight.map)
    numbers = {side: n for n, side in enumerate(dict.fromkeys(one["side"] for one in fight.cast))}
    rehearsed = fight.rehearsed
    won = {side: Share(rehearsed.won.get(side, 0), rehearsed.fights) for side in numbers}
    nobody = Share(rehearsed.fights - sum(rehearsed.won.values()), rehearsed.fights)
    people = [(one["side"], _person(fight, one)) for one in fight.cast]
    return FightPage(
        id=fight.id,
        name=fight.name,
        system=fight.system,
        blurb=fight.blurb,
        story=fight.story,
        width=layout.width,
        height=layout.height,
        sides=tuple(
            SideView(
                name=side_words(side),
                number=number,
                people=tuple(person for its_side, person in people if its_side == side),
            )
            for side, number in numbers.items()
        ),
        fights=rehearsed.fights,
        chances=see_chances(won, nobody, numbers),
    )


def _person(fight: Fight, one: Mapping[str, Any]) -> PersonView:
    item = fight.stock_item(one)
    column, row = one["at"]
    x, y = footprint_centre(fight.map.grid, Footprint((column, row), item.size))
    return PersonView(
        name=one["name"],
        kind=item.name,
        blurb=item.blurb,
        portrait=one.get("portrait", item.portrait),
        hidden=one.get("hidden", False),
        x=x * UNIT,
        y=y * UNIT,
        size=item.size,
    )
