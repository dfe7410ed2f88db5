// Help: leaves those rules that have every word that was typed.

import { tr } from "../core/texts.js";

const find = document.getElementById("help-find");
const found = document.getElementById("help-found");
const rows = [...document.querySelectorAll(".help-page section:not([aria-labelledby=help-primer]) .rule-list > div")];

find?.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    left += row.hidden ? 0 : 1;
  }
  found.textContent = words.length ? tr("{number} of {all}", { number: left, all: rows.length }) : "";
});
