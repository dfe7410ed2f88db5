// The log stays at its newest line, unless somebody has scrolled back to read.

import { ask } from "../core/socket.js";
import { commandId, el, say } from "../core/page.js";
import { tr } from "../core/texts.js";

const KEPT = 400;
const ALOUD = 8; // lines that are held for being read out
/** @param {Element} lines */
const atEnd = (lines) => lines.scrollHeight - lines.scrollTop - lines.clientHeight < 48;
let reading = false;

function follow() {
  const lines = el("log-lines");
  if (!lines) return;
  while (lines.childElementCount > KEPT && !reading) lines.firstElementChild?.remove();
  if (!reading) lines.scrollTop = lines.scrollHeight;
}

const log = el("log");
log.addEventListener("scroll", (event) => { if (event.target.id === "log-lines") reading = !atEnd(event.target); }, true);
log.addEventListener("toggle", ({ target }) => { if (target.open) target.scrollIntoView({ block: "nearest" }); }, true);
new MutationObserver(follow).observe(log, { childList: true, subtree: true });
new ResizeObserver(follow).observe(log);
follow();

// Who does not have the log before them hears its new lines all the same: a hidden one is read to nobody.
const aloud = el("log-told");
const read = new Set([...log.querySelectorAll(".log-line")].map(({ id }) => id));
function readOut() {
  for (const line of log.querySelectorAll(".log-line")) {
    if (read.has(line.id)) continue;
    read.add(line.id);
    if (el("log-lines").checkVisibility()) continue;
    const words = document.createElement("p");
    words.textContent = (line.querySelector(".log-text")?.textContent ?? "").trim().replace(/\s+/g, " ");
    aloud.append(words);
    if (aloud.childElementCount > ALOUD) aloud.firstElementChild?.remove();
  }
}
if (aloud) new MutationObserver(readOut).observe(log, { childList: true, subtree: true });

// The GM goes back to any line; what was taken back comes again by redo, as one.
log.addEventListener("click", async (event) => {
  const back = event.target.closest("[data-back-to]");
  if (!back) return;
  back.disabled = true;
  const answer = await ask("command", { id: commandId(), do: "undo", to: back.dataset.backTo });
  back.disabled = false;
  say(answer.ok ? { message: tr("Undone. Redo brings all of it back, until something else is done."), went: true } : answer.refusal);
});

// The GM opens the moment of any line as a scene of its own, which nobody else sees.
log.addEventListener("click", ({ target }) => {
  const from = target.closest("[data-what-if]");
  const form = /** @type {(PageElement & HTMLFormElement) | null} */ (from && el("what-if"));
  if (!from || !form) return;
  form.elements.line.value = from.dataset.whatIf;
  form.submit();
});

// A modifier that was forgotten: what was done last is worked out again with it, with the same dice.
log.addEventListener("submit", async (event) => {
  const form = /** @type {PageElement & HTMLFormElement} */ (event.target.closest("[data-forgotten]"));
  if (!form) return;
  event.preventDefault();
  const line = form.closest(".log-line");
  if (!line) return;
  const { who, purpose } = form.dataset;
  const alike = [...log.querySelectorAll(`[data-command="${CSS.escape(line.dataset.command)}"] [data-forgotten]`)];
  const nth = alike.filter((other) => other.dataset.who === who && other.dataset.purpose === purpose).indexOf(form);
  const roll = { command: line.dataset.command, who, purpose, nth };
  const { value, label } = Object.fromEntries(new FormData(form));
  const answer = await ask("command", { id: commandId(), do: "reconsider", roll, value: Number(value), label });
  if (!answer.ok) say(answer.refusal);
});
