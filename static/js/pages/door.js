// The page of who waits to be let in: asks whether they still do, and is loaded anew once they do not. A finger that
// presses something on it is let finish, and a network that is lost for a while only means that it asks again.

import { lifted } from "../core/press.js";

const ASKS_AGAIN = 3000; // milliseconds
const OUT_OF_ORDER = 500; // from this status on the server could not say: it starts anew, for one

/** @param {string} address */
async function stillWaits(address) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) return answer.status >= OUT_OF_ORDER;
    return /** @type {{ waits: boolean }} */ (await answer.json()).waits;
  } catch {
    return true; // the network is lost
  }
}

/** @param {string} address */
async function goOn(address) {
  if (await stillWaits(address)) return void setTimeout(goOn, ASKS_AGAIN, address);
  await lifted();
  location.reload();
}

const { asks } = /** @type {PageElement} */ (document.querySelector("main")).dataset;
if (asks) setTimeout(goOn, ASKS_AGAIN, asks);
