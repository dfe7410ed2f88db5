// The zones that the system counts in, laid over the map, each with its range from who aims or is selected.

import { ask } from "../core/socket.js";
import { mapLabel } from "./label.js";
import { layer } from "./measurement.js";
import { hear } from "../core/events.js";
import { el, role, svg, table } from "../core/page.js";
import { own, selected } from "../play/selection.js";

const KEPT = `battlemat-zones-${table}-${role}`;
let on = false;
let asked = 0;
let later = 0;

const who = () => el("aim")?.dataset.actor ?? selected() ?? own();

async function show() {
  const mine = (asked += 1);
  const under = layer("overlay-zones");
  const over = layer("overlay-zone-words", { over: true });
  if (!on) return under.replaceChildren(), over.replaceChildren();
  let answer = await ask("zones", { from: who() });
  if (!answer.ok) answer = await ask("zones", {});
  if (mine !== asked || !answer.ok) return;
  under.replaceChildren(...answer.zones.map(({ d, links }) => svg("path", { class: `zone-over far-${links === null ? "off" : Math.min(links, 3)}`, d })));
  if (answer.from === null) return over.replaceChildren();
  over.replaceChildren(...answer.zones.map(({ x, y, links, words }) => mapLabel(x, y, [links ?? "–", words].filter((part) => part !== "").join(" · "))));
}

/** @param {boolean} wanted */
function set(wanted) {
  on = wanted;
  try { sessionStorage.setItem(KEPT, on ? "1" : ""); } catch { /* private window */ }
  for (const button of document.querySelectorAll("[data-zones-layer]")) button.setAttribute("aria-pressed", String(on));
  show();
}

const soon = () => {
  if (!on) return;
  clearTimeout(later);
  later = setTimeout(show, 60);
};

document.addEventListener("click", (event) => { if (event.target.closest("[data-zones-layer]")) set(!on); });
hear("selected", soon);
hear("aim", soon);
hear("update", (update) => { if (update.panels || update.moves?.length) soon(); });
hear("connected", soon);
try { if (sessionStorage.getItem(KEPT)) set(true); } catch { /* private window */ }
