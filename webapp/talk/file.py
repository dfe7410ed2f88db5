"""Talk in a table file: one JSON object, with scenes named by their place in the file."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from rules.engine.text import text
from webapp.importers import ImportProblem
from webapp.table.names import new_id
from webapp.talk.rows import ALL, GM, SCREEN, KeptRoll, Paper, Said, TalkRows

NAME = "talk.json"
MOST_BYTES = 60_000_000
_ROLES = (GM, SCREEN, ALL)
_Who = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,32}$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Words(_Part):
    text: str = Field(max_length=2000)


class _PaperShown(_Part):
    paper: str = Field(max_length=32)
    title: str = Field(max_length=200)


class _Roll(_Part):
    notation: str = Field(max_length=200)
    label: str = Field(max_length=200)
    total: int
    dice: list[tuple[int, list[int], bool]] = Field(max_length=200)
    parts: list[tuple[str, int, bool]] = Field(max_length=400)
    blind: bool = False


_DATA: Mapping[str, type[_Part]] = {"words": _Words, "roll": _Roll, "paper": _PaperShown}


class _Said(_Part):
    command_id: str = Field(max_length=64)
    by: _Who
    name: str = Field(max_length=200)
    kind: Literal["words", "roll", "paper"]
    data: dict[str, Any]
    audience: list[_Who] | None
    scene: int | None = Field(ge=0)
    entry: int = Field(ge=0)
    at: AwareDatetime


class _Paper(_Part):
    id: _Who
    owner: _Who
    title: str = Field(min_length=1, max_length=200)
    words: str = Field(max_length=50_000)
    picture: str | None = Field(pattern=r"^[0-9a-f]{32}$")
    shown: list[_Who]
    created: AwareDatetime


class _KeptRoll(_Part):
    owner: _Who
    name: str = Field(min_length=1, max_length=64)
    dice: str = Field(max_length=200)


class _Talk(_Part):
    said: list[_Said] = []
    papers: list[_Paper] = []
    kept_rolls: list[_KeptRoll] = []
    real_dice: list[_Who] = []


def pictures_of(rows: TalkRows) -> set[str]:
    """Name the pictures that papers have."""
    return {paper.picture_id for paper in rows.papers if paper.picture_id}


def write_talk(rows: TalkRows, scenes: Sequence[str], pictures: Collection[str]) -> bytes:
    """Write a table's talk down.

    Args:
        scenes: the ids of the table's scenes, in the order of the file.
        pictures: the ids of those that the file holds.
    """
    place = {id_: n for n, id_ in enumerate(scenes)}
    said = [
        {
            "command_id": one.command_id,
            "by": one.by,
            "name": one.name,
            "kind": one.kind,
            "data": {key: value for key, value in one.data.items() if key != "serial"},  # of seeds that stay
            "audience": None if one.audience is None else list(one.audience),
            "scene": place.get(one.battle_id or ""),
            "entry": one.entry,
            "at": one.at.isoformat(),
        }
        for one in rows.said
    ]
    papers = [
        {
            "id": one.id,
            "owner": one.owner,
            "title": one.title,
            "words": one.words,
            "picture": one.picture_id if one.picture_id in pictures else None,
            "shown": list(one.shown),
            "created": one.created.isoformat(),
        }
        for one in rows.papers
    ]
    rolls = [{"owner": one.owner, "name": one.name, "dice": one.dice} for one in rows.kept_rolls]
    whole = {"said": said, "papers": papers, "kept_rolls": rolls, "real_dice": list(rows.real_dice)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def read_talk(data: bytes, scenes: int) -> TalkRows:
    """Read a table's talk and check all of it; scenes are named by their place, as texts.

    Raises:
        ImportProblem: naming the place that cannot be read.
    """
    try:
        talk = _Talk.model_validate_json(data)
        said = tuple(
            Said(
                seq=n,
                **{**one.model_dump(exclude={"scene"}), "data": _checked(one)},
                battle_id=str(one.scene) if one.scene is not None and one.scene < scenes else None,
            )
            for n, one in enumerate(talk.said, 1)
        )
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])[:60] or text("its beginning")
        raise ImportProblem(
            text("The talk in the file cannot be read: look at {where}.", where=where)
        ) from None
    if len({paper.id for paper in talk.papers}) < len(talk.papers):
        raise ImportProblem(
            text("The talk in the file holds two papers of one id: it was not made by Battlemat.")
        )
    rolls = {(one.owner, one.name): one for one in talk.kept_rolls}
    return TalkRows(
        said=tuple(replace(one, audience=None if one.audience is None else (*one.audience,)) for one in said),
        papers=tuple(
            Paper(
                id=one.id,
                owner=one.owner,
                title=one.title,
                words=one.words,
                picture_id=one.picture,
                shown=tuple(one.shown),
                created=one.created,
            )
            for one in talk.papers
        ),
        kept_rolls=tuple(KeptRoll(owner=one.owner, name=one.name, dice=one.dice) for one in rolls.values()),
        real_dice=tuple(dict.fromkeys(talk.real_dice)),
    )


def _checked(said: _Said) -> dict[str, Any]:
    return _DATA[said.kind].model_validate(said.data).model_dump()


def moved(
    rows: TalkRows, people: Mapping[str, str], scenes: Sequence[str], pictures: Mapping[str, str]
) -> TalkRows:
    """Give talk out of a file new ids throughout: of people, of scenes, of papers and of pictures."""
    papers = {paper.id: new_id() for paper in rows.papers}

    def who(old: str) -> str:
        return people.get(old, old if old in _ROLES else new_id())

    def those(old: Sequence[str]) -> tuple[str, ...]:
        return tuple(people.get(one, one) for one in old if one in people or one in _ROLES)

    def data(said: Said) -> Mapping[str, Any]:
        paper = said.data.get("paper")
        return {**said.data, "paper": papers.get(paper, paper)} if paper else said.data

    return TalkRows(
        said=tuple(
            replace(
                one,
                by=who(one.by),
                data=data(one),
                audience=None if one.audience is None else those(one.audience),
                battle_id=None if one.battle_id is None else scenes[int(one.battle_id)],
            )
            for one in rows.said
        ),
        papers=tuple(
            replace(
                one,
                id=papers[one.id],
                owner=who(one.owner),
                picture_id=pictures.get(one.picture_id or ""),
                shown=those(one.shown),
            )
            for one in rows.papers
        ),
        kept_rolls=tuple(replace(one, owner=people.get(one.owner, one.owner)) for one in rows.kept_rolls),
        real_dice=tuple(people[one] for one in rows.real_dice if one in people),
    )
