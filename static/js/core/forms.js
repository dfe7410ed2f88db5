// What all forms of commands have in common: an id each, so that a second click counts once; the refusal's toast;
// and a promise that nothing which somebody has typed is wiped by a push.

import { tell } from "./events.js";
import { commandId, csrf, el, hideToast, hideToastLater, isGm, isTyping, say } from "./page.js";
import { tr } from "./texts.js";

// Values that were changed by hand stay when a panel is sent anew, and so does what was folded open.
window.htmx.registerExtension("keep-typed", {
  htmx_before_morph_attr(node, detail) {
    if (detail.attrName === "value" && node.matches("input:not([type=hidden])")) return node.value === node.defaultValue;
    if (detail.attrName === "checked") return node.checked === node.defaultChecked;
    return true;
  },
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const id = form.querySelector("[data-command-id]");
  if (id && !id.value) id.value = commandId();
  if (!form.matches("[data-state-form]")) return;
  const patch = changes(form);
  form.querySelector("[data-state]").value = JSON.stringify(patch);
  if (Object.keys(patch).length) return;
  event.preventDefault();
  event.stopPropagation();
  say({ message: tr("Nothing is changed there yet."), rule: null });
}, true);

/** The state keys that the GM has changed; an object's keys are sent alone. */
function changes(form) {
  const patch = {};
  for (const field of form.querySelectorAll("[data-key]:not(fieldset)")) {
    if (isChanged(field)) patch[field.dataset.key] = valueOf(field);
  }
  for (const group of form.querySelectorAll("fieldset[data-key]")) {
    const inner = [...group.querySelectorAll("[data-sub]")].filter(isChanged);
    if (inner.length) patch[group.dataset.key] = Object.fromEntries(inner.map((field) => [field.dataset.sub, valueOf(field)]));
  }
  return patch;
}

const isChanged = (field) => (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

function valueOf(field) {
  const { type } = field.dataset;
  if (type === "bool") return field.checked;
  if (type === "number") return Number(field.value);
  if (type === "text") return field.value;
  try { return JSON.parse(field.value); } catch { return field.value; }
}

// Nobody stands in two lists that keep apart: the latest tick counts.
document.addEventListener("change", ({ target }) => {
  if (!target.checked) return;
  const apart = [el(target.dataset.apart), ...document.querySelectorAll(`[data-apart="${CSS.escape(target.id)}"]`)];
  for (const box of apart) if (box) box.checked = false;
});

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const form = ctx.sourceElement;
  const headers = ctx.request.headers;
  headers["X-CSRF-Token"] ??= csrf();
  if (!form.matches?.("[data-drop-empty]")) return;
  const { body } = ctx.request;
  for (const [key, value] of [...body.entries()]) if (value === "" && key !== "csrf") body.delete(key);
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const form = ctx.sourceElement;
  const status = ctx.response?.status ?? 0;
  if (!status) return;
  const id = form.querySelector?.("[data-command-id]");
  if (id) id.value = "";
  if (status >= 400) return;
  hideToast();
  if (form.matches("[data-reset]")) {
    form.reset();
    form.closest("details")?.removeAttribute("open");
  }
  if (form.matches("[data-state-form], [id^=edit-], [id^=fold-] form")) settle(form);
  if (form.dataset.done) tell("done", { what: form.dataset.done });
});

/** What was sent is no longer somebody's unsent typing: pushes may change it again. */
function settle(form) {
  for (const field of form.querySelectorAll("input:not([type=hidden])")) {
    if (field.type === "checkbox") field.defaultChecked = field.checked;
    else if (field.type !== "file") field.defaultValue = field.value;
  }
}

document.addEventListener("htmx:error", (event) => {
  if (event.detail?.ctx) say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
});
document.addEventListener("htmx:after:swap", () => { if (el("refusal")?.childElementCount) hideToastLater(); });

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-toast]")) hideToast();
  const copied = event.target.closest("[data-copy]");
  if (copied) copy(copied);
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.removeAttribute("open");
});

document.addEventListener("toggle", ({ target }) => { // what was unfolded at the foot is not left below it
  if (target.open && target.closest(".tools")) target.scrollIntoView({ block: "nearest" });
}, true);

async function copy(button) {
  const field = el(button.dataset.copy);
  field.value = new URL(field.value, location.href).href;
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // plain http has no clipboard
  const before = button.textContent;
  button.textContent = tr("Copied");
  setTimeout(() => { button.textContent = before; }, 1500);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    hideToast();
    const menu = event.target.closest?.("details.menu[open]");
    menu?.removeAttribute("open");
    menu?.querySelector("summary").focus();
  }
  if (isGm && !isTyping() && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    document.querySelector(event.shiftKey ? "[data-redo]" : "[data-undo]")?.click();
  }
});

if (el("refusal")?.childElementCount) hideToastLater();
