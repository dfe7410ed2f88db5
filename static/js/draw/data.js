// The map as data, for the drawing tools: fetched when they are taken in hand, patched with what each edit came to,
// fetched again when somebody else changed it. Coordinates here, as on the server, are in cells.

import { hear } from "../core/events.js";
import { commandId, csrf, say, table } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { DrawnLevel, Grid, MapData, MapPatch, Passage, Posted, Refusal, Refused, Wall, Zone } from "../core/messages.js" */

/** An edit as a command says it: of what is there already the id and what changes.
 *  @typedef {Omit<MapPatch, "walls" | "zones" | "levels"> & { walls?: Partial<Wall>[], zones?: Partial<Zone>[], levels?: Partial<DrawnLevel>[] }} MapEdit */

export const data = {
  grid: /** @type {Grid} */ (/** @type {unknown} */ (null)), // until the map has come
  walls: /** @type {Map<string, Wall>} */ (new Map()),
  zones: /** @type {Map<string, Zone>} */ (new Map()),
  ground: /** @type {Map<string, { cost: number, name: string }>} */ (new Map()),
  height: /** @type {Map<string, number>} */ (new Map()),
  levels: /** @type {Map<string, DrawnLevel>} */ (new Map()),
  passages: /** @type {Passage[]} */ ([]),
  outlines: /** @type {Record<string, Point[]>} */ ({}),
  canUndo: false,
  canRedo: false,
};

/** @type {(() => void)[]} */
const listeners = [];
/** Be told when the data has changed.
 *  @param {() => void} listener */
export const onChange = (listener) => listeners.push(listener);
const changed = () => listeners.forEach((listener) => listener());

const address = `/tables/${table}/gm/map.json`;
/** @type {Set<number>} */
const own = new Set(); // the numbers of the changes that were one's own: the data has them
/** @type {number[]} */
let told = []; // the numbers of changes of the map that the page was told of
/** @type {Promise<unknown>} */
let line = Promise.resolve(); // what is sent and fetched goes one after the other
let sending = 0;
let inUse = false;

/** @param {Point} cell */
export const cellKey = ([column, row]) => `${column},${row}`;

// ------------------------------------------------------------------------------------ coming and going
/** Begin to follow the map. */
export function follow() {
  inUse = true;
  return inTurn(fetchMap);
}

export const unfollow = () => { inUse = false; };

async function fetchMap() {
  let got;
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    got = /** @type {MapData} */ (await response.json());
  } catch {
    say({ message: tr("The map could not be fetched for drawing. Look at the connection, then take the tool again."), rule: null });
    return;
  }
  const { walls = [], zones = [], ground = [], elevation = [], levels = [], passages = [] } = got.map ?? {};
  Object.assign(data, { grid: got.map?.grid ?? null, outlines: got.outlines, canUndo: got.can_undo, canRedo: got.can_redo });
  data.walls = new Map(walls.map((wall) => [wall.id, wall]));
  data.zones = new Map(zones.map((zone) => [zone.id, zone]));
  data.levels = new Map(levels.map((level) => [level.id, level]));
  data.passages = passages;
  data.ground = new Map();
  data.height = new Map();
  paint({ ground, elevation });
  changed();
}

let isOfMap = false;
hear("map-changed", () => { isOfMap = true; });
hear("update", ({ seq, prev }) => {
  if (isOfMap || prev === null) told.push(seq);
  isOfMap = false;
  catchUp();
});

/** Fetch what somebody else has changed: the GM in another window, or who opened a door. */
function catchUp() {
  if (sending) return; // the number of one's own change comes with its answer
  const others = told.some((number) => !own.has(number));
  told = [];
  if (others && inUse) inTurn(fetchMap);
}

// --------------------------------------------------------------------------------------------- changing
/** Send an edit; one after the other. Gives the ids that were put, or null when it was refused.
 *  @param {MapEdit} params
 *  @returns {Promise<{ walls: string[], zones: string[], levels: string[] } | null>} */
export function edit(params) {
  return inTurn(async () => {
    const answer = await post({ do: "edit-map", ...params });
    if (answer.refusal?.code === "no-change") return { walls: [], zones: [], levels: [] };
    if (!answer.ok) return say(inWords(answer.refusal)), null;
    const events = answer.events.filter((event) => event.kind === "map-edited");
    events.forEach((event) => patch(event.patch));
    if (events.some((event) => touchesLevels(event.patch))) await fetchMap(); // what no longer fits is gone with it
    Object.assign(data, { canUndo: true, canRedo: false });
    own.add(answer.seq);
    changed();
    /** @param {"walls" | "zones" | "levels"} name */
    const ids = (name) => events.flatMap((event) => (event.patch[name] ?? []).map(({ id }) => id));
    return { walls: ids("walls"), zones: ids("zones"), levels: ids("levels") };
  });
}

/** @param {MapPatch} edited */
const touchesLevels = ({ levels, passages, drop }) => Boolean(levels ?? passages ?? drop?.levels ?? drop?.passages);

/** A refusal without the place in the command, which says nothing to who drew: "zones[0].polygon: ...".
 *  @param {Refusal} refusal */
function inWords({ message, rule }) {
  const plain = message.replace(/^[a-z]+(\[\d+\]|\.[a-z]+)+: /, "");
  return { message: plain[0].toUpperCase() + plain.slice(1), rule };
}

/** Take the last edit of the map back, or put it back: `what` is "undo" or "redo". Gives whether it went.
 *  @param {"undo" | "redo"} what */
export function travel(what) {
  return inTurn(async () => {
    const answer = await post({ do: what, of: "map" });
    if (!answer.ok) return say(answer.refusal), false;
    own.add(answer.seq);
    await fetchMap();
    return true;
  });
}

/** @template Result
 *  @param {() => Promise<Result>} work
 *  @returns {Promise<Result>} */
function inTurn(work) {
  sending += 1;
  const done = line.then(work);
  line = done.catch((error) => console.error(error)).finally(() => {
    sending -= 1;
    catchUp();
  });
  return done;
}

/** @param {object} command
 *  @returns {Promise<Posted>} */
async function post(command) {
  /** @type {Refused} */
  const lost = { ok: false, refusal: { message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null } };
  try {
    const response = await fetch(`/tables/${table}/commands?as=gm`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf() },
      body: JSON.stringify({ id: commandId(), ...command }),
    });
    return /** @type {Posted} */ (await response.json());
  } catch {
    return lost;
  }
}

/** @param {MapPatch} edited */
function patch(edited) {
  for (const wall of edited.walls ?? []) data.walls.set(wall.id, wall);
  for (const zone of edited.zones ?? []) data.zones.set(zone.id, zone);
  for (const id of edited.drop?.walls ?? []) data.walls.delete(id);
  for (const id of edited.drop?.zones ?? []) data.zones.delete(id);
  if (edited.drop?.zones) for (const zone of data.zones.values()) zone.links = zone.links.filter((link) => data.zones.has(link));
  paint(edited);
}

/** @param {Pick<MapPatch, "ground" | "elevation">} painted */
function paint({ ground = [], elevation = [] }) {
  for (const { cells, cost, name } of ground ?? []) {
    for (const cell of cells) put(data.ground, cellKey(cell), cost === 1 ? null : { cost, name: name ?? "" });
  }
  for (const { cells, height } of elevation ?? []) for (const cell of cells) put(data.height, cellKey(cell), height || null);
}

/** @template Paint
 *  @param {Map<string, Paint>} layer
 *  @param {string} key
 *  @param {Paint | null} value */
const put = (layer, key, value) => (value === null ? layer.delete(key) : layer.set(key, value));

// ---------------------------------------------------------------------------------------- what lies where
/** @param {Point} one
 *  @param {Point} other */
export const same = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by) < 1e-3;

/** How far a point lies from a segment.
 *  @param {Point} point
 *  @param {Point} from
 *  @param {Point} to */
export function away([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = dx || dy ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1) : 0;
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}

/** The walls within reach of a point, the nearest first. Looking at all of 5,000 takes less than a millisecond.
 *  @param {Point} point
 *  @param {number} within */
export function wallsNear(point, within) {
  /** @type {[far: number, wall: Wall][]} */
  const found = [];
  for (const wall of data.walls.values()) {
    const far = away(point, wall.from, wall.to);
    if (far <= within) found.push([far, wall]);
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, wall]) => wall);
}

/** The walls that a frame holds or crosses.
 *  @param {Box} frame */
export function wallsIn([left, top, right, bottom]) {
  return [...data.walls.values()].filter(({ from, to }) => {
    let [enter, leave] = [0, 1];
    for (const [p, q] of [
      [from[0] - to[0], from[0] - left], [to[0] - from[0], right - from[0]],
      [from[1] - to[1], from[1] - top], [to[1] - from[1], bottom - from[1]],
    ]) {
      if (p === 0 && q < 0) return false;
      if (p < 0) enter = Math.max(enter, q / p);
      if (p > 0) leave = Math.min(leave, q / p);
    }
    return enter <= leave;
  });
}

/** A zone's outline: its own, or where it is drawn without one.
 *  @param {Zone} zone */
export const outlineOf = (zone) => (zone.polygon.length ? zone.polygon : data.outlines[zone.id] ?? []);

/** @param {Zone} zone
 *  @returns {Point} */
export function middleOf(zone) {
  const outline = outlineOf(zone);
  /** @param {number} n */
  const middle = (n) => (Math.min(...outline.map((p) => p[n])) + Math.max(...outline.map((p) => p[n]))) / 2;
  return [middle(0), middle(1)];
}

/** @param {Point[]} outline */
const twiceArea = (outline) => Math.abs(outline.reduce((sum, [x, y], n) => {
  const [u, v] = outline[(n + 1) % outline.length];
  return sum + x * v - u * y;
}, 0));

/** The zones under a point, the smallest first.
 *  @param {Point} point */
export function zonesAt([x, y]) {
  /** @param {Point[]} outline */
  const inside = (outline) => outline.reduce((/** @type {boolean} */ odd, [ax, ay], n) => {
    const [bx, by] = outline[(n + 1) % outline.length];
    return (ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !odd : odd;
  }, false);
  return [...data.zones.values()].filter((zone) => inside(outlineOf(zone)))
    .sort((one, other) => twiceArea(outlineOf(one)) - twiceArea(outlineOf(other)));
}
