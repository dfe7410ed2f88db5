// Drawing walls of every kind: dragged from end to end, tapped as a chain, or as a box. What is drawn takes the place
// of what lay along the same line, so that a door drawn over a wall is a way through it.

import { data, edit, same } from "./data.js";
import { cellsFor, clear, dots, segments, show, words } from "./layer.js";
import { announce, chosen, count, help, NAMES, numberIn, showChain, textIn } from "./panel.js";
import { snap } from "./snap.js";
import { el } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Wall } from "../core/messages.js" */

const PULL = 14; // pixels from which the end of a wall draws a point near
const TOLERANCE = 0.03; // cells off the line that count as on it

/** @param {Point} from
 *  @param {Point} to */
const length = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;

/** A length in cells, and in the game's unit where a cell measures something else.
 *  @param {number} cells */
export function inCells(cells) {
  const { per_cell: per, unit } = data.grid;
  const own = count(rounded(cells), "cell");
  return per === 1 && unit.startsWith("cell") ? own : `${own} · ${rounded(cells * per)} ${unit}`;
}

/** @param {Point} point
 *  @param {Press} event
 *  @param {Point[]} more */
export const snapped = (point, event, more = []) => snap(point, event?.altKey ? "none" : chosen("snap"), cellsFor(PULL), more);

/** @type {Record<string, { material: string, height: string }>} */
const kept = {}; // what was last typed for each kind

/** Make the tool that draws walls of a kind.
 *  @param {string} kind
 *  @returns {DrawTool} */
export function wallTool(kind) {
  /** @type {Point[]} */
  let points = []; // those of the chain, or the first corner of the box
  /** @type {Point | null} */
  let at = null; // where the next one would be
  const isBox = () => chosen("shape") === "box";
  /** @param {Point} place
   *  @param {Press} event */
  const point = (place, event) => snapped(place, event, points.slice(0, 1));

  function ask() {
    const what = NAMES[kind];
    if (!points.length) help(isBox() ? tr("Drag from corner to corner: four sides of {what}. Or tap both.", { what }) : tr("Drag to draw a {what}; tap to start a chain.", { what }));
    else help(isBox() ? tr("Tap the other corner.") : tr("Tap the next point; tap the last one again to finish."));
    showChain(points.length);
  }

  /** @param {Point | undefined} from
   *  @param {Point | undefined} first */
  function draw(from = points.at(-1), first = points[0]) {
    const chain = chainUp();
    /** @type {Segment[]} */
    const next = from && at && !same(from, at) ? (isBox() ? box(first ?? from, at) : [[from, at]]) : [];
    const sign = from && at && next.length && words(at, isBox() ? `${rounded(Math.abs(at[0] - from[0]))} × ${rounded(Math.abs(at[1] - from[1]))}` : inCells(length(from, at)));
    show("pending", segments(chain, `kind-${kind}`), segments(next, `kind-${kind} next`), dots([...points, ...(from && !points.length ? [from] : []), ...(at ? [at] : [])], "ends"), sign);
  }

  function reset() {
    points = [];
    clear("pending");
    ask();
  }

  /** @param {Segment[]} list */
  async function build(list) {
    const drawn = list.filter(([from, to]) => !same(from, to));
    if (!drawn.length) return reset();
    points = [];
    ask();
    const props = { kind, ...(kind === "door" && { state: chosen("state") }), ...(textIn("draw-material") && { material: textIn("draw-material") }),
      ...(numberIn("draw-wall-height") !== null && { height: numberIn("draw-wall-height") }) };
    const walls = drawn.map(([from, to]) => ({ from, to, ...props }));
    const answer = await edit(cutFor(walls, kind));
    if (!points.length) clear("pending");
    if (answer) announce(tr("Drawn: {what}, {length}.", { what: count(walls.length, kind), length: inCells(drawn.reduce((sum, [a, b]) => sum + length(a, b), 0)) }));
  }

  /** @returns {Segment[]} */
  const chainUp = () => points.slice(1).map((end, n) => [points[n], end]);

  /** @param {Point} next */
  function setPoint(next) {
    if (isBox()) {
      if (points.length) return build(box(points[0], next));
    } else if (points.length && same(points[points.length - 1], next)) {
      return build(chainUp());
    } else if (points.length > 2 && same(points[0], next)) {
      points.push(next);
      return build(chainUp());
    }
    points.push(next);
    announce(tr("Point {number} at {place}.", { number: points.length, place: next.map(rounded).join(", ") }));
    ask();
    draw();
  }

  return {
    start() {
      el("draw-material").value = kept[kind]?.material ?? "";
      el("draw-wall-height").value = kept[kind]?.height ?? "";
      ask();
    },
    stop() {
      kept[kind] = { material: el("draw-material").value, height: el("draw-wall-height").value };
      at = null;
      reset();
    },
    options: () => { reset(); },
    isBusy: () => points.length > 0,
    hover(place, event) {
      at = point(place, event);
      draw();
    },
    tap(place, event) {
      at = point(place, event);
      setPoint(at);
    },
    grab(place, event) {
      const from = points.at(-1) ?? point(place, event);
      return {
        move(now, moved) {
          at = snapped(now, moved, [points[0] ?? from]);
          if (!points.length) show("pending"); // only the new one
          draw(from, from);
        },
        drop() {
          const end = at ?? from;
          if (points.length) setPoint(end);
          else build(isBox() ? box(from, end) : [[from, end]]);
        },
        cancel: () => (points.length ? draw() : reset()),
      };
    },
    finish: () => build(isBox() ? [] : chainUp()),
    back() {
      points.pop();
      announce(points.length ? tr("{what} left.", { what: count(points.length, "point") }) : tr("No point left."));
      ask();
      draw();
    },
    drop() {
      announce(tr("Discarded."));
      reset();
    },
  };
}

/** @param {Point} corner
 *  @param {Point} opposite
 *  @returns {Segment[]} */
function box([left, top], [right, bottom]) {
  /** @type {Point[]} */
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
  return corners.map((corner, n) => [corner, corners[(n + 1) % 4]]);
}

/** Give the edit that puts these walls, and cuts out of those that stand what lies along the same line. A sight
 *  blocker hangs before whatever stands there: it cuts nothing, and nothing cuts it.
 *  @param {(Partial<Wall> & { from: Point, to: Point })[]} walls
 *  @param {string} kind */
function cutFor(walls, kind) {
  if (kind === "sight") return { walls };
  /** @type {Partial<Wall>[]} */
  const changed = [];
  const gone = [];
  for (const old of data.walls.values()) {
    if (old.kind === "sight") continue;
    /** @type {Segment[]} */
    let pieces = [[old.from, old.to]];
    for (const { from, to } of walls) pieces = pieces.flatMap((piece) => rest(piece, from, to));
    if (pieces.length === 1 && same(pieces[0][0], old.from) && same(pieces[0][1], old.to)) continue;
    const { id, ...own } = old;
    if (!pieces.length) gone.push(id);
    pieces.forEach(([from, to], n) => changed.push({ ...(n ? own : { id }), from, to }));
  }
  return { walls: [...changed, ...walls], ...(gone.length && { drop: { walls: gone } }) };
}

/** What is left of a segment when another is laid over it.
 *  @param {Segment} piece
 *  @param {Point} from
 *  @param {Point} to
 *  @returns {Segment[]} */
function rest(piece, from, to) {
  const whole = length(from, to);
  const [ux, uy] = [(to[0] - from[0]) / whole, (to[1] - from[1]) / whole];
  /** @param {Point} point */
  const along = ([x, y]) => (x - from[0]) * ux + (y - from[1]) * uy;
  /** @param {Point} point */
  const off = ([x, y]) => Math.abs((x - from[0]) * uy - (y - from[1]) * ux);
  if (piece.some((end) => off(end) > TOLERANCE)) return [piece];
  const turned = along(piece[0]) <= along(piece[1]) ? piece : [piece[1], piece[0]];
  const [a, b] = turned.map(along);
  if (Math.min(b, whole) - Math.max(a, 0) < TOLERANCE) return [piece];
  /** @type {Segment[]} */
  const left = [];
  if (a < -TOLERANCE) left.push([turned[0], from]);
  if (b > whole + TOLERANCE) left.push([to, turned[1]]);
  return left;
}
