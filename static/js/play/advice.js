// What somebody should do, as the AI sees it: shown to the GM and done at a press; or done step by step by itself,
// for the sides that the GM lets act, until something is asked of a person or the GM stops it.

import { hear, tell } from "../core/events.js";
import { commandId, el, isGm, say, svg, token, turn } from "../core/page.js";
import { ask } from "../core/socket.js";
import { tr } from "../core/texts.js";
import { centre, keyAt, placeAt } from "../map/geometry.js";
import { layer } from "../map/measurement.js";
import { addTool, inHand, take } from "../map/tools.js";
import { bar } from "./move.js";

/** @import { Deed } from "../core/messages.js" */

const panel = el("advice");
let number = 0;
/** @type {string | null} */
let shownFor = null; // whose advice the panel shows, or waits for
/** @type {Map<string, string>} */
const acting = new Map(); // who acts by themselves: `one:` with an id, or `side:` with a side; and what a side is called
/** @type {Set<string>} */
const defending = new Set(); // the sides that answer by themselves
/** @type {string | null} */
let awaited = null; // who acts by itself and is thought about now

// ------------------------------------------------------------------------------------------- shown
function clear() {
  number += 1;
  shownFor = awaited = null;
  panel.hidden = true;
  panel.replaceChildren();
  unmark();
}

function unmark() {
  el("overlay-advice")?.replaceChildren();
  for (const one of document.querySelectorAll(".token.advised-target")) one.classList.remove("advised-target");
}

/** Show where a piece of advice leads, at whom it is aimed, and where to go afterwards.
 *  @param {Deed["marks"]} marks */
function mark({ who, target, at, then_at: thenAt }) {
  unmark();
  const from = token(who), size = Number(from?.dataset.size ?? 1);
  const on = layer("overlay-advice", { over: true });
  const line = (/** @type {Point} */ a, /** @type {Point} */ b, then = "") => on.append(svg("path", { class: `advice-mark${then}`, d: `M${a.join(" ")} L${b.join(" ")}` }));
  const place = (/** @type {Point | string} */ to, /** @type {Point | null} */ start, then = "") => {
    const [x, y] = centre(keyAt(to), size);
    if (start) line(start, [x, y], then);
    on.append(svg("circle", { class: `advice-mark${then}`, cx: x, cy: y, r: 50 * size - 6 }));
    return /** @type {Point} */ ([x, y]);
  };
  /** @type {Point | null} */
  let start = from ? [Number(from.dataset.x), Number(from.dataset.y)] : null;
  if (at !== null) start = place(at, start);
  const there = target ? token(target) : null;
  there?.classList.add("advised-target");
  if (start && there) line(start, [Number(there.dataset.x), Number(there.dataset.y)]);
  if (thenAt !== null) place(thenAt, start, " then");
}

/** @param {string} who */
function think(who) {
  number += 1;
  return ask("advise", { actor: who, number });
}

/** @param {string} who */
async function show(who) {
  shownFor = who;
  panel.hidden = false;
  if (!panel.childElementCount) panel.textContent = tr("Thinking…");
  const answer = await think(who);
  if (answer.ok || shownFor !== who) return;
  clear();
  say(answer.refusal);
}

hear("advice", ({ of, panel: words, first }) => {
  if (of !== number) return;
  if (awaited) return void act(first);
  if (!shownFor) return;
  panel.innerHTML = words;
  if (first) mark(first.marks);
  panel.scrollIntoView({ block: "nearest", behavior: "instant" });
});

/** @param {{ readonly target: PageElement }} event */
function markWhatIsLookedAt({ target }) {
  const marks = target.closest("[data-marks]")?.dataset.marks;
  if (marks) mark(/** @type {Deed["marks"]} */ (JSON.parse(marks)));
}
panel.addEventListener("pointerover", markWhatIsLookedAt);
panel.addEventListener("focusin", markWhatIsLookedAt);

panel.addEventListener("click", async (event) => {
  if (event.target.closest("[data-advice-close]")) return clear();
  const deed = event.target.closest("[data-advice]")?.dataset.advice;
  if (!deed) return;
  const answer = await ask("command", { id: commandId(), .../** @type {Record<string, unknown>} */ (JSON.parse(deed)) });
  if (!answer.ok) say(answer.refusal);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#acting-stop")) return letGo();
  const button = event.target.closest("[data-advise], [data-let-act], [data-let-defend]");
  if (!button) return;
  const { advise, letAct, letDefend, sideWords } = button.dataset;
  if (advise) return void show(advise);
  if (letAct === undefined) {
    if (!defending.delete(letDefend)) defending.add(letDefend);
  } else if (!acting.delete(letAct)) acting.set(letAct, sideWords ?? "");
  seen = look();
  showSwitches();
  if (next()) go();
  else if (awaited) clear();
});

// ------------------------------------------------------------------------------------------- by themselves
/** @type {{ fallen: Set<string>, hurt: Map<string, string>, open: Set<string> } | null} */
let seen = null; // how things stood when somebody began to act by themselves, and after each change since

const pace = () => Number(/** @type {PageElement | null} */ (el("acting-pace"))?.value ?? 900);

/** @param {string} id */
const stopsWhen = (id) => Boolean(/** @type {PageElement | null} */ (el(`stop-${id}`))?.checked);

/** @param {string} who */
const sideOf = (who) => token(who)?.dataset.side ?? "";

/** Whether somebody acts by itself, or was left to the AI by its player.
 *  @param {string} who */
const actsAlone = (who) => isGm && (acting.has(`one:${who}`) || acting.has(`side:${sideOf(who)}`) || Boolean(token(who)?.dataset.byItself));

/** @param {string} who */
const answersAlone = (who) => isGm && (defending.has(sideOf(who)) || Boolean(token(who)?.dataset.byItself));

function showSwitches() {
  for (const button of document.querySelectorAll("[data-let-act]")) button.setAttribute("aria-pressed", String(acting.has(button.dataset.letAct)));
  for (const button of document.querySelectorAll("[data-let-defend]")) button.setAttribute("aria-pressed", String(defending.has(button.dataset.letDefend)));
  const bar = el("acting");
  if (!bar) return;
  const names = [...acting].map(([key, words]) => words || (token(key.slice(4))?.dataset.name ?? ""));
  bar.hidden = acting.size === 0;
  el("acting-who").textContent = tr("By themselves: {names}", { names: names.join(", ") });
}

function letGo() {
  acting.clear();
  clear();
  showSwitches();
}

/** @param {string} refusal */
function stop(refusal) {
  letGo();
  say({ message: refusal, rule: null });
}

/** How things stand with those who do not act by themselves, and with the doors. */
function look() {
  const others = [...document.querySelectorAll("#map .token")].filter((one) => !actsAlone(one.dataset.who));
  return {
    fallen: new Set(others.filter((one) => one.classList.contains("out")).map((one) => String(one.dataset.name))),
    hurt: new Map(others.map((one) => [String(one.dataset.name), one.querySelector(".gauge-on")?.outerHTML ?? ""])),
    open: new Set([...document.querySelectorAll("#map .door.open")].map((door) => String(door.dataset.wall))),
  };
}

/** What has happened since that the GM wants them to stop for; empty for nothing. */
function happened() {
  const before = seen, now = look();
  seen = now;
  if (!before) return "";
  const fallen = [...now.fallen].find((name) => before.hurt.has(name) && !before.fallen.has(name));
  if (fallen && stopsWhen("falls")) return tr("{name} has fallen: nobody acts by themselves any more.", { name: fallen });
  const hurt = [...now.hurt].find(([name, gauge]) => before.hurt.has(name) && before.hurt.get(name) !== gauge);
  if (hurt && stopsWhen("hurt")) return tr("{name} was hurt: nobody acts by themselves any more.", { name: hurt[0] });
  if (stopsWhen("door") && [...now.open].some((door) => !before.open.has(door))) return tr("A door has opened: nobody acts by themselves any more.");
  return "";
}

/** Whose deed or answer is next, where that is one of those who act by themselves. */
function next() {
  const asked = el("prompt")?.dataset.to;
  if (el("prompt")?.dataset.number) return asked && answersAlone(asked) ? asked : null;
  const { running, active, held } = turn();
  const free = active ? [active] : held; // where nobody acts, a turn that was put off may be taken up
  return (running && free.find(actsAlone)) || null;
}

async function go() {
  const who = next();
  if (!who || awaited) return;
  clear();
  awaited = who;
  const answer = await think(who);
  if (answer.ok && !answer.person) return;
  if (awaited !== who) return;
  clear(); // a person plays it, or it has to wait: it goes on by itself when that has changed
}

/** @param {Deed | null} deed */
async function act(deed) {
  const who = awaited, asked = number;
  if (!deed) return stop(tr("Nothing can be done by itself here. Go on by hand, then let them act again."));
  mark(deed.marks);
  await new Promise((resolve) => { setTimeout(resolve, pace()); });
  if (awaited !== who || number !== asked || next() !== who) return;
  unmark();
  const answer = await ask("command", { id: commandId(), ...deed.command });
  awaited = null;
  if (!answer.ok) return stop(answer.refusal.message);
  go();
}

hear("update", () => {
  showSwitches();
  const why = acting.size ? happened() : "";
  if (why) return stop(why);
  if (next() || awaited) return void (awaited && next() !== awaited ? (clear(), go()) : go());
  if (!shownFor) return;
  const { running, active } = turn();
  if (running && active !== shownFor && el("prompt")?.dataset.to !== shownFor) clear();
  else show(shownFor);
});

// ------------------------------------------------------------------------------------- what somebody is to do
/** @type {HTMLFormElement | null} */
let aimForm = null; // the form for which a place is chosen on the map

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-aim-place]");
  if (button) {
    aimForm = button.closest("form");
    take("aim-place");
  } else if (event.target.closest("#move-cancel") && inHand() === "aim-place") take(null);
});

addTool("aim-place", {
  start() {
    bar(tr("Tap the place."), { cancel: true });
    tell("needs-map");
  },
  stop() {
    bar(null);
  },
  tap(_target, point) {
    const key = placeAt(...point), form = aimForm;
    if (!key || !form) return true;
    const place = form.querySelector("[name='json:at']");
    if (place) place.value = JSON.stringify(key.includes(",") ? key.split(",").map(Number) : key);
    take(null);
    form.requestSubmit();
    return true;
  },
});
