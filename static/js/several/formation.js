// Those who are chosen move as one: one of them is dragged and the others keep their places round it. Where each would
// stand is asked of the server as the hand moves; who cannot is shown there with why, before the hand is lifted.

import { hear, tell } from "../core/events.js";
import { el, map, moverOf, say, svg, token, turn } from "../core/page.js";
import { ask } from "../core/socket.js";
import { tr } from "../core/texts.js";
import { centre, cellOf, hasCells, placeAt, placeOf, stepFrom } from "../map/geometry.js";
import { layer } from "../map/measurement.js";
import { inHand } from "../map/tools.js";
import { onGrab, onTap } from "../map/map-pointers.js";
import { bar, placesFreely } from "../play/move.js";
import { isChosen, several } from "./chosen.js";
import { give, giveLater, giveNothingLater } from "./together.js";

/** @import { FormationStep } from "../core/messages.js" */

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };
const PLAIN = { do: "move", param: "to", fixed: {} };

/** @type {MoveAction} */
let way = PLAIN; // what they move with
/** Where they would go: what was asked, and what the server says of it, once it has.
 *  @type {{ lead: string, key: string, freely: boolean, steps: FormationStep[] | null } | null} */
let plan = null;
let asking = false;

const movers = () => [...new Set(several().map(moverOf))];

/** Move with this action, the next time that they move.
 *  @param {MoveAction} action */
export function formWith(action) {
  way = action;
  tell("needs-map");
  bar(tr("Drag one of them, or tap where the first is to go."), { cancel: true });
}

// ------------------------------------------------------------------------------------------- where they go
/** Ask where all would stand with one of them at a place, the latest that was asked only.
 *  @param {string} lead
 *  @param {string} key
 *  @param {boolean} freely */
async function foresee(lead, key, freely) {
  if (plan?.key === key && plan.lead === lead && plan.freely === freely) return;
  plan = { lead, key, freely, steps: null };
  if (!asking) await answered();
}

async function answered() {
  asking = true;
  while (plan && !plan.steps) {
    const asked = plan;
    const within = way === PLAIN || asked.freely ? {} : { do: way.do, ...way.fixed };
    const answer = await ask("formation", { people: movers(), lead: asked.lead, at: placeOf(asked.key), freely: asked.freely, ...within });
    if (plan !== asked) continue; // the hand has gone on
    if (!answer.ok) {
      plan = null;
      say(answer.refusal);
      break;
    }
    asked.steps = answer.steps;
    draw();
  }
  asking = false;
}

function draw() {
  const on = layer("overlay-several", { over: true });
  on.replaceChildren();
  const steps = plan?.steps ?? [];
  for (const step of steps) {
    const { who, at, why } = step;
    const from = token(who), size = Number(from?.dataset.size ?? 1);
    if (!from || at === null || at === from.dataset.place) continue;
    const [x, y] = isOnMap(at, size) ? centre(at, size) : [Number(from.dataset.x), Number(from.dataset.y)];
    const kind = waits(step) ? " later" : why ? " bad" : "";
    on.append(
      svg("line", { class: `formation-way${kind}`, x1: Number(from.dataset.x), y1: Number(from.dataset.y), x2: x, y2: y }),
      svg("circle", { class: `formation-place${kind}`, cx: x, cy: y, r: 46 * size }),
      svg("text", { class: "formation-name", x, y: y + 9 }, kind === " bad" ? "✕" : String(from.querySelector(".initials")?.textContent ?? "")),
    );
  }
  const stuck = steps.filter((step) => step.why && !waits(step));
  const words = el("several-stuck");
  words.hidden = !stuck.length;
  words.textContent = stuck.length ? tr("{number} cannot: {why}", { number: stuck.length, why: stuck.slice(0, 2).map(told).join(" · ") }) : "";
}

/** Whether somebody goes once it is their turn.
 *  @param {FormationStep} step */
const waits = ({ code }) => code === "not-your-turn" && turn().running;

/** @param {FormationStep} step */
function told({ who, why, rule }) {
  const name = token(who)?.dataset.name ?? "", said = `${why}${rule ? ` (${rule})` : ""}`;
  return said.startsWith(name) ? said : `${name}: ${said}`;
}

/** @param {string} key
 *  @param {number} size */
function isOnMap(key, size) {
  if (!hasCells()) return true;
  const [column, row] = cellOf(key);
  const { cols, rows } = map().dataset;
  return column >= 0 && row >= 0 && column + size <= Number(cols) && row + size <= Number(rows);
}

function clear() {
  plan = null;
  layer("overlay-several", { over: true }).replaceChildren();
  el("several-stuck").hidden = true;
  bar(null);
}

/** Let all go who can, as was shown. */
async function go() {
  while (plan && !plan.steps) await new Promise((resolve) => { setTimeout(resolve, 30); });
  const went = plan, moved = way;
  clear();
  way = PLAIN;
  const steps = went?.steps?.filter(({ who, at }) => at !== null && at !== token(who)?.dataset.place) ?? [];
  if (!steps.length || !went) return;
  /** @param {FormationStep} step */
  const command = ({ who, at }) => (went.freely
    ? { do: "gm-set", target: who, state: { at: placeOf(String(at)) } }
    : { do: moved.do, actor: who, ...moved.fixed, [moved.param]: placeOf(String(at)) });
  giveLater(new Map(steps.filter(waits).map((step) => [step.who, command(step)])));
  await give(steps.filter(({ why }) => !why).map(command));
}

/** Show where all would stand, and the button that sends them there.
 *  @param {string} lead
 *  @param {string} key
 *  @param {boolean} freely */
async function prepare(lead, key, freely) {
  await foresee(lead, key, freely);
  if (plan) bar(tr("All go, as it is shown"), { go: true });
}

// ------------------------------------------------------------------------------------------------ gestures
onGrab((target, [startX, startY], event) => {
  const held = target.closest(".token[data-mine]");
  if (!held || !isChosen(held.dataset.who) || several().length < 2 || (inHand() && inHand() !== "several")) return null;
  const lead = moverOf(held.dataset.who), first = token(lead) ?? held;
  const size = Number(first.dataset.size), home = [Number(first.dataset.x), Number(first.dataset.y)];
  bar(null);
  /** @type {string | null} */
  let key = first.dataset.place ?? null;
  /** @param {Point} point
   *  @param {Press} moved */
  const look = ([x, y], moved) => {
    key = placeAt(home[0] + x - startX, home[1] + y - startY, size);
    if (key === null || key === first.dataset.place) clear();
    else foresee(lead, key, placesFreely(moved));
  };
  look([startX, startY], event);
  return {
    move: look,
    drop() { return key === null || key === token(lead)?.dataset.place ? clear() : go(); },
    cancel: clear,
  };
}, { first: true });

onTap((target, point, event) => {
  if (way === PLAIN || !several().length || target.closest(".token")) return false;
  const [lead] = movers();
  const key = placeAt(...point, Number(token(lead)?.dataset.size ?? 1));
  if (key !== null) prepare(lead, key, placesFreely(event));
  return true;
}, { first: true });

// The arrow keys on one who is chosen move all of them, before they move that one alone.
document.addEventListener("keydown", (event) => {
  const at = map().contains(document.activeElement) ? document.activeElement?.closest(".token") : null;
  const focused = /** @type {PageElement | null} */ (at ?? null);
  if (!focused || !isChosen(focused.dataset.who) || several().length < 2 || event.ctrlKey || event.metaKey || event.altKey) return;
  const lead = moverOf(focused.dataset.who), step = STEPS[event.key];
  if (step) {
    const next = stepFrom(plan?.lead === lead ? plan.key : String(token(lead)?.dataset.place), step);
    if (next === null) return;
    prepare(lead, next, placesFreely(event));
  } else if (event.key === "Enter" && plan) go();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("click", ({ target }) => {
  if (target.closest("#move-here") && plan) go();
  else if (target.closest("#move-cancel") && (plan || way !== PLAIN)) leave();
});

function leave() {
  way = PLAIN;
  clear();
}

hear("several", ({ people }) => {
  if (!people.length) giveNothingLater();
  if (plan || (way !== PLAIN && !people.length)) leave();
});
hear("selected", () => { if (plan) clear(); });
