"""The rehearsals of scenes, as they are held and kept."""

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.rehearsal.held_work import Held, HeldWork
from webapp.rehearsal.kept import read_again, written_down
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.table.host import Host


class HeldRehearsals(HeldWork[Rehearsal]):
    """Those that are played by this process, and those that were looked at last. Safe in any thread."""

    def __init__(self) -> None:
        super().__init__(lambda store: store.rehearsals, written_down, read_again)

    def find(self, host: Host) -> Held[Rehearsal]:
        """Give a scene's rehearsal, to go on with. Raises `Refusal` where there is none, or it may not."""
        held = self.known(host)
        if held is None or not (held.work.plain.in_order or held.work.plain.is_running):
            raise Refusal("not-rehearsed", text("Rehearse the fight as it stands first."))
        if held.work.open_exchange is not None:
            said = text("A question was open as this was rehearsed: have it answered, and rehearse again.")
            raise Refusal("prompt-open", said)
        if self.is_elsewhere(held):
            raise still_running()
        return held


def still_running() -> Refusal:
    """Refuse what waits for the fights to be over."""
    said = text("Fights are still being played: wait until they are over, or stop them.")
    return Refusal("still-running", said)
