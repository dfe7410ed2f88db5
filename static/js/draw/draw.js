// The GM's drawing tools, put together: which of them is in hand, and what pointer, finger and keys mean to it.
// Drags draw; two fingers, the middle button or Ctrl move the map. By keys a cross is the pointer.

import { data, follow, onChange, travel, unfollow } from "./data.js";
import { clear, cross, lower, raise, segments, show } from "./layer.js";
import { announce, chosen, help, showTool, works } from "./panel.js";
import { cellAt, heightSigns, middleOfCell, paintTool } from "./ground-paint.js";
import { selectTool } from "./select-tool.js";
import { stepFrom } from "./snap.js";
import { wallTool } from "./walls.js";
import { linkTool, zoneTool } from "./zones.js";
import { stepFrom as nextCell } from "../map/geometry.js";
import { levelTool } from "../levels/level-tool.js";
import { passageTool } from "../levels/passage-tool.js";
import { inSight, reveal } from "../map/viewport.js";
import { el, map } from "../core/page.js";
import { addTool, inHand, take } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @import { Wall } from "../core/messages.js" */

const UNIT = 100;
const KINDS = ["wall", "low", "window", "sight", "door"];
/** @type {Record<string, DrawTool>} */
const MODES = {
  select: selectTool(),
  ...Object.fromEntries(KINDS.map((kind) => [kind, wallTool(kind)])),
  ground: paintTool("ground"), height: paintTool("height"), floor: paintTool("floor"), zone: zoneTool(), link: linkTool(),
  level: levelTool(), passage: passageTool(),
};
/** @type {Record<string, string>} */
const LETTERS = { v: "select", w: "wall", d: "door", n: "window", l: "low", s: "sight", g: "ground", h: "height", f: "floor", z: "zone", k: "link", e: "level", p: "passage" };
/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const panel = el("draw");
const fold = el("fold-draw");
let name = "select";
/** @type {Point | null} */
let at = null; // where the cross of the keys is, in cells
/** @type {DrawGrip | null} */
let held = null; // the drag that the keys have begun
const mode = () => MODES[name];
/** @param {Point} point
 *  @returns {Point} */
const inCells = ([x, y]) => [x / UNIT, y / UNIT];

// --------------------------------------------------------------------------------------- taken, put away
function begin() {
  fold.open = true;
  map().setAttribute("tabindex", "-1");
  map().focus({ preventScroll: true }); // the keys are the tool's from now on
  raise();
  const first = data.grid === null;
  if (first) help(tr("Fetching the map…"));
  else enter();
  follow().then(() => {
    if (inHand() !== "draw") return;
    if (data.grid === null) help(tr("There is no map to draw on yet: import one, or create one, under Map."));
    else if (first) enter();
  });
  if (matchMedia("(min-width: 900px)").matches) fold.scrollIntoView({ block: "nearest" }); // else it lies under the map
}

function enter() {
  if (!works(name)) name = "select";
  showTool(name);
  map().dataset.uiDraw = name;
  drawKinds();
  mode().start();
}

function end() {
  letGo();
  mode().stop();
  showTool(null);
  help(null);
  at = null;
  clear("cross", "kinds", "area", "pending");
  lower();
  unfollow();
  map().removeAttribute("tabindex");
  delete map().dataset.uiDraw;
}

/** @param {string} next */
function choose(next) {
  if (inHand() === "draw" && next === name) return take(null);
  if (inHand() !== "draw") {
    name = next;
    take("draw");
  } else if (data.grid === null) {
    name = next; // the map is still on its way: the tool is there when it has come
  } else if (works(next)) {
    letGo();
    mode().stop();
    name = next;
    enter();
  }
  map().focus({ preventScroll: true });
}

/** @param {Wall} wall */
const hasSign = ({ state }) => state === "locked" || state === "secret"; // which the map itself shows the GM

/** All walls by kind, told apart on any picture; and the heights while they are painted. */
function drawKinds() {
  const shown = [...data.walls.values()].filter((wall) => !hasSign(wall));
  const lines = KINDS.map((kind) => segments(shown.filter((wall) => wall.kind === kind).map(({ from, to }) => [from, to]), `kind-${kind}`));
  show("kinds", ...lines, ...(name === "height" ? heightSigns() : []));
}

onChange(() => {
  if (inHand() !== "draw" || data.grid === null) return;
  drawKinds();
  mode().changed?.();
});

// ------------------------------------------------------------------------------------------- the pointer
/** @param {Press} event */
const pans = (event) => event.button === 1 || event.ctrlKey || event.metaKey;

addTool("draw", {
  start: begin,
  stop: end,
  tap(_target, point, event) {
    if (data.grid === null) return true;
    hideCross();
    mode().tap(inCells(point), event);
    return true;
  },
  grab(_target, point, event) {
    if (data.grid === null || pans(event)) return null;
    hideCross();
    const drag = mode().grab(inCells(point), event);
    return drag && { move: (now, moved) => drag.move(inCells(now), moved), drop: () => drag.drop(), cancel: () => drag.cancel() };
  },
  hover(point, event) {
    if (event.buttons || event.pointerType === "touch" || data.grid === null || at) return;
    mode().hover?.(inCells(point), event);
  },
  key,
});

map().addEventListener("pointermove", (event) => { if (at && !held && (event.movementX || event.movementY)) hideCross(); });

// ---------------------------------------------------------------------------------------------- the keys
/** @param {KeyboardEvent} event
 *  @returns {boolean} */
function key(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  const typed = event.key.toLowerCase();
  if (ctrl && typed === "z") return goBack(event.shiftKey ? "redo" : "undo"), true;
  if (data.grid === null) return false;
  if (mode().key?.(event)) return true;
  if (ARROWS[event.key]) {
    if (!mode().arrow?.(ARROWS[event.key], event)) walk(ARROWS[event.key], event);
    return true;
  }
  if (event.key === "Escape") return escape();
  if (ctrl) return false;
  if (event.key === "Enter" || event.key === " ") return press(event);
  if (event.key === "Backspace" && mode().back && mode().isBusy()) return mode().back?.(), true;
  if (LETTERS[typed]) return LETTERS[typed] !== name && choose(LETTERS[typed]), true;
  return false;
}

/** @param {"undo" | "redo"} what */
async function goBack(what) {
  if (await travel(what)) announce(what === "redo" ? tr("Redone.") : tr("Undone."));
}

function escape() {
  if (held) return held.cancel(), letGo(), true;
  if (!mode().isBusy()) return false;
  mode().drop?.();
  return true;
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (!at) return walk([0, 0], event), true;
  const keys = fake(event);
  if (held) {
    held.drop();
    letGo();
    announce(tr("Let go."));
  } else if (event.key === " " && !mode().finish) {
    held = mode().grab(at, keys);
    held?.move(at, keys);
    announce(tr("Taken hold: move with the arrows, Space lets go."));
  } else {
    mode().tap(at, keys);
  }
  return true;
}

/** What the gestures look at of a pointer.
 *  @param {KeyboardEvent} event
 *  @returns {Press} */
const fake = ({ altKey, shiftKey }) => ({ pointerType: "keyboard", altKey, shiftKey, type: "pointerup" });

/** @param {Point} direction
 *  @param {KeyboardEvent} event */
function walk(direction, event) {
  const still = !direction[0] && !direction[1];
  const start = at ?? middleOfSight();
  const steps = still || at === null ? 0 : event.shiftKey ? 5 : 1;
  at = start;
  for (let n = 0; n < steps; n += 1) at = next(at, direction);
  reveal(at[0] * UNIT, at[1] * UNIT);
  show("cross", cross(at));
  if (held) held.move(at, fake(event));
  else mode().hover?.(at, fake(event));
  announce(at.map((part) => Math.round(part * 100) / 100).join(", "));
}

/** @param {Point} from
 *  @param {Point} direction
 *  @returns {Point} */
function next(from, direction) {
  const key = mode().steps === "cells" && data.grid.kind !== "zones" && cellAt(from);
  if (key) return middleOfCell(nextCell(key, direction) ?? key);
  return stepFrom(from, direction, mode().steps === "cells" ? "corners" : chosen("snap"));
}

/** @returns {Point} */
function middleOfSight() {
  const { x, y, width, height } = inSight();
  const middle = inCells([x + width / 2, y + height / 2]);
  if (data.grid.kind === "zones") return [Math.round(middle[0]), Math.round(middle[1])];
  if (mode().steps === "cells") return middleOfCell(cellAt(middle) ?? "0,0");
  return stepFrom(stepFrom(middle, [1, 0], "corners"), [-1, 0], "corners");
}

function hideCross() {
  if (!at) return;
  at = null;
  letGo();
  clear("cross");
}

function letGo() {
  held = null;
}

// --------------------------------------------------------------------------------------------- the panel
/** @type {Record<string, () => unknown>} */
const DO = {
  undo: () => goBack("undo"),
  redo: () => goBack("redo"),
  finish: () => mode().finish?.(),
  back: () => mode().back?.(),
  drop: () => mode().drop?.(),
};

panel.addEventListener("click", (event) => {
  const { draw, drawDo } = event.target.closest("button")?.dataset ?? {};
  if (draw) choose(draw);
  if (drawDo) (DO[drawDo] ?? mode().do?.[drawDo])?.();
});
panel.addEventListener("change", (event) => { if (inHand() === "draw" && event.target.type === "radio") mode().options(); });
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.stopPropagation(); // the map gets the focus, not this very key
  map().focus({ preventScroll: true });
});
fold.addEventListener("toggle", () => { if (!fold.open && inHand() === "draw") take(null); });
