// The arithmetic of laying a grid over a picture, all in the picture's pixels; webapp/pictures/grid_alignment.py has the last word.

const ROW = Math.sqrt(3) / 2;
const TIP = 2 / Math.sqrt(3);
const SLIVER = 0.02;
const INSIDE = 0.05;

/** @param {number} a
 *  @param {number} b */
const remainder = (a, b) => ((a % b) + b) % b;

/** Count the columns and rows that a laying {kind, cell: [w, h], corner: [x, y]} gives a picture [w, h].
 *  @param {Laying} laying
 *  @param {Point} size */
export function countCells({ kind, cell, corner }, size) {
  const across = size.map((length, n) => length / cell[n]);
  const from = corner.map((place, n) => place / cell[n]);
  if (kind === "hex-rows") return countHexes(from, across);
  if (kind === "hex-columns") return countHexes([...from].reverse(), [...across].reverse()).reverse();
  return across.map((length, n) => {
    const past = remainder(from[n], 1);
    return Math.ceil(length - (past <= SLIVER ? past : past - 1) - SLIVER);
  });
}

/** @param {number[]} from
 *  @param {number[]} across */
function countHexes(from, across) {
  const number = Math.ceil((INSIDE - from[1] - 0.5) / ROW);
  const y = from[1] + number * ROW;
  let x = from[0] + 0.5 * remainder(number, 2);
  x += Math.ceil(INSIDE - x - 0.5);
  return [Math.floor(across[0] - INSIDE - x - 0.5) + 1, Math.floor((across[1] - INSIDE - y - 0.5) / ROW) + 1];
}

/** Give the laying of so many columns and rows over the whole picture.
 *  @param {string} kind
 *  @param {Point} size
 *  @param {number} cols
 *  @param {number} rows
 *  @returns {Laying} */
export function byCount(kind, [width, height], cols, rows) {
  if (kind === "hex-rows") {
    const cell = /** @type {Point} */ ([width / (cols + (rows > 1 ? 0.5 : 0)), height / ((rows - 1) * ROW + TIP)]);
    return { kind, cell, corner: [0, ((TIP - 1) / 2) * cell[1]] };
  }
  if (kind === "hex-columns") {
    const cell = /** @type {Point} */ ([width / ((cols - 1) * ROW + TIP), height / (rows + (cols > 1 ? 0.5 : 0))]);
    return { kind, cell, corner: [((TIP - 1) / 2) * cell[0], 0] };
  }
  return { kind, cell: [width / cols, height / rows], corner: [0, 0] };
}

/** Find the number in the other direction that leaves cells most nearly even.
 *  @param {string} kind
 *  @param {Point} size
 *  @param {[number, null] | [null, number]} given
 *  @returns {Point} */
export function evenCount(kind, size, [cols, rows]) {
  /** @type {{ pair: Point, skew: number } | undefined} */
  let best;
  for (let other = 1; other <= 400; other += 1) {
    const pair = /** @type {Point} */ (cols === null ? [other, rows] : [cols, other]);
    const { cell } = byCount(kind, size, ...pair);
    const skew = Math.abs(Math.log(cell[0] / cell[1]));
    if (best && skew > best.skew) break; // it only grows from here
    best = { pair, skew };
  }
  return /** @type {NonNullable<typeof best>} */ (best).pair;
}

/** Give the laying of a stretch drawn from one pixel to another over so many cells; null while it is too short.
 *  @param {Laying} before
 *  @param {Point} from
 *  @param {Point} to
 *  @param {number} cells
 *  @param {boolean} even
 *  @returns {Laying | null} */
export function byStretch(before, [x1, y1], [x2, y2], cells, even) {
  const [left, top, wide, high] = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const { kind } = before;
  /** @type {Point} */
  let cell;
  /** @type {Point} */
  let corner;
  if (kind === "hex-rows") {
    cell = [wide / cells, even ? wide / cells : before.cell[1]];
    corner = [left, y1 - cell[1] / 2];
  } else if (kind === "hex-columns") {
    cell = [even ? high / cells : before.cell[0], high / cells];
    corner = [x1 - cell[0] / 2, top];
  } else if (high < (0.4 * wide) / cells) { // a line across
    cell = [wide / cells, even ? wide / cells : before.cell[1]];
    corner = [left, before.corner[1]];
  } else if (wide < (0.4 * high) / cells) { // a line down
    cell = [even ? high / cells : before.cell[0], high / cells];
    corner = [before.corner[0], top];
  } else { // a box: so many cells across, and as many down as fit
    const down = Math.max(1, Math.round((high * cells) / wide));
    const both = (wide + high) / (cells + down);
    cell = even ? [both, both] : [wide / cells, high / down];
    corner = [left, top];
  }
  return Math.min(...cell) >= 4 ? { kind, cell, corner } : null;
}

/** Write the grid's lines as path data, inside [left, top, right, bottom]; `place` turns pixels into what is drawn.
 *  @param {Laying} laying
 *  @param {Box} inside
 *  @param {(x: number, y: number) => string} place */
export function gridPath({ kind, cell, corner }, [left, top, right, bottom], place) {
  const [w, h] = cell;
  if (!kind.startsWith("hex")) {
    let path = "";
    for (let x = left + remainder(corner[0] - left, w); x <= right + 0.01; x += w) path += `M${place(x, top)}L${place(x, bottom)}`;
    for (let y = top + remainder(corner[1] - top, h); y <= bottom + 0.01; y += h) path += `M${place(left, y)}L${place(right, y)}`;
    return path;
  }
  const rows = kind === "hex-rows";
  const [along, beside] = rows ? [w, h] : [h, w]; // a cell's length along its row, and across it
  const [start, end, from, to] = rows ? [left, right, top, bottom] : [top, bottom, left, right];
  const [c0, c1] = rows ? corner : [corner[1], corner[0]];
  /** @type {(along: number, beside: number) => string} */
  const at = rows ? place : (a, b) => place(b, a);
  const first = Math.floor((from - c1) / (beside * ROW)) - 1;
  const last = Math.ceil((to - c1) / (beside * ROW)) + 1;
  if ((last - first) * ((end - start) / along) > 12000) return "";
  let path = "";
  for (let row = first; row <= last; row += 1) {
    const middle = c1 + (row * ROW + 0.5) * beside;
    if (middle < from || middle > to) continue; // as the map has it: hexes with their middles in the picture
    const push = c0 + (remainder(row, 2) ? 0.5 : 0) * along;
    for (let a = start + remainder(push - start, along) - along; a < end; a += along) {
      if (a + along / 2 < start || a + along / 2 > end) continue;
      const [small, large] = [beside * (TIP / 4), beside * (TIP / 2)];
      path += `M${at(a, middle - small)}L${at(a + along / 2, middle - large)}L${at(a + along, middle - small)}`
        + `L${at(a + along, middle + small)}L${at(a + along / 2, middle + large)}L${at(a, middle + small)}Z`;
    }
  }
  return path;
}
