// The table view: the strip along the lower side, and the same turned round along the upper one.

import { el, hear } from "./page.js";

function mirror() {
  const copy = el("strip").cloneNode(true);
  for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
  el("strip-turned").replaceChildren(...copy.childNodes);
}

hear("update", mirror);
mirror();
