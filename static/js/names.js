// Names on the map never lie on one another: one that has no room below its token goes above it, or waits for the hand.

import { hear, map } from "./page.js";

const RIM = 44;
let waiting = 0;

const rank = (token) =>
  (token.matches(".active, .selected, .target") ? 0 : 4) + (token.matches(".out") ? 2 : 0) + (token.dataset.mine ? 0 : 1);

function settle() {
  const shown = map();
  const tokens = [...shown.querySelectorAll("#tokens > .token")];
  const bodies = tokens.map((token) => {
    const { x, y, size } = token.dataset;
    const r = RIM * Number(size);
    return { token, x: Number(x), y: Number(y), r, box: [Number(x) - r, Number(y) - r, Number(x) + r, Number(y) + r] };
  });
  const taken = [];
  for (const body of [...bodies].sort((a, b) => rank(a.token) - rank(b.token))) {
    const name = body.token.querySelector(".name");
    const high = parseFloat(getComputedStyle(name).fontSize) || 17;
    const half = (name.getComputedTextLength() || 0.6 * high * name.textContent.length) / 2;
    const size = Number(body.token.dataset.size);
    const at = { below: body.y + 50 * size + 6, above: body.y - 52 * size - high };
    const free = (top) => {
      const box = [body.x - half, top, body.x + half, top + high];
      const others = bodies.filter((other) => other !== body).map((other) => other.box);
      return [...taken, ...others].some((other) => overlap(box, other)) ? null : box;
    };
    const below = free(at.below);
    const above = below ? null : free(at.above);
    const place = below ? "below" : above ? "above" : "none";
    if (body.token.dataset.uiName !== place) body.token.dataset.uiName = place;
    name.setAttribute("y", place === "above" ? -52 * size - 2 : 50 * size + 8);
    if (below ?? above) taken.push(below ?? above);
  }
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const later = () => {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(settle);
};
for (const what of ["view", "update", "selected", "aim"]) hear(what, later);
