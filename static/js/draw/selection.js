// What is selected on the map: walls, zones, or one painted area; shown, counted, and changed from the panel.

import { data, edit, outlineOf } from "./data.js";
import { dots, outline, segments, show } from "./layer.js";
import { announce, count, numberIn, STATES, textIn } from "./panel.js";
import { cellAt, drawnCells, middleOfCell } from "./ground-paint.js";
import { cellOf, keyOf } from "../map/geometry.js";
import { el } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Wall } from "../core/messages.js" */

const MOST_HANDLES = 120;
const panel = el("draw");

/** @type {Set<string>} */
let walls = new Set();
/** @type {Set<string>} */
let zones = new Set();
/** @type {PaintedArea | null} */
let area = null;

export const pickedWalls = () => [...walls].map((id) => data.walls.get(id)).filter((wall) => wall !== undefined);
export const pickedZones = () => [...zones].map((id) => data.zones.get(id)).filter((zone) => zone !== undefined);
export const pickedArea = () => area;
export const isEmpty = () => !walls.size && !zones.size && !area;
/** Whether this is what is selected.
 *  @param {Picked} what */
export const isPicked = ({ walls: w = [], zones: z = [], area: a = null }) => (a
  ? area?.layer === a.layer && area.keys.size === a.keys.size && a.keys.has([...area.keys][0])
  : !area && w.every((id) => walls.has(id)) && z.every((id) => zones.has(id)) && w.length + z.length === walls.size + zones.size);

/** Select these and nothing else; or, to add, these too, and those no more that were selected already.
 *  @param {Picked} what
 *  @param {{ add?: boolean, toggle?: boolean }} how */
export function pick({ walls: newWalls = [], zones: newZones = [], area: newArea = null }, { add = false, toggle = false } = {}) {
  if (!add) [walls, zones] = [new Set(), new Set()];
  for (const [set, ids] of /** @type {[Set<string>, string[]][]} */ ([[walls, newWalls], [zones, newZones]])) {
    for (const id of ids) if (!toggle || !set.delete(id)) set.add(id);
  }
  area = walls.size || zones.size ? null : newArea;
  refresh();
  announce(tellPicked());
}

/** Show the selection anew, without what is gone. */
export function refresh() {
  walls = new Set([...walls].filter((id) => data.walls.has(id)));
  zones = new Set([...zones].filter((id) => data.zones.has(id)));
  if (area) {
    const { layer, keys } = area;
    area = spread(layer, [...keys].find((key) => data[layer].has(key)));
  }
  draw();
  fill();
}

export function hidePicked() {
  [walls, zones, area] = [new Set(), new Set(), null];
  show("selected");
  show("handles");
  show("area");
}

// ------------------------------------------------------------------------------------------- painted areas
/** The painted area that a cell belongs to: all cells of the same paint that hang together.
 *  @param {"ground" | "height"} layer
 *  @param {string | null | undefined} key
 *  @returns {PaintedArea | null} */
function spread(layer, key) {
  const paint = data[layer];
  if (!key || !paint.has(key)) return null;
  const like = JSON.stringify(paint.get(key));
  const keys = new Set([key]);
  for (const at of keys) {
    const [column, row] = cellOf(at);
    const [x, y] = middleOfCell(at);
    for (let n = 0; n < 9; n += 1) {
      const near = keyOf(column + (n % 3) - 1, row + Math.floor(n / 3) - 1);
      if (keys.has(near) || !paint.has(near) || JSON.stringify(paint.get(near)) !== like) continue;
      const [u, v] = middleOfCell(near);
      if (Math.hypot(u - x, v - y) < 1.5) keys.add(near);
    }
  }
  return { layer, keys };
}

/** @param {Point} point */
export const areasAt = (point) => /** @type {const} */ (["ground", "height"]).map((layer) => spread(layer, cellAt(point))).filter((found) => found !== null);

// ------------------------------------------------------------------------------------------------ shown
/** The ends and corners that may be dragged; none where they would hide what they belong to. */
export function handles() {
  const ends = [...pickedWalls().flatMap(({ from, to }) => [from, to]), ...pickedZones().flatMap((zone) => zone.polygon)];
  return ends.length <= MOST_HANDLES ? ends : [];
}

function draw() {
  show("area", area && drawnCells(area.keys, "draw-stroke"));
  show("selected", ...pickedZones().map((zone) => outline(outlineOf(zone), "draw-zone picked")),
    segments(pickedWalls().map(({ from, to }) => [from, to]), "picked"));
  show("handles", dots(handles(), "handle"));
}

function tellPicked() {
  if (isEmpty()) return tr("Nothing selected");
  if (area) {
    const [key] = area.keys;
    const what = area.layer === "ground" ? data.ground.get(key)?.name || tr("Difficult ground") : tr("Height {paint}", { paint: data.height.get(key) ?? 0 });
    return `${what}, ${count(area.keys.size, "cell")}`;
  }
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const wall of pickedWalls()) kinds.set(wall.kind, (kinds.get(wall.kind) ?? 0) + 1);
  const parts = [...kinds].map(([kind, number]) => count(number, kind));
  if (zones.size) parts.push(zones.size === 1 ? tr("zone {name}", { name: pickedZones()[0].name }) : count(zones.size, "zone"));
  const said = parts.join(", ");
  return said[0].toUpperCase() + said.slice(1);
}

/** @param {(string | number)[]} values */
const common = (values) => (values.every((value) => value === values[0]) ? values[0] : undefined);

/** Put a value into a field, unless somebody is typing there.
 *  @param {string} id
 *  @param {(string | number)[]} values */
function put(id, values) {
  const field = el(id);
  if (field === document.activeElement) return;
  const value = common(values);
  field.value = value ?? "";
  field.placeholder = value === undefined && values.length > 1 ? tr("mixed") : "";
}

function fill() {
  const [w, z] = [pickedWalls(), pickedZones()];
  const doors = w.filter((wall) => wall.kind === "door");
  el("draw-count").textContent = tellPicked();
  el("draw-picked").hidden = isEmpty();
  el("draw-kinds").hidden = !isEmpty() && !el("draw-add").checked; // room for what can be done with them
  el("draw-picked-walls").hidden = !w.length;
  el("draw-picked-doors").hidden = !doors.length || doors.length < w.length;
  el("draw-picked-zone").hidden = w.length > 0 || z.length !== 1;
  el("draw-picked-links").hidden = el("draw-picked-zone").hidden;
  el("draw-picked-ground").hidden = area?.layer !== "ground";
  el("draw-picked-heights").hidden = area?.layer !== "height";
  el("draw-duplicate").hidden = area !== null;
  for (const button of panel.querySelectorAll("[data-make]")) button.setAttribute("aria-pressed", String(w.length > 0 && w.every((wall) => wall.kind === button.dataset.make)));
  for (const button of panel.querySelectorAll("[data-make-state]")) button.setAttribute("aria-pressed", String(doors.length > 0 && doors.every((door) => door.state === button.dataset.makeState)));
  put("draw-picked-material", w.map((wall) => wall.material ?? ""));
  put("draw-picked-height", w.map((wall) => wall.height ?? ""));
  put("draw-picked-name", z.map((zone) => zone.name));
  const links = z.length === 1 ? [...data.zones.values()].filter((other) => z[0].links.includes(other.id) || other.links.includes(z[0].id)) : [];
  el("draw-picked-links").textContent = links.length ? tr("Leads to {zones}.", { zones: links.map((zone) => zone.name).join(", ") }) : tr("Leads nowhere yet: link it with Link.");
  const [key] = area?.keys ?? [];
  const ground = area?.layer === "ground" ? data.ground.get(key) : null;
  put("draw-picked-cost", [ground?.cost ?? ""]);
  put("draw-picked-ground-name", [ground?.name ?? ""]);
  put("draw-picked-cell-height", [area?.layer === "height" ? data.height.get(key) ?? "" : ""]);
  fillKinds();
}

/** A button for each kind that the map has: all of them are selected by it. */
function fillKinds() {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const { kind } of data.walls.values()) numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
  if (data.zones.size) numbers.set("zone", data.zones.size);
  const buttons = [...numbers].map(([kind, number]) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: count(number, kind) });
    button.dataset.drawAll = kind;
    button.setAttribute("aria-label", tr("Select {what}", { what: button.textContent }));
    return button;
  });
  const had = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.drawAll;
  el("draw-kinds").replaceChildren(...buttons);
  if (had) buttons.find((button) => button.dataset.drawAll === had)?.focus();
}

// ---------------------------------------------------------------------------------------------- changed
/** @param {string | null} kind
 *  @param {{ add?: boolean }} options */
export function pickAll(kind = null, options = {}) {
  const all = [...data.walls.values()].filter((wall) => kind === null || wall.kind === kind);
  pick({ walls: all.map(({ id }) => id), zones: kind === null || kind === "zone" ? [...data.zones.keys()] : [] }, options);
}

/** @param {Partial<Wall>[]} list
 *  @param {string} said */
async function change(list, said) {
  if (!list.length) return;
  if (await edit({ walls: list })) announce(said);
}

/** @param {string} kind */
function make(kind) {
  const others = pickedWalls().filter((wall) => wall.kind !== kind);
  change(others.map(({ id }) => ({ id, kind, state: kind === "door" ? "closed" : null })), tr("Made {what}.", { what: count(others.length, kind) }));
}

/** @param {string} state */
const setDoors = (state) => change(pickedWalls().filter((wall) => wall.kind === "door").map(({ id }) => ({ id, state })), `${STATES[state]}.`);
/** @type {Record<string, string>} */
const OFF = { material: tr("No material."), height: tr("No height.") };
/** @type {Record<string, (value: string | number) => string>} */
const PUT = { material: (value) => tr("material {value}.", { value }), height: (value) => tr("height {value}.", { value }) };
/** @param {"material" | "height"} key
 *  @param {string | number | null} value */
const setWalls = (key, value) => change([...walls].map((id) => ({ id, [key]: value })), value === null ? OFF[key] : PUT[key](value));

/** @param {{ cost: number, name?: string } | { height: number }} values */
function repaint(values) {
  const cells = [...(area?.keys ?? [])].map(cellOf);
  return edit("cost" in values ? { ground: [{ cells, ...values }] } : { elevation: [{ cells, ...values }] });
}

export async function remove() {
  if (isEmpty()) return;
  const said = tellPicked();
  const gone = await (area ? repaint(area.layer === "ground" ? { cost: 1 } : { height: 0 }) : edit({ drop: { walls: [...walls], zones: [...zones] } }));
  if (gone) announce(tr("Deleted: {said}.", { said }));
}

/** @type {Record<string, Point>} */
const STEPS = { "hex-rows": [1, 0], "hex-columns": [0, 1] };

/** Make copies, a cell off, and select them. */
export async function duplicate() {
  const [dx, dy] = STEPS[data.grid.kind] ?? [1, 1];
  /** @param {Point} point
   *  @returns {Point} */
  const moved = ([x, y]) => [x + dx, y + dy];
  const copies = pickedWalls().map(({ id: _id, from, to, ...own }) => ({ ...own, from: moved(from), to: moved(to) }));
  const places = pickedZones().filter((zone) => zone.polygon.length).map(({ name, polygon }) => ({ name: `${name} 2`, polygon: polygon.map(moved) }));
  if (!copies.length && !places.length) return;
  const put = await edit({ walls: copies, zones: places });
  if (put) pick(put);
}

/** @type {Record<string, () => unknown>} */
const FIELDS = {
  "draw-picked-material": () => setWalls("material", textIn("draw-picked-material") || null),
  "draw-picked-height": () => setWalls("height", numberIn("draw-picked-height")),
  "draw-picked-name": () => textIn("draw-picked-name") && edit({ zones: [{ id: [...zones][0], name: textIn("draw-picked-name") }] }),
  "draw-picked-cost": () => repaintGround(),
  "draw-picked-ground-name": () => repaintGround(),
  "draw-picked-cell-height": () => {
    const height = numberIn("draw-picked-cell-height");
    return height !== null && repaint({ height });
  },
};

function repaintGround() {
  const cost = numberIn("draw-picked-cost");
  return cost !== null && repaint({ cost, name: textIn("draw-picked-ground-name") });
}

panel.addEventListener("change", (event) => {
  if (event.target.id === "draw-add") fill();
  else if (!isEmpty()) FIELDS[event.target.id]?.();
});
panel.addEventListener("click", (event) => {
  const { make: kind, makeState: state, drawAll: all } = event.target.closest("button")?.dataset ?? {};
  if (kind) make(kind);
  if (state) setDoors(state);
  if (all) pickAll(all, { add: event.shiftKey || el("draw-add").checked });
});
