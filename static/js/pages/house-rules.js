// House rules: leaves the rows that have every word that was typed, or only those that are changed.

const find = document.getElementById("house-find");
const only = document.getElementById("house-changed");
const found = document.getElementById("house-found");
const rows = [...document.querySelectorAll("[data-found]")];

function sift() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const row of rows) {
    const text = `${row.textContent} ${row.dataset.words ?? ""}`.toLowerCase();
    const counts = !only.checked || "changed" in row.dataset || row.closest(".house-own");
    row.hidden = !counts || !words.every((word) => text.includes(word));
    left += row.hidden ? 0 : 1;
  }
  found.textContent = words.length || only.checked ? `${left} of ${rows.length}` : "";
}

find?.addEventListener("input", sift);
only?.addEventListener("change", sift);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-toast]")) document.getElementById("refusal").replaceChildren();
});
