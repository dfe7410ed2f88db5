// What would help, beside a refusal: asked of the server for an aim that is refused, or for what the card says is not possible
// now. A press takes the first step: shows the way to a place, aims at another or otherwise, does what has to be done first.

import { aimAt, aiming, disarm } from "./aim.js";
import { ask } from "../core/socket.js";
import { bring } from "../map/viewport.js";
import { centre } from "../map/geometry.js";
import { askReach, drawReach, isReachable } from "./reach.js";
import { commandId, el, moverOf, say, token } from "../core/page.js";
import { hear } from "../core/events.js";
import { prepare } from "./move.js";
import { select } from "./selection.js";
import { tr } from "../core/texts.js";

let number = 0; // of the latest question
/** @type {() => Element | null} */
let place = () => null; // where its answer goes
let asked = ""; // what of an aim was asked for last
let told = ""; // and what was told

/** @param {object} command
 *  @param {() => Element | null} into */
async function find(command, into) {
  const mine = ++number;
  place = into;
  const answer = await ask("remedies", { ...command, number: mine });
  if (mine === number && !answer.ok) put("");
}

/** @param {string} panel */
function put(panel) {
  const into = place();
  if (!into) return;
  into.classList.remove("waiting");
  into.innerHTML = panel;
}

hear("remedies", ({ of, panel }) => {
  if (of !== number) return;
  told = panel;
  put(panel);
});

// Of an aim: whenever its panel has come, and is refused.
hear("aim", ({ open, quietly }) => {
  const into = el("aim-remedies"), command = aiming();
  if (!open || !into || !command) {
    asked = told = "";
    return;
  }
  if (quietly && asked === JSON.stringify(command)) {
    into.innerHTML = told; // stays until it is known anew
    into.classList.add("waiting");
  }
  asked = JSON.stringify(command);
  find(command, () => el("aim-remedies"));
});

// ------------------------------------------------------------------------------------- the hand
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-remedy-ask], [data-remedy-go], [data-remedy-target], [data-remedy-do]");
  if (!button) return;
  const { remedyAsk, remedyGo, remedyTarget, remedyDo, who = "" } = button.dataset;
  if (remedyAsk) {
    const into = button.parentElement?.querySelector(".remedies") ?? null;
    if (into) into.textContent = tr("Being worked out…");
    find(/** @type {object} */ (JSON.parse(remedyAsk)), () => into);
  } else if (remedyGo) go(who, remedyGo);
  else if (remedyTarget) aimAt(remedyTarget, who);
  else if (remedyDo) send(/** @type {object} */ (JSON.parse(remedyDo)));
});

/** @param {object} command */
async function send(command) {
  const answer = await ask("command", { id: commandId(), ...command });
  if (!answer.ok) say(answer.refusal);
}

/** Show the way to a place, as a tap on it would.
 *  @param {string} who
 *  @param {string} key */
async function go(who, key) {
  const mover = moverOf(who);
  disarm();
  select(who);
  const refusal = await askReach(mover);
  if (refusal) return say(refusal);
  drawReach();
  if (!isReachable(mover, key)) return;
  prepare(mover, key);
  const size = Number(token(mover)?.dataset.size ?? 1);
  const [x, y] = centre(key, size);
  bring(x, y, 46 * size);
}
