// Measuring the projector's screen: a bank card or a ruler is held to it and its likeness made as large, or its
// diagonal is typed in. The GM does it from the own page, or whoever stands there with mouse, finger or keys: C opens it.

import { hear } from "../core/events.js";
import { html, svg } from "../core/page.js";
import { byDiagonal, CARD, INCH, keepPixelsPerMm, pixelsPerMm } from "./screen-size.js";
import { lookAgain } from "./projector-view.js";
import { tr } from "../core/texts.js";

/** @import { MeasuredBy } from "../core/messages.js" */

/** @type {MeasuredBy[]} */
const WAYS = ["card", "ruler", "diagonal"];
const WORDS = {
  card: tr("Hold a bank card to its likeness and make that as large."),
  ruler: tr("Hold a ruler to the line and make the line as long as it says."),
  diagonal: tr("Type in the screen’s diagonal, in inches. Put the window in full screen first."),
};
const FALLBACK = 96 / INCH; // what browsers take a millimetre to be
const FINE = 1; // pixels of the likeness
const COARSE = 10;

/** @type {PageElement | null} */
let panel = null;
/** @type {MeasuredBy} */
let by = "card";
let perMm = FALLBACK;
let inches = 0;

/** The ruler is as long as fits well, in whole decimetres. */
const rulerMm = () => Math.max(Math.floor((innerWidth * 0.8) / perMm / 100), 1) * 100;
let drawnMm = CARD.width;

function open() {
  if (!panel) {
    perMm = pixelsPerMm() ?? FALLBACK;
    panel = html("section", { class: "measure-screen", id: "measure-screen", "aria-label": tr("Measure this screen") });
    panel.addEventListener("click", press);
    panel.addEventListener("input", ({ target }) => { if (target.matches("[name=inches]")) typed(Number(target.value)); });
    panel.addEventListener("pointerdown", pull);
    document.body.append(panel);
    document.documentElement.requestFullscreen?.().catch(() => { /* not without a hand here, or not at all */ });
  }
  choose(by);
}

/** @param {MeasuredBy} way */
function choose(way) {
  by = way;
  drawnMm = by === "ruler" ? rulerMm() : CARD.width;
  draw();
  lookAgain(by);
}

function close() {
  panel?.remove();
  panel = null;
  lookAgain();
}

function keep() {
  keepPixelsPerMm(perMm);
  close();
}

/** Make the likeness larger or smaller by so many pixels.
 *  @param {number} pixels */
function grow(pixels) {
  perMm = Math.min(Math.max(perMm + pixels / drawnMm, 0.3), 40);
  draw();
}

/** @param {number} value */
function typed(value) {
  inches = value;
  if (value >= 3 && value <= 500) perMm = byDiagonal(value);
  draw();
}

function draw() {
  /** @param {number} mm */
  const px = (mm) => (mm * perMm).toFixed(2);
  const likeness = by === "ruler" ? ruler(px) : card(px);
  /** @param {string} words
   *  @param {string} data
   *  @param {boolean} [pressed] */
  const button = (words, data, pressed) => {
    const made = html("button", { type: "button", "data-screen": data }, words);
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    return made;
  };
  const ways = html("div", { class: "button-row", role: "group" }, ...WAYS.map((way) => button({ card: tr("Card"), ruler: tr("Ruler"), diagonal: tr("Diagonal") }[way], way, way === by)));
  const field = html("input", { type: "number", name: "inches", min: "3", max: "500", step: "0.1", "aria-label": tr("Diagonal in inches"), value: inches || "" });
  const sizes = by === "diagonal" ? [field] : [button("−", "smaller"), button("+", "larger")];
  const row = html("div", { class: "button-row" }, ...sizes, button(tr("Save size"), "keep"), button(tr("Cancel"), "leave"));
  const typing = document.activeElement?.matches("[name=inches]");
  panel?.replaceChildren(likeness, html("p", { role: "status" }, `${WORDS[by]} ${tr("Arrow keys: finer. Enter keeps it.")}`), ways, row);
  if (typing) field.focus();
}

/** @param {(mm: number) => string} px */
function card(px) {
  const [width, height, round] = [px(CARD.width), px(CARD.height), px(3.18)];
  const frame = svg("rect", { class: "measure-card", id: "measure-card", x: 0, y: 0, width, height, rx: round });
  const stripe = svg("rect", { class: "measure-stripe", x: 0, y: px(5), width, height: px(10) });
  const grip = svg("circle", { class: "measure-grip", "data-grip": "", cx: width, cy: height, r: 18 });
  const words = svg("text", { x: Number(width) / 2, y: Number(height) * 0.72 });
  words.textContent = "85.6 × 54 mm";
  return svg("svg", { width, height, class: "likeness" }, frame, stripe, words, grip);
}

/** @param {(mm: number) => string} px */
function ruler(px) {
  const marks = Array.from({ length: drawnMm / 10 + 1 }, (_, n) => `M${px(n * 10)} 0v${n % 5 ? 24 : 40}`).join("");
  const numbers = Array.from({ length: drawnMm / 50 + 1 }, (_, n) => {
    const number = svg("text", { x: px(n * 50), y: 76 });
    number.textContent = String(n * 5 || "0 cm");
    return number;
  });
  const line = svg("path", { class: "measure-line", id: "measure-ruler", d: `M0 2H${px(drawnMm)}` });
  const grip = svg("circle", { class: "measure-grip", "data-grip": "", cx: px(drawnMm), cy: 2, r: 18 });
  return svg("svg", { width: px(drawnMm), height: 84, class: "likeness" }, svg("path", { class: "measure-marks", d: marks }), line, ...numbers, grip);
}

// --------------------------------------------------------------------------------------- hands and keys
/** @type {Record<string, () => void>} */
const DEEDS = { larger: () => grow(FINE), smaller: () => grow(-FINE), keep, leave: close };

/** @param {{ readonly target: PageElement }} event */
function press({ target }) {
  const deed = target.closest("[data-screen]")?.dataset.screen;
  const way = WAYS.find((known) => known === deed);
  if (way) choose(way);
  else if (deed) DEEDS[deed]?.();
}

/** @param {OnPage<PointerEvent>} event */
function pull(event) {
  if (!event.target.closest("[data-grip]")) return;
  event.preventDefault();
  let last = event.clientX;
  /** @param {PointerEvent} event */
  const move = ({ clientX }) => {
    grow((clientX - last) * 2); // the likeness lies in the middle and grows to both sides
    last = clientX;
  };
  const lift = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", lift);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", lift);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!panel) {
    if (event.key.toLowerCase() === "c") open();
    return;
  }
  const typing = event.target.matches?.("input");
  const pixels = event.shiftKey ? COARSE : FINE;
  if (event.key === "Escape") close();
  else if (event.key === "Enter" && !event.target.matches?.("button")) keep();
  else if (!typing && ["ArrowRight", "ArrowUp", "+"].includes(event.key)) grow(pixels);
  else if (!typing && ["ArrowLeft", "ArrowDown", "-"].includes(event.key)) grow(-pixels);
  else return;
  event.preventDefault();
});

hear("measure-screen", (told) => {
  if (told.open) open();
  if (!panel) return;
  if (told.by) choose(told.by);
  if (told.grow) grow(told.grow);
  if (told.inches) typed(told.inches);
  if (told.keep) keep();
  else if (told.leave) close();
});
