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
const kind = el("stock-kind");
const form = /** @type {PageElement & HTMLFormElement} */ (el("add-form"));
const cards = [...(form?.querySelectorAll(".stock-card") ?? [])];
const groups = [...(form?.querySelectorAll(".stock-group") ?? [])];

/** @param {PageElement} card */
const pick = (card) => /** @type {PageElement} */ (card.querySelector("[name=item]"));
const chosen = () => cards.find((card) => pick(card).checked);

/** @param {PageElement} card */
const groupOf = (card) => /** @type {PageElement} */ (card.closest(".stock-group"));

/** Leave those in sight that are of the kind chosen, and whose name, line or kind has every word; the one
 *  chosen stays so if it is among them. */
function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cards.filter((card) => {
    const { dataset, firstElementChild } = groupOf(card);
    const said = `${card.textContent} ${firstElementChild?.matches(".stock-kind") ? firstElementChild.textContent : ""}`.toLowerCase();
    return (!kind?.value || kind.value === dataset.kind) && words.every((word) => said.includes(word));
  });
  for (const card of cards) card.hidden = !found.includes(card);
  for (const group of groups) group.hidden = !found.some((card) => groupOf(card) === group);
  if (found.length && chosen()?.hidden) choose(found[0]);
  el("stock-found").textContent = found.length === cards.length ? "" : tr("{number} of {all}", { number: found.length, all: cards.length });
}

/** @param {PageElement} card */
function choose(card) {
  pick(card).checked = true;
  card.scrollIntoView({ block: "nearest" });
  chooseSide(card.dataset.sideKind);
}

/** @param {string} side */
function chooseSide(side) {
  const choice = form.querySelector(`[name=side][data-side-kind="${CSS.escape(side)}"]`);
  if (choice) choice.checked = true;
}

/** Choose the first of the stock that mostly fights on this side, unless one such is chosen, and the side.
 *  @param {string} side */
export function offerSide(side) {
  const first = cards.find(({ dataset }) => dataset.sideKind === side);
  if (first && chosen()?.dataset.sideKind !== side) {
    find.value = "";
    if (kind) kind.value = "";
    narrow();
    choose(first);
  }
  chooseSide(side);
}

form?.addEventListener("change", ({ target }) => { if (target.name === "item") chooseSide(/** @type {PageElement} */ (target.closest(".stock-card")).dataset.sideKind); });
find?.addEventListener("input", narrow);
kind?.addEventListener("change", narrow);
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
