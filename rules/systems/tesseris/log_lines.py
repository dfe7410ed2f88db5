"""How the events of this system are worded for the log, and for the moment beside the token."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line, Vague
from rules.engine.text import Gap, Text, Words, combatant, counted, joined, text
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.rolls import OUTCOME_WORDS

VAGUE: Mapping[type[Event], Vague] = {
    ev.Damaged: Vague(text="{who} takes damage."),
    ev.Wounded: Vague(text="{who} is wounded."),
    ev.EgoDamaged: Vague(text="{who} loses ego."),
    ev.EgoGained: Vague(text="{who} gains ego."),
    ev.CheerChanged: Vague(text="{who} feels who is near, or is not."),
}
_DONE: Mapping[str, str] = {
    "speak": "{who} speaks",
    "think": "{who} thinks",
    "look": "{who} looks around",
    "simple-action": "{who} does something simple",
    "toss-item": "{who} tosses something",
    "other-action": "{who} does something else",
    "change-grip": "{who} changes grip",
    "vehicle": "{who} gets on or off",
    "roll-over": "{who} rolls over",
    "use-skill": "{who} uses a skill",
    "verbal-action": "{who} uses a skill",
    "inspire": "{who} inspires",
    "distract": "{who} distracts",
    "follow-step": "{who} steps after",
}


def describe_roll(rolled: Rolled) -> Words:
    """Word what came of a roll: its total, and how it was read."""
    if not rolled.outcome:
        return str(rolled.total)
    came = text(OUTCOME_WORDS.get(rolled.outcome, rolled.outcome))
    return text("{total}, {came}", total=rolled.total, came=came)


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event; None for those that say nothing to a reader, or that the roll has told."""
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(event, state)


def _name(state: BattleState, who: str) -> Gap:
    found = state.combatants.get(who)
    return who if found is None else combatant(found)


def _weapon(state: BattleState, who: str, id_: str) -> Text:
    found = state.combatants.get(who)
    weapon = None if found is None else found.sheet.weapon(id_)
    return _words(id_) if weapon is None else text(weapon.label).low


def _words(id_: str) -> Text:
    return text(id_.replace("-", " "))


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
        who=_name(state, event.who),
        parts=spent,
        what=_words(event.what),
    )
    return Line(text=said, tone="quiet", rule="TS-062" if event.free_reaction else "TS-060")


def _attack(event: ev.Attacked, state: BattleState) -> Line:
    targets = event.targets or ((event.target,) if event.target else ())
    whom = text(" on {whom}", whom=joined(_name(state, who) for who in targets)) if targets else ""
    arms = text(" with the {weapon}", weapon=_weapon(state, event.who, event.weapon)) if event.weapon else ""
    who = _name(state, event.who)
    said = text("{who}: {action}{whom}{arms}.", who=who, action=_words(event.action), whom=whom, arms=arms)
    figures = (Figure(label="Rounds", value=str(event.rounds), rule="TS-028"),) if event.rounds else ()
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
    how = "{who} hits {whom} at the {place}, net {net}."
    if event.critical:
        how = "{who} critically hits {whom} at the {place}, net {net}."
    who, whom = _name(state, event.who), _name(state, event.target)
    said = text(how, who=who, whom=whom, place=_words(event.location), net=event.net)
    return Line(text=said, tone="harm", rule="TS-206" if event.critical else "TS-202")


def _damage(event: ev.Damaged, state: BattleState) -> Line:
    lost = counted("{n} point of stamina", "{n} points of stamina", n=event.stamina)
    said = text(
        "{who} takes {damage} damage, soaks {soak}, loses {lost}.",
        who=_name(state, event.who),
        damage=event.damage,
        soak=event.soak,
        lost=lost,
    )
    figures = (
        Figure(label="Damage", value=str(event.damage), rule="TS-250"),
        Figure(label="Soak", value=str(event.soak), rule="TS-253"),
        Figure(label="Stamina lost", value=str(event.stamina), rule="TS-256"),
    )
    big = f"-{event.stamina}" if event.stamina else None
    return Line(text=said, tone="harm", rule="TS-256", big=big, figures=figures)


def _wound(event: ev.Wounded, state: BattleState) -> Line:
    words = counted("{n} wound", "{n} wounds", n=event.wounds)
    return Line(
        text=text("{who} takes {wounds}.", who=_name(state, event.who), wounds=words),
        tone="harm",
        rule="TS-257",
        big=words,
    )


_GAINED: Mapping[str, str] = {
    "frightened": "{who} is frightened.",
    "terrified": "{who} is terrified.",
    "scared-to-death": "{who} is scared to death.",
    "dazed": "{who} is dazed.",
    "prone": "{who} is prone.",
    "attracted": "{who} is attracted.",
    "blinded": "{who} is blinded.",
    "disabled": "{who} is disabled.",
    "enthralled": "{who} is enthralled.",
    "enticed": "{who} is enticed.",
    "slowed": "{who} is slowed.",
    "staggered": "{who} is staggered.",
    "suffocating": "{who} is suffocating.",
    "suppressed": "{who} is suppressed.",
    "surrendered": "{who} is surrendered.",
    "grappled": "{who} is grappled.",
    "pinned": "{who} is pinned.",
    "blabbermouth": "{who} is blabbermouth.",
}


def _condition(event: ev.ConditionGained, state: BattleState) -> Line:
    words, who = _words(event.condition), _name(state, event.who)
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
    words, cover = _words(event.cover.material), event.cover
    how = "{who} is in cover behind {what}: {places}."
    if cover.hunkered:
        how = "{who} hunkers down behind {what}: {places}."
    places = joined(map(_words, cover.locations))
    said = text(how, who=_name(state, event.who), what=words, places=places)
    return Line(text=said, tone="good", rule="TS-283")


def _wall(event: ev.WallDamaged, state: BattleState) -> Line:
    what = text("A yard of {material}", material=_words(event.material))
    if event.broken:
        return Line(text=text("{what} is shot to pieces.", what=what), tone="warn", rule="TS-293")
    return Line(text=text("{what} takes {damage} damage.", what=what, damage=event.damage), rule="TS-290")


def _kept(event: ev.Kept, state: BattleState) -> Line | None:
    """Word the few bookkeepings that a reader wants to know of."""
    values, name = event.values, _name(state, event.who)
    if values.get("aim"):
        return Line(text=text("{who} aims for {what}.", who=name, what=_words(values["aim"])), rule="TS-180")
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
            words = text("{who} is talked into it: {what}.", who=name, what=text(what))
        return Line(text=words, tone="warn", rule="TS-330")
    if values.get("may_borrow"):
        ticks = counted("{n} tick", "{n} ticks", n=values["may_borrow"])
        return Line(
            text=text("{who} may borrow {ticks} for its next action.", who=name, ticks=ticks), rule="TS-064"
        )
    return None


def _did(event: ev.ActionNoted, state: BattleState) -> Line:
    does = text("{who} {does}", who=_name(state, event.who), does=_words(event.what))
    if event.what in _DONE:
        does = text(_DONE[event.what], who=_name(state, event.who))
    what = _words(event.text) if "skill" in event.what or event.what == "verbal-action" else event.text
    if event.target:
        does = text("{does} {whom}", does=does, whom=_name(state, event.target))
    return Line(text=text("{does}: {what}.", does=does, what=what) if what else text("{does}.", does=does))


def _went(event: ev.Went, state: BattleState) -> Line:
    yards = counted("{n} yard", "{n} yards", n=event.yards)
    said = text("{who}: {how}, {yards}.", who=_name(state, event.who), how=_words(event.how), yards=yards)
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
            "who": _name(state, event.who),
            "target": _name(state, getattr(event, "target", None) or ""),
            "weapon": _weapon(state, event.who, getattr(event, "weapon", "")),
            "condition": _words(getattr(event, "condition", "")),
            "action": _words(getattr(event, "action", "")),
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
    ev.Prevailed: _one("{who} prevails over {target}: {action}.", "TS-209"),
    ev.Damaged: _damage,
    ev.Wounded: _wound,
    ev.ConditionGained: _condition,
    ev.ConditionEnded: _one("{who} is no longer {condition}.", "TS-300", "good"),
    ev.Jammed: _one("The {weapon} of {who} jams.", "TS-222", "warn", text("jam")),
    ev.JamCleared: _one("{who} clears the {weapon}.", "TS-182"),
    ev.Reloaded: _one("{who} reloads the {weapon}: {rounds} rounds.", "TS-182"),
    ev.CoverTaken: _cover,
    ev.CoverLeft: _one("{who} is out of cover.", "TS-165"),
    ev.CoverDamaged: _one("The cover of {who} takes {damage} damage.", "TS-292"),
    ev.CoverDestroyed: _one("The cover of {who} is shot to pieces.", "TS-293", "warn"),
    ev.WallDamaged: _wall,
    ev.Redirected: _one("The shot goes to {target} instead.", "TS-240", "warn"),
    ev.Died: _one("{who} dies.", "TS-275", "harm", text("dead")),
    ev.Crippled: _one("{who} burns fate and lives, crippled.", "TS-276", "harm"),
    ev.BeganToDie: _one("{who} bleeds out.", "TS-274", "harm"),
    ev.EgoDamaged: _one("{who} loses {ego} ego.", "TS-331", "warn"),
    ev.EgoGained: _one("{who} gains {ego} ego.", "TS-336", "good"),
    ev.SociallyBeaten: _one("{who} has no word left to say.", "TS-333", "warn"),
    ev.Went: _went,
    ev.Dropped: _one("{who} drops the {weapon}.", "TS-183"),
    ev.Drawn: _one("{who} has the {weapon} in hand.", "TS-183"),
    ev.CheerChanged: lambda event, state: (
        Line(
            text=text(
                "{who} is near who entices it: {cheer} ego more.",
                who=_name(state, event.who),
                cheer=event.cheer,
            )
            if event.cheer
            else text(
                "{who} is no longer near who enticed it, and loses heart.", who=_name(state, event.who)
            ),
            rule="TS-C8",
        )
        if not event.keeps
        else None
    ),
    ev.WeaponWon: lambda event, state: Line(
        text=text(
            "{who} has the {weapon} of {target} in hand.",
            who=_name(state, event.who),
            weapon=_weapon(state, event.who, event.as_id),
            target=_name(state, event.target),
        ),
        tone="good",
        rule="TS-C1",
    ),
    ev.SwordpointTaken: _one("{who} holds {target} at swordpoint.", "TS-340", "warn"),
    ev.SwordpointOver: _one("{who} no longer holds {target} at swordpoint.", "TS-342"),
    ev.MayhemGranted: _one("{who} is granted mayhem: {amount}.", "TS-280", "good"),
    ev.Kept: _kept,
    ev.ActionNoted: _did,
    ev.RoundStarted: _round,
    ev.Delayed: _one("{who} waits, and acts at {initiative}.", "TS-070"),
    ev.Stalemate: lambda event, state: Line(
        text=text("All only wait for one another: the round ends."), rule="TS-071"
    ),
}
