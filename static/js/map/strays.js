// Who may be hit instead of whom one aims at, marked on the map with the chance: as the panel of the aim has them.

import { mapLabel } from "./label.js";
import { layer } from "./measurement.js";
import { over } from "../levels/levels.js";
import { el, svg, token } from "../core/page.js";
import { tr } from "../core/texts.js";

const LAYER = "overlay-strays";

export function unmarkStrays() {
  el(LAYER)?.replaceChildren();
  for (const one of document.querySelectorAll(".token.may-be-hit")) {
    one.classList.remove("may-be-hit");
    one.removeAttribute("aria-description");
  }
}

/** Mark those whom the panel names, each with the chance as far as it is known there. */
export function markStrays() {
  unmarkStrays();
  for (const row of el("aim").querySelectorAll("[data-stray]")) {
    const { stray, chance } = row.dataset, there = token(stray);
    if (!there) continue;
    const size = Number(there.dataset.size ?? 1);
    const [x, y] = over([Number(there.dataset.x), Number(there.dataset.y)]);
    const on = layer(LAYER, { over: true });
    on.append(svg("circle", { class: "stray-ring-back", cx: x, cy: y, r: 49 * size }), svg("circle", { class: "stray-ring", cx: x, cy: y, r: 49 * size }));
    if (chance) on.append(mapLabel(x, y - 49 * size, chance, { inside: true }));
    there.classList.add("may-be-hit");
    there.setAttribute("aria-description", chance ? tr("May be hit instead: {chance}", { chance }) : tr("May be hit instead"));
  }
}
