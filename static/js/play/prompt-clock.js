// How long an open question is waited for. The server counts, and answers when the time is up; here it is only shown.

import { hear } from "../core/events.js";
import { el } from "../core/page.js";

const OFTEN = 250;
let ticks = 0; // runs only while there is something to count: a page at rest does nothing
/** @type {{ said: string, at: number } | null} */
let until = null; // what the server said of which question; the moment here when its time is up

function countDown() {
  const clock = el("prompt")?.querySelector("[data-left]");
  if (!clock) {
    clearInterval(ticks);
    ticks = 0;
    until = null;
    return;
  }
  ticks ||= setInterval(countDown, OFTEN);
  const said = `${el("prompt").dataset.number} ${clock.dataset.left}`;
  if (until?.said !== said) until = { said, at: performance.now() + 1000 * Number(clock.dataset.left) };
  const left = Math.max(0, Math.ceil((until.at - performance.now()) / 1000));
  const shown = clock.querySelector("[data-seconds]");
  if (shown && shown.textContent !== String(left)) shown.textContent = String(left);
  clock.classList.toggle("soon", left <= 5);
}

hear("update", countDown);
countDown();
