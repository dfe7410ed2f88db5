// The GM's hand in the fog: cells are shown, covered or forgotten with a brush or a box, and lights are put and taken.

import { boxed, brushed, swept } from "./cells.js";
import { cellOf, corners, placeAt } from "./geometry.js";
import { ask } from "./live.js";
import { commandId, el, hear, map, say, svg } from "./page.js";
import { addTool, inHand } from "./tools.js";

const UNIT = 100;
const WORDS = {
  show: "Tap or drag over the cells to show to all players.",
  cover: "Tap or drag over the cells to cover. Nobody sees them until you show or forget them.",
  forget: "Tap or drag over the cells that are to be as if never seen.",
  light: "Tap where a light is to stand, or on one to take it away.",
};
const DONE = { show: "Shown", cover: "Covered", forget: "Forgotten" };

const stroke = svg("path", { class: "fog-stroke", "aria-hidden": "true" });
const brush = () => document.querySelector("[name=fog-brush]:checked")?.value ?? "3";
const cellAt = ([x, y]) => placeAt(x, y);
const announce = (words) => { if (el("fog-says")) el("fog-says").textContent = words; };

function preview(keys) {
  const outline = (key) => `M${corners(key).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  stroke.setAttribute("d", [...keys].map(outline).join(""));
}

async function send(command, words) {
  const answer = await ask("command", { id: commandId(), ...command });
  if (answer.ok) announce(words);
  else if (answer.refusal.code !== "no-change") say(answer.refusal);
  preview([]);
}

const count = (number) => `${number} cell${number === 1 ? "" : "s"}`;
const paint = (how, keys) => (keys.size ? send({ do: "paint-fog", how, cells: [...keys].map(cellOf) }, `${DONE[how]}: ${count(keys.size)}.`) : preview([]));
const under = (key) => new Set(key ? brushed(key, brush() === "box" ? 1 : Number(brush())) : []);

function start(name) {
  stroke.setAttribute("class", `fog-stroke ${name}`);
  el("overlay-top").append(stroke);
  announce(WORDS[name]);
}

function stop() {
  preview([]);
  stroke.remove();
  announce("");
}

for (const how of ["show", "cover", "forget"]) {
  addTool(`fog-${how}`, {
    start: () => start(how),
    stop,
    tap(target, point) {
      paint(how, under(cellAt(point)));
      return true;
    },
    hover: (point) => preview(under(cellAt(point))),
    grab(target, point) {
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

/** Half cells are near enough for a lamp, and quick to hit again. */
const halves = ([x, y]) => [x, y].map((part) => Math.round((part / UNIT) * 2) / 2);

addTool("fog-light", {
  start: () => start("light"),
  stop,
  tap(target, point) {
    const stands = target.closest?.("[data-light]");
    const [bright, range] = ["light-bright", "light-dim"].map((id) => Number(el(id).value));
    if (stands) send({ do: "edit-map", drop: { lights: [stands.dataset.light.split(" ").map(Number)] } }, "The light is gone.");
    else if (!(range > 0) || !(bright >= 0) || bright > range) say({ message: "Say first how far the light is bright, and how far it is dim: two numbers, the second not the smaller one.", rule: null });
    else send({ do: "edit-map", lights: [{ at: halves(point), range, bright }] }, "A light stands there.");
    return true;
  },
});

/** The panel as it has to be with the tool that is in hand; a push may have brought it anew. */
function arrange() {
  const name = inHand() ?? "";
  map().classList.toggle("shows-lights", name === "fog-light");
  for (const options of document.querySelectorAll(".fog-options")) options.hidden = !name.startsWith("fog-") || (name === "fog-light") !== (options.dataset.for === "light");
  for (const button of document.querySelectorAll("#fog [data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
}

hear("tool", arrange);
hear("update", arrange);
