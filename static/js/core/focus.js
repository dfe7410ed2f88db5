// Who works by keys does not lose the place: when what had the focus goes away, with a push or by what it did, the focus
// goes to the question that has come up, else to what took its place: the same control sent anew, or what its group now
// has for the next step; after a deed else to who did it; else back to where it was before.

import { hear } from "./events.js";
import { el, isTyping, map } from "./page.js";

/** What had the focus: the ids of what it lies in, its group, and what tells it from others of its kind.
 *  @typedef {{ node: PageElement, id: string, parts: string[], group: PageElement | null, told: string }} Left */

const REMEMBERED = 12;
/** @type {Left[]} */
const trail = []; // what had the focus, the last one first
let byKeys = false;
/** @type {PageElement | null} */
let moved = null; // where this module has put the focus
let looking = false;

document.addEventListener("keydown", ({ key }) => { if (!["Shift", "Control", "Alt", "Meta"].includes(key)) byKeys = true; }, true);
document.addEventListener("pointerdown", () => { byKeys = false; }, true);

document.addEventListener("focusin", ({ target }) => {
  if (trail[0]?.node === target) return;
  trail.unshift({ node: target, id: target.id, parts: partsOf(target), group: target.closest("[role=group]"), told: told(target) });
  trail.length = Math.min(trail.length, REMEMBERED);
});

/** The ids of what something lies in, the nearest first.
 *  @param {Element} node */
function partsOf(node) {
  const ids = [];
  for (let at = node.parentElement?.closest("[id]"); at; at = at.parentElement?.closest("[id]")) ids.push(at.id);
  return ids;
}

/** What tells a control from the others of its kind, whenever it is sent anew.
 *  @param {PageElement} node */
const told = (node) => [node.localName, node.getAttribute("name"), node.localName === "button" ? node.getAttribute("value") : "", (node.getAttribute("aria-label") ?? node.textContent).trim()].join("\n");

const CONTROLS = "button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]";
/** @param {PageElement | null | undefined} node
 *  @returns {node is PageElement} */
const canHave = (node) => Boolean(node?.isConnected && !node.disabled && node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"));

/** The thing that was left, or what has been sent in its place.
 *  @param {Left} left */
function again({ node, id, parts, group, told: words }) {
  if (canHave(node)) return node;
  if (id) return canHave(el(id)) ? el(id) : null;
  const same = [...(el(parts[0])?.querySelectorAll(CONTROLS) ?? [])].find((other) => told(other) === words && canHave(other));
  const next = group?.isConnected ? group.querySelector("button.primary") : null;
  return same ?? (canHave(next) ? next : null);
}

const isLost = () => {
  const has = /** @type {PageElement | null} */ (document.activeElement);
  return !has || has === document.body || !has.isConnected || !canHave(has);
};

/** The first thing of an open question that is mine to answer. */
const asked = () => {
  const prompt = el("prompt");
  return prompt?.dataset.mine && !prompt.classList.contains("aside") ? prompt.querySelector(".faces input, .offer-button") : null;
};

let answering = asked() ? el("prompt").dataset.number : null;

function look() {
  looking = false;
  if (!byKeys || !document.hasFocus()) return;
  const question = asked();
  const number = question ? el("prompt").dataset.number : null;
  const isNew = number !== null && number !== answering;
  answering = number;
  const lost = isLost();
  if (!lost && !(isNew && document.activeElement === moved && !isTyping())) return;
  const next = (isNew ? question : null) ?? (trail[0] ? again(trail[0]) : null) ?? question ?? (isDone(trail[0]) ? token() : null) ?? trail.map(again).find(canHave) ?? token();
  moved = null;
  if (!canHave(next)) return;
  next.focus({ preventScroll: next.namespaceURI !== "http://www.w3.org/1999/xhtml" });
  moved = lost ? next : null;
}

/** Whether what had the focus was part of a deed that is over now: its doer is who goes on.
 *  @param {Left | undefined} left */
const isDone = (left) => left?.parts.some((id) => ["aim", "prompt", "move-bar"].includes(id));
const token = () => map().querySelector(".token.selected, .token[data-mine]");

/** After what is under way has been laid out: what is hidden by then is left by the focus. */
function soon() {
  if (looking) return;
  looking = true;
  requestAnimationFrame(() => requestAnimationFrame(look));
}

for (const name of /** @type {const} */ (["update", "card", "aim", "done", "tool", "papers-shown"])) hear(name, soon);
for (const name of ["htmx:after:swap", "keyup", "click", "close"]) document.addEventListener(name, soon, true);
