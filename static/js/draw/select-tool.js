// Selecting and moving by hand: taps, a frame, drags of what is selected, of its ends and corners.

import { data, edit, outlineOf, same, wallsIn, wallsNear, zonesAt } from "./data.js";
import { cellsFor, clear, outline, segments, show } from "./layer.js";
import { announce, chosen, count, help, NAMES, STATES } from "./panel.js";
import { areasAt, duplicate, handles, hidePicked, isEmpty, isPicked, pick, pickAll, pickedWalls, pickedZones, refresh, remove } from "./selection.js";
import { stepFrom } from "./snap.js";
import { inCells, snapped } from "./walls.js";
import { showZones } from "./zones.js";
import { reveal } from "../map/viewport.js";
import { el } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Wall, Zone } from "../core/messages.js" */

/** Walls and zones where they are moved to.
 *  @typedef {{ walls: Pick<Wall, "id" | "from" | "to">[], zones: Pick<Zone, "id" | "polygon">[] }} Moved */

/** @param {Press} event */
const within = (event) => cellsFor(event.pointerType === "touch" ? 22 : 12);
/** @param {Press} event */
const adds = (event) => event.shiftKey || el("draw-add").checked;
/** @param {Point} one
 *  @param {Point} other */
const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
/** @param {Point} point
 *  @param {Point} way
 *  @returns {Point} */
const plus = ([x, y], [dx, dy]) => [Math.round((x + dx) * 1e4) / 1e4, Math.round((y + dy) * 1e4) / 1e4];
const none = () => pick({});

// ------------------------------------------------------------------------------------------------ taps
/** What may be meant by a tap, the likeliest first.
 *  @param {Point} point
 *  @param {Press} event
 *  @returns {Picked[]} */
const meant = (point, event) => [
  ...wallsNear(point, within(event)).map(({ id }) => ({ walls: [id] })),
  ...areasAt(point).map((area) => ({ area })),
  ...zonesAt(point).map(({ id }) => ({ zones: [id] })),
];

/** @param {Point} point
 *  @param {Press} event */
function tap(point, event) {
  const found = meant(point, event);
  if (adds(event)) return found.length && pick(found.find((one) => !one.area) ?? {}, { add: true, toggle: true });
  const now = found.findIndex(isPicked); // tapped once more: what lies under it
  if (found.length) pick(found[(now + 1) % found.length]);
  else none();
}

// ------------------------------------------------------------------------------------------------ drags
/** @param {Point} point
 *  @param {Press} event */
function grab(point, event) {
  const reach = within(event);
  const end = handles().filter((handle) => distance(handle, point) <= reach).sort((a, b) => distance(a, point) - distance(b, point))[0];
  if (end) return dragEnd(end, event.altKey);
  const [walls, zones] = [pickedWalls(), pickedZones()];
  const held = wallsNear(point, reach).find((wall) => walls.includes(wall));
  if (held) return dragAll(point, [held.from, held.to]);
  const zone = zonesAt(point).find((one) => zones.includes(one) && one.polygon.length);
  if (zone) return dragAll(point, zone.polygon);
  return frame(point, event);
}

/** Move the ends and corners that lie at a place: all of them, or alone those that are selected.
 *  @param {Point} from
 *  @param {boolean} alone */
function dragEnd(from, alone) {
  const [walls, zones] = alone ? [pickedWalls(), pickedZones()] : [[...data.walls.values()], [...data.zones.values()]];
  /** @param {Point} to */
  const of = (to) => {
    const put = (/** @type {Point} */ place) => (same(place, from) ? to : place);
    return {
      walls: walls.filter((wall) => same(wall.from, from) || same(wall.to, from)).map((wall) => ({ id: wall.id, from: put(wall.from), to: put(wall.to) })),
      zones: zones.filter((zone) => zone.polygon.some((corner) => same(corner, from))).map((zone) => ({ id: zone.id, polygon: zone.polygon.map(put) })),
    };
  };
  let to = from;
  return moving({
    at(now, moved) { to = snapped(now, moved); },
    put: () => of(to),
    went: () => !same(from, to),
  });
}

/** Move everything that is selected, so that the nearest of these points comes to lie where points do.
 *  @param {Point} start
 *  @param {Point[]} points */
function dragAll(start, points) {
  const hold = [...points].sort((a, b) => distance(a, start) - distance(b, start))[0];
  /** @type {Point} */
  let by = [0, 0];
  return moving({
    at(now, moved) {
      const to = snapped([hold[0] + now[0] - start[0], hold[1] + now[1] - start[1]], moved);
      by = [to[0] - hold[0], to[1] - hold[1]];
    },
    put: () => shifted(by),
    went: () => by[0] !== 0 || by[1] !== 0,
  });
}

/** @param {Point} by
 *  @returns {Moved} */
const shifted = (by) => ({
  walls: pickedWalls().map(({ id, from, to }) => ({ id, from: plus(from, by), to: plus(to, by) })),
  zones: pickedZones().filter((zone) => zone.polygon.length).map(({ id, polygon }) => ({ id, polygon: polygon.map((corner) => plus(corner, by)) })),
});

/** @param {{ at(now: Point, moved: Press): void, put(): Moved, went(): boolean }} what
 *  @returns {DrawGrip} */
function moving({ at, put, went }) {
  return {
    move(now, moved) {
      at(now, moved);
      const { walls, zones } = put();
      show("pending", ...zones.map(({ polygon }) => outline(polygon, "draw-zone new")), segments(walls.map(({ from, to }) => [from, to]), "moved"));
    },
    async drop() {
      if (went()) await send(put());
      clear("pending");
    },
    cancel: () => clear("pending"),
  };
}

/** Send what was moved; a wall whose ends have come together is gone.
 *  @param {Moved} moved */
async function send({ walls, zones }) {
  const gone = walls.filter(({ from, to }) => same(from, to)).map(({ id }) => id);
  const put = await edit({ walls: walls.filter(({ id }) => !gone.includes(id)), zones, ...(gone.length && { drop: { walls: gone } }) });
  /** @type {[number: number, what: string][]} */
  const moved = [[walls.length, "wall"], [zones.length, "zone"]];
  if (put) announce(tr("Moved: {what}.", { what: moved.filter(([number]) => number).map(([number, what]) => count(number, what)).join(", ") }));
}

/** @param {Point} from
 *  @param {Press} event
 *  @returns {DrawGrip} */
function frame(from, event) {
  const add = adds(event);
  /** @type {[left: number, top: number, right: number, bottom: number]} */
  let box;
  return {
    move([x, y]) {
      box = [Math.min(from[0], x), Math.min(from[1], y), Math.max(from[0], x), Math.max(from[1], y)];
      const [left, top, right, bottom] = box;
      show("pending", outline([[left, top], [right, top], [right, bottom], [left, bottom]], "draw-frame"),
        segments(wallsIn(box).map((wall) => [wall.from, wall.to]), "picked"));
    },
    drop() {
      clear("pending");
      const inside = (/** @type {Point} */ [x, y]) => x >= box[0] && y >= box[1] && x <= box[2] && y <= box[3];
      const zones = [...data.zones.values()].filter((zone) => outlineOf(zone).length && outlineOf(zone).every(inside));
      pick({ walls: wallsIn(box).map(({ id }) => id), zones: zones.map(({ id }) => id) }, { add });
    },
    cancel: () => clear("pending"),
  };
}

// ------------------------------------------------------------------------------------------------- keys
/** Select the next wall, or the one before.
 *  @param {number} direction */
function stepThrough(direction) {
  const all = [...data.walls.values()];
  if (!all.length) return announce(tr("There are no walls."));
  const last = pickedWalls().at(-1);
  const next = last ? (all.indexOf(last) + direction + all.length) % all.length : direction > 0 ? 0 : all.length - 1;
  const wall = all[next];
  const middle = [(wall.from[0] + wall.to[0]) / 2, (wall.from[1] + wall.to[1]) / 2];
  pick({ walls: [wall.id] });
  reveal(middle[0] * 100, middle[1] * 100);
  announce(`${NAMES[wall.kind]}${wall.state ? `, ${STATES[wall.state]}` : ""}${wall.material ? `, ${wall.material}` : ""}, ${inCells(distance(wall.from, wall.to))}; ${tr("{number} of {all}", { number: next + 1, all: all.length })}.`);
}

/** @param {Point} direction */
function moveBy(direction) {
  const first = pickedWalls()[0]?.from ?? pickedZones().find((zone) => zone.polygon.length)?.polygon[0];
  if (!first) return;
  const next = stepFrom(first, direction, chosen("snap"));
  send(shifted([next[0] - first[0], next[1] - first[1]]));
}

/** The tool that selects.
 *  @returns {DrawTool} */
export const selectTool = () => ({
  start() {
    help(tr("Tap or drag a frame to select; drag what is selected, or its ends. Tap again for what lies under it."));
    showZones();
    refresh();
  },
  stop() {
    hidePicked();
    clear("pending", "zones");
  },
  changed() {
    showZones();
    refresh();
  },
  options: () => {},
  isBusy: () => !isEmpty(),
  tap,
  grab,
  drop: none,
  arrow(direction, event) {
    if (!(event.ctrlKey || event.metaKey)) return false;
    moveBy(direction);
    return true;
  },
  key(event) {
    const ctrl = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    if (ctrl && name === "a") pickAll();
    else if (ctrl && name === "d") duplicate();
    else if (name === "delete" || name === "backspace") remove();
    else if (name === "[") stepThrough(-1);
    else if (name === "]") stepThrough(1);
    else return false;
    return true;
  },
  do: { delete: remove, duplicate, none },
});
