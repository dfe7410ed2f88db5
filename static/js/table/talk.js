// What is said, at its place among the lines of the log: the log is sent anew now and then, without what people say.
// And the form for it: words, dice put together by buttons, rolls that are kept.

import { ask } from "../core/socket.js";
import { hear, tell } from "../core/events.js";
import { commandId, el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

/** @type {Map<number, { after: number, html: string }>} */
const said = new Map(); // lines by their numbers
const form = el("talk-form");
const words = el("talk-words");

/** @param {Element} node */
const numberOf = (node) => Number(node.id.slice(4));
/** @param {Element} node */
const isLine = (node) => node.id.startsWith("log-");

/** @param {number} number
 *  @param {string} html */
function make(number, html) {
  const holder = document.createElement("ol");
  holder.innerHTML = html;
  const line = /** @type {PageElement} */ (holder.querySelector("li"));
  line.id = `said-${number}`;
  return line;
}

/** Put what is missing where it belongs; what is older than all that is shown stays away. */
function place() {
  const lines = el("log-lines");
  const missing = [...said].filter(([number]) => !el(`said-${number}`)).sort(([a], [b]) => a - b);
  if (!missing.length) return;
  const shown = [...lines.children].filter(isLine);
  const oldest = shown.length ? numberOf(shown[0]) : -1;
  for (const [number, { after, html }] of missing) {
    const later = [...lines.children].find((node) => (isLine(node) ? numberOf(node) > after : Number(node.id.slice(5)) > number));
    if (later === lines.firstElementChild && shown.length >= 120 && after < oldest) continue;
    lines.insertBefore(make(number, html), later ?? null);
  }
}

for (const { dataset, innerHTML } of /** @type {Iterable<HTMLElement>} */ (el("said-before").content.children)) {
  said.set(Number(dataset.number), { after: Number(dataset.after), html: innerHTML });
}
place();

hear("said", ({ number, after, html, paper, mine, for_me: forMe }) => {
  said.set(number, { after, html });
  document.body.dataset.said = String(Math.max(Number(document.body.dataset.said), number));
  place();
  if (!mine) notice(number, forMe && !paper);
  if (paper) tell("paper", { id: paper });
});
hear("update", place);

/** Who does not have the log before them is told that there is something; a whisper is shown at once.
 *  @param {number} number
 *  @param {boolean} whispered */
function notice(number, whispered) {
  const tab = el("tab-fight");
  const line = el(`said-${number}`);
  const away = tab && (tab.getAttribute("aria-selected") !== "true" || el("sheet").dataset.uiHeight === "line");
  if (!away) return;
  tab.dataset.uiNews = "1";
  tab.setAttribute("aria-label", tr("Fight, something new is said"));
  if (whispered && line) say({ message: (line.querySelector(".log-text")?.textContent ?? "").trim().replace(/\s+/g, " "), went: true });
}

el("sheet")?.addEventListener("click", ({ target }) => {
  const tab = target.closest("#tab-fight");
  if (!tab) return;
  delete tab.dataset.uiNews;
  tab.removeAttribute("aria-label");
});

// ------------------------------------------------------------------------------------------ the form
const dice = el("talk-dice");
const button = el("talk-throw");

/** @param {boolean} open */
function openDice(open) {
  dice.hidden = !open;
  button.setAttribute("aria-expanded", String(open));
  form.classList.toggle("open", open);
  if (open) form.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** @param {string} text */
function send(text) {
  words.value = text;
  form.requestSubmit();
}

/** What was sent and is not answered yet, by its request.
 *  @type {Map<object, string>} */
const onTheWay = new Map();

/** @param {string} text */
const isRoll = (text) => /^\/r(oll)?\s/i.test(text);

button.addEventListener("click", () => {
  const text = words.value.trim();
  if (text) send(isRoll(text) ? text : `/r ${text}`);
  else openDice(Boolean(dice.hidden));
});

/** Add a die to what is written: two of a kind are counted together.
 *  @param {string} what */
function add(what) {
  const isSent = [...onTheWay.values()].includes(words.value);
  const text = isSent ? "" : words.value.replace(/^\/r(oll)?\s*/i, "").trim();
  const [, before, count, last] = text.match(/^(.*?)(\d*)(d(?:\d+|[A-Z]))$/) ?? [];
  const number = text.match(/^(.*)([+-]\d+)$/);
  let next = `${text}${text ? "+" : ""}${what}`;
  if (/^[+-]1$/.test(what)) {
    const sum = Number(number?.[2] ?? 0) + Number(what);
    const rest = number?.[1] ?? text;
    next = `${rest}${sum > 0 ? "+" : ""}${sum || ""}`;
  } else if (what === "!") next = text.endsWith("!") ? text.slice(0, -1) : `${text}!`;
  else if (last === what) next = `${before}${Number(count || 1) + 1}${last}`;
  words.value = next ? `/r ${next}` : "";
}

dice.addEventListener("click", ({ target }) => {
  const chosen = target.closest("button");
  if (chosen?.dataset.die) add(chosen.dataset.die);
  else if (chosen?.dataset.roll) send(`/r ${chosen.dataset.roll} # ${chosen.dataset.label}`);
});

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement === form) onTheWay.set(ctx, words.value);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => void onTheWay.delete(ctx));
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== form || !ctx.response || ctx.response.status >= 400) return;
  if (words.value !== onTheWay.get(ctx)) return; // the next line is being written
  words.value = "";
  if (el("sheet")) form.scrollIntoView({ block: "start", behavior: "instant" }); // what was said stands right below
  if (form.elements.to.value) words.focus({ preventScroll: true });
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || dice.hidden) return;
  openDice(false);
  button.focus();
});

// Who has come since the page was made can be whispered to as well.
form.elements.to.addEventListener("focus", async () => {
  const answer = await ask("hearers", { id: commandId() });
  if (!answer.ok) return;
  const list = form.elements.to;
  for (const { id, name } of answer.hearers) {
    if ([...list.options].some((option) => option.value === id)) continue;
    list.add(new Option(document.body.dataset.role === "gm" ? tr("{name} alone", { name }) : tr("{name} alone, and the GM", { name }), id), list.querySelector("[value=blind]") ?? undefined);
  }
});

hear("papers-shown", () => {
  const fresh = el("talk-kept-new");
  if (fresh) el("talk-kept").innerHTML = fresh.innerHTML;
});
