// The projector: the order along the lower side, from who acts now, and the same turned round along the upper one.

import { hear } from "../core/events.js";
import { el } from "../core/page.js";

function arrange() {
  const rows = [...document.querySelectorAll("#order .order-row")];
  const first = Math.max(rows.findIndex((row) => row.matches(".active")), 0);
  rows.forEach((row, n) => {
    const later = (n - first + rows.length) % rows.length;
    row.style.order = String(row.matches(".out") ? rows.length + later : later);
  });
  const copy = /** @type {Element} */ (el("strip").cloneNode(true));
  for (const node of copy.querySelectorAll("[id]")) node.removeAttribute("id");
  el("strip-turned").replaceChildren(...copy.childNodes);
}

hear("update", arrange);
arrange();
