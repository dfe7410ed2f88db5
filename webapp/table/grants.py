"""Who somebody is at a table: grants got by a link and kept in the signed session.

A session may hold several at once (the GM's laptop runs the projector too). The address says in which role a
page is asked for, the grant whether that may be. A player's grant is a person, who is looked up each time:
once removed, it is worth nothing from that moment on.

The host's own tables open to who came by their GM's link. An invited GM is somebody: the session names them,
and they are the GM of the tables that are theirs. Both are looked up each time, and so is the host. A second
GM is a person of the table whom its settings name: taken back there, they are a player again. So is who runs
a table that was handed over, whose own GM stays one by the same link, and takes it back at any time.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Literal, cast

from flask import current_app, g, session
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import asked_scene, get_store
from webapp.server.http_errors import Denied
from webapp.store.rows import GmRow, TableRow, TableSettings
from webapp.table.links import host_key, link_mark
from webapp.table.lobby import Knock
from webapp.visibility.viewer import OWN, RUNS, SECOND

Role = Literal["gm", "play", "screen", "watch"]
ROLES: tuple[Role, ...] = ("gm", "play", "screen", "watch")
BY_LINK: tuple[Role, ...] = ("screen", "watch")
"""Roles that a link gives, and that end when the GM changes it."""

_MOST = 40  # of each kind: a cookie holds four kilobytes, and the oldest grants are forgotten first
_KNOCKS, _MOST_KNOCKS = "knocks", 5
_HOST, _INVITED = "host", "invited"
_LISTS = {"gm": "gm", "screen": "screens", "watch": "watches", "play": "people"}
_CLOSED = text("This table is closed: its GM is not here any more. Ask the host to give it to another GM.")


class NotGranted(Denied):
    """Somebody without the link came to a table; the description is a sentence for them."""

    def __init__(self, role: str, *, closed: bool = False) -> None:
        words = {
            "gm": text("the GM's link"),
            "screen": text("the projector's link"),
            "watch": text("the watchers' link"),
        }
        self.role = role
        needed = words.get(role, text("the join code"))
        said = text(
            "This page needs {needed} of the table: open it once on this device, then come back.",
            needed=needed,
        )
        super().__init__(_CLOSED if closed else said)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at a table, in one role. `person_id` is set for players alone."""

    role: Role
    table_id: str
    person_id: str | None
    name: str
    link: str = ""
    """The sign of the key that lets the page in, in a role that ends with it: a GM's, or that of a link."""
    through: str = ""
    """Whose eyes the GM looks through on this page, which can do nothing: a person's id, or `party`."""
    second: str = ""
    """The id of a person who is a GM here beside the table's own; empty for that one and all others."""
    keeps: bool = False
    """Whether a player's session is that of the table's own GM too."""

    @property
    def by(self) -> str:
        """How the log names who gave a command: a person's id, or the role, with the name of a second GM."""
        if self.second and not self.through:
            return f"{self.role}{SECOND}{self.name}"
        return self.role if self.through else self.person_id or self.role

    @property
    def is_own(self) -> bool:
        """Say whether this is the table's own GM, on whatever page."""
        return not self.second if self.role == "gm" else self.keeps

    def way_back(self, settings: TableSettings) -> str:
        """Say what somebody may do about a table that was handed over: `OWN`, `RUNS`, or nothing."""
        if not settings.run_by or self.role not in ("gm", "play"):
            return ""
        if self.is_own:
            return OWN
        return RUNS if settings.run_by == (self.second or self.person_id) else ""


def find_visitor(role: str, table_id: str) -> Visitor | None:
    """Tell who the session is at a table in a role (in a request or a socket's connect), if it is granted."""
    if asked_scene() and role != "gm":
        return None  # what is only prepared is nobody else's
    if role == "gm":
        return _find_gm(table_id)
    if role in BY_LINK:
        return _find_by_link(role, table_id)
    if role == "play":
        for person_id in reversed(_granted("play")):
            person = get_store().people.find_let_in(person_id)
            if person is not None and person.table_id == table_id:
                return Visitor("play", table_id, person.id, person.name, keeps=_keeps(table_id))
    return None


def _find_gm(table_id: str) -> Visitor | None:
    """Tell whether the session is a table's GM: by its own link, or as the invited GM whose it is."""
    invited = invited_gm()
    may_be = invited is not None or table_id in _granted("gm") or _granted("play")
    table = get_store().table(table_id) if may_be else None
    if table is None:
        return None
    is_gm = _is_own(table, invited)
    return Visitor("gm", table_id, None, "GM", link_mark(table, "gm")) if is_gm else _find_second(table)


def _is_own(table: TableRow, invited: GmRow | None) -> bool:
    """Say whether the session is a table's own GM; `invited` is the GM whom it is by an invitation."""
    if table.gm_id is None:
        return table.id in _granted("gm")
    return invited is not None and invited.id == table.gm_id


def _keeps(table_id: str) -> bool:
    """Say whether a player's session is that of the table's own GM too."""
    may_be = was_invited() or table_id in _granted("gm")
    table = get_store().table(table_id) if may_be else None
    return table is not None and _is_own(table, invited_gm())


def _find_second(table: TableRow) -> Visitor | None:
    """Tell whether the session is somebody whom the table's GM has made one beside them, or has run it."""
    for person_id in reversed(_granted("play")):
        is_gm = table.settings.is_gm_beside(person_id)
        person = get_store().people.find_let_in(person_id) if is_gm else None
        if person is not None and person.table_id == table.id:
            return Visitor("gm", table.id, None, person.name, link_mark(table, "gm"), second=person.id)
    return None


def _find_by_link(role: Role, table_id: str) -> Visitor | None:
    """Tell whether the session came by the link that holds now."""
    marks = [mark for mark in _granted(role) if mark.startswith(f"{table_id}:")]
    table = get_store().table(table_id) if marks else None
    link = link_mark(table, role) if table is not None else ""
    if table is None or table.is_closed or f"{table_id}:{link}" not in marks:
        return None
    return Visitor(role, table_id, None, str(text("Screen") if role == "screen" else text("Watcher")), link)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads what comes of the present request or message, and what they have sent."""

    visitor: Visitor
    sent: Any


def is_read_by(visitor: Visitor, sent: Any = None) -> None:
    """Note for whom the present request or message is answered."""
    g.reader = Reader(visitor, sent)


def reader_now() -> Reader | None:
    """Tell who reads what comes of the present request or message; None where nobody has been looked up."""
    found: Reader | None = g.get("reader")
    return found


EYES, PARTY = "eyes-", "party"


def visitor_of(word: str, table_id: str) -> Visitor:
    """Tell who asks as this word in an address says: in a role, or the GM through others' eyes.

    Raises:
        NotGranted: if the session may not.
    """
    if not word.startswith(EYES):
        return require(word, table_id)
    gm = require("gm", table_id)
    link, second = gm.link, gm.second
    through = word.removeprefix(EYES)
    if through != PARTY:
        person = get_store().people.find(through)
        if person is None or person.table_id != table_id:
            raise NotGranted("gm")
        return Visitor("screen", table_id, person.id, person.name, link, through, second)
    return Visitor("screen", table_id, None, str(text("The party")), link, through, second)


def require(role: str, table_id: str) -> Visitor:
    """Tell who the session is at a table in a role. Raises `NotGranted`."""
    visitor = find_visitor(role, table_id)
    if visitor is None:
        raise NotGranted(role, closed=_sat_at_closed(table_id))
    return visitor


def _sat_at_closed(table_id: str) -> bool:
    """Say whether the session is somebody at a table that is closed; to all others it is like any other."""
    people = map(get_store().people.find, _granted("play"))
    if not any(person is not None and person.table_id == table_id for person in people):
        return False
    table = get_store().table(table_id)
    return table is not None and table.is_closed


def roles(table_id: str) -> list[Role]:
    """List the roles that the session has at a table."""
    return [role for role in ROLES if find_visitor(role, table_id) is not None]


def require_any(table_id: str) -> None:
    """Let pass whoever has any grant at a table. Raises `NotGranted`."""
    if not roles(table_id):
        raise NotGranted("play")


def granted(
    role: Role | None = None,
    *,
    leads: bool = False,
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """Decorate a view of a table so that it needs a grant, and is handed `visitor`.

    Args:
        role: the role it needs; None takes the one in the address, as `role`.
        leads: whether it is for the one alone who runs the table: its own GM, or who has it from them.
    """

    def decorate(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def guarded(**parts: Any) -> ResponseReturnValue:
            visitor = require(role or cast(str, parts["role"]), parts["table_id"])
            is_read_by(visitor)
            if leads and not get_store().settings(visitor.table_id).is_led_by(visitor.second):
                own = text("Only the table's own GM may do that.")
                handed = text("You have handed the table over: take it back first.")
                raise Refusal("not-allowed", handed if visitor.is_own else own)
            return view(visitor=visitor, **parts)

        return guarded

    return decorate


def grant_gm(table: TableRow) -> None:
    """Make the session the GM of a table of the host's; an invited GM's is theirs without."""
    if table.gm_id is None:
        _grant("gm", table.id)


def grant_by_link(role: Role, table: TableRow) -> None:
    """Make the session a projector of the table, or one who watches, for as long as the link holds."""
    _grant(role, f"{table.id}:{link_mark(table, role)}")


def grant_person(person_id: str) -> None:
    """Make the session a person."""
    _grant("play", person_id)


def remember_knock(table_id: str, knock: Knock | None) -> None:
    """Keep in the session as whom it waits at a table's door; None lets it wait no longer."""
    kept = {table: said for table, said in _knocks().items() if table != table_id}
    if knock is not None:
        kept[table_id] = [knock.id, knock.name, knock.character]
    session[_KNOCKS] = dict(list(kept.items())[-_MOST_KNOCKS:])


def knock_of(table_id: str) -> Knock | None:
    """Tell as whom the session waits at a table's door, if it does."""
    said = _knocks().get(table_id)
    return Knock(*said) if said is not None else None


def _knocks() -> dict[str, list[str]]:
    kept = session.get(_KNOCKS, {})
    return dict(kept) if isinstance(kept, dict) else {}


# ---------------------------------------------------------------------------- the host, and invited GMs
def grant_host() -> None:
    """Make the session the host's."""
    session[_HOST] = _host_mark()
    session.permanent = True


def is_host() -> bool:
    """Say whether the session is the host's."""
    return hmac.compare_digest(str(session.get(_HOST, "")), _host_mark())


def require_host() -> None:
    """Let the host alone pass. Raises `Denied`."""
    if not is_host():
        raise Denied(text("This page needs the host's link: copy it whole, as the terminal shows it."))


def _host_mark() -> str:
    return sha256(host_key(current_app.config["SECRET_KEY"]).encode()).hexdigest()[:16]


def grant_invited(gm: GmRow) -> None:
    """Make the session an invited GM's, for as long as the invitation holds."""
    session[_INVITED] = f"{gm.id}:{gm.key_hash[:16]}"
    session.permanent = True


def invited_gm() -> GmRow | None:
    """Tell which invited GM the session is; None for one who was sent away, or has another link by now."""
    id_, _, mark = str(session.get(_INVITED, "")).partition(":")
    gm = get_store().gms.find(id_) if id_ else None
    if gm is None or gm.sent_away is not None or not hmac.compare_digest(mark, gm.key_hash[:16]):
        return None
    return gm


def was_invited() -> bool:
    """Say whether the session has come by an invitation, whether it still holds or not."""
    return _INVITED in session


def forget_invitation() -> None:
    """Let the session be no invited GM's any more."""
    session.pop(_INVITED, None)


def own_tables() -> list[TableRow]:
    """List the tables whose GM the session is, in the order in which it came by them."""
    gm, store = invited_gm(), get_store()
    invited = store.tables_of(store.gms.tables_of(gm.id)) if gm is not None else []
    return [*(table for table in store.tables_of(_granted("gm")) if table.gm_id is None), *invited]


def owner_of_new_table() -> str | None:
    """Tell whose a table is that the session makes: an invited GM's, or None for the host's own.

    Raises:
        NotGranted: if the session is no GM's.
    """
    gm = invited_gm()
    if gm is None and not is_host() and not own_tables():
        raise NotGranted("gm")
    return gm.id if gm is not None else None


def _granted(role: Role) -> list[str]:
    kept = session.get(_LISTS[role], [])
    return [str(id_) for id_ in kept] if isinstance(kept, list) else []


def _grant(role: Role, id_: str) -> None:
    kept = [other for other in _granted(role) if other != id_]
    session[_LISTS[role]] = [*kept, id_][-_MOST:]
    session.permanent = True  # a phone that was locked over night is still the same person
