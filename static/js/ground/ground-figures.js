// Figures on the ground where a chosen token may go: asked of the server, tinted cell by cell, with the exact one under the
// hand in words. What to show is chosen beside the card and kept by the browser; the legend stands there too, off the map.

import { centre, placeAt } from "../map/geometry.js";
import { aboutWords, bandWords, exactWords, noneWords, signWords, stepsOf, tintOf } from "./figure-scale.js";
import { clearTints, drawTints } from "./figure-tints.js";
import { asOption, foesOf } from "./foes.js";
import { ask } from "../core/socket.js";
import { inSight, pointAt } from "../map/viewport.js";
import { mapLabel } from "../map/label.js";
import { hear } from "../core/events.js";
import { el, html, token } from "../core/page.js";
import { reachedBy } from "../play/reach.js";
import { tr } from "../core/texts.js";

/** @import { Figures, LateFigures, ReachFigures } from "../core/messages.js" */
/** @import { Kind, Steps } from "./figure-scale.js" */

/** What was asked for. `number`: of a place.
 *  @typedef {Omit<ReachFigures, "figures"> & { kind: Kind, number: Map<string, number> }} Answered */

/** What is drawn.
 *  @typedef {Answered & { figures: Figures, exact: boolean }} Shown */

const KEPT = "battlemat-ground";
const choice = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (el("ground-show")));
const foeChoice = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (el("ground-foe")));
/** @type {string | null} */
let actor = null; // whose reach is shown
/** @type {Shown | null} */
let shown = null;
/** @type {Answered | null} */
let coming = null; // what is yet to be drawn, or drawn exactly; what is drawn meanwhile is of before
/** @type {LateFigures | null} */
let early = null; // figures that came before the answer to their question
let number = 0; // of the latest question
let asked = ""; // what that was; empty where it must be asked anew
let invite = ""; // what stands where no place is pointed at

try { choice.value = localStorage.getItem(KEPT) ?? "nothing"; } catch { /* private window */ }
if (choice.selectedIndex < 0) choice.value = "nothing";

// ------------------------------------------------------------------------------------- the question
async function refresh() {
  if (actor === null) return;
  if (choice.value === "nothing") return leave();
  const kind = /** @type {Kind} */ (choice.value);
  const foe = kind === "chance" ? foeChoice.value : "";
  const data = { actor, show: kind, ...(foe ? { foe } : {}), ...reachedBy() };
  if (asked === JSON.stringify(data)) return;
  asked = JSON.stringify(data);
  const mine = ++number;
  const answer = await ask("ground", { ...data, number: mine });
  if (mine !== number) return;
  if (!answer.ok) return refused(answer.refusal.message);
  const { figures, ...about } = answer;
  coming = { ...about, kind, number: new Map(answer.places.map((key, n) => [key, n])) };
  if (figures) take(figures, true);
  else if (early?.of === mine) take(early.figures, early.exact);
  else wait();
}

/** @param {Figures} figures
 *  @param {boolean} exact */
function take(figures, exact) {
  if (!coming) return;
  shown = { ...coming, figures, exact };
  if (exact) coming = null;
  draw();
}

function wait() {
  el("ground-told").hidden = false;
  el("ground-about").textContent = tr("Being worked out…");
}

/** Show nothing, and have nothing worked out any more. */
function leave() {
  if (coming || (asked && !shown)) ask("ground", { actor, show: "nothing" });
  number += 1;
  asked = "";
  clear();
}

/** @param {string} message */
function refused(message) {
  asked = "";
  clear();
  el("ground-told").hidden = false;
  el("ground-about").textContent = message;
}

// ------------------------------------------------------------------------------------- the drawing
function clear() {
  shown = coming = early = null;
  clearTints();
  el("ground-told").hidden = true;
  el("ground-legend").replaceChildren();
  point(null);
}

function draw() {
  if (!shown) return;
  el("ground-told").hidden = false;
  const { figures, kind } = shown;
  const steps = stepsOf(kind, figures, shown.foes);
  drawTints(kind, shown.places, figures.values, steps, size());
  el("ground-about").textContent = about(figures);
  el("ground-legend").replaceChildren(...legend(figures, steps));
  point(pointed);
}

const size = () => Number(token(actor)?.dataset.size ?? 1);

// ------------------------------------------------------------------------------------- the words
/** @param {Figures} figures */
function about({ sampled }) {
  if (!shown) return "";
  const parts = [aboutWords(shown.kind, shown.target, shown.foes)];
  if (!shown.exact) parts.push(tr("Estimates for now; exact figures follow."));
  else if (sampled.some(Boolean)) parts.push(tr("Some of it is estimated by samples."));
  if (shown.left_out === 1) parts.push(tr("One farther place is left out."));
  else if (shown.left_out) parts.push(tr("{number} farther places are left out.", { number: shown.left_out }));
  return parts.join(" ");
}

/** @param {Figures} figures
 *  @param {Steps} steps */
function legend({ values }, steps) {
  const kind = shown?.kind ?? "seen";
  const entries = Array.from({ length: steps.count }, (_, band) => entry(`${tintOf(band, steps)}`, bandWords(kind, band, steps)));
  return values.includes(null) ? [...entries, entry("none", `– ${noneWords(kind)}`)] : entries;
}

/** @param {string} band
 *  @param {string} words */
const entry = (band, words) => html("li", {}, html("i", { class: `band-${band}` }), words);

// ------------------------------------------------------------------------------------- the hand
/** @type {string | null} */
let pointed = null; // the place under the hand

/** Tell the exact figure of a place: beside the card, and at the place.
 *  @param {string | null} key */
function point(key) {
  pointed = key;
  el("overlay-top").querySelector(".ground-sign")?.remove();
  invite ||= el("ground-exact").textContent ?? "";
  const n = key === null ? undefined : shown?.number.get(key);
  el("ground-exact").textContent = shown && n !== undefined ? told(exactWords, shown, n) : invite;
  if (!shown || key === null || n === undefined) return;
  const [x, y] = centre(key, size());
  const { y: top, height, u } = inSight();
  const isBelow = y + 96 * size() + 60 * u < top + height;
  const sign = mapLabel(x, y + (isBelow ? 1 : -1) * 96 * size(), told(signWords, shown, n), { inside: true, lift: isBelow ? -12 : 12 });
  sign.classList.add("ground-sign");
  el("overlay-top").append(sign);
}

/** @param {typeof exactWords} words
 *  @param {Shown} of
 *  @param {number} n */
function told(words, { kind, figures: { values, who, word, sampled }, target, foes }, n) {
  return words(kind, { value: values[n], who: who[n], word: word[n], sampled: sampled[n] }, target, foes);
}

hear("looked-at", ({ key }) => point(key));
el("map-box").addEventListener("pointermove", (event) => {
  if (!shown || event.pointerType !== "mouse" || event.buttons) return;
  const key = placeAt(...pointAt(event), size());
  if (key !== pointed) point(key);
});

// ------------------------------------------------------------------------------------- when it changes
/** List whom the chance may be to hit: who is of another side, as far as they are on the map. */
function listFoes() {
  const foes = foesOf(actor);
  const before = foeChoice.value;
  foeChoice.replaceChildren(html("option", { value: "" }, foeChoice.dataset.nearest ?? ""), ...foes.map(asOption));
  foeChoice.value = before;
  if (foeChoice.selectedIndex < 0) foeChoice.value = "";
  el("ground-foe-field").hidden = choice.value !== "chance";
}

hear("reach", ({ who }) => {
  if (who === null && actor === null) return;
  if (who !== actor) {
    if (actor !== null) leave();
    actor = who;
  }
  el("ground-figures").hidden = who === null;
  if (who === null) return;
  listFoes();
  refresh();
});
hear("update", () => {
  asked = ""; // what is drawn stays until the reach is known anew, and is asked again with it
  number += 1;
});
hear("ground", (late) => {
  if (late.of !== number) return;
  early = late;
  take(late.figures, late.exact);
});
el("map-box").addEventListener("pointerleave", ({ pointerType }) => { if (pointerType === "mouse") point(null); });
hear("aim", ({ open, target }) => {
  if (open && target && [...foeChoice.options].some(({ value }) => value === target)) foeChoice.value = target;
});
choice.addEventListener("change", () => {
  try { localStorage.setItem(KEPT, choice.value); } catch { /* for this page only */ }
  leave();
  listFoes();
  refresh();
});
foeChoice.addEventListener("change", refresh);
