// A map of several levels is shown one level at a time. A player's page goes with the own token, the projector with who
// acts, unless the GM holds it; the GM may have all of the map before them. On a map without levels nothing of this is there.

import { hear, tell } from "../core/events.js";
import { el, map, role, table, token, turn } from "../core/page.js";
import { cellOf, placeAt } from "../map/geometry.js";
import { beforeLooking, fit, lookWithin, shiftBy } from "../map/viewport.js";

/** A level: its cells (first column and row, how many columns and rows), where it lies on the map, and how far off the plan.
 *  @typedef {{ id: string, name: string, cells: [number, number, number, number], box: [number, number, number, number], shift: Point }} Level */

export const FREE = role !== "screen";
const memory = `battlemat-level-${table}-${role}`;
/** @type {string | null} */
let text = null; // what the page says of the levels
/** @type {Level[]} */
let all = []; // the highest first
/** @type {Level | null} */
let shown = null;
/** @type {string | null} */
let held = null; // the level that the GM has the projector stay on

export const shownLevel = () => shown;
/** The levels of the map, the highest first. */
export const levels = () => all;

/** @param {string | null | undefined} key
 *  @returns {Level | null} */
export function levelOf(key) {
  if (!all.length || !key) return null;
  const [column, row] = cellOf(key);
  return all.find(({ cells: [c, r, cols, rows] }) => column >= c && row >= r && column < c + cols && row < r + rows) ?? null;
}

/** @param {Point} at
 *  @returns {Level | null} */
export const levelAt = ([x, y]) => (all.length ? levelOf(placeAt(x, y)) : null);

/** Where a place lies on another level, above or below; where it is, if either is on none.
 *  @param {Point} at
 *  @param {Level | null} to
 *  @returns {Point} */
export function over(at, to = shown) {
  const from = levelAt(at);
  return from && to ? [at[0] - from.shift[0] + to.shift[0], at[1] - from.shift[1] + to.shift[1]] : at;
}

/** Whether the same level has both places, by their keys; true on a map without levels.
 *  @param {string} one
 *  @param {string} other */
export const onOneLevel = (one, other) => !all.length || levelOf(one) === levelOf(other);

// ------------------------------------------------------------------------------------ which is shown
/** Show a level, or with null all of the map; the place in the middle of the window stays there, as it lies over the other one.
 *  @param {Level | null} level
 *  @param {boolean} begins  whether the page has just been loaded: it looks where it looked before */
export function showLevel(level, begins = false) {
  if (level === shown && !begins) return;
  const before = shown;
  shown = level;
  if (level) {
    const [x, y, width, height] = level.box;
    lookWithin({ x, y, width, height });
  } else lookWithin(null);
  if (begins) shiftBy([0, 0]);
  else if (before && level) shiftBy([level.shift[0] - before.shift[0], level.shift[1] - before.shift[1]]);
  else fit();
  try { sessionStorage.setItem(memory, level?.id ?? ""); } catch { /* private window */ }
  tell("level", { id: level?.id ?? null });
}

/** The level that was shown before the page was loaded anew, null for all of the map; nothing where that is not known. */
function remembered() {
  let id = null;
  try { id = sessionStorage.getItem(memory); } catch { /* private window */ }
  return id === "" && role === "gm" ? null : all.find((one) => one.id === id);
}

export const levelOfToken = (/** @type {string | null | undefined} */ who) => levelOf(token(who)?.dataset.place);

/** The level on which the one is who matters to this page: the own token, or who acts. */
function watched() {
  const { active } = turn();
  if (role === "play") {
    const mine = [...map().querySelectorAll(".token[data-mine]")];
    return levelOf((mine.find(({ dataset }) => dataset.who === active) ?? mine[0])?.dataset.place);
  }
  return role === "gm" ? null : all.find(({ id }) => id === held) ?? levelOfToken(active);
}

/** Where to begin: where a page was before it was loaded anew, else where most people are. */
export function first() {
  const people = [...map().querySelectorAll(".token")];
  const count = (/** @type {Level} */ level) => people.filter(({ dataset }) => levelOf(dataset.place) === level).length;
  const before = FREE ? remembered() : undefined;
  return before !== undefined ? before : watched() ?? levelOfToken(turn().active) ?? all.toSorted((one, other) => count(other) - count(one))[0];
}

let was = { level: /** @type {string | undefined} */ (undefined), active: /** @type {string | null} */ (null) };

/** Go with whom this page follows, if they went to another level or another one has the turn. */
function follow() {
  const now = { level: watched()?.id, active: turn().active };
  if (role !== "gm" && now.level && (now.level !== was.level || now.active !== was.active)) showLevel(watched());
  was = now;
}

function refresh() {
  const told = el("map-levels")?.dataset.levels ?? "";
  if (told !== text) take(told);
  if (all.length) follow();
}

/** @param {string} told */
function take(told) {
  const begins = text === null && told !== "";
  const drew = role === "gm" && text === ""; // the GM who draws the first level goes on drawing
  text = told;
  all = /** @type {Level[]} */ (told ? JSON.parse(told) : []);
  if (!all.length && !shown) return;
  if (begins) return showLevel(first(), true);
  if (drew || (role === "gm" && !shown)) return tell("level", { id: null });
  const again = all.find(({ id }) => id === shown?.id) ?? (all.length ? first() : null);
  if (shown && again && again.id === shown.id) {
    shown = again;
    const [x, y, width, height] = again.box;
    lookWithin({ x, y, width, height });
    shiftBy([0, 0]);
    tell("level", { id: again.id });
  } else showLevel(again);
}

// -------------------------------------------------------------------------- going with what happens
beforeLooking((places) => {
  if (!all.length) return (at) => at;
  const own = places.map(levelAt);
  if (shown && !own.includes(shown) && own[0]) showLevel(own[0]);
  return (at) => over(at);
});
hear("update", refresh);
hear("map-changed", refresh);
hear("went", ({ who }) => { if (shown) showLevel(levelOfToken(who) ?? shown); });
hear("selected", ({ who }) => { if (role === "play" && token(who)?.dataset.mine) showLevel(levelOfToken(who) ?? shown); });
hear("look", ({ level }) => {
  held = level ?? null;
  if (all.length) showLevel(watched() ?? shown);
});
refresh();
