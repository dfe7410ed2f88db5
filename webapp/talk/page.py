"""What a page shows of talk beside the log: whom one can whisper to, papers, rolls that are kept."""

from dataclasses import dataclass

from rules.engine.text import Words, joined, text
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.talk.conversation import SaidLine, own_dice, reader
from webapp.talk.push import PAGE_LINES
from webapp.talk.rows import ALL, GM, SCREEN, KeptRoll, Paper

DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100")
"""What a die has a button for; systems' own follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearer:
    """Somebody whom things can be said or shown to: an id, or a role."""

    id: str
    name: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperView:
    """A note or a handout as one reader has it before them."""

    id: str
    title: str
    words: str
    has_picture: bool
    mine: bool
    owner: Words
    """Whose it is, in words."""
    shown: tuple[str, ...]
    shown_words: Words
    """To whom it is shown, for its owner."""

    @property
    def on_projector(self) -> bool:
        """Say whether it lies on the projector."""
        return SCREEN in self.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkView:
    """The talk of one reader. `heard` counts all that the reader was told, `lines` has the last of it."""

    lines: tuple[SaidLine, ...]
    heard: int
    hearers: tuple[Hearer, ...]
    dice: tuple[str, ...]
    kept_rolls: tuple[KeptRoll, ...]
    papers: tuple[PaperView, ...]
    real_dice: bool | None
    """Whether the reader throws real dice; None for who is no player."""


def talk_view(host: Host, visitor: Visitor) -> TalkView:
    """Put a reader's talk together."""
    who = reader(visitor)
    return TalkView(
        lines=tuple(host.talk.heard_by(visitor, last=PAGE_LINES)),
        heard=host.talk.count(visitor),
        hearers=hearers(host, visitor),
        dice=(*DICE, *(f"d{letter}" for letter in sorted(own_dice(host.battle.system.id)))),
        kept_rolls=tuple(host.store.talk.kept_rolls(host.table_id, who)),
        papers=papers(host, visitor),
        real_dice=None if visitor.person_id is None else visitor.person_id in host.real_dice,
    )


def hearers(host: Host, visitor: Visitor) -> tuple[Hearer, ...]:
    """List whom somebody can say or show things to, besides everybody."""
    people = [
        Hearer(id=p.id, name=p.name) for p in host.people if p.id not in (visitor.person_id, visitor.second)
    ]
    return (*people,) if visitor.role == GM else (Hearer(id=GM, name=text("GM")), *people)


def papers(host: Host, visitor: Visitor) -> tuple[PaperView, ...]:
    """List the notes and handouts that somebody may read, the latest first."""
    who = reader(visitor)
    found = [paper for paper in host.store.talk.papers(host.table_id) if paper.is_read_by(who)]
    return tuple(paper_view(host, paper, who) for paper in reversed(found))


def on_the_table(host: Host) -> PaperView | None:
    """Give the paper that lies on the projector, if any: the latest of those shown there."""
    found = [paper for paper in host.store.talk.papers(host.table_id) if SCREEN in paper.shown]
    return paper_view(host, found[-1], SCREEN) if found else None


def paper_view(host: Host, paper: Paper, who: str) -> PaperView:
    """Show a paper to somebody who may read it."""
    names: dict[str, Words] = {p.id: p.name for p in host.people}
    names |= {GM: text("the GM"), SCREEN: text("the projector"), ALL: text("everybody")}
    to = [names[one] for one in paper.shown if one in names]
    return PaperView(
        id=paper.id,
        title=paper.title,
        words=paper.words,
        has_picture=paper.picture_id is not None,
        mine=paper.owner == who,
        owner=names.get(paper.owner, text("somebody who has left")),
        shown=paper.shown,
        shown_words=text("shown to {to}", to=joined(to)) if to else text("shown to nobody"),
    )
