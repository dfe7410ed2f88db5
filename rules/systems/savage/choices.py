"""What may be chosen about an attack besides weapon and target, as far as those allow it (SW-70)."""

from rules.engine.shown import Choice, Option
from rules.engine.state import BattleState, Combatant
from rules.systems.savage.attack import CALLED_SHOTS, DEADLY, Mode, Options
from rules.systems.savage.gear import Template, Weapon
from rules.systems.savage.state import SavageState, mount_of

_AIMS = (Choice(id="steady", label="steady: +2"), Choice(id="clear", label="clear: up to 4 off penalties"))
_MODES = (Choice(id="melee", label="hand to hand"), Choice(id="ranged", label="at range"))
_CALLED = tuple(
    Choice(id=place, label=f"{place} {penalty}{', damage +4' if place in DEADLY else ''}")
    for place, (penalty, _) in CALLED_SHOTS.items()
)


def choices_of(
    state: BattleState, actor: Combatant, weapon: Weapon, mode: Mode, said: Options
) -> tuple[Option, ...]:
    """List the options that fit; what is said already is listed in any case, so that it can be taken back."""
    mine: SavageState = actor.state
    melee, ranged = mode is Mode.MELEE, mode is Mode.RANGED
    flat = melee or (ranged and weapon.thrown and not weapon.sharp)
    rides = mount_of(state, actor.id) is not None
    found = (
        (
            weapon.melee and weapon.is_ranged,
            Option(
                id="mode", label="Use it", value=said.mode, choices=_MODES, unsaid="by distance", rule="SW-14"
            ),
        ),
        (
            ranged and weapon.rof > 1,
            Option(
                id="shots",
                label="Shots",
                value=said.shots,
                low=1,
                high=weapon.rof,
                help="2 or more: recoil -2 on each",
                rule="SW-100",
            ),
        ),
        (
            mine.aimed == weapon.id and not melee,
            Option(id="aim", label="Aim", value=said.aim, choices=_AIMS, unsaid="the better", rule="SW-68"),
        ),
        (
            mode is not Mode.AREA,
            Option(
                id="called_shot",
                label="Called shot",
                value=said.called_shot,
                choices=_CALLED,
                unsaid="none",
                rule="SW-70",
            ),
        ),
        (
            melee,
            _switch("wild_attack", "Wild attack", said, "+2 to hit and damage, then Vulnerable", "SW-79"),
        ),
        (flat, _switch("nonlethal", "Spare them", said, "knocks out instead of killing", "SW-210")),
        (melee and rides, _switch("charge", "Charge", said, 'damage +4 after 6" straight at them', "SW-182")),
        (
            ranged and weapon.double_barrel,
            _switch("both_barrels", "Both barrels", said, "damage +4", "SW-174"),
        ),
        (
            mode is Mode.AREA and weapon.template is Template.CONE,
            Option(
                id="template",
                label="Shape",
                value=said.template,
                choices=(Choice(id="line", label="a line"),),
                unsaid="a cone",
                rule="SW-163",
            ),
        ),
    )
    chosen = said.as_json()
    return tuple(option for fits, option in found if fits or option.id in chosen)


def _switch(id_: str, label: str, said: Options, help_: str, rule: str) -> Option:
    return Option(id=id_, label=label, value=getattr(said, id_), help=help_, rule=rule)
