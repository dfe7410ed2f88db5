// Cells under a brush, on the way of a pointer, and in a box; points in map units, cells by their keys.

import { cellOf, centre, keyOf, placeAt } from "./geometry.js";
import { map } from "../core/page.js";

const UNIT = 100;
const facts = () => {
  const { kind, cols, rows } = map().dataset;
  return { isHex: kind.startsWith("hex"), cols: Number(cols), rows: Number(rows) };
};

/** The cells that a brush of so many cells across covers, with this one in its middle.
 *  @param {string} key
 *  @param {number} width */
export function brushed(key, width) {
  const { isHex, cols, rows } = facts();
  const [column, row] = cellOf(key);
  const [x, y] = centre(key);
  const reach = (width - 1) / 2;
  const found = [];
  for (let c = Math.max(column - reach - 1, 0); c <= Math.min(column + reach + 1, cols - 1); c += 1) {
    for (let r = Math.max(row - reach - 1, 0); r <= Math.min(row + reach + 1, rows - 1); r += 1) {
      const [cx, cy] = centre(keyOf(c, r));
      const isIn = isHex ? Math.hypot(cx - x, cy - y) < (reach + 0.1) * UNIT : Math.abs(c - column) <= reach && Math.abs(r - row) <= reach;
      if (isIn) found.push(keyOf(c, r));
    }
  }
  return found;
}

/** The cells on the way of the pointer, which skips some when it is fast.
 *  @param {Point} from
 *  @param {Point} to */
export function swept([ax, ay], [bx, by]) {
  const steps = Math.max(1, Math.ceil((Math.hypot(bx - ax, by - ay) * 3) / UNIT));
  /** @type {Set<string>} */
  const keys = new Set();
  for (let n = 0; n <= steps; n += 1) {
    const key = placeAt(ax + ((bx - ax) * n) / steps, ay + ((by - ay) * n) / steps);
    if (key) keys.add(key);
  }
  return keys;
}

/** All cells whose middles lie in a box, and those under its two corners.
 *  @param {Point} one
 *  @param {Point} other */
export function boxed(one, other) {
  const { cols, rows } = facts();
  const [first, last] = [one, other].map(([x, y]) => placeAt(x, y));
  const [from, to] = [first ? centre(first) : one, last ? centre(last) : other];
  const near = 0.3 * UNIT;
  const isIn = (/** @type {number} */ n, /** @type {number} */ value) => value > Math.min(from[n], to[n]) - near && value < Math.max(from[n], to[n]) + near;
  const found = [];
  for (let column = 0; column < cols; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const [x, y] = centre(keyOf(column, row));
      if (isIn(0, x) && isIn(1, y)) found.push(keyOf(column, row));
    }
  }
  return found;
}
