// A tap on a rule's id opens what it says, in our words.

import { role, system, table } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @type {Promise<Record<string, string>> | null} */
let rules = null;
/** @type {HTMLElement | null} */
let card = null;

/** Words by rule, as the server sends them.
 *  @param {Response} response */
const wordsIn = async (response) => /** @type {Record<string, string>} */ (await response.json());

/** @returns {Promise<(id: string) => string>} */
async function load() {
  rules ??= fetch(`/rules/${encodeURIComponent(system)}.json`).then((response) => (response.ok ? wordsIn(response) : Promise.reject(response)));
  try {
    const [words, own] = await Promise.all([rules, played()]);
    return (id) => [words[id], own[id]].filter(Boolean).join(" ");
  } catch {
    rules = null;
    return () => "";
  }
}

/** What this table plays otherwise, by the rule; asked for each time, since the GM may change it.
 *  @returns {Promise<Record<string, string>>} */
async function played() {
  if (!table || !role) return {};
  const response = await fetch(`/tables/${encodeURIComponent(table)}/${encodeURIComponent(role)}/house.json`).catch(() => null);
  return response?.ok ? wordsIn(response) : {};
}

function close() {
  card?.remove();
  card = null;
}

/** @param {PageElement} button */
async function open(button) {
  const id = button.dataset.rule;
  const again = card?.dataset.rule === id;
  close();
  if (again) return;
  const text = (await load())(id) || tr("This rule’s words are not at hand.");
  close();
  card = document.createElement("div");
  card.className = "rule-card";
  card.dataset.rule = id;
  card.setAttribute("role", "note");
  card.setAttribute("aria-live", "polite");
  const head = document.createElement("b");
  head.textContent = id;
  card.append(head, text);
  document.body.append(card);
  const at = button.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = card;
  card.style.left = `${Math.min(Math.max(at.left, 12), innerWidth - wide - 12)}px`;
  card.style.top = `${at.bottom + 8 + high < innerHeight ? at.bottom + 8 : Math.max(at.top - high - 8, 8)}px`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-rule]");
  if (button?.matches(".rule")) {
    event.preventDefault(); // inside a summary it would fold the line
    event.stopPropagation();
    open(button);
  } else if (card && !card.contains(event.target)) close();
}, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
