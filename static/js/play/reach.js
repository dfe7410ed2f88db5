// Where a combatant may go: asked of the server, drawn as a wash with its rim; and the path to a place of it.

import { ask } from "../core/socket.js";
import { centre, corners, covered, hasCells } from "../map/geometry.js";
import { mapLabel } from "../map/label.js";
import { onOneLevel } from "../levels/levels.js";
import { hear, tell } from "../core/events.js";
import { el, map, svg, token } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Reach, Refusal } from "../core/messages.js" */

/** @type {Reach} */
const NOWHERE = { words: "", rule: null, places: [], costs: [], before: [], ways: {} };
/** @type {(Reach & { who: string, number: Map<string, number>, refusal: Refusal | null }) | null} */
let reach = null; // `number` gives a place's
/** @type {{ who: string, refusal: Promise<Refusal | null> } | null} */
let asking = null;
let stale = false; // whether something has changed since it was asked for
/** @type {MoveAction | null} */
let within = null; // the action that moves, where it is another than a plain move
/** @type {{ who: string, answer: Promise<Reply<"reach">> } | null} */
let ahead = null; // asked for before it was wanted

/** @param {string | null} key */
const numberOf = (key) => (key === null ? undefined : reach?.number.get(key));

export const shownFor = () => (reach && !reach.refusal ? reach.who : null);
/** @param {string | null} who
 *  @param {string | null} key */
export const isReachable = (who, key) => reach?.who === who && costTo(key) !== undefined;
/** Whether the answer is on its way.
 *  @param {string} who */
export const isAsked = (who) => asking?.who === who;
/** @param {string | null} key */
export const costTo = (key) => {
  const number = numberOf(key);
  return number === undefined ? undefined : reach?.costs[number] ?? undefined;
};
export const words = () => reach?.words ?? "";

/** Say why a place that is not reachable is not: what forbids or limits the move, and its rule; null as long as that is not known.
 *  @param {string} who */
export function whyNot(who) {
  if (reach?.who !== who) return null;
  const { refusal, rule } = reach;
  const said = refusal ? refusal.message : reach.words ? tr("Out of reach: one may go to {words}.", { words: reach.words }) : tr("Out of reach.");
  const from = refusal ? refusal.rule : rule;
  return from ? `${said} (${from})` : said;
}

/** Ask where somebody may go, once until something changes. Gives a refusal, or null.
 *  @param {string} who
 *  @returns {Promise<Refusal | null>} */
export function loadReach(who) {
  if (reach?.who === who && !stale) return Promise.resolve(reach.refusal);
  if (asking?.who === who) return asking.refusal;
  stale = false;
  /** @type {Promise<Refusal | null>} */
  const refusal = askFor(who).then((answer) => {
    if (asking?.refusal === refusal) {
      asking = null;
      take(who, answer);
    }
    return answer.ok ? null : answer.refusal;
  });
  asking = { who, refusal };
  return refusal;
}

/** Ask where somebody may go who is likely to be moved next; nothing is shown of it.
 *  @param {string} who */
export function foreseeReach(who) {
  if (ahead?.who !== who && asking?.who !== who && (reach?.who !== who || stale)) ahead = { who, answer: ask("reach", { actor: who, ...reachedBy() }) };
}

/** What a place is reached by: nothing to add for a plain move. */
export const reachedBy = () => (within ? { do: within.do, ...within.fixed } : {});
export const movesBy = () => ({ do: "move", ...reachedBy() });

/** @param {string} who */
function askFor(who) {
  const answer = ahead?.who === who ? ahead.answer : ask("reach", { actor: who, ...reachedBy() });
  ahead = null;
  return answer;
}

/** Ask where somebody may go whatever is known: who taps wants to see what holds now.
 *  @param {string} who */
export function askReach(who) {
  stale = true;
  ahead = null;
  return loadReach(who);
}

/** @param {string} who
 *  @param {Reply<"reach">} answer */
function take(who, answer) {
  const known = answer.ok ? answer : NOWHERE;
  reach = { ...known, who, number: new Map(known.places.map((key, n) => [key, n])), refusal: answer.refusal ?? null };
}

/** Ask anew the next time, and believe nothing of what was known: another way of moving was chosen.
 *  @param {MoveAction | null} action */
export function forgetReach(action = null) {
  within = action;
  reach = null;
  ahead = null;
  asking = null;
}

let drawn = ""; // what lies on the map: the places of whose size

export function drawReach() {
  const layer = el("overlay-reach");
  const size = Number(token(reach?.who)?.dataset.size ?? 1);
  const own = token(reach?.who)?.dataset.place; // drawn with the rest, whether staying is a move or not
  const keys = reach && !reach.refusal ? reach.places.filter((key, n) => reach?.costs[n] !== null || key === own) : [];
  const name = `${size}:${keys.join(" ")}`;
  tell("reach", { who: keys.length ? reach?.who ?? null : null });
  if (name === drawn && layer.childElementCount) return;
  drawn = name;
  layer.replaceChildren(...wash(keys, size));
}

export function clearReach() {
  el("overlay-reach").replaceChildren();
  clearPath();
  tell("reach", { who: null });
}

/** @param {string[]} keys */
function zones(keys) {
  return keys.flatMap((key) => {
    const outline = map().querySelector(`[data-zone="${CSS.escape(key)}"] polygon`);
    return outline ? [svg("polygon", { class: "reach-cell", points: String(outline.getAttribute("points")) })] : [];
  });
}

/** All cells that the token may cover, with a line where they end: an edge that only one cell has. On a map of zones those.
 *  @param {string[]} keys
 *  @param {number} size */
export function wash(keys, size) {
  if (!hasCells()) return zones(keys);
  if (!keys.length) return [];
  let fill = "";
  /** @type {Map<string, string | null>} */
  const edges = new Map();
  for (const key of new Set(size > 1 ? keys.flatMap((place) => covered(place, size)) : keys)) {
    const points = corners(key).map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`);
    fill += `M${points.join("L")}Z`;
    points.forEach((point, n) => {
      const next = points[(n + 1) % points.length];
      const name = point < next ? `${point}|${next}` : `${next}|${point}`;
      edges.set(name, edges.has(name) ? null : `M${point}L${next}`);
    });
  }
  const rim = [...edges.values()].filter(Boolean).join("");
  return [svg("path", { class: "reach-cell", d: fill }), svg("g", {}, svg("path", { class: "reach-back", d: rim }), svg("path", { class: "reach-rim", d: rim }))];
}

/** The cheapest way to a place: keys from the start on.
 *  @param {string} who
 *  @param {string} key */
export function wayTo(who, key) {
  const way = [...(reach?.ways[key] ?? [])]; // one that turns where it may, say
  /** @type {number | null | undefined} */
  let at = way.length ? undefined : numberOf(key);
  while (reach && at !== undefined && at !== null && !way.includes(reach.places[at])) {
    way.unshift(reach.places[at]);
    at = reach.before[at];
  }
  if (!way.length) way.push(key);
  const start = token(who)?.dataset.place;
  if (start && way[0] !== start) way.unshift(start);
  return way;
}

/** @param {string[]} way
 *  @param {number} size
 *  @param {string} sign
 *  @param {boolean} bad */
export function drawPath(way, size, sign, bad = false) {
  const points = way.map((key) => centre(key, size));
  const end = points[points.length - 1];
  const d = points.map((point, n) => `${n && onOneLevel(way[n - 1], way[n]) ? "L" : "M"}${point.join(" ")}`).join("");
  const kind = bad ? " bad" : "";
  el("overlay-aim").replaceChildren(
    ...(way.length < 2 ? [] : [svg("path", { class: "path-back", d }), svg("path", { class: `path-line${kind}`, d })]),
    svg("circle", { class: `path-end${kind}`, cx: end[0], cy: end[1], r: 46 * size }),
  );
  const label = el("overlay-top").querySelector(".path-sign");
  label?.remove();
  if (!sign) return;
  const before = points.at(-2) ?? end;
  const side = before[1] < end[1] ? 1 : -1; // beyond the end, off the token that comes from there
  const drawn = mapLabel(end[0], end[1] + side * 66 * size, sign);
  drawn.classList.add("path-sign");
  el("overlay-top").append(drawn);
}

export function clearPath() {
  if (el("overlay-aim").querySelector(".path-end")) el("overlay-aim").replaceChildren();
  el("overlay-top").querySelector(".path-sign")?.remove();
}

/** The cost of a place in the words of the table: "3", or nothing where the way has no length.
 *  @param {string} key */
export function costWords(key) {
  const cost = costTo(key);
  return cost === undefined ? "" : hasCells() ? `${Math.round(cost * 10) / 10}` : "";
}

// What is shown stays until it is known anew: others may move several times a second, and a drag goes on meanwhile.
const PAUSE = 400;
let again = 0;
hear("update", () => {
  stale = true;
  ahead = null;
  if (!el("overlay-reach").childElementCount) return;
  again ||= setTimeout(refresh, PAUSE);
});

async function refresh() {
  again = 0;
  const who = shownFor();
  if (!who || !token(who) || !el("overlay-reach").childElementCount) return;
  await loadReach(who);
  if (!el("overlay-reach").childElementCount) return;
  if (reach?.who === who) drawReach();
  if (stale) again ||= setTimeout(refresh, PAUSE); // something changed while it was asked
}
