// Tokens under the hand: a tap selects, or prepares a move to a cell that may be reached; a drag shows the reach,
// the path and its cost, and moves the token on dropping. What is dragged is a copy, so that no push disturbs it.

import { aimAt, isArmed } from "./aim.js";
import { clearCover, showCover } from "./drag-cover.js";
import { centre, placeAt } from "./geometry.js";
import { onGrab, onTap } from "./map.js";
import { bar, go, placesFreely, prepare, preparedFor, unprepare } from "./moving.js";
import { el, hear, isGm, map, moverOf, token, turn } from "./page.js";
import { askReach, clearPath, clearReach, costWords, drawPath, drawReach, foreseeReach, isReachable, loadReach, shownFor, wayTo, whyNot } from "./reach.js";
import { own, select, selected } from "./selection.js";

// ------------------------------------------------------------------------------------------ taps
onTap((target, point, event) => {
  const tapped = target.closest(".token");
  if (tapped) return tapToken(tapped, event);
  if (target.closest(".door")) return false;
  return tapGround(point);
});

/** A tap, a click or Enter on a token: aim at it if that is meant, else select it. */
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

/** A player whose turn it is means an attack by tapping another; the GM does when the active one is selected. */
function meansAim(actor, tapped) {
  const { running, active } = turn();
  const acts = actor === active || actor === moverOf(active);
  if (isGm) return running && acts && selected() === actor && tapped.dataset.side !== token(actor)?.dataset.side;
  return !tapped.dataset.mine && (!running || acts);
}

async function showReach(who) {
  unprepare();
  const refusal = await askReach(moverOf(who));
  if (selected() !== who) return;
  if (refusal) clearReach();
  else drawReach();
}

function tapGround([x, y]) {
  const who = shownFor();
  if (!who || moverOf(selected()) !== who || !el("overlay-reach").childElementCount) return false;
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
  let putDown = null;
  select(lifted, new Promise((done) => { putDown = done; }));
  unprepare();

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
    async drop(point, dropped) {
      dragged = false;
      putDown();
      if (key === null || key === token(who)?.dataset.place) return goHome();
      const [x, y] = centre(key, size);
      place(ghost, x, y);
      const went = await go(who, key, { freely: placesFreely(dropped) });
      if (!went) return goHome();
      setTimeout(finish, 80); // by then the push has set the token down under its copy
    },
    cancel: goHome,
  };
});

function makeGhost(held) {
  const ghost = held.cloneNode(true);
  ghost.removeAttribute("id");
  for (const name of ["tabindex", "role", "aria-label"]) ghost.removeAttribute(name);
  ghost.classList.add("ghost");
  el("overlay-top").append(ghost);
  held.classList.add("lifted");
  return ghost;
}

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
