// Areas: drawn from their origin to where they reach, or set down by a tap; moved by dragging, turned by the handle
// or keys. Whom they catch and where walls cut them the server says.

import { centre, hasCells, placeAt, stepFrom } from "../map/geometry.js";
import { reveal } from "../map/viewport.js";
import { ask } from "../core/socket.js";
import { asker, drawArea, isOn, layer, onSwitch, putAway, whoIs } from "../map/measurement.js";
import { hear, tell } from "../core/events.js";
import { el, map, svg, token } from "../core/page.js";
import { own, selected } from "./selection.js";
import { addTool, inHand } from "../map/tools.js";
import { tr } from "../core/texts.js";

/** @import { Area, CaughtSide, Template } from "../core/messages.js" */

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1] };
const HANDLE = 24; // pixels about the handle that take it
const zoned = !hasCells();

/** What is laid. `from`: the one with whom it goes; `to`: where a hand draws its end; `byWidth`: it has a width, no angle.
 *  @typedef {{ shape: string, at: Point | null, from: string | null, direction: number, to: Point | null, free: boolean,
 *    walls: boolean, touch: boolean, byWidth: boolean }} Laid */

/** @type {Laid} */
const area = { shape: "blast", at: null, from: null, direction: 0, to: null, free: false, walls: true, touch: false, byWidth: false };
/** @type {Area | null} */
let told = null;
let shownNow = false;
let known = false; // whether units and templates of the system have been asked for

/** @param {string} name */
const field = (name) => el(`area-${name}`);
/** @param {string} name */
const number = (name) => { const value = Number(field(name)?.value); return value > 0 ? value : null; };

const question = asker("area", (answer) => {
  if (!area.at) return;
  if (!answer.ok) {
    field("words").textContent = answer.refusal.message;
    return;
  }
  told = answer;
  area.direction = answer.direction;
  if (area.to && field("size")) field("size").value = answer.size;
  draw(answer);
});

/** @param {Area} told */
function draw(told) {
  const shown = layer("overlay-area");
  const handles = layer("overlay-handles", { over: true });
  shown.replaceChildren(...drawArea(told));
  handles.replaceChildren(...[told.at, told.tip].slice(0, zoned ? 0 : area.shape === "blast" ? 1 : 2).map(([x, y], n) => {
    const handle = svg("circle", { class: n ? "area-handle" : "area-origin", r: n ? 10 : 5 });
    handle.style.transform = `translate(${x}px, ${y}px) scale(var(--u))`;
    return handle;
  }));
  field("words").textContent = told.blocked ? tr("It begins in a wall: nothing is reached.") : told.words;
  list(told.caught);
  keepable(told);
}

/** Let the GM's button lead to a page that offers to keep what is laid; nothing is laid: to those that are kept.
 *  @param {Area | null} told */
function keepable(told) {
  const button = el("area-keep");
  if (!button) return;
  const { shape, walls, touch } = area;
  const sizes = [["size", told?.size], isWide() ? ["width", number("width")] : ["angle", number("angle")], ["direction", told?.direction]];
  const lies = told && !told.blocked && [["shape", zoned ? "zone" : shape], ["x", told.at[0]], ["y", told.at[1]], ["walls", walls], ["touch", touch], ...sizes];
  button.dataset.beside = lies ? `gm/areas?${new URLSearchParams(lies.map((pair) => pair.map(String)))}` : "gm/areas";
}
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.closest?.("#keep-area") && ctx.response && ctx.response.status < 400) clear();
});

/** @param {CaughtSide[]} caught */
function list(caught) {
  const groups = caught.map(({ words, number: n, people }) => {
    const group = document.createElement("div");
    const title = document.createElement("h3");
    title.textContent = `${words}: ${people.length}`;
    const names = people.map(({ who, name }) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: `caught-name side-${n % 6}`, textContent: name });
      button.dataset.select = who;
      return button;
    });
    group.append(title, ...names);
    return group;
  });
  const nobody = document.createElement("p");
  nobody.className = "hint";
  nobody.textContent = tr("Nobody is caught.");
  el("area-caught").replaceChildren(...(groups.length ? groups : [nobody]));
}

function lay() {
  if (!area.at) return;
  if (!isOn("show") && shownNow) putAway("area");
  shownNow = isOn("show");
  const { shape, at, from, direction, to, walls, touch } = area;
  const sizes = { size: number("size"), width: isWide() ? number("width") : null, angle: isWide() || shape === "blast" ? null : number("angle") };
  question.ask({ shape, at, from, direction, to, walls, touch, ...sizes, free: area.free || isOn("free"), show: isOn("show") });
}

/** Whether its width is given, not its angle: a line, and a cone of a book that says how wide it ends. */
const isWide = () => area.shape === "line" || (area.shape === "cone" && area.byWidth);

function clear() {
  question.forget();
  if (shownNow) putAway("area");
  [told, shownNow] = [null, false];
  Object.assign(area, { at: null, to: null, from: null });
  layer("overlay-area").replaceChildren();
  layer("overlay-handles", { over: true }).replaceChildren();
  el("area-caught").replaceChildren();
  field("words").textContent = tr("Area");
  keepable(null);
}

/** Set it down somewhere; on somebody it goes where they go.
 *  @param {Point} point
 *  @param {string | null} who */
function put(point, who = null) {
  Object.assign(area, { at: point, from: who, to: null });
  lay();
}

// -------------------------------------------------------------------------------------------- hands
/** @param {Point} at
 *  @param {Point} point */
const near = ([x, y], point) => {
  const unit = 1 / (map().getScreenCTM()?.a || 1);
  return Math.hypot(point[0] - x, point[1] - y) < HANDLE * unit;
};
/** @param {Point} point */
const inside = ([x, y]) => {
  const shape = layer("overlay-area").querySelector(".area-fill");
  return shape?.isPointInFill(Object.assign(map().createSVGPoint(), { x, y })) ?? false;
};
addTool("area", {
  start() {
    el("measure-area").hidden = false;
    introduce();
    tell("needs-map");
    map().tabIndex = -1;
    map().focus({ preventScroll: true });
  },
  stop() {
    clear();
    el("measure-area").hidden = true;
  },
  tap(target, point, event) {
    if (event.type === "keydown") return false;
    area.free = event.altKey === true;
    put(point, whoIs(target, point));
    return true;
  },
  grab(target, point) {
    if (zoned) return { move: (at) => put(at), drop: (at) => put(at), cancel() {} };
    if (told && area.shape !== "blast" && near(told.tip, point)) return turning();
    if (told && inside(point)) return moving(point, told.at);
    put(point, whoIs(target, point));
    return turning();
  },
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "Delete" || event.key === "Backspace") return area.at ? (clear(), true) : false;
    if (event.key === "Enter" || event.key === " ") return area.at ? false : (begin(), true);
    if (event.key === "," || event.key === ".") return turn(event.key === "," ? -15 : 15);
    const step = STEPS[event.key];
    return step ? move(step) : false;
  },
});

/** @returns {Grip} */
function turning() {
  return {
    move(at, moved) {
      area.free = moved.altKey === true;
      area.to = at;
      lay();
    },
    drop() {},
    cancel() {},
  };
}

/** @param {Point} start
 *  @param {Point} at  where the area lay
 *  @returns {Grip} */
function moving(start, [x, y]) {
  Object.assign(area, { to: null, from: null });
  return {
    move(at, moved) {
      area.free = moved.altKey === true;
      area.at = [x + at[0] - start[0], y + at[1] - start[1]];
      lay();
    },
    drop() {},
    cancel() {},
  };
}

function begin() {
  const who = own() ?? selected();
  const at = who && token(who)?.dataset;
  if (at) put([Number(at.x), Number(at.y)], who);
  else put([Number(map().dataset.width) / 2, Number(map().dataset.height) / 2]);
}

/** @param {number} degrees */
function turn(degrees) {
  if (!area.at || area.shape === "blast") return false;
  Object.assign(area, { direction: (area.direction + degrees + 360) % 360, to: null });
  lay();
  return true;
}

/** @param {Point} step */
function move(step) {
  if (!area.at) return begin(), true;
  const cell = placeAt(...(told?.at ?? area.at));
  const next = cell && stepFrom(cell, step);
  if (next) put(centre(next, 1));
  if (next) reveal(...area.at);
  return true;
}

// -------------------------------------------------------------------------------------------- panel
async function introduce() {
  if (known || zoned) return;
  const answer = await ask("templates", {});
  if (!answer.ok) return;
  known = true;
  if (!field("size").value) field("size").value = answer.per_cell * 3;
  if (!field("width").value) field("width").value = answer.per_cell;
  const row = el("area-templates");
  row.replaceChildren(...answer.templates.map((template) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: template.label });
    button.addEventListener("click", () => useTemplate(template));
    return button;
  }));
  row.hidden = !answer.templates.length;
  choose(area.shape);
}

/** @param {Template} template */
function useTemplate({ shape, size, width, angle, touch, walls }) {
  field("size").value = size;
  if (width) field("width").value = width;
  if (angle) field("angle").value = angle;
  Object.assign(area, { touch, walls, to: null });
  for (const option of /** @type {const} */ (["touch", "walls"])) pressed(option);
  choose(shape, shape === "cone" && Boolean(width));
}

/** @param {string} shape
 *  @param {boolean} byWidth */
function choose(shape, byWidth = false) {
  Object.assign(area, { shape, byWidth, to: null });
  for (const button of document.querySelectorAll("[data-shape]")) button.setAttribute("aria-pressed", String(button.dataset.shape === shape));
  for (const part of document.querySelectorAll("[data-for-shapes]")) {
    const { forShapes } = part.dataset;
    part.hidden = forShapes === "wide" ? !isWide() : forShapes === "angled" ? isWide() || shape === "blast" : shape === "blast";
  }
  const label = el("area-size-label");
  label.textContent = label.textContent.replace(/^[^,]+/, shape === "blast" ? tr("Radius") : tr("Length"));
  lay();
}

/** @param {"touch" | "walls"} option */
const pressed = (option) => document.querySelector(`[data-area-option="${option}"]`)?.setAttribute("aria-pressed", String(area[option]));

el("measure-area").addEventListener("click", (event) => {
  const { shape, turn: degrees, areaOption } = event.target.closest("button")?.dataset ?? {};
  const option = /** @type {"touch" | "walls" | undefined} */ (areaOption);
  if (shape) choose(shape);
  if (degrees) turn(Number(degrees));
  if (option) {
    area[option] = !area[option];
    pressed(option);
    lay();
  }
});
el("measure-area").addEventListener("input", () => {
  area.to = null;
  lay();
});
onSwitch(() => { if (inHand() === "area") lay(); });
hear("update", (update) => { if (area.at && (update.panels || update.moves?.length)) lay(); });
hear("connected", () => lay());
