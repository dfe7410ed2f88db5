// Who is chosen to do something together: by Shift and a tap, by a frame drawn with Shift, or by the tool for it, which
// needs no keys. The bar over the map says who they are; what is asked of them is up to orders.js and formation.js.

import { hear, tell } from "../core/events.js";
import { el, isTyping, map, moverOf, say, svg, token } from "../core/page.js";
import { tr } from "../core/texts.js";
import { layer } from "../map/measurement.js";
import { addTool, inHand, take } from "../map/tools.js";
import { onGrab, onTap } from "../map/map-pointers.js";
import { selected } from "../play/selection.js";

const MOST = 60; // as many as the server takes (formation.py)
const NAMED = 3; // so many are named in the bar, of more the number is told

/** @type {Set<string>} */
const chosen = new Set();
/** @type {string | null} */
let tapped = null; // whose token was tapped last, to select it

/** Who is chosen, in the order in which they were. */
export const several = () => [...chosen];
/** @param {string | undefined} who */
export const isChosen = (who) => who !== undefined && chosen.has(who);

/** @param {Element} target */
const mineAt = (target) => target.closest(".token[data-mine]");
const all = () => [...map().querySelectorAll("#tokens > .token[data-mine]")];
const isOn = () => inHand() === "several";

// ------------------------------------------------------------------------------------------------ choosing
/** @param {string[]} who */
export function choose(who) {
  const room = MOST - chosen.size, more = who.filter((one) => !chosen.has(one));
  if (more.length > room) say({ message: tr("No more than {most} can be chosen at once.", { most: MOST }), rule: null });
  for (const one of more.slice(0, room)) chosen.add(one);
  changed();
}

/** Add somebody, or leave them out. Whoever was tapped right before, of the same side, is meant with the first.
 *  @param {PageElement} tapped */
function toggle({ dataset: { who, side } }) {
  const before = token(tapped);
  if (chosen.delete(who)) return changed();
  const isMeant = !chosen.size && !isOn() && before?.dataset.mine && before.dataset.side === side && before.dataset.who !== who;
  choose(isMeant ? [before.dataset.who, who] : [who]);
}

/** Let go of all. */
export function chooseNobody() {
  if (isOn()) take(null);
  if (!chosen.size) return;
  chosen.clear();
  changed();
}

/** @param {string[]} who */
export function leaveOut(who) {
  for (const one of who) chosen.delete(one);
  changed();
}

function changed() {
  mark();
  tell("several", { people: several() });
}

function mark() {
  for (const one of document.querySelectorAll(".token.chosen, .order-row.chosen")) one.classList.remove("chosen");
  for (const who of chosen) {
    token(who)?.classList.add("chosen");
    document.querySelector(`.order-row[data-order-who="${CSS.escape(who)}"]`)?.classList.add("chosen");
  }
  const names = several().map((who) => token(who)?.dataset.name ?? "");
  const bar = el("several-bar");
  if (!bar) return;
  bar.hidden = !chosen.size && !isOn();
  const told = names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} …` : names.join(", ");
  el("several-words").textContent = names.length ? tr("{number} chosen: {names}", { number: names.length, names: told }) : tr("Tap those whom you mean, or drag a frame round them.");
  el("several-side").hidden = !names.length;
  el("several-open").hidden = !names.length;
}

// ------------------------------------------------------------------------------------------------ gestures
/** Whether a gesture chooses: with Shift, or as long as the tool is in hand. Other tools keep their gestures.
 *  @param {Press} event */
const chooses = (event) => isOn() || (!inHand() && event.shiftKey);

onTap((target, _point, event) => {
  const meant = mineAt(target);
  if (!chooses(event)) {
    tapped = meant?.dataset.who ?? null;
    return false;
  }
  if (meant) toggle(meant);
  return Boolean(meant) || isOn();
}, { first: true });

onGrab((target, start, event) => {
  if (!chooses(event) || mineAt(target)) return null;
  const drawn = svg("rect", { class: "several-frame" });
  layer("overlay-several", { over: true }).append(drawn);
  /** @type {Box} */
  let box = [start[0], start[1], start[0], start[1]];
  return {
    move([x, y]) {
      box = [Math.min(start[0], x), Math.min(start[1], y), Math.max(start[0], x), Math.max(start[1], y)];
      const [left, top, right, bottom] = box;
      for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) drawn.setAttribute(name, String(value));
    },
    drop() {
      drawn.remove();
      const [left, top, right, bottom] = box;
      const inside = all().filter(({ dataset }) => Number(dataset.x) >= left && Number(dataset.x) <= right && Number(dataset.y) >= top && Number(dataset.y) <= bottom);
      choose([...new Set(inside.map(({ dataset }) => moverOf(dataset.who)))]);
    },
    cancel: () => drawn.remove(),
  };
}, { first: true });

addTool("several", { start: mark, stop: mark });

// Before the keys of play: Escape lets go of them first; Ctrl and A on the map mean all that are one's own.
document.addEventListener("keydown", (event) => {
  if (isTyping()) return;
  if (event.key === "Escape" && chosen.size && (!inHand() || isOn())) chooseNobody();
  else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && map().contains(document.activeElement)) choose(sideOf());
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

/** All that are one's own, of the sides of those who are chosen or selected. */
function sideOf() {
  const sides = new Set([...several(), selected()].map((who) => token(who)?.dataset.side).filter(Boolean));
  return all().filter(({ dataset }) => !sides.size || sides.has(dataset.side)).map(({ dataset }) => moverOf(dataset.who));
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("#several-none")) chooseNobody();
  else if (target.closest("#several-side")) choose(sideOf());
  const out = target.closest("[data-leave-out]");
  if (out) leaveOut([out.dataset.leaveOut]);
  const group = target.closest("[data-choose]");
  if (group) choose(/** @type {string[]} */ (JSON.parse(group.dataset.choose)));
});

hear("update", () => {
  const gone = several().filter((who) => !token(who)?.dataset.mine);
  if (gone.length) leaveOut(gone);
  else if (chosen.size) mark();
});
