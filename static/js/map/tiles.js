// A large picture in tiles: those that are in sight, of the level that fits the glass, and a few round them. Coarser
// ones stay below until the finer ones have come.

import { inSight } from "./viewport.js";
import { hear } from "../core/events.js";
import { el, svg } from "../core/page.js";

const SIDE = 512;
const BLUR = 0.3; // a tile may be stretched by a quarter before the next level is taken: nobody sees it
const WHILE_MOVED = 150; // milliseconds between looks while the map is dragged
const AROUND = 0.35; // how much beyond the window is loaded, in windows
const PATIENCE = 6000; // milliseconds that the first answer to a tile is waited for, and twice as long each further one

const shown = new Map(); // "level/column/row" to {node, level, ready}
let layer = null;
let facts = null;
let waiting = 0;

function read() {
  const found = el("tiles");
  if (found === layer) return;
  const before = facts;
  const left = layer;
  layer = found;
  facts = null;
  if (!layer) return shown.clear();
  const numbers = (text) => text.split(" ").map(Number);
  const [width, height] = numbers(layer.dataset.pixels);
  const deepest = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / SIDE)));
  facts = { at: layer.dataset.at, width, height, deepest, box: numbers(layer.dataset.box), words: wordsOf(layer.dataset.words, width, height, deepest) };
  const same = before && left && before.at === facts.at && String(before.box) === String(facts.box) && before.width === width;
  if (same) return layer.replaceChildren(...left.childNodes); // what is shown stays until what has changed of it has come
  shown.clear();
  layer.replaceChildren(...Array.from({ length: deepest + 1 }, () => svg("g")));
}

/** In the fog a picture is cut to what is known of it: a word for each tile, "-" for those that show nothing. */
function wordsOf(text, width, height, deepest) {
  if (!text) return null;
  const words = text.split(" ");
  const found = new Map();
  let n = 0;
  for (let level = 0; level <= deepest; level += 1) {
    const [columns, rows] = [width, height].map((side) => Math.ceil(Math.ceil(side / 2 ** (deepest - level)) / SIDE));
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) found.set(`${level}/${column}/${row}`, words[n++]);
    }
  }
  return found;
}

const wordOf = (key) => facts.words?.get(key);

/** A level's size in pixels, and the map units of one of its pixels. */
function levelOf(level) {
  const scale = 2 ** (facts.deepest - level);
  const [width, height] = [Math.ceil(facts.width / scale), Math.ceil(facts.height / scale)];
  return { width, height, unitX: facts.box[2] / width, unitY: facts.box[3] / height };
}

function wanted() {
  const { x, y, width, height, u } = inSight();
  const sharp = Math.log2(facts.box[2] / u / facts.width * devicePixelRatio) - BLUR;
  const level = Math.min(Math.max(facts.deepest + Math.ceil(sharp), 0), facts.deepest);
  const size = levelOf(level);
  const columns = range(x - facts.box[0], width, size.unitX, size.width);
  const rows = range(y - facts.box[1], height, size.unitY, size.height);
  /** @type {Map<string, [level: number, column: number, row: number, inside: boolean]>} */
  const tiles = new Map([["0/0/0", [0, 0, 0, true]]]);
  for (const { at: row, inside: inRow } of rows) {
    for (const { at: column, inside } of columns) tiles.set(`${level}/${column}/${row}`, [level, column, row, inside && inRow]);
  }
  return tiles;
}

/** The tiles along one side that lie in a stretch of the map or near it, and whether they lie inside. */
function range(from, length, unit, pixels) {
  const tile = SIDE * unit;
  const last = Math.ceil(pixels / SIDE) - 1;
  const first = Math.max(Math.floor((from - AROUND * length) / tile), 0);
  const end = Math.min(Math.floor((from + (1 + AROUND) * length) / tile), last);
  const inside = (at) => (at + 1) * tile > from && at * tile < from + length;
  return Array.from({ length: Math.max(end - first + 1, 0) }, (_, n) => ({ at: first + n, inside: inside(first + n) }));
}

/** @param {string} key
 *  @param {[level: number, column: number, row: number, inside: boolean]} place */
function add(key, [level, column, row]) {
  const word = wordOf(key);
  const before = shown.get(key);
  const { width, height, unitX, unitY } = levelOf(level);
  const [left, top] = [column * SIDE, row * SIDE];
  const node = svg("image", {
    x: facts.box[0] + left * unitX,
    y: facts.box[1] + top * unitY,
    width: Math.min(SIDE, width - left) * unitX,
    height: Math.min(SIDE, height - top) * unitY,
    preserveAspectRatio: "none",
  });
  const tile = { node, level, word, ready: false };
  ask(tile, `${facts.at}/${key}${word === undefined ? "" : `?v=${word}`}`);
  node.addEventListener("load", () => {
    tile.ready = true;
    before?.node.remove();
    later();
  });
  node.addEventListener("error", () => { // asked for again when the map is looked at next
    if (shown.get(key) === tile) shown.delete(key);
    node.remove();
  });
  shown.set(key, tile);
  layer.children[level].append(node);
}

/**
 * Ask for a tile, and once more under another address where no answer comes. A browser that left a page in the middle
 * of a picture may wait for ever when the next page asks for the same one; so may a phone between two networks.
 */
function ask(tile, address, times = 0) {
  tile.node.setAttribute("href", times ? `${address}${address.includes("?") ? "&" : "?"}again=${times}` : address);
  setTimeout(() => { if (!tile.ready && tile.node.isConnected) ask(tile, address, times + 1); }, PATIENCE * 2 ** times);
}

function settle() {
  waiting = 0;
  read();
  if (!facts) return;
  const tiles = wanted();
  const order = [...tiles].sort(([, a], [, b]) => Number(b[3]) - Number(a[3]));
  for (const [key, place] of order) if (wordOf(key) !== "-" && (!shown.has(key) || shown.get(key).word !== wordOf(key))) add(key, place);
  if (![...tiles].every(([key, [, , , inside]]) => !inside || wordOf(key) === "-" || shown.get(key)?.ready)) return;
  for (const [key, { node }] of shown) {
    if (tiles.has(key) && wordOf(key) !== "-") continue;
    node.remove();
    shown.delete(key);
  }
}

const later = () => { waiting ||= requestAnimationFrame(settle); };
let seldom = 0;
hear("view", ({ working }) => {
  if (!working) later();
  else seldom ||= setTimeout(() => { seldom = 0; later(); }, WHILE_MOVED);
});
hear("map-changed", later);
settle();
