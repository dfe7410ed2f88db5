// Notes and handouts: they open over the page, and what one has of them is fetched anew when it changes; on the
// projector the one that is shown lies over the map.

import { hear, tell } from "../core/events.js";
import { isAsSent } from "../core/forms.js";
import { answered, el, role, say, table } from "../core/page.js";
import { tr } from "../core/texts.js";

const at = `/tables/${table}/${role}/talk`;
const dialog = el("paper-dialog");
let stale = false;

/** Whether somebody is writing in the panel: it is not taken away under the hand. */
const isBusy = () => [...(el("talk-panel")?.querySelectorAll("input:not([type=hidden], [type=checkbox]), textarea") ?? [])].some((field) => field === document.activeElement || field.value !== field.defaultValue);

async function refresh() {
  const target = el("talk-panel") ?? el("table-paper");
  if (!target) return;
  stale = isBusy();
  if (stale) return;
  const answer = await answered(`${at}/panel`);
  if (!answer?.ok) return; // once the line is back it is asked for anew
  await window.htmx.swap({ text: answer.text, swap: "outerMorph", target });
  tell("papers-shown");
}

/** @param {string} id */
async function open(id) {
  const answer = await answered(`${at}/papers/${encodeURIComponent(id)}`);
  if (!answer) {
    say({ message: tr("There is no connection to the table just now. Try again in a moment."), rule: null });
    return;
  }
  const place = el("paper-open");
  if (answer.ok) place.innerHTML = answer.text;
  else {
    const gone = document.createElement("p");
    gone.id = "paper-title";
    gone.textContent = tr("This handout is no longer shown to you.");
    place.replaceChildren(gone);
  }
  if (!dialog.open) dialog.showModal();
}

hear("papers", refresh);
let lost = false;
hear("disconnected", () => { lost = true; });
hear("connected", () => { if (lost) refresh(); });
hear("update", ({ turn }) => { if (turn?.asked && dialog?.open) dialog.close(); }); // a question comes before any letter
hear("paper", ({ id }) => open(id));
document.addEventListener("click", ({ target }) => {
  const paper = target.closest("[data-paper]");
  if (paper && dialog) open(paper.dataset.paper);
  else if (target === dialog) dialog.close();
});
document.addEventListener("focusout", ({ target }) => {
  if (stale && target.closest("#talk-panel")) setTimeout(refresh, 50);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  if (!form.closest?.("#talk-panel") || !ctx.response || ctx.response.status >= 400) return;
  if (!isAsSent(form, ctx)) return; // somebody types on
  form.reset();
  for (const field of form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=file]), textarea")) field.defaultValue = field.value;
  form.closest("details")?.removeAttribute("open");
  /** @type {HTMLElement} */ (document.activeElement)?.blur?.();
  refresh();
});
