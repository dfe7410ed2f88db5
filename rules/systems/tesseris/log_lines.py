"""How the events of this system are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Gap, Text, Words, as_text, counted, joined, template, text
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.names import called
from rules.systems.tesseris.rolls import OUTCOME_WORDS

VAGUE: Mapping[type[Event], Vague] = {
    ev.Damaged: Vague(text=text("{who} takes damage.")),
    ev.Wounded: Vague(text=text("{who} is wounded.")),
    ev.EgoDamaged: Vague(text=text("{who} loses ego.")),
    ev.EgoGained: Vague(text=text("{who} gains ego.")),
    ev.CheerChanged: Vague(text=text("{who} feels who is near, or is not.")),
}
_DONE: Mapping[str, str] = {
    "speak": template("{who} speaks"),
    "think": template("{who} thinks"),
    "look": template("{who} looks around"),
    "simple-action": template("{who} does something simple"),
    "toss-item": template("{who} tosses something"),
    "other-action": template("{who} does something else"),
    "change-grip": template("{who} changes grip"),
    "vehicle": template("{who} gets on or off"),
    "roll-over": template("{who} rolls over"),
    "use-skill": template("{who} uses a skill"),
    "verbal-action": template("{who} uses a skill"),
    "inspire": template("{who} inspires"),
    "distract": template("{who} distracts"),
    "follow-step": template("{who} steps after"),
}


def describe_roll(rolled: Rolled) -> Words:
    """Word what came of a roll: its total, and how it was read."""
    if not rolled.outcome:
        return str(rolled.total)
    came = OUTCOME_WORDS.get(rolled.outcome, as_text(rolled.outcome))
    return text("{total}, {came}", total=rolled.total, came=came)


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event; None for those that say nothing to a reader, or that the roll has told."""
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(event, state)


def _weapon(state: BattleState, who: str, id_: str) -> Text:
    found = state.combatants.get(who)
    weapon = None if found is None else found.sheet.weapon(id_)
    return called(id_) if weapon is None else weapon.words.low


def _spent(event: ev.TicksSpent, state: BattleState) -> Line | None:
    parts: list[Text] = []
    if event.free_reaction:
        parts.append(text("the free reaction"))
    if event.ticks:
        parts.append(counted("{n} tick", "{n} ticks", n=event.ticks))
    if event.borrowed:
        parts.append(counted("{n} tick of the next round", "{n} ticks of the next round", n=event.borrowed))
    if not parts:
        return None
    spent = parts[0]
    for part in parts[1:]:
        spent = text("{some} and {more}", some=spent, more=part)
    said = text(
        "{who} spends {parts} on {what}.",
        who=state.called(event.who),
        parts=spent,
        what=called(event.what),
    )
    return Line(text=said, tone="quiet", rule="TS-062" if event.free_reaction else "TS-060")


def _attack(event: ev.Attacked, state: BattleState) -> Line:
    targets = event.targets or ((event.target,) if event.target else ())
    whom = text(" on {whom}", whom=joined(state.called(who) for who in targets)) if targets else ""
    arms = text(" with the {weapon}", weapon=_weapon(state, event.who, event.weapon)) if event.weapon else ""
    who = state.called(event.who)
    said = text("{who}: {action}{whom}{arms}.", who=who, action=called(event.action), whom=whom, arms=arms)
    figures = (Figure(label=text("Rounds"), value=str(event.rounds), rule="TS-028"),) if event.rounds else ()
    return Line(text=said, rule="TS-200", figures=figures)


def _bullets(event: ev.BulletsFlew, state: BattleState) -> Line:
    hits = sum(total > event.against for total in event.totals)
    numbers = ", ".join(str(total) for total in event.totals)
    said = text(
        "Bullets at {numbers} against {against}: {hits}.",
        numbers=numbers,
        against=event.against,
        hits=counted("{n} hit", "{n} hits", n=hits),
    )
    figures = tuple(
        Figure(
            label=text("bullet {number}: hits, net {net}", number=number, net=total - event.against)
            if total > event.against
            else text("bullet {number}: misses", number=number),
            value=str(total),
            rule="TS-203",
        )
        for number, total in enumerate(event.totals, start=1)
    )
    big = text("{hits} of {most}", hits=hits, most=len(event.totals))
    return Line(text=said, tone="harm" if hits else "plain", rule="TS-203", big=big, figures=figures)


def _hit(event: ev.Struck, state: BattleState) -> Line:
    said = text(
        template("{who} critically hits {whom} at the {place}, net {net}.")
        if event.critical
        else template("{who} hits {whom} at the {place}, net {net}."),
        who=state.called(event.who),
        whom=state.called(event.target),
        place=called(event.location),
        net=event.net,
    )
    return Line(text=said, tone="harm", rule="TS-206" if event.critical else "TS-202")


def _damage(event: ev.Damaged, state: BattleState) -> Line:
    lost = counted("{n} point of stamina", "{n} points of stamina", n=event.stamina)
    said = text(
        "{who} takes {damage} damage, soaks {soak}, loses {lost}.",
        who=state.called(event.who),
        damage=event.damage,
        soak=event.soak,
        lost=lost,
    )
    figures = (
        Figure(label=text("Damage"), value=str(event.damage), rule="TS-250"),
        Figure(label=text("Soak"), value=str(event.soak), rule="TS-253"),
        Figure(label=text("Stamina lost"), value=str(event.stamina), rule="TS-256"),
    )
    big = f"-{event.stamina}" if event.stamina else None
    return Line(text=said, tone="harm", rule="TS-256", big=big, figures=figures)


def _wound(event: ev.Wounded, state: BattleState) -> Line:
    words = counted("{n} wound", "{n} wounds", n=event.wounds)
    return Line(
        text=text("{who} takes {wounds}.", who=state.called(event.who), wounds=words),
        tone="harm",
        rule="TS-257",
        big=words,
    )


_GAINED: Mapping[str, str] = {
    "frightened": template("{who} is frightened."),
    "terrified": template("{who} is terrified."),
    "scared-to-death": template("{who} is scared to death."),
    "dazed": template("{who} is dazed."),
    "prone": template("{who} is prone."),
    "attracted": template("{who} is attracted."),
    "blinded": template("{who} is blinded."),
    "disabled": template("{who} is disabled."),
    "enthralled": template("{who} is enthralled."),
    "enticed": template("{who} is enticed."),
    "slowed": template("{who} is slowed."),
    "staggered": template("{who} is staggered."),
    "suffocating": template("{who} is suffocating."),
    "suppressed": template("{who} is suppressed."),
    "surrendered": template("{who} is surrendered."),
    "grappled": template("{who} is grappled."),
    "pinned": template("{who} is pinned."),
    "blabbermouth": template("{who} is blabbermouth."),
}


def _condition(event: ev.ConditionGained, state: BattleState) -> Line:
    words, who = called(event.condition), state.called(event.who)
    said = text("{who} is {condition}.", who=who, condition=words)
    if event.condition in _GAINED:
        said = text(_GAINED[event.condition], who=who)
    return Line(
        text=said,
        tone="warn",
        rule="TS-300",
        big=words,
    )


def _cover(event: ev.CoverTaken, state: BattleState) -> Line:
    words, cover = called(event.cover.material), event.cover
    said = text(
        template("{who} hunkers down behind {what}: {places}.")
        if cover.hunkered
        else template("{who} is in cover behind {what}: {places}."),
        who=state.called(event.who),
        what=words,
        places=joined(map(called, cover.locations)),
    )
    return Line(text=said, tone="good", rule="TS-283")


def _wall(event: ev.WallDamaged, state: BattleState) -> Line:
    what = text("A yard of {material}", material=called(event.material))
    if event.broken:
        return Line(text=text("{what} is shot to pieces.", what=what), tone="warn", rule="TS-293")
    return Line(text=text("{what} takes {damage} damage.", what=what, damage=event.damage), rule="TS-290")


def _kept(event: ev.Kept, state: BattleState) -> Line | None:
    """Word the few bookkeepings that a reader wants to know of."""
    values, name = event.values, state.called(event.who)
    if values.get("aim"):
        return Line(text=text("{who} aims for {what}.", who=name, what=called(values["aim"])), rule="TS-180")
    if values.get("inspired"):
        return Line(text=text("{who} is inspired.", who=name), tone="good", rule="TS-335")
    if values.get("rerolls"):
        rolls = counted("{n} re-roll", "{n} re-rolls", n=values["rerolls"])
        return Line(text=text("{who} has {rolls}.", who=name, rolls=rolls), tone="good", rule="TS-181")
    if values.get("watch") and not values["watch"]["shots"]:
        return Line(text=text("{who} is on overwatch.", who=name), rule="TS-131")
    if values.get("manipulated"):
        what = values["manipulated"].get("action")
        words = text("{who} is talked into it.", who=name)
        if what:
            words = text("{who} is talked into it: {what}.", who=name, what=str(what))
        return Line(text=words, tone="warn", rule="TS-330")
    if values.get("may_borrow"):
        ticks = counted("{n} tick", "{n} ticks", n=values["may_borrow"])
        return Line(
            text=text("{who} may borrow {ticks} for its next action.", who=name, ticks=ticks), rule="TS-064"
        )
    return None


def _did(event: ev.ActionNoted, state: BattleState) -> Line:
    does = text("{who} {does}", who=state.called(event.who), does=called(event.what))
    if event.what in _DONE:
        does = text(_DONE[event.what], who=state.called(event.who))
    what = called(event.text) if "skill" in event.what or event.what == "verbal-action" else event.text
    if event.target:
        does = text("{does} {whom}", does=does, whom=state.called(event.target))
    return Line(text=text("{does}: {what}.", does=does, what=what) if what else text("{does}.", does=does))


def _went(event: ev.Went, state: BattleState) -> Line:
    yards = counted("{n} yard", "{n} yards", n=event.yards)
    said = text("{who}: {how}, {yards}.", who=state.called(event.who), how=called(event.how), yards=yards)
    return Line(text=said, rule="TS-160")


def _round(event: ev.RoundStarted, state: BattleState) -> Line:
    words = text("Round {round} begins.", round=event.clock.get("round", 1))
    if event.clock.get("surprise"):
        words = text("The surprise round begins.")
    return Line(text=words, tone="turn", rule="TS-055")


def _one(
    sentence: str, rule: str, tone: str = "plain", big: Words | None = None
) -> Callable[[Any, BattleState], Line]:
    """Word an event of somebody, and perhaps of somebody else, by a sentence with places to fill."""

    def teller(event: Any, state: BattleState) -> Line:
        fields = {
            "who": state.called(event.who),
            "target": state.called(getattr(event, "target", None) or ""),
            "weapon": _weapon(state, event.who, getattr(event, "weapon", "")),
            "condition": called(getattr(event, "condition", "")),
            "action": called(getattr(event, "action", "")),
        }
        numbers = {
            key: getattr(event, key, "") for key in ("rounds", "damage", "ego", "amount", "initiative")
        }
        gaps: dict[str, Gap] = {**fields, **numbers}
        said = text(sentence, **{gap: gaps[gap] for gap in gaps if f"{{{gap}}}" in sentence})
        return Line(text=said, tone=tone, rule=rule, big=big)

    return teller


_TELLERS: Mapping[type[Event], Callable[[Any, BattleState], Line | None]] = {
    ev.TicksSpent: _spent,
    ev.Attacked: _attack,
    ev.BulletsFlew: _bullets,
    ev.Struck: _hit,
    ev.Missed: _one("{who} misses {target}.", "TS-202", big=text("miss")),
    ev.Prevailed: _one(template("{who} prevails over {target}: {action}."), "TS-209"),
    ev.Damaged: _damage,
    ev.Wounded: _wound,
    ev.ConditionGained: _condition,
    ev.ConditionEnded: _one(template("{who} is no longer {condition}."), "TS-300", "good"),
    ev.Jammed: _one(template("The {weapon} of {who} jams."), "TS-222", "warn", text("jam")),
    ev.JamCleared: _one(template("{who} clears the {weapon}."), "TS-182"),
    ev.Reloaded: _one("{who} reloads the {weapon}: {rounds} rounds.", "TS-182"),
    ev.CoverTaken: _cover,
    ev.CoverLeft: _one(template("{who} is out of cover."), "TS-165"),
    ev.CoverDamaged: _one(template("The cover of {who} takes {damage} damage."), "TS-292"),
    ev.CoverDestroyed: _one(template("The cover of {who} is shot to pieces."), "TS-293", "warn"),
    ev.WallDamaged: _wall,
    ev.Redirected: _one(
        template("The melee turns the shot aside: it goes to {target} instead."), "TS-240", "warn"
    ),
    ev.Died: _one("{who} dies.", "TS-275", "harm", text("dead")),
    ev.Crippled: _one(template("{who} burns fate and lives, crippled."), "TS-276", "harm"),
    ev.BeganToDie: _one(template("{who} bleeds out."), "TS-274", "harm"),
    ev.EgoDamaged: _one(template("{who} loses {ego} ego."), "TS-331", "warn"),
    ev.EgoGained: _one(template("{who} gains {ego} ego."), "TS-336", "good"),
    ev.SociallyBeaten: _one(template("{who} has no word left to say."), "TS-333", "warn"),
    ev.Went: _went,
    ev.Dropped: _one("{who} drops the {weapon}.", "TS-183"),
    ev.Drawn: _one(template("{who} has the {weapon} in hand."), "TS-183"),
    ev.CheerChanged: lambda event, state: (
        Line(
            text=text(
                "{who} is near who entices it: {cheer} ego more.",
                who=state.called(event.who),
                cheer=event.cheer,
            )
            if event.cheer
            else text(
                "{who} is no longer near who enticed it, and loses heart.", who=state.called(event.who)
            ),
            rule="TS-C8",
        )
        if not event.keeps
        else None
    ),
    ev.WeaponWon: lambda event, state: Line(
        text=text(
            "{who} has the {weapon} of {target} in hand.",
            who=state.called(event.who),
            weapon=_weapon(state, event.who, event.as_id),
            target=state.called(event.target),
        ),
        tone="good",
        rule="TS-C1",
    ),
    ev.SwordpointTaken: _one(template("{who} holds {target} at swordpoint."), "TS-340", "warn"),
    ev.SwordpointOver: _one(template("{who} no longer holds {target} at swordpoint."), "TS-342"),
    ev.MayhemGranted: _one(template("{who} is granted mayhem: {amount}."), "TS-280", "good"),
    ev.Kept: _kept,
    ev.ActionNoted: _did,
    ev.RoundStarted: _round,
    ev.Delayed: _one(template("{who} waits, and acts at {initiative}."), "TS-070"),
    ev.Stalemate: lambda event, state: Line(
        text=text("All only wait for one another: the round ends."), rule="TS-071"
    ),
}
