// Dice that roll over the map to the faces that the server threw, and cards that are dealt. What they come to is told
// once they lie (event-marks.js). Who does not want to see them, or wants nothing to move, is told at once.

import { drawDie } from "./die.js";
import { about, anyAxis, then } from "./polyhedra.js";
import { hear } from "../core/events.js";
import { svg, token } from "../core/page.js";
import { wants } from "../core/wishes.js";

/** @import { PlayCard, Throw } from "../core/messages.js" */
/** @import { Label } from "./die.js" */

/** A box on the glass in pixels: its middle, half its width and half its height.
 *  @typedef {{ x: number, y: number, wide: number, high: number }} Place */
/** Something that falls: how it is drawn at a time from 0 to 1, and when it begins, in milliseconds.
 *  @typedef {{ drawn: SVGGraphicsElement, begins: number, show: (time: number) => void }} Falling */

const ROLLS = 620; // milliseconds from when a die is let go until it lies
const AGAIN = 200; // later a die begins that is thrown again
const LIES = { screen: 2600, gm: 1500, play: 1500 };
const GOES = 220;
const MOST = 12;

const isTable = document.body.dataset.role === "screen";
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Half of a die's width, in pixels. */
const size = () => (isTable ? (innerWidth / 1920) * 52 : matchMedia("(pointer: coarse)").matches ? 25 : 28);

function layer() {
  const floats = document.querySelector(".map-floats");
  const found = floats?.querySelector(".dice-layer");
  if (found) return found;
  const made = svg("svg", { class: "dice-layer", "aria-hidden": "true" });
  floats?.prepend(made);
  return floats ? made : null;
}

/** Let everything fall; gives in how many milliseconds it lies, 0 where nothing falls.
 *  @param {Throw[]} throws */
export function fall(throws) {
  const ground = throws.length && wants("dice") && !still.matches && !document.hidden ? layer() : null;
  if (!ground) return 0;
  const glass = ground.getBoundingClientRect();
  /** @type {Place[]} */
  const taken = [];
  const [cards, tokens] = [covered(glass), throws.length > 8 ? [] : discs(glass)];
  let lies = 0;
  for (const one of throws) lies = Math.max(lies, letFall(one, ground, glass, taken, [cards, tokens]));
  return lies;
}

/** @param {Throw} one
 *  @param {Element} ground
 *  @param {DOMRect} glass
 *  @param {Place[]} taken  where something lies already
 *  @param {Place[][]} better  what is not lain on where that can be helped, the most important first */
function letFall({ id, dice, cards, own }, ground, glass, taken, better) {
  const r = size();
  const many = dice.flatMap((die) => die.faces.map((face, n) => ({ die, face: Number(face), again: n })));
  const pieces = many.slice(0, MOST).flatMap(({ die, face, again }) => bodies(die, face, again, own));
  const count = pieces.length || Math.min(cards.length, 4);
  if (!count) return 0;
  const step = pieces.length ? 2.25 * r : 1.9 * r;
  const inRow = Math.max(1, Math.min(count, Math.floor((glass.width - 24) / step), pieces.length ? 6 : 4));
  const rows = Math.ceil(count / inRow);
  const place = free({ wide: (inRow * step) / 2, high: rows * step * (pieces.length ? 0.5 : 0.68) }, beside(id, glass, r), glass, taken, better);
  const at = (/** @type {number} */ n) => {
    const row = Math.floor(n / inRow);
    const length = Math.min(inRow, count - row * inRow);
    return /** @type {[number, number]} */ ([place.x + ((n % inRow) - (length - 1) / 2) * step, place.y + (row - (rows - 1) / 2) * step]);
  };
  const from = [place.x < glass.width / 2 ? -1 : 1, 0.9 + Math.random() * 0.4];
  const falling = pieces.length ? pieces.map((piece, n) => rolling(piece, at(n), from, r)) : cards.slice(0, count).map((card, n) => dealt(card, n, at(n), r));
  const group = svg("g", { class: "thrown" }, ...falling.map(({ drawn }) => drawn));
  ground.append(group);
  const lies = Math.max(...falling.map(({ begins }) => begins)) + ROLLS;
  play(falling, lies, group);
  return lies;
}

/** Take away at once whatever lies or still rolls. */
export function sweep() {
  for (const group of document.querySelectorAll(".thrown")) group.remove();
}

/** Show them frame by frame until all lie; then they stay for a while, and go: however late they came to lie, on a
 *  device that has much to draw.
 *  @param {Falling[]} falling
 *  @param {number} lies
 *  @param {SVGGraphicsElement} group */
function play(falling, lies, group) {
  const start = performance.now();
  const frame = (/** @type {number} */ now) => {
    const since = Math.max(0, now - start);
    for (const { begins, drawn, show } of falling) {
      drawn.style.visibility = since < begins ? "hidden" : "";
      if (since >= begins) show(Math.min(1, (since - begins) / ROLLS));
    }
    if (since < lies) requestAnimationFrame(frame);
    else leave(group);
  };
  frame(start);
}

/** Let what lies stay for a while, and go. @param {SVGGraphicsElement} group */
function leave(group) {
  group.classList.add("lies");
  const stays = LIES[/** @type {"gm"} */ (document.body.dataset.role)] ?? LIES.play;
  setTimeout(() => group.classList.add("goes"), stays);
  setTimeout(() => group.remove(), stays + GOES);
}

// ------------------------------------------------------------------------------------------------- dice
/** What a die is drawn by. @typedef {{ sides: number, face: number, look: string, begins: number, label: (face: number) => Label }} Piece */

/** The bodies that show a face: one die, or two with ten sides for a hundred.
 *  @param {Throw["dice"][number]} die
 *  @param {number} face
 *  @param {number} again  how often it was thrown again before
 *  @param {Throw["own"]} own
 *  @returns {Piece[]} */
function bodies({ sides, role, counts }, face, again, own) {
  const look = [own ? "own" : role === "wild" ? "wild" : role ? "other" : "plain", counts ? "counts" : "spare"].join(" ");
  const begins = Math.min(again, 1) * AGAIN + Math.random() * 40;
  const figure = (/** @type {number} */ n) => String(n);
  if (sides === 100) {
    const [tens, ones] = [Math.floor((face % 100) / 10), face % 10];
    return [
      { sides: 10, face: tens || 10, look, begins, label: (n) => ({ number: `${n % 10}0` }) },
      { sides: 10, face: ones || 10, look: look.replace("plain", "ones"), begins, label: (n) => ({ number: figure(n % 10) }) },
    ];
  }
  if (sides === 6) return [{ sides, face, look, begins, label: (n) => ({ number: "", pips: n }) }];
  if (own) return [{ sides, face, look, begins, label: (n) => ({ number: figure(n), tiles: n >= own.again ? 2 : own.worth[n - 1] ? 1 : 0 }) }];
  const known = sides <= 20;
  return [{ sides: known ? sides : 20, face: known ? face : 1, look, begins, label: (n) => ({ number: figure(known || n > 1 ? n : face) }) }];
}

/** @param {Piece} piece
 *  @param {[number, number]} to
 *  @param {number[]} from  the way it comes from
 *  @param {number} r
 *  @returns {Falling} */
function rolling({ sides, face, look, begins, label }, [x, y], [fromX, fromY], r) {
  const { body, show, lying } = drawDie(sides, look, label);
  const shadow = svg("ellipse", { class: "die-under", rx: r * 0.92, ry: r * 0.62 });
  const [axis, turns, end] = [anyAxis(), (2.2 + Math.random()) * Math.PI * (Math.random() < 0.5 ? -1 : 1), lying(face)];
  const [farX, farY] = [fromX * r * (5 + Math.random() * 2), fromY * r * (3.5 + Math.random())];
  return {
    drawn: svg("g", {}, shadow, body),
    begins,
    show: (time) => {
      const left = (1 - time) ** 2.2; // of the way and of the turning
      const up = Math.abs(Math.cos(time * Math.PI * 2.5)) * left * r * 2.4;
      const [atX, atY] = [x + farX * left, y + farY * left];
      body.setAttribute("transform", `translate(${atX.toFixed(1)} ${(atY - up).toFixed(1)})`);
      shadow.setAttribute("transform", `translate(${(atX + r * 0.16 + up * 0.3).toFixed(1)} ${(atY + r * 0.42 + up * 0.2).toFixed(1)})`);
      shadow.style.opacity = String(0.5 / (1 + up / r));
      show(then(about(axis, turns * left), end), r);
    },
  };
}

// ------------------------------------------------------------------------------------------------- cards
/** A card comes from the edge of the map face down, and is turned over as it comes.
 *  @param {PlayCard} card
 *  @param {number} n
 *  @param {[number, number]} to
 *  @param {number} r
 *  @returns {Falling} */
function dealt({ sign, suit, red, special }, n, [x, y], r) {
  const [wide, high] = [r * 1.7, r * 2.4];
  const paper = svg("rect", { class: "dealt-paper", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: r * 0.2 });
  const value = svg("text", { class: "dealt-sign", y: suit ? -r * 0.1 : r * 0.4, "font-size": r * (suit ? 0.95 : 1.3) });
  value.textContent = sign;
  const mark = svg("text", { class: "dealt-sign", y: r * 0.85, "font-size": r * 0.95 });
  mark.textContent = suit;
  const back = svg("g", { class: "dealt-back" }, svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: r * 0.2 }), svg("path", { d: `M0 ${-high * 0.36}L${wide * 0.32} 0L0 ${high * 0.36}L${-wide * 0.32} 0z` }));
  const front = svg("g", {}, paper, value, mark);
  const card = svg("g", { class: `dealt-card${red ? " red" : ""}${special ? " special" : ""}${n ? " spare" : ""}` }, back, front);
  return {
    drawn: card,
    begins: Math.min(n, 3) * 60,
    show: (time) => {
      const left = (1 - time) ** 2.4;
      const over = Math.cos(Math.PI * (1 - Math.min(1, Math.max(0, (time - 0.35) / 0.45)))); // from -1, face down, to 1
      back.style.display = over < 0 ? "" : "none";
      front.style.display = over < 0 ? "none" : "";
      card.setAttribute("transform", `translate(${(x + left * r * 5).toFixed(1)} ${(y - left * r * 8).toFixed(1)}) rotate(${(left * 70).toFixed(1)}) scale(${Math.max(0.04, Math.abs(over)).toFixed(3)} 1)`);
    },
  };
}

// ------------------------------------------------------------------------------------------------- where
/** Below the token of who throws; without one that is in sight, in the lower part of the map.
 *  @param {string | null} id
 *  @param {DOMRect} glass
 *  @param {number} r */
function beside(id, glass, r) {
  const disc = token(id)?.querySelector(".figure")?.getBoundingClientRect();
  const seen = disc && disc.right > glass.left && disc.left < glass.right && disc.bottom > glass.top && disc.top < glass.bottom;
  if (!seen) return { x: glass.width / 2, y: glass.height * 0.7 };
  return { x: disc.left + disc.width / 2 - glass.left, y: disc.bottom - glass.top + 2.1 * r };
}

/** Where tokens stand that are in sight, each with room for its name and for the words above it.
 *  @param {DOMRect} glass
 *  @returns {Place[]} */
const discs = (glass) => [...document.querySelectorAll("#tokens > .token > .figure")].map((figure) => {
  const { left, top, width, height } = figure.getBoundingClientRect();
  return { x: left + width / 2 - glass.left, y: top + height * 0.45 - glass.top, wide: width / 2, high: height * 0.75 };
}).filter(({ x, y }) => x > 0 && x < glass.width && y > 0 && y < glass.height);

/** What lies over the map and would hide dice: a question, buttons.
 *  @param {DOMRect} glass
 *  @returns {Place[]} */
const covered = (glass) => [...document.querySelectorAll("#prompt .prompt-card, .map-tools, .draw-button, .move-bar")].map((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return { x: left + width / 2 - glass.left, y: top + height / 2 - glass.top, wide: width / 2, high: height / 2 };
}).filter(({ wide }) => wide > 0);

/** The nearest place within the glass on which nothing lies yet, that nothing hides and where nobody stands; where there is
 *  none, people may be lain on, and so on.
 *  @param {{ wide: number, high: number }} box
 *  @param {{ x: number, y: number }} wanted
 *  @param {DOMRect} glass
 *  @param {Place[]} taken
 *  @param {Place[][]} better
 *  @returns {Place} */
function free({ wide, high }, wanted, glass, taken, [cards, tokens]) {
  const held = (/** @type {number} */ at, /** @type {number} */ half, /** @type {number} */ length) => Math.min(Math.max(at, half + 8), Math.max(length - half - 8, half + 8));
  const steps = (/** @type {number} */ most) => Array.from({ length: 2 * most + 1 }, (_, n) => n - most);
  const spots = steps(12).flatMap((down) => steps(6).map((across) => ({
    x: held(wanted.x + across * wide, wide, glass.width), y: held(wanted.y + down * high, high, glass.height), wide, high,
  }))).sort((a, b) => Math.hypot(a.x - wanted.x, a.y - wanted.y) - Math.hypot(b.x - wanted.x, b.y - wanted.y));
  const lies = (/** @type {Place[]} */ all) => (/** @type {Place} */ at) =>
    all.every((other) => Math.abs(other.x - at.x) >= other.wide + wide || Math.abs(other.y - at.y) >= other.high + high);
  const place = [[...taken, ...cards, ...tokens], [...taken, ...cards], taken].map((all) => spots.find(lies(all))).find(Boolean) ?? spots[0];
  taken.push(place);
  return place;
}

hear("said", ({ thrown }) => { if (thrown) fall([thrown]); });
