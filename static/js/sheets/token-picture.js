// The part of a picture that a token shows: dragged under a round window, nearer and farther by wheel, two
// fingers, keys or the slider. The server cuts it; here it is only looked at.

import { el } from "../core/page.js";
import { openPicture, sendPicture, usualCut } from "./picture-upload.js";

const form = /** @type {PageElement & HTMLFormElement} */ (el("face-form"));
const NEAREST = 0.05; // the smallest square, as a share of the picture's shorter side
const STEP = 0.04; // of the square, for an arrow key
const NEARER = 0.9; // a key or a notch of the wheel

const canvas = /** @type {PageElement & HTMLCanvasElement} */ (el("face-canvas"));
const zoom = el("face-zoom");
/** @type {Map<number, Point>} */
const hands = new Map(); // the pointers that are down, with where they are
/** @type {HTMLImageElement | null} */
let picture = null;
let cut = { x: 0.5, y: 0.5, size: 1 };

/** @param {number} value
 *  @param {number} low
 *  @param {number} high */
const within = (value, low, high) => Math.min(Math.max(value, low), high);
/** @param {HTMLImageElement} picture */
const shorter = (picture) => Math.min(picture.naturalWidth, picture.naturalHeight);

/** @param {HTMLImageElement} picture */
function show(picture) {
  const { naturalWidth: width, naturalHeight: height } = picture;
  cut.size = within(cut.size, NEAREST, 1);
  const side = cut.size * shorter(picture);
  cut.x = within(cut.x, side / 2 / width, 1 - side / 2 / width);
  cut.y = within(cut.y, side / 2 / height, 1 - side / 2 / height);
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const whole = canvas.width;
  brush.clearRect(0, 0, whole, whole);
  brush.drawImage(picture, cut.x * width - side / 2, cut.y * height - side / 2, side, side, 0, 0, whole, whole);
  brush.fillStyle = "#10151ccc"; // what lies beyond the ring
  brush.beginPath();
  brush.rect(0, 0, whole, whole);
  brush.arc(whole / 2, whole / 2, whole / 2 - 6, 0, 2 * Math.PI, true);
  brush.fill();
  brush.lineWidth = 6;
  brush.strokeStyle = "#ffffff";
  brush.beginPath();
  brush.arc(whole / 2, whole / 2, whole / 2 - 6, 0, 2 * Math.PI);
  brush.stroke();
  zoom.value = String(Math.round((100 * Math.log(cut.size)) / Math.log(NEAREST)));
  for (const key of /** @type {const} */ (["x", "y", "size"])) form.elements[key].value = cut[key].toFixed(5);
}

/** Move what is seen by so many pixels of the page.
 *  @param {HTMLImageElement} picture
 *  @param {number} dx
 *  @param {number} dy */
function move(picture, dx, dy) {
  const side = (cut.size * shorter(picture)) / canvas.clientWidth;
  cut.x -= (dx * side) / picture.naturalWidth;
  cut.y -= (dy * side) / picture.naturalHeight;
  show(picture);
}

/** Go nearer or farther; what lies under this place of the window, from its middle in pixels, stays there.
 *  @param {HTMLImageElement} picture
 *  @param {number} factor
 *  @param {Point} at */
function grow(picture, factor, [atX, atY] = [0, 0]) {
  const before = cut.size;
  cut.size = within(before * factor, NEAREST, 1);
  const moved = ((before - cut.size) * shorter(picture)) / canvas.clientWidth;
  cut.x += (atX * moved) / picture.naturalWidth;
  cut.y += (atY * moved) / picture.naturalHeight;
  show(picture);
}

/** @returns {Point}
 *  @param {{ clientX: number, clientY: number }} place */
function fromMiddle({ clientX, clientY }) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [clientX - left - width / 2, clientY - top - height / 2];
}

/** @param {File | undefined} file */
async function choose(file) {
  el("face-cut").hidden = true;
  picture = null;
  if (!file) return;
  const loaded = await openPicture(file);
  if (!loaded) {
    form.elements.file.value = "";
    return;
  }
  picture = loaded;
  cut = usualCut(loaded);
  el("face-cut").hidden = false;
  show(loaded);
  canvas.focus({ preventScroll: true });
}

if (form) {
  form.elements.file.addEventListener("change", ({ target }) => choose(target.files[0]));
  if (form.elements.file.files.length) choose(form.elements.file.files[0]); // chosen before this script was there

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    hands.set(event.pointerId, fromMiddle(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = hands.get(event.pointerId);
    if (!before || !picture) return;
    const now = fromMiddle(event);
    const other = [...hands].find(([id]) => id !== event.pointerId)?.[1];
    hands.set(event.pointerId, now);
    if (!other) return move(picture, now[0] - before[0], now[1] - before[1]);
    /** @param {Point} at */
    const apart = (at) => Math.max(Math.hypot(at[0] - other[0], at[1] - other[1]), 1);
    move(picture, (now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    grow(picture, apart(before) / apart(now), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) canvas.addEventListener(end, ({ pointerId }) => hands.delete(pointerId));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (picture) grow(picture, event.deltaY < 0 ? NEARER : 1 / NEARER, fromMiddle(event));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const by = STEP * canvas.clientWidth;
    /** @type {Record<string, Point>} */
    const moves = { ArrowLeft: [by, 0], ArrowRight: [-by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] };
    if (!picture || event.ctrlKey || event.metaKey) return;
    if (moves[event.key]) move(picture, ...moves[event.key]);
    else if (event.key === "+" || event.key === "=") grow(picture, NEARER);
    else if (event.key === "-") grow(picture, 1 / NEARER);
    else return;
    event.preventDefault();
  });
  zoom.addEventListener("input", () => { if (picture) grow(picture, NEAREST ** (Number(zoom.value) / 100) / cut.size); });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {PageElement} */ (form.querySelector("button.primary"));
    if (button.disabled) return;
    button.disabled = true;
    if (await sendPicture(form.action, new FormData(form))) return void location.reload();
    button.disabled = false;
  });
}
