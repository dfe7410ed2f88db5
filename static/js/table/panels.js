// The GM's panels lie over the map; a press, or the key M, puts all of them away and brings them back.

import { el, isTyping } from "../core/page.js";

const button = el("panels-away");

function turn() {
  const away = document.body.dataset.uiPanels !== "away";
  if (away) document.body.dataset.uiPanels = "away";
  else delete document.body.dataset.uiPanels;
  button.setAttribute("aria-pressed", String(away));
}

button.addEventListener("click", turn);
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "m" && !isTyping() && !event.ctrlKey && !event.metaKey && !event.altKey) turn();
});
