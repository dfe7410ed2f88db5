// What of the map is in sight: all of it, a place as near as is wanted, or what a hand has made of it (map-pointers.js).

import { hear, tell } from "../core/events.js";
import { el, map, role, table } from "../core/page.js";

export const FREE = role !== "screen";
const CLOSEST = 0.5;
const MARGIN = FREE ? 64 : 0; // room for the letters and numbers; the projector has a band of its own for them
const NAMED = 28; // pixels of a cell from which on everybody has a name who has room for it
const FLOATS = 72; // pixels that the map goes beyond its window's edges, so that all of it can be brought out from under what floats there

// The map is one large drawing, in a world that is moved and grown behind the window. While a
// hand is at work that is left to the compositor: it moves what it has painted, and nothing else of the page changes.
// When the hand rests the drawing is painted anew, sharp, and what has a constant size on the glass is sized again.
// The middle in map units, map units for one pixel; all of it in sight; or held where it is, whatever that is.
const view = { x: 0, y: 0, u: 1, fits: false, held: false };
const memory = `battlemat-view-${table}-${role}-${map().dataset.width}x${map().dataset.height}`;
const UNITS = 100; // map units to a pixel of the drawing: smaller than it is ever shown, or the browser would paint it larger
const RESTS = 250; // milliseconds after which a hand has come to rest

export const area = el("map-box");
const world = el("world");
export const glass = el("map-glass"); // over the map while it moves: to ask what lies under a pointer is dear on a large map
let sized = 0; // map units for one pixel that signs of constant size have
let resting = 0;
let held = false;
let framed = 0;
let covered = 0; // pixels at the window's foot over which a question lies: the middle is in the middle of the rest
let box = area.getBoundingClientRect();
let windowed = free();

// Signs learn the scale from rules of their own, within the bounds in which it matters to them: set on the map itself,
// every element of it would be styled anew with every step.
/** @type {[selector: string, least: number, most: number][]} */
const SIGNS = [
  ['#map-grid, .map > [id^="overlay-"]', 0, Infinity],
  [".name", 0.7, 7],
  [".door-hit", 0.65, 2.25],
  [".patch-sign", 2, 8],
  [".zone text", 2, 8],
  [".note-sign", 1, 5],
];
const rules = new CSSStyleSheet();
rules.replaceSync(SIGNS.map(([selector]) => `${selector} { --u: 1; }`).join(""));
document.adoptedStyleSheets.push(rules);

/** Give the part of the map's box over which no panel lies: what is to be seen at a glance has its place there. */
function free() {
  box = area.getBoundingClientRect();
  const { left, top, width, height } = box;
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(area);
  const [from, to] = [parseFloat(scrollPaddingLeft) || 0, parseFloat(scrollPaddingRight) || 0];
  return new DOMRect(left + from, top, Math.max(width - from - to, 0), height);
}

/** The part of the map that there is to look at: all of it, or the level that is shown.
 *  @type {Bounds | null} */
let within = null;
const bounds = () => within ?? { x: 0, y: 0, width: Number(map().dataset.width), height: Number(map().dataset.height) };

/** Look at this part of the map alone from now on; null for all of it.
 *  @param {Bounds | null} part */
export function lookWithin(part) {
  within = part;
}

const fitting = () => {
  const { width, height } = bounds();
  return Math.max((width + 2 * MARGIN) / Math.max(windowed.width, 1), (height + 2 * MARGIN) / Math.max(windowed.height, 1));
};

const farthest = () => Math.max(fitting() * 1.15, 1);

/** Show the view; with the hand still at work, only by moving and growing what is painted. */
function show(working = false) {
  const { x, y, width, height } = bounds();
  const { width: w, height: h } = windowed;
  if (!w || !h) return;
  if (!view.held) {
    view.u = Math.min(Math.max(view.u, CLOSEST), farthest());
    const margin = MARGIN + (view.fits ? 0 : FLOATS * view.u);
    view.x = x + hold(view.x - x, width, margin, w * view.u);
    view.y = y + hold(view.y - y - (covered * view.u) / 2, height, margin, (h - covered) * view.u) + (covered * view.u) / 2;
  }
  if (working && sized) return work();
  place();
  rest();
}

/** Once a frame and nothing else with it: a place alone goes straight to the compositor, two changes at once do not. */
function work() {
  clearTimeout(resting);
  resting = setTimeout(rest, RESTS);
  if (!held) {
    held = true;
    world.style.willChange = "transform";
    glass.style.pointerEvents = "auto";
  }
  // Writing would be laid out and painted anew with every step of growing: it comes back when the hand rests.
  if (sized !== view.u) world.classList.add("growing");
  framed ||= requestAnimationFrame(() => {
    framed = 0;
    place();
    tell("view", { u: view.u, working: true });
  });
}

function rest() {
  clearTimeout(resting);
  if (framed) return void (resting = setTimeout(rest, RESTS));
  held = false;
  world.classList.remove("growing");
  world.style.willChange = "";
  glass.style.pointerEvents = "none";
  if (sized !== view.u) sizeSigns();
  tell("view", { u: view.u, working: false });
}

function sizeSigns() {
  sized = view.u;
  SIGNS.forEach(([, least, most], n) => {
    const { style } = /** @type {CSSStyleRule} */ (rules.cssRules[n]);
    const unit = String(Math.min(Math.max(sized, least), most));
    if (style.getPropertyValue("--u") !== unit) style.setProperty("--u", unit);
  });
  const shown = map();
  const cell = 100 / sized;
  const far = cell >= 46 ? undefined : cell < 8 ? "3" : cell < 14 ? "2" : cell < NAMED ? "1" : "0";
  if (far === undefined) delete shown.dataset.uiFar;
  else if (shown.dataset.uiFar !== far) shown.dataset.uiFar = far;
}

function place() {
  const sharp = (/** @type {number} */ pixels) => Math.round(pixels * devicePixelRatio) / devicePixelRatio;
  const beside = windowed.left - box.left;
  const [left, top] = [sharp(beside + windowed.width / 2 - view.x / view.u), sharp(windowed.height / 2 - view.y / view.u)];
  world.style.transform = `translate3d(${left}px, ${top}px, 0) scale(${UNITS / view.u})`;
}

/** What of the map is in sight, in map units: {x, y, width, height}; and `u`, the units of one pixel. */
export function inSight() {
  const [width, height] = [windowed.width * view.u, windowed.height * view.u];
  return { x: view.x - width / 2, y: view.y - height / 2, width, height, u: view.u };
}

/** What of the map is drawn, in map units: {x, y, width, height}; more than is in sight where panels lie over it. */
export function drawn() {
  const { left, width, height } = box;
  const [x, y] = [view.x - (windowed.left + windowed.width / 2 - left) * view.u, view.y - (windowed.height / 2) * view.u];
  return { x, y, width: width * view.u, height: height * view.u, u: view.u };
}

/** Keep the middle where some of the map is to be seen; a map that fits whole stays whole in sight.
 *  @param {number} middle
 *  @param {number} length
 *  @param {number} margin
 *  @param {number} shown */
function hold(middle, length, margin, shown) {
  const rest = length + 2 * margin - shown;
  if (rest <= 0) return length / 2;
  return Math.min(Math.max(middle, length / 2 - rest / 2), length / 2 + rest / 2);
}

let keeping = 0;
function keep() {
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    try { sessionStorage.setItem(memory, JSON.stringify(view)); } catch { /* private window */ }
  }, 300);
}

export function fit() {
  const { x, y, width, height } = bounds();
  Object.assign(view, { x: x + width / 2, y: y + height / 2, u: fitting(), fits: true, held: false });
  show();
  keep();
}

/** Show the map from this place at the upper left on, at exactly so many map units for one pixel, on or off the map.
 *  @param {Point} corner
 *  @param {number} u */
export function holdAt([left, top], u) {
  windowed = free();
  Object.assign(view, { x: left + (windowed.width * u) / 2, y: top + (windowed.height * u) / 2, u, fits: false, held: true });
  show();
}

function begin() {
  const kept = FREE && recall();
  if (kept) Object.assign(view, kept);
  else {
    const { width, height } = bounds();
    Object.assign(view, { x: width / 2, y: height / 2, u: fitting(), fits: true });
    const own = map().querySelector(".token.active[data-mine]") ?? map().querySelector(".token[data-mine]");
    if (role === "play" && own && 100 / view.u < 44) {
      Object.assign(view, { x: Number(own.dataset.x), y: Number(own.dataset.y), u: 100 / 44, fits: false });
    }
  }
  show();
}

function recall() {
  try { return /** @type {typeof view | null} */ (JSON.parse(String(sessionStorage.getItem(memory)))); } catch { return null; }
}

/** Turn a place on the glass into map units.
 *  @param {{ clientX: number, clientY: number }} event
 *  @returns {Point} */
export function pointAt(event) {
  const { left, top, width, height } = windowed;
  return [view.x + (event.clientX - left - width / 2) * view.u, view.y + (event.clientY - top - height / 2) * view.u];
}

/** @param {number} factor
 *  @param {{ clientX: number, clientY: number } | null} at
 *  @param {boolean} working */
export function zoom(factor, at = null, working = false) {
  const [x, y] = at ? pointAt(at) : [view.x, view.y];
  const before = view.u;
  view.fits = false;
  view.u = Math.min(Math.max(view.u * factor, CLOSEST), farthest());
  const turned = view.u / before;
  view.x = x + (view.x - x) * turned;
  view.y = y + (view.y - y) * turned;
  show(working);
  keep();
}

/** @param {number} dx
 *  @param {number} dy
 *  @param {boolean} working */
export function pan(dx, dy, working = false) {
  view.fits = false;
  view.x += dx * view.u;
  view.y += dy * view.u;
  show(working);
  keep();
}

/** Be told of the places that are about to be looked at, the one that matters most first; it gives where they are seen now.
 *  @param {(places: Point[]) => (at: Point) => Point} listener */
export function beforeLooking(listener) {
  bringUp = listener;
}
/** @type {(places: Point[]) => (at: Point) => Point} */
let bringUp = () => (at) => at;

/** Look somewhere else, so many map units away, as near as before; a map that fits whole still does.
 *  @param {Point} by */
export function shiftBy([dx, dy]) {
  if (view.fits) return fit();
  view.x += dx;
  view.y += dy;
  show();
  keep();
}

/** Bring a place into sight, if it is not.
 *  @param {number} x
 *  @param {number} y */
export function reveal(x, y) {
  bringUp([[x, y]]);
  const { width, height } = windowed;
  if (view.fits || inHand) return;
  const room = 70 * view.u;
  const [halfX, halfY] = [(width * view.u) / 2 - room, (height * view.u) / 2 - room];
  view.x = Math.min(Math.max(view.x, x - halfX), x + halfX);
  view.y = Math.min(Math.max(view.y, y - halfY), y + halfY);
  show();
}

const THUMB = 44; // pixels that a thumb needs
const SMALL = 32; // pixels of a cell at which nothing need be brought nearer
const ROUND = 75; // map units round a token or a door that are to be seen with it
export const ROOM = 250; // the same round whoever is about to move: two cells on each side

/** Look at some places, as near as a thumb needs it; where they are to be seen so already, or a hand is on the map,
 *  nothing moves.
 *  @param {Point[]} places
 *  @param {{ over?: PageElement | null, more?: Point[], round?: number }} besides what lies over the foot of the map
 *    meanwhile, if anything; places that are to be seen as well, those first that matter most, as long as cells stay large
 *    enough; and how far round the first ones is to be seen, in map units */
export function lookAt(places, { over = null, more = [], round = ROUND } = {}) {
  if (inHand || !places.length) return;
  const seenAt = bringUp(places);
  [places, more] = [places.map(seenAt), more.map(seenAt)];
  measure();
  covered = over ? Math.max(windowed.bottom - Math.max(over.getBoundingClientRect().top, windowed.top + windowed.height / 4), 0) : 0;
  const [width, height] = [windowed.width, windowed.height - covered];
  let frame = frameOf(places, [], round, width, height);
  for (let n = 1; n <= more.length; n += 1) {
    const larger = frameOf(places, more.slice(0, n), round, width, height);
    if (larger.u > 100 / SMALL) break;
    frame = larger;
  }
  const { left, right, top, bottom } = frame;
  const [seenX, seenY] = [view.x - (windowed.width * view.u) / 2, view.y - (windowed.height * view.u) / 2];
  const isSeen = left >= seenX && right <= seenX + width * view.u && top >= seenY && bottom <= seenY + height * view.u;
  if (isSeen && view.u <= 100 / SMALL) return;
  const u = Math.max(frame.u, Math.min(view.u, 100 / THUMB));
  Object.assign(view, { x: (left + right) / 2, y: (top + bottom) / 2 + (covered * u) / 2, u, fits: false, held: false });
  show();
  keep();
}

/** Give what of the map holds some places, and the map units of a pixel in which a window has room for it.
 *  @param {Point[]} places
 *  @param {Point[]} more
 *  @param {number} round  how far round the first of them, in map units
 *  @param {number} width
 *  @param {number} height */
function frameOf(places, more, round, width, height) {
  const reach = (/** @type {0 | 1} */ way, /** @type {1 | -1} */ to) =>
    [...places.map((at) => at[way] + to * round), ...more.map((at) => at[way] + to * ROUND)];
  const [left, right, top, bottom] = [Math.min(...reach(0, -1)), Math.max(...reach(0, 1)), Math.min(...reach(1, -1)), Math.max(...reach(1, 1))];
  return { left, right, top, bottom, u: Math.max((right - left) / width, (bottom - top) / height) };
}

const STEPS = 24; // to the middle of the window, in which a free spot is looked for

/** Bring a round thing where a tap reaches all of it: into the window, and out from under what floats over that.
 *  @param {number} x
 *  @param {number} y
 *  @param {number} radius */
export function bring(x, y, radius) {
  if (inHand) return;
  reveal(x, y);
  area.scrollIntoView({ block: "nearest", behavior: "instant" }); // a phone's page is long
  measure();
  const { left, top, width, height } = windowed;
  const [fromX, fromY] = [left + width / 2 + (x - view.x) / view.u, top + height / 2 + (y - view.y) / view.u];
  const [wayX, wayY] = [left + width / 2 - fromX, top + height / 2 - fromY];
  const r = radius / view.u;
  const isFree = (/** @type {number} */ atX, /** @type {number} */ atY) => [[0, 0], [r, 0], [-r, 0], [0, r], [0, -r]].every(([dx, dy]) => isMap(document.elementFromPoint(atX + dx, atY + dy)));
  for (let n = 0; n <= STEPS; n += 1) {
    const [dx, dy] = [(wayX * n) / STEPS, (wayY * n) / STEPS];
    if (!isFree(fromX + dx, fromY + dy)) continue;
    if (n) pan(-dx, -dy);
    return;
  }
}

/** Say whether something is the map or the ground beside it, and none of the buttons that float over them.
 *  @param {Element | null} target */
export const isMap = (target) => target !== null && (target === area || target === glass || world.contains(target));

if (FREE) {
  map().addEventListener("focusin", (event) => {
    const at = event.target.closest(".token");
    if (at?.matches(":focus-visible")) reveal(Number(at.dataset.x), Number(at.dataset.y));
  });
  hear("look-at", ({ x, y }) => reveal(x, y));
  hear("needs-map", () => area.scrollIntoView({ block: "nearest", behavior: "instant" })); // a phone's page is long
}

let inHand = false; // whether a hand is on the map: nothing else moves it then
let shifted = false; // whether the window has moved under the hand

/** Tell that a hand has come upon the map, or has left it: now the map may lie as its window wants it.
 *  @param {boolean} isOn */
export function takeInHand(isOn) {
  inHand = isOn;
  if (!isOn && shifted) measure();
}

/** Look where the window of the map lies and how large it is. */
export function measure() {
  const before = windowed;
  windowed = free();
  if (inHand) return stay(before);
  const isLarger = windowed.width !== before.width || windowed.height !== before.height;
  if (isLarger || shifted) (view.fits ? fit : show)();
  shifted = false;
}

/** Leave the map where it is on the glass while a hand is on it, wherever its window has gone.
 *  @param {DOMRect} before */
function stay(before) {
  const middle = (/** @type {DOMRect} */ { left, top, width, height }) => [left + width / 2, top + height / 2];
  const [[x, y], [wasX, wasY]] = [middle(windowed), middle(before)];
  if (x === wasX && y === wasY) return;
  shifted = true;
  view.x += (x - wasX) * view.u;
  view.y += (y - wasY) * view.u;
  place();
}

const barOnTop = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--top", `${/** @type {HTMLElement} */ (target).offsetHeight}px`));

begin();
if (el("top")) barOnTop.observe(el("top"));
const larger = new ResizeObserver(measure);
larger.observe(area);
larger.observe(el("map-area")); // a drawer over the map leaves less of it free, and the box as large as it was
addEventListener("scroll", measure, { capture: true, passive: true });
hear("update", () => { if (inHand) measure(); });
