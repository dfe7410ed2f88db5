// A sheet that was pasted and is to stand somewhere: its form is kept while one goes from its page to the map.

import { answered, csrf, el, hideToast, map, say, table } from "../core/page.js";
import { tell } from "../core/events.js";
import { tr } from "../core/texts.js";
import { placeAt, placeOf } from "../map/geometry.js";
import { addTool, inHand, take } from "../map/tools.js";
import { bar } from "../play/move.js";

const KEPT = "battlemat-pasted";

/** @typedef {{ table: string, fields: string[][] }} Kept */

/** @returns {Kept | null} */
function kept() {
  try {
    const found = /** @type {Kept | null} */ (JSON.parse(sessionStorage.getItem(KEPT) ?? "null"));
    return found?.table === table ? found : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

addTool("put-pasted", {
  stop() {
    sessionStorage.removeItem(KEPT);
    bar(null);
  },
  tap(_target, point, event) {
    const key = event.type === "keydown" ? null : placeAt(...point);
    const sheet = kept();
    if (event.type === "keydown" || !sheet) return false;
    if (key) put(sheet, JSON.stringify(placeOf(key)));
    else say({ message: tr("That is off the map."), rule: null });
    return true;
  },
});

/** @param {Kept} sheet
 *  @param {string} at */
async function put(sheet, at) {
  const body = new URLSearchParams([...sheet.fields.filter(([name]) => name !== "csrf"), ["at", at]]);
  const answer = await answered(`/tables/${table}/gm/sheet-new`, { method: "POST", headers: { "X-CSRF-Token": csrf() }, body });
  if (answer?.ok) {
    hideToast();
    take(null);
  } else if (answer?.text.includes('id="refusal"')) {
    await window.htmx.swap({ text: answer.text, target: el("refusal"), swap: "outerMorph" });
  } else {
    say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
  }
}

if (kept()) {
  take("put-pasted");
  map().tabIndex = -1;
  bar(tr("Tap where they stand."), { cancel: true });
  tell("needs-map");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#move-cancel") && inHand() === "put-pasted") take(null);
});
