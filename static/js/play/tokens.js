// Tokens under the hand: a tap selects, or prepares a move to a cell that may be reached; a drag shows the reach,
// the path and its cost, and moves the token on dropping. What is dragged is a copy, so that no push disturbs it.

import { aimAt, isArmed } from "./aim.js";
import { clearCover, showCover } from "./drag-cover.js";
import { centre, placeAt } from "../map/geometry.js";
import { onGrab, onTap } from "../map/map-pointers.js";
import { inSight } from "../map/viewport.js";
import { bar, go, placesFreely, prepare, preparedFor, unprepare } from "./move.js";
import { hear } from "../core/events.js";
import { el, isGm, map, moverOf, token, turn } from "../core/page.js";
import { askReach, clearPath, clearReach, costWords, drawPath, drawReach, foreseeReach, isAsked, isReachable, loadReach, shownFor, wayTo, whyNot } from "./reach.js";
import { own, select, selected } from "./selection.js";

/** @type {Point | null} */
let lastTap = null; // where the ground was tapped

// ------------------------------------------------------------------------------------------ taps
onTap((target, point, event) => {
  lastTap = null;
  const tapped = tappedToken(target, point, event);
  if (tapped) return tapToken(tapped);
  if (target.closest(".door") && !isForCell(target, point)) return false;
  return tapGround(point);
});

/** Whether a tap on the broad edge of a door is meant for the cell beside it: one that may be reached, whose middle is
 *  nearer than the door.
 *  @param {Element} target
 *  @param {Point} point */
function isForCell(target, [x, y]) {
  const size = Number(token(shownFor())?.dataset.size ?? 1);
  const key = placeAt(x, y, size);
  const line = /** @type {SVGPathElement | null | undefined} */ (/** @type {unknown} */ (target.closest(".door")?.querySelector(".door-hit")));
  if (!line || !isShown() || isArmed() || key === null || !isReachable(shownFor(), key)) return false;
  const from = line.getPointAtLength(0), to = line.getPointAtLength(line.getTotalLength());
  const along = { x: to.x - from.x, y: to.y - from.y };
  const share = ((x - from.x) * along.x + (y - from.y) * along.y) / (along.x ** 2 + along.y ** 2 || 1);
  const on = Math.min(Math.max(share, 0), 1);
  const [middleX, middleY] = centre(key, size);
  return Math.hypot(x - middleX, y - middleY) < Math.hypot(x - from.x - on * along.x, y - from.y - on * along.y);
}

const FINGER = 22; // pixels about its middle that a finger may miss a token by: one far off is smaller than a finger

/** The token that was meant by a tap: the one under it; by its name, or by a finger that misses it by a little (some
 *  browsers see to that themselves), only where no other thing is meant.
 *  @param {Element} target
 *  @param {Point} point
 *  @param {Press} event
 *  @returns {PageElement | null} */
function tappedToken(target, [x, y], event) {
  const ghost = target.closest("[data-ghost]"); // somebody on another level, shown where they are above or below
  if (ghost) return token(ghost.dataset.ghost);
  const under = target.closest(".token");
  /** @param {PageElement} token */
  const far = ({ dataset }) => Math.hypot(Number(dataset.x) - x, Number(dataset.y) - y);
  if (under && (event.type === "keydown" || far(under) <= 50 * Number(under.dataset.size))) return under;
  const key = placeAt(x, y, Number(token(shownFor())?.dataset.size ?? 1));
  const isPlace = isShown() && !isArmed() && isReachable(shownFor(), key);
  if (isPlace || target.closest(".door")) return null;
  const all = [...map().querySelectorAll("#tokens > .token")];
  const near = event.pointerType === "touch" ? all.filter((one) => far(one) < FINGER * inSight().u) : [];
  return under ?? near.sort((one, other) => far(one) - far(other))[0] ?? all.find((one) => isOnName(one, event)) ?? null;
}

/** @param {PageElement} tokenOnMap
 *  @param {Press} event */
function isOnName(tokenOnMap, { clientX: x = NaN, clientY: y = NaN }) {
  const box = tokenOnMap.querySelector(".name")?.getBoundingClientRect();
  return box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** Whether it is shown where the selected one may go. */
const isShown = () => shownFor() !== null && moverOf(selected()) === shownFor() && el("overlay-reach").childElementCount > 0;

/** A tap, a click or Enter on a token: aim at it if that is meant, else select it.
 *  @param {PageElement} tapped */
export function tapToken(tapped) {
  const { who } = tapped.dataset;
  if (isArmed()) return aimAt(who), true;
  const actor = own();
  if (actor && actor !== who && meansAim(actor, tapped)) return aimAt(who, actor), true;
  select(who);
  if (tapped.dataset.mine) showReach(who);
  else clearReach();
  return true;
}

/** A player whose turn it is means an attack by tapping another; the GM does when the active one is selected.
 *  @param {string} actor
 *  @param {PageElement} tapped */
function meansAim(actor, tapped) {
  const { running, active } = turn();
  const acts = actor === active || actor === moverOf(active);
  if (isGm) return running && acts && selected() === actor && tapped.dataset.side !== token(actor)?.dataset.side;
  return !tapped.dataset.mine && (!running || acts);
}

/** @param {string} who */
async function showReach(who) {
  unprepare();
  const refusal = await askReach(moverOf(who));
  if (selected() !== who) return;
  if (refusal) clearReach();
  else drawReach();
}

/** Who taps a place before it is known whether it may be reached has tapped it all the same, unless they tap again.
 *  @param {Point} point */
function tapLater(point) {
  const who = selected();
  if (who === null || !isAsked(moverOf(who))) return false; // it is not being worked out where they may go
  lastTap = point;
  loadReach(moverOf(who)).then((refusal) => {
    if (refusal || lastTap !== point || selected() !== who) return;
    drawReach();
    tapGround(point);
  });
  return true;
}

/** @param {Point} point
 *  @returns {boolean} */
function tapGround(point) {
  lastTap = point;
  const who = isShown() ? shownFor() : null;
  if (who === null) return tapLater(point);
  const [x, y] = point;
  const key = placeAt(x, y, Number(token(who)?.dataset.size ?? 1));
  if (key === null || !isReachable(who, key) || key === token(who)?.dataset.place) {
    clearPath();
    unprepare();
    return true;
  }
  prepare(who, key);
  return true;
}

// ----------------------------------------------------------------------------------------- drags
// A tap and a drag both need the reach: it is on its way before it is clear which of them this will be.
el("map-box").addEventListener("pointerdown", (event) => {
  const held = event.isPrimary && event.button === 0 && event.target.closest(".token[data-mine]");
  if (held && !placesFreely(event)) loadReach(moverOf(held.dataset.who));
});

// A mouse rests on a token before it presses.
const REST = 40;
let resting = 0;
el("map-box").addEventListener("pointerover", ({ pointerType, buttons, target }) => {
  clearTimeout(resting);
  const under = pointerType === "mouse" && !buttons && target.closest(".token[data-mine]");
  if (under) resting = setTimeout(() => foreseeReach(moverOf(under.dataset.who)), REST);
});

onGrab((target, [startX, startY], event) => {
  const held = target.closest(".token[data-mine]");
  if (!held) return null;
  const { who: lifted } = held.dataset;
  const who = moverOf(lifted);
  const size = Number(token(who)?.dataset.size ?? held.dataset.size);
  const [homeX, homeY] = [Number(held.dataset.x), Number(held.dataset.y)];
  const ghost = makeGhost(held);
  let dragged = true;
  /** @type {string | null} */
  let key = held.dataset.place;
  let freely = placesFreely(event);
  const mark = () => {
    if (key === null || key === token(who)?.dataset.place) {
      clearCover();
      bar(null);
      return clearPath();
    }
    const may = freely || isReachable(who, key);
    const why = may ? null : whyNot(who);
    if (!may && !why) return; // not known yet: it is on its way
    bar(why);
    if (freely) drawPath([key], size, "");
    else if (may) drawPath(wayTo(who, key), size, costWords(key));
    else drawPath([token(who)?.dataset.place || key, key], size, "", true);
    if (may) showCover(who, key);
    else clearCover();
  };
  if (!freely) {
    loadReach(who).then(() => { // before the card is asked for
      if (!dragged) return;
      drawReach();
      if (!freely) mark();
    });
  }
  let putDown = () => {};
  select(lifted, /** @type {Promise<void>} */ (new Promise((done) => { putDown = done; })));
  unprepare();

  /** @param {Point} point
   *  @returns {Point} */
  const at = ([x, y]) => [homeX + x - startX, homeY + y - startY];
  const finish = () => {
    ghost.remove();
    token(lifted)?.classList.remove("lifted");
    clearPath();
  };
  const goHome = () => {
    dragged = false;
    putDown();
    ghost.classList.add("back-home");
    place(ghost, homeX, homeY);
    setTimeout(finish, 180);
    clearCover();
    bar(null);
    clearReach();
  };
  return {
    move(point, moved) {
      const [x, y] = at(point);
      place(ghost, x, y);
      const [before, was] = [key, freely];
      key = placeAt(x, y, size);
      freely = placesFreely(moved);
      if (key !== before || freely !== was) mark();
    },
    async drop(_point, dropped) {
      dragged = false;
      putDown();
      const end = key;
      if (end === null || end === token(who)?.dataset.place) return goHome();
      const [x, y] = centre(end, size);
      place(ghost, x, y);
      const went = await go(who, end, { freely: placesFreely(dropped) });
      if (!went) return goHome();
      finish();
    },
    cancel: goHome,
  };
});

/** @param {PageElement} held */
function makeGhost(held) {
  const ghost = /** @type {Element} */ (held.cloneNode(true));
  ghost.removeAttribute("id");
  for (const name of ["tabindex", "role", "aria-label"]) ghost.removeAttribute(name);
  ghost.classList.add("ghost");
  el("overlay-top").append(ghost);
  held.classList.add("lifted");
  return ghost;
}

/** @param {Element} node
 *  @param {number} x
 *  @param {number} y */
const place = (node, x, y) => node.setAttribute("transform", `translate(${x} ${y})`);

// --------------------------------------------------------------------------------------- leaving
export function leave() {
  clearReach();
  if (preparedFor()) unprepare();
  else bar(null);
}

el("move-cancel").addEventListener("click", leave);
hear("selected", ({ who }) => { if (shownFor() && shownFor() !== moverOf(who)) clearReach(); });
hear("aim", ({ open }) => { if (open) clearReach(); });
hear("move-mode", ({ who }) => showReach(who));
map().addEventListener("dragstart", (event) => event.preventDefault());
