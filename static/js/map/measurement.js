// What the ruler, the area and what others show have in common: layers, switches, questions while a hand moves.

import { ask } from "../core/socket.js";
import { mapLabel } from "./label.js";
import { commandId, el, map, svg } from "../core/page.js";

/** @import { DrawnArea, Ruler } from "../core/messages.js" */

/** Names what this page shows to the others, across a line that is cut and mended. */
export const page = commandId();

/** A layer of the map of one's own: under the tokens, or over them.
 *  @param {string} id
 *  @param {{ over?: boolean }} where
 *  @returns {Element} */
export function layer(id, { over = false } = {}) {
  const found = el(id);
  if (found) return found;
  const made = svg("g", { id, class: "measure-layer", "aria-hidden": "true" });
  map().insertBefore(made, el(over ? "overlay-top" : "tokens"));
  return made;
}

// ---------------------------------------------------------------------------------------- switches
const KEPT = "battlemat-measure";
/** @type {Record<string, boolean>} */
const switches = { free: false, show: true, ...recall() };

/** @returns {Record<string, boolean>} */
function recall() {
  try { return /** @type {Record<string, boolean> | null} */ (JSON.parse(String(localStorage.getItem(KEPT)))) ?? {}; } catch { return {}; }
}

/** @param {"free" | "show"} name */
export const isOn = (name) => switches[name];
/** @type {(() => void)[]} */
const listeners = [];
/** @param {() => void} listener */
export const onSwitch = (listener) => listeners.push(listener);

function showSwitches() {
  for (const button of document.querySelectorAll("[data-measure]")) button.setAttribute("aria-pressed", String(switches[button.dataset.measure]));
}

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-measure]")?.dataset.measure;
  if (!name) return;
  switches[name] = !switches[name];
  try { localStorage.setItem(KEPT, JSON.stringify(switches)); } catch { /* private window */ }
  showSwitches();
  for (const listener of listeners) listener();
});
showSwitches();

// --------------------------------------------------------------------------------------- questions
/** What is asked while a hand moves. `show`: to the others as well.
 *  @typedef {{ show?: boolean, [name: string]: unknown }} Wanted */

/** Ask what changes while a hand moves: one question at a time, then the latest of those that came meanwhile.
 *  @template {keyof Replies} Question
 *  @param {Question} event
 *  @param {(answer: Reply<Question>) => void} answered */
export function asker(event, answered) {
  /** @type {Wanted | null} */
  let waiting = null;
  let busy = false;
  let number = 0;
  async function run() {
    busy = true;
    while (waiting) {
      const data = waiting;
      const mine = number;
      waiting = null;
      const answer = await ask(event, { ...data, page });
      if (mine === number) answered(answer);
      if (data.show && answer.ok && !("shown" in answer && answer.shown) && !waiting && mine === number) later(data, mine);
    }
    busy = false;
  }
  /** @param {Wanted} data
   *  @param {number} mine */
  const later = (data, mine) => setTimeout(() => { if (mine === number && !busy) { waiting = data; run(); } }, 250);
  return {
    /** @param {Wanted} data */
    ask(data) {
      waiting = data;
      if (!busy) run();
    },
    /** Want no answer any more. */
    forget() {
      waiting = null;
      number += 1;
    },
  };
}

/** Take what this page shows off the others.
 *  @param {string} kind */
export const putAway = (kind) => ask("put-away", { kind, page });

/** On whom a gesture begins: under the disc of a token, not under its name.
 *  @param {Element | null} target
 *  @param {Point} point */
export function whoIs(target, [x, y]) {
  const token = target?.closest?.(".token")?.dataset;
  return token && Math.hypot(x - Number(token.x), y - Number(token.y)) <= 50 * Number(token.size) ? token.who : null;
}

// ----------------------------------------------------------------------------------------- drawing
/** @param {Point[]} points */
const d = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

/** A ruler as everybody sees it. `by`: who shows it, on others' pages.
 *  @param {Ruler} ruler
 *  @param {string} by */
export function drawRuler({ points, legs, total, range }, by = "") {
  const parts = [];
  if (points.length > 1) parts.push(svg("path", { class: "ruler-back", d: d(points) }), svg("path", { class: "ruler-line", d: d(points) }));
  points.forEach(([x, y], n) => {
    const dot = svg("circle", { class: "ruler-dot", r: n === 0 ? 6 : 5 });
    dot.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
    parts.push(dot);
  });
  if (legs.length > 1) parts.push(...legs.map(({ words, at }) => mapLabel(at[0], at[1], words)));
  const end = points[points.length - 1];
  if (legs.length) parts.push(mapLabel(end[0], end[1], range ? `${total} · ${range}` : total, { lift: 34 }));
  if (by) parts.push(mapLabel(points[0][0], points[0][1], by, { lift: -34 }));
  return parts;
}

/** An area as everybody sees it: the wash with its rim, rings about those caught.
 *  @param {DrawnArea} area
 *  @param {string} by */
export function drawArea({ outline, caught, at, words }, by = "") {
  const path = outline.map((piece) => `${d(piece)}Z`).join("");
  const parts = [svg("path", { class: "area-fill", d: path }), svg("path", { class: "area-rim", d: path })];
  for (const { people } of caught) {
    for (const { who } of people) {
      const token = el(`token-${who}`);
      if (!token) continue;
      const { x, y, size } = token.dataset;
      parts.push(svg("circle", { class: "caught-ring", cx: x, cy: y, r: 47 * Number(size) }));
    }
  }
  if (by) parts.push(mapLabel(at[0], at[1], `${by}: ${words}`, { lift: -46 }));
  return parts;
}
