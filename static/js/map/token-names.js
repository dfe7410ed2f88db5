// Names on the map never lie on one another: one that has no room below its token goes above it, or waits for the hand. The
// signs of ground and heights give way to tokens and their names, and zones' names on a map of cells to tokens' names.

import { drawn } from "./viewport.js";
import { hear } from "../core/events.js";
import { map } from "../core/page.js";

const RIM = 44;
const APART = 7; // map units between the ends of two names: without them two are read as one
const BOTH = document.body.dataset.role === "screen"; // a table is read from two sides: the name below, and turned above
const BIN = 400; // names are compared with what lies in their own and the neighbouring squares of this size
let waiting = 0;

/** @param {PageElement} token */
const rank = (token) =>
  (token.matches(".active, .selected, .target") ? 0 : 4) + (token.matches(".out") ? 2 : 0) + (token.dataset.mine ? 0 : 1);

/** A token, how much its name counts, its disc; and once that is known half its name's length, and where that stands.
 *  @typedef {{ token: PageElement, x: number, y: number, size: number, rank: number, box: Box,
 *    name: PageElement & SVGTextElement, half: number, place: string, upright: number, turned: number }} Body */

/** All there is to know is read first and written last: else every name would have the whole map laid out anew. */
function settle() {
  const far = (map().dataset.uiFar ?? "0") !== "0" && !BOTH;
  const tokens = [...map().querySelectorAll("#tokens > .token:has(> .name)")];
  const bodies = tokens.map((token) => {
    const { x, y, size } = token.dataset;
    const r = RIM * Number(size);
    return /** @type {Body} */ ({ token, x: Number(x), y: Number(y), size: Number(size), rank: rank(token), box: [Number(x) - r, Number(y) - r, Number(x) + r, Number(y) + r] });
  });
  const named = far ? bodies.filter(({ token }) => token.matches(".active, .selected, .target")) : bodies.filter(({ token }) => !token.dataset.uiAway);
  const written = named[0]?.token.querySelector(".name");
  const high = written ? parseFloat(getComputedStyle(written).fontSize) || 17 : 17;
  for (const body of named) {
    body.name = /** @type {Body["name"]} */ (body.token.querySelector(".name"));
    body.half = (body.name.getComputedTextLength() || 0.6 * high * body.name.textContent.length) / 2;
  }
  /** @type {Map<string, { box: Box }[]>} */
  const bins = new Map();
  /** @param {Box} box
   *  @param {(bin: { box: Box }[]) => boolean | void} each */
  const around = (box, each) => {
    for (let c = Math.floor(box[0] / BIN); c <= Math.floor(box[2] / BIN); c += 1) {
      for (let r = Math.floor(box[1] / BIN); r <= Math.floor(box[3] / BIN); r += 1) {
        const key = `${c},${r}`;
        const bin = bins.get(key) ?? [];
        bins.set(key, bin);
        if (each(bin)) return true;
      }
    }
    return false;
  };
  for (const body of bodies) around(body.box, (bin) => { bin.push(body); });
  const sight = drawn();
  const seen = (/** @type {number} */ top) => !BOTH || (top >= sight.y && top + high <= sight.y + sight.height);
  named.sort((a, b) => a.rank - b.rank);
  for (const body of named) {
    /** @param {number} top
     *  @returns {Box | null} */
    const free = (top) => {
      /** @type {Box} */
      const box = [body.x - body.half - APART, top, body.x + body.half + APART, top + high];
      return around(box, (bin) => bin.some((other) => other !== body && overlap(box, other.box))) ? null : box;
    };
    const [low, top] = [body.y + 50 * body.size + 6, body.y - (BOTH ? 56 : 52) * body.size - high];
    // at the edge of the table, and where another's name has the room, both stand on the one side
    /** @param {number[]} tops */
    const first = (...tops) => tops.filter((at, n) => !n || (BOTH && seen(at))).map(free).find(Boolean) ?? null;
    const below = seen(low) ? first(low, top - high) : free(top - high);
    const above = below && !BOTH ? null : seen(top) ? first(top, low + high) : free(low + high);
    body.place = below && above ? "both" : below ? "below" : above ? "above" : "none";
    if (BOTH) [body.upright, body.turned] = [(below?.[1] ?? low) - body.y + 2, body.y - (above?.[3] ?? top + high)];
    for (const taken of [below, above]) if (taken) around(taken, (bin) => { bin.push({ box: taken }); });
  }
  /** @param {string} which
   *  @param {boolean} alsoTokens whether they give way to tokens too, and not to names alone */
  const covered = (which, alsoTokens) => {
    const written = [...map().querySelectorAll(which)];
    const tall = written.length ? parseFloat(getComputedStyle(written[0]).fontSize) || 24 : 24;
    return written.map((one) => {
      const [x, y, half] = [Number(one.getAttribute("x")), Number(one.getAttribute("y")), 0.3 * tall * one.textContent.length];
      /** @type {Box} */
      const box = [x - half, y - 0.8 * tall, x + half, y];
      return { one, gone: around(box, (bin) => bin.some((other) => (alsoTokens || !("token" in other)) && overlap(box, other.box))) };
    });
  };
  for (const { one, gone } of [...covered(".patch-sign > tspan", true), ...covered(".map:not(.kind-zones) .zone > text", false)]) {
    if (gone) one.setAttribute("visibility", "hidden");
    else if (one.hasAttribute("visibility")) one.removeAttribute("visibility");
  }
  /** @param {Element | null} name
   *  @param {number} y */
  const put = (name, y) => { if (name && name.getAttribute("y") !== String(y)) name.setAttribute("y", String(y)); };
  for (const { token, name, size, place, upright, turned } of named) {
    if (token.dataset.uiName !== place) token.dataset.uiName = place;
    put(name, BOTH ? upright : place === "above" ? -52 * size - 2 : 50 * size + 8);
    if (BOTH) put(token.querySelector(".name.turned"), turned);
  }
}

/** The browser lays writing out anew as the map grows: tokens far out of sight have none. */
function leaveAway() {
  const { x, y, width, height } = drawn();
  const [left, top, right, bottom] = [x - width / 2, y - height / 2, x + 1.5 * width, y + 1.5 * height];
  for (const token of map().querySelectorAll("#tokens > .token")) {
    const [atX, atY] = [Number(token.dataset.x), Number(token.dataset.y)];
    const away = atX < left || atX > right || atY < top || atY > bottom;
    if (away !== (token.dataset.uiAway === "1")) {
      if (away) token.dataset.uiAway = "1";
      else delete token.dataset.uiAway;
    }
  }
}

/** @param {Box} a
 *  @param {Box} b */
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const later = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; leaveAway(); settle(); }); };
for (const what of /** @type {const} */ (["update", "selected", "aim"])) hear(what, later);
hear("view", ({ working }) => { if (!working) later(); });
later();
