// What one person wants to see and hear on this device, kept in its browser: dice that roll, sounds. A box for each is in
// the menu of the bell.

/** @typedef {"dice" | "sound"} Wish */

const held = matchMedia("(pointer: coarse)").matches; // a phone in a room full of people is silent until it is asked
/** @type {Record<Wish, boolean>} */
const USUAL = { dice: true, sound: !held };
/** @type {Partial<Record<Wish, boolean>>} */
const chosen = {};
const key = (/** @type {Wish} */ wish) => `battlemat-${wish}`;

/** @param {Wish} wish */
function kept(wish) {
  try {
    const found = localStorage.getItem(key(wish));
    return found === null ? USUAL[wish] : found === "on";
  } catch {
    return USUAL[wish];
  }
}

/** @param {Wish} wish */
export const wants = (wish) => (chosen[wish] ??= kept(wish));

/** @param {(wish: Wish, on: boolean) => void} listener */
export const onWish = (listener) => listeners.push(listener);
/** @type {((wish: Wish, on: boolean) => void)[]} */
const listeners = [];

/** The bar on top comes anew with every change. */
export function showWishes() {
  for (const box of document.querySelectorAll("[data-wish]")) box.checked = wants(/** @type {Wish} */ (box.dataset.wish));
}

document.addEventListener("change", ({ target: box }) => {
  const wish = /** @type {Wish | undefined} */ (box.dataset?.wish);
  if (!wish) return;
  chosen[wish] = box.checked;
  try { localStorage.setItem(key(wish), box.checked ? "on" : "off"); } catch { /* for this page only */ }
  for (const listener of listeners) listener(wish, box.checked);
});
showWishes();
