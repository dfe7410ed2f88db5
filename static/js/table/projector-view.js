// What part of the map the projector shows, and how large: the whole of it, or on a screen that was measured a frame
// of whole cells, each as large as the GM says. The frame is where the server says, and stays there without a line.

import { isAwake, stayAwake } from "./wake-lock.js";
import { ask } from "../core/socket.js";
import { over, shownLevel } from "../levels/levels.js";
import { fit, holdAt } from "../map/viewport.js";
import { hear, tell } from "../core/events.js";
import { el, map } from "../core/page.js";
import { pixelsPerMm } from "./screen-size.js";

/** @import { Look } from "../core/messages.js" */

const UNIT = 100;
const BAND = 44 / 28; // of the height of its letters
/** @type {Look} */
let look = { cellMm: 25.4, trueSize: true, at: null };
let measuring = "";
let reported = "";

/** Where the frame lies on the level that is shown: over or under where the GM put it.
 *  @param {Point} at
 *  @param {number} cell
 *  @returns {Point} */
function onLevel(at, cell) {
  const { width, height } = el("map-area").getBoundingClientRect();
  const middle = /** @type {Point} */ ([at[0] + (width / cell) * (UNIT / 2), at[1] + (height / cell) * (UNIT / 2)]);
  const there = over(middle);
  return [at[0] + there[0] - middle[0], at[1] + there[1] - middle[1]];
}

/** Let the window on the map hold whole cells and no part of one; what is left over goes to the bands.
 *  @param {number | null} cell */
function setWindow(cell) {
  const [outer, area] = [el("table-window").getBoundingClientRect(), el("map-area")];
  const band = parseFloat(getComputedStyle(el("edges")).fontSize) * BAND;
  const whole = map().dataset.kind === "square" ? cell : null;
  /** @param {number} length */
  const inset = (length) => (whole === null ? band : (length - Math.max(Math.floor((length - 2 * band) / whole), 1) * whole) / 2);
  const [x, y] = [inset(outer.width), inset(outer.height)];
  area.style.inset = `${y}px ${x}px`;
  return [outer.width - 2 * x, outer.height - 2 * y];
}

function cellNow() {
  const perMm = look.trueSize ? pixelsPerMm() : null;
  return perMm === null ? null : perMm * look.cellMm;
}

function show() {
  const cell = cellNow();
  setWindow(cell);
  if (cell !== null && look.at) holdAt(onLevel(look.at, cell), UNIT / cell);
  else fit();
  document.body.dataset.uiCell = cell === null ? "" : cell.toFixed(3);
}

async function report() {
  const cell = cellNow();
  const [wide, high] = setWindow(cell);
  const facts = {
    width: cell === null ? 0 : (wide / cell) * UNIT,
    height: cell === null ? 0 : (high / cell) * UNIT,
    pixels: [Math.round(screen.width * devicePixelRatio), Math.round(screen.height * devicePixelRatio)],
    measured: pixelsPerMm() !== null,
    awake: isAwake(),
    measuring,
    ...(shownLevel() ? { level: shownLevel()?.id } : {}),
  };
  const text = JSON.stringify(facts);
  if (text === reported) return show();
  reported = text;
  const answer = await ask("window", facts);
  if (answer.ok) tell("look", answer);
  else reported = "";
}

/** @param {Look} told */
function take({ cellMm, trueSize, at }) {
  const before = cellNow();
  look = { cellMm, trueSize, at };
  if (cellNow() !== before) report();
  else show();
}

/** Something about this screen may be different now. */
export function lookAgain(by = "") {
  measuring = by;
  report();
}

hear("look", take);
hear("level", () => {
  show();
  report();
});
hear("connected", () => {
  reported = "";
  stayAwake().finally(report);
});
new ResizeObserver(report).observe(el("table-window"));
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") stayAwake().finally(report); });
show();
