// What has just happened, for three seconds beside the token.

import { inSight } from "./map.js";
import { el, hear, svg, token } from "./page.js";

const SHOWN = 3000;

hear("update", (update) => {
  for (const flash of update.flash ?? []) show(flash);
});

function show({ id, text, tone }) {
  const at = token(id);
  const layer = el("overlay-top");
  if (!at || !layer) return;
  const above = layer.querySelectorAll(`.flash[data-at="${CSS.escape(id)}"]`).length;
  const { x, y, size } = at.dataset;
  const words = svg("text", { dy: `${-1.15 * above}em` });
  words.textContent = text;
  const flash = svg("g", { class: `flash tone-${tone}`, "data-at": id }, words);
  const place = svg("g", { transform: `translate(${x} ${Number(y) - 58 * Number(size)})` }, flash);
  layer.append(place);
  keepInView(place, words, Number(x), Number(y) - 58 * Number(size));
  setTimeout(() => place.remove(), SHOWN);
}

/** Words beside a token at the edge are pushed inward, so that all of them can be read. */
function keepInView(place, words, x, y) {
  const { x: left, width } = inSight();
  const box = words.getBBox();
  const over = Math.max(0, left - (x + box.x)) - Math.max(0, x + box.x + box.width - (left + width));
  if (over) place.setAttribute("transform", `translate(${x + over} ${y})`);
}
