// Whom an action that waits for a target may be aimed at: listed with distance and chance, and marked on the map.

import { hear } from "../core/events.js";
import { el, role, token } from "../core/page.js";
import { ask } from "../core/socket.js";
import { lookAt } from "../map/viewport.js";
import { aimAt } from "./aim.js";

const panel = el("targets");
let number = 0;

function clear() {
  number += 1;
  panel.hidden = true;
  panel.replaceChildren();
  for (const marked of document.querySelectorAll(".token.may-be-target")) marked.classList.remove("may-be-target");
}

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
  if (role === "play") lookAt([token(actor), ...there].filter((one) => one !== null).map(({ dataset: { x, y } }) => [Number(x), Number(y)]));
  panel.scrollIntoView({ block: "nearest", behavior: "instant" });
});

panel.addEventListener("click", (event) => {
  const who = event.target.closest("[data-target]")?.dataset.target;
  if (who) aimAt(who);
});
