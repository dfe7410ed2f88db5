// The phone's sheet: three heights (a line, the actions, everything), by the grip's tap or drag; and its tabs.

import { hear } from "../core/events.js";
import { el } from "../core/page.js";

const HEIGHTS = ["line", "actions", "whole"];
const sheet = el("sheet");
const grip = el("sheet-grip");

/** @param {string} name */
function setHeight(name) {
  sheet.dataset.uiHeight = name;
  document.body.dataset.uiSheet = name;
  grip.setAttribute("aria-expanded", name === "line" ? "false" : "true");
  if (name === "line") el("sheet-body").scrollTop = 0;
}

/** @param {string} name */
function setTab(name) {
  sheet.dataset.uiTab = name;
  for (const tab of sheet.querySelectorAll("[data-tab]")) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", chosen ? "true" : "false");
    tab.tabIndex = chosen ? 0 : -1;
  }
  el("sheet-body").scrollTop = 0;
}

sheet.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (!tab) return;
  setTab(tab.dataset.tab);
  if (sheet.dataset.uiHeight === "line") setHeight("actions");
});
sheet.addEventListener("keydown", (event) => {
  if (!event.target.matches("[role=tab]") || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const names = [...sheet.querySelectorAll("[data-tab]")].map((tab) => tab.dataset.tab);
  const step = event.key === "ArrowRight" ? 1 : names.length - 1;
  const next = names[(names.indexOf(sheet.dataset.uiTab) + step) % names.length];
  setTab(next);
  el(`tab-${next}`).focus();
});

// The grip: a tap goes on to the next height, a drag to the nearest.
/** @type {{ y: number, height: number, moved: boolean } | null} */
let held = null;
grip.addEventListener("pointerdown", (event) => {
  grip.setPointerCapture(event.pointerId);
  held = { y: event.clientY, height: sheet.offsetHeight, moved: false };
});
grip.addEventListener("pointermove", (event) => {
  if (!held) return;
  const by = held.y - event.clientY;
  if (!held.moved && Math.abs(by) < 8) return;
  held.moved = true;
  sheet.classList.add("dragging");
  sheet.style.height = `${Math.min(Math.max(held.height + by, 72), window.innerHeight - 64)}px`;
});
const release = () => {
  if (!held?.moved) return;
  const share = sheet.offsetHeight / window.innerHeight;
  sheet.classList.remove("dragging");
  sheet.style.height = "";
  setHeight(share < 0.26 ? "line" : share < 0.68 ? "actions" : "whole");
};
grip.addEventListener("pointerup", release);
grip.addEventListener("pointercancel", release);
grip.addEventListener("click", () => {
  const dragged = held?.moved;
  held = null;
  if (!dragged) setHeight(HEIGHTS[(HEIGHTS.indexOf(sheet.dataset.uiHeight) + 1) % HEIGHTS.length]);
});

// What needs the map makes room for it; what is to be read comes up.
hear("needs-map", () => setHeight("line"));
hear("aim", ({ open, quietly }) => {
  if (!open || quietly) return;
  setTab("me");
  setHeight("actions");
});
hear("targets", () => {
  setTab("me");
  setHeight("actions");
});
hear("several-open", () => {
  setTab("me");
  setHeight("actions");
});
hear("selected", () => setTab("me"));
hear("note-open", () => {
  setTab("me");
  setHeight("actions");
});

setTab(sheet.dataset.uiTab);
setHeight(sheet.dataset.uiHeight);
