// The fold Add: finding somebody in the stock by words, and ticking a whole side at once.

import { el } from "../core/page.js";
import { tr } from "../core/texts.js";

const find = el("stock-find");
const list = find?.form.querySelector("select[name=item]"); // `elements.item` is a method
const everybody = list ? [...list.options] : [];

/** Leave those in the list whose name or line has every word; the one chosen stays so if it is among them.
 *  @param {PageElement} list */
function narrow(list) {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = everybody.filter(({ text, title }) => words.every((word) => `${text} ${title}`.toLowerCase().includes(word)));
  const chosen = list.value;
  list.replaceChildren(...found);
  if (found.some(({ value }) => value === chosen)) list.value = chosen;
  else if (found.length) {
    list.selectedIndex = 0;
    showChosen();
  }
  el("stock-found").textContent = found.length === everybody.length ? "" : tr("{number} of {all}", { number: found.length, all: everybody.length });
}

/** Choose the side on which who is chosen mostly fights, and show who it is. */
function showChosen() {
  const { sideKind: kind, portrait } = list?.options[list.selectedIndex]?.dataset ?? {};
  if (portrait) el("stock-face").src = portrait;
  const side = list?.form.querySelector(`[name=side][data-side-kind="${CSS.escape(kind ?? "")}"]`);
  if (side) side.checked = true;
}

/** Choose the first of the stock that mostly fights on this side, unless one such is chosen, and the side.
 *  @param {string} kind */
export function offerSide(kind) {
  if (!list) return;
  if (list.options[list.selectedIndex]?.dataset.sideKind !== kind) {
    find.value = "";
    narrow(list);
    const first = everybody.find(({ dataset }) => dataset.sideKind === kind);
    if (first) list.value = first.value;
  }
  showChosen();
  const side = list.form.querySelector(`[name=side][data-side-kind="${CSS.escape(kind)}"]`);
  if (side) side.checked = true;
}

list?.addEventListener("change", showChosen);
find?.addEventListener("input", () => { if (list) narrow(list); });
find?.addEventListener("keydown", (event) => {
  if (!list || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  event.preventDefault();
  const step = event.key === "ArrowDown" ? 1 : -1;
  list.selectedIndex = Math.min(Math.max(list.selectedIndex + step, 0), list.options.length - 1);
  showChosen();
});

document.addEventListener("click", (event) => {
  const all = event.target.closest("[data-tick-all]");
  if (!all) return;
  const boxes = [...(all.closest("fieldset")?.querySelectorAll('input[type="checkbox"]') ?? [])];
  const on = boxes.some((box) => !box.checked);
  for (const box of boxes) box.checked = on;
});
