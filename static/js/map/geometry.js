// Cells and zones as the map draws them: 100 units a cell. Keys are "column,row" or a zone's id.

import { map } from "../core/page.js";

const UNIT = 100;
const ROOT3 = Math.sqrt(3);

const facts = () => {
  const { kind, cols, rows } = map().dataset;
  return { kind, cols: Number(cols), rows: Number(rows) };
};

/** @param {number} column
 *  @param {number} row */
export const keyOf = (column, row) => `${column},${row}`;
/** @param {string} key
 *  @returns {Point} a column and a row */
export const cellOf = (key) => /** @type {Point} */ (key.split(",").map(Number));
export const hasCells = () => facts().kind !== "zones";

/** What a command calls the place: a cell as two numbers, or a zone's id.
 *  @param {string} key
 *  @returns {Place} */
export const placeOf = (key) => (hasCells() ? cellOf(key) : key);

/** The key of a place as a command calls it.
 *  @param {Place} place */
export const keyAt = (place) => (typeof place === "string" ? place : keyOf(...place));

/** The middle of a cell, or of the square of cells with this one at its top left; the middle of a zone.
 *  @param {string} key
 *  @returns {Point} */
export function centre(key, size = 1) {
  const { kind } = facts();
  if (kind === "zones") {
    const box = map().querySelector(`[data-zone="${CSS.escape(key)}"] polygon`)?.getBBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
  }
  const [column, row] = cellOf(key);
  if (kind === "hex-rows") {
    const shift = (size - 1) / 2;
    return [(column + 0.5 + 0.5 * (row & 1) + 1.5 * shift) * UNIT, ((row + shift) * (ROOT3 / 2) + 0.5) * UNIT];
  }
  if (kind === "hex-columns") {
    const shift = (size - 1) / 2;
    return [((column + shift) * (ROOT3 / 2) + 0.5) * UNIT, (row + 0.5 + 0.5 * (column & 1) + 1.5 * shift) * UNIT];
  }
  return [(column + size / 2) * UNIT, (row + size / 2) * UNIT];
}

/** The cells that a token covers from the one at its top left on: on hexes a rhombus, as the rules have it.
 *  @param {string} key */
export function covered(key, size = 1) {
  const { kind } = facts();
  const [column, row] = cellOf(key);
  const cells = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      if (kind === "hex-rows") cells.push(keyOf(column + i + Math.floor((j + (row & 1)) / 2), row + j));
      else if (kind === "hex-columns") cells.push(keyOf(column + i, row + j + Math.floor((i + (column & 1)) / 2)));
      else cells.push(keyOf(column + i, row + j));
    }
  }
  return cells;
}

/** The key of the place under a point, for a token of this size held by its middle; null off the map.
 *  @param {number} x
 *  @param {number} y
 *  @returns {string | null} */
export function placeAt(x, y, size = 1) {
  const { kind, cols, rows } = facts();
  if (kind === "zones") return zoneAt(x, y);
  if (kind.startsWith("hex")) return nearestHex(x, y, size);
  const column = Math.floor(x / UNIT - (size - 1) / 2);
  const row = Math.floor(y / UNIT - (size - 1) / 2);
  const endless = kind === "none";
  if (!endless && (column < 0 || row < 0 || column + size > cols || row + size > rows)) return null;
  return keyOf(column, row);
}

/** @param {number} x
 *  @param {number} y */
function zoneAt(x, y) {
  const point = map().createSVGPoint();
  Object.assign(point, { x, y });
  const zones = [...map().querySelectorAll("[data-zone]")].reverse();
  return zones.find((zone) => zone.querySelector("polygon")?.isPointInFill(point))?.dataset.zone ?? null;
}

/** @param {number} x
 *  @param {number} y
 *  @param {number} size */
function nearestHex(x, y, size) {
  const { kind, cols, rows } = facts();
  const guess = kind === "hex-rows"
    ? [Math.floor(x / UNIT), Math.floor((y / UNIT - 0.5) / (ROOT3 / 2))]
    : [Math.floor((x / UNIT - 0.5) / (ROOT3 / 2)), Math.floor(y / UNIT)];
  /** @type {string | null} */
  let best = null;
  let least = 0.62 * UNIT;
  for (let column = guess[0] - size; column <= guess[0] + 1; column += 1) {
    for (let row = guess[1] - size; row <= guess[1] + 1; row += 1) {
      if (column < 0 || row < 0 || column >= cols || row >= rows) continue;
      const [cx, cy] = centre(keyOf(column, row), size);
      const away = Math.hypot(cx - x, cy - y);
      if (away < least) [best, least] = [keyOf(column, row), away];
    }
  }
  return best;
}

/** The corners of a cell, clockwise.
 *  @param {string} key
 *  @returns {Point[]} */
export function corners(key) {
  const { kind } = facts();
  const [column, row] = cellOf(key);
  if (!kind.startsWith("hex")) {
    const [x, y] = [column * UNIT, row * UNIT];
    return [[x, y], [x + UNIT, y], [x + UNIT, y + UNIT], [x, y + UNIT]];
  }
  const [x, y] = centre(key);
  const first = kind === "hex-rows" ? 210 : 240;
  return [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = ((first + 60 * k) * Math.PI) / 180;
    return [x + (Math.cos(angle) * UNIT) / ROOT3, y + (Math.sin(angle) * UNIT) / ROOT3];
  });
}

/** The cell one step away in the direction of a key, or null. Up a column of hexes in rows it zigzags, and so along rows.
 *  Among zones it is the nearest one that lies that way.
 *  @param {string} key
 *  @param {Point} step
 *  @returns {string | null} */
export function stepFrom(key, [dx, dy]) {
  const { kind, cols, rows } = facts();
  if (kind === "zones") return zoneBeside(key, [dx, dy]);
  const [column, row] = cellOf(key);
  /** @type {Point} */
  let next = [column + dx, row + dy];
  const aslant = (/** @type {number} */ number, /** @type {number} */ side) => (side > 0 ? number & 1 : side < 0 ? (number & 1) - 1 : 0);
  if (kind === "hex-rows" && dy) next = [column + aslant(row, dx), row + dy];
  if (kind === "hex-columns" && dx) next = [column + dx, row + aslant(column, dy)];
  const inside = kind === "none" || (next[0] >= 0 && next[1] >= 0 && next[0] < cols && next[1] < rows);
  return inside ? keyOf(...next) : null;
}

/** The zone whose middle is nearest of those that lie in a direction, give or take sixty degrees.
 *  @param {string} key
 *  @param {Point} step */
function zoneBeside(key, [dx, dy]) {
  const [x, y] = centre(key);
  let [best, least] = /** @type {[string | null, number]} */ ([null, Infinity]);
  for (const { dataset: { zone } } of map().querySelectorAll("[data-zone]")) {
    const [across, down] = centre(zone).map((part, n) => part - [x, y][n]);
    const far = Math.hypot(across, down);
    const along = (across * dx + down * dy) / Math.hypot(dx, dy);
    if (zone !== key && along > far / 2 && far < least) [best, least] = [zone, far];
  }
  return best;
}
