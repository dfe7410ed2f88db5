// What every module needs of the page: whose it is, elements, ids for commands, a place to say why not.

import { lifted } from "./press.js";
import { tr } from "./texts.js";

/** @import { Refusal } from "./messages.js" */

const { dataset } = /** @type {PageElement} */ (document.body);
export const table = dataset.table;
export const role = dataset.role;
export const system = dataset.system;
export const isGm = role === "gm";

/** @param {string} id */
export const el = (id) => document.getElementById(id);
export const map = () => /** @type {PageElement & SVGSVGElement} */ (el("map"));
/** @param {string | null | undefined} who */
export const token = (who) => el(`token-${who}`);
/** Who is moved when somebody is: whoever carries them, a mount say, or they themselves.
 *  @template {string | null} Who
 *  @param {Who} who
 *  @returns {string | Who} */
export const moverOf = (who) => token(who)?.dataset.carrier || who;

/** The bar on top says whether a fight runs and who acts: the server sends it anew with every change. */
export const turn = () => {
  const top = el("top")?.dataset ?? {};
  return { running: top.running === "1", active: top.active || null, mine: top.myTurn === "1", held: /** @type {string[]} */ (JSON.parse(top.held ?? "[]")) };
};

/** @typedef {Record<string, string | number | boolean>} Attributes */

/** An element of a page with attributes and what lies in it.
 *  @param {string} name
 *  @param {Attributes} attributes
 *  @param {(Node | string)[]} children
 *  @returns {PageElement} */
export function html(name, attributes = {}, ...children) {
  const node = /** @type {PageElement} */ (document.createElement(name));
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** An element of a drawing, likewise.
 *  @param {string} name
 *  @param {Attributes} attributes
 *  @param {(Node | string)[]} children
 *  @returns {SVGGraphicsElement} */
export function svg(name, attributes = {}, ...children) {
  const node = /** @type {SVGGraphicsElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** A fresh id for a command. On plain http there is no crypto.randomUUID, but there is this. */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const csrf = () => /** @type {Record<string, string>} */ (JSON.parse(String(document.body.getAttribute("hx-headers:inherited"))))["X-CSRF-Token"];

/** What the server answers, whole; null where the line is lost before its last byte.
 *  @param {string} address
 *  @param {RequestInit & { headers?: Record<string, string> }} options
 *  @returns {Promise<{ ok: boolean, status: number, text: string } | null>} */
export async function answered(address, { headers = {}, ...options } = {}) {
  try {
    const answer = await fetch(address, { ...options, headers: { "HX-Request": "true", ...headers } });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

let hiding = 0;
/** @type {Refusal | null} */
let saying = null; // what waits to be said until nobody presses anything: it would lie over what is pressed

/** Say why something cannot be done, or with `went` that it was, where the server says it too.
 *  @param {Refusal} refusal */
export async function say(refusal) {
  saying = refusal;
  await lifted();
  if (saying === refusal) write(refusal);
}

/** @param {Refusal} refusal */
function write(refusal) {
  const toast = el("refusal");
  toast.classList.toggle("notice", Boolean(refusal.went));
  const body = document.createElement("div");
  body.className = "toast-body";
  if (refusal.code) body.dataset.code = refusal.code;
  const text = document.createElement("p");
  text.append(refusal.message);
  if (refusal.rule) {
    const rule = document.createElement("button");
    Object.assign(rule, { type: "button", className: "rule", textContent: refusal.rule });
    rule.dataset.rule = refusal.rule;
    text.append(" ", rule);
  }
  const close = document.createElement("button");
  Object.assign(close, { type: "button", className: "quiet icon-only", textContent: "×" });
  close.dataset.closeToast = "";
  close.setAttribute("aria-label", tr("Close"));
  body.append(text, close);
  toast.replaceChildren(body);
  hideToastLater();
}

export function hideToast() {
  saying = null;
  clearTimeout(hiding);
  el("refusal")?.replaceChildren();
}

/** Take a refusal away because what it refused for is over; whoever has just been told reads it first. */
export function hideToastOnceRead() {
  const said = el("refusal")?.firstElementChild;
  setTimeout(() => { if (said && said === el("refusal").firstElementChild) hideToast(); }, 1500);
}

export function hideToastLater() {
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    if (el("refusal")?.matches(":hover, :focus-within")) hideToastLater();
    else hideToast();
  }, 9000);
}

/** Whether somebody is writing: keys and focus are theirs then. */
export const isTyping = () => document.activeElement?.matches("input:not([type=checkbox], [type=radio]), select, textarea") ?? false;
