// The GM's dials: a step, a bar that is drawn and a number that is typed are one value, sent once the hand rests.

import { hear } from "../core/events.js";
import { el } from "../core/page.js";

const REST = 350;

/** @type {Map<string, number>} */
const waiting = new Map();

/** @param {PageElement} input */
function sendSoon(input) {
  clearTimeout(waiting.get(input.id));
  waiting.set(input.id, setTimeout(() => {
    waiting.delete(input.id);
    const now = el(input.id);
    if (now && now.value !== now.defaultValue) now.form?.requestSubmit();
  }, REST));
}

/** @param {PageElement} input
 *  @param {number} value */
function show(input, value) {
  const low = Number(input.min), high = Number(input.max);
  input.value = String(Math.min(high, Math.max(low, value)));
  const bar = document.querySelector(`[data-range="${CSS.escape(input.id)}"]`);
  if (bar) bar.value = input.value;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const input = button?.parentElement?.querySelector("[data-dial] [type=number]");
  if (!button || !input) return;
  event.preventDefault();
  show(input, Number(input.value) + Number(button.dataset.step));
  sendSoon(input);
});

document.addEventListener("input", ({ target }) => {
  const input = el(target.dataset?.range);
  if (input) input.value = target.value;
  else if (target.matches("[data-dial] [type=number]") && target.value) show(target, Number(target.value));
});

document.addEventListener("change", ({ target }) => {
  const input = el(target.dataset?.range) ?? (target.matches("[data-dial] [type=number]") ? target : null);
  if (input) sendSoon(input);
});

// Enter sends it at once: sent again when the hand rests, it would call the first request off.
document.addEventListener("submit", ({ target }) => {
  const input = target.matches("[data-dial]") ? target.querySelector("[type=number]") : null;
  if (input) clearTimeout(waiting.get(input.id));
}, true);

// What is set otherwise (by another page, by undoing) is seen on the bars, which no number of their own is sent from.
hear("update", () => {
  for (const bar of document.querySelectorAll("[data-range]")) {
    const input = el(bar.dataset.range);
    if (input && bar !== document.activeElement) bar.value = input.value;
  }
});

// What was refused is not so: the dial shows again what is.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  if (!form.matches?.("[data-dial]") || (ctx.response?.status ?? 0) < 400) return;
  form.reset();
  const input = form.querySelector("[type=number]");
  if (input) show(input, Number(input.value));
});
