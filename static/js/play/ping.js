// Pointing at a spot, and lines drawn for a moment: here at once, on the other pages through the server. By keys the
// arrows go from cell to cell, Enter points there; with Shift they draw as they go.

import { centre, placeAt, stepFrom } from "../map/geometry.js";
import { reveal } from "../map/viewport.js";
import { ask } from "../core/socket.js";
import { layer, page } from "../map/measurement.js";
import { hear, tell } from "../core/events.js";
import { el, map, svg, token } from "../core/page.js";
import { selected } from "./selection.js";
import { drawPing, drawStroke } from "../map/ping-marks.js";
import { addTool } from "../map/tools.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };
const NEAR = 6; // map units: a hand that hardly moved draws no further point
const EVERY = 90; // milliseconds between what is sent of a line while it is drawn
const MOST = 400;

let strokes = 0;
/** @type {string | null} */
let cursor = null;
/** @type {ReturnType<typeof draw> | null} */
let line = null; // what Shift and the arrows are drawing

/** @param {string} id */
const over = (id) => layer(id, { over: true });

/** @param {Point} at */
function ping(at) {
  drawPing(over("overlay-pointed"), at, "");
  ask("ping", { at, page });
}

/** Thin a line out, so that it has no more points than are passed on.
 *  @param {Point[]} points */
function thinned(points) {
  /** @type {[some: Point[], step: number]} */
  let [some, step] = [points, 1];
  while (some.length > MOST) {
    step += 1;
    some = points.filter((_, n) => n % step === 0 || n === points.length - 1);
  }
  return some;
}

/** Draw a line from here on: `move` takes it on, `drop` ends it.
 *  @param {Point} start */
function draw(start) {
  const points = [start];
  const name = `${page}-${(strokes += 1)}`;
  const drawn = drawStroke(over("overlay-pointed"), points, "");
  let [sent, last] = [0, performance.now()];
  const send = () => {
    [sent, last] = [points.length, performance.now()];
    ask("stroke", { points: thinned(points), page: name });
  };
  return {
    move(/** @type {Point} */ at) {
      const before = points[points.length - 1];
      if (Math.hypot(at[0] - before[0], at[1] - before[1]) < NEAR) return;
      points.push(at);
      drawn.draw(points);
      if (performance.now() - last > EVERY) send();
    },
    drop() {
      if (sent < points.length) send();
      drawn.end();
    },
    cancel() {
      drawn.end();
    },
  };
}

document.addEventListener("keyup", ({ key }) => {
  if (key !== "Shift" || !line) return;
  line.drop();
  line = null;
});

addTool("point", {
  start() {
    el("measure-point").hidden = false;
    tell("needs-map");
    map().tabIndex = -1;
    map().focus({ preventScroll: true });
  },
  stop() {
    el("measure-point").hidden = true;
    over("overlay-cursor").replaceChildren();
    line?.drop();
    cursor = line = null;
  },
  tap(_target, point, event) {
    if (event.type === "keydown") return false;
    ping(point);
    return true;
  },
  grab: (_target, point) => draw(point),
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "Enter" || event.key === " ") {
      ping(centre(where(), 1));
      return true;
    }
    const step = STEPS[event.key];
    if (!step) return false;
    if (event.shiftKey) line ??= draw(centre(where(), 1));
    cursor = stepFrom(where(), step) ?? where();
    const [x, y] = centre(cursor, 1);
    line?.move([x, y]);
    reveal(x, y);
    over("overlay-cursor").replaceChildren(svg("circle", { class: "ruler-cursor", cx: x, cy: y, r: 40 }));
    return true;
  },
});

const where = () => cursor ?? (selected() && token(selected())?.dataset.place) ?? placeAt(Number(map().dataset.width) / 2, Number(map().dataset.height) / 2) ?? map().querySelector("[data-zone]")?.dataset.zone ?? "0,0";

hear("disconnected", () => over("overlay-pointed").replaceChildren());
