// What the server sends of the map, put on it: parts that are drawn anew, tokens that moved.

import { el, svg, tell, token } from "./page.js";

/** Put parts of the map in the place of those of the same name; one without a drawing is gone. */
export function drawParts(parts) {
  for (const { id, in: layer, svg: text } of parts) {
    const [old, fresh] = [el(id), parse(text)];
    const focused = old?.contains(document.activeElement);
    if (!fresh) old?.remove();
    else if (old) old.replaceWith(fresh);
    else el(layer)?.append(fresh);
    if (focused) fresh?.focus();
  }
  tell("map-changed", { parts: parts.map(({ id }) => id) });
}

function parse(text) {
  const holder = svg("g");
  holder.innerHTML = text;
  return holder.firstElementChild;
}

/** Put a token somewhere else, if it is there. */
export function moveToken({ id, x, y, place }) {
  const moved = token(id);
  if (!moved) return;
  moved.setAttribute("transform", `translate(${x} ${y})`);
  Object.assign(moved.dataset, { x, y });
  if (place !== undefined) moved.dataset.place = place;
}
