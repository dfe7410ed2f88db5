// Drawing levels: a box of cells becomes one, a tap chooses one to name it, say how high it lies and what it lies over, or take it away.

import { data, edit } from "../draw/data.js";
import { clear, drawnBox, label, show } from "../draw/layer.js";
import { announce, help, numberIn, textIn } from "../draw/panel.js";
import { cellOf, corners, keyOf, placeAt } from "../map/geometry.js";
import { el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { DrawnLevel } from "../core/messages.js" */

const UNIT = 100;
const STOREY = 3; // how much higher than the highest level a new one lies, unless it is said

/** @param {Point} place
 *  @returns {Point | null} */
export function cellUnder([x, y]) {
  const key = placeAt(x * UNIT, y * UNIT);
  return key === null ? null : cellOf(key);
}

/** @param {Point} cell
 *  @returns {DrawnLevel | null} */
export const levelUnder = ([column, row]) => [...data.levels.values()].find(({ at: [c, r], cols, rows }) => column >= c && row >= r && column < c + cols && row < r + rows) ?? null;

/** The corners of a box of cells, in cells of the map as it is drawn.
 *  @param {Pick<DrawnLevel, "at" | "cols" | "rows">} box
 *  @returns {Box} */
function boxOf({ at: [column, row], cols, rows }) {
  const ends = [0, Math.min(1, cols - 1), cols - 1].flatMap((c) => [0, Math.min(1, rows - 1), rows - 1].map((r) => keyOf(column + c, row + r)));
  const points = ends.flatMap(corners);
  const [xs, ys] = [points.map(([x]) => x / UNIT), points.map(([, y]) => y / UNIT)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Draw all levels with their names, for the tools that work on them.
 *  @param {string | null} picked */
export function showLevels(picked = null) {
  const all = [...data.levels.values()];
  const unit = data.grid.unit === "cell" ? "" : data.grid.unit ?? ""; // cells are what all is counted in there
  show("zones", ...all.flatMap((level) => {
    const box = boxOf(level);
    return [drawnBox(box, level.id === picked ? "draw-level picked" : "draw-level"), label([box[0] + 0.15, box[1] + 0.45], `${level.name} · ${level.elevation} ${unit}`.trim(), "draw-level-name")];
  }));
}

/** The tool that draws levels.
 *  @returns {DrawTool} */
export function levelTool() {
  /** @type {string | null} */
  let picked = null;
  const level = () => (picked ? data.levels.get(picked) ?? null : null);

  function nextName() {
    const names = new Set([...data.levels.values()].map(({ name }) => name));
    let number = data.levels.size + 1;
    while (names.has(tr("Level {number}", { number }))) number += 1;
    return tr("Level {number}", { number });
  }

  const nextHeight = () => (data.levels.size ? Math.max(...[...data.levels.values()].map(({ elevation }) => elevation)) + STOREY : 0);

  /** Show what the chosen level is, or what the next one will be. */
  function ask() {
    const chosen = level();
    const name = el("draw-level-name");
    if (document.activeElement !== name) name.value = chosen?.name ?? "";
    name.placeholder = nextName();
    for (const [id, value] of /** @type {[string, number | undefined][]} */ ([["draw-level-height", chosen?.elevation], ["draw-level-over-x", chosen?.over[0]], ["draw-level-over-y", chosen?.over[1]]])) {
      if (document.activeElement !== el(id)) el(id).value = value ?? "";
    }
    el("draw-level-height").placeholder = String(nextHeight());
    el("draw-level-picked").hidden = !chosen;
    help(chosen ? tr("{name}: change what it is above, or drag a box for another level.", { name: chosen.name }) : tr("Drag a box of cells: it becomes a level. Tap a level to change it."));
  }

  function draw() {
    if (!level()) picked = null;
    showLevels(picked);
    ask();
  }

  /** What is written in the fields, as a level has it; what is left empty is left out. */
  function written() {
    const [x, y] = [numberIn("draw-level-over-x"), numberIn("draw-level-over-y")];
    const [name, elevation] = [textIn("draw-level-name"), numberIn("draw-level-height")];
    return { ...(name ? { name } : {}), ...(elevation === null ? {} : { elevation }), ...(x === null && y === null ? {} : { over: /** @type {Point} */ ([x ?? 0, y ?? 0]) }) };
  }

  /** @param {Point} from
   *  @param {Point} to */
  function boxed(from, to) {
    const at = /** @type {Point} */ ([Math.min(from[0], to[0]), Math.min(from[1], to[1])]);
    return { at, cols: Math.abs(from[0] - to[0]) + 1, rows: Math.abs(from[1] - to[1]) + 1 };
  }

  /** @param {Pick<DrawnLevel, "at" | "cols" | "rows">} box */
  async function build(box) {
    const said = picked ? {} : written();
    const level = { name: nextName(), elevation: nextHeight(), ...said, ...box };
    const answer = await edit({ levels: [level] });
    clear("pending");
    if (!answer) return;
    picked = answer.levels[0] ?? null;
    announce(tr("Level {name} drawn, {cols} by {rows} cells.", { name: level.name, cols: box.cols, rows: box.rows }));
    draw();
  }

  /** Send what was changed of the chosen level, and nothing else: the other fields may show what is no more.
   *  @param {string} field */
  async function change(field) {
    const chosen = level();
    if (!chosen) return;
    const { name, elevation, over = [0, 0] } = written();
    const [x, y] = [field === "draw-level-over-x" ? over[0] : chosen.over[0], field === "draw-level-over-y" ? over[1] : chosen.over[1]];
    const said = field === "draw-level-name" ? { name } : field === "draw-level-height" ? { elevation } : { over: /** @type {Point} */ ([x, y]) };
    if (Object.values(said)[0] === undefined) return ask();
    await edit({ levels: [{ id: chosen.id, ...said }] });
  }

  el("draw-level-fields").addEventListener("change", ({ target }) => change(target.id));

  return {
    steps: "cells",
    start() {
      picked = null;
      draw();
    },
    stop() {
      picked = null;
      clear("zones", "pending");
    },
    changed: draw,
    options: () => {},
    isBusy: () => picked !== null,
    tap(place) {
      const cell = cellUnder(place);
      picked = (cell && levelUnder(cell)?.id) ?? null;
      draw();
    },
    grab(place) {
      const from = cellUnder(place);
      if (!from) return null;
      let to = from;
      return {
        move(now) {
          to = cellUnder(now) ?? to;
          show("pending", drawnBox(boxOf(boxed(from, to)), "draw-level new"));
        },
        drop() {
          if (to[0] === from[0] && to[1] === from[1]) {
            clear("pending");
            return say({ message: tr("Drag a box of several cells for a level."), rule: null });
          }
          return build(boxed(from, to));
        },
        cancel: () => clear("pending"),
      };
    },
    drop() {
      picked = null;
      draw();
    },
    key(event) {
      if (event.key !== "Delete" || !picked) return false;
      this.do?.["level-away"]();
      return true;
    },
    do: {
      async "level-away"() {
        const chosen = level();
        if (chosen && await edit({ drop: { levels: [chosen.id] } })) announce(tr("Level {name} is taken away; its walls stay.", { name: chosen.name }));
      },
    },
  };
}
