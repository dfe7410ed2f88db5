// A sheet's own page: print it; send its form without losing what was typed when something is refused.

import { answered, csrf, el, html, say } from "../core/page.js";
import { tr } from "../core/texts.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("[data-close-toast]")) el("refusal").replaceChildren();
});

// A sheet file that was chosen is sent at once.
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-send]") && target.value) target.form.submit();
});

const form = /** @type {PageElement & HTMLFormElement} */ (el("sheet-form"));

// What is wrong inside a folded part must be seen to be mended.
form?.addEventListener("invalid", (event) => {
  for (let part = event.target.closest("details"); part; part = /** @type {Element} */ (part.parentElement).closest("details")) part.open = true;
}, true);

// What was typed is checked while one types: what is wrong stands beside its field, in words.
const CALM = 350; // milliseconds after the last key
let typing = 0;
let asked = 0;

if (form?.dataset.check) { // the table's own gear is checked when it is kept
  form.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(check, CALM);
  });
}

/** Say beside its field what is wrong, and whether nothing is; false too where the server is out of reach. */
async function check() {
  const number = ++asked;
  try {
    const response = await fetch(form.dataset.check, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRF-Token": csrf() },
      body: new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)])),
    });
    if (!response.ok || number !== asked) return false;
    const { wrong } = /** @type {{ wrong: Wrong[] }} */ (await response.json());
    mark(wrong);
    return wrong.length === 0;
  } catch {
    return false; // what is wrong is said when the sheet is sent
  }
}

/** What is wrong in a field.
 *  @typedef {{ field: string, label: string, words: string }} Wrong */

/** @param {Wrong[]} wrong */
function mark(wrong) {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
  for (const old of form.querySelectorAll("[aria-invalid]")) {
    old.removeAttribute("aria-invalid");
    old.removeAttribute("aria-describedby");
  }
  wrong.forEach(({ field, words }, number) => {
    const input = inputOf(field);
    if (!input) return;
    const said = html("span", { class: "wrong", id: `wrong-${number}` }, words);
    (input.closest("label") ?? input).append(said);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", said.id);
  });
  const state = el("sheet-state");
  state.classList.toggle("has-wrong", wrong.length > 0);
  const [first] = wrong;
  const more = wrong.length > 1 ? ` ${tr("And {count} more.", { count: wrong.length - 1 })}` : "";
  state.textContent = first ? `${first.label ? `${first.label}: ` : ""}${first.words}${more}` : tr("The sheet can be saved so.");
}

/** The input of a field, or of the nearest part round it that has one.
 *  @param {string} field */
function inputOf(field) {
  for (let name = field; name; name = name.slice(0, Math.max(name.lastIndexOf("."), 0))) {
    const found = /** @type {PageElement[]} */ ([...form.elements]).find((one) => one.name === name && one.type !== "hidden");
    if (found) return found;
  }
  return null;
}

// A sheet that was pasted may be placed: its form goes along to the map, once nothing is wrong in it.
el("place-pasted")?.addEventListener("click", async () => {
  if (!form.reportValidity() || !(await check())) return;
  const fields = /** @type {string[][]} */ ([...new FormData(form)]);
  try {
    sessionStorage.setItem("battlemat-pasted", JSON.stringify({ table: document.body.dataset.table, fields }));
    location.assign(form.dataset.done);
  } catch {
    say({ message: tr("This browser keeps nothing between pages: add it to the table, and move it then."), rule: null });
  }
});

// What somebody is as a text: into the clipboard, or where that is out of reach, as a file by the link itself.
document.addEventListener("click", async (event) => {
  const link = /** @type {PageElement & HTMLAnchorElement} */ (event.target.closest("[data-copy-block]"));
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  const answer = await answered(link.href);
  if (!answer?.ok) return;
  const before = link.textContent;
  try {
    await navigator.clipboard.writeText(answer.text);
    link.textContent = tr("Copied");
    setTimeout(() => { link.textContent = before; }, 1500);
  } catch {
    location.assign(link.href);
  }
});

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {PageElement} */ (form.querySelector("button.primary"));
  if (button.disabled) return;
  button.disabled = true;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRF-Token": csrf() },
      body: new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)])),
    });
    if (response.ok) {
      location.assign(form.dataset.done);
      return;
    }
    const said = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#refusal p");
    say({ message: said?.textContent.trim() || tr("That was not understood. Nothing has changed."), rule: null });
  } catch {
    say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
  }
  button.disabled = false;
});
