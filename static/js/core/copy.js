// Buttons that copy the link in a field: `data-copy` names it.

import { el } from "./page.js";
import { tr } from "./texts.js";

document.addEventListener("click", (event) => {
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(copied);
});

/** @param {PageElement} button */
async function copy(button) {
  const field = el(button.dataset.copy);
  field.value = new URL(field.value, location.href).href;
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // plain http has no clipboard
  const before = button.textContent;
  button.textContent = tr("Copied");
  setTimeout(() => { button.textContent = before; }, 1500);
}
