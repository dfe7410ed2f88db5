"""The rehearsals of scenes: what may be asked of them.

What was found is of the state that the rehearsal began with; the fight may have gone on since.
"""

from collections.abc import Sequence

from flask import current_app

from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.engine.text import text
from rules.rehearsal.outcome import sides_standing
from rules.rehearsal.tally import FEWEST
from webapp.context import get_store
from webapp.rehearsal.changes import FEWER, Key, able_foes
from webapp.rehearsal.fair_fight import FairSearch, wish_words
from webapp.rehearsal.fight_player import FightPlayer, rehearsal_pool
from webapp.rehearsal.foreseen import Foreseen
from webapp.rehearsal.held_rehearsals import HeldRehearsals, still_running
from webapp.rehearsal.kept import begun_from, changed_run
from webapp.rehearsal.read_rehearsal import Read, read_rehearsal
from webapp.table.host import Host

_REHEARSALS = "battlemat-rehearsals"
MOST_ROWS = 20
"""So many changes of one fight are compared at most."""
_MOST_FOES = 12
"""It is played without so many of the foes, those who did most harm."""


class Rehearsals:
    """What may be asked of them. Safe in any thread."""

    def __init__(self) -> None:
        self.held = HeldRehearsals()
        self._player = FightPlayer(self.held)
        self._foreseen = Foreseen(self._player)

    def prepare(self, host: Host) -> None:
        """Get ready for who looks at a scene's rehearsal: they may press the button soon, or compare.

        Nothing is played where fights are played already, or were of the scene as it stands.
        """
        read = self.read(host)
        with host.lock:
            state, system = host.battle.state, host.battle.system
        if read is not None and (read.is_running or not read.has_gone_on):
            rehearsal_pool().prepare()
        elif len(sides_standing(system, state)) > 1:
            self._foreseen.begin(host)

    def begin(self, host: Host) -> None:
        """Rehearse a scene's fight as it stands now; what was found before goes."""
        self.cancel(host.scene.id)
        begun = begun_from(host)
        assert begun is not None, "the log is as long as it is"
        begun = self._foreseen.taken(begun)
        self._player.play(self.held.begin(begun), [begun.plain])

    def compare(self, host: Host, keys: Sequence[Key]) -> None:
        """Play a scene's rehearsed fight with each of some changes, on the same dice, behind what is played.

        Raises:
            Refusal: `not-rehearsed`, `prompt-open`, `still-running`, `too-many`, `no-fight`, or that of
                `change_of`.
        """
        held = self.held.find(host)
        rehearsal = held.work
        with self.held.lock:
            new = [key for key in dict.fromkeys(keys) if not rehearsal.has(key)]
            if len({*rehearsal.rows, *new}) > MOST_ROWS:
                said = text("At most {most} changes are compared: rehearse again first.", most=MOST_ROWS)
                raise Refusal("too-many", said)
        runs = [changed_run(rehearsal.state, rehearsal.heroes, key) for key in new]
        self.held.take_over(held)
        with self.held.lock:
            rehearsal.rows.update({run.key: run for run in runs})
        self._player.play(held, runs)

    def compare_each_foe(self, host: Host) -> None:
        """Play it without each foe in turn: whose absence makes most difference decides it. See `compare`."""
        rehearsal = self.held.find(host).work
        foes = able_foes(rehearsal.state, rehearsal.heroes)
        with self.held.lock:
            tally = rehearsal.plain.tally
        harm = {one.who: one.harm_done for one in tally.fared} if tally is not None else {}
        foes.sort(key=lambda foe: -harm.get(foe.id, 0.0))
        self.compare(host, [(FEWER, foe.id) for foe in foes[:_MOST_FOES] if len(foes) > 1])

    def make_fair(self, host: Host, wish_id: str) -> None:
        """Search for changes of numbers that bring a wish about; what was found for another wish goes.

        Raises:
            Refusal: `not-rehearsed`, `prompt-open`, `no-such-wish` or `still-running`.
        """
        held = self.held.find(host)
        rehearsal = held.work
        if wish_id not in wish_words(find_system(rehearsal.state.system), rehearsal.heroes):
            raise Refusal("no-such-wish", text("Choose a wish from the list."))
        if rehearsal.is_running:
            raise still_running()
        if len(rehearsal.plain.in_order) < FEWEST:
            said = text("Rehearse at least {fewest} fights first, to see where it stands.", fewest=FEWEST)
            raise Refusal("not-rehearsed", said)
        rehearsal.fair = FairSearch.begun(wish_id, rehearsal.plain, rehearsal.heroes)
        self.held.take_over(held)
        if not self._player.try_next(held, rehearsal.fair):
            self._player.keep(held)

    def cancel(self, scene_id: str) -> None:
        """Play no more fights of a scene, whichever process plays them; what was found stays."""
        held = self.held.get(scene_id)
        if held is not None and held.work.is_running:
            self._player.stop(held)
            self._player.keep(held)
        get_store().rehearsals.end(scene_id)

    def read(self, host: Host) -> Read | None:
        """Give what is known of a scene's rehearsal; None where there is none."""
        return read_rehearsal(self.held, host)


def rehearsals() -> Rehearsals:
    """Give the app's rehearsals."""
    found: Rehearsals = current_app.extensions.setdefault(_REHEARSALS, Rehearsals())
    return found
