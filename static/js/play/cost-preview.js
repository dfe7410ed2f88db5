// What an action would take off the track, while its button is looked at: the pieces are marked before they are spent.

import { el } from "../core/page.js";

/** @param {PageElement | null | undefined} button */
function mark(button) {
  const takes = Number(button?.dataset.takes ?? 0);
  const left = [...(el("selected")?.querySelectorAll(".card-track .tick.left:not(.spare)") ?? [])];
  left.forEach((tick, n) => tick.classList.toggle("would", n >= left.length - takes));
}

/** @param {{ readonly target: PageElement }} event */
const button = ({ target }) => target.closest?.("[data-takes]");
document.addEventListener("pointerover", (event) => mark(button(event)));
document.addEventListener("focusin", (event) => mark(button(event)));
document.addEventListener("focusout", () => mark(null));
