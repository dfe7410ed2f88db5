// The projector on the GM's map: a frame for each of its screens, moved by its grip or by arrow keys, whole cells at a
// time; a peek elsewhere and the way back; and the measuring of a screen that nobody touches.

import { ask } from "../core/socket.js";
import { onGrab } from "../map/map-pointers.js";
import { levels, over, shownLevel } from "../levels/levels.js";
import { inSight } from "../map/viewport.js";
import { hear } from "../core/events.js";
import { el, html, map, say, svg } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Frame, Frames } from "../core/messages.js" */

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** @type {Frames} */
let told = { frames: [], peeking: false, step: [100, 100] };
/** @type {{ id: string, at: Point } | null} */
let dragged = null; // while a hand holds a frame

function layer() {
  const found = el("overlay-frames");
  if (found) return found;
  const made = svg("g", { id: "overlay-frames" });
  map().insertBefore(made, el("overlay-top"));
  return made;
}

const framed = () => /** @type {(Frame & { at: Point, home: Point })[]} */ (told.frames.filter(({ at }) => at)).map((frame) => ({ ...frame, at: onLevel(frame) }));

/** Where a frame lies: a projector that shows another level looks over or under the place where it was put.
 *  @param {Frame & { at: Point }} frame
 *  @returns {Point} */
function onLevel({ at, size, level }) {
  const to = level ? levels().find(({ id }) => id === level) : null;
  if (!to) return at;
  const middle = /** @type {Point} */ ([at[0] + size[0] / 2, at[1] + size[1] / 2]);
  const there = over(middle, to);
  return [at[0] + there[0] - middle[0], at[1] + there[1] - middle[1]];
}
/** @param {Point} place
 *  @returns {Point} */
const near = ([x, y]) => [Math.round(x / told.step[0]) * told.step[0], Math.round(y / told.step[1]) * told.step[1]];

/** @param {"frame" | "measure-screen"} what
 *  @param {object} data */
async function send(what, data) {
  const answer = await ask(what, data);
  if (!answer.ok) say(answer.refusal);
}

/** @param {Point} at */
const go = (at) => send("frame", told.peeking ? { peek: at } : { to: at });

// ------------------------------------------------------------------------------------------ drawing
function draw() {
  const focused = layer().contains(document.activeElement);
  layer().replaceChildren(...framed().flatMap((frame) => {
    const at = dragged?.id === frame.id ? dragged.at : frame.at;
    /** @param {Point} place
     *  @param {string} look */
    const box = (place, look) => svg("rect", { class: look, x: place[0], y: place[1], width: frame.size[0], height: frame.size[1] });
    const grip = svg("g", { class: "frame-grip", "data-frame": frame.id, tabindex: 0, role: "button", "aria-label": told.peeking ? tr("What the projector shows, a peek. Arrow keys move it by whole cells.") : tr("What the projector shows. Arrow keys move it by whole cells.") });
    grip.append(svg("rect", { width: 136, height: 34, rx: 8 }), svg("use", { href: "#i-table", x: 8, y: 7, width: 20, height: 20 }), words(told.peeking ? tr("Peek") : tr("Projector")));
    const [x, y] = inReach(at, frame.size);
    grip.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
    const home = told.peeking ? [box(frame.home, "frame-home")] : [];
    return [...home, box(at, `table-frame${told.peeking ? " peeking" : ""}`), grip];
  }));
  if (focused) layer().querySelector(".frame-grip")?.focus();
}

/** Where the grip lies: on the frame's upper edge, outside, or as near to it as can be seen.
 *  @param {Point} at
 *  @param {Point} size */
function inReach([x, y], [width, height]) {
  const sight = inSight();
  const u = sight.u;
  const beside = Math.max(x, Math.min(sight.x + 8 * u, x + width - 140 * u));
  return [beside, Math.max(y - 36 * u, Math.min(sight.y + 8 * u, y + height - 40 * u))];
}

/** @param {string} text */
function words(text) {
  const made = svg("text", { x: 36, y: 23 });
  made.textContent = text;
  return made;
}

onGrab((target, point) => {
  const id = target.closest?.("[data-frame]")?.dataset.frame;
  const frame = framed().find((each) => each.id === id);
  if (!frame) return null;
  const hold = [point[0] - frame.at[0], point[1] - frame.at[1]];
  return {
    move([x, y]) {
      dragged = { id: frame.id, at: near([x - hold[0], y - hold[1]]) };
      draw();
    },
    async drop() {
      const at = dragged?.at;
      if (at) await go(at);
      dragged = null;
      draw();
    },
    cancel() {
      dragged = null;
      draw();
    },
  };
}, { first: true });

document.addEventListener("keydown", (event) => {
  const id = event.target.closest?.("[data-frame]")?.dataset.frame;
  const frame = framed().find((each) => each.id === id);
  const step = STEPS[event.key];
  if (!frame || !step) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  go(near([frame.at[0] + step[0] * told.step[0], frame.at[1] + step[1] * told.step[1]]));
}, { capture: true });

// ---------------------------------------------------------------------------------- the fold beside it
/** @param {Frame} frame */
function describe(frame) {
  const size = frame.pixels.join(" × ");
  const cells = frame.size.map((length) => Math.round(length / 100)).join(" × ");
  const shows = frame.at ? tr("shows {cells} cells", { cells }) : frame.measured ? tr("shows the whole map") : tr("not measured yet, shows the whole map");
  const row = html("li", {}, html("b", {}, size), ` ${shows}`);
  if (!frame.awake) row.append(html("span", { class: "hint" }, tr("It may go to sleep: switch that off on its device.")));
  return row;
}

function arrange() {
  if (!el("table-screens")) return;
  const rows = told.frames.map(describe);
  el("table-screens").replaceChildren(...(rows.length ? rows : [html("li", { class: "hint" }, tr("No projector is open. “Invite” has its link."))]));
  el("table-peek").disabled = !framed().length;
  el("table-peek").hidden = told.peeking;
  el("table-return").hidden = !told.peeking;
  const measured = told.frames.find(({ measuring }) => measuring);
  el("table-measure").disabled = !told.frames.length;
  el("table-measure").hidden = Boolean(measured);
  el("table-measuring").hidden = !measured;
  for (const button of el("table-measuring").querySelectorAll("[data-measure-by]")) button.setAttribute("aria-pressed", String(button.dataset.measureBy === measured?.measuring));
  el("table-inches").hidden = measured?.measuring !== "diagonal";
  el("table-growing").hidden = !measured || measured.measuring === "diagonal";
}

/** On a map of levels: whether the projector goes with who acts, or stays where the GM wants it. */
function arrangeHold() {
  const old = el("projector-holds");
  if (!levels().length || !told.frames.length) return old?.remove();
  const button = old ?? html("button", { type: "button", id: "projector-holds", class: "float-button level-hold" });
  const held = levels().find(({ id }) => id === told.level);
  button.setAttribute("aria-pressed", String(Boolean(held)));
  button.title = held ? tr("The projector stays on this level; press to let it go with who acts") : tr("The projector goes with who acts; press to keep it on the level that you see");
  const words = held ? tr("Projector: {level}", { level: held.name }) : tr("Projector follows");
  if (button.textContent !== words) {
    const icon = svg("svg", { class: "icon", "aria-hidden": "true" });
    icon.append(svg("use", { href: "#i-table" }));
    button.replaceChildren(icon, html("span", {}, words));
  }
  const box = document.querySelector(".level-switch");
  if (box && button.parentElement !== box) box.append(button);
}

function hold() {
  const level = shownLevel()?.id ?? levels()[0]?.id;
  send("frame", { level: told.level ? null : level ?? null });
}

/** A peek begins in the middle of what the GM looks at. */
function peek() {
  const frame = framed()[0];
  const sight = inSight();
  send("frame", { peek: near([sight.x + (sight.width - frame.size[0]) / 2, sight.y + (sight.height - frame.size[1]) / 2]) });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.id === "table-peek") peek();
  else if (button.id === "projector-holds") hold();
  else if (button.id === "table-return") send("frame", { return: true });
  else if (button.id === "table-measure") send("measure-screen", { open: true });
  else if (button.dataset.measureBy) send("measure-screen", { by: button.dataset.measureBy });
  else if (button.dataset.measureGrow) send("measure-screen", { grow: Number(button.dataset.measureGrow) });
  else if (button.dataset.measureEnd) send("measure-screen", { [button.dataset.measureEnd]: true });
});
document.addEventListener("input", ({ target }) => {
  if (target.id === "table-inches-field" && Number(target.value) >= 3) send("measure-screen", { inches: Number(target.value) });
});

hear("frames", (frames) => {
  told = frames;
  draw();
  arrange();
  arrangeHold();
});
for (const name of /** @type {const} */ (["update", "map-changed", "level"])) hear(name, () => { if (levels().length || el("projector-holds")) arrangeHold(); });
hear("view", ({ working }) => { if (!working && framed().length && !dragged) draw(); });
hear("disconnected", () => {
  told = { ...told, frames: [], peeking: false };
  draw();
  arrange();
});
arrange();
