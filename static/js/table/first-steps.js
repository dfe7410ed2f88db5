// The way from an empty table to a fight: a press opens where the step is done.

import { el } from "../core/page.js";
import { offerSide } from "./add-panel.js";

/** Open a fold or a menu, and go to where one begins in it.
 *  @param {string} id
 *  @param {string} first */
function open(id, first) {
  el(id).open = true;
  el(id).querySelector(first)?.focus();
}

/** @type {Record<string, () => void>} */
const WAYS = {
  map: () => open("fold-map", ".drawer :is(button, input, summary, a):not([type=hidden])"),
  heroes: () => add("heroes"),
  foes: () => add("foes"),
  invite: () => open("links-menu", "[data-copy]"),
  begin: () => open("begin-menu", "select, input:not([type=hidden]), button"),
};

/** @param {string} kind */
function add(kind) {
  open("fold-add", "#stock-find");
  offerSide(kind);
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-first-step]")?.dataset.firstStep;
  if (step) WAYS[step]?.();
});
