// Letters and numbers along the four edges of the projector: each side reads its own upright.

import { centre, hasCells, keyOf } from "./geometry.js";
import { shownLevel } from "../levels/levels.js";
import { inSight } from "./viewport.js";
import { hear } from "../core/events.js";
import { el, map, svg } from "../core/page.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** @param {number} n */
const columnName = (n) => (n >= 26 ? LETTERS[Math.floor(n / 26) - 1] : "") + LETTERS[n % 26];
const [ROOM, NARROW] = [1.3, 1.1]; // how much a letter has at least, and how wide two of them are at most, in sizes of the writing
const NICE = [1, 2, 5, 10, 20, 50, 100];

/** @param {string} words
 *  @param {number} x
 *  @param {number} y
 *  @param {boolean} turned */
function text(words, x, y, turned) {
  const made = svg("text", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})${turned ? " rotate(180)" : ""}` });
  made.textContent = words;
  return made;
}

function draw() {
  const layer = el("edges");
  const [outer, inner] = [layer.getBoundingClientRect(), el("map-area").getBoundingClientRect()];
  layer.replaceChildren();
  if (!hasCells() || map().dataset.kind === "none" || !inner.width) return;
  const sight = inSight();
  const [left, top] = [inner.left - outer.left, inner.top - outer.top];
  const size = parseFloat(getComputedStyle(layer).fontSize);
  /** @param {number} number
   *  @param {number} length
   *  @param {(n: number) => number} at
   *  @param {number} from
   *  @param {number} room */
  const side = (number, length, at, from, room) => {
    const all = Array.from({ length: number }, (_, n) => /** @type {[n: number, pixel: number]} */ ([n, (at(n) - from) / sight.u])).filter(([, pixel]) => pixel > -1 && pixel < length + 1);
    const apart = all.length > 1 ? all[1][1] - all[0][1] : Infinity;
    const each = NICE.find((step) => step * apart >= room) ?? 200;
    return all.filter(([n]) => each === 1 || (n + 1) % each === 0);
  };
  const { cols, rows } = map().dataset;
  const [column, row, across, down] = shownLevel()?.cells ?? [0, 0, Number(cols), Number(rows)];
  for (const [n, x] of side(Number(cols), inner.width, (c) => centre(keyOf(c, 0))[0], sight.x, size * ROOM)) {
    if (n < column || n >= column + across) continue;
    const both = [text(columnName(n), left + x, top / 2, true), text(columnName(n), left + x, (outer.height + top + inner.height) / 2, false)];
    if (columnName(n).length > 1) for (const one of both) { // two letters are wider than the room that each has at least
      one.setAttribute("textLength", String(NARROW * size));
      one.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    layer.append(...both);
  }
  for (const [n, y] of side(Number(rows), inner.height, (r) => centre(keyOf(0, r))[1], sight.y, size * 1.1)) {
    if (n < row || n >= row + down) continue;
    layer.append(text(String(n + 1), left / 2, top + y, false), text(String(n + 1), (outer.width + left + inner.width) / 2, top + y, true));
  }
}

hear("view", ({ working }) => { if (!working) draw(); });
new ResizeObserver(draw).observe(el("edges"));
draw();
