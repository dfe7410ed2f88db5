// Laying the grid over a picture: drawn by a stretch of known cells, shifted, or typed in numbers; seen at once,
// kept only when it is right. The numbers in the panel are the one truth; everything else is made of them.

import { byCount, byStretch, countCells, evenCount, gridPath } from "./grid-arithmetic.js";
import { stayFor } from "../core/socket.js";
import { hear } from "../core/events.js";
import { answered, csrf, el, map, say, svg, table } from "../core/page.js";
import { addTool, inHand, take } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const UNEVEN = 1.015; // times as wide as high, or the other way round: more can be seen
const ZONES_WIDE = 14; // on a map of zones alone a cell is but the size of a token: that many side by side
const address = `/tables/${table}/gm/map/grid`;

/** @type {PageElement | null} */
let form = null; // the panel's form while the tool is in hand
/** @type {Point} */
let size = [0, 0]; // the picture's, in pixels
let box = [0, 0, 1, 1]; // where it lies now: left, top, width, height in cells
/** @type {[Point, Point] | null} */
let stretch = null; // the last one drawn: [from, to] in pixels
/** @type {SVGElement | null} */
let layer = null;

/** @param {string} name */
const field = (name) => /** @type {PageElement} */ (form).elements[name];
/** @param {string} name */
const number = (name) => Number(field(name).value);
/** @param {number} value */
const tidy = (value) => String(Math.round(value * 1000) / 1000);
const hand = () => field("hand").value;
/** @returns {Laying} */
const laying = () => ({ kind: field("kind").value, cell: [number("cell_width"), number("cell_height")], corner: [number("x"), number("y")] });
/** @param {Laying} laying */
const isUsable = ({ cell, corner }) => cell.every((side) => side >= 4) && corner.every(Number.isFinite);

/** Turn a point of the map into a pixel of the picture, and back.
 *  @param {Point} point
 *  @returns {Point} */
const toPixel = ([x, y]) => [((x / 100 - box[0]) / box[2]) * size[0], ((y / 100 - box[1]) / box[3]) * size[1]];
/** @param {number} x
 *  @param {number} y
 *  @returns {Point} */
const toMap = (x, y) => [(box[0] + (x / size[0]) * box[2]) * 100, (box[1] + (y / size[1]) * box[3]) * 100];
/** @param {number} x
 *  @param {number} y */
const place = (x, y) => toMap(x, y).map((n) => n.toFixed(2)).join(" ");

// --------------------------------------------------------------------------------- the panel
async function start() {
  const answer = await answered(address);
  if (inHand() !== "align") return;
  if (!answer?.ok) {
    take(null);
    if (answer?.text.includes('id="refusal"')) await window.htmx.swap({ text: answer.text, target: el("refusal"), swap: "outerMorph" });
    else say({ message: tr("The grid cannot be laid just now. Look at the connection, then try once more."), rule: null });
    return;
  }
  const panel = document.createElement("section");
  Object.assign(panel, { id: "align-panel", className: "align-panel" });
  panel.setAttribute("aria-label", tr("Align the grid to the picture"));
  panel.dataset.keys = "align";
  panel.innerHTML = answer.text;
  el("map-area").after(panel);
  form = el("align-form");
  size = [Number(form.dataset.width), Number(form.dataset.height)];
  box = form.dataset.box.split(" ").map(Number);
  stretch = null;
  layer = svg("g", { id: "overlay-align", "aria-hidden": "true" });
  map().append(layer);
  form.addEventListener("input", changed);
  form.addEventListener("submit", keep);
  showCount();
  draw();
  field("kind").focus({ preventScroll: true });
  const { top, bottom } = el("map-area").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) el("map-area").scrollIntoView({ block: "center" }); // one column: the map first
}

function stop() {
  history.scrollRestoration = "auto"; // see map-import.js
  el("align-panel")?.remove();
  layer?.remove();
  form = layer = stretch = null;
}

/** @param {{ readonly target: PageElement }} event */
function changed({ target }) {
  const [cols, rows] = [number("cols"), number("rows")];
  const kind = field("kind").value;
  const even = field("even").checked;
  if (target.name === "cols" && cols >= 1) count(even ? evenCount(kind, size, [cols, null]) : [cols, rows || 1], target.name);
  else if (target.name === "rows" && rows >= 1) count(even ? evenCount(kind, size, [null, rows]) : [cols || 1, rows], target.name);
  else if (target.name === "even" && even) field("cell_height").value = field("cell_width").value;
  else if (target.name === "cell_width" && even) field("cell_height").value = field("cell_width").value;
  else if (target.name === "cell_height" && even) field("cell_width").value = field("cell_height").value;
  else if (target.name === "stretch" && stretch) layStretch(stretch);
  else if (target.name === "kind" && kind === "zones" && cols > ZONES_WIDE) count(evenCount(kind, size, [ZONES_WIDE, null]), "cols");
  if (!["cols", "rows"].includes(target.name)) showCount();
  draw();
}

/** Lay so many columns and rows over the whole picture; cells that must be even follow the number that was typed.
 *  @param {Point} number
 *  @param {string} typed */
function count([cols, rows], typed) {
  const laid = byCount(field("kind").value, size, cols, rows);
  const [w, h] = laid.cell;
  if (field("even").checked && Math.max(w, h) / Math.min(w, h) > UNEVEN) {
    const side = typed === "cols" ? w : h;
    laid.cell = [side, side];
  }
  put(laid);
  const counted = countCells(laid, size);
  if (typed !== "cols") field("cols").value = counted[0];
  if (typed !== "rows") field("rows").value = counted[1];
}

/** @param {Pick<Laying, "cell" | "corner">} laid */
function put({ cell, corner }) {
  field("cell_width").value = tidy(cell[0]);
  field("cell_height").value = tidy(cell[1]);
  field("x").value = tidy(corner[0]);
  field("y").value = tidy(corner[1]);
}

function showCount() {
  const now = laying();
  if (!isUsable(now)) return;
  const [cols, rows] = countCells(now, size);
  field("cols").value = cols;
  field("rows").value = rows;
}

/** @param {[Point, Point]} drawn */
function layStretch(drawn) {
  const cells = Math.max(1, Math.round(number("stretch")) || 1);
  const laid = byStretch(laying(), ...drawn, cells, field("even").checked);
  if (!laid) return;
  put(laid);
  showCount();
}

// ---------------------------------------------------------------------------------- the preview
function draw() {
  if (!layer) return;
  const now = laying();
  if (!isUsable(now)) {
    layer.replaceChildren();
    tellTrouble(tr("A cell has at least 8 pixels each way."));
    return;
  }
  const lines = now.kind === "zones" ? "" : gridPath(now, inSight(), place);
  const [left, top] = toMap(0, 0);
  const [right, bottom] = toMap(...size);
  layer.replaceChildren(
    svg("path", { class: "align-under", d: lines }),
    svg("path", { class: "align-line", d: lines }),
    svg("rect", { class: "align-edge", x: left, y: top, width: right - left, height: bottom - top }),
  );
  if (stretch && hand() === "draw") layer.append(drawnStretch(stretch));
  words(now);
}

/** Give the part of the picture that can be seen, in its pixels: of hexes only that much is drawn.
 *  @returns {[left: number, top: number, right: number, bottom: number]} */
function inSight() {
  const { x, y, width, height } = map().viewBox.baseVal;
  const [left, top] = toPixel([x, y]);
  const [right, bottom] = toPixel([x + width, y + height]);
  return [Math.max(0, left), Math.max(0, top), Math.min(size[0], right), Math.min(size[1], bottom)];
}

/** @param {[Point, Point]} drawn */
function drawnStretch(drawn) {
  const [[x1, y1], [x2, y2]] = drawn.map(([x, y]) => toMap(x, y));
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  return svg("rect", { class: "align-stretch", x: left, y: top, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
}

/** @param {Laying} laying */
function words({ kind, cell }) {
  const [cols, rows] = [field("cols").value, field("rows").value];
  const most = Number(form?.dataset.most);
  const pixels = Math.abs(cell[0] - cell[1]) < 0.01 ? `${tidy(cell[0])} px` : `${tidy(cell[0])} × ${tidy(cell[1])} px`;
  el("align-count").textContent = kind === "zones" ? tr("zones only; a token is {pixels} wide", { pixels }) : tr("{cols} × {rows} cells of {pixels}", { cols, rows, pixels });
  const skew = Math.max(...cell) / Math.min(...cell) - 1;
  if (kind !== "zones" && Math.max(Number(cols), Number(rows)) > most) tellTrouble(tr("That is more than {most} × {most} cells: make them larger.", { most }));
  else if (Math.min(...cell) < 8) tellTrouble(tr("A cell has at least 8 pixels each way."));
  else if (skew > UNEVEN - 1) tellTrouble(tr("The cells are not even: {wide} wide, {high} high. Distances will look wrong on the picture.", { wide: tidy(cell[0]), high: tidy(cell[1]) }));
  else tellTrouble("");
}

/** @param {string} text */
function tellTrouble(text) {
  el("align-warning").textContent = text;
  el("align-warning").hidden = !text;
}

// ------------------------------------------------------------------------------------- the hands
/** @type {Grab} */
function grab(_target, point, event) {
  if (!form || hand() === "look" || event.button === 1) return null;
  const from = toPixel(point);
  if (hand() === "shift") {
    const before = laying();
    /** @param {Point} at */
    const shift = (at) => {
      const [x, y] = toPixel(at);
      put({ cell: before.cell, corner: [before.corner[0] + x - from[0], before.corner[1] + y - from[1]] });
      showCount();
      draw();
    };
    return { move: shift, drop: shift, cancel: () => { put(before); showCount(); draw(); } };
  }
  const before = { laid: laying(), stretch };
  /** @param {Point} at */
  const pull = (at) => {
    stretch = [from, toPixel(at)];
    layStretch(stretch);
    draw();
  };
  const back = () => {
    stretch = before.stretch;
    put(before.laid);
    showCount();
    draw();
  };
  return { move: pull, drop: pull, cancel: back };
}

/** @param {KeyboardEvent} event */
function key(event) {
  const step = ARROWS[event.key];
  if (!form || !step || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.activeElement?.matches("input[type=radio], select")) return false; // they have the arrows themselves
  const far = event.shiftKey ? 10 : 1;
  const { cell, corner } = laying();
  put({ cell, corner: [corner[0] + step[0] * far, corner[1] + step[1] * far] });
  showCount();
  draw();
  return true;
}

/** @param {Event} event */
async function keep(event) {
  event.preventDefault();
  const data = new FormData(/** @type {PageElement & HTMLFormElement} */ (form));
  const sent = answered(address, { method: "POST", body: data, headers: { "X-CSRF-Token": csrf() } });
  stayFor(sent);
  const answer = await sent;
  if (answer?.status === 204) return take(null);
  if (answer?.text.includes('id="refusal"')) await window.htmx.swap({ text: answer.text, target: el("refusal"), swap: "outerMorph" });
  else say({ message: tr("The grid was not saved. Look at the connection, then try once more."), rule: null });
}

addTool("align", { start, stop, tap: () => Boolean(form), grab, key });
hear("view", () => { if (form && laying().kind.startsWith("hex")) draw(); });
