// Bringing in a map: a file dropped anywhere on the GM's page, or chosen; how far it is; what was read.

import { stayFor } from "./live.js";
import { csrf, el, say, table } from "./page.js";

const KEPT = `battlemat-report-${table}`; // the page is loaded anew when the map changes: the report outlives it
const form = el("import-form");
const file = form.elements.file;
const progress = el("import-progress");

function send(chosen) {
  const data = new FormData();
  data.append("csrf", csrf());
  data.append("file", chosen);
  el("fold-map").open = true;
  progress.hidden = false;
  progress.value = 0;
  stayFor(new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.setRequestHeader("X-CSRF-Token", csrf());
    request.upload.addEventListener("progress", ({ loaded, total }) => { progress.value = (100 * loaded) / total; });
    request.upload.addEventListener("load", () => progress.removeAttribute("value")); // sent; now it is read
    request.addEventListener("load", () => arrived(request).finally(done));
    for (const trouble of ["error", "abort", "timeout"]) {
      request.addEventListener(trouble, () => {
        say({ message: "The file did not reach the table. Look at the connection, then try once more.", rule: null });
        done();
      });
    }
    request.addEventListener("loadend", () => {
      progress.hidden = true;
      file.value = "";
    });
    request.send(data);
  }));
}

async function arrived(request) {
  const text = request.responseText;
  if (request.status === 200) {
    try { sessionStorage.setItem(KEPT, text); } catch { /* private window: shown until the page is loaded anew */ }
    await showReport(text);
  } else if (text.includes('id="refusal"')) {
    await window.htmx.swap({ text, target: el("refusal"), swap: "outerMorph" });
  } else {
    say({ message: "The map could not be brought in. Nothing has changed.", rule: null });
  }
}

async function showReport(text) {
  el("fold-map").open = true;
  await window.htmx.swap({ text, target: el("import-report"), swap: "outerHTML" });
  el("import-report").focus({ preventScroll: false });
}

file.addEventListener("change", () => { if (file.files.length) send(file.files[0]); });

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
  if (event.dataTransfer.files.length) send(event.dataTransfer.files[0]);
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close-report]")) return;
  try { sessionStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
  el("import-report").replaceChildren();
});

let kept = null;
try { kept = sessionStorage.getItem(KEPT); } catch { /* private window */ }
if (kept) showReport(kept);
