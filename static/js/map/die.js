// One die as it is drawn: its faces in the light, its numbers, turned as it tumbles.

import { svg } from "../core/page.js";
import { cross, solidFor, then, toTheEye, turned, about } from "./polyhedra.js";

/** @import { Turn, Vec } from "./polyhedra.js" */

/** What stands on a face: a number, the pips of a cube, or a sign that stands beside the number.
 *  @typedef {{ number: string, pips?: number, tiles?: number }} Label */

const LIGHT = /** @type {Vec} */ ([-0.42, 0.64, 0.64]);
const TILT = then(about([1, 0, 0], 0.3), about([0, 1, 0], -0.2)); // a die that lies is looked at a little from the side
const SPOTS = { 1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679" }; // as on a block of nine keys

/** @param {number} count */
const pips = (count) => [...SPOTS[/** @type {1} */ (count)]].map((key) => {
  const at = Number(key) - 1;
  return svg("circle", { class: "die-pip", cx: ((at % 3) - 1) * 0.27, cy: (Math.floor(at / 3) - 1) * 0.27, r: 0.105 });
});

/** A tile as it lies in a mosaic; with another behind it where the die is thrown again.
 *  @param {number} count */
const tiles = (count) => Array.from({ length: count }, (_, n) => {
  const x = (n - (count - 1) / 2) * 0.26;
  return svg("path", { class: "die-tile", d: `M${x - 0.11} 0.25l0.11 -0.11l0.11 0.11l-0.11 0.11z` });
});

/** @param {Label} label
 *  @param {number} room  from the face's middle to its nearest edge */
function drawLabel({ number, pips: spots, tiles: count = 0 }, room) {
  const drawn = svg("g", {});
  if (spots) drawn.append(...pips(spots));
  else {
    const size = room * (number.length > 1 ? 1.05 : 1.3) * (count ? 0.82 : 1);
    const text = svg("text", { class: "die-number", y: size * 0.36 - (count ? 0.12 : 0), "font-size": size });
    text.textContent = number;
    if (number === "6" || number === "9") text.classList.add("either-way");
    drawn.append(text, ...tiles(count));
  }
  return drawn;
}

/** Draw a die of so many sides. What is given turns it, and shows it at the size and with the colour that it has.
 *  @param {number} sides
 *  @param {string} look  its class
 *  @param {(face: number) => Label} label  what stands on a face, by its number from 1 up */
export function drawDie(sides, look, label) {
  const faces = solidFor(sides);
  const body = svg("g", { class: `rolling-die ${look}` });
  const parts = faces.map((face, n) => {
    const [side, shade] = [svg("polygon", { class: "die-side" }), svg("polygon", { class: "die-shade" })];
    const written = drawLabel(label((n % sides) + 1), face.room);
    const part = svg("g", {}, side, shade, written);
    body.append(part);
    return { face, side, shade, written, part };
  });

  /** @param {Turn} turn
   *  @param {number} radius  in pixels */
  const show = (turn, radius) => {
    for (const { face, side, shade, written, part } of parts) {
      const normal = turned(turn, face.normal);
      const away = normal[2] <= 0.01;
      part.style.display = away ? "none" : "";
      if (away) continue;
      const points = face.corners.map((corner) => {
        const [x, y] = turned(turn, corner);
        return `${(x * radius).toFixed(1)},${(-y * radius).toFixed(1)}`;
      }).join(" ");
      side.setAttribute("points", points);
      shade.setAttribute("points", points);
      const light = normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2];
      shade.style.fillOpacity = String(Math.min(0.62, Math.max(0, 0.72 - light) * 0.8));
      const [up, across, at] = [turned(turn, face.up), turned(turn, cross(face.up, face.normal)), turned(turn, face.middle)];
      const matrix = [across[0], -across[1], -up[0], up[1], at[0], -at[1]].map((n) => (n * radius).toFixed(3));
      written.setAttribute("transform", `matrix(${matrix.join(" ")})`);
    }
  };
  /** The turn in which a face, by its number from 1 up, lies upward.
   *  @param {number} number */
  const lying = (number) => then(TILT, toTheEye(faces[(number - 1) % faces.length]));
  return { body, show, lying };
}
