// Which cells a room has: those that can be reached from one of them without crossing anything that is drawn.

import { data } from "./data.js";
import { centre, corners, placeAt } from "../map/geometry.js";

/** @import { Wall } from "../core/messages.js" */

const UNIT = 100;

/** The cells of the room that a cell lies in; null where its walls leave a gap to the edge of the map.
 *  @param {string} first
 *  @returns {Set<string> | null} */
export function roomOf(first) {
  const near = wallsByCell();
  const room = new Set([first]);
  for (const key of room) { // grows while it is walked through
    for (const [from, to] of stepsOut(key)) {
      if (isStopped(from, to, near)) continue;
      const next = placeAt(to[0] * UNIT, to[1] * UNIT);
      if (next === null) return null;
      room.add(next);
    }
  }
  return room;
}

/** The ways from a cell's middle over each of its sides to the middle of the cell behind it, in cells.
 *  @param {string} key
 *  @returns {[Point, Point][]} */
function stepsOut(key) {
  const [x, y] = centre(key);
  return corners(key).map(([ax, ay], n, all) => {
    const [bx, by] = all[(n + 1) % all.length];
    return [[x / UNIT, y / UNIT], [(ax + bx - x) / UNIT, (ay + by - y) / UNIT]];
  });
}

/** The walls by the squares of the map that their boxes touch.
 *  @returns {Map<string, Wall[]>} */
function wallsByCell() {
  /** @type {Map<string, Wall[]>} */
  const near = new Map();
  for (const wall of data.walls.values()) {
    const [[left, right], [top, bottom]] = [0, 1].map((n) => [Math.min(wall.from[n], wall.to[n]), Math.max(wall.from[n], wall.to[n])]);
    for (let column = Math.floor(left) - 1; column <= Math.floor(right) + 1; column += 1) {
      for (let row = Math.floor(top) - 1; row <= Math.floor(bottom) + 1; row += 1) {
        const key = `${column},${row}`;
        near.set(key, [...(near.get(key) ?? []), wall]);
      }
    }
  }
  return near;
}

/** @param {Point} from
 *  @param {Point} to
 *  @param {Map<string, Wall[]>} near */
function isStopped(from, to, near) {
  return (near.get(`${Math.floor(from[0])},${Math.floor(from[1])}`) ?? []).some((wall) => cross(from, to, wall.from, wall.to));
}

/** Whether two segments cross or touch.
 *  @param {Point} a
 *  @param {Point} b
 *  @param {Point} c
 *  @param {Point} d */
function cross(a, b, c, d) {
  /** @param {Point} o
   *  @param {Point} p
   *  @param {Point} q */
  const side = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const touch = 1e-9;
  return side(a, b, c) * side(a, b, d) <= touch && side(c, d, a) * side(c, d, b) <= touch;
}
