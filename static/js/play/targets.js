// Whom an action that waits for a target may be aimed at: listed with distance and chance, and marked on the map.

import { hear, tell } from "../core/events.js";
import { el, role, token } from "../core/page.js";
import { ask } from "../core/socket.js";
import { bring, lookAt } from "../map/viewport.js";
import { aimAt } from "./aim.js";

const REACHED = 3;
const DISC = 30; // of the map's units: the middle of a token

const panel = el("targets");
let number = 0;

function clear() {
  number += 1;
  panel.hidden = true;
  panel.replaceChildren();
  for (const marked of document.querySelectorAll(".token.may-be-target")) marked.classList.remove("may-be-target");
}

/** @param {(PageElement | null)[]} tokens
 *  @returns {Point[]} */
const placesOf = (tokens) => tokens.flatMap((one) => (one ? [[Number(one.dataset.x), Number(one.dataset.y)]] : []));

hear("armed", async ({ action }) => {
  clear();
  if (!action) return;
  const asked = number;
  const { actor, do: deed, fixed, targets } = action;
  const answer = await ask("targets", { actor, do: deed, ...fixed, ...(targets ? { targets } : {}) });
  if (asked !== number || !answer.ok) return; // the map takes the target as well
  panel.innerHTML = answer.panel;
  panel.hidden = false;
  const there = [...panel.querySelectorAll("[data-target]")].map(({ dataset }) => token(dataset.target)).filter((one) => one !== null);
  for (const one of there) one.classList.add("may-be-target");
  tell("targets");
  if (role === "play") {
    lookAt(placesOf([token(actor)]), { over: el("move-bar"), more: placesOf(there) });
    // a finger must reach them: those listed first are brought out last from under what floats over the map
    for (const [x, y] of placesOf(there).slice(0, REACHED).reverse()) bring(x, y, DISC);
  }
  panel.scrollIntoView({ block: "nearest", behavior: "instant" });
});

panel.addEventListener("click", (event) => {
  const who = event.target.closest("[data-target]")?.dataset.target;
  if (who) aimAt(who);
});
