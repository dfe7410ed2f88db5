// What is pointed at and drawn for a moment, as everybody sees it: rings that go out, lines that fade.

import { mapLabel } from "./label.js";
import { svg } from "../core/page.js";

const SHOWN = { ping: 4000, stroke: 5000 };

/** Rings about a spot. `by`: who points, on others' pages.
 *  @param {Element} layer
 *  @param {Point} at
 *  @param {string} by */
export function drawPing(layer, [x, y], by) {
  const rings = svg("g", { class: "ping" }, svg("circle", { class: "ping-back", r: 16 }), svg("circle", { class: "ping-ring", r: 16 }), svg("circle", { class: "ping-wave", r: 16 }), svg("circle", { class: "ping-dot", r: 5 }));
  rings.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
  const drawn = svg("g", {}, rings);
  if (by) drawn.append(mapLabel(x, y, by, { lift: -34 }));
  layer.append(drawn);
  setTimeout(() => drawn.remove(), SHOWN.ping);
  return drawn;
}

/** A line by hand; it fades once nobody draws on.
 *  @param {Element} layer
 *  @param {Point[]} points
 *  @param {string} by */
export function drawStroke(layer, points, by) {
  const drawn = svg("g", { class: "stroke" });
  layer.append(drawn);
  const draw = (/** @type {Point[]} */ now) => {
    const d = `M${now.map((point) => point.join(" ")).join("L")}${now.length === 1 ? "h0.1" : ""}`;
    drawn.replaceChildren(svg("path", { class: "stroke-back", d }), svg("path", { class: "stroke-line", d }));
    if (by) drawn.append(mapLabel(now[0][0], now[0][1], by, { lift: -24 }));
  };
  draw(points);
  return {
    draw,
    end() {
      drawn.classList.add("going");
      setTimeout(() => drawn.remove(), SHOWN.stroke);
    },
  };
}
