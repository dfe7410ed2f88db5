"""Every attack action: a table of what each is, and those with a rule of their own (TS-100 to TS-135)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice
from rules.engine.text import Text, combatant, text
from rules.systems.tesseris.attack.attack_action import AttackAction
from rules.systems.tesseris.attack.attack_cover import AttackCover
from rules.systems.tesseris.attack.attack_form import ANY, CHARGE, HIP_FIRE, IN_GRAPPLE, OFF_HAND, Form
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.grapple_actions import BreakPin
from rules.systems.tesseris.attack.several_targets import MultiStrike, SprayNPray
from rules.systems.tesseris.attack.strike import ENTRY, GRAPPLED, NOTHING, STRUGGLE
from rules.systems.tesseris.parameters import WITH
from rules.systems.tesseris.sheet.gear import Mode, Weapon
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.tick_action import GRAPPLE, SHOOT, STRIKE, refuse_if


class PlainAttack(AttackAction):
    """Strike or shoot, whichever the weapon does (TS-100, TS-120)."""

    id = "attack"
    label = text("Attack")
    help = text("Strike with a melee weapon, or fire once with any other.")
    rule = "TS-100"
    ticks = 2
    form = Form(ranged=None)
    listed = False  # a strike and a shot have buttons of their own

    def _named(self, weapon: Weapon) -> str:
        return "melee-strike" if weapon.is_melee else "straight-shot"


class SwordpointAttack(AttackAction):
    """Strike whom one holds at swordpoint (TS-344)."""

    id = "swordpoint-attack"
    label = text("Strike at swordpoint")
    help = text("+2; a hit is critical, at the head, and ignores armour unless the head is armoured.")
    rule = "TS-344"
    ticks = 2
    any_time = True
    form = Form(ranged=None, effect="swordpoint", bonus=2, weapon=ANY)

    def require_at_all(self, actor: Fighter) -> None:
        """Refuse it to who holds nobody at swordpoint."""
        super().require_at_all(actor)
        said = text("{actor} holds nobody at swordpoint.", actor=combatant(actor))
        refuse_if(actor.state.swordpoint is None, "not-vulnerable", said, self.rule)

    def require_target(self, state: BattleState, actor: Fighter, target: Fighter, facts: Facts) -> None:
        """Refuse whom it does not hold."""
        hold = actor.state.swordpoint
        said = text(
            "{actor} does not hold {target} at swordpoint.", actor=combatant(actor), target=combatant(target)
        )
        refuse_if(hold is None or hold.on != target.id, "not-vulnerable", said, self.rule)


def _made(
    base: type[AttackAction], id_: str, label: Text, ticks: int, rule: str, help_: Text, **form: Any
) -> AttackAction:
    members: Mapping[str, Any] = {
        "id": id_,
        "label": label,
        "help": help_,
        "rule": rule,
        "ticks": ticks,
        "form": (shape := Form(**form)),
        "group": _group(shape),
        "__doc__": f"{label} ({rule}).",
    }
    return cast(AttackAction, type(base.__name__, (base,), dict(members))())


def _group(form: Form) -> Text:
    if form.meets in (GRAPPLED, ENTRY):
        return GRAPPLE
    return SHOOT if form.ranged else STRIKE


_STRIKES: tuple[tuple[str, Text, int, str, Text, dict[str, Any]], ...] = (
    ("melee-strike", text("Strike"), 2, "TS-100", text("One blow."), {}),
    ("precision-strike", text("Precision strike"), 3, "TS-101", text("One blow at +1."), {"bonus": 1}),
    (
        "off-hand-strike",
        text("Off-hand strike"),
        2,
        "TS-102",
        text("One blow with the weapon of an off hand, at -1."),
        {"weapon": OFF_HAND},
    ),
    (
        "all-out-attack",
        text("All-out attack"),
        3,
        "TS-103",
        text("+2, and -2 to your own defences until your next turn."),
        {"bonus": 2},
    ),
    (
        "knockout-blow",
        text("Knockout blow"),
        3,
        "TS-105",
        text("-2; takes stamina but never wounds, and may daze, stagger, knock out."),
        {"bonus": -2, "effect": "knockout"},
    ),
    (
        "pressure-point-strike",
        text("Pressure point strike"),
        3,
        "TS-106",
        text("-2; may daze, then slow."),
        {"bonus": -2, "effect": "pressure"},
    ),
    (
        "charge",
        text("Charge"),
        4,
        "TS-107",
        text("Run 2 yards to twice your speed, then strike at +1; others may strike at you on the way."),
        {"bonus": 1, "moves": CHARGE},
    ),
    (
        "guarded-attack",
        text("Guarded attack"),
        3,
        "TS-108",
        text("This and later attacks of the round at -2; +1 to block and dodge until your next turn."),
        {"bonus": -2},
    ),
    (
        "grapple",
        text("Grapple"),
        3,
        "TS-111",
        text("Take hold of somebody, who may duck or dodge."),
        {"effect": "grapple", "meets": ENTRY, "weapon": IN_GRAPPLE},
    ),
    (
        "grapple-strike",
        text("Grapple strike"),
        3,
        "TS-113",
        text("Strike somebody in your grapple, unarmed or with a light weapon."),
        {"meets": GRAPPLED, "weapon": IN_GRAPPLE},
    ),
    (
        "pin",
        text("Pin"),
        3,
        "TS-114",
        text("Hold somebody in your grapple down, by melee or by athletics."),
        {"effect": "pin", "meets": GRAPPLED, "weapon": IN_GRAPPLE},
    ),
    (
        "pummel",
        text("Pummel"),
        4,
        "TS-117",
        text("+3 on somebody whom your side has pinned; each two beyond the first is a hit more."),
        {"effect": "pummel", "bonus": 3, "meets": GRAPPLED, "weapon": IN_GRAPPLE},
    ),
    (
        "disarm",
        text("Disarm"),
        3,
        "TS-118",
        text("-1; strikes the weapon out of the hand, by 3 or more into yours."),
        {"effect": "disarm", "bonus": -1, "meets": STRUGGLE, "weapon": ANY},
    ),
    (
        "trip",
        text("Trip"),
        3,
        "TS-119",
        text("-2; the target ends prone."),
        {"effect": "trip", "bonus": -2, "meets": STRUGGLE},
    ),
)
_SHOTS: tuple[tuple[str, Text, int, str, Text, dict[str, Any]], ...] = (
    ("straight-shot", text("Straight shot"), 2, "TS-120", text("One shot."), {}),
    ("calculated-shot", text("Calculated shot"), 3, "TS-121", text("One shot at +1."), {"bonus": 1}),
    (
        "off-hand-shot",
        text("Off-hand shot"),
        2,
        "TS-122",
        text("One shot with the weapon of an off hand, at -2."),
        {"weapon": OFF_HAND},
    ),
    (
        "disabling-shot",
        text("Disabling shot"),
        4,
        "TS-123",
        text("-3; may disable the place or thing that you name."),
        {"bonus": -3, "effect": "disable"},
    ),
    (
        "called-shot",
        text("Called shot"),
        4,
        "TS-124",
        text("-3 at the head: more damage, a wound more, and may daze or stun."),
        {"bonus": -3, "effect": "called"},
    ),
    (
        "distracting-shot",
        text("Distracting shot"),
        3,
        "TS-125",
        text("-2 against the target's scrutiny: it loses 2 ticks, and no blood."),
        {"bonus": -2, "effect": "distract", "meets": NOTHING},
    ),
    (
        "burst-fire",
        text("Burst"),
        3,
        "TS-127",
        text("Several bullets at -1, each 2 worse than the one before."),
        {"bonus": -1, "mode": Mode.BURST},
    ),
    (
        "hip-fire",
        text("Hip fire"),
        4,
        "TS-128",
        text("A burst at -2 on the move, up to twice your speed."),
        {"bonus": -2, "mode": Mode.BURST, "moves": HIP_FIRE},
    ),
    (
        "full-auto",
        text("Full auto"),
        5,
        "TS-129",
        text("Many bullets at -2, each 2 worse than the one before."),
        {"bonus": -2, "mode": Mode.AUTO},
    ),
)


def _all_attacks() -> tuple[AttackAction, ...]:
    found: list[AttackAction] = [PlainAttack()]
    for ranged, rows in ((False, _STRIKES), (True, _SHOTS)):
        for id_, label, ticks, rule, help_, form in rows:
            found.append(_made(AttackAction, id_, label, ticks, rule, help_, **{"ranged": ranged, **form}))
    help_ = text("All your melee weapons on one roll: the first at -1, the others at -3.")
    found.append(_made(MultiStrike, "multi-strike", text("Multi-strike"), 3, "TS-110", help_, ranged=False))
    help_ = text("All your ranged weapons on one roll: the first at -1, the others at -3.")
    found.append(
        _made(MultiStrike, "multi-strike-ranged", text("Several guns"), 3, "TS-126", help_, ranged=True)
    )
    return (*found, SprayNPray(), BreakPin(), AttackCover(), SwordpointAttack())


def _with_fitting(action: AttackAction) -> AttackAction:
    """Let the weapons that an action lists be those that it may be done with."""

    def choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        return tuple(Choice(id=w.id, label=w.label) for w in action.fitting(actor))

    type(action).parameters = tuple(
        replace(p, choices=choices) if p.id == WITH.id else p for p in action.parameters
    )
    return action


ATTACKS = tuple(_with_fitting(action) for action in _all_attacks())
"""Every action that is an attack with a roll against somebody."""
