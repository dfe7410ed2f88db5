// Where a combatant may go: asked of the server, drawn as a wash with its rim; and the path to a place of it.

import { ask } from "./live.js";
import { centre, corners, covered, hasCells } from "./geometry.js";
import { chip } from "./map.js";
import { el, hear, map, svg, token } from "./page.js";

let reach = null; // {who, words, rule, cells, refusal}
let asking = null;

export const shownFor = () => (reach && !reach.refusal ? reach.who : null);
export const isReachable = (who, key) => reach?.who === who && key in (reach?.cells ?? {});
export const costTo = (key) => reach?.cells?.[key]?.[0];
export const words = () => reach?.words ?? "";

/** Ask where somebody may go, once until something changes. Gives a refusal, or null. */
export async function loadReach(who) {
  if (reach?.who === who) return reach.refusal;
  if (asking?.who !== who) asking = { who, answer: ask("reach", { actor: who }) };
  const mine = asking;
  const answer = await mine.answer;
  if (asking === mine) {
    asking = null;
    reach = { who, cells: answer.cells ?? {}, words: answer.words, rule: answer.rule, refusal: answer.ok ? null : answer.refusal };
  }
  return answer.ok ? null : answer.refusal;
}

export function forgetReach() {
  reach = null;
  asking = null;
}

export function drawReach() {
  const layer = el("overlay-reach");
  if (!reach || reach.refusal) return layer.replaceChildren();
  const size = Number(token(reach.who)?.dataset.size ?? 1);
  layer.replaceChildren(...(hasCells() ? wash(Object.keys(reach.cells), size) : zones(Object.keys(reach.cells))));
}

export function clearReach() {
  el("overlay-reach").replaceChildren();
  clearPath();
}

function zones(keys) {
  return keys.flatMap((key) => {
    const outline = map().querySelector(`[data-zone="${CSS.escape(key)}"] polygon`);
    return outline ? [svg("polygon", { class: "reach-cell", points: outline.getAttribute("points") })] : [];
  });
}

/** All cells that the token may cover, with a line where they end: an edge that only one cell has. */
function wash(keys, size) {
  let fill = "";
  const edges = new Map();
  for (const key of new Set(keys.flatMap((place) => covered(place, size)))) {
    const points = corners(key).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    fill += `M${points.join("L")}Z`;
    points.forEach((point, n) => {
      const next = points[(n + 1) % points.length];
      const name = point < next ? `${point}|${next}` : `${next}|${point}`;
      edges.set(name, edges.has(name) ? null : `M${point}L${next}`);
    });
  }
  const rim = [...edges.values()].filter(Boolean).join("");
  return [svg("path", { class: "reach-cell", d: fill }), svg("path", { class: "reach-rim", d: rim })];
}

/** The cheapest way to a place: keys from the start on. */
export function wayTo(who, key) {
  const way = [];
  for (let at = key; at !== null && at !== undefined && !way.includes(at); at = reach?.cells?.[at]?.[1] ?? null) way.unshift(at);
  const start = token(who)?.dataset.place;
  if (start && way[0] !== start) way.unshift(start);
  return way;
}

export function drawPath(way, size, sign, bad = false) {
  const points = way.map((key) => centre(key, size));
  const end = points.at(-1);
  const d = `M${points.map((point) => point.join(" ")).join("L")}`;
  const kind = bad ? " bad" : "";
  el("overlay-aim").replaceChildren(
    ...(bad || way.length < 2 ? [] : [svg("path", { class: "path-back", d })]),
    ...(way.length < 2 ? [] : [svg("path", { class: `path-line${kind}`, d })]),
    svg("circle", { class: `path-end${kind}`, cx: end[0], cy: end[1], r: 46 * size }),
  );
  const label = el("overlay-top").querySelector(".path-sign");
  label?.remove();
  if (!sign) return;
  const before = points.at(-2) ?? end;
  const side = before[1] < end[1] ? 1 : -1; // beyond the end, off the token that comes from there
  const drawn = chip(end[0], end[1] + side * 66 * size, sign);
  drawn.classList.add("path-sign");
  el("overlay-top").append(drawn);
}

export function clearPath() {
  if (el("overlay-aim").querySelector(".path-end")) el("overlay-aim").replaceChildren();
  el("overlay-top").querySelector(".path-sign")?.remove();
}

/** The cost of a place in the words of the table: "3", or nothing where the way has no length. */
export function costWords(key) {
  const cost = costTo(key);
  return cost === undefined ? "" : hasCells() ? `${Math.round(cost * 10) / 10}` : "";
}

hear("update", () => {
  const who = shownFor();
  const drawn = el("overlay-reach").childElementCount > 0;
  forgetReach();
  if (who && drawn && token(who)) loadReach(who).then(drawReach);
});
