// Dark, unless the person chose light, kept in this browser. The projector stays dark.
// Loaded before the page is drawn, so that it never flashes in the wrong one. Not a module for that reason.
(() => {
  const root = document.documentElement;
  const read = () => {
    try { return localStorage.getItem("battlemat-theme"); } catch { return null; }
  };
  if (read() === "light") root.dataset.theme = "light";

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
    try { localStorage.setItem("battlemat-theme", root.dataset.theme); } catch { /* private window: for this page only */ }
  });
})();
