// What would help, beside a refusal: asked of the server for an aim that is refused, for what was pressed and refused, or for
// what the card says is not possible now. A press takes the first step: shows the way to a place, aims at another or otherwise,
// does what has to be done first. An aim that a way is gone for is taken up again from where that leads.

import { aimAt, aiming, layAside, takeUp } from "./aim.js";
import { ask } from "../core/socket.js";
import { bring } from "../map/viewport.js";
import { centre } from "../map/geometry.js";
import { askReach, drawReach, isReachable } from "./reach.js";
import { commandId, el, hideToast, hideToastLater, html, moverOf, say, token } from "../core/page.js";
import { hear } from "../core/events.js";
import { lifted } from "../core/press.js";
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
async function put(panel) {
  const mine = number;
  await lifted();
  const into = mine === number ? place() : null;
  if (!into) return;
  into.classList.remove("waiting");
  into.innerHTML = panel;
  if (into.closest(".toast") && !into.querySelector(".remedy")) into.replaceChildren(); // the sentence says it all
}

hear("remedies", ({ of, panel }) => {
  if (of !== number) return;
  told = panel;
  put(panel);
});

// Of what was pressed and refused: beside the sentence that says why.
/** Refusals that are no fault of the command: of another's turn, of a question, of the line, of an answer to a question. */
const OF_ITSELF = ["not-your-turn", "prompt-open", "not-your-prompt", "bad-answer", "bad-command", "no-connection"];

hear("refused", ({ command: { id: _, ...command }, code }) => {
  if (!command.do || !command.actor || aiming() || OF_ITSELF.includes(code)) return;
  find({ ...command, whole: true }, besideToast(code));
});

/** Make room for what would help in the toast that says this.
 *  @param {string} code */
const besideToast = (code) => () => {
  const said = el("refusal").querySelector(`.toast-body[data-code="${CSS.escape(code)}"]`);
  if (!said) return null; // it is read and gone
  const room = said.querySelector(".remedies") ?? html("div", { class: "remedies" });
  said.append(room);
  hideToastLater();
  return room;
};

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
  else hideToast();
}

/** The aim that a way is shown for, with who goes it; `isOver` once they have gone.
 *  @type {{ laid: NonNullable<ReturnType<typeof layAside>>, mover: string, isOver: boolean, isLeft: boolean } | null} */
let aside = null;

function goOn() {
  if (!aside?.isOver || el("prompt")?.childElementCount) return; // who is asked on the way is asked first
  const { laid } = aside;
  aside = null;
  takeUp(laid);
}

hear("went", ({ who }) => {
  if (aside?.mover !== who) return;
  aside.isOver = true;
  goOn();
});
hear("update", goOn);
hear("aim", ({ open }) => { if (open) aside = null; });
hear("armed", ({ action }) => { if (action) aside = null; });
hear("selected", ({ who }) => { if (aside && who !== aside.laid.actor) aside = null; });
hear("reach", ({ who }) => { // gone or given up; what is shown afterwards is for something else
  if (!aside) return;
  if (who === null) aside.isLeft = true;
  else if (aside.isLeft && !aside.isOver) aside = null;
});
document.addEventListener("click", ({ target }) => { // after those whom it cancels
  const laid = target.closest("#move-cancel") && aside?.laid;
  if (!laid) return;
  aside = null;
  takeUp(laid);
});

/** Show the way to a place, as a tap on it would.
 *  @param {string} who
 *  @param {string} key */
async function go(who, key) {
  const mover = moverOf(who);
  const laid = layAside();
  hideToast();
  select(who);
  const refusal = await askReach(mover);
  if (refusal) say(refusal);
  else drawReach();
  if (refusal || !isReachable(mover, key)) return laid && takeUp(laid);
  prepare(mover, key);
  aside = laid && { laid, mover, isOver: false, isLeft: false };
  const size = Number(token(mover)?.dataset.size ?? 1);
  const [x, y] = centre(key, size);
  bring(x, y, 46 * size);
}
