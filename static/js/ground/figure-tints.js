// The tinted cells of a reach, with a number in each where there is room for it.

import { bandOf, numberOf, tintOf } from "./figure-scale.js";
import { centre, corners, hasCells } from "../map/geometry.js";
import { hear } from "../core/events.js";
import { inSight } from "../map/viewport.js";
import { el, map, svg } from "../core/page.js";

/** @import { Kind, Steps } from "./figure-scale.js" */

function layer() {
  if (!el("overlay-ground")) map().insertBefore(svg("g", { id: "overlay-ground", "aria-hidden": "true" }), el("overlay-reach"));
  return el("overlay-ground");
}

export const clearTints = () => el("overlay-ground")?.replaceChildren();

/** Tint places, and write their numbers.
 *  @param {Kind} kind
 *  @param {string[]} places
 *  @param {(number | null)[]} values
 *  @param {Steps} steps
 *  @param {number} size  of the token */
export function drawTints(kind, places, values, steps, size) {
  layer().replaceChildren(...tints(places, values, steps, size), numbers(kind, places, values, size));
  makeRoom();
}

/** The cells, those of one step as one path.
 *  @param {string[]} places
 *  @param {(number | null)[]} values
 *  @param {Steps} steps
 *  @param {number} size */
function tints(places, values, steps, size) {
  /** @type {Map<string, string>} */
  const bands = new Map();
  values.forEach((value, n) => {
    const tint = `${tintOf(bandOf(value, steps), steps)}`;
    bands.set(tint, (bands.get(tint) ?? "") + outline(places[n], size));
  });
  return [...bands].map(([tint, d]) => svg("path", { class: `figure-band band-${tint}`, d }));
}

/** A cell about the middle of the token that would stand there; a zone whole.
 *  @param {string} key
 *  @param {number} size */
function outline(key, size) {
  if (!hasCells()) return zone(key);
  const [x, y] = centre(key, size);
  const [ownX, ownY] = centre(key);
  const round = (/** @type {number} */ part) => Math.round(part * 10) / 10;
  return `M${corners(key).map(([a, b]) => `${round(a + x - ownX)} ${round(b + y - ownY)}`).join("L")}Z`;
}

/** @param {string} key */
function zone(key) {
  const points = map().querySelector(`[data-zone="${CSS.escape(key)}"] polygon`)?.getAttribute("points");
  return points ? `M${points.trim().split(/\s+/).join("L")}Z` : "";
}

/** @param {Kind} kind
 *  @param {string[]} places
 *  @param {(number | null)[]} values
 *  @param {number} size */
function numbers(kind, places, values, size) {
  const group = svg("g", { class: "figure-numbers" });
  values.forEach((value, n) => {
    const [x, y] = centre(places[n], size);
    const written = svg("text", { x, y: y + 12 });
    written.textContent = numberOf(kind, value);
    group.append(written);
  });
  return group;
}

const LEAST = 26; // pixels that a cell needs for a number

function makeRoom() {
  el("overlay-ground")?.querySelector(".figure-numbers")?.classList.toggle("no-room", hasCells() && 100 / inSight().u < LEAST);
}

hear("view", ({ working }) => { if (!working) makeRoom(); });
