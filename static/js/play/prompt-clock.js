// How long an open question is waited for. The server counts, and answers when the time is up; here it is only shown.

import { hear } from "../core/events.js";
import { el } from "../core/page.js";

const OFTEN = 250;
let until = null; // {said: by the server, of which question, at: the moment here when the time is up}

function countDown() {
  const clock = el("prompt")?.querySelector("[data-left]");
  if (!clock) {
    until = null;
    return;
  }
  const said = `${el("prompt").dataset.number} ${clock.dataset.left}`;
  if (until?.said !== said) until = { said, at: performance.now() + 1000 * Number(clock.dataset.left) };
  const left = Math.max(0, Math.ceil((until.at - performance.now()) / 1000));
  const shown = clock.querySelector("[data-seconds]");
  if (shown.textContent !== String(left)) shown.textContent = String(left);
  clock.classList.toggle("soon", left <= 5);
}

setInterval(countDown, OFTEN);
hear("update", countDown);
countDown();
