// Which tool is in hand: none (playing), the ruler, an area, drawing, laying the grid. While one is, it is offered
// taps, drags, hovering and keys on the map before the tokens are. Buttons with data-tool take it and put it away;
// Escape puts it away.

import { onGrab, onTap } from "./map-pointers.js";
import { pointAt } from "./viewport.js";
import { tell } from "../core/events.js";
import { el, isTyping, map } from "../core/page.js";

/** @type {Map<string | null, Tool>} */
const tools = new Map();
/** @type {string | null} */
let current = null;

/** Make a tool known: {start, stop, tap, grab, hover, key}, each left out where the tool has no use for it.
 *  tap(target, point, event) and key(event) return true when they took it; grab(target, point, event) gives
 *  {move, drop, cancel} or null; hover(point, event) is told where the pointer is.
 *  @param {string} name
 *  @param {Tool} tool */
export const addTool = (name, tool) => tools.set(name, tool);

export const inHand = () => current;

/** Take a tool into the hand, in place of what was there; null puts it away.
 *  @param {string | null} name */
export function take(name) {
  if (name === current || (name !== null && !tools.has(name))) return;
  tools.get(current)?.stop?.();
  current = name;
  if (name) document.body.dataset.uiTool = name;
  else delete document.body.dataset.uiTool;
  for (const button of document.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  tools.get(name)?.start?.();
  tell("tool", { name });
}

onTap((target, point, event) => tools.get(current)?.tap?.(target, point, event) ?? false, { first: true });
onGrab((target, point, event) => tools.get(current)?.grab?.(target, point, event) ?? null, { first: true });

el("map-box").addEventListener("pointermove", (event) => {
  if (current && event.target.closest("#map")) tools.get(current)?.hover?.(pointAt(event), event);
});

document.addEventListener("click", (event) => {
  const wanted = event.target.closest("[data-tool]")?.dataset.tool;
  if (wanted !== undefined) take(wanted === current || !wanted ? null : wanted);
});

/** Keys are the tool's on the map; and in its own panel (data-keys) those that press no button there.
 *  @param {KeyboardEvent} event */
function hasKeys({ key }) {
  const focused = document.activeElement ?? document.body;
  if (map().contains(focused) || focused === document.body) return true;
  return focused.closest("[data-keys]")?.dataset.keys === current && key !== "Enter" && key !== " ";
}

// Before the keys of play: what the tool takes is not for them, and the first Escape is the tool's.
document.addEventListener("keydown", (event) => {
  if (!current || isTyping()) return;
  if (hasKeys(event) && tools.get(current)?.key?.(event)) event.preventDefault();
  else if (event.key === "Escape") take(null);
  else return;
  event.stopImmediatePropagation();
}, { capture: true });
