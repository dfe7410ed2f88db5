// "Where could I ...": asked beside the card of who may move, answered with places, marked on the map with the numbers that
// they have in the list. A press on one shows the way there, as any move is shown before it is made.

import { asOption, foesOf } from "./foes.js";
import { ask } from "../core/socket.js";
import { bring } from "../map/viewport.js";
import { centre } from "../map/geometry.js";
import { clearPath, isReachable, reachedBy } from "../play/reach.js";
import { el, html, svg, token } from "../core/page.js";
import { hear, tell } from "../core/events.js";
import { layer } from "../map/measurement.js";
import { prepare, unprepare } from "../play/move.js";
import { tr } from "../core/texts.js";

const box = /** @type {HTMLDetailsElement} */ (/** @type {unknown} */ (el("spots")));
const [foeChoice, leastChoice, unseenChoice] = ["spots-foe", "spots-least", "spots-unseen"].map((id) => /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (el(id))));
const coverChoice = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (el("spots-cover")));
const found = el("spots-found");
/** @type {string | null} */
let actor = null; // whose reach is shown
let number = 0; // of the latest question
let asked = ""; // what that was; empty where it must be asked anew
let picked = ""; // the place whose way is shown

// ------------------------------------------------------------------------------------- the question
async function refresh() {
  if (actor === null || !box.open) return;
  const data = { actor, foe: foeChoice.value, least: Number(leastChoice.value), unseen: unseenChoice.value, cover: coverChoice.checked, ...reachedBy() };
  if (asked === JSON.stringify(data)) return;
  asked = JSON.stringify(data);
  const mine = ++number;
  found.classList.add("waiting");
  if (!found.childElementCount) say(tr("Being worked out…"));
  const answer = await ask("spots", { ...data, number: mine });
  if (mine !== number) return;
  if (!answer.ok) say(answer.refusal.message);
  else if (answer.target === null) say(tr("There is no known foe to hit."));
}

/** @param {string} words */
function say(words) {
  found.replaceChildren(html("p", {}, words));
  mark([]);
}

function leave() {
  if (asked) ask("spots", { close: true });
  number += 1;
  asked = picked = "";
  found.replaceChildren();
  mark([]);
}

hear("spots", ({ of, panel, places: keys }) => {
  if (of !== number) return;
  found.innerHTML = panel;
  mark(keys);
});

// ------------------------------------------------------------------------------------- the places
/** @param {string[]} keys */
function mark(keys) {
  found.classList.remove("waiting");
  const size = Number(token(actor)?.dataset.size ?? 1);
  const names = [...found.querySelectorAll(".spot-number")].map((one) => one.textContent ?? "");
  layer("overlay-spots", { over: true }).replaceChildren(...keys.map((key, n) => sign(key, names[n], size)));
  show();
}

/** The sign of a place; where one stands already it is beside the token.
 *  @param {string} key
 *  @param {string} name
 *  @param {number} size */
function sign(key, name, size) {
  const aside = key === token(actor)?.dataset.place ? 44 * size : 0;
  const [x, y] = centre(key, size).map((at) => at - aside);
  const written = svg("text", { x, y: y + 15 });
  written.textContent = name;
  return svg("g", { class: "spot-mark", "data-spot-mark": key }, svg("circle", { cx: x, cy: y, r: 32 }), written);
}

/** Show which one's way is shown. */
function show() {
  for (const button of found.querySelectorAll("[data-spot]")) button.setAttribute("aria-pressed", String(button.dataset.spot === picked));
  for (const one of el("overlay-spots").children) one.classList.toggle("picked", one.getAttribute("data-spot-mark") === picked);
}

found.addEventListener("click", (event) => {
  const key = event.target.closest("[data-spot]")?.dataset.spot;
  if (!key || actor === null) return;
  picked = key;
  show();
  const size = Number(token(actor)?.dataset.size ?? 1);
  const [x, y] = centre(key, size);
  if (key !== token(actor)?.dataset.place && isReachable(actor, key)) prepare(actor, key);
  else {
    clearPath();
    unprepare();
  }
  tell("looked-at", { key });
  bring(x, y, 46 * size);
});

// ------------------------------------------------------------------------------------- when it changes
/** List whom it may be about, and leave what was chosen as it was. */
function listFoes() {
  const { nearest = "" } = foeChoice.dataset, { open = "", anybody = "" } = unseenChoice.dataset;
  fill(foeChoice, [["", nearest]]);
  fill(unseenChoice, [["", open], ["*", anybody]]);
}

/** @param {HTMLSelectElement} list
 *  @param {[string, string][]} first */
function fill(list, first) {
  const before = list.value;
  list.replaceChildren(...first.map(([value, words]) => html("option", { value }, words)), ...foesOf(actor).map(asOption));
  list.value = before;
  if (list.selectedIndex < 0) list.selectedIndex = 0;
}

hear("reach", ({ who }) => {
  if (who === null && actor === null) return;
  if (who !== actor) leave();
  actor = who;
  if (who === null) return;
  listFoes();
  refresh();
});
hear("update", () => {
  asked = ""; // what is shown stays until the reach is known anew, and is asked again with it
  number += 1;
});
hear("aim", ({ open, target }) => {
  if (open && target && [...foeChoice.options].some(({ value }) => value === target)) foeChoice.value = target;
});
box.addEventListener("toggle", () => { if (box.open) refresh(); else leave(); });
el("spots-form").addEventListener("change", refresh);
el("spots-form").addEventListener("submit", (event) => event.preventDefault());
