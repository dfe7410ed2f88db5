// What may be said along with an answer: with what, and how. What it comes to then the rules say, before it is given.

import { ask } from "./live.js";
import { el } from "./page.js";

let asked = 0;

function said(offer) {
  const way = offer.querySelector("[data-with]")?.value;
  const options = [...offer.querySelectorAll("[data-extra]:checked")].map((box) => {
    const row = box.closest(".extra");
    const number = row.querySelector("[data-number]");
    const pick = row.querySelector("[data-pick]");
    return {
      id: box.dataset.extra,
      ...(number ? { [number.dataset.number]: Number(number.value) } : {}),
      ...(pick?.value ? { [pick.dataset.pick]: pick.value } : {}),
    };
  });
  return { ...(way ? { with: way } : {}), ...(options.length ? { options } : {}) };
}

async function weigh(offer) {
  const number = (asked += 1);
  const { actor } = Object.fromEntries(new FormData(offer.closest("form")));
  const answer = await ask("weigh", { actor, answer: offer.dataset.offer, ...said(offer) });
  if (number !== asked || !offer.isConnected) return;
  const button = offer.querySelector(".offer-button");
  const counts = offer.querySelector(".offer-counts");
  button.disabled = !answer.ok;
  if (answer.ok) {
    await window.htmx.swap({ text: answer.words, target: button, swap: "innerHTML" });
    await window.htmx.swap({ text: answer.counts, target: counts, swap: "innerHTML" });
  } else {
    const why = document.createElement("p");
    why.className = "refused";
    why.textContent = answer.refusal.message;
    counts.replaceChildren(why);
  }
}

document.addEventListener("change", ({ target }) => {
  const offer = target.closest?.("#prompt .offer-extras") && target.closest("[data-offer]");
  if (!offer) return;
  if (target.matches("[data-number], [data-pick]")) target.closest(".extra").querySelector("[data-extra]").checked = true;
  weigh(offer);
});

// Only what is said of the answer that is given goes along with it.
document.addEventListener("submit", ({ target: form, submitter }) => {
  const fields = ["with", "options"].map((key) => form.querySelector?.(`[data-said-${key}]`));
  if (!fields[0] || form !== el("prompt")?.querySelector("form")) return;
  const offer = submitter?.closest("[data-offer]");
  const { with: way, options } = offer ? said(offer) : {};
  const values = [way, options && JSON.stringify(options)];
  fields.forEach((field, n) => {
    field.disabled = values[n] === undefined;
    field.value = values[n] ?? "";
  });
}, true);
