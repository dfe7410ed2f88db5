// The fold Add: picking somebody from the stock, and where they stand; ticking a whole side at once.

import { wash } from "../play/reach.js";
import { bar } from "../play/move.js";
import { tell } from "../core/events.js";
import { el, html, map, say } from "../core/page.js";
import { tr } from "../core/texts.js";
import { placeAt, placeOf } from "../map/geometry.js";
import { layer } from "../map/measurement.js";
import { addTool, inHand, take } from "../map/tools.js";

const find = el("stock-find");
const form = /** @type {PageElement & HTMLFormElement} */ (el("add-form"));
const cards = [...(form?.querySelectorAll(".stock-card") ?? [])];

/** @param {PageElement} card */
const pick = (card) => /** @type {PageElement} */ (card.querySelector("[name=item]"));
const chosen = () => cards.find((card) => pick(card).checked);

/** Leave those in sight whose name or line has every word; the one chosen stays so if it is among them. */
function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cards.filter(({ textContent, title }) => words.every((word) => `${textContent} ${title}`.toLowerCase().includes(word)));
  for (const card of cards) card.hidden = !found.includes(card);
  if (found.length && chosen()?.hidden) choose(found[0]);
  el("stock-found").textContent = found.length === cards.length ? "" : tr("{number} of {all}", { number: found.length, all: cards.length });
}

/** @param {PageElement} card */
function choose(card) {
  pick(card).checked = true;
  card.scrollIntoView({ block: "nearest" });
  chooseSide(card.dataset.sideKind);
}

/** @param {string} kind */
function chooseSide(kind) {
  const side = form.querySelector(`[name=side][data-side-kind="${CSS.escape(kind)}"]`);
  if (side) side.checked = true;
}

/** Choose the first of the stock that mostly fights on this side, unless one such is chosen, and the side.
 *  @param {string} kind */
export function offerSide(kind) {
  const first = cards.find(({ dataset }) => dataset.sideKind === kind);
  if (first && chosen()?.dataset.sideKind !== kind) {
    find.value = "";
    narrow();
    choose(first);
  }
  chooseSide(kind);
}

form?.addEventListener("change", ({ target }) => { if (target.name === "item") chooseSide(/** @type {PageElement} */ (target.closest(".stock-card")).dataset.sideKind); });
find?.addEventListener("input", narrow);
find?.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const seen = cards.filter(({ hidden }) => !hidden);
  const at = seen.findIndex((card) => card === chosen()) + (event.key === "ArrowDown" ? 1 : -1);
  if (seen[at]) choose(seen[at]);
});

el("add-place")?.addEventListener("click", () => {
  if (!form.reportValidity()) return;
  take("put");
  map().tabIndex = -1;
  map().focus({ preventScroll: true });
  bar(tr("Tap where they stand."), { cancel: true });
  tell("needs-map");
});

addTool("put", {
  stop() {
    bar(null);
    layer("overlay-step").replaceChildren();
  },
  hover(point) {
    const key = placeAt(...point);
    layer("overlay-step").replaceChildren(...(key ? wash([key], 1) : []));
  },
  tap(_target, point, event) {
    if (event.type === "keydown") return false;
    const key = placeAt(...point);
    if (!key) {
      say({ message: tr("That is off the map."), rule: null });
      return true;
    }
    const spot = html("input", { type: "hidden", name: "at", value: JSON.stringify(placeOf(key)) });
    take(null);
    form.append(spot);
    form.requestSubmit();
    spot.remove();
    return true;
  },
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#move-cancel") && inHand() === "put") take(null);
  const all = event.target.closest("[data-tick-all]");
  if (!all) return;
  const boxes = [...(all.closest("fieldset")?.querySelectorAll('input[type="checkbox"]') ?? [])];
  const on = boxes.some((box) => !box.checked);
  for (const box of boxes) box.checked = on;
});
