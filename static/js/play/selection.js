// Who is selected: the token and the row are marked, the card is fetched, and fetched again when something changed.

import { hear, tell } from "../core/events.js";
import { answered, el, isGm, map, role, table, token, turn } from "../core/page.js";
import { lifted } from "../core/press.js";

/** @type {string | null} */
let who = el("selected")?.dataset.who ?? null;
let asked = 0;
let later = 0;
/** @type {string | null} */
let coming = null; // whose card is on its way
let outdated = false; // whether something has changed since it was asked for
/** @type {string | null} */
let shown = null; // the card as it was sent

export const selected = () => who;

/** The combatant whose deeds are meant: the selected one if it is one's own, else the only one that is. */
export function own() {
  if (who && token(who)?.dataset.mine) return who;
  const mine = map().querySelector(".token[data-mine][data-carrier]") ?? map().querySelector(".token[data-mine]");
  return role === "play" && mine ? mine.dataset.who : null;
}

/** Select somebody, or null; the card is fetched at once, or once what is in the hand has been put down.
 *  @param {string | null} next
 *  @param {Promise<unknown> | null} putDown */
export function select(next, putDown = null) {
  if (next === who) return;
  who = next;
  mark();
  asked += 1; // the one before's does not come any more
  coming = null;
  if (putDown) putDown.then(() => { if (who === next) fetchCard(); });
  else fetchCard();
  tell("selected", { who });
}

function mark() {
  for (const node of document.querySelectorAll(".token.selected, .order-row.selected")) node.classList.remove("selected");
  if (!who) return;
  token(who)?.classList.add("selected");
  document.querySelector(`.order-row[data-order-who="${CSS.escape(who)}"]`)?.classList.add("selected");
}

/** Fetch the card; as long as it is on its way, or is about to be, the one that is shown says so. */
async function fetchCard() {
  clearTimeout(later);
  if (who && coming === who) {
    outdated = true; // a card that others' deeds are quicker than would never come
    return;
  }
  const number = (asked += 1);
  coming = who;
  outdated = false;
  el("selected").dataset.uiComing = "1";
  if (who) await takeCard(number);
  if (number !== asked) return;
  coming = null;
  if (outdated) fetchCard();
  else delete el("selected").dataset.uiComing;
}

function fetchCardSoon() {
  clearTimeout(later);
  el("selected").dataset.uiComing = "1";
  later = setTimeout(fetchCard, 30);
}

/** @param {number} number */
async function takeCard(number) {
  const answer = await answered(`/tables/${table}/${role}/selected/${encodeURIComponent(String(who))}`);
  if (!answer) return; // no connection: the page says so already, and the next update fetches it
  if (number !== asked) return;
  if (answer.status === 404) {
    who = null;
    mark();
    return;
  }
  if (!answer.ok) return;
  await lifted();
  if (number !== asked) return;
  if (answer.text !== shown) await window.htmx.swap({ text: answer.text, target: el("selected"), swap: "outerMorph" });
  shown = answer.text;
  tell("card", { who });
}

let acting = turn().active;

/** The GM's card follows whose turn it is, unless another one was chosen. */
function follow() {
  const { active } = turn();
  if (isGm && active && active !== acting && (who === null || who === acting)) select(active);
  acting = active;
}

hear("update", (update) => {
  mark();
  follow();
  if (update.panels || update.moves?.length) fetchCardSoon();
});

document.addEventListener("click", (event) => {
  const pick = event.target.closest("[data-select]")?.dataset.select;
  if (!pick) return;
  select(pick);
  const at = token(pick)?.dataset;
  if (at) tell("look-at", { x: Number(at.x), y: Number(at.y) });
});

mark();
