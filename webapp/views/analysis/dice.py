"""The dice of a fight: a page of how they fell, a file with the proofs, and checking such a file."""

from threading import Lock
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import Text, counted, text
from webapp.archive.replay import replays
from webapp.dice.dice_file import MOST_BYTES, SUFFIX, NoDiceFile, read_dice_file
from webapp.dice.page import dice_view
from webapp.dice.records import dice_records, players_of, seal_is_logged
from webapp.dice.sealed import in_groups
from webapp.dice.verification import Verdict, verify
from webapp.server.background import run_apart
from webapp.server.downloads import as_download
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host

bp = Blueprint("dice", __name__, url_prefix="/tables/<table_id>/<any(gm, play):role>/dice")

_MOST_CHECKED = 3_000
"""Rolls of a file that is checked here: some ten seconds; larger ones on one's own machine."""
_MOST_DICE = 50_000
_NO_FILE = text("Choose a file of dice first; its name ends in {ending}.", ending=SUFFIX)
_TOO_MANY = text(
    "The file has too many rolls to be checked here; at most {most} are. Let “battlemat verify” check it.",
    most=_MOST_CHECKED,
)
_checking = Lock()


@bp.get("")
@granted()
def page(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Show how the dice fell that the viewer was told of."""
    return _page(table_id, visitor)


@bp.get("/fight.dice.json")
@granted()
def file(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Send the dice that the viewer was told of, with their proofs."""
    host = _scene(table_id, visitor)
    made = dice_records().file(host, visitor)
    return as_download(made.as_text(), "application/json", host.name_for(visitor), SUFFIX)


@bp.post("/check")
@granted()
def check(table_id: str, role: str, visitor: Visitor) -> ResponseReturnValue:
    """Check a file of dice, and say what came of it above the page."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise Refusal("no-file", _NO_FILE)
    host = _scene(table_id, visitor)
    return _page(table_id, visitor, **_checked(sent.stream.read(MOST_BYTES + 1), host.dice.key.seal))


def _checked(data: bytes, seal: str) -> dict[str, Any]:
    """Check a file, one at a time in this process; give what the page says of it.

    Raises:
        Refusal: `busy`, or `too-many` where it takes too long here.
    """
    try:
        read = read_dice_file(data)
    except NoDiceFile as problem:
        return {"checked": problem.text, "agrees": False}
    if len(read.rolls) > _MOST_CHECKED or sum(len(roll.sides) for roll in read.rolls) > _MOST_DICE:
        raise Refusal("too-many", _TOO_MANY)
    if not _checking.acquire(blocking=False):
        raise Refusal("busy", text("Another file is being checked just now. Try again in a moment."))
    try:
        verdict: Verdict = run_apart(verify, read)
    finally:
        _checking.release()
    return {
        "checked": verdict.sentence,
        "agrees": not verdict.problems,
        "problems": verdict.problems[1:],
        "followed": None if verdict.problems else _followed(verdict),
        "is_of_this": read.seal == seal,
    }


def _followed(verdict: Verdict) -> Text:
    return counted(
        "Of {n} it is certain besides that it was its thrower’s next roll, and none was left out.",
        "Of {n} it is certain besides that each was its thrower’s next roll, and none was left out.",
        n=verdict.followed,
    )


def _page(table_id: str, visitor: Visitor, **checked: Any) -> ResponseReturnValue:
    host = _scene(table_id, visitor)
    view = dice_view(dice_records().rolls(host, visitor), players_of(host))
    with host.lock:
        is_logged, begun = seal_is_logged(host), any(e.do == "begin" for e in host.battle.entries)
    return render_template(
        "pages/dice.html",
        dice=view,
        seal=in_groups(host.dice.key.seal),
        is_logged=is_logged,
        is_begun=begun,
        table_id=table_id,
        role=visitor.role,
        name=host.name_for(visitor),
        scene=host.scene,
        system_name=host.battle.system.name,
        **checked,
    )


def _scene(table_id: str, visitor: Visitor) -> Host:
    """Open the scene that is asked for: any one for the GM, to players the one before the table alone."""
    return replays().scene(table_id, request.args.get("scene") if visitor.role == "gm" else None)
