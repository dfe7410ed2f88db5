// The map by keyboard: Enter selects, aims or opens; arrows lay a path cell by cell; Enter goes; Escape leaves.
// The GM's arrows with Shift, or with “Ignore rules” pressed, put a token on the next cell, whatever the rules say.

import { disarm } from "./aim.js";
import { cellOf, hasCells, stepFrom } from "../map/geometry.js";
import { tap } from "../map/map-pointers.js";
import { pan } from "../map/viewport.js";
import { go, placesFreely, prepare, preparedFor, unprepare } from "./move.js";
import { isTyping, map, moverOf, say, token } from "../core/page.js";
import { clearPath, drawReach, isReachable, loadReach } from "./reach.js";
import { select } from "./selection.js";
import { leave } from "./tokens.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !isTyping()) {
    leave();
    disarm();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !map().contains(document.activeElement)) return;
  const focused = /** @type {Element} */ (document.activeElement);
  const at = focused.closest(".token");
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    const ready = preparedFor();
    if (at && ready && ready.who === moverOf(at.dataset.who)) go(ready.who, ready.key, { path: ready.path });
    else tap(focused, [Number(at?.dataset.x), Number(at?.dataset.y)], event);
    return;
  }
  if (event.key === "<" || event.key === ">") {
    if (at?.dataset.mine) climb(at.dataset.who, event.key === ">" ? "up" : "down");
    return;
  }
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  if (at?.dataset.mine && placesFreely(event)) place(at, step);
  else if (at?.dataset.mine) lay(at.dataset.who, step);
  else pan(step[0] * 60, step[1] * 60);
});

/** Put a token on the next place, whatever the rules say.
 *  @param {PageElement} token
 *  @param {Point} step */
function place({ dataset: { who, place: from } }, step) {
  const next = stepFrom(from, step);
  if (next !== null) go(who, next, { freely: true });
}

/** Lay the next cell of the path.
 *  @param {string} focused
 *  @param {Point} step */
const lay = (focused, step) => goOn(focused, (from) => stepFrom(from, step));

/** Take the passage at the end of the path to the level above or below.
 *  @param {string} focused
 *  @param {"up" | "down"} way */
const climb = (focused, way) => goOn(focused, (from) => map().querySelector(`.passage[data-here="${CSS.escape(from)}"][data-way="${way}"]`)?.dataset.there ?? null);

/** Go on with the path; going back the way it came takes the last cell off. Among zones the way is the rules'.
 *  @param {string} focused
 *  @param {(from: string) => string | null} onward */
async function goOn(focused, onward) {
  select(focused);
  const who = moverOf(focused);
  const refusal = await loadReach(who);
  if (refusal) return say(refusal);
  drawReach();
  const start = token(who).dataset.place;
  const ready = preparedFor();
  const path = !ready || ready.who !== who ? [] : hasCells() ? [...(ready.path ?? [])] : [ready.key];
  const next = onward(path.at(-1) ?? start);
  if (next === null) return;
  if (next === (path.at(-2) ?? start) && path.length) path.pop();
  else path.push(next);
  const end = path.at(-1) ?? start;
  if (end === start) {
    clearPath();
    unprepare();
    return;
  }
  if (!isReachable(who, end)) {
    say({ message: tr("{place} is out of reach now.", { place: name(end) }), rule: null });
    return;
  }
  prepare(who, end, hasCells() ? path : null);
}

/** @param {string} key */
function name(key) {
  if (!hasCells()) return map().querySelector(`[data-zone="${CSS.escape(key)}"] text`)?.textContent ?? key;
  const [column, row] = cellOf(key);
  /** @type {(n: number) => string} */
  const letters = (n) => (n < 26 ? "" : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));
  return `${letters(column)}${row + 1}`;
}
