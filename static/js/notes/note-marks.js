// The notes as they lie on the map, found and marked; and what is drawn of one before it is put there.

import { layer } from "../map/measurement.js";
import { el, map, svg } from "../core/page.js";

/** @param {string} id */
export const noteOf = (id) => el(`note-${id}`);

/** All that may be changed on this page, in the order in which they were put. */
export const ownNotes = () => [...(el("map-notes")?.querySelectorAll("[data-mine]") ?? [])].map((note) => note.dataset.note);

/** The note under a hand, if it may be changed on this page.
 *  @param {Element} target */
export const ownNoteAt = (target) => target.closest("#map-notes [data-mine]")?.dataset.note ?? null;

/** Show one note as the one that is selected; null shows none.
 *  @param {string | null} id */
export function markPicked(id) {
  for (const note of el("map-notes").querySelectorAll(".picked")) note.classList.remove("picked");
  if (id) noteOf(id)?.classList.add("picked");
}

/** The middle of a note, in map units.
 *  @param {string} id
 *  @returns {Point} */
export function middleOf(id) {
  const { x, y, width, height } = noteOf(id).getBBox();
  return [x + width / 2, y + height / 2];
}

const pending = () => layer("overlay-note", { over: true });

/** Draw what is begun: a line through these points, in map units, or a spot where one stands.
 *  @param {Point[]} points
 *  @param {string} colour
 *  @param {string} size */
export function drawPending(points, colour, size) {
  if (!points.length) return pending().replaceChildren();
  const group = svg("g", { class: `note line colour-${colour} size-${size}` });
  const d = `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${points.length === 1 ? "h0" : ""}`;
  group.append(svg("path", { class: "note-back", d }), svg("path", { class: "note-line", d }));
  pending().replaceChildren(group);
}

/** Draw the cross that the keys move; null draws none.
 *  @param {Point | null} at */
export function drawCursor(at) {
  layer("overlay-cursor", { over: true }).replaceChildren(...(at ? [svg("circle", { class: "ruler-cursor", cx: at[0], cy: at[1], r: 40 })] : []));
}

/** A point in cells, within the map.
 *  @param {Point} point
 *  @returns {Point} */
export function inCells([x, y]) {
  const { width, height, kind } = map().dataset;
  /** @param {number} at
   *  @param {string} most */
  const within = (at, most) => Math.round(kind === "zones" ? at * 10 : Math.min(Math.max(at, 0), Number(most)) * 10) / 1000;
  return [within(x, width), within(y, height)];
}
