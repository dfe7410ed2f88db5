// Sending a token somewhere, whichever gesture asked for it; and the bar that says what a tap has prepared.

import { clearCover, showCover } from "./drag-cover.js";
import { ask, shown } from "../core/socket.js";
import { placeOf } from "../map/geometry.js";
import { levelOf, onOneLevel } from "../levels/levels.js";
import { bring } from "../map/viewport.js";
import { clearPath, clearReach, costWords, drawPath, forgetReach, shownFor, wayTo } from "./reach.js";
import { hear, tell } from "../core/events.js";
import { commandId, el, isGm, say, token } from "../core/page.js";
import { lifted } from "../core/press.js";
import { tr } from "../core/texts.js";

/** @type {{ who: string, key: string, path: string[] | null, from: string } | null} */
let prepared = null;
/** @type {MoveAction} */
const PLAIN = { do: "move", param: "to", fixed: {} };
let mode = PLAIN;
/** @type {string | null} */
let whose = null;

/** Use this action to move with, once: the action bar says which.
 *  @param {MoveAction} action
 *  @param {string} who */
export function moveWith(action, who) {
  mode = action;
  whose = who;
  forgetReach(action);
}

/** Whether this is still what the next move is made with.
 *  @param {MoveAction} action */
export const movesWith = (action) => mode === action;

/** Move plainly again. */
export function movePlainly() {
  if (mode === PLAIN) return;
  mode = PLAIN;
  forgetReach();
  bar(null);
}

/** @param {{ readonly shiftKey: boolean }} event */
export const placesFreely = (event) => isGm && (event.shiftKey || el("place-freely")?.getAttribute("aria-pressed") === "true");

/** Send a token to a place, or along a path; gives whether it went, once it is drawn there. What may not be is said.
 *  @param {string} who
 *  @param {string} key
 *  @param {{ path?: string[] | null, freely?: boolean }} how */
export async function go(who, key, { path = null, freely = false } = {}) {
  const what = freely
    ? { do: "gm-set", target: who, state: { at: placeOf(key) } }
    : { do: mode.do, actor: who, ...mode.fixed, ...(path ? { path: path.map(placeOf) } : { [mode.param]: placeOf(key) }), ...altitudeOf(who) };
  const used = mode;
  unprepare();
  const answer = await ask("command", { id: commandId(), ...what });
  if (!answer.ok) say(answer.refusal);
  else {
    if (shownFor() === who) clearReach();
    if (movesWith(used)) movePlainly(); // else something was chosen meanwhile
    if (answer.said) say({ message: answer.said, rule: null });
    await shown(answer.seq);
    lifted().then(() => reachable(who));
    tell("went", { who });
  }
  return answer.ok;
}

/** How high who flies is to be after the move, as its card says; nothing where that is as high as it is.
 *  @param {string} who
 *  @returns {{ altitude?: number }} */
function altitudeOf(who) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(`[data-altitude-after="${CSS.escape(who)}"]`));
  return field && field.value !== "" && field.value !== field.defaultValue ? { altitude: Number(field.value) } : {};
}

const RADIUS = 46; // of a token, in map units

/** Bring somebody who has moved out from under what lies over the map: they are the next to be tapped.
 *  @param {string} who */
function reachable(who) {
  const at = token(who)?.dataset;
  if (at) bring(Number(at.x), Number(at.y), RADIUS * Number(at.size));
}

/** Show the way to a place that may be reached, and the button that goes there.
 *  @param {string} who
 *  @param {string} key
 *  @param {string[] | null} path */
export function prepare(who, key, path = null) {
  prepared = { who, key, path, from: token(who).dataset.place };
  const size = Number(token(who)?.dataset.size ?? 1);
  const cost = costWords(key);
  drawPath(path ? [token(who).dataset.place, ...path] : wayTo(who, key), size, path ? `${path.length}` : cost);
  const steps = path ? (path.length === 1 ? tr("1 cell") : tr("{number} cells", { number: path.length })) : cost && tr("{cost} to go there", { cost });
  const words = steps || tr("Go there");
  bar(onOneLevel(prepared.from, key) ? words : `${words} · ${levelOf(key)?.name ?? tr("another level")}`, { go: true });
  showCover(who, key);
}

export function unprepare() {
  prepared = null;
  clearCover();
  bar(null);
}

export const preparedFor = () => prepared;

/** Write something into the bar over the map; null hides it.
 *  @param {string | null} words
 *  @param {{ go?: boolean, cancel?: boolean }} buttons */
export function bar(words, { go: withGo = false, cancel = withGo } = {}) {
  const shown = el("move-bar");
  shown.hidden = words === null;
  el("move-words").textContent = words ?? "";
  el("move-here").hidden = !withGo;
  el("move-cancel").hidden = !cancel;
}

export const goPrepared = () => prepared && go(prepared.who, prepared.key, { path: prepared.path });

el("move-here").addEventListener("click", goPrepared);
el("move-cancel").addEventListener("click", movePlainly);
hear("provoked", ({ words }) => { el("move-provoked").textContent = words; });
hear("selected", ({ who }) => { if (who !== whose) movePlainly(); });
el("place-freely")?.addEventListener("click", (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "true" ? "false" : "true");
});
// What others do does not take a move out of the hand that prepared it: whether it may be made the server says.
hear("update", () => {
  if (prepared && token(prepared.who)?.dataset.place !== prepared.from) leaveIt();
});

function leaveIt() {
  unprepare();
  clearPath();
}
