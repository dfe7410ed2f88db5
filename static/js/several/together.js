// Commands for several at once: given one behind the other under one name, so that one undo takes all of them back.

import { hear } from "../core/events.js";
import { commandId, el, say, token, turn } from "../core/page.js";
import { ask, shown } from "../core/socket.js";
import { tr } from "../core/texts.js";

/** @import { Refusal } from "../core/messages.js" */
/** @typedef {Record<string, unknown>} Sent */

/** @type {{ commands: Sent[], together: string } | null} */
let rest = null; // what waits until a question is answered

/** What some do as soon as it is their turn, by who does it.
 *  @type {Map<string, Sent>} */
const later = new Map();

/** Let some do something once it is their turn, in place of what they were to do before.
 *  @param {Map<string, Sent>} commands */
export function giveLater(commands) {
  for (const [who, command] of commands) later.set(who, command);
  showLater();
}

/** Nobody is to do anything later any more. */
export function giveNothingLater() {
  later.clear();
  showLater();
}

function showLater() {
  const words = el("several-later");
  if (!words) return;
  words.hidden = !later.size;
  const names = [...later.keys()].map((who) => token(who)?.dataset.name ?? "").filter(Boolean);
  words.textContent = names.length ? tr("In their turns: {names}", { names: names.join(", ") }) : "";
}

/** Whether somebody is asked something, so that what else is to be done waits. */
export const isAsked = () => Boolean(el("prompt")?.dataset.number);

/** Give commands one behind the other, as one that is taken back at once; what a question holds up follows it.
 *  @param {Sent[]} commands
 *  @param {string} together */
export async function give(commands, together = commandId()) {
  const answers = await Promise.all(commands.map((command) => ask("command", { id: commandId(), ...command, together })));
  /** @type {Sent[]} */
  const held = [];
  /** @type {Refusal[]} */
  const refused = [];
  answers.forEach((answer, n) => {
    if (answer.ok) return;
    if (answer.refusal.code === "prompt-open") held.push(commands[n]);
    else if (answer.refusal.code !== "no-change") refused.push(answer.refusal);
  });
  rest = held.length ? { commands: held, together } : null;
  const last = answers.filter(({ ok }) => ok).at(-1);
  if (last?.ok) await shown(last.seq);
  if (refused.length) say({ ...refused[0], message: refused.length > 1 ? tr("{why} And {number} more could not.", { why: refused[0].message, number: refused.length - 1 }) : refused[0].message });
}

hear("update", () => {
  if (isAsked()) return;
  if (rest) {
    const { commands, together } = rest;
    rest = null;
    return void give(commands, together);
  }
  const { running, active } = turn(), command = running && active ? later.get(active) : null;
  if (!running && later.size) return giveNothingLater();
  if (!command || !active) return;
  later.delete(active);
  showLater();
  give([command]);
});
