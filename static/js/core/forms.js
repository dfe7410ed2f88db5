// What all forms of commands have in common: an id each, so that a second click counts once; the refusal's toast;
// and a promise that nothing which somebody has typed is wiped by a push.

import { hear, tell } from "./events.js";
import { commandId, csrf, el, hideToast, hideToastLater, hideToastOnceRead, isGm, isTyping, say } from "./page.js";
import { tr } from "./texts.js";

// Values that were changed by hand stay when a panel is sent anew, and so does what was folded open. What nobody has
// changed, and what is as it was set, follows the server, under the cursor too: a field that showed one value and held
// another as its own would count as changed from then on, and follow nothing any more.
window.htmx.registerExtension("keep-typed", {
  htmx_before_morph_attr(node, { attrName, newValue }) {
    if (attrName === "value" && node.matches("input:not([type=hidden], [type=file], [type=checkbox], [type=radio])")) {
      if (node.value !== node.defaultValue && node.value !== newValue) return false;
      node.value = newValue ?? "";
    } else if (attrName === "checked") {
      const isChecked = newValue !== null;
      if (node.checked !== node.defaultChecked && node.checked !== isChecked) return false;
      node.checked = isChecked;
    }
    return true;
  },
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const id = form.querySelector("[data-command-id]");
  // A second press of the same is the same command; what was typed while an answer was awaited is another.
  if (id && (!id.value || !isAsSent(form) || isAnotherPress(form, event.submitter))) id.value = commandId();
}, true);

/** What was pressed last in a form whose buttons each say something else.
 *  @type {WeakMap<object, string>} */
const pressed = new WeakMap();

/** @param {PageElement} form
 *  @param {PageElement | null} button */
function isAnotherPress(form, button) {
  if (!form.matches("[data-press]")) return false;
  const before = pressed.get(form);
  pressed.set(form, button?.value ?? "");
  return before !== button?.value;
}

// Nobody stands in two lists that keep apart: the latest tick counts.
document.addEventListener("change", ({ target }) => {
  if (!target.checked) return;
  const apart = [el(target.dataset.apart), ...document.querySelectorAll(`[data-apart="${CSS.escape(target.id)}"]`)];
  for (const box of apart) if (box) box.checked = false;
});

/** What stood in a form's fields when it was last sent, and when a request was sent: somebody may type on meanwhile.
 *  @type {WeakMap<object, Map<PageElement, string | boolean>>} */
const sent = new WeakMap();

/** @param {PageElement} field */
const standsIn = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked : field.value);

/** @param {PageElement} form */
const fieldsOf = (form) => [...form.querySelectorAll("input:not([type=hidden]), select, textarea")];

/** Whether a form's fields hold what they held when it was sent: by this request, or the last time.
 *  @param {PageElement} form
 *  @param {object} [request] */
export function isAsSent(form, request = form) {
  const then = sent.get(request);
  return then !== undefined && fieldsOf(form).every((field) => then.get(field) === standsIn(field));
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const form = ctx.sourceElement;
  if (form instanceof HTMLFormElement) {
    const values = new Map(fieldsOf(form).map((field) => [field, standsIn(field)]));
    sent.set(form, values).set(ctx, values);
  }
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
  if (form.matches("[data-reset]") && isAsSent(form, ctx)) {
    form.reset();
    form.closest("details")?.removeAttribute("open");
  }
  if (form.matches("[data-dial], [id^=edit-], [id^=fold-] form")) settle(form, ctx);
  if (form.dataset.done) tell("done", { what: form.dataset.done });
});

/** What was sent is no longer somebody's unsent typing: pushes may change it again.
 *  @param {PageElement} form
 *  @param {object} request */
function settle(form, request) {
  const then = sent.get(request);
  for (const field of form.querySelectorAll("input:not([type=hidden])")) {
    const value = then?.get(field) ?? standsIn(field);
    if (field.type === "checkbox" || field.type === "radio") field.defaultChecked = Boolean(value);
    else if (field.type !== "file") field.defaultValue = String(value);
  }
}

document.addEventListener("htmx:error", (event) => {
  if (event.detail?.ctx) say({ message: tr("That did not reach the table. Look at the connection, then try once more."), rule: null });
});
document.addEventListener("htmx:after:swap", ({ detail }) => {
  const said = el("refusal")?.querySelector(".toast-body");
  if (!said) return;
  hideToastLater();
  const { request, response } = detail.ctx ?? {};
  const command = response?.status === REFUSED && request.body instanceof FormData ? commandIn(request.body) : null;
  if (command) tell("refused", { command, code: said.dataset.code ?? "" });
});

const REFUSED = 422; // what a form is answered with that asks for something the rules forbid

/** The command that a form has sent; null for one that is put together of single values, which is the GM's.
 *  @param {FormData} body
 *  @returns {import("./events.js").SentCommand | null} */
function commandIn(body) {
  /** @type {Record<string, unknown>} */
  const command = {};
  for (const [key, value] of body.entries()) {
    const [kind, name] = key.includes(":") ? [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)] : ["", key];
    if (name === "csrf" || name === "id") continue;
    if (kind === "json") {
      if (value) command[name] = JSON.parse(String(value));
    } else if (kind === "list") command[name] = body.getAll(key).filter(Boolean);
    else if (kind) return null;
    else command[name] = value;
  }
  return command;
}

/** Refusals that the next turn, or an answer, puts an end to. */
const PASSING = ["not-your-turn", "prompt-open", "not-your-prompt"];
let turn = "";
hear("update", (update) => {
  const now = JSON.stringify(update.turn ?? null);
  const isOver = (turn && now !== turn) || update.panels?.includes('id="prompt"');
  turn = now;
  if (isOver && PASSING.includes(el("refusal")?.querySelector(".toast-body")?.dataset.code ?? "")) hideToastOnceRead();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-toast]")) hideToast();
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.removeAttribute("open");
});

document.addEventListener("toggle", ({ target }) => { // what was unfolded at the foot is not left below it
  if (target.open && target.closest(".tools")) target.scrollIntoView({ block: "nearest" });
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    hideToast();
    const menu = event.target.closest?.("details.menu[open]");
    menu?.removeAttribute("open");
    menu?.querySelector("summary")?.focus();
  }
  if (isGm && !isTyping() && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    document.querySelector(event.shiftKey ? "[data-redo]" : "[data-undo]")?.click();
  }
});

if (el("refusal")?.childElementCount) hideToastLater();
