// What has just happened, for three seconds beside the token: words, dice; and what it left on the map, for longer.

import { fall } from "./dice.js";
import { levelAt, over } from "../levels/levels.js";
import { inSight } from "./viewport.js";
import { hear } from "../core/events.js";
import { el, svg, token } from "../core/page.js";

/** @import { Dice, Flash, Trace, Update } from "../core/messages.js" */

const SHOWN = 3000;
const TRACED = 7000;
const APART = 1100; // between what happened to one and what happened to the next
const HURRIED = 350; // the same where more than so many wait
const CROWD = 4;
const DIE = 34; // pixels a side
const GAP = 6;
const MOST = 4; // lines above one token: what more happens at once is in the log

let lies = 0; // when the dice that roll will lie
/** What is told once dice lie, by its timer.
 *  @type {Set<number>} */
const rolled = new Set();

hear("update", (update) => {
  const rolling = fall(update.throws ?? []);
  lies = Math.max(lies, performance.now() + rolling);
  if (!rolling) return tellOf(update, false);
  const timer = setTimeout(() => {
    rolled.delete(timer);
    tellOf(update, true);
  }, rolling);
  rolled.add(timer);
});

/** Tell nothing more of what has happened so far, and take away what is told of it. */
export function forgetWhatIsTold() {
  for (const timer of [...rolled, telling]) clearTimeout(timer);
  rolled.clear();
  waiting.length = lies = telling = 0;
  for (const told of el("overlay-top").querySelectorAll(".flash, .trace")) told.closest("#overlay-top > *")?.remove();
}

/** In how many milliseconds all dice lie that roll now. */
export const landing = () => Math.max(0, lies - performance.now());

/** @param {Update} update
 *  @param {boolean} dice  whether its dice lie on the map already */
function tellOf(update, dice) {
  const all = fewest(update.flash ?? []).map((flash) => (dice ? { ...flash, dice: undefined } : flash));
  for (const id of new Set(all.map((flash) => flash.id))) waiting.push(all.filter((flash) => flash.id === id));
  if (!telling) tellNext();
  for (const trace of update.traces ?? []) leave(trace);
}

/** What happened to others at the same moment is told one after the other.
 *  @type {Flash[][]} */
const waiting = [];
let telling = 0;

function tellNext() {
  const next = waiting.shift();
  telling = next ? setTimeout(tellNext, waiting.length > CROWD ? HURRIED : APART) : 0;
  if (!next) return;
  const before = [...el("overlay-top").querySelectorAll(".flash")];
  for (const flash of next) show(flash);
  const now = [...el("overlay-top").querySelectorAll(".flash")].filter((flash) => !before.includes(flash)).map((flash) => flash.getBoundingClientRect());
  for (const flash of before) if (now.some((box) => isOver(box, flash.getBoundingClientRect()))) flash.parentElement?.remove();
}

/** Whether two boxes lie over one another.
 *  @param {DOMRect} one
 *  @param {DOMRect} other */
const isOver = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Of all that happened to one in a moment what came of it is shown: words before dice, the latest before others.
 *  @param {Flash[]} all */
function fewest(all) {
  /** @type {Set<Flash>} */
  const kept = new Set();
  for (const id of new Set(all.map((flash) => flash.id))) {
    const own = all.filter((flash) => flash.id === id);
    const wanted = [...own.filter((flash) => flash.dice), ...own.filter((flash) => !flash.dice)];
    for (const flash of wanted.slice(-MOST)) kept.add(flash);
  }
  return all.filter((flash) => kept.has(flash));
}

/** Above the token; on the projector once more below it, turned round, for who sits on the other side of the table.
 *  @param {Flash} flash */
function show(flash) {
  write(flash, false);
  if (document.body.classList.contains("screen-page")) write(flash, true);
}

/** @param {Flash} flash
 *  @param {boolean} turned */
function write({ id, text, tone, dice }, turned) {
  const at = token(id);
  const layer = el("overlay-top");
  if (!at || !layer) return;
  const side = turned ? ".turned" : ":not(.turned)";
  const before = layer.querySelectorAll(`.flash${side}[data-at="${CSS.escape(id)}"]`).length;
  const size = Number(at.dataset.size);
  const [x, y] = over([Number(at.dataset.x), Number(at.dataset.y)]); // on another level: as it lies over or under this one
  const words = svg("text", { dy: `${-1.15 * before}em` });
  words.textContent = text;
  const flash = svg("g", { class: `flash tone-${tone}${turned ? " turned" : ""}`, "data-at": id }, words);
  const place = svg("g", {}, flash);
  layer.append(place);
  if (dice) flash.append(...drawDice(dice, words));
  putInView(place, flash, [x, y + 58 * size * (turned ? 1 : -1)], turned);
  setTimeout(() => place.remove(), SHOWN);
}

/** The dice stand before the words, in their height: chains joined, what counts filled.
 *  @param {Dice[]} dice
 *  @param {SVGGraphicsElement} words */
function drawDice(dice, words) {
  const { x, y, height } = words.getBBox();
  const unit = (height * 0.78) / DIE;
  /** @type {SVGElement[]} */
  const parts = [];
  let left = 0;
  for (const { faces, role, counts } of dice) {
    faces.forEach((face, n) => {
      if (n) parts.push(svg("path", { class: "flash-link", d: `M${left - GAP / 2 - 3} ${DIE / 2}h6` }));
      const box = svg("rect", { class: `flash-die${counts ? " counts" : ""}${role ? ` ${role}` : ""}`, x: left, width: DIE, height: DIE, rx: role === "wild" ? DIE / 2 : 6 });
      const number = svg("text", { class: "flash-face", x: left + DIE / 2, y: DIE * 0.72 });
      number.textContent = String(face);
      parts.push(box, number);
      left += DIE + (n < faces.length - 1 ? GAP : GAP * 2);
    });
  }
  const drawn = svg("g", { transform: `translate(${x} ${y + height * 0.12}) scale(${unit})` });
  drawn.append(...parts);
  const wide = left * unit;
  words.setAttribute("dx", String(wide / 2));
  drawn.setAttribute("transform", `translate(${x - wide / 2} ${y + height * 0.12}) scale(${unit})`);
  return [drawn];
}

/** Words beside a token at the edge are pushed inward, so that all of them can be read.
 *  @param {Element} place
 *  @param {SVGGraphicsElement} shown
 *  @param {Point} at  where they would stand
 *  @param {boolean} turned */
function putInView(place, shown, [x, y], turned) {
  const sight = inSight();
  const { x: left, y: top, width, height } = shown.getBBox();
  const [first, upper] = turned ? [x - left - width, y - top - height] : [x + left, y + top];
  const across = inward(first, width, sight.x, sight.width);
  const down = inward(upper, height, sight.y, sight.height);
  place.setAttribute("transform", `translate(${x + across} ${y + down})${turned ? " rotate(180)" : ""}`);
}

/** How far something must go to lie between two edges, as far as it can.
 *  @param {number} from
 *  @param {number} length
 *  @param {number} edge
 *  @param {number} between */
const inward = (from, length, edge, between) => Math.max(0, edge - from) - Math.max(0, from + length - (edge + between));

/** An area where it came down, the way that something took from where it was aimed.
 *  @param {Trace} trace */
function leave({ path, outline, tone }) {
  const layer = el("overlay-top");
  if (!layer) return;
  const d = (/** @type {Point[]} */ points) => `M${points.map((point) => point.join(" ")).join("L")}`;
  const parts = outline.length ? [svg("path", { class: "trace-area", d: outline.map((piece) => `${d(piece)}Z`).join("") })] : [];
  if (path.length > 1) {
    if (levelAt(path[0]) !== levelAt(path[path.length - 1])) path = path.map((point) => over(point));
    const [from, to] = [path[0], path[path.length - 1]];
    parts.push(svg("path", { class: "trace-back", d: d(path) }), svg("path", { class: "trace-way", d: d(path) }));
    /** @type {[kind: string, at: Point, shape: string][]} */
    const ends = [["trace-from", from, "M-9 -9l18 18m0 -18l-18 18"], ["trace-to", to, "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0"]];
    for (const [kind, [x, y], shape] of ends) {
      const mark = svg("path", { class: kind, d: shape });
      mark.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
      parts.push(mark);
    }
  }
  const trace = svg("g", { class: `trace tone-${tone}` }, ...parts);
  layer.prepend(trace);
  setTimeout(() => trace.remove(), TRACED);
}
