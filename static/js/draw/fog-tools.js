// The GM's hand in the fog: cells are shown, covered or forgotten with a brush or a box, and lights are put and taken.
// By keys a cursor goes over the map: arrows move it, Enter or Space paints there, or makes the corners of a box.

import { boxed, brushed, swept } from "../map/cells.js";
import { cellOf, centre, corners, keyOf, placeAt, stepFrom } from "../map/geometry.js";
import { ask } from "../core/socket.js";
import { reveal } from "../map/viewport.js";
import { hear } from "../core/events.js";
import { commandId, el, map, say, svg } from "../core/page.js";
import { addTool, inHand } from "../map/tools.js";
import { tr } from "../core/texts.js";

const UNIT = 100;
/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };
/** @type {Record<string, string>} */
const WORDS = {
  show: tr("Tap or drag over the cells to reveal to all players."),
  cover: tr("Tap or drag over the cells to cover. Nobody sees them until you show or forget them."),
  forget: tr("Tap or drag over the cells that are to be as if never seen."),
  light: tr("Tap where a light is to stand, or on one to take it away."),
};
/** @type {Record<string, string>} */
const DONE = { show: tr("Revealed"), cover: tr("Hidden"), forget: tr("Reset") };

const stroke = svg("path", { class: "fog-stroke", "aria-hidden": "true" });
/** @type {string | null} */
let cursor = null; // the cell that the keys are on
/** @type {string | null} */
let corner = null; // the cell that a box of the keys begins in
const brush = () => document.querySelector("[name=fog-brush]:checked")?.value ?? "3";
/** @param {Point} point */
const cellAt = ([x, y]) => placeAt(x, y);
/** @param {string} words */
const announce = (words) => { if (el("fog-says")) el("fog-says").textContent = words; };

/** @param {Iterable<string>} keys */
function preview(keys) {
  const outline = (/** @type {string} */ key) => `M${corners(key).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  stroke.setAttribute("d", [...keys].map(outline).join(""));
}

/** @param {object} command
 *  @param {string} words */
async function send(command, words) {
  const answer = await ask("command", { id: commandId(), ...command });
  if (answer.ok) announce(words);
  else if (answer.refusal.code !== "no-change") say(answer.refusal);
  preview(underKeys());
}

/** @param {number} number */
const count = (number) => `${number} cell${number === 1 ? "" : "s"}`;
/** @param {string} how
 *  @param {Set<string>} keys */
const paint = (how, keys) => (keys.size ? send({ do: "paint-fog", how, cells: [...keys].map(cellOf) }, `${DONE[how]}: ${count(keys.size)}.`) : preview([]));
/** @param {string | null} key
 *  @returns {Set<string>} */
const under = (key) => new Set(key ? brushed(key, brush() === "box" ? 1 : Number(brush())) : []);

const underKeys = () => (!cursor ? [] : inHand() === "fog-light" ? [cursor] : corner ? box(corner, cursor) : under(cursor));

/** @param {string} name */
function start(name) {
  stroke.setAttribute("class", `fog-stroke ${name}`);
  el("overlay-top").append(stroke);
  announce(`${WORDS[name]} ${tr("Arrow keys and Enter do the same.")}`);
}

/** The keys: arrows move the cursor, Enter and Space are the hand's `press` on its cell.
 *  @param {KeyboardEvent} event
 *  @param {(cell: string) => void} press */
function byKeys(event, press) {
  if (event.ctrlKey || event.metaKey || !map().dataset.cols) return false;
  const [cols, rows] = [Number(map().dataset.cols), Number(map().dataset.rows)];
  if (event.key === "Enter" || event.key === " ") {
    if (!cursor) return false;
    press(cursor);
    return true;
  }
  const step = STEPS[event.key];
  if (!step) return false;
  cursor = cursor ? stepFrom(cursor, step) ?? cursor : document.querySelector("#tokens .token.active")?.dataset.place || keyOf(Math.floor(cols / 2), Math.floor(rows / 2));
  reveal(...centre(cursor));
  return true;
}

/** @param {string} from
 *  @param {string} to */
const box = (from, to) => new Set(boxed(centre(from), centre(to)));

function stop() {
  cursor = corner = null;
  preview([]);
  stroke.remove();
  announce("");
}

for (const how of ["show", "cover", "forget"]) {
  addTool(`fog-${how}`, {
    start: () => start(how),
    stop,
    tap(_target, point) {
      paint(how, under(cellAt(point)));
      return true;
    },
    hover: (point) => preview(under(cellAt(point))),
    key(event) {
      const taken = byKeys(event, (cell) => {
        if (brush() !== "box") return paint(how, under(cell));
        if (corner) paint(how, box(corner, cell));
        else announce(tr("The box begins here: go to its other corner, and press Enter."));
        corner = corner ? null : cell;
      });
      if (taken) preview(underKeys());
      return taken;
    },
    grab(_target, point) {
      let keys = under(cellAt(point));
      let last = point;
      return {
        move(now) {
          if (brush() === "box") keys = new Set(boxed(point, now));
          else for (const key of swept(last, now)) for (const cell of under(key)) keys.add(cell);
          last = now;
          preview(keys);
        },
        drop: () => paint(how, keys),
        cancel: () => preview([]),
      };
    },
  });
}

/** Half cells are near enough for a lamp, and quick to hit again.
 *  @param {Point} point */
const halves = ([x, y]) => [x, y].map((part) => Math.round((part / UNIT) * 2) / 2);

/** @param {PageElement | null | undefined} stands
 *  @param {number[]} at */
function putOrTake(stands, at) {
  const [bright, range] = ["light-bright", "light-dim"].map((id) => Number(el(id).value));
  if (stands) send({ do: "edit-map", drop: { lights: [stands.dataset.light.split(" ").map(Number)] } }, tr("The light is gone."));
  else if (!(range > 0) || !(bright >= 0) || bright > range) say({ message: tr("Say first how far the light is bright, and how far it is dim: two numbers, the second not the smaller one."), rule: null });
  else send({ do: "edit-map", lights: [{ at, range, bright }] }, tr("A light stands there."));
}

addTool("fog-light", {
  start: () => start("light"),
  stop,
  tap(target, point) {
    putOrTake(target.closest?.("[data-light]"), halves(point));
    return true;
  },
  key(event) {
    const taken = byKeys(event, (cell) => {
      const [x, y] = centre(cell).map((part) => Math.round((part / UNIT) * 1000) / 1000);
      const near = [...document.querySelectorAll("#map-lights [data-light]")].find((light) => {
        const [lightX, lightY] = light.dataset.light.split(" ").map((part) => Number(part) * UNIT);
        return placeAt(lightX, lightY) === cell;
      });
      putOrTake(near, [x, y]);
    });
    if (taken) preview(underKeys());
    return taken;
  },
});

/** The panel as it has to be with the tool that is in hand; a push may have brought it anew. */
function arrange() {
  const name = inHand() ?? "";
  map().classList.toggle("shows-lights", name === "fog-light");
  for (const options of document.querySelectorAll(".fog-options")) options.hidden = !name.startsWith("fog-") || (name === "fog-light") !== (options.dataset.for === "light");
  const panel = document.querySelector("#fog [data-keys]");
  if (panel) panel.dataset.keys = name.startsWith("fog-") ? name : "fog";
  for (const button of document.querySelectorAll("#fog [data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
}

// Who takes a tool by key goes on with the arrow keys on the map.
document.addEventListener("click", (event) => {
  if (event.detail !== 0 || !event.target.closest("#fog [data-tool]") || !inHand()?.startsWith("fog-")) return;
  map().tabIndex = -1;
  map().focus({ preventScroll: true });
});

hear("tool", arrange);
hear("update", arrange);
