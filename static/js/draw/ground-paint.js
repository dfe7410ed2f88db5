// Painting cells: difficult ground, heights and floors, with a brush, as a box, or a whole room.

import { data, edit } from "./data.js";
import { cells, clear, label, show } from "./layer.js";
import { roomOf } from "./rooms.js";
import { announce, chosen, count, help, numberIn, textIn } from "./panel.js";
import { cellOf, centre, corners, keyOf, placeAt } from "../map/geometry.js";
import { el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

const UNIT = 100;

/** @param {Point} point */
export const cellAt = ([x, y]) => placeAt(x * UNIT, y * UNIT);
/** @param {string} key
 *  @returns {Point} in cells */
export const middleOfCell = (key) => /** @type {Point} */ (centre(key).map((part) => part / UNIT));
/** @param {Iterable<string>} keys
 *  @param {string} name */
export const drawnCells = (keys, name) => cells([...keys].map(corners), name);

/** The heights as numbers in their cells. */
export const heightSigns = () => [...data.height].map(([key, height]) => label(middleOfCell(key), `${height}`, "draw-height"));

const ASKED = {
  ground: { box: tr("Drag a box of cells to paint difficult ground."), brush: tr("Tap or drag over the cells to paint difficult ground.") },
  height: { box: tr("Drag a box of cells to paint a height."), brush: tr("Tap or drag over the cells to paint a height.") },
  floor: { box: tr("Drag a box of cells to lay a floor."), brush: tr("Tap or drag over the cells to lay a floor.") },
};

/** Make the tool that paints a layer.
 *  @param {keyof typeof ASKED} layer
 *  @returns {DrawTool} */
export function paintTool(layer) {
  /** @type {string | null} */
  let under = null; // the cell that the pointer is over

  /** The edit that paints these cells; null as long as the number for it is not said. */
  const edited = (/** @type {Point[]} */ stroke) => {
    const clears = chosen("paint") === "clear";
    if (layer === "ground") {
      const cost = clears ? 1 : numberIn("draw-cost");
      return cost ? { ground: [{ cells: stroke, cost, name: clears ? "" : textIn("draw-ground-name") }] } : null;
    }
    if (layer === "floor") return { floors: [{ cells: stroke, surface: clears ? "plain" : el("draw-surface").value }] };
    const height = clears ? 0 : numberIn("draw-height");
    return height === null ? null : { elevation: [{ cells: stroke, height }] };
  };

  function ask() {
    const clears = chosen("paint") === "clear";
    if (chosen("brush") === "room") help(clears ? tr("Tap into a room to clear it, wall to wall.") : tr("Tap into a room to fill it, wall to wall."));
    else if (chosen("brush") === "box") help(clears ? tr("Drag a box of cells to clear.") : ASKED[layer].box);
    else help(clears ? tr("Tap or drag over the cells to clear.") : ASKED[layer].brush);
  }

  /** @param {Iterable<string>} keys */
  const preview = (keys) => show("pending", drawnCells(keys, chosen("paint") === "clear" ? "draw-stroke clears" : "draw-stroke"));

  /** @param {Set<string>} keys */
  async function send(keys) {
    const painted = edited([...keys].map(cellOf));
    if (!painted) {
      clear("pending");
      return say({ message: layer === "ground" ? tr("Say first what a step into it costs: a number.") : tr("Say first how high it is: a number."), rule: null });
    }
    if (!keys.size) return clear("pending");
    const answer = await edit(painted);
    clear("pending");
    if (answer) announce(chosen("paint") === "clear" ? tr("Cleared {what}.", { what: count(keys.size, "cell") }) : tr("Painted {what}.", { what: count(keys.size, "cell") }));
  }

  return {
    steps: "cells",
    start: ask,
    stop: () => clear("pending"),
    options: ask,
    isBusy: () => false,
    hover(place) {
      const key = cellAt(place);
      if (key === under) return;
      under = key;
      preview(key ? brushed(key) : []);
    },
    tap(place) {
      const key = cellAt(place);
      if (!key) return;
      if (chosen("brush") !== "room") return send(new Set(chosen("brush") === "box" ? [key] : brushed(key)));
      const room = roomOf(key);
      if (room) send(room);
      else say({ message: tr("No room is closed around this cell: its walls leave a gap. Close them, or paint with a box."), rule: null });
    },
    grab(place) {
      if (chosen("brush") === "room") return null; // it is tapped; a drag moves the map
      const start = cellAt(place);
      let keys = new Set(start ? brushed(start) : []);
      let last = place;
      return {
        move(now) {
          if (chosen("brush") === "box") keys = new Set(boxed(place, now));
          else for (const key of along(last, now)) for (const cell of brushed(key)) keys.add(cell);
          last = now;
          preview(keys);
        },
        drop: () => send(keys),
        cancel: () => clear("pending"),
      };
    },
  };
}

/** @param {Point} cell */
const exists = ([column, row]) => column >= 0 && row >= 0 && column < data.grid.cols && row < data.grid.rows;

/** The cells that the brush covers.
 *  @param {string} key */
function brushed(key) {
  if (chosen("brush") !== "3") return [key];
  const [column, row] = cellOf(key);
  const [x, y] = centre(key);
  const around = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => /** @type {Point} */ ([column + i, row + j]))).filter(exists);
  const keys = around.map((cell) => keyOf(...cell));
  if (!data.grid.kind.startsWith("hex")) return keys;
  return keys.filter((near) => Math.hypot(centre(near)[0] - x, centre(near)[1] - y) < 1.1 * UNIT);
}

/** The cells on the way of the pointer, which skips some when it is fast.
 *  @param {Point} from
 *  @param {Point} to */
function along([ax, ay], [bx, by]) {
  const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) * 3));
  /** @type {Set<string>} */
  const keys = new Set();
  for (let n = 0; n <= steps; n += 1) {
    const key = cellAt([ax + ((bx - ax) * n) / steps, ay + ((by - ay) * n) / steps]);
    if (key) keys.add(key);
  }
  return keys;
}

/** All cells whose middles lie in a box, and those under its two corners.
 *  @param {Point} one
 *  @param {Point} other */
function boxed(one, other) {
  const [first, last] = [one, other].map(cellAt);
  const [from, to] = [first ? middleOfCell(first) : one, last ? middleOfCell(last) : other];
  /** @param {number} n
   *  @param {number} value */
  const inside = (n, value) => value > Math.min(from[n], to[n]) - 0.3 && value < Math.max(from[n], to[n]) + 0.3;
  const found = [];
  for (let column = 0; column < data.grid.cols; column += 1) {
    for (let row = 0; row < data.grid.rows; row += 1) {
      const key = keyOf(column, row);
      const [x, y] = middleOfCell(key);
      if (inside(0, x) && inside(1, y)) found.push(key);
    }
  }
  return found;
}
