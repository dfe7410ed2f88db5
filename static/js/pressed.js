// What a finger is on stays what it is until the finger is lifted: did a push lay the page out anew in between, the
// click would fall on what has slid under it, or on nothing.

const PRESSED = "button, summary, label, a";
const LONGEST = 5000; // a hand that lies on a button does not keep the page from the table
const CLICK_FOLLOWS = 50; // a tap's click comes a moment after the finger is gone

let lift = null; // ends the wait, while something is pressed
let wait = Promise.resolve();
let end = 0;

/** Wait until nobody presses anything on this page. */
export const lifted = () => wait;

function liftIn(time) {
  clearTimeout(end);
  end = setTimeout(() => {
    lift?.();
    lift = null;
  }, time);
}

document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest(PRESSED) || target.closest("select")) return; // a list that unfolds keeps the lifting to itself
  if (!lift) wait = new Promise((resolve) => { lift = resolve; });
  liftIn(LONGEST);
}, true);
document.addEventListener("pointerup", () => liftIn(CLICK_FOLLOWS), true);
document.addEventListener("pointercancel", () => liftIn(0), true);
document.addEventListener("click", () => liftIn(0), true); // behind those who hear this click
