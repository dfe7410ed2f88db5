// Where to go within an action, first or afterwards: a tap on the wash says it, and the aim is worked out from there.

import { aiming, choose } from "./aim.js";
import { centre, keyAt, placeAt, placeOf, stepFrom } from "../map/geometry.js";
import { ask } from "../core/socket.js";
import { layer } from "../map/measurement.js";
import { lookAt } from "../map/viewport.js";
import { bar } from "./move.js";
import { hear, tell } from "../core/events.js";
import { map, role, say, svg, token } from "../core/page.js";
import { wash } from "./reach.js";
import { addTool, inHand, take } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };

let wanted = ""; // which choice of the aim is picked on the map
/** @type {string[] | null} */
let keys = null; // where it may lead, once that is known
/** @type {string | null} */
let tapped = null; // what was tapped before

const shown = () => layer("overlay-step");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-choice-cell]");
  const said = aiming();
  if (!button || !said) return;
  const { at: _, ...command } = said;
  const choice = wanted = button.dataset.choiceCell;
  keys = tapped = null;
  take("step");
  map().tabIndex = -1;
  if (event.detail === 0) map().focus({ preventScroll: true }); // by key: the arrow keys are the map's now
  bar(tr("Tap where to go."), { cancel: true });
  tell("needs-map");
  const answer = await ask("reach", { ...command, choice });
  if (inHand() !== "step" || wanted !== choice) return; // something else was chosen meanwhile
  if (!answer.ok) return take(null), say(answer.refusal);
  keys = answer.places.filter((_place, n) => answer.costs[n] !== null);
  const [here, size] = [token(said.actor), Number(token(said.actor)?.dataset.size ?? 1)];
  shown().replaceChildren(...wash(keys, size));
  if (role === "play" && here) lookAt([[Number(here.dataset.x), Number(here.dataset.y)]], { more: keys.map((key) => centre(key, size)) });
  bar(tr("Tap where to go: {words}.", { words: answer.words }), { cancel: true });
  if (tapped) put(tapped);
});

/** @param {string | null} key */
function put(key) {
  if (!key) return;
  if (!keys) return void (tapped = key);
  const { actor, options } = aiming() ?? {};
  const first = wanted === "to" ? null : options?.to; // where the way that is picked begins
  const there = key === (first ? keyAt(first) : token(actor)?.dataset.place);
  if (!there && !keys.includes(key)) return say({ message: tr("That is farther than this leads; the wash shows how far."), rule: null });
  choose(wanted, there ? null : placeOf(key));
  take(null);
}

addTool("step", {
  stop() {
    bar(null);
    mark();
  },
  tap(_target, point, event) {
    if (event.type === "keydown") return false;
    put(placeAt(...point));
    return true;
  },
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    const step = STEPS[event.key];
    const from = token(aiming()?.actor)?.dataset.place;
    const next = step && from && stepFrom(from, step);
    if (!next) return false;
    put(next);
    return true;
  },
});

/** Show where somebody would go, first and afterwards, as long as it aims. */
function mark() {
  const said = aiming();
  const from = token(said?.actor);
  const size = Number(from?.dataset.size ?? 1);
  shown().replaceChildren();
  /** @type {Point} */
  let at = [Number(from?.dataset.x), Number(from?.dataset.y)];
  for (const place of [said?.options?.to, said?.options?.then_to]) {
    if (!place) continue;
    const [x, y] = centre(keyAt(place), size);
    shown().append(
      svg("line", { class: "step-way", x1: at[0], y1: at[1], x2: x, y2: y }),
      svg("circle", { class: "path-end", cx: x, cy: y, r: 44 * size }),
    );
    at = [x, y];
  }
}

hear("aim", ({ open }) => {
  if (!open && inHand() === "step") take(null);
  else if (inHand() !== "step") mark();
});
document.addEventListener("click", (event) => { if (event.target.closest("#move-cancel") && inHand() === "step") take(null); });
