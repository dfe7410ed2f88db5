// Drawing what joins levels: a tap on a cell and one on a cell of another level put stairs there; a hole takes one tap.

import { cellUnder, levelUnder, showLevels } from "./level-tool.js";
import { levels, showLevel } from "./levels.js";
import { data, edit } from "../draw/data.js";
import { cells, clear, segments, show } from "../draw/layer.js";
import { announce, chosen, help, numberIn } from "../draw/panel.js";
import { centre, corners, keyOf } from "../map/geometry.js";
import { el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

const UNIT = 100;

/** @param {Point} cell */
const middle = ([column, row]) => /** @type {Point} */ (centre(keyOf(column, row)).map((part) => part / UNIT));
/** @param {Point} one
 *  @param {Point} other */
const same = (one, other) => one[0] === other[0] && one[1] === other[1];
/** @param {Point[]} list
 *  @param {string} look */
const marked = (list, look) => cells(list.map(([column, row]) => corners(keyOf(column, row))), look);

/** The cell of the level next above one, or else below, that lies over or under it.
 *  @param {Point} cell
 *  @returns {Point | null} */
function beside(cell) {
  const own = levelUnder(cell);
  if (!own) return null;
  const others = [...data.levels.values()].filter(({ id }) => id !== own.id).sort((one, other) => {
    const far = (/** @type {number} */ height) => (height > own.elevation ? height - own.elevation : 10_000 + own.elevation - height);
    return far(one.elevation) - far(other.elevation);
  });
  for (const other of others) {
    const there = /** @type {Point} */ ([0, 1].map((n) => cell[n] - own.at[n] + own.over[n] - other.over[n] + other.at[n]));
    if (levelUnder(there)?.id === other.id) return there;
  }
  return null;
}

/** All pairs of cells that are joined; of a hole both are the upper one. */
const joins = () => data.passages.flatMap((passage) => passage.joins ?? (passage.cells ?? []).map((cell) => /** @type {[Point, Point]} */ ([cell, cell])));

/** The tool that puts stairs, ladders, lifts and holes, and takes them away.
 *  @returns {DrawTool} */
export function passageTool() {
  /** @type {Point | null} */
  let first = null;
  /** @type {Point | null} */
  let picked = null; // an end of what is there

  function ask() {
    el("draw-passage-picked").hidden = !picked;
    el("draw-passage-above").hidden = !(first && beside(first));
    if (data.levels.size < 2) help(tr("There are no two levels to join yet: draw them with Levels."));
    else if (picked) help(tr("Take it away, or tap a cell for another one."));
    else if (chosen("passage") === "hole") help(tr("Tap a cell of an upper level: there is a hole in its floor then."));
    else help(first ? tr("Now tap the cell on another level where it comes out.") : tr("Tap the cell where it begins; tap one that is there to take it away."));
  }

  function draw() {
    if (picked && !joins().some((pair) => pair.some((end) => picked && same(end, picked)))) picked = null;
    showLevels();
    const ends = joins().filter(([one, other]) => !same(one, other));
    const above = first && beside(first);
    show("area", segments(ends.map(([one, other]) => [middle(one), middle(other)]), "draw-link"), picked && marked(joins().filter((pair) => pair.some((end) => picked && same(end, picked))).flat(), "draw-stroke clears"));
    show("pending", first && marked([first], "draw-stroke"), above && marked([above], "draw-stroke clears"));
    ask();
  }

  /** @param {Point} one
   *  @param {Point} other */
  async function join(one, other) {
    const kind = chosen("passage");
    const cost = numberIn("draw-passage-cost") ?? 1;
    const passage = kind === "hole" ? { kind, cells: [one] } : { kind, joins: /** @type {[Point, Point][]} */ ([[one, other]]), cost };
    first = null;
    if (await edit({ passages: [passage] })) announce(tr("It is there, and can be taken."));
    draw();
  }

  /** @param {Point} cell */
  function set(cell) {
    if (!levelUnder(cell)) return void say({ message: tr("This cell is on none of the levels."), rule: null });
    const isEnd = joins().some((pair) => pair.some((end) => same(end, cell)));
    if (!first && isEnd) {
      picked = picked && same(picked, cell) ? null : cell;
      return draw();
    }
    picked = null;
    if (chosen("passage") === "hole") return void join(cell, cell);
    if (first && levelUnder(first)?.id !== levelUnder(cell)?.id) return void join(first, cell);
    first = first && same(first, cell) ? null : cell;
    if (first) announce(tr("Now the cell on another level."));
    draw();
  }

  return {
    steps: "cells",
    start: draw,
    stop() {
      first = picked = null;
      clear("zones", "pending", "area");
    },
    changed: draw,
    options() {
      first = null;
      draw();
    },
    isBusy: () => first !== null || picked !== null,
    tap(place) {
      const cell = cellUnder(place);
      if (cell) set(cell);
    },
    grab: () => null,
    drop() {
      first = picked = null;
      draw();
    },
    key(event) {
      if (event.key !== "Delete" || !picked) return false;
      this.do?.["passage-away"]();
      return true;
    },
    do: {
      async "passage-away"() {
        if (picked && await edit({ drop: { passages: [picked] } })) announce(tr("It is taken away."));
      },
      "passage-above"() {
        const there = first && beside(first);
        if (!first || !there) return;
        const level = levels().find(({ id }) => id === levelUnder(there)?.id);
        const from = first;
        join(from, there).then(() => { if (level && document.querySelector(".level-veil")) showLevel(level); });
      },
    },
  };
}
