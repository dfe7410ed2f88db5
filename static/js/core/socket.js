// The line to the server, which `line.js` has opened: what changed comes in, is put on the page and told to the other modules;
// commands and questions go out. A page that missed something notices by the number and asks for everything.

import { drawParts, moveToken } from "../map/updates.js";
import { tell } from "./events.js";
import { el, say } from "./page.js";
import { lifted } from "./press.js";
import "../map/event-marks.js";
import "../map/tiles.js";
import { tr } from "./texts.js";

/** @import { SentCommand } from "./events.js" */
/** @import { Ended, Move, MovesAhead, Refused, Replies, Reply, Update } from "./messages.js" */

let seq = Number(document.body.dataset.seq);
let work = Promise.resolve();
let resuming = false;
/** @type {Move[]} */
const movedAhead = [];
const SLOW = 15000; // milliseconds after which it is said that an answer takes long
const LATEST = 3000; // milliseconds that a push may come after the answer
/** @type {Set<Promise<unknown>>} */
const reasonsToStay = new Set();

const { socket, takeOver } = window.battlematLine;

/** Ask the server something; the answer is its acknowledgement, however long that takes, or a refusal when the line is
 *  lost. It comes when nobody presses anything: whatever is done with it moves nothing away under a finger.
 *  @template {keyof Replies} Question
 *  @param {Question} event
 *  @param {object} data
 *  @returns {Promise<Reply<Question>>} */
export async function ask(event, data) {
  const answer = await answerTo(event, data);
  await lifted();
  if (event === "command" && answer.refusal) tell("refused", { command: /** @type {SentCommand} */ (data), code: answer.refusal.code ?? "" });
  return answer;
}

/** @template {keyof Replies} Question
 *  @param {Question} event
 *  @param {object} data
 *  @returns {Reply<Question> | Promise<Reply<Question>>} */
function answerTo(event, data) {
  if (!socket.connected) return refused(tr("There is no connection to the table just now. What you see may be old."));
  return new Promise((resolve) => {
    const slow = setTimeout(() => say({ message: tr("The table is slow to answer. What you asked for is still worked on."), rule: null }), SLOW);
    const take = (/** @type {Reply<Question>} */ answer) => {
      clearTimeout(slow);
      socket.off("disconnect", lost);
      resolve(answer);
    };
    const lost = () => take(refused(tr("The table did not answer. Try once more.")));
    socket.once("disconnect", lost);
    socket.emit(event, data, take);
  });
}

/** @param {string} message
 *  @returns {Refused} */
const refused = (message) => ({ ok: false, refusal: { code: "no-connection", message, rule: null } });

/** Wait until the page shows what has this number, and all before; not for ever, should it have got lost.
 *  @param {number} number */
export async function shown(number) {
  const until = performance.now() + LATEST;
  while (seq < number && performance.now() < until) await new Promise(requestAnimationFrame);
}

/** Keep the page from being loaded anew until the promise is settled.
 *  @param {Promise<unknown>} promise */
export function stayFor(promise) {
  reasonsToStay.add(promise);
  const done = () => reasonsToStay.delete(promise);
  promise.then(done, done);
}

/** @param {Update | MovesAhead} update */
async function apply(update) {
  if ("ahead" in update) return moveAhead(update);
  if (update.reload) return reload(update.at);
  if (update.prev !== null && update.prev !== seq) return resume();
  resuming = false;
  await lifted();
  if (update.panels) await window.htmx.swap({ text: update.panels, swap: "none" });
  for (const move of update.moves ?? []) moveToken(move);
  if (update.drawn?.length) drawParts(update.drawn);
  seq = update.seq;
  document.body.dataset.seq = String(seq);
  tell("update", { ...update, moves: [...movedAhead.splice(0), ...update.moves ?? []] });
}

/** Move tokens of which the rest is still to come: other modules hear of it together with that.
 *  @param {MovesAhead} update */
async function moveAhead({ moves }) {
  await lifted();
  for (const move of moves) moveToken(move);
  movedAhead.push(...moves);
}

/** @param {string} [at] */
async function reload(at) {
  while (reasonsToStay.size) await Promise.allSettled([...reasonsToStay]);
  if (at) location.replace(at);
  else location.reload();
}

function resume() {
  if (resuming) return;
  resuming = true;
  socket.timeout(15000).emit("resume", { seq }, (error) => { if (error) resuming = false; });
}

// ------------------------------------------------------------------------------- the line itself
let lost = 0;

/** @param {string | null} words */
function setLost(words) {
  clearTimeout(lost);
  const sign = el("connection");
  if (!sign) return;
  if (!words) sign.hidden = true;
  else {
    lost = setTimeout(() => {
      sign.textContent = words;
      sign.hidden = false;
    }, 400);
  }
}

/** @type {string | null} */
let ended = null; // what the server said when it ended the line, until the page may come back
/** @param {Ended} why */
function comeBackLater({ message, seconds }) {
  ended = message;
  setTimeout(() => {
    ended = null;
    socket.connect();
  }, seconds * 1000);
}

/** Hear everything from here on, and first what was told while the modules were still to come: now all of them listen. */
function listen() {
  const kept = takeOver();
  socket.on("update", (update) => {
    work = work.then(() => apply(update)).catch((error) => {
      console.error(error);
      return resume();
    });
  });
  for (const name of /** @type {const} */ (["shown", "look", "frames", "measure-screen", "odds", "chance", "advice", "ground", "spots", "remedies"])) socket.on(name, (thing) => tell(name, thing));
  socket.on("said", (said) => { work = work.then(() => { tell("said", said); }); }); // behind the lines that came before it
  socket.on("papers", () => tell("papers"));
  socket.on("ended", comeBackLater);
  socket.on("connect", () => {
    resuming = false;
    setLost(null);
    tell("connected");
  });
  socket.on("disconnect", (reason) => {
    tell("disconnected");
    setLost(ended ?? tr("Connection lost. Trying again…"));
    if (ended) return;
    if (reason === "io server disconnect") socket.connect();
  });
  socket.on("connect_error", (error) => {
    if (error.data?.seconds) {
      comeBackLater(error.data);
      setLost(error.message);
      return;
    }
    setLost(socket.active ? tr("Connection lost. Trying again…") : tr("This page is not let in any more. Open the table’s link again."));
  });
  for (const [name, ...told] of kept) for (const listener of socket.listeners(name)) listener(...told);
}

document.addEventListener("DOMContentLoaded", listen);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket.disconnected && !ended) socket.connect();
});
