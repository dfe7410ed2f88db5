// Whom a combatant may have in mind as its foes: who is of another side, as far as they are on the map.

import { html, map, token } from "../core/page.js";

/** @param {string | null} who */
export function foesOf(who) {
  const { side } = token(who)?.dataset ?? {};
  return [...map().querySelectorAll("#tokens > .token")].filter(({ dataset }) => dataset.side !== side);
}

/** One of them to choose from a list.
 *  @param {{ readonly dataset: DOMStringMap }} token */
export const asOption = ({ dataset: { who, name } }) => html("option", { value: who ?? "" }, name ?? "");
