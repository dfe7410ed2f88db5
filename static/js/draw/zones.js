// Zones: drawn corner by corner or as a box; linked and parted by tapping two of them.

import { data, edit, middleOf, outlineOf, same, zonesAt } from "./data.js";
import { clear, dots, outline, segments, show } from "./layer.js";
import { announce, help, showChain, textIn } from "./panel.js";
import { snapped } from "./walls.js";
import { el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @import { Zone } from "../core/messages.js" */

/** Draw the zones' outlines, for the tools that work on them; and for the tool that links them their links.
 *  @param {{ links?: boolean }} what */
export function showZones({ links: withLinks = false } = {}) {
  const zones = [...data.zones.values()];
  /** @type {Segment[]} */
  const links = [];
  for (const zone of zones) {
    for (const other of zones) if (zone.links.includes(other.id)) links.push([middleOf(zone), middleOf(other)]);
  }
  show("zones", ...zones.map((zone) => outline(outlineOf(zone), "draw-zone")), withLinks && segments(links, "draw-link"));
}

function nextName() {
  const names = new Set([...data.zones.values()].map((zone) => zone.name));
  let number = data.zones.size + 1;
  while (names.has(tr("Zone {number}", { number }))) number += 1;
  return tr("Zone {number}", { number });
}

/** The tool that draws zones.
 *  @returns {DrawTool} */
export function zoneTool() {
  /** @type {Point[]} */
  let points = [];
  /** @type {Point | null} */
  let at = null;
  let inHand = false;

  function ask() {
    el("draw-zone-name").placeholder = nextName();
    help(points.length ? tr("Tap the next corner; tap the first one again to close the zone.") : tr("Tap the corners of a zone one by one; or drag a box."));
    showChain(points.length);
  }

  function draw(/** @type {Point[] | null} */ box = null) {
    const line = box ?? [...points, ...(at ? [at] : [])];
    show("pending", outline(line, "draw-zone new"), dots(line, "ends"));
  }

  function reset() {
    points = [];
    clear("pending");
    ask();
  }

  /** @param {Point[]} polygon */
  async function build(polygon) {
    if (polygon.length < 3) {
      say({ message: tr("A zone has at least three corners, and this has {number}. Set more, or drop it.", { number: polygon.length }), rule: null });
      return;
    }
    const given = textIn("draw-zone-name");
    const name = given || nextName();
    points = []; // the next zone may be begun, and named, before the answer comes
    el("draw-zone-name").value = "";
    ask();
    const answer = await edit({ zones: [{ name, polygon }] });
    const isFree = inHand && !points.length;
    if (isFree) clear("pending");
    if (answer) return announce(tr("Zone {name} drawn, {corners} corners.", { name, corners: polygon.length }));
    if (!textIn("draw-zone-name")) el("draw-zone-name").value = given;
    if (!isFree) return;
    points = polygon; // refused: it can be changed and sent again
    ask();
    draw();
  }

  /** @param {Point} next */
  function setPoint(next) {
    if (points.length > 0 && (same(points[0], next) || same(points[points.length - 1], next))) return build(points);
    points.push(next);
    announce(tr("Corner {number}.", { number: points.length }));
    ask();
    draw();
  }

  return {
    start: () => {
      inHand = true;
      showZones();
      ask();
    },
    stop() {
      inHand = false;
      at = null;
      reset();
      clear("zones");
    },
    changed() {
      showZones();
      ask();
    },
    options: () => {},
    isBusy: () => points.length > 0,
    hover(place, event) {
      at = snapped(place, event, points);
      draw();
    },
    tap(place, event) {
      at = snapped(place, event, points);
      setPoint(at);
    },
    grab(place, event) {
      const from = snapped(place, event);
      /** @param {Point} end
       *  @returns {Point[]} */
      const box = (end) => [from, [end[0], from[1]], end, [from[0], end[1]]];
      const dragsPoint = points.length > 0;
      return {
        move(now, moved) {
          at = snapped(now, moved, points);
          draw(dragsPoint ? null : box(at));
        },
        drop() {
          const end = at ?? from;
          if (dragsPoint) setPoint(end);
          else if (end[0] !== from[0] && end[1] !== from[1]) build(box(end));
          else reset();
        },
        cancel: () => (dragsPoint ? draw() : reset()),
      };
    },
    finish: () => build(points),
    back() {
      points.pop();
      ask();
      draw();
    },
    drop() {
      announce(tr("Discarded."));
      reset();
    },
  };
}

/** The tool that links zones, and parts those that are linked.
 *  @returns {DrawTool} */
export function linkTool() {
  /** @type {Zone | null} */
  let first = null;

  function draw() {
    showZones({ links: true });
    show("pending", first && outline(outlineOf(first), "draw-zone picked"));
  }

  function ask() {
    if (data.zones.size < 2) help(tr("There are no two zones to link yet: draw them with Zone."));
    else help(first ? tr("Tap the zone that leads to {name}; if they are linked already, they are parted.", { name: first.name }) : tr("Tap two zones: they are linked, or parted if they were."));
  }

  function reset() {
    first = null;
    draw();
    ask();
  }

  /** @param {Zone} one
   *  @param {Zone} other */
  async function join(one, other) {
    const linked = one.links.includes(other.id) || other.links.includes(one.id);
    /** @param {Zone} zone
     *  @param {Zone} far */
    const links = (zone, far) => [...zone.links.filter((link) => link !== far.id), ...(linked ? [] : [far.id])];
    reset(); // another link may be begun before the answer comes, which draws what has changed
    const answer = await edit({ zones: [{ id: one.id, links: links(one, other) }, { id: other.id, links: links(other, one) }] });
    if (answer) announce(linked ? tr("{one} and {other} are parted.", { one: one.name, other: other.name }) : tr("{one} and {other} are linked.", { one: one.name, other: other.name }));
  }

  return {
    steps: "cells",
    start: reset,
    stop() {
      first = null;
      clear("zones", "pending");
    },
    changed() {
      first &&= data.zones.get(first.id) ?? null;
      draw();
      ask();
    },
    options: () => {},
    isBusy: () => first !== null,
    tap(place) {
      const zone = zonesAt(place)[0];
      if (!zone) return;
      if (first === null) {
        first = zone;
        announce(tr("{name} chosen; now the other one.", { name: zone.name }));
        draw();
        ask();
      } else if (first.id === zone.id) {
        reset();
      } else {
        join(first, zone);
      }
    },
    grab(place) { // from the one to the other
      const start = zonesAt(place)[0];
      if (!start) return null;
      let now = place;
      return {
        move(to) {
          now = to;
          show("pending", outline(outlineOf(start), "draw-zone picked"), segments([[middleOf(start), to]], "draw-link"));
        },
        drop() {
          const end = zonesAt(now)[0];
          if (end && end.id !== start.id) join(start, end);
          else reset();
        },
        cancel: reset,
      };
    },
    drop() {
      announce(tr("Discarded."));
      reset();
    },
  };
}
