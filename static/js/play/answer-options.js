// What may be said along with an answer: with what, and how. What it comes to then the rules say, before it is given.

import { factValue } from "./facts.js";
import { ask } from "../core/socket.js";
import { el } from "../core/page.js";

/** @type {WeakMap<Element, number>} */
const asked = new WeakMap(); // of each offer: how often it has been weighed

/** @param {PageElement} offer */
function said(offer) {
  const way = offer.querySelector("[data-with]")?.value;
  const options = [...offer.querySelectorAll("[data-extra]:checked")].map((box) => {
    const row = box.closest(".extra");
    const number = row?.querySelector("[data-number]");
    const pick = row?.querySelector("[data-pick]");
    return {
      id: box.dataset.extra,
      ...(number ? { [number.dataset.number]: Number(number.value) } : {}),
      ...(pick?.value ? { [pick.dataset.pick]: pick.value } : {}),
    };
  });
  const facts = overruled();
  return { ...(way ? { with: way } : {}), ...(options.length ? { options } : {}), ...(Object.keys(facts).length ? { facts } : {}) };
}

/** The facts that the GM has changed on the question. */
function overruled() {
  const fields = [...(el("prompt")?.querySelectorAll("[data-asked-fact]") ?? [])];
  const changed = fields.filter((field) => field.dataset.changed);
  return Object.fromEntries(changed.map((field) => {
    const { askedFact: fact } = field.dataset;
    return [fact, factValue(field, fields.filter((one) => one.dataset.askedFact === fact))];
  }));
}

/** @param {PageElement} offer */
async function weigh(offer) {
  const number = (asked.get(offer) ?? 0) + 1;
  asked.set(offer, number);
  const { actor } = Object.fromEntries(new FormData(offer.closest("form") ?? undefined));
  const answer = await ask("weigh", { actor, answer: offer.dataset.offer, ...said(offer) });
  if (number !== asked.get(offer) || !offer.isConnected) return;
  const button = offer.querySelector(".offer-button");
  const counts = offer.querySelector(".offer-counts");
  if (button) button.disabled = !answer.ok;
  if (answer.ok) {
    if (button) await window.htmx.swap({ text: answer.words, target: button, swap: "innerHTML" });
    if (counts) await window.htmx.swap({ text: answer.counts, target: counts, swap: "innerHTML" }); // without a target it would be the page
  } else {
    const why = document.createElement("p");
    why.className = "refused";
    why.textContent = answer.refusal.message;
    counts?.replaceChildren(why);
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.dataset?.askedFact) {
    target.dataset.changed = "1";
    target.closest(".fact")?.classList.add("overruled");
    el("prompt").classList.add("overruled"); // the chances that stand at the options were worked out before
    for (const offer of el("prompt").querySelectorAll("[data-offer]")) weigh(offer);
  }
  const offer = target.closest?.("#prompt .offer-extras") && target.closest("[data-offer]");
  if (!offer) return;
  const extra = target.matches("[data-number], [data-pick]") ? target.closest(".extra")?.querySelector("[data-extra]") : null;
  if (extra) extra.checked = true;
  weigh(offer);
});

// Only what is said of the answer that is given goes along with it.
document.addEventListener("submit", ({ target: form, submitter }) => {
  if (form !== el("prompt")?.querySelector("form")) return;
  const offer = submitter?.closest("[data-offer]");
  const { with: way, options, facts } = offer ? said(offer) : {};
  const values = { with: way, options: options && JSON.stringify(options), facts: facts && JSON.stringify(facts) };
  for (const [key, value] of Object.entries(values)) {
    const field = form.querySelector(`[data-said-${key}]`);
    if (!field) continue;
    field.disabled = value === undefined;
    field.value = value ?? "";
  }
}, true);
