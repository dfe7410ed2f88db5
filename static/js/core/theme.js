// Light or dark: the person's choice, kept in this browser; without one, what the system prefers.
// Loaded before the page is drawn, so that it never flashes in the wrong one. Not a module for that reason.
(() => {
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem("battlemat-theme"); } catch { return null; }
  };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    root.dataset.theme = now === "light" ? "dark" : "light";
    try { localStorage.setItem("battlemat-theme", root.dataset.theme); } catch { /* private window: for this page only */ }
  });
})();
