// The level that is shown, alone: what lies beside it is covered, and who is right above or below is a faded figure with an arrow.

import { levelOf, levels, over, shownLevel } from "./levels.js";
import { hear } from "../core/events.js";
import { el, map, svg } from "../core/page.js";
import { tr } from "../core/texts.js";

const MARK = 36; // map units from the middle of a ghost to its arrow
const SLACK = 60; // map units round the level in which ends of walls, and signs, are seen whole
const COVERED = 60; // map units within which who stands there hides a ghost: its arrow is left

/** @param {string} id
 *  @param {string} before */
function layer(id, before) {
  const found = el(id);
  if (found) return found;
  const made = svg("g", { id });
  map().insertBefore(made, el(before));
  return made;
}

/** Cover what is beside the level that is shown. */
function draw() {
  const shown = shownLevel();
  if (!shown) {
    for (const id of ["level-ghosts", "level-veil", "level-marks"]) el(id)?.remove();
    return clip();
  }
  const [x, y, width, height] = shown.box;
  const [right, bottom] = [Number(map().dataset.width) + 1000, Number(map().dataset.height) + 1000];
  const veil = svg("path", { class: "level-veil", "fill-rule": "evenodd", d: `M-1000 -1000H${right}V${bottom}H-1000zM${x} ${y}v${height}h${width}v${-height}z` });
  layer("level-ghosts", "tokens");
  const inside = svg("clipPath", { id: "level-inside" }, svg("rect", { x: x - SLACK, y: y - SLACK, width: width + 2 * SLACK, height: height + 2 * SLACK }));
  layer("level-veil", "overlay-top").replaceChildren(inside, veil, svg("rect", { class: "level-rim", x, y, width, height }));
  clip();
  layer("level-marks", "overlay-top");
  drawGhosts();
}

/** What is being drawn on the other levels is not seen either. */
function clip() {
  const drawing = el("draw-layer");
  if (shownLevel()) drawing?.setAttribute("clip-path", "url(#level-inside)");
  else drawing?.removeAttribute("clip-path");
}

let drawn = "";

/** Show who is right above or below; each is the token itself, drawn once more, and so looks as it does. */
function drawGhosts() {
  const [shown, all] = [shownLevel(), levels()];
  if (!shown || !el("level-marks")) return;
  const people = [...map().querySelectorAll("#tokens > .token")];
  const ghosts = people.flatMap(({ dataset: { who, name, x, y, place } }) => {
    const own = levelOf(place);
    if (!own || own === shown) return [];
    const [cx, cy] = over([Number(x), Number(y)]);
    const [left, top, width, height] = shown.box;
    const isOver = cx > left && cy > top && cx < left + width && cy < top + height;
    const isHidden = people.some(({ dataset: one }) => Math.hypot(Number(one.x) - cx, Number(one.y) - cy) < COVERED * Number(one.size));
    return isOver ? [{ isHidden, who, name, own, cx, cy, dx: cx - Number(x), dy: cy - Number(y), way: all.indexOf(own) < all.indexOf(shown) ? "up" : "down" }] : [];
  });
  const now = JSON.stringify([shown.id, ghosts]);
  if (now === drawn && el("level-marks")?.childElementCount === ghosts.length) return;
  drawn = now;
  el("level-ghosts").replaceChildren(...ghosts.filter(({ isHidden }) => !isHidden).map(({ who, dx, dy }) => svg("use", { href: `#token-${who}`, class: "level-ghost", "data-ghost": who, transform: `translate(${dx} ${dy})` })));
  el("level-marks").replaceChildren(...ghosts.map(({ who, name, own, cx, cy, way }) => {
    const said = way === "up" ? tr("{name}, above: {level}", { name, level: own.name }) : tr("{name}, below: {level}", { name, level: own.name });
    const mark = svg("g", { class: `level-mark ${way}`, "data-ghost": who, transform: `translate(${cx + MARK} ${cy + (way === "up" ? -MARK : MARK)})`, role: "img", "aria-label": said });
    const title = svg("title");
    title.textContent = said;
    mark.append(title, svg("circle", { r: 17 }), svg("path", { d: way === "up" ? "M-8 5L0 -7L8 5z" : "M-8 -5L0 7L8 -5z" }));
    return mark;
  }));
}

hear("level", draw);
hear("update", drawGhosts);
hear("tool", () => { if (levels().length) clip(); });
draw();
