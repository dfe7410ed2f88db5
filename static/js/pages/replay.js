// A fight told again: stepping, playing, going to a line. Each moment is asked of the server, which tells what of the
// page changes from the one that is shown; what is asked for while an answer is on its way waits, and the last counts.

import "../map/tiles.js";
import { forgetWhatIsTold, landing } from "../map/event-marks.js";
import { sweep } from "../map/dice.js";
import { drawParts, moveToken } from "../map/updates.js";
import { tell } from "../core/events.js";
import { el, isTyping, say, token } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { ReplayMoment } from "../core/messages.js" */

const PACE = 1400; // milliseconds for a moment, at the speed of 1
const LIE = 600; // the same for dice that lie, before the next moment
const { at, word, scene, as, last: end, turns: strides } = /** @type {PageElement} */ (document.body).dataset;
const last = Number(end);
const turns = strides.split(" ").filter(Boolean).map(Number);
const memory = "battlemat-replay-speed";

let shown = Number(document.body.dataset.moment);
let wanted = shown;
let asking = false;
let playing = false;
let timer = 0;

/** @param {number} moment */
const clamped = (moment) => Math.min(Math.max(moment, 0), last);

/** Go to a moment; resolves when it, or one asked for since, is shown.
 *  @param {number} moment */
async function go(moment) {
  wanted = clamped(moment);
  el("replay-at").value = wanted;
  count();
  if (asking) return;
  asking = true;
  while (wanted !== shown) {
    const to = wanted;
    if (!(await fetchMoment(to))) {
      wanted = shown;
      el("replay-at").value = shown;
      pause();
      break;
    }
    shown = to;
    settle();
  }
  asking = false;
}

/** @param {number} to */
async function fetchMoment(to) {
  const query = new URLSearchParams({ from: String(shown), word, as, scene });
  try {
    const answer = await fetch(`${at}/${to}?${query}`, { headers: { Accept: "application/json" } });
    const update = /** @type {ReplayMoment} */ (await answer.json());
    if (!answer.ok) return say(update.refusal), false;
    if (update.reload) return location.replace(address(to)), false;
    await window.htmx.swap({ text: update.panels, swap: "none" });
    if (to !== shown + 1) forgetWhatIsTold(); // it belongs to a moment that one has left
    sweep();
    for (const move of update.moves) moveToken(move);
    if (update.drawn.length) drawParts(update.drawn);
    tell("update", update);
    return true;
  } catch {
    say({ message: tr("There is no connection to the table just now. Try again in a moment."), rule: null });
    return false;
  }
}

/** @param {number} moment */
const address = (moment) => `${at}?${new URLSearchParams({ as, scene, at: String(moment) })}`;

/** What a push does not know of: keys reach the order, whom one looks at stays marked, the line is in sight. */
function settle() {
  for (const pick of document.querySelectorAll(".order-pick")) pick.tabIndex = 0;
  mark();
  const here = document.querySelector(".replay-line.here");
  const list = el("replay-lines");
  if (here && list) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  count();
  history.replaceState(null, "", address(shown));
  const point = el("replay-point"); // by which the GM finds the same moment in another's log
  if (point) point.value = el("replay-now").dataset.point;
}

function count() {
  el("replay-count").value = `${wanted} of ${last}`;
  for (const button of document.querySelectorAll("[data-go]")) {
    button.disabled = button.dataset.go.endsWith("back") ? wanted === 0 : wanted === last;
  }
}

// ----------------------------------------------------------------------------------------- playing
function play() {
  playing = true;
  el("replay-play").setAttribute("aria-pressed", "true");
  el("replay-play").setAttribute("aria-label", tr("Pause"));
  if (shown === last) go(0).then(wait);
  else step();
}

function pause() {
  playing = false;
  clearTimeout(timer);
  el("replay-play").setAttribute("aria-pressed", "false");
  el("replay-play").setAttribute("aria-label", tr("Play"));
}

async function step() {
  await go(shown + 1);
  wait();
}

function wait() {
  clearTimeout(timer);
  if (!playing) return;
  const [speed, rolls] = [Number(el("replay-speed").value), landing()];
  if (shown >= last) pause();
  else timer = setTimeout(step, Math.max(PACE / speed, rolls && rolls + LIE / speed));
}

const toggle = () => (playing ? pause() : play());

/** @type {Record<string, () => number>} */
const WAYS = {
  back: () => wanted - 1,
  on: () => wanted + 1,
  "turn-back": () => turns.findLast((turn) => turn < wanted) ?? 0,
  "turn-on": () => turns.find((turn) => turn > wanted) ?? last,
  start: () => 0,
  end: () => last,
};

/** @param {string} way */
function stride(way) {
  pause();
  go(WAYS[way]());
}

// ------------------------------------------------------------------------------------------- hands
/** @type {string | null} */
let looked = null;

function mark() {
  for (const node of document.querySelectorAll(".token.selected, .order-row.selected")) node.classList.remove("selected");
  token(looked)?.classList.add("selected");
  document.querySelector(`[data-order-who="${CSS.escape(looked ?? "")}"]`)?.classList.add("selected");
}

document.addEventListener("click", ({ target }) => {
  const way = target.closest("[data-go]")?.dataset.go;
  if (way) return stride(way);
  if (target.closest("#replay-play")) return toggle();
  const line = target.closest("[data-moment]:not(body)");
  if (line) {
    pause();
    return void go(Number(line.dataset.moment));
  }
  const who = target.closest("[data-select]")?.dataset.select;
  if (who && token(who)) {
    looked = who;
    mark();
    tell("selected", { who });
    tell("look-at", { x: Number(token(who).dataset.x), y: Number(token(who).dataset.y) });
  }
});
el("replay-at").addEventListener("input", ({ target }) => {
  pause();
  go(Number(target.value));
});
el("replay-as")?.addEventListener("change", ({ target }) => target.form.submit());
el("replay-speed").addEventListener("change", ({ target }) => {
  try { localStorage.setItem(memory, target.value); } catch { /* private window: for this page only */ }
});

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "start", End: "end" };
document.addEventListener("keydown", (event) => {
  if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (KEYS[event.key]) {
    event.preventDefault();
    stride(KEYS[event.key]);
  } else if (event.key === " " && !event.target.closest("button, summary, a")) {
    event.preventDefault();
    toggle();
  }
});

try {
  const kept = localStorage.getItem(memory);
  if (kept && el("replay-speed").querySelector(`[value="${CSS.escape(kept)}"]`)) el("replay-speed").value = kept;
} catch { /* private window */ }
settle();
