// Brings the focus to everything that it can come to and lists where it does not, or cannot be seen. The page must
// show its focus already, as it does once Tab was pressed.
() => {
  const found = [];
  const name = (node) => `${node.localName}#${node.id}${[...node.classList].map((c) => `.${c}`).join("")} "${(node.getAttribute("aria-label") ?? node.textContent).trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const looks = (node) => [node, ...node.querySelectorAll("*")].map((each) => {
    const { stroke, strokeWidth, fill, outlineStyle, boxShadow, filter } = getComputedStyle(each);
    return [stroke, strokeWidth, fill, outlineStyle, boxShadow, filter].join();
  }).join();
  const before = document.activeElement;
  for (const node of document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex='-1'])")) {
    if (node.disabled || node.closest("[inert]") || !node.checkVisibility({ visibilityProperty: true })) continue;
    const bare = node.namespaceURI.endsWith("svg") ? looks(node) : "";
    node.focus({ preventScroll: true });
    if (document.activeElement !== node) {
      found.push(`the focus does not come to ${name(node)}`);
      continue;
    }
    if (!node.matches(":focus-visible")) found.push(`shows no focus: ${name(node)}`);
    if (bare) {
      if (looks(node) === bare) found.push(`looks the same with the focus: ${name(node)}`);
      continue;
    }
    const shown = node.matches(".visually-hidden, .dropzone input, .draw-choice input") ? node.closest("label, .dropzone") : node;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) found.push(`no line round it with the focus: ${name(node)}`);
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return found;
}
