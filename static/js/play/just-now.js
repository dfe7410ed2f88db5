// What happened last stays on "Me" until something else has: who did what, and what came of it. It is taken from the log of
// this page, so that it tells nobody more than that.

import { el } from "../core/page.js";
import { landing } from "../map/event-marks.js";

const RESULT = ".tone-harm, .tone-good, .tone-warn";
const ASIDE = ".tone-ask, .tone-turn"; // it leads to a result, but is none
const MOST = 12; // lines: of more, the first and the last
const ENDS = 2; // lines of what came of it that are read without opening the rest

const log = el("log");
const place = el("just-now");

/** @param {PageElement} line */
const isRoll = (line) => line.matches(".is-roll");

/** Whether two lines that follow one another tell of the same: a question and its answer are two commands, and a turn that
 *  begins or ends parts what lies before it from what follows.
 *  @param {PageElement} line
 *  @param {PageElement} next */
const goOn = (line, next) => !next.matches(".tone-turn") && (line.dataset.command === next.dataset.command || next.matches(".is-answer"));

/** Whether lines tell of something that somebody did or suffered: not of the initiatives or the cards of a round.
 *  @param {PageElement[]} lines */
function isDeed(lines) {
  const rolls = lines.filter(isRoll);
  const isOnes = new Set(rolls.map((line) => line.querySelector("b")?.textContent)).size === 1;
  return lines.some((line) => line.matches(".tone-harm")) || (rolls.length > 0 && (isOnes || !isRoll(lines[0])));
}

/** The lines of what happened last, oldest first. */
function happened() {
  const lines = [...log.querySelectorAll("#log-lines > .log-line:not(.said, .undone, .tone-gm)")];
  for (let end = lines.length; end > 0;) {
    let first = end - 1;
    while (first > 0 && !lines[first].matches(".tone-turn") && goOn(lines[first - 1], lines[first])) first -= 1;
    const told = lines.slice(first, end).filter((line) => !line.matches(ASIDE));
    if (told.length && isDeed(told)) return told.length > MOST ? [told[0], ...told.slice(1 - MOST)] : told;
    end = first;
  }
  return [];
}

/** What is read at a glance: the deed, which is told right before it is thrown for, and the last of what came of it.
 *  @param {PageElement[]} lines */
function atAGlance(lines) {
  const roll = lines.findIndex(isRoll);
  const deed = lines[Math.max(roll - 1, 0)];
  const later = lines.slice(lines.indexOf(deed) + 1);
  const came = later.filter((line, n) => !isRoll(line) && (line.matches(RESULT) || n === later.length - 1));
  return [deed, ...(came.length ? came : later).slice(-ENDS)];
}

/** The words of a line, as the log has them.
 *  @param {PageElement} line
 *  @param {string} kind  the element that holds them */
function words(line, kind) {
  const told = document.createElement(kind);
  told.className = [...line.classList].filter((name) => name.startsWith("tone-")).join(" ");
  for (const part of line.querySelectorAll(".dice, .log-text")) told.append(part.cloneNode(true));
  return told;
}

function show() {
  const lines = happened();
  place.hidden = !lines.length;
  if (!lines.length) return;
  el("just-now-ends").replaceChildren(...atAGlance(lines).map((line) => words(line, "span")));
  el("just-now-lines").replaceChildren(...lines.map((line) => words(line, "li")));
}

// What came of dice is told once they lie.
let later = 0;
function showSoon() {
  clearTimeout(later);
  later = setTimeout(() => { later = setTimeout(show, landing()); });
}

new MutationObserver(showSoon).observe(log, { childList: true, subtree: true });
show();
