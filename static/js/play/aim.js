// Aiming: who, at whom, with what and under which facts goes to the server; its panel and its line come back.

import { mapLabel } from "../map/label.js";
import { over } from "../levels/levels.js";
import { factValue } from "./facts.js";
import { ask } from "../core/socket.js";
import { inSight } from "../map/viewport.js";
import { bar, unprepare } from "./move.js";
import { hear, tell } from "../core/events.js";
import { el, say, svg, token, turn } from "../core/page.js";
import { lifted } from "../core/press.js";
import { own } from "./selection.js";
import { markStrays, unmarkStrays } from "../map/strays.js";
import { tr } from "../core/texts.js";

/** @import { LateOdds, LineOfFire, Ray } from "../core/messages.js" */

/** What an aim has been told of how it is done: the places that it leads to, and what else may be chosen.
 *  @typedef {{ to?: Place, then_to?: Place, [choice: string]: unknown }} Options */

/** What is aimed, at somebody or at a place. `aside`: while it is another's turn.
 *  @typedef {Action & { target: string | null, at?: Place, aside: boolean, options: Options, facts: Record<string, unknown> }} Aim */

/** What waits for a target. Of the targets one may be picked, of none (null) anybody.
 *  @typedef {Action & { pick: ((target: string) => unknown) | null, targets: string[] | null }} Armed */

/** An aim as a command says it.
 *  @typedef {{ actor: string, target?: string, at?: Place, do?: string, options?: Options, facts?: object, [param: string]: unknown }} Said */

/** @type {Aim | null} */
let aim = null;
/** @type {Armed | null} */
let armed = null;
let asked = 0;
let later = 0;

/** Whether it is somebody else's turn.
 *  @param {string} actor */
const isAside = (actor) => turn().running && turn().active !== actor;

export const isArmed = () => armed !== null;

/** Wait for a target: the next token that is tapped. `pick` sends the command at once, without odds.
 *  @param {Armed} action */
export function arm(action) {
  disarm(); // what was aimed before comes back with no late answer
  unprepare();
  armed = action;
  el("map-box").classList.add("aiming");
  const names = (action.targets ?? []).map((who) => token(who)?.dataset.name).filter(Boolean);
  tell("armed", { action });
  bar(names.length ? tr("Choose one of these on the map: {names}.", { names: names.join(", ") }) : tr("Choose a target on the map."), { cancel: true });
}

/** Wait for no target any more: something else was chosen. */
export function unarm() {
  if (armed) {
    bar(null);
    tell("armed", { action: null });
  }
  armed = null;
  el("map-box").classList.remove("aiming");
}

export function disarm() {
  unarm();
  if (aim) close();
}

/** Lay aside what is aimed, until it is taken up again.
 *  @returns {Aim | null} */
export function layAside() {
  const laid = aim;
  disarm();
  return laid;
}

/** Aim again as before something else was done; it is judged anew.
 *  @param {Aim} laid */
export function takeUp(laid) {
  disarm();
  aim = { ...laid, aside: isAside(laid.actor) };
  show();
}

/** @param {string} target
 *  @param {string | null} actor */
export function aimAt(target, actor = armed?.actor ?? own()) {
  if (armed?.targets && !armed.targets.includes(target)) return say({ message: tr("It cannot be done to that one. Choose another."), rule: null });
  const way = armed;
  unarm();
  bar(null);
  if (!actor) return;
  if (way?.pick) return way.pick(target);
  const same = aim?.actor === actor;
  const kept = way ?? (same ? aim : null);
  aim = { actor, target, aside: isAside(actor), do: kept?.do, fixed: kept?.fixed ?? {}, options: same && !way ? aim?.options ?? {} : {}, facts: {} };
  show();
}

/** Aim at a place of the map, with what covers an area.
 *  @param {Place} at
 *  @param {Action} action */
export function aimAtPlace(at, action) {
  const same = aim?.actor === action.actor && aim.do === action.do;
  aim = { options: {}, facts: {}, ...(same ? aim : {}), ...action, aside: isAside(action.actor), at, target: null };
  show();
}

/** What is being aimed, as far as it is said: what an area is laid with. */
export const aiming = () => aim && said(aim);

/** What is said of an aim, as a command says it.
 *  @param {Aim} aim
 *  @returns {Said} */
function said(aim) {
  const { actor, target, at, fixed, options, facts } = aim;
  return {
    actor,
    ...(target ? { target } : { at }),
    ...(aim.do ? { do: aim.do, ...fixed } : {}),
    ...(Object.keys(options).length ? { options } : {}),
    ...(Object.keys(facts).length ? { facts } : {}),
  };
}

const PATIENCE = 2000; // ms until a table that did not answer is asked again
const AT_ONCE = 80; // ms that an answer may take before the page says that it is on its way
let awaited = 0; // the question that is on its way
let outdated = false; // whether something has changed since it was asked
let busy = 0; // until it is said that the answer is on its way
let isSaid = false;
/** Odds that came later than the rest of their panel, until they are shown.
 *  @type {LateOdds | null} */
let late = null;

/** Say that the aim is being worked out, where that is not done at once. */
function showBusy() {
  mark();
  clearTimeout(busy);
  busy = setTimeout(() => {
    isSaid = true;
    el("aim").setAttribute("aria-busy", "true"); // what stands there is of what was chosen before
    bar(tr("Working out the chances…"), { cancel: true });
  }, AT_ONCE);
}

function showDone() {
  awaited = 0;
  outdated = false;
  clearTimeout(busy);
  if (isSaid) bar(null);
  isSaid = false;
  el("aim").removeAttribute("aria-busy");
}

/** Show the odds that have come for the aim whose panel is open. */
async function showLate() {
  const place = el("aim").querySelector("#aim-odds.awaited");
  if (!late || awaited || late.of !== asked || !place) return;
  const { panel } = late;
  late = null;
  await window.htmx.swap({ text: panel, target: place, swap: "outerMorph" });
  markStrays();
}

hear("odds", (odds) => lifted().then(() => {
  late = odds;
  return showLate();
}));

/** Ask for the panel and the line; `quietly` where nobody has asked for them, but something has changed.
 *  @param {{ again?: boolean, quietly?: boolean }} how */
async function show({ again = false, quietly = false } = {}) {
  if (quietly && awaited) {
    outdated = true; // an answer that others' deeds are quicker than would never come
    return;
  }
  if (!aim) return;
  const number = awaited = asked += 1;
  if (!quietly) showBusy();
  const go = el("aim").querySelector(".aim-go .big"); // what it would send is no longer what was chosen
  if (go && !quietly) go.disabled = true;
  const answer = await ask("aim", { ...said(aim), number });
  if (number !== asked || !aim) return;
  const isOld = outdated;
  showDone();
  if (!answer.ok) {
    const isLost = answer.refusal.code === "no-connection"; // takes nothing away of what has been chosen
    if (!isLost || !again) say(answer.refusal);
    if (!isLost) return close();
    clearTimeout(later);
    later = setTimeout(() => aim && show({ again: true, quietly }), PATIENCE);
    return;
  }
  const isNew = !el("aim").classList.contains("open");
  const old = el("aim").querySelector("#aim-odds")?.cloneNode(true);
  await window.htmx.swap({ text: answer.panel, target: el("aim"), swap: "outerMorph" });
  if (number !== asked || !aim) return;
  keepOutdated(old);
  await showLate();
  if (number !== asked || !aim) return;
  if (isNew) el("aim").scrollIntoView({ block: "start", behavior: "instant" }); // the button may lie far below it
  const panel = el("aim").dataset;
  Object.assign(aim, { do: panel.do, fixed: JSON.parse(panel.fixed ?? "{}") });
  draw(answer.line, panel.words);
  tell("aim", { open: true, quietly, target: aim.target, area: answer.area });
  if (isOld) show({ quietly: true });
}

/** Leave the odds of before dimmed under the sign that new ones are being worked out: nothing jumps.
 *  @param {Node | undefined} old */
function keepOutdated(old) {
  const place = el("aim").querySelector("#aim-odds.awaited");
  if (!place || place.querySelector(".bar") || !(old instanceof Element)) return;
  const bars = [...old.querySelectorAll(".bar")];
  for (const one of bars) {
    one.classList.add("outdated");
    one.setAttribute("aria-hidden", "true");
  }
  place.prepend(...bars);
}

export function close() {
  if (!aim) return;
  if (awaited || el("aim").querySelector("#aim-odds.awaited")) ask("aim-closed", {});
  aim = null;
  asked += 1;
  showDone();
  const panel = el("aim");
  panel.classList.remove("open");
  panel.replaceChildren();
  for (const key of ["actor", "target", "at", "do", "fixed", "words"]) delete panel.dataset[key];
  el("overlay-aim").replaceChildren();
  unmarkStrays();
  written = null;
  for (const marked of document.querySelectorAll(".token.target")) marked.classList.remove("target");
  tell("aim", { open: false });
}

// -------------------------------------------------------------------------------------- the line
function mark() {
  for (const marked of document.querySelectorAll(".token.target")) marked.classList.remove("target");
  if (aim?.target) token(aim.target)?.classList.add("target");
}

/** @param {LineOfFire | null} line
 *  @param {string} words */
function draw(line, words) {
  redraw = () => draw(line, words);
  mark();
  markStrays();
  const [from, to] = [token(aim?.actor), aim?.target ? token(aim.target) : null];
  const layer = el("overlay-aim");
  layer.replaceChildren();
  written = null;
  if (!from || !to) return;
  /** @type {Point[]} */
  const ends = [from, to].map((node) => over([Number(node.dataset.x), Number(node.dataset.y)]));
  const status = el("aim").querySelector(".refused") ? "unknown" : "clear"; // no rays: a map of zones, or a refusal
  const rays = line?.rays ?? [{ from: ends[0], to: ends[1], status, stopped_at: null }];
  for (const ray of rays) layer.append(...drawRay(ray));
  if (!words && !line) return;
  const dots = line ? rays.map((ray) => ray.status) : [];
  written = (aside = 0) => sign(ends, words || "", dots, aside);
  write();
}

let redraw = () => {};
hear("level", () => { if (aim) redraw(); });

/** Makes what is written at the line, so many map units aside; null while nothing is.
 *  @type {((aside?: number) => SVGElement) | null} */
let written = null;
/** @type {SVGElement | null} */
let shownSign = null;

/** Write at the line, beside the buttons that float over the map. */
function write() {
  shownSign?.remove();
  shownSign = null;
  if (!written) return;
  const layer = el("overlay-aim");
  layer.append(shownSign = written());
  const [is, tools] = [shownSign.getBoundingClientRect(), document.querySelector(".map-tools")?.getBoundingClientRect()];
  if (!tools || is.right < tools.left || is.left > tools.right || is.bottom < tools.top || is.top > tools.bottom) return;
  shownSign.remove();
  layer.append(shownSign = written((tools.left - is.right - BESIDE) * inSight().u));
}

const BESIDE = 6; // pixels
hear("view", ({ working }) => { if (!working) write(); });

/** What stands at the line: above both tokens, or below them where the map's upper edge is near.
 *  @param {Point[]} ends
 *  @param {string} words
 *  @param {string[]} dots
 *  @param {number} aside */
function sign(ends, words, dots, aside) {
  const x = (ends[0][0] + ends[1][0]) / 2;
  const [top, bottom] = [Math.min(ends[0][1], ends[1][1]) - 62, Math.max(ends[0][1], ends[1][1]) + 84];
  const { y: edge, u: unit } = inSight();
  return top - 60 * unit > edge ? mapLabel(x, top, words, { dots, lift: 24, inside: true, aside }) : mapLabel(x, bottom, words, { dots, lift: -28, inside: true, aside });
}

/** From level to level a ray is drawn on the one that is shown.
 *  @param {Ray} ray */
function drawRay({ from: start, to: end, status, stopped_at: met }) {
  const [from, to] = [over(start), over(end)];
  const share = met ? Math.hypot(met[0] - start[0], met[1] - start[1]) / (Math.hypot(end[0] - start[0], end[1] - start[1]) || 1) : 0;
  const stop = met && /** @type {Point} */ ([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
  /** @param {Point} a
   *  @param {Point} b
   *  @param {string} kind */
  const segment = (a, b, kind) => svg("line", { class: kind, x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
  if (status !== "stopped" || !stop) return [segment(from, to, "ray-back"), segment(from, to, `ray ${status}`)];
  /** @param {string} kind */
  const cross = (kind) => {
    const mark = svg("path", { class: kind, d: "M-6 -6l12 12m0 -12l-12 12" });
    mark.style.transform = `translate(${stop[0]}px, ${stop[1]}px) scale(var(--u))`;
    mark.style.strokeWidth = kind === "ray-stop" ? "3px" : "6px";
    return mark;
  };
  return [segment(from, stop, "ray-back"), segment(from, stop, "ray stopped"), segment(stop, to, "ray-rest"), cross("ray-stop-back"), cross("ray-stop")];
}

// ------------------------------------------------------------------------------------ the panel
document.addEventListener("click", (event) => {
  const option = event.target.closest("[data-aim-option]");
  if (option && aim) {
    Object.assign(aim, { do: option.dataset.do, fixed: JSON.parse(option.dataset.fixed), options: {}, facts: {} });
    show();
  }
  const picked = event.target.closest("[data-choice][data-value]");
  const choice = picked ? null : event.target.closest("button[data-choice]");
  if (picked && aim) choose(picked.dataset.choice, picked.getAttribute("aria-pressed") === "true" ? null : picked.dataset.value);
  if (choice && aim) choose(choice.dataset.choice, choice.dataset.number ? Number(choice.dataset.number) : choice.getAttribute("aria-pressed") !== "true");
  if (event.target.closest("[data-close-aim]")) close();
  if (event.target.closest("#move-cancel")) disarm();
});

/** Say something about how it is done; what is left out goes without saying.
 *  @param {string} id
 *  @param {unknown} value */
export function choose(id, value) {
  if (!aim) return;
  const { [id]: _, ...others } = aim.options;
  aim.options = value ? { ...others, [id]: value } : others;
  show();
}

document.addEventListener("change", (event) => {
  const { fact, choice } = event.target.dataset;
  if (choice && aim) {
    const { value, type: field, dataset: { json, low } } = event.target;
    if (field === "number") return choose(choice, Number(value) > Number(low) ? Number(value) : null);
    return choose(choice, json && value ? JSON.parse(value) : value);
  }
  if (!fact || !aim) return;
  aim.facts[fact] = factValue(event.target, [...el("aim").querySelectorAll(`[data-fact="${CSS.escape(fact)}"]`)]);
  show();
});

// What was sent is over once it is done, and what was chosen since then is not.
/** @type {Aim | null} */
let sent = null;
document.addEventListener("submit", ({ target }) => { if (target.dataset.done === "aim") sent = aim; }, true);
hear("done", ({ what }) => { if (what === "aim" && aim === sent) close(); });
hear("connected", () => { if (aim && el("aim").querySelector("#aim-odds.awaited")) show({ quietly: true }); }); // they went with the line
hear("update", (update) => {
  if (!aim || (!update.panels && !update.moves?.length)) return;
  const isOver = isAside(aim.actor) && !aim.aside; // who aims out of turn goes on whatever others do
  const isGone = aim.target && !token(aim.target);
  if (aim !== sent && isGone) say({ message: tr("Whom you aimed at is not to be seen any more."), rule: null });
  else if (aim !== sent && isOver) say({ message: tr("The turn has passed on: your aim was cancelled."), rule: null });
  if (!token(aim.actor) || isGone || isOver) return close();
  aim.aside = isAside(aim.actor);
  clearTimeout(later);
  later = setTimeout(() => lifted().then(() => aim && show({ quietly: true })), 60); // the button that is pressed just now is meant
});
