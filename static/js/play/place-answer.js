// An answer that takes one somewhere: the places are washed on the map, the card steps aside, and a tap answers.

import { keyAt, placeAt, stepFrom } from "../map/geometry.js";
import { layer } from "../map/measurement.js";
import { bar } from "./move.js";
import { hear, tell } from "../core/events.js";
import { el, map, say, token } from "../core/page.js";
import { wash } from "./reach.js";
import { addTool, inHand, take } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };

let offer = "";
/** @type {string[]} */
let keys = [];
let over = ""; // the place that the arrow keys are on

const shown = () => layer("overlay-step");
const card = () => el("prompt")?.querySelector(".prompt-card");

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-places]");
  if (!button) return;
  const places = /** @type {Place[]} */ (JSON.parse(button.dataset.places));
  offer = button.dataset.offerPlace;
  keys = places.map(keyAt);
  over = token(card()?.elements.actor.value)?.dataset.place ?? keys[0];
  take("spots");
  el("prompt").classList.add("aside");
  draw();
  map().tabIndex = -1;
  map().focus({ preventScroll: true });
  bar(tr("Tap where to."), { cancel: true });
  tell("needs-map");
});

function draw() {
  shown().replaceChildren(...wash(keys, 1));
}

/** @param {string} key */
function answer(key) {
  if (!keys.includes(key)) return say({ message: tr("That place cannot be reached with this; the wash shows which can."), rule: null });
  const form = card();
  const button = form?.querySelector(`[data-offer="${CSS.escape(offer)}"] .offer-button`);
  if (!form || !button) return take(null);
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "json:to", value: JSON.stringify(key.includes(",") ? key.split(",").map(Number) : key) });
  form.append(field);
  take(null);
  form.requestSubmit(button);
  field.remove();
}

addTool("spots", {
  stop() {
    bar(null);
    shown().replaceChildren();
    el("prompt")?.classList.remove("aside");
  },
  tap(_target, point, event) {
    if (event.type === "keydown") return false;
    const key = placeAt(...point);
    if (key) answer(key);
    return true;
  },
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "Enter") return answer(over), true;
    const next = STEPS[event.key] && stepFrom(over, STEPS[event.key]);
    if (!next) return false;
    over = next;
    shown().replaceChildren(...wash(keys, 1), ...wash([over], 1));
    return true;
  },
});

hear("update", () => { if (inHand() === "spots" && !card()) take(null); });
document.addEventListener("click", (event) => { if (event.target.closest("#move-cancel") && inHand() === "spots") take(null); });
