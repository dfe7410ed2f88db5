// What lies round the map says what lies in it: on which ground it is, in the dark, in the fog. A style sheet that looked into the
// map for that, by `:has()`, would have the whole page styled anew whenever a tile of the picture comes or goes.

import { el } from "../core/page.js";

const SAID = [
  { of: "world", word: "on-ground", when: "#map-picture > .textured" },
  { of: "world", word: "on-bright", when: "#map-picture > :is(.on-sand, .on-snow)" },
  { of: "map-box", word: "is-deep", when: "#map-dark .night.deep" },
  { of: "map-box", word: "in-fog", when: "#map-fog.whole > g" },
];

/** Let it say what is drawn now; of a page that was just loaded the server has written it. */
export function describeMap() {
  for (const { of, word, when } of SAID) el(of)?.classList.toggle(word, document.querySelector(when) !== null);
}
