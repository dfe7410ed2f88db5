// Bringing in a character: a file chosen in the fold Add, or dropped anywhere on the GM's page; what was understood.

import { csrf, el, hideToast, say } from "../core/page.js";
import { decimal, tr } from "../core/texts.js";

const MOST = 8_000_000; // bytes: what the server reads of an actor
const form = el("actor-form");
const file = form.elements.file;

/** Say whether a dropped file is a character rather than a map; a map file of that size is none.
 *  @param {File} dropped */
export async function isActor(dropped) {
  if (/\.gcs$/i.test(dropped.name)) return true;
  if (!/\.json$/i.test(dropped.name) || dropped.size > MOST) return false;
  try {
    const found = /** @type {object} */ (JSON.parse(await dropped.text()));
    return !("line_of_sight" in found || "resolution" in found);
  } catch {
    return false; // the map's reader says what is wrong with it
  }
}

/** @param {File} chosen */
export async function bringActor(chosen) {
  el("fold-add").open = true;
  if (chosen.size > MOST) {
    say({ message: tr("{name} has {size} MB; a character has at most {most} MB.", { name: chosen.name, size: decimal(chosen.size / 1_000_000), most: MOST / 1_000_000 }), rule: null });
    return;
  }
  const data = new FormData();
  const add = el("add-form").elements;
  data.append("file", chosen);
  data.append("side", add.side.value);
  data.append("side_name", add.side_name.value);
  data.append("count", add.count.value);
  if (add.hidden.checked) data.append("hidden", "1");
  try {
    const response = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true", "X-CSRF-Token": csrf() }, body: data });
    const text = await response.text();
    if (response.ok) {
      hideToast();
      await window.htmx.swap({ text, target: el("actor-report"), swap: "outerHTML" });
      el("actor-report").focus();
    } else if (text.includes('id="refusal"')) {
      await window.htmx.swap({ text, target: el("refusal"), swap: "outerMorph" });
    } else {
      say({ message: tr("The character could not be imported. Nothing has changed."), rule: null });
    }
  } catch {
    say({ message: tr("The file did not reach the table. Look at the connection, then try once more."), rule: null });
  }
}

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (chosen) await bringActor(chosen);
  file.value = "";
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#actor-report [data-close-report]")) el("actor-report").replaceChildren();
});
