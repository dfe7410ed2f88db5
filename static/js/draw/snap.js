// Where a point that is meant lies exactly: on corners of cells, on their edges too, or free; and the ends of walls
// that stand draw it near. In cells.

import { corners, keyOf } from "../map/geometry.js";
import { data, same } from "./data.js";

const ROOT3 = Math.sqrt(3);
const FREE_STEP = 0.25;

/** @type {(point: Point) => Point} */
const tidy = ([x, y]) => [Math.round(x * 1e4) / 1e4, Math.round(y * 1e4) / 1e4];
/** @param {Point} one
 *  @param {Point} other */
const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** Snap a point. `to` is "corners", "edges", "free" or "none" (the very point); `within` is how far ends of walls
 *  pull, in cells; `more` are other points that pull like them.
 *  @param {Point} point
 *  @param {string} to
 *  @param {number} within
 *  @param {Point[]} more
 *  @returns {Point} */
export function snap(point, to, within, more = []) {
  if (to === "none") return tidy(point);
  /** @type {[best: Point | null, least: number]} */
  let [best, least] = [null, within];
  /** @param {Point} candidate */
  const consider = (candidate) => {
    const far = distance(point, candidate);
    if (far < least) [best, least] = [candidate, far];
  };
  for (const { from, to: end } of data.walls.values()) {
    consider(from);
    consider(end);
  }
  for (const zone of data.zones.values()) zone.polygon.forEach(consider);
  more.forEach(consider);
  if (to !== "free") {
    if (best === null) least = Infinity;
    lattice(point, to).forEach(consider);
  }
  return tidy(best ?? point);
}

/** The next point in the direction of an arrow key.
 *  @param {Point} point
 *  @param {Point} direction
 *  @param {string} to
 *  @returns {Point} */
export function stepFrom(point, [dx, dy], to) {
  if (to === "free" || to === "none") return [point[0] + dx * FREE_STEP, point[1] + dy * FREE_STEP];
  let [best, least] = /** @type {[Point, number]} */ ([point, Infinity]);
  for (const candidate of lattice([point[0] + dx * 0.6, point[1] + dy * 0.6], to, 1)) {
    const [ex, ey] = [candidate[0] - point[0], candidate[1] - point[1]];
    const along = ex * dx + ey * dy;
    const far = along + 1.2 * Math.abs(ex * dy - ey * dx);
    if (along > 0.05 && far < least && !same(candidate, point)) [best, least] = [candidate, far];
  }
  return tidy(best);
}

/** @param {Point} point

 *  @param {string} to

 *  @param {number} around

 *  @returns {Point[]} */
function lattice(point, to, around = 0) {
  const { kind, cols, rows } = data.grid;
  if (kind.startsWith("hex")) return hexPoints(point, to);
  /** @param {number} number
   *  @param {number} most */
  const hold = (number, most) => (kind === "zones" ? number : Math.min(Math.max(number, 0), most));
  const [x, y] = point;
  /** @type {Point[]} */
  const found = [];
  for (let i = -around; i <= around; i += 1) {
    for (let j = -around; j <= around; j += 1) {
      const [column, row] = [hold(Math.round(x) + i, cols), hold(Math.round(y) + j, rows)];
      found.push([column, row]);
      if (to === "edges") {
        found.push([column, hold(Math.round(y - 0.5) + j + 0.5, rows - 0.5)], [hold(Math.round(x - 0.5) + i + 0.5, cols - 0.5), row]);
      }
    }
  }
  return found;
}

/** @param {Point} point

 *  @param {string} to

 *  @returns {Point[]} */
function hexPoints([x, y], to) {
  const { kind, cols, rows } = data.grid;
  const across = kind === "hex-rows" ? x - 0.5 : (x - 0.5) / (ROOT3 / 2);
  const down = kind === "hex-rows" ? (y - 0.5) / (ROOT3 / 2) : y - 0.5;
  /** @param {number} number
   *  @param {number} most */
  const hold = (number, most) => Math.min(Math.max(Math.round(number), 0), most - 1);
  /** @type {Point[]} */
  const found = [];
  for (let column = hold(across - 1.5, cols); column <= hold(across + 1.5, cols); column += 1) {
    for (let row = hold(down - 1.5, rows); row <= hold(down + 1.5, rows); row += 1) {
      const outline = corners(keyOf(column, row)).map(([cx, cy]) => /** @type {Point} */ ([cx / 100, cy / 100]));
      found.push(...outline);
      if (to !== "edges") continue;
      outline.forEach((corner, n) => {
        const next = outline[(n + 1) % 6];
        found.push([(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2]);
      });
    }
  }
  return found;
}
