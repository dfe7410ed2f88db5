// The panel of the drawing tools: the tool in hand, what it is told to do, what it says.

import { data, onChange } from "./data.js";
import { el } from "../core/page.js";
import { tr } from "../core/texts.js";

const panel = el("draw");
const options = /** @type {PageElement} */ (panel.querySelector(".draw-options"));

/** What is chosen in a row of choices: "snap", "shape", "state", "paint" or "brush".
 *  @param {string} name */
export const chosen = (name) => /** @type {PageElement} */ (panel.querySelector(`[name=draw-${name}]:checked`)).value;

/** A number that was typed, or null.
 *  @param {string} id */
export const numberIn = (id) => (el(id).value.trim() === "" || Number.isNaN(el(id).valueAsNumber) ? null : el(id).valueAsNumber);
/** @param {string} id */
export const textIn = (id) => el(id).value.trim();

/** Show a tool as the one in hand, with its options; null shows that none is.
 *  @param {string | null} name */
export function showTool(name) {
  for (const button of panel.querySelectorAll("[data-draw]")) button.setAttribute("aria-pressed", String(button.dataset.draw === name));
  options.hidden = name === null;
  for (const part of options.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(name ?? "");
  showChain(0);
}

/** Offer to finish or to take a point back, as far as points have been set.
 *  @param {number} points */
export const showChain = (points) => { el("draw-chain").hidden = points === 0; };

const idle = el("draw-help").textContent;
/** Say in one line what the tool does now; null when none is in hand.
 *  @param {string | null} text */
export const help = (text) => { el("draw-help").textContent = text ?? idle; };

/** Tell what happened, to who listens instead of looking.
 *  @param {string} text */
export const announce = (text) => { el("draw-says").textContent = text; };

onChange(() => {
  for (const button of panel.querySelectorAll("[data-draw-do=undo]")) button.disabled = !data.canUndo;
  for (const button of panel.querySelectorAll("[data-draw-do=redo]")) button.disabled = !data.canRedo;
});

const GRIDLESS = new Set(["select", "zone", "link"]);
/** Whether a tool has something to do on this map: without cells there is nothing to paint, and walls stop nobody.
 *  @param {string} name */
export const works = (name) => data.grid !== null && (data.grid.kind !== "zones" || GRIDLESS.has(name));

onChange(() => {
  for (const button of panel.querySelectorAll("[data-draw]")) button.disabled = !works(button.dataset.draw);
});

/** "a wall", "3 walls": how many of something.
 *  @type {Record<string, (n: number) => string>} */
const COUNTED = {
  wall: (n) => (n === 1 ? tr("1 wall") : tr("{n} walls", { n })),
  door: (n) => (n === 1 ? tr("1 door") : tr("{n} doors", { n })),
  window: (n) => (n === 1 ? tr("1 window") : tr("{n} windows", { n })),
  low: (n) => (n === 1 ? tr("1 low wall") : tr("{n} low walls", { n })),
  sight: (n) => (n === 1 ? tr("1 sight blocker") : tr("{n} sight blockers", { n })),
  zone: (n) => (n === 1 ? tr("1 zone") : tr("{n} zones", { n })),
  cell: (n) => (n === 1 ? tr("1 cell") : tr("{n} cells", { n })),
  point: (n) => (n === 1 ? tr("1 point") : tr("{n} points", { n })),
};
/** So many of what is drawn, in words.
 *  @param {number} number
 *  @param {string} what */
export const count = (number, what) => COUNTED[what](number);

/** @type {Record<string, string>} */
export const NAMES = { wall: tr("wall"), door: tr("door"), window: tr("window"), low: tr("low wall"), sight: tr("sight blocker") };
/** @type {Record<string, string>} */
export const STATES = { closed: tr("closed"), open: tr("open"), locked: tr("locked"), secret: tr("secret") };
