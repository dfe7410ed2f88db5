// What the drawing tools draw over the map, in cells; a group of SVG for each subject, none of it an element per wall.

import { mapLabel } from "../map/label.js";
import { pointAt } from "../map/viewport.js";
import { el, svg } from "../core/page.js";

const UNIT = 100;
const GROUPS = ["zones", "kinds", "area", "selected", "handles", "pending", "cross"];

const layer = svg("g", { id: "draw-layer" });
const groups = Object.fromEntries(GROUPS.map((name) => [name, svg("g", { class: `draw-${name}` })]));
layer.append(...Object.values(groups));

/** Show the layer, on top of everything. */
export const raise = () => el("overlay-top").append(layer);
export const lower = () => layer.remove();

/** Draw these nodes for a subject, and nothing else; falsy ones are left out.
 *  @param {string} name
 *  @param {(Node | string | number | boolean | null | undefined)[]} nodes */
export const show = (name, ...nodes) => groups[name].replaceChildren(...nodes.filter((node) => node instanceof Node));
/** @param {string[]} names */
export const clear = (...names) => names.forEach((name) => groups[name].replaceChildren());

/** @param {Point} point */
const at = ([x, y]) => `${+(x * UNIT).toFixed(2)} ${+(y * UNIT).toFixed(2)}`;

/** Segments as one line; with a back, so that it is seen on any ground.
 *  @param {Segment[]} list
 *  @param {string} name */
export function segments(list, name) {
  const d = list.map(([from, to]) => `M${at(from)}L${at(to)}`).join("");
  return d && svg("g", { class: name }, svg("path", { class: "draw-back", d }), svg("path", { class: "draw-line", d }));
}

/** @param {Point[]} points
 *  @param {string} name */
export const outline = (points, name) => points.length > 1 && svg("path", { class: name, d: `M${points.map(at).join("L")}Z` });

/** A box, given by its edges.
 *  @param {Box} box
 *  @param {string} name */
export const drawnBox = ([left, top, right, bottom], name) => svg("rect", { class: name, x: left * UNIT, y: top * UNIT, width: (right - left) * UNIT, height: (bottom - top) * UNIT });

/** Dots of constant size on the glass: strokes without length have round ends.
 *  @param {Point[]} points
 *  @param {string} name */
export function dots(points, name) {
  const d = points.map((point) => `M${at(point)}h0`).join("");
  return d && svg("g", { class: name }, svg("path", { class: "draw-dot-back", d }), svg("path", { class: "draw-dot", d }));
}

/** Whole cells, each given by its corners in map units.
 *  @param {Point[][]} list
 *  @param {string} name */
export const cells = (list, name) => list.length && svg("path", { class: name, d: list.map((points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`).join("") });

/** Words beside a point, lifted off the finger.
 *  @param {Point} point
 *  @param {string} text
 *  @param {number} lift */
export const words = ([x, y], text, lift = 26) => mapLabel(x * UNIT, y * UNIT, text, { lift });

/** @param {Point} point
 *  @param {string} text
 *  @param {string} name */
export function label([x, y], text, name) {
  const node = svg("text", { class: name, x: x * UNIT, y: y * UNIT });
  node.textContent = text;
  return node;
}

/** The cross that the keys move.
 *  @param {Point} point */
export const cross = (point) => {
  const [x, y] = point.map((part) => part * UNIT);
  const node = svg("g", { class: "draw-cross-hair" }, ...["draw-back", "draw-line"].map((name) => svg("path", { class: name, d: "M-14 0h9M5 0h9M0 -14v9M0 5v9" })));
  node.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
  return node;
};

/** How many cells a number of pixels on the glass are now.
 *  @param {number} pixels */
export const cellsFor = (pixels) => (pixels * (pointAt({ clientX: 1, clientY: 0 })[0] - pointAt({ clientX: 0, clientY: 0 })[0])) / UNIT;
