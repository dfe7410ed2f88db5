// What others show: their rulers and areas, with their names, until they put them away.

import { drawArea, drawRuler, layer } from "./measurement.js";
import { hear } from "../core/events.js";
import { svg } from "../core/page.js";
import { drawPing, drawStroke } from "./ping-marks.js";

/** @import { ShownThing } from "../core/messages.js" */

const FADE = 180;
/** @type {Map<string, { thing: ShownThing, under: Element, over: Element }>} */
const shown = new Map(); // by the thing's id

/** @param {ShownThing} thing */
function put(thing) {
  const { id, by } = thing;
  const place = shown.get(id) ?? { thing, under: svg("g", { class: "shown" }), over: svg("g", { class: "shown" }) };
  place.thing = thing;
  if (!shown.has(id)) {
    layer("overlay-shown-under").append(place.under);
    layer("overlay-shown", { over: true }).append(place.over);
    shown.set(id, place);
  }
  if (thing.kind === "ping") {
    place.over.replaceChildren();
    drawPing(place.over, thing.at, by);
  } else if (thing.kind === "stroke") {
    place.over.replaceChildren();
    drawStroke(place.over, thing.points, by);
  } else if (thing.kind === "area") {
    const parts = drawArea(thing, by);
    place.under.replaceChildren(...parts.slice(0, 2));
    place.over.replaceChildren(...parts.slice(2));
  } else place.over.replaceChildren(...drawRuler(thing, by));
}

/** @param {string} id */
function drop(id) {
  const place = shown.get(id);
  if (!place) return;
  shown.delete(id);
  for (const part of [place.under, place.over]) {
    part.classList.add("fading");
    setTimeout(() => part.remove(), FADE);
  }
}

hear("shown", (thing) => (thing.gone ? drop(thing.id) : put(thing)));
// The line is gone: what is shown then comes again with it.
hear("disconnected", () => { for (const id of [...shown.keys()]) drop(id); });
// Rings lie where their tokens stood.
hear("update", () => { for (const { thing } of shown.values()) if (thing.kind === "area") put(thing); });
