// The shapes of dice, and how they are turned: each a list of corners and of flat faces, in a ball of radius 1.

/** @typedef {[x: number, y: number, z: number]} Vec */
/** Three rows: what becomes of a point is its product with each.
 *  @typedef {[Vec, Vec, Vec]} Turn */
/** A face: its corners in order, its middle, the way it looks, and which way its number stands up.
 *  @typedef {{ corners: Vec[], middle: Vec, normal: Vec, up: Vec, room: number }} Face */

const GOLD = (1 + Math.sqrt(5)) / 2;

/** @param {Vec} a
 *  @param {Vec} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vec} a
 *  @param {Vec} b
 *  @returns {Vec} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {Vec} a
 *  @param {number} by
 *  @returns {Vec} */
const times = (a, by) => [a[0] * by, a[1] * by, a[2] * by];
/** @param {Vec} a
 *  @param {Vec} b
 *  @returns {Vec} */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Vec} a */
const unit = (a) => times(a, 1 / Math.hypot(...a));
/** @param {Vec[]} all
 *  @returns {Vec} */
const mean = (all) => times(all.reduce((sum, a) => [sum[0] + a[0], sum[1] + a[1], sum[2] + a[2]]), 1 / all.length);

/** Every way of choosing signs for what is not 0.
 *  @param {Vec} a
 *  @returns {Vec[]} */
const signed = ([x, y, z]) => {
  const both = (/** @type {number} */ n) => (n ? [n, -n] : [0]);
  return both(x).flatMap((a) => both(y).flatMap((b) => both(z).map((c) => /** @type {Vec} */ ([a, b, c]))));
};
/** @param {Vec} a
 *  @returns {Vec[]} */
const round = ([x, y, z]) => [[x, y, z], [y, z, x], [z, x, y]];
const cube = signed([1, 1, 1]);
const twenty = round([0, 1, GOLD]).flatMap(signed); // the corners of the one are where the other's faces look
const twelve = [...cube, ...round([0, GOLD, 1 / GOLD]).flatMap(signed)];
const four = /** @type {Vec[]} */ ([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]);

/** The corners of a kite-sided die with ten faces: two points, and a ring that goes up and down between them.
 *  @returns {Vec[][]} */
function kites() {
  const high = Math.tan(Math.PI / 10) ** 2;
  const ring = Array.from({ length: 10 }, (_, n) => /** @type {Vec} */ ([Math.cos((n * Math.PI) / 5), Math.sin((n * Math.PI) / 5), n % 2 ? high : -high]));
  return ring.map((_, n) => [/** @type {Vec} */ ([0, 0, n % 2 ? -1 : 1]), ring[(n + 9) % 10], ring[n], ring[(n + 1) % 10]]);
}

/** Faces by the way they look: the corners that lie farthest that way.
 *  @param {Vec[]} corners
 *  @param {Vec[]} looks */
const facing = (corners, looks) => looks.map((way) => {
  const most = Math.max(...corners.map((corner) => dot(corner, way)));
  return corners.filter((corner) => dot(corner, way) > most - 1e-6);
});

/** @param {Vec[]} corners
 *  @param {boolean} square  whether the number stands up towards an edge, and not towards a corner
 *  @returns {Face} */
function face(corners, square) {
  const middle = mean(corners);
  let normal = unit(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0])));
  if (dot(normal, middle) < 0) normal = times(normal, -1);
  const first = unit(minus(corners[0], middle));
  const side = cross(normal, first);
  const angle = (/** @type {Vec} */ corner) => Math.atan2(dot(minus(corner, middle), side), dot(minus(corner, middle), first));
  const ordered = [...corners].sort((a, b) => angle(a) - angle(b));
  const up = square ? unit(minus(mean([ordered[0], ordered[1]]), middle)) : first;
  const edges = ordered.map((corner, n) => Math.hypot(...minus(mean([corner, ordered[(n + 1) % ordered.length]]), middle)));
  return { corners: ordered, middle, normal, up, room: Math.min(...edges) };
}

/** @param {Vec[][]} faces
 *  @param {boolean} square */
function solid(faces, square = false) {
  const far = Math.max(...faces.flat().map((corner) => Math.hypot(...corner)));
  return faces.map((corners) => face(corners.map((corner) => times(corner, 1 / far)), square));
}

/** By how many sides it has.
 *  @type {Record<number, Face[]>} */
const SOLIDS = {
  4: solid(facing(four, four.map((corner) => times(corner, -1)))),
  6: solid(facing(cube, round([0, 0, 1]).flatMap(signed)), true),
  8: solid(facing(round([0, 0, 1]).flatMap(signed), cube)),
  10: solid(kites()),
  12: solid(facing(twelve, twenty)),
  20: solid(facing(twenty, twelve)),
};

/** The die that shows so many faces: one with more than it needs where there is none with just as many.
 *  @param {number} sides */
export const solidFor = (sides) => SOLIDS[sides] ?? SOLIDS[[4, 6, 8, 10, 12].find((known) => known >= sides) ?? 20];

/** @param {Turn} turn
 *  @param {Vec} a
 *  @returns {Vec} */
export const turned = (turn, a) => [dot(turn[0], a), dot(turn[1], a), dot(turn[2], a)];

/** One turn after another.
 *  @param {Turn} second
 *  @param {Turn} first
 *  @returns {Turn} */
export const then = (second, first) => {
  const columns = /** @type {Turn} */ ([0, 1, 2].map((n) => [first[0][n], first[1][n], first[2][n]]));
  return /** @type {Turn} */ (second.map((row) => columns.map((column) => dot(row, column))));
};

/** Turn about an axis, by an angle.
 *  @param {Vec} axis  of length 1
 *  @param {number} angle
 *  @returns {Turn} */
export function about([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s], [y * x * d + z * s, c + y * y * d, y * z * d - x * s], [z * x * d - y * s, z * y * d + x * s, c + z * z * d]];
}

/** The turn that brings a face to the eye, its number upright. The eye looks along z; y goes up.
 *  @param {Face} face
 *  @returns {Turn} */
export const toTheEye = ({ normal, up }) => [cross(up, normal), up, normal];

/** An axis by chance.
 *  @returns {Vec} */
export const anyAxis = () => unit([Math.random() - 0.5, Math.random() - 0.5, 0.3 * (Math.random() - 0.5) || 0.1]);
export { cross, dot };
