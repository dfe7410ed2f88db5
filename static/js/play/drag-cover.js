// While a token is dragged, or a move is prepared: what it could shoot from there, and what could shoot it. The server
// is asked cell by cell, one question at a time, the latest place first; each enemy gets a sign with both answers.

import { keptInside, labelWidth, mapLabel } from "../map/label.js";
import { centre, hasCells, placeOf } from "../map/geometry.js";
import { ask } from "../core/socket.js";
import { inSight } from "../map/viewport.js";
import { hear, tell } from "../core/events.js";
import { el, map, svg, token } from "../core/page.js";
import { movesBy } from "./reach.js";
import { tr } from "../core/texts.js";

/** @import { Meeting, Provoked, Shot } from "../core/messages.js" */

/** Somebody at a place, by its key.
 *  @typedef {{ who: string, key: string }} Spot */

/** What is known of a place. `provoked`: who may do something about the way there.
 *  @typedef {{ meetings: Meeting[], provoked?: Provoked[] }} Covers */

/** What a sign says: of the shot at an enemy, and of the cover from it.
 *  @typedef {[shot: string, danger: string]} Pair */

/** @type {Spot | null} */
let wanted = null; // what the signs are to tell of
let asking = false;
/** @type {string | null | undefined} */
let aimedAt = null;
/** @type {Map<string, Covers>} */
const known = new Map(); // answers by place, until something changes

/** Show the signs for a place; those of the place before stay until they are known.
 *  @param {string} who
 *  @param {string | null} key */
export function showCover(who, key) {
  tell("looked-at", { key });
  if (!hasCells() || key === null) return hideSigns();
  if (wanted?.who === who && wanted.key === key) return;
  wanted = { who, key };
  next();
}

export function clearCover() {
  tell("looked-at", { key: null });
  hideSigns();
}

function hideSigns() {
  wanted = null;
  el("overlay-cover")?.replaceChildren();
  tell("provoked", { words: "" });
}

/** @param {Spot} spot */
const nameOf = ({ who, key }) => `${who} ${key}`;

async function next() {
  if (!wanted) return;
  const kept = known.get(nameOf(wanted));
  if (kept) return draw(kept);
  if (asking) return;
  asking = true;
  const mine = wanted;
  const answer = await ask("cover", { actor: mine.who, at: placeOf(mine.key), ...(aimedAt ? { target: aimedAt } : {}), by: movesBy() });
  asking = false;
  if (answer.ok) known.set(nameOf(mine), answer);
  if (wanted === mine) return answer.ok ? draw(answer) : hideSigns();
  next();
}

// ------------------------------------------------------------------------------------- the signs
const HIGH = 24;

function layer() {
  if (!el("overlay-cover")) map().insertBefore(svg("g", { id: "overlay-cover", "aria-hidden": "true" }), el("overlay-top"));
  return el("overlay-cover");
}

/** Where a token stands, and over how many cells.
 *  @param {PageElement} token */
const standing = ({ dataset: { x, y, size } }) => ({ x: Number(x), y: Number(y), size: Number(size) });

/** Lay the signs out, nearest enemy first: with words where no other sign is in the way, else without, else small.
 *  @param {Covers} answer */
function draw({ meetings, provoked = [] }) {
  const { u } = inSight();
  const foes = meetings.map(({ who }) => token(who)).filter(Boolean);
  const tokens = foes.map(standing).map(({ x, y, size }) => [x - 42 * size, y - 42 * size, x + 42 * size, y + 42 * size].map((part) => part / u));
  /** @type {number[][]} */
  const taken = [];
  const signs = [];
  for (const meeting of meetings) {
    const foe = token(meeting.who);
    if (!foe) continue;
    const { x, y, size } = standing(foe);
    const [left, bottom] = [x / u, (y - 46 * size) / u - 3];
    const full = words(meeting);
    const small = Math.min(Math.max((100 * size) / u / 56, 0.3), 1);
    /** @type {[said: Pair, scale: number][]} */
    const ways = [[full, 1], [[full[0].split(" ").filter((word) => word.endsWith("%")).join(" "), ""], 1], [["", ""], small]];
    const boxed = ways.map(([said, scale]) => ({ said, scale, box: boxOf(left, bottom, said, scale, meeting) }));
    const inTheWay = [...taken, ...tokens.filter((_, n) => foes[n] !== foe)];
    const { said, scale, box } = boxed.find((way) => !inTheWay.some((other) => overlap(other, way.box))) ?? boxed[boxed.length - 1];
    taken.push(box);
    const drawn = sign(meeting, said);
    drawn.style.transform = `translate(${x}px, ${y - 46 * size}px) scale(calc(var(--u) * ${scale})) translate(0, ${-3 - HIGH / 2}px)`;
    signs.push(drawn);
  }
  const strikers = provoked.map((one) => ({ ...one, foe: token(one.who) })).filter(({ foe }) => foe !== null);
  const rings = strikers.map(({ foe }) => strikeRing(standing(foe)));
  layer().replaceChildren(...rings, ...signs.reverse(), ...atTheEnd(strikers, taken)); // the nearest on top
  tell("provoked", { words: strikers.map(strikeWords).join(" · ") });
}

/** A ring round who may do something about this way.
 *  @param {{ x: number, y: number, size: number }} there */
const strikeRing = ({ x, y, size }) => svg("circle", { class: "strike-ring", cx: x, cy: y, r: 47 * size });

/** @param {Provoked & { foe: PageElement }} striker */
function strikeWords({ hit, estimated, foe }) {
  const name = foe.dataset.name ?? "";
  if (hit === null) return tr("{name} may strike", { name });
  return tr("{name} may strike, {chance}", { name, chance: `${estimated ? "~" : ""}${Math.round(hit * 100)} %` });
}

const LINE = 28; // pixels from one to the next
const OFF = 66; // map units from the middle of a path's end to that of its sign, which is as high as a line

/** What awaits one on the way stands at its end, before it is gone: over the spot, that no finger lies on it, and clear of
 *  the path's own sign and of those of the enemies; where there is no room above, below.
 *  @param {(Provoked & { foe: PageElement })[]} strikers
 *  @param {number[][]} taken  where the signs of the enemies are, in pixels */
function atTheEnd(strikers, taken) {
  if (!wanted || !strikers.length) return [];
  const size = Number(token(wanted.who)?.dataset.size ?? 1);
  const [x, y] = centre(wanted.key, size);
  const { y: edge, u } = inSight();
  const first = Math.max(96 * size, OFF * size + LINE * u) / u;
  const isAbove = y - (first + LINE * strikers.length) * u > edge;
  let away = first;
  return strikers.map((striker) => {
    const said = strikeWords(striker);
    const [middle, half] = [keptInside(x, labelWidth(said)) / u, labelWidth(said) / 2];
    const box = () => {
      const at = y / u + (isAbove ? -away : away);
      return [middle - half, at - HIGH / 2, middle + half, at + HIGH / 2];
    };
    while (taken.some((other) => overlap(other, box()))) away += LINE / 2;
    const words = mapLabel(x, y, said, { inside: true, lift: isAbove ? away : -away });
    words.classList.add("may-strike");
    away += LINE;
    return words;
  });
}

/** @param {Meeting} meeting */
const isShut = ({ shot, danger }) => shot.level === null && danger.level === null;
/** @param {number} x
 *  @param {number} y
 *  @param {Pair} said
 *  @param {number} scale
 *  @param {Meeting} meeting */
const boxOf = (x, y, said, scale, meeting) => {
  const half = (isShut(meeting) ? 11 : widths(said).all / 2) * scale;
  return [x - half, y - HIGH * scale, x + half, y];
};
/** @param {number[]} a
 *  @param {number[]} b */
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** @param {Meeting} meeting
 *  @returns {Pair} */
function words({ shot, danger, hit, estimated }) {
  const chance = hit === null || hit === undefined ? "" : `${estimated ? "~" : ""}${Math.round(hit * 100)}%`;
  return [`${chance} ${shot.level === 0 ? tr("clear") : shot.word}`.trim(), danger.level === 0 ? tr("no cover") : danger.word];
}

/** @param {Pair} said */
function widths([one, other]) {
  const wide = (/** @type {string} */ said) => (said ? said.length * 7.6 + 7 : 0);
  const [left, right] = [23 + wide(one), 25 + wide(other)];
  return { left, all: left + right + 4 };
}

/** A pill above the enemy: on the left the shot at it, on the right, after a shield, the cover from it.
 *  @param {Meeting} meeting
 *  @param {Pair} said */
function sign(meeting, said) {
  const { shot, danger } = meeting;
  const group = svg("g", { class: "cover-sign" });
  if (isShut(meeting)) {
    group.classList.add("no-shot");
    group.append(svg("circle", { class: "cover-back", r: 11 }), glyph("shot", shot, 0));
    return group;
  }
  const { left, all } = widths(said);
  const start = -all / 2;
  group.append(svg("rect", { class: "cover-back", x: start, y: -HIGH / 2, width: all, height: HIGH, rx: HIGH / 2 }));
  group.append(glyph("shot", shot, start + 13), text(said[0], start + 25));
  group.append(svg("path", { class: "cover-cut", d: `M${start + left + 2} -8v16` }));
  group.append(glyph("shield", danger, start + left + 14), text(said[1], start + left + 25));
  return group;
}

/** @param {string} words
 *  @param {number} x */
function text(words, x) {
  const node = svg("text", { x, y: 4.3, "font-size": 12 });
  node.textContent = words;
  return node;
}

/** Clear is a ring with a dot, cover fills the shape from below step by step, no shot is a crossed ring.
 *  @param {string} kind
 *  @param {Shot} shot
 *  @param {number} x */
function glyph(kind, { level }, x) {
  const group = svg("g", { class: `cover-glyph ${kind} level-${level === null ? "no" : Math.min(level, 3)}`, transform: `translate(${x} 0)` });
  if (level === null) group.append(svg("circle", { class: "line", r: 7 }), svg("path", { class: "line", d: "M-5 -5L5 5" }));
  else if (kind === "shot") {
    group.append(svg("circle", { class: "line", r: 6 }), svg("path", { class: "line", d: "M0 -9v4M0 9v-4M-9 0h4M9 0h-4" }));
    if (level) group.append(svg("path", { class: "fill", d: FILLS[Math.min(level, 3)] }));
    else group.append(svg("circle", { class: "fill", r: 2.2 }));
  } else {
    if (level) group.append(svg("path", { class: "fill", d: SHIELDS[Math.min(level, 3)] }));
    group.append(svg("path", { class: "line", d: "M-6.5 -7h13v6c0 4.500-3 7-6.500 9c-3.500-2-6.500-4.500-6.500-9z" }));
  }
  return group;
}

const FILLS = ["", "M-5.200 3A6 6 0 0 0 5.200 3z", "M-6 0A6 6 0 0 0 6 0z", "M-4.200 -4.200A6 6 0 1 0 4.200 -4.200z"];
const SHIELDS = ["", "M-5.300 3h10.600c-1.200 2-3.100 3.700-5.300 5c-2.200-1.300-4.100-3-5.300-5z", "M-6.500 -1h13c0 4.500-3 7-6.500 9c-3.500-2-6.500-4.500-6.500-9z", "M-6.500 -7h13v6c0 4.500-3 7-6.500 9c-3.500-2-6.500-4.500-6.500-9z"];

hear("chance", ({ actor, at, who, hit, exact, strike }) => {
  const spot = { who: actor, key: at };
  const answer = known.get(nameOf(spot));
  const told = (strike ? answer?.provoked : answer?.meetings)?.find((one) => one.who === who);
  if (!answer || !told) return;
  Object.assign(told, { hit, estimated: !exact });
  if (wanted && nameOf(wanted) === nameOf(spot)) draw(answer);
});
hear("aim", ({ open, target }) => {
  if (!open) return;
  clearCover();
  aimedAt = target;
  known.clear();
});
hear("update", (update) => {
  known.clear();
  if (update.panels || update.moves?.length || update.drawn?.length) again();
});

// Where others move all the time, what is shown is asked again now and then, not with each of their steps.
const PAUSE = 500;
let waiting = 0;
function again() {
  waiting ||= setTimeout(() => {
    waiting = 0;
    next();
  }, PAUSE);
}
