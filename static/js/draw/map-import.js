// Bringing in a map: a file dropped anywhere on the GM's page, or chosen; how far it is; what was read. A plain
// picture then wants its grid laid: the page takes that tool by itself, once.

import "./grid-alignment.js";
import { bringActor, isActor } from "../sheets/character-import.js";
import { stayFor } from "../core/socket.js";
import { csrf, el, say, table } from "../core/page.js";
import { take } from "../map/tools.js";
import { decimal, tr } from "../core/texts.js";

const KEPT = `battlemat-report-${table}`; // the page is loaded anew when the map changes: the report outlives it
const form = el("import-form");
const file = form.elements.file;
const progress = el("import-progress");

const MEGABYTE = 1_000_000;
const PICTURE_MEGABYTES = 50;
const MAP_MEGABYTES = 125;
const TO_LAY = `battlemat-lay-${table}`;

/** Say why files are not even sent, or null: the server looks again.
 *  @param {File[]} files */
function whyNot(files) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  if (all > MAP_MEGABYTES * MEGABYTE && files.length > 1) return tr("Together the files have {size} MB; at most {most} MB are read at once. Bring fewer floors, or save them smaller.", { size: decimal(all / MEGABYTE), most: MAP_MEGABYTES });
  for (const { name, size, type } of files) {
    const most = /^image\//.test(type) ? PICTURE_MEGABYTES : MAP_MEGABYTES;
    if (size <= most * MEGABYTE) continue;
    const gaps = { name, size: decimal(size / MEGABYTE), most };
    if (most === PICTURE_MEGABYTES) return tr("{name} has {size} MB; at most {most} MB are read. Save it smaller or as WebP.", gaps);
    return tr("{name} has {size} MB; at most {most} MB are read. Save it smaller.", gaps);
  }
  return null;
}

/** @param {File[]} files */
async function bring(files) {
  if (!files.length) return;
  const reason = whyNot(files);
  const actors = reason ? [] : await Promise.all(files.map(isActor));
  const isMixed = files.length > 1 && actors.some(Boolean);
  if (reason || isMixed) {
    say({ message: reason ?? tr("Characters come one by one; several maps at once are the floors of one scene."), rule: null });
    file.value = "";
  } else if (actors[0]) bringActor(files[0]);
  else send(files);
}

/** @param {File[]} chosen */
function send(chosen) {
  const data = new FormData();
  if (form.elements.under?.checked) data.append("under", "1");
  if (form.elements.prepared.checked) data.append("prepared", "1");
  if (form.elements.system) data.append("system", form.elements.system.value);
  data.append("csrf", csrf());
  for (const each of chosen) data.append("file", each);
  el("fold-map").open = true;
  progress.hidden = false;
  progress.value = 0;
  stayFor(/** @type {Promise<void>} */ (new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.setRequestHeader("X-CSRF-Token", csrf());
    request.upload.addEventListener("progress", ({ loaded, total }) => { progress.value = (100 * loaded) / total; });
    request.upload.addEventListener("load", () => progress.removeAttribute("value")); // sent; now it is read
    request.addEventListener("load", () => arrived(request).finally(() => done()));
    for (const trouble of ["error", "abort", "timeout"]) {
      request.addEventListener(trouble, () => {
        say({ message: tr("The file did not reach the table. Look at the connection, then try once more."), rule: null });
        done();
      });
    }
    request.addEventListener("loadend", () => {
      progress.hidden = true;
      file.value = "";
    });
    request.send(data);
  })));
}

/** @param {XMLHttpRequest} request */
async function arrived(request) {
  const text = request.responseText;
  if (request.status === 200) {
    try { sessionStorage.setItem(KEPT, text); } catch { /* private window: shown until the page is loaded anew */ }
    const isToLay = text.includes("data-lay-grid");
    if (isToLay) keepForGrid();
    await showReport(text, !isToLay);
  } else if (text.includes('id="refusal"')) {
    await window.htmx.swap({ text, target: el("refusal"), swap: "outerMorph" });
  } else {
    say({ message: tr("The map could not be imported. Nothing has changed."), rule: null });
  }
}

/** The page is loaded anew with the picture, for its grid to be laid: where it was scrolled to is no place for that. */
function keepForGrid() {
  history.scrollRestoration = "manual";
  try { sessionStorage.setItem(TO_LAY, "1"); } catch { /* the button in the report stays */ }
}

/** @param {string} text
 *  @param {boolean} focused */
async function showReport(text, focused = true) {
  el("fold-map").open = true;
  await window.htmx.swap({ text, target: el("import-report"), swap: "outerHTML" });
  if (focused) el("import-report").focus({ preventScroll: false });
}

file.addEventListener("change", () => bring([...file.files]));
if (file.files.length) bring([...file.files]); // chosen before this script was there

/** @param {DragEvent} event */
const carriesFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
document.addEventListener("dragover", (event) => {
  if (!carriesFile(event)) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
document.addEventListener("drop", (event) => {
  if (!carriesFile(event)) return;
  event.preventDefault();
  document.body.classList.remove("dropping");
  bring([.../** @type {DataTransfer} */ (event.dataTransfer).files]);
});

function forget() {
  try { sessionStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
  el("import-report").replaceChildren();
}

document.addEventListener("click", (event) => { if (event.target.closest("#import-report [data-close-report]")) forget(); });
document.addEventListener("submit", (event) => { if (event.target.closest("#new-map, #align-form")) forget(); }, { capture: true });

/** @type {string | null} */
let kept = null;
/** @type {string | null} */
let toLay = null;
try {
  kept = sessionStorage.getItem(KEPT);
  toLay = sessionStorage.getItem(TO_LAY);
  sessionStorage.removeItem(TO_LAY);
} catch { /* private window */ }
if (kept) showReport(kept, !toLay);
if (toLay) take("align");
