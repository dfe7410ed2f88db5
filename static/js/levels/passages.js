// Stairs, ladders, lifts and holes: a press on one prepares the way to its other end; who stands on one has a button to take it.

import { isArmed } from "../play/aim.js";
import { bar, go, placesFreely, prepare } from "../play/move.js";
import { isReachable, loadReach, whyNot } from "../play/reach.js";
import { own, selected } from "../play/selection.js";
import { onTap } from "../map/map-pointers.js";
import { levelOf, levels, showLevel } from "./levels.js";
import { inHand } from "../map/tools.js";
import { hear } from "../core/events.js";
import { el, html, isGm, map, moverOf, token } from "../core/page.js";
import { tr } from "../core/texts.js";

/** Who would go: the selected one whom this page moves, a player's own in any case. */
function traveller() {
  const who = isGm ? selected() : own();
  return who && token(who)?.dataset.mine ? moverOf(who) : null;
}

onTap((target, _point, event) => {
  const end = target.closest(".passage");
  if (!end || inHand() || isArmed()) return false;
  const who = traveller();
  if (!who) return look(end);
  take(who, end, event);
  return true;
}, { first: true });

/** Show the level that a passage leads to; nothing where it is not known.
 *  @param {PageElement} end */
function look(end) {
  const level = levelOf(end.dataset.there);
  if (level) showLevel(level);
  return level !== null;
}

/** Prepare the way through a passage, or say why there is none; the GM may put somebody there whatever the rules say.
 *  @param {string} who
 *  @param {PageElement} end
 *  @param {{ readonly shiftKey: boolean }} event */
async function take(who, end, event) {
  const { there, here } = end.dataset;
  if (placesFreely(event)) return go(who, there, { freely: true });
  await loadReach(who);
  if (isReachable(who, there)) prepare(who, there);
  else if (isReachable(who, here) && token(who)?.dataset.place !== here) prepare(who, here);
  else bar(whyNot(who));
}

// -------------------------------------------------------------------- for who stands on one: a button
const ARROWS = /** @type {Record<string, string>} */ ({ up: "↑", down: "↓" });

/** Offer the passages on which the one stands who would go: their token may lie over the sign. */
function offer() {
  const box = document.querySelector(".level-switch");
  if (!box) return;
  const place = token(traveller())?.dataset.place;
  const ends = place ? [...map().querySelectorAll(`.passage:not(.hole.up)[data-here="${CSS.escape(place)}"]`)] : [];
  const wanted = ends.map(({ dataset: { there } }) => there).join(" ");
  const old = el("level-go");
  if (old?.dataset.to === wanted) return;
  old?.remove();
  if (!ends.length) return;
  const buttons = ends.map(({ dataset: { way, to, there } }) => html("button", { type: "button", class: "float-button level-go", "data-go": there }, `${ARROWS[way] ?? ""} ${to || tr("Take it")}`.trim()));
  box.append(html("div", { id: "level-go", "data-to": wanted, role: "group", "aria-label": tr("Take the stairs, ladder or lift") }, ...buttons));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-go]");
  const who = button ? traveller() : null;
  if (!button || !who) return;
  const { go: there } = button.dataset;
  if (placesFreely(event)) return void go(who, there, { freely: true });
  await loadReach(who);
  if (isReachable(who, there)) go(who, there);
  else bar(whyNot(who));
});

for (const name of /** @type {const} */ (["update", "selected", "went", "level", "map-changed"])) hear(name, () => { if (levels().length) offer(); });
if (levels().length) offer();
