// A large picture in tiles: those that are in sight, of the level that fits the glass, and a few round them. Coarser
// ones stay below until the finer ones have come.

import { drawn } from "./viewport.js";
import { hear } from "../core/events.js";
import { el, svg } from "../core/page.js";

const SIDE = 512;
const BLUR = 0.3; // a tile may be stretched by a quarter before the next level is taken: nobody sees it
const WHILE_MOVED = 150; // milliseconds between looks while the map is dragged
const AROUND = 0.35; // how much beyond the window is loaded, in windows
const PATIENCE = 6000; // milliseconds that the first answer to a tile is waited for, and twice as long each further one

/** A picture in tiles: its size in pixels, its deepest level, where it lies on the map, the words of its tiles.
 *  @typedef {object} Picture
 *  @property {Element} layer
 *  @property {string} at  its address
 *  @property {number} width
 *  @property {number} height
 *  @property {number} deepest
 *  @property {number[]} box  left, upper edge, width and height in map units
 *  @property {Map<string, string> | null} words
 */

/** @typedef {{ node: SVGGraphicsElement, level: number, word: string | undefined, ready: boolean }} Tile */

/** @type {Map<string, Tile>} */
const shown = new Map(); // by "level/column/row"
/** @type {PageElement | null} */
let layer = null;
/** @type {Picture | null} */
let picture = null;
let waiting = 0;

function read() {
  const found = el("tiles");
  if (found === layer) return;
  const before = picture;
  const left = layer;
  layer = found;
  picture = null;
  if (!layer) return shown.clear();
  const numbers = (/** @type {string} */ text) => text.split(" ").map(Number);
  const [width, height] = numbers(layer.dataset.pixels);
  const deepest = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / SIDE)));
  picture = { layer, at: layer.dataset.at, width, height, deepest, box: numbers(layer.dataset.box), words: wordsOf(layer.dataset.words, width, height, deepest) };
  const same = before && left && before.at === picture.at && String(before.box) === String(picture.box) && before.width === width;
  if (same) return layer.replaceChildren(...left.childNodes); // what is shown stays until what has changed of it has come
  shown.clear();
  layer.replaceChildren(...Array.from({ length: deepest + 1 }, () => svg("g")));
}

/** In the fog a picture is cut to what is known of it: a word for each tile, "-" for those that show nothing.
 *  @param {string | undefined} text
 *  @param {number} width
 *  @param {number} height
 *  @param {number} deepest */
function wordsOf(text, width, height, deepest) {
  if (!text) return null;
  const words = text.split(" ");
  /** @type {Map<string, string>} */
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

/** @param {Picture} picture
 *  @param {string} key */
const wordOf = (picture, key) => picture.words?.get(key);

/** A level's size in pixels, and the map units of one of its pixels.
 *  @param {Picture} picture
 *  @param {number} level */
function levelOf(picture, level) {
  const scale = 2 ** (picture.deepest - level);
  const [width, height] = [Math.ceil(picture.width / scale), Math.ceil(picture.height / scale)];
  return { width, height, unitX: picture.box[2] / width, unitY: picture.box[3] / height };
}

/** @param {Picture} picture */
function wanted(picture) {
  const { x, y, width, height, u } = drawn();
  const sharp = Math.log2(picture.box[2] / u / picture.width * devicePixelRatio) - BLUR;
  const level = Math.min(Math.max(picture.deepest + Math.ceil(sharp), 0), picture.deepest);
  const size = levelOf(picture, level);
  const columns = range(x - picture.box[0], width, size.unitX, size.width);
  const rows = range(y - picture.box[1], height, size.unitY, size.height);
  /** @type {Map<string, [level: number, column: number, row: number, inside: boolean]>} */
  const tiles = new Map([["0/0/0", [0, 0, 0, true]]]);
  for (const { at: row, inside: inRow } of rows) {
    for (const { at: column, inside } of columns) tiles.set(`${level}/${column}/${row}`, [level, column, row, inside && inRow]);
  }
  return tiles;
}

/** The tiles along one side that lie in a stretch of the map or near it, and whether they lie inside.
 *  @param {number} from
 *  @param {number} length
 *  @param {number} unit
 *  @param {number} pixels */
function range(from, length, unit, pixels) {
  const tile = SIDE * unit;
  const last = Math.ceil(pixels / SIDE) - 1;
  const first = Math.max(Math.floor((from - AROUND * length) / tile), 0);
  const end = Math.min(Math.floor((from + (1 + AROUND) * length) / tile), last);
  const inside = (/** @type {number} */ at) => (at + 1) * tile > from && at * tile < from + length;
  return Array.from({ length: Math.max(end - first + 1, 0) }, (_, n) => ({ at: first + n, inside: inside(first + n) }));
}

/** @param {Picture} picture
 *  @param {string} key
 *  @param {[level: number, column: number, row: number, inside: boolean]} place */
function add(picture, key, [level, column, row]) {
  const word = wordOf(picture, key);
  const before = shown.get(key);
  const { width, height, unitX, unitY } = levelOf(picture, level);
  const [left, top] = [column * SIDE, row * SIDE];
  const node = svg("image", {
    x: picture.box[0] + left * unitX,
    y: picture.box[1] + top * unitY,
    width: Math.min(SIDE, width - left) * unitX,
    height: Math.min(SIDE, height - top) * unitY,
    preserveAspectRatio: "none",
  });
  const tile = { node, level, word, ready: false };
  ask(tile, `${picture.at}/${key}${word === undefined ? "" : `?v=${word}`}`);
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
  picture.layer.children[level].append(node);
}

/**
 * Ask for a tile, and once more under another address where no answer comes. A browser that left a page in the middle
 * of a picture may wait for ever when the next page asks for the same one; so may a phone between two networks.
 *  @param {Tile} tile
 *  @param {string} address
 */
function ask(tile, address, times = 0) {
  tile.node.setAttribute("href", times ? `${address}${address.includes("?") ? "&" : "?"}again=${times}` : address);
  setTimeout(() => { if (!tile.ready && tile.node.isConnected) ask(tile, address, times + 1); }, PATIENCE * 2 ** times);
}

function settle() {
  waiting = 0;
  read();
  if (!picture) return;
  const now = picture;
  const word = (/** @type {string} */ key) => wordOf(now, key);
  const tiles = wanted(now);
  const order = [...tiles].sort(([, a], [, b]) => Number(b[3]) - Number(a[3]));
  for (const [key, place] of order) if (word(key) !== "-" && (!shown.has(key) || shown.get(key)?.word !== word(key))) add(now, key, place);
  if (![...tiles].every(([key, [, , , inside]]) => !inside || word(key) === "-" || shown.get(key)?.ready)) return;
  for (const [key, { node }] of shown) {
    if (tiles.has(key) && word(key) !== "-") continue;
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
