// What the server sends of the map, put on it: parts that are drawn anew, tokens that moved.

import { fadeOut, isFog } from "./fog.js";
import { tell } from "../core/events.js";
import { el, svg, token } from "../core/page.js";
import { describeMap } from "./surroundings.js";

/** @import { DrawnPart, Move } from "../core/messages.js" */

/** Put parts of the map in the place of those of the same name; one without a drawing is gone.
 *  @param {DrawnPart[]} parts */
export function drawParts(parts) {
  for (const { id, in: layer, svg: text } of parts) {
    const [old, fresh] = [el(id), parse(text)];
    const focused = old?.contains(document.activeElement);
    if (isFog(id)) fadeOut(old);
    if (!fresh) old?.remove();
    else if (old) old.replaceWith(fresh);
    else el(layer)?.append(fresh);
    if (focused) fresh?.focus();
  }
  describeMap();
  const changed = parts.map(({ id }) => id).filter((id) => !isFog(id));
  if (changed.length) tell("map-changed", { parts: changed });
}

/** @param {string} text */
function parse(text) {
  const holder = svg("g");
  holder.innerHTML = text;
  return /** @type {SVGElement | null} */ (holder.firstElementChild);
}

/** Put a token somewhere else, if it is there.
 *  @param {Move} move */
export function moveToken({ id, x, y, place }) {
  const moved = token(id);
  if (!moved) return;
  moved.setAttribute("transform", `translate(${x} ${y})`);
  Object.assign(moved.dataset, { x, y });
  if (place !== undefined) moved.dataset.place = place;
}
