// Laying an area that an action covers: a tap or a drag puts it onto the map, arrow keys move it from cell to cell.
// Where it lies and whom it catches the rules say; the throw itself is the aim panel's button.

import { aimAtPlace, aiming, close, unarm } from "./aim.js";
import { centre, hasCells, keyAt, placeAt, placeOf, stepFrom } from "../map/geometry.js";
import { reveal } from "../map/viewport.js";
import { asker, drawArea, layer } from "../map/measurement.js";
import { bar } from "./move.js";
import { hear, tell } from "../core/events.js";
import { map, say, token } from "../core/page.js";
import { addTool, inHand, take } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @import { DrawnArea } from "../core/messages.js" */

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };

/** @type {Action | null} */
let action = null; // what is laid
/** @type {Action | null} */
let aimed = null; // the one of them that is aimed: of another one nothing is known yet but that it was chosen
/** @type {string | null} */
let key = null; // the cell it is over

const shown = () => layer("overlay-laid");
/** @param {DrawnArea | null | undefined} area */
const draw = (area) => shown().replaceChildren(...(area ? drawArea(area) : []));
const draft = asker("aim", (answer) => { if (inHand() === "lay") draw(answer.ok ? answer.area : null); });

/** Take an action's area into the hand.
 *  @param {Action} wanted */
export function placeArea(wanted) {
  if (!hasCells()) return say({ message: tr("An area needs a map with cells: aim at somebody instead."), rule: null });
  unarm();
  if (aiming() && !isAimed(wanted)) close();
  action = wanted;
  key = null;
  take("lay");
  map().tabIndex = -1;
  map().focus({ preventScroll: true });
  bar(tr("Tap where it is to come down."), { cancel: true });
  tell("needs-map");
}

/** @param {Point} point */
function hover(point) {
  const next = placeAt(...point);
  if (next === null || next === key || !action) return;
  key = next;
  const { actor, do: deed, fixed, options } = { ...action, options: aiming()?.options };
  draft.ask({ actor, do: deed, ...fixed, ...(options ? { options } : {}), at: placeOf(key), draft: true });
}

/** @param {Point} point */
function put(point) {
  const next = placeAt(...point);
  if (next === null || !action) return;
  key = next;
  draft.forget();
  bar(null);
  aimed = action;
  aimAtPlace(placeOf(key), action);
}

/** Whether this is what is being aimed.
 *  @param {Action} wanted */
function isAimed({ actor, do: deed }) {
  const said = aiming();
  return said?.actor === actor && said.do === deed;
}

addTool("lay", {
  stop() {
    draft.forget();
    action = aimed = null;
    draw(null);
    bar(null);
    if (aiming()?.at) close();
  },
  tap(_target, point, event) {
    if (event.type === "keydown") return false;
    put(point);
    return true;
  },
  grab() {
    return { move: hover, drop: put, cancel() {} };
  },
  hover(point) {
    if (!aiming()) hover(point);
  },
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    const step = STEPS[event.key];
    const from = key ?? token(action?.actor)?.dataset.place;
    const next = step && from && stepFrom(from, step);
    if (!next) return false;
    put(centre(next, 1));
    reveal(...centre(next, 1));
    return true;
  },
});

// What is aimed shows its area; while it does, the hand that aims may lay it elsewhere.
hear("aim", ({ open, area }) => {
  if (!open) {
    if (inHand() === "lay" && aimed === action) take(null);
    return;
  }
  const said = aiming();
  if (area && said) {
    const { actor, do: deed, target, at, options: _options, facts: _facts, ...fixed } = said;
    action = aimed = { actor, do: deed, fixed };
    key = at ? keyAt(at) : token(target)?.dataset.place ?? null;
    take("lay");
  } else if (inHand() === "lay" && !said?.at) take(null);
  draw(area);
});
document.addEventListener("click", (event) => { if (event.target.closest("#move-cancel") && inHand() === "lay") take(null); });
