// A sheet's own page: print it; send its form without losing what was typed when something is refused.

import { csrf, el, say } from "./page.js";
import { tr } from "./texts.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("[data-close-toast]")) el("refusal").replaceChildren();
});

// A sheet file that was chosen is sent at once.
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-send]") && target.value) target.form.submit();
});

const form = el("sheet-form");

// What is wrong inside a folded part must be seen to be mended.
form?.addEventListener("invalid", (event) => {
  for (let part = event.target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}, true);

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button.primary");
  if (button.disabled) return;
  button.disabled = true;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRF-Token": csrf() },
      body: new URLSearchParams(new FormData(form)),
    });
    if (response.ok) {
      location.assign(form.dataset.done);
      return;
    }
    const said = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#refusal p");
    say({ message: said?.textContent.trim() || tr("That was not understood. Nothing has changed."), rule: null });
  } catch {
    say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
  }
  button.disabled = false;
});
