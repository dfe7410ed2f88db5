// The GM's panels lie over the map; a press, or the key M, puts all of them away and brings them back. The page says on its body
// whether a drawer is open beside them, and a card: a style sheet that looked for one would have all of the page styled anew at
// every push.

import { hear } from "../core/events.js";
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

/** Make room for a drawer, and take it back. */
function makeRoom() {
  document.body.toggleAttribute("data-ui-drawer", document.querySelector(".left .fold[open]") !== null);
}

document.querySelector(".left")?.addEventListener("toggle", makeRoom, true); // it does not bubble
makeRoom();

/** Leave a card beside the map the room of the order's rows beyond the tenth. */
function seeCards() {
  document.body.toggleAttribute("data-ui-card", el("selected").dataset.who !== undefined || el("aim").classList.contains("open"));
}

for (const event of /** @type {const} */ (["card", "aim", "update"])) hear(event, seeCards);
seeCards();
