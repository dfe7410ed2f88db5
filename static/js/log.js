// The log stays at its newest line, unless somebody has scrolled back to read.

import { el } from "./page.js";

const KEPT = 400;
const atEnd = (lines) => lines.scrollHeight - lines.scrollTop - lines.clientHeight < 48;
let reading = false;

function follow() {
  const lines = el("log-lines");
  if (!lines) return;
  while (lines.childElementCount > KEPT && !reading) lines.firstElementChild.remove();
  if (!reading) lines.scrollTop = lines.scrollHeight;
}

const log = el("log");
log.addEventListener("scroll", (event) => { if (event.target.id === "log-lines") reading = !atEnd(event.target); }, true);
new MutationObserver(follow).observe(log, { childList: true, subtree: true });
new ResizeObserver(follow).observe(log);
follow();
