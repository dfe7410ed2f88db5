// An unhurried guide: hints that point at things, one after the other, for who asks to be shown around.

import { tell } from "../core/events.js";
import { el, isGm } from "../core/page.js";
import { tr } from "../core/texts.js";

const FOE = "a foe";

/** What it points at: selectors by commas, the first that is there counts. And what the card says.
 *  @typedef {[selector: string, title: string, text: string]} Hint */

/** @type {Hint[]} */
const GM = [
  ["#tokens .token", tr("Your people"), tr("Drag a token, or tap it and then a cell. Where it may go is lit with what it costs; what is not legal says why.")],
  [FOE, tr("Aim"), tr("With one of them chosen, tap another: the line, the cover and every number are shown, each with its rule, and the chance.")],
  ["form:has(> [name=do][value=begin]) button, #top .top-tools button.primary", tr("Begin"), tr("This starts the fight. From then on the bar on top says whose turn it is, and what comes next.")],
  ["#links-menu > summary", tr("Invite the players"), tr("Here is the picture that their phones scan, and the link for the view on the table.")],
  ["#log", tr("What happened"), tr("Tap a line of the log to see where its numbers came from. Undo stands on top: anything can be taken back.")],
];
/** @type {Hint[]} */
const PLAYER = [
  ["#tokens .token[data-mine], #tokens .token", tr("You"), tr("Drag your token, or tap it and then a cell. Where you may go is lit with what it costs.")],
  ["#selected", tr("What you can do"), tr("These are the things that you may do now; what you may not do says why, with its rule.")],
  [FOE, tr("Aim"), tr("Tap a foe: the cover and every number are shown, and your chance, before you attack.")],
  ["#turn-words", tr("Whose turn it is"), tr("Here it says when it is yours. When you are asked something, the question comes up by itself.")],
  ["#tab-fight, #log", tr("What happened"), tr("The log tells all that you could see; tap a line to see where its numbers came from.")],
];

const hints = isGm ? GM : PLAYER;
/** @type {HTMLElement | null} */
let card = null;
/** @type {HTMLElement | null} */
let ring = null;
let at = 0;

/** Find what a hint points at, and bring it into sight; null where it is not on this page now.
 *  @param {string} selector
 *  @returns {PageElement | null} */
function pointedAt(selector) {
  for (const choice of selector.split(", ")) {
    const there = (choice === FOE ? foes() : [...document.querySelectorAll(choice)]).filter((node) => node.checkVisibility({ visibilityProperty: true }));
    const seen = there.find(inWindow);
    if (seen || there.length) return seen ?? brought(there[0]);
  }
  return null;
}

/** Everybody of another side than the first of one's own. */
function foes() {
  const all = [...document.querySelectorAll("#tokens .token")];
  const own = all.find((token) => token.dataset.mine)?.dataset.side;
  return all.filter((token) => token.dataset.side !== own);
}

/** @param {PageElement} node */
function inWindow(node) {
  const { width, height, bottom, right, top, left } = node.getBoundingClientRect();
  const { bottom: edge, left: first, right: last, top: upper } = (node.closest("#map-box") ?? document.documentElement).getBoundingClientRect();
  return width && height && top < Math.min(innerHeight, edge) && bottom > Math.max(upper, 0) && left < Math.min(innerWidth, last) && right > Math.max(first, 0);
}

/** @param {PageElement} node */
function brought(node) {
  const { x, y } = node.dataset;
  if (node.closest("#map")) tell("look-at", { x: Number(x), y: Number(y) });
  else node.scrollIntoView({ block: "center", behavior: "instant" });
  return node;
}

const GUIDED = "battlemat-guided"; // who has seen it all is not asked again

function seen() {
  document.body.classList.add("guided");
  try { localStorage.setItem(GUIDED, "1"); } catch { /* private window: it is offered again */ }
}
try { if (localStorage.getItem(GUIDED)) document.body.classList.add("guided"); } catch { /* it is offered again */ }

function stop() {
  seen();
  card?.remove();
  ring?.remove();
  card = ring = null;
  el("guide-start")?.focus();
}

/** @param {string} text
 *  @param {string} look
 *  @param {() => void} press */
function button(text, look, press) {
  const node = document.createElement("button");
  Object.assign(node, { type: "button", textContent: text, className: look });
  node.addEventListener("click", press);
  return node;
}

/** @param {number} number */
function show(number) {
  at = number;
  card?.remove();
  ring?.remove();
  const [selector, title, text] = hints[at];
  card = document.createElement("div");
  card.className = "guide-card";
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "guide-title");
  const head = document.createElement("h2");
  Object.assign(head, { id: "guide-title", textContent: title });
  const words = document.createElement("p");
  words.textContent = text;
  const foot = document.createElement("div");
  foot.className = "guide-foot";
  const count = document.createElement("span");
  Object.assign(count, { className: "hint", textContent: `${at + 1} of ${hints.length}` });
  const last = at === hints.length - 1;
  const next = button(last ? tr("Done") : tr("Next"), "primary", () => (last ? stop() : show(at + 1)));
  foot.append(count, ...(at ? [button(tr("Back"), "quiet", () => show(at - 1))] : []), ...(last ? [] : [button(tr("Stop"), "quiet", stop)]), next);
  card.append(head, words, foot);
  document.body.append(card);
  place(card, pointedAt(selector));
  next.focus();
}

/** Put the card beside what it points at, with a ring round that; at the bottom where it points at nothing seen.
 *  @param {HTMLElement} card
 *  @param {PageElement | null} target */
function place(card, target) {
  const { offsetWidth: wide, offsetHeight: high } = card;
  if (!target) {
    card.style.left = `${(innerWidth - wide) / 2}px`;
    card.style.top = `${innerHeight - high - 16}px`;
    return;
  }
  const box = target.getBoundingClientRect();
  ring = document.createElement("div");
  ring.className = "guide-ring";
  const top = Math.max(box.top - 6, 2), left = Math.max(box.left - 6, 2);
  Object.assign(ring.style, {
    left: `${left}px`, top: `${top}px`,
    width: `${Math.min(box.right + 6, innerWidth - 2) - left}px`, height: `${Math.min(box.bottom + 6, innerHeight - 2) - top}px`,
  });
  document.body.append(ring);
  const below = box.bottom + 14 + high < innerHeight;
  const above = box.top - 14 - high > 0;
  card.style.top = `${below ? box.bottom + 14 : above ? box.top - 14 - high : Math.max(innerHeight - high - 16, 8)}px`;
  card.style.left = `${Math.min(Math.max(box.left + box.width / 2 - wide / 2, 12), innerWidth - wide - 12)}px`;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-guide]")) return;
  event.target.closest("details.menu")?.removeAttribute("open");
  show(0);
});
document.addEventListener("keydown", (event) => {
  if (!card || event.key !== "Escape") return;
  event.stopPropagation();
  stop();
}, true);
addEventListener("resize", () => { if (card) show(at); });
