// A sign on the map that is as large on the glass wherever one looks from: what modules write on the map with.

import { inSight } from "./viewport.js";
import { svg } from "../core/page.js";

/** How wide a sign with these words is, in pixels.
 *  @param {string} words */
export const labelWidth = (words) => words.length * 7.4 + 20;

/** Where a sign stands that is so many pixels wide and is to be in sight as a whole, where there is room for it.
 *  @param {number} x  where it would stand, in map units
 *  @param {number} wide */
export function keptInside(x, wide) {
  const { x: left, width, u } = inSight();
  const half = (wide / 2 + 4) * u;
  return width > 2 * half ? Math.min(Math.max(x, left + half), left + width - half) : x;
}

/** A sign of constant size on the glass, at a place of the map: what modules write on the map with.
 *  @param {number} x
 *  @param {number} y
 *  @param {string} words
 *  @param {{ dots?: string[], lift?: number, inside?: boolean, aside?: number }} look  `aside`: how far from where it would
 *    stand, in map units */
export function mapLabel(x, y, words, { dots = [], lift = 0, inside = false, aside = 0 } = {}) {
  const wide = Math.max(labelWidth(words), dots.length * 15 + 16);
  const high = (words ? 24 : 8) + (dots.length ? 16 : 0);
  const group = svg("g", { class: "chip" }, svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 8 }));
  dots.forEach((status, n) => {
    const at = (n - (dots.length - 1) / 2) * 15;
    group.append(svg("circle", { class: `ray-dot ${status}`, cx: at, cy: -high / 2 + 12, r: 5, "stroke-width": 1.5 }));
    if (status === "stopped") {
      group.append(svg("path", { class: "ray-dot-cross", d: `M${at - 3} ${-high / 2 + 9}l6 6m0 -6l-6 6`, "stroke-width": 1.5 }));
    }
  });
  const text = svg("text", { y: high / 2 - 7.5, "font-size": 13 });
  text.textContent = words;
  group.append(text);
  if (inside) x = keptInside(x, wide);
  group.style.transform = `translate(${x + aside}px, ${y}px) scale(var(--u)) translate(0, ${-lift}px)`;
  return group;
}
