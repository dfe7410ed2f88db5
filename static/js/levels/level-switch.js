// The switch of levels at the map's lower left, and its keys.

import { first, FREE, levelOf, levelOfToken, levels, showLevel, shownLevel } from "./levels.js";
import { hear } from "../core/events.js";
import { html, isTyping, map, role, turn } from "../core/page.js";
import { tr } from "../core/texts.js";

let built = "[]"; // for which levels

/** One press a level, the highest on top; the projector has its name alone. */
function build() {
  const all = levels();
  const now = JSON.stringify(all.map(({ id, name }) => [id, name]));
  if (now === built) return;
  built = now;
  document.querySelector(".level-switch")?.remove();
  if (!all.length) return;
  const rows = all.map(({ id, name }) => html("button", { type: "button", class: "float-button level-button", "data-level": id, title: name }, html("span", { class: "level-name" }, name), html("span", { class: "level-count", "aria-hidden": "true" })));
  if (role === "gm") rows.push(html("button", { type: "button", class: "float-button level-button", "data-level": "", title: tr("All of the map, every level in its place") }, html("span", { class: "level-name" }, tr("All"))));
  const made = FREE
    ? html("div", { class: "level-switch", role: "group", "aria-label": tr("Levels"), title: tr("One level up or down: Page Up, Page Down") }, ...rows)
    : html("p", { class: "level-switch" }, html("span", { class: "level-name" }));
  document.querySelector(".map-floats")?.append(made);
}

/** Mark which level is shown, and say how many are on each and where the one is who acts. */
function markRows() {
  const box = document.querySelector(".level-switch");
  if (!box) return;
  const [shown, all] = [shownLevel(), levels()];
  if (!FREE) {
    const name = box.querySelector(".level-name");
    if (name && name.textContent !== (shown?.name ?? "")) name.textContent = shown?.name ?? "";
    return;
  }
  const people = [...map().querySelectorAll("#tokens > .token")].map(({ dataset }) => levelOf(dataset.place)?.id);
  const acts = levelOfToken(turn().active)?.id;
  for (const button of box.querySelectorAll("[data-level]")) {
    const { level } = button.dataset;
    const isShown = level === (shown?.id ?? "");
    button.setAttribute("aria-pressed", String(isShown));
    if (narrow.matches && isShown) button.setAttribute("aria-expanded", String(box.classList.contains("open")));
    else button.removeAttribute("aria-expanded");
    if (!level) continue;
    const count = people.filter((id) => id === level).length;
    button.classList.toggle("acts", level === acts);
    const name = all.find(({ id }) => id === level)?.name ?? "";
    button.setAttribute("aria-label", level === acts ? tr("{level}, tokens: {count}. Who acts is here.", { level: name, count }) : tr("{level}, tokens: {count}", { level: name, count }));
    const figure = button.querySelector(".level-count");
    if (figure) figure.textContent = count ? String(count) : "";
  }
}

/** One level up (-1) or down (1), as they stand in the list.
 *  @param {number} by */
function step(by) {
  const [shown, all] = [shownLevel(), levels()];
  const next = shown ? all[all.indexOf(shown) + by] : first();
  if (next) showLevel(next);
}

const narrow = matchMedia("(max-width: 899px)");

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".level-switch [data-level]");
  const box = document.querySelector(".level-switch");
  const opens = narrow.matches && button?.getAttribute("aria-pressed") === "true" && !box?.classList.contains("open");
  box?.classList.toggle("open", opens); // a press anywhere else puts the list away
  if (button) showLevel(levels().find((one) => one.id === button.dataset.level) ?? null);
  markRows();
});

const KEYS = { PageUp: -1, PageDown: 1 };
if (FREE) document.addEventListener("keydown", (event) => {
  const by = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  if (!by || !levels().length || isTyping() || event.defaultPrevented) return;
  const focused = document.activeElement ?? document.body;
  if (focused.closest(".token") || !(focused === document.body || map().contains(focused) || focused.closest(".level-switch"))) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // else the map is moved by it as well
  step(by);
}, { capture: true });

function refresh() {
  build();
  markRows();
}

hear("level", refresh);
hear("update", markRows);
refresh();
