// The question: fields for real dice, the focus for who uses the keyboard, and the title that says that I am needed.

import { hear } from "../core/events.js";
import { el, isTyping, role, turn } from "../core/page.js";
import { tr } from "../core/texts.js";

const TITLE = document.title;
let last = { number: el("prompt")?.dataset.mine ? el("prompt").dataset.number : null, mine: turn().mine };

// ------------------------------------------------------------------------------------- real dice
/** Give a field for each die of a notation such as d100 or 2d6+d8. */
function layDice() {
  const dice = el("prompt")?.querySelector(".real-dice");
  const row = dice?.querySelector(".faces");
  if (!dice || !row || row.childElementCount) return;
  const sides = [...dice.dataset.dice.matchAll(/(\d*)d(\d+)/gi)].flatMap(([, count, size]) => Array(Number(count || 1)).fill(Number(size)));
  for (const size of sides.length ? sides : [100]) row.append(field(size, row.childElementCount + 1));
  if (dice.dataset.explodes) row.addEventListener("input", again);
  const more = document.createElement("button");
  Object.assign(more, { type: "button", className: "quiet", textContent: tr("One more die") });
  more.addEventListener("click", () => {
    const next = field(sides.at(-1) ?? 100, row.querySelectorAll("input").length + 1);
    more.before(next);
    next.focus();
  });
  if (sides.length > 1 && !dice.dataset.explodes) row.append(more);
  if (!isTyping()) row.querySelector("input")?.focus({ preventScroll: true });
}

/** A die that is thrown again gets the field for that right after it, as long as it is so.
 *  @param {{ readonly currentTarget: PageElement }} event */
function again({ currentTarget: row }) {
  const { from, dudsTo = "0", duds = "0" } = row.closest(".real-dice")?.dataset ?? {};
  let left = Number(duds);
  for (const first of [...row.querySelectorAll("input:not([data-again])")]) {
    let input = chain(first, from);
    if (left && first.value !== "" && Number(first.value) <= Number(dudsTo)) {
      left -= 1;
      input = chain(after(input), from);
    }
    for (let extra = input.nextElementSibling; extra?.dataset.again !== undefined; extra = input.nextElementSibling) extra.remove();
  }
}

/** Follow a die as long as it explodes; gives its last field.
 *  @param {PageElement} first
 *  @param {string | undefined} from */
function chain(first, from) {
  let input = first;
  while (input.value !== "" && Number(input.value) >= Number(from ?? input.dataset.sides)) input = after(input);
  return input;
}

/** @param {PageElement} input
 *  @returns {PageElement} */
function after(input) {
  const next = input.nextElementSibling;
  if (next?.dataset.again !== undefined) return next;
  const more = field(Number(input.dataset.sides), `${input.getAttribute("aria-label")?.match(/\d+/)?.[0]} again`);
  more.dataset.again = "";
  more.required = true;
  input.after(more);
  if (document.activeElement === input) more.focus();
  return more;
}

/** @param {number} sides
 *  @param {number | string} number */
function field(sides, number) {
  const input = /** @type {PageElement} */ (/** @type {HTMLElement} */ (document.createElement("input")));
  Object.assign(input, { type: "number", inputMode: "numeric", min: sides === 100 ? 0 : 1, max: sides, autocomplete: "off", required: number === 1 });
  input.dataset.sides = String(sides);
  input.setAttribute("aria-label", tr("Die {number}, 1 to {sides}", { number, sides }));
  return input;
}

document.addEventListener("submit", (event) => {
  const hidden = event.target.querySelector?.("[data-faces]");
  if (!hidden) return;
  const thrown = [...event.target.querySelectorAll(".faces input")].filter((input) => input.value !== "");
  hidden.disabled = event.submitter?.value !== "faces";
  hidden.value = JSON.stringify(thrown.map((input) => Number(input.value) || (input.dataset.sides === "100" ? 100 : 0)));
}, true);

// The second press of two quick ones in the same spot is meant for the question or the deed before, not for the one
// that has come up under the finger since. What stood there already at the first press is meant.
const TWICE = { within: 450, near: 28 };
const PRESSED = ".offer-button, .aim-go .big, #selected .action, #selected .action button";
/** @param {PageElement} button */
const named = (button) => button.matches(".offer-button") ? `question ${el("prompt").dataset.number}` : `${Boolean(button.closest("#selected"))} ${button.textContent}`;
/** @type {{ at: number, x: number, y: number, there: Set<string> } | null} */
let pressed = null;
document.addEventListener("click", (event) => {
  const button = event.target.closest(PRESSED);
  if (!button || event.detail === 0) return; // by key: each press is one
  const [at, x, y] = [event.timeStamp, event.clientX, event.clientY]; // when it was pressed, however long the page was at other things
  const before = pressed;
  const again = before && at - before.at < TWICE.within && Math.hypot(x - before.x, y - before.y) < TWICE.near;
  if (again && !before.there.has(named(button))) {
    event.preventDefault();
    event.stopPropagation();
  } else pressed = { at, x, y, there: new Set([...document.querySelectorAll(PRESSED)].map(named)) };
}, true);
document.addEventListener("input", () => { pressed = null; }); // who has typed since has read the question

// A question can be made small, to see the map or one's sheet meanwhile; the next one comes whole.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-prompt-fold]")) fold(el("prompt").dataset.uiSmall === undefined);
});

/** @param {boolean} small */
function fold(small) {
  const { dataset } = el("prompt");
  if (small) dataset.uiSmall = "";
  else delete dataset.uiSmall;
  showFold();
}

const showFold = () => el("prompt").querySelector("[data-prompt-fold]")?.setAttribute("aria-expanded", String(el("prompt").dataset.uiSmall === undefined));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.(".faces input")) return;
  event.preventDefault();
  event.target.form.querySelector('[value="faces"]')?.click();
});

// ---------------------------------------------------------------------------------- I am needed (sounds.js lets it be heard)
function look() {
  const prompt = el("prompt")?.dataset;
  const now = { number: prompt?.mine ? prompt.number : null, mine: turn().mine };
  if (now.number !== last.number) delete el("prompt").dataset.uiSmall;
  showFold();
  layDice();
  if (role === "play") {
    document.title = now.number ? `${tr("You are asked")} · ${TITLE}` : now.mine ? `${tr("Your turn")} · ${TITLE}` : TITLE;
    const nobodyElse = !isTyping() && (document.activeElement === document.body || !document.activeElement);
    if (now.number && now.number !== last.number && nobodyElse) el("prompt").querySelector(".faces input, .offer-button")?.focus({ preventScroll: true });
  }
  last = now;
}

hear("update", look);
look();
