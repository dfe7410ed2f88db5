// What those who are chosen are told: one order that each carries out, in its own turn where a fight is on; and what the
// GM sets of all of them. What belongs together carries one name, so that one undo takes it back.

import { hear, tell } from "../core/events.js";
import { commandId, el, say, token, turn } from "../core/page.js";
import { ask, shown } from "../core/socket.js";
import { tr } from "../core/texts.js";
import { arm } from "../play/aim.js";
import { formWith } from "./formation.js";
import { several } from "./chosen.js";
import { give, isAsked } from "./together.js";

/** @import { Sent } from "./together.js" */
/** An order under way: what each is told, who is still to do it, and whether their turns end with it.
 *  @typedef {{ said: Sent, waiting: string[], together: string, ends: boolean, done: number, cannot: string[] }} Order */

const panel = () => el("several");
/** @type {Order | null} */
let order = null;
let busy = false;

/** @param {string} who */
const nameOf = (who) => token(who)?.dataset.name ?? who;
/** @param {string} who
 *  @param {string} why */
const cannot = (who, why) => (why.startsWith(nameOf(who)) ? why : `${nameOf(who)}: ${why}`);

// ------------------------------------------------------------------------------------------------ one order
/** @param {Sent} said */
function begin(said) {
  order = { said, waiting: several(), together: commandId(), ends: Boolean(/** @type {PageElement | null} */ (el("several-ends"))?.checked), done: 0, cannot: [] };
  step();
}

/** Let the next of them do it who may. */
async function step() {
  if (!order || busy || isAsked()) return;
  busy = true;
  const now = order;
  try {
    while (order === now && now.waiting.length && !isAsked()) {
      const answer = await ask("orders", { people: now.waiting, ...now.said });
      if (order !== now) break;
      if (!answer.ok) {
        say(answer.refusal);
        order = null;
        break;
      }
      const { running } = turn();
      for (const one of answer.orders) {
        if (!one.why || (running && one.code === "not-your-turn")) continue;
        now.cannot.push(cannot(one.who, one.why));
        now.waiting = now.waiting.filter((who) => who !== one.who);
      }
      const next = answer.orders.find(({ why }) => !why);
      if (!next) break;
      now.waiting = now.waiting.filter((who) => who !== next.who);
      await carryOut(now, next.who, next.command);
    }
  } finally {
    busy = false;
  }
  if (order === now && !now.waiting.length && !isAsked()) finish();
  else showOrder();
}

/** @param {Order} now
 *  @param {string} who
 *  @param {Sent} command */
async function carryOut(now, who, command) {
  const answer = await ask("command", { id: commandId(), ...command, together: now.together });
  if (!answer.ok) {
    if (answer.refusal.code === "prompt-open") now.waiting.unshift(who);
    else now.cannot.push(cannot(who, answer.refusal.message));
    return;
  }
  now.done += 1;
  await shown(answer.seq);
  ending = now.ends ? who : null;
  await endTurn(now);
}

/** @type {string | null} */
let ending = null; // whose turn ends once its deed is done

/** @param {Order} now */
async function endTurn(now) {
  if (!ending || isAsked()) return;
  const who = ending, { running, active } = turn();
  ending = null;
  if (!running || active !== who) return;
  const answer = await ask("command", { id: commandId(), do: "end-turn", actor: who, together: now.together });
  if (answer.ok) await shown(answer.seq);
}

function finish() {
  const done = order;
  order = null;
  showOrder();
  if (done?.cannot.length) say({ message: tr("Done by {number}. Not by: {cannot}", { number: done.done, cannot: done.cannot.join(" · ") }), rule: null });
}

function showOrder() {
  const words = el("several-order");
  if (!words) return;
  const now = order;
  words.hidden = !now;
  el("several-stop").hidden = !now;
  const waits = now ? tr("Done by {number}; it waits for: {names}.", { number: now.done, names: now.waiting.map(nameOf).join(", ") }) : "";
  words.textContent = now?.cannot.length ? `${waits} ${tr("Not by: {cannot}", { cannot: now.cannot.join(" · ") })}` : waits;
}

// ------------------------------------------------------------------------------------------------ the panel
let wanted = 0;
let soon = 0;
/** @type {string | null} */
let shownPanel = null;

async function fetchPanel() {
  clearTimeout(soon);
  const people = several(), number = wanted += 1;
  if (!people.length) return clear();
  const answer = await ask("several", { people });
  if (number !== wanted) return;
  if (!answer.ok) return answer.refusal.code === "no-connection" ? undefined : clear();
  if (answer.panel !== shownPanel) await window.htmx.swap({ text: answer.panel, target: panel(), swap: "outerMorph" });
  shownPanel = answer.panel;
  panel().hidden = false;
  showOrder();
}

function clear() {
  shownPanel = null;
  panel().hidden = true;
  panel().replaceChildren();
}

hear("several", fetchPanel);
hear("update", () => {
  if (order) (ending ? endTurn(order) : Promise.resolve()).then(step);
  if (!several().length) return;
  clearTimeout(soon);
  soon = setTimeout(fetchPanel, 60);
});

/** Make of a form what it says for one of them.
 *  @param {HTMLFormElement} form
 *  @param {PageElement | null} button */
function saidBy(form, button) {
  /** @type {Sent} */
  const said = {};
  for (const [key, value] of new FormData(form, /** @type {HTMLElement | null} */ (/** @type {unknown} */ (button)))) {
    if (value === "" || typeof value !== "string") continue;
    if (key.startsWith("json:")) said[key.slice(5)] = JSON.parse(value);
    else said[key] = value;
  }
  return said;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-several]");
  if (!form) return;
  event.preventDefault();
  const said = saidBy(/** @type {HTMLFormElement} */ (/** @type {unknown} */ (form)), event.submitter);
  give(several().map((target) => ({ ...said, target })));
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("#several-stop")) {
    order = null;
    return showOrder();
  }
  if (target.closest("#several-open")) {
    tell("several-open");
    panel().scrollIntoView({ block: "start", behavior: "instant" });
  }
  const all = target.closest("[data-several-commands]")?.dataset.severalCommands;
  if (all) return void give(/** @type {Sent[]} */ (JSON.parse(all)));
  const each = target.closest("[data-several-each]")?.dataset.severalEach;
  if (each) return void give(several().map((who) => ({ .../** @type {Sent} */ (JSON.parse(each)), target: who })));
  const button = target.closest("[data-order]");
  if (!button) return;
  const { order: deed, orderMode: mode, param } = button.dataset;
  const fixed = /** @type {Fixed} */ (JSON.parse(button.dataset.fixed ?? "{}"));
  const said = { ...(deed ? { do: deed } : {}), ...fixed };
  if (mode === "move") return formWith({ do: deed, param, fixed });
  if (mode !== "target") return begin(said);
  tell("needs-map");
  arm({ actor: several()[0], do: deed || undefined, fixed, pick: (one) => begin({ ...said, [param]: one }), targets: null });
});
