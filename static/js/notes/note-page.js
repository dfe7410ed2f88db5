// Notes to read beside the map: a tap on a pin opens its page, the GM's scenes have pages of their own, and so has what
// the GM adds to a combatant. What is open is fetched anew when it changes, unless somebody is writing in it, and goes
// when its note does.

import { hear, tell } from "../core/events.js";
import { answered, el, role, say, table } from "../core/page.js";
import { onTap } from "../map/map-pointers.js";
import { inHand } from "../map/tools.js";
import { tr } from "../core/texts.js";

const place = el("note-page");
let asked = 0;
/** @type {string | null} */
let address = null; // of what is open, without what is asked of it

/** Open a page beside the map.
 *  @param {string} wanted
 *  @param {{ edit?: boolean, quietly?: boolean }} how  `quietly`: it is open already, and has changed */
async function open(wanted, { edit = false, quietly = false } = {}) {
  asked += 1;
  const mine = asked;
  const answer = await answered(`${wanted}${edit ? "?edit=1" : ""}`);
  if (mine !== asked) return;
  if (!answer?.ok) {
    if (!quietly) say({ message: answer ? tr("This note is not on the map any more, or not for you.") : tr("There is no connection to the table just now. Try again in a moment."), rule: null });
    if (answer) close();
    return;
  }
  address = wanted;
  place.hidden = false;
  await window.htmx.swap({ text: answer.text, swap: "innerHTML", target: place });
  if (!address) place.replaceChildren(); // closed while it was put in
  if (quietly || mine !== asked) return;
  if (document.body.dataset.uiPanels === "away") el("panels-away")?.click();
  tell("note-open");
  place.scrollIntoView({ block: "nearest", behavior: "instant" });
  if (edit) (place.querySelector("textarea") ?? place.querySelector("input:not([type=hidden])"))?.focus();
  else place.focus({ preventScroll: true });
}

function close() {
  asked += 1;
  address = null;
  place.hidden = true;
  place.replaceChildren();
}

/** Open a note of the map.
 *  @param {string} id
 *  @param {{ edit?: boolean }} how */
export const openNote = (id, how = {}) => open(`/tables/${table}/${role}/notes/${encodeURIComponent(id)}`, how);

onTap((target) => {
  const pin = target.closest("#map-notes .pin");
  if (!pin || inHand()) return false;
  openNote(pin.dataset.note);
  return true;
}, { first: true });

/** @type {Record<string, () => unknown>} */
const DO = {
  close,
  edit: () => address && open(address, { edit: true }),
  read: () => address && open(address),
};

document.addEventListener("click", ({ target }) => {
  const scene = target.closest("[data-scene-notes]")?.dataset.sceneNotes;
  if (scene) open(`${scene}/gm/scene-notes`);
  const beside = target.closest("[data-beside]")?.dataset.beside;
  if (beside) open(`/tables/${table}/${beside}`);
  const doing = target.closest("#note-page [data-note-do]")?.dataset.noteDo;
  if (doing) DO[doing]();
});
place?.addEventListener("change", ({ target }) => {
  const whom = target.name === "seen_by" && place.querySelector("[data-note-whom]");
  if (whom) whom.hidden = target.value !== "some";
});
place?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
});

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  const came = form.closest?.("#note-page form")?.dataset.noteForm;
  if (!came || !ctx.response || ctx.response.status >= 400) return;
  if (came === "gone") close();
  else if (address) open(address, { edit: came === "pictured" });
});

hear("update", () => {
  if (address && place.querySelector("[data-open-extras]") && !place.contains(document.activeElement)) open(address, { quietly: true });
});

const isEditing = () => place.querySelector("[data-editing]") !== null;
hear("map-changed", ({ parts }) => {
  const id = place && address && place.querySelector("[data-open-note]")?.dataset.openNote;
  if (!id || !(parts.includes(`note-${id}`) || parts.includes("map-notes"))) return;
  if (!el(`note-${id}`)) close();
  else if (address && !isEditing()) open(address, { quietly: true });
});
