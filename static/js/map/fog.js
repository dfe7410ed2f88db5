// Fog that lifts does so softly: what lay there before fades over what is seen now.

import { el } from "../core/page.js";

const MILLISECONDS = 450;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} id */
export const isFog = (id) => id.startsWith("fog-");

/** Let a part of the fog that is about to be replaced fade away; the edge of sight just moves, as its mask is there once.
 *  @param {Element | null} part */
export function fadeOut(part) {
  if (!part || part.id === "fog-sight" || still.matches || document.hidden) return;
  const ghost = /** @type {Element} */ (part.cloneNode(true));
  ghost.removeAttribute("id");
  for (const shape of ghost.querySelectorAll("[id]")) {
    const own = `${shape.id}-ghost`; // what is drawn of it several times would be drawn of the new one
    for (const copy of ghost.querySelectorAll(`[href="#${shape.id}"]`)) copy.setAttribute("href", `#${own}`);
    shape.id = own;
  }
  ghost.classList.add("fog-ghost");
  el("map-fog").append(ghost);
  ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MILLISECONDS, easing: "ease-out" }).finished.then(() => ghost.remove(), () => ghost.remove());
}
