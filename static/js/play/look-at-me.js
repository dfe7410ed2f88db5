// A player's map looks at the own token and at what matters with it: at the own turn, when asked, when aiming, when a door
// opens, and at the button "Me". Moved by hand it stays where it is until the next such moment.

import { hear } from "../core/events.js";
import { el, map, token, turn } from "../core/page.js";
import { lookAt, ROOM } from "../map/viewport.js";
import { own } from "./selection.js";

/** @param {string | null | undefined} who
 *  @returns {Point[]} */
const placeOf = (who) => {
  const at = who ? token(who) : null;
  return at ? [[Number(at.dataset.x), Number(at.dataset.y)]] : [];
};

/** @param {PageElement} door
 *  @returns {Point[]} */
const middleOf = (door) => {
  const [x1, y1, x2, y2] = (door.querySelector(".door-hit")?.getAttribute("d") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return y2 === undefined ? [] : [[(x1 + x2) / 2, (y1 + y2) / 2]];
};

const doors = () => new Map([...map().querySelectorAll(".door")].map((door) => [door.id, door.dataset.state]));
function question() {
  const { mine, number, to, about } = el("prompt")?.dataset ?? {};
  return mine ? { number, to, about } : null;
}

/** Give the places of those of other sides that can be seen, the nearest to somebody first.
 *  @param {string | null} who
 *  @returns {Point[]} */
function others(who) {
  const me = who ? token(who) : null;
  if (!me) return [];
  const far = (/** @type {PageElement} */ { dataset: { x, y } }) => Math.hypot(Number(x) - Number(me.dataset.x), Number(y) - Number(me.dataset.y));
  const there = [...map().querySelectorAll(".token:not(.out)")].filter(({ dataset }) => dataset.side !== me.dataset.side);
  return there.sort((one, other) => far(one) - far(other)).flatMap(({ dataset }) => placeOf(dataset.who));
}

let was = { mine: turn().mine, active: turn().active, asked: question()?.number, doors: doors() };

hear("update", () => {
  const [now, asked] = [{ mine: turn().mine, active: turn().active, asked: question()?.number, doors: doors() }, question()];
  const opened = [...map().querySelectorAll(".door.open")].filter((door) => was.doors.has(door.id) && was.doors.get(door.id) !== "open");
  const me = now.mine ? now.active : own();
  if (asked && asked.number !== was.asked) lookAt([...placeOf(asked.to), ...placeOf(asked.about || now.active)], { over: el("prompt") });
  else if (now.mine && (!was.mine || now.active !== was.active)) lookAt(placeOf(me), { more: others(me), round: ROOM });
  else if (opened.length && !asked) lookAt([...placeOf(me), ...opened.flatMap(middleOf)], { more: others(me) });
  was = now;
});

hear("aim", ({ open, quietly, target }) => {
  if (open && !quietly && target) lookAt([...placeOf(el("aim").dataset.actor), ...placeOf(target)]);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-look-at-me]")) lookAt(placeOf(own() ?? turn().active), { round: ROOM });
  if (event.target.closest("#tools-fold")) fold(el("tools-fold").getAttribute("aria-expanded") !== "true");
  else if (event.target.closest(".map-tools :is([data-tool], [data-zoom=fit])")) fold(false);
});

/** @param {boolean} open */
function fold(open) {
  el("tools-fold").setAttribute("aria-expanded", String(open));
}
