// The ruler: drag from here to there, or tap point by point; keys too. What it measures the server says.

import { centre, placeAt, stepFrom } from "./geometry.js";
import { reveal } from "./viewport.js";
import { asker, drawRuler, isOn, layer, onSwitch, putAway, whoIs } from "./measurement.js";
import { hear, tell } from "../core/events.js";
import { el, map, svg, token } from "../core/page.js";
import { own, selected } from "../play/selection.js";
import { addTool, inHand } from "./tools.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };
const HINT = tr("Drag from here to there, or tap point by point.");

/** @type {Point[]} */
let points = []; // as they were tapped, in map units
/** @type {Point | null} */
let preview = null; // where the pointer or the key cursor is, after the last point
let open = false; // whether a tap adds a point
/** @type {string | null} */
let from = null; // on whom it begins
let free = false;
let shownNow = false;
/** @type {string | null} */
let cursor = null; // the cell of the key cursor

const way = () => (preview ? [...points, preview] : points);
const begun = () => points.length > 0;

const question = asker("measure", (answer) => {
  if (!begun()) return;
  if (!answer.ok) return write(answer.refusal.message, "");
  layer("overlay-ruler", { over: true }).replaceChildren(...drawRuler(answer));
  write(answer.legs.length ? answer.total : HINT, answer.legs.length ? answer.range_words : "", answer.rule);
});

function measure() {
  if (!begun()) return;
  const show = isOn("show") && way().length > 1;
  if (!show && shownNow) putAway("ruler");
  shownNow = show;
  question.ask({ points: way(), free: free || isOn("free"), from, show });
}

/** @param {string} words
 *  @param {string} range
 *  @param {string} rule */
function write(words, range, rule = "") {
  el("ruler-words").textContent = words;
  const hint = el("ruler-hint");
  hint.replaceChildren(range || (begun() ? "" : HINT));
  if (range && rule) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "rule", textContent: rule });
    button.dataset.rule = rule;
    hint.append(" ", button);
  }
  hint.hidden = !hint.textContent;
  el("ruler-end").hidden = !open;
  el("ruler-back").hidden = !open || points.length < 2;
}

function clear() {
  question.forget();
  if (shownNow) putAway("ruler");
  [points, preview, open, from, shownNow, cursor] = [[], null, false, null, false, null];
  layer("overlay-ruler", { over: true }).replaceChildren();
  layer("overlay-cursor", { over: true }).replaceChildren();
  write(tr("Ruler"), "");
}

/** @param {Point} point
 *  @param {string | null} who */
function begin(point, who) {
  clear();
  points = [point];
  from = who;
}

function end() {
  open = false;
  preview = null;
  if (points.length < 2) return clear();
  measure();
}

addTool("ruler", {
  start() {
    el("measure-ruler").hidden = false;
    clear();
    tell("needs-map");
    map().tabIndex = -1;
    map().focus({ preventScroll: true });
  },
  stop() {
    clear();
    el("measure-ruler").hidden = true;
  },
  tap(target, point, event) {
    free = event.altKey === true;
    if (event.type === "keydown") return false; // Enter on a token: the ruler's own key has it
    if (!open) {
      begin(point, whoIs(target, point));
      open = true;
    } else {
      points.push(point);
      preview = null;
    }
    measure();
    write(points.length > 1 ? el("ruler-words").textContent : tr("Tap the next point."), "");
    return true;
  },
  grab(target, point) {
    if (open) points.push(point);
    else begin(point, whoIs(target, point));
    const wasOpen = open;
    return {
      move(at, moved) {
        free = moved.altKey === true;
        preview = at;
        measure();
      },
      drop(at) {
        points.push(at);
        preview = null;
        open = wasOpen;
        measure();
      },
      cancel() {
        preview = null;
        if (points.length < 2) clear();
      },
    };
  },
  hover(point, event) {
    if (!open || event.pointerType === "touch" || event.buttons) return;
    free = event.altKey === true;
    preview = point;
    measure();
  },
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === " " || event.key === "Enter") return fix(event.key === "Enter");
    if (event.key === "Backspace") return back();
    if (event.key === "Delete" && begun()) return clear(), true;
    const step = STEPS[event.key];
    return step ? go(step) : false;
  },
});

/** Move the key cursor by a cell; it begins on the selected token, or in the middle of the map.
 *  @param {Point} step */
function go(step) {
  const who = own() ?? selected();
  const stands = who && token(who)?.dataset.place;
  cursor ??= stands || middle();
  if (!begun()) {
    const start = cursor; // which is forgotten with the ruler before
    begin(centre(start, 1), stands === start ? who : null);
    open = true;
    cursor = start;
  }
  cursor = stepFrom(cursor, step) ?? cursor;
  preview = centre(cursor, 1);
  reveal(...preview);
  layer("overlay-cursor", { over: true }).replaceChildren(svg("circle", { class: "ruler-cursor", cx: preview[0], cy: preview[1], r: 40 }));
  measure();
  return true;
}

const middle = () => placeAt(Number(map().dataset.width) / 2, Number(map().dataset.height) / 2) ?? first();
const first = () => map().querySelector("[data-zone]")?.dataset.zone ?? "0,0";

/** Space makes a point of where the pointer or the cursor is; Enter ends there.
 *  @param {boolean} last */
function fix(last) {
  if (preview) points.push(preview);
  else if (!begun()) return false;
  if (last) end();
  else {
    preview = null;
    open = true;
    measure();
  }
  return true;
}

function back() {
  if (!begun()) return false;
  if (points.length > 1) points.pop();
  else return clear(), true;
  preview = null;
  cursor = placeAt(...points[points.length - 1]);
  measure();
  return true;
}

el("ruler-end").addEventListener("click", end);
el("ruler-back").addEventListener("click", back);
onSwitch(() => { if (inHand() === "ruler") measure(); });
hear("update", (update) => { if (begun() && (update.panels || update.moves?.length)) measure(); });
hear("connected", () => measure());
