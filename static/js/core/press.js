// What a finger is on stays what it is until the finger is lifted and what was meant by it is done. Did a push, an answer
// that comes late or a sentence lay the page out anew in between, the click would fall on what has slid under it, or on
// nothing. So whatever the server sends comes onto the page through `lifted`, and every swap of htmx does.

const PRESSED = "button, summary, label, a, input:is([type=checkbox], [type=radio]), #map-box";
const LONGEST = 5000; // a hand that lies on a button does not keep the page from the table
/** @type {Record<string, number>} */
const CLICK_FOLLOWS = { mouse: 50, other: 700 }; // a tap's click comes by itself, on a busy machine a good while after the finger is gone

/** @type {Set<number>} */
const down = new Set(); // the pointers that press something
/** @type {(() => void) | null} */
let lift = null; // ends the wait, while something is pressed
let wait = Promise.resolve();
let end = 0;

/** Wait until nobody presses anything on this page. */
export const lifted = () => wait;

/** @param {number} time */
function liftIn(time) {
  clearTimeout(end);
  end = setTimeout(letGo, time);
}

function letGo() {
  clearTimeout(end);
  down.clear();
  lift?.();
  lift = null;
}

/** What is on the map has become a drag, which holds what it needs by itself: the page may go on.
 *  @param {{ pointerId: number }} pointer */
export function isDrag({ pointerId }) {
  if (down.delete(pointerId) && !down.size) letGo();
}

document.addEventListener("pointerdown", ({ target, pointerId }) => {
  if (!target.closest(PRESSED) || target.closest("select")) return; // a list that unfolds keeps the lifting to itself
  down.add(pointerId);
  if (!lift) wait = new Promise((resolve) => { lift = resolve; });
  liftIn(LONGEST);
}, true);
document.addEventListener("pointerup", ({ pointerId, pointerType }) => {
  if (down.delete(pointerId) && !down.size) liftIn(CLICK_FOLLOWS[pointerType] ?? CLICK_FOLLOWS.other);
}, true);
document.addEventListener("pointercancel", ({ pointerId }) => {
  if (down.delete(pointerId) && !down.size) liftIn(0);
}, true);
document.addEventListener("click", () => { if (lift && !down.size) liftIn(0); }, true); // behind those who hear this click

const { htmx } = window; // pages without it have nothing swapped
const swap = htmx?.swap.bind(htmx);
if (swap) {
  htmx.swap = async (what) => {
    await lifted();
    return swap(what);
  };
}
