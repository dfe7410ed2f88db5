// The buttons of the action bar that need the map, and the doors on it.

import { aimAt, arm, disarm } from "./aim.js";
import { hasCells } from "../map/geometry.js";
import { placeArea } from "./area-attack.js";
import { ask } from "../core/socket.js";
import { onTap } from "../map/map-pointers.js";
import { bar, movePlainly, movesWith, moveWith } from "./move.js";
import { hear, tell } from "../core/events.js";
import { commandId, isGm, say } from "../core/page.js";
import { loadReach, words } from "./reach.js";
import { own, select } from "./selection.js";
import { take } from "../map/tools.js";
import { tr } from "../core/texts.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mode]");
  if (!button) return;
  const { mode, who, do: deed, param } = button.dataset;
  const fixed = /** @type {Fixed} */ (JSON.parse(button.dataset.fixed ?? "{}"));
  take(null); // what was chosen last is meant
  movePlainly();
  select(who);
  if (mode === "lay" && hasCells()) return placeArea({ actor: who, do: deed, fixed });
  if (mode === "move") return move(who, { do: deed, param: param || "to", fixed });
  const pick = mode === "pick" ? (/** @type {string} */ target) => send({ do: deed, actor: who, ...fixed, [param || "target"]: target }) : null;
  const targets = pick && button.dataset.targets ? /** @type {string[]} */ (JSON.parse(button.dataset.targets)) : null;
  arm({ actor: who, do: deed, fixed, pick, targets });
  if (mode === "aim" && fixed.target) return aimAt(fixed.target); // the button has said it already
  tell("needs-map");
});

/** @param {string} who
 *  @param {MoveAction} action */
async function move(who, action) {
  disarm();
  moveWith(action, who);
  const refusal = await loadReach(who);
  if (!movesWith(action)) return; // something else was chosen meanwhile
  if (refusal) return say(refusal);
  tell("move-mode", { who });
  tell("needs-map");
  bar(words() ? tr("Tap where to go: {words}.", { words: words() }) : tr("Tap where to go."), { cancel: true });
}

/** @param {object} command */
async function send(command) {
  const answer = await ask("command", { id: commandId(), ...command });
  if (!answer.ok) say(answer.refusal);
}

// ----------------------------------------------------------------------------------------- doors
onTap((target) => {
  const door = target.closest(".door");
  if (!door) return false;
  const { wall, state } = door.dataset;
  if (isGm) send({ do: "set-door", wall, state: state === "open" ? "closed" : "open" });
  else if (own()) send({ do: "door", actor: own(), wall });
  else say({ message: tr("You play nobody here who could open it."), rule: null });
  return true;
});

hear("update", () => {
  for (const button of document.querySelectorAll("[data-mode][aria-pressed]")) button.removeAttribute("aria-pressed");
});
