// The one place where a pointer on the map is told apart into tap, drag of the ground and drag of something (a token says
// that it wants to be dragged); and the map drawn nearer by wheel, two fingers, + and -.

import { el, isTyping, map } from "../core/page.js";
import { isDrag } from "../core/press.js";
import { area, fit, FREE, glass, isMap, measure, pan, pointAt, takeInHand, zoom } from "./viewport.js";

const STILL = 7; // pixels that a finger may stray and still tap

/** @type {Tap[]} */
const taps = [];
/** @type {Grab[]} */
const grabbers = [];
/** @template Listener
 *  @param {Listener[]} list
 *  @param {Listener} listener
 *  @param {boolean} first */
const join = (list, listener, first) => (first ? list.unshift(listener) : list.push(listener));
/** Be told of taps: (target, [x, y] in map units, event). The first listener that returns true has taken it.
 *  @param {Tap} listener
 *  @param {{ first?: boolean }} order */
export const onTap = (listener, { first = false } = {}) => join(taps, listener, first);
/** Offer to drag something: (target, point, event) gives {move, drop, cancel} or null.
 *  @param {Grab} listener
 *  @param {{ first?: boolean }} order */
export const onGrab = (listener, { first = false } = {}) => join(grabbers, listener, first);
/** @type {Tap} */
export const tap = (target, point, event) => taps.some((listener) => listener(target, point, event));

/** What the pointers on the map are at: `maybe` is a tap as long as it stays where it began.
 *  @typedef {{ kind: "maybe" | "pan" | "drag", target: Element, start: PointerEvent, grabbed: Grip | null }} Pull
 *  @typedef {Pull | { kind: "pinch", grabbed?: undefined }} Gesture */

/** @type {Map<number, PointerEvent>} */
const down = new Map();
/** @type {Gesture | null} */
let gesture = null;

/** What was meant by a press: what lies under the glass, if that is still down from the last movement.
 *  @param {OnPage<PointerEvent>} event
 *  @returns {Element} */
function under(event) {
  if (event.target !== glass) return event.target;
  glass.style.pointerEvents = "none";
  return document.elementFromPoint(event.clientX, event.clientY) ?? event.target;
}

/** @param {OnPage<PointerEvent>} event */
function press(event) {
  if (event.button > 0 && event.pointerType === "mouse" && event.button !== 1) return;
  if (!gesture) measure(); // it may lie elsewhere by now: a bar above it that grew tells nobody
  down.set(event.pointerId, event);
  if (down.size === 2) {
    gesture?.grabbed?.cancel();
    gesture = { kind: "pinch" };
    takeInHand(true);
    for (const finger of down.values()) isDrag(finger);
    return;
  }
  if (down.size > 1) return;
  gesture = { kind: "maybe", target: under(event), start: event, grabbed: null };
  takeInHand(true);
}

/** @param {PointerEvent} event */
function slide(event) {
  const before = down.get(event.pointerId);
  if (!before || !gesture) return;
  if (gesture.kind === "pinch") return pinch(event);
  if (gesture.kind === "maybe") {
    if (Math.hypot(event.clientX - gesture.start.clientX, event.clientY - gesture.start.clientY) < STILL) return;
    area.setPointerCapture(event.pointerId);
    isDrag(event);
    for (const offer of grabbers) gesture.grabbed ??= offer(gesture.target, pointAt(gesture.start), gesture.start);
    gesture.kind = gesture.grabbed ? "drag" : "pan";
    area.classList.toggle("panning", !gesture.grabbed);
  }
  if (gesture.kind === "drag") gesture.grabbed?.move(pointAt(event), event);
  else pan(before.clientX - event.clientX, before.clientY - event.clientY, true);
  down.set(event.pointerId, event);
}

/** @param {PointerEvent} event */
function pinch(event) {
  if (down.size < 2) return; // one of the two is lifted already
  const [one, two] = [...down.values()];
  /** @param {PointerEvent} a
   *  @param {PointerEvent} b */
  const spread = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
  /** @param {PointerEvent} a
   *  @param {PointerEvent} b */
  const middle = (a, b) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
  const [far, was] = [spread(one, two), middle(one, two)];
  down.set(event.pointerId, event);
  const [a, b] = [...down.values()];
  const is = middle(a, b);
  pan(was.clientX - is.clientX, was.clientY - is.clientY, true);
  zoom(far / spread(a, b), is, true);
}

/** @param {PointerEvent} event */
function lift(event) {
  if (!down.delete(event.pointerId) || !gesture) return;
  const ended = gesture;
  if (ended.kind === "pinch" && down.size) return;
  const at = pointAt(event);
  end();
  if (ended.kind === "drag") ended.grabbed?.drop(at, event);
  else if (ended.kind === "maybe") tap(ended.target, at, event);
}

/** @param {PointerEvent} event */
function dropEverything(event) {
  if (!down.delete(event.pointerId)) return;
  const ended = gesture;
  end();
  ended?.grabbed?.cancel();
}

function end() {
  gesture = null;
  area.classList.remove("panning");
  takeInHand(false);
}

/** Say of the map's area whether its frame is to show that the map has the focus, and was given it by keys. */
function frame() {
  el("map-area").classList.toggle("is-focused", map().matches(":focus-visible"));
}

for (const event of ["focusin", "focusout", "keydown"]) document.addEventListener(event, () => queueMicrotask(frame));

/** @type {Record<string, () => void>} */
const BUTTONS = { in: () => zoom(0.75), out: () => zoom(1.33), fit };
/** @type {Record<string, () => void>} */
const KEYS = { "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), 0: fit };

if (FREE) {
  area.addEventListener("pointerdown", (event) => { if (isMap(event.target)) press(event); });
  // What began on the map ends wherever the pointer is lifted: a sentence or a question may have come up under it.
  document.addEventListener("pointermove", slide);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", dropEverything);
  // A finger is first held by what it touched; only when the map loses it, the gesture is over.
  area.addEventListener("lostpointercapture", (event) => { if (event.target === area && down.has(event.pointerId)) lift(event); });
  area.addEventListener("wheel", (event) => {
    if (!isMap(event.target)) return;
    event.preventDefault();
    zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event, true);
  }, { passive: false });
  document.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (wanted) BUTTONS[wanted]();
  });
  document.addEventListener("keydown", (event) => {
    if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEYS[event.key]) KEYS[event.key]();
  });
}
