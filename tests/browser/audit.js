// Looks over a page as it stands and lists what breaks what tests/README.md promises of every page, each in a few words.
({ phone, apart, width }) => {
  const found = [];
  const name = (node) => {
    const words = (node.getAttribute("aria-label") ?? node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    const id = node.id ? `#${node.id}` : "";
    return `${node.localName}${id}${[...node.classList].map((c) => `.${c}`).join("")} "${words}"`;
  };

  /** The part of an element that is in sight: cut by the window and by every ancestor that scrolls or clips;
   *  a strip too thin to aim at is none. */
  const seen = (node) => {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    const cut = (box) => {
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    };
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow !== "visible") cut(at.getBoundingClientRect());
    }
    return right - left > 6 && bottom - top > 6 && node.checkVisibility({ visibilityProperty: true }) ? { left, top, right, bottom } : null;
  };
  const isStuck = (node) => getComputedStyle(node).position === "sticky"; // the rest of the page is scrolled under it
  const all = (selector) => [...document.querySelectorAll(selector)];

  // ------------------------------------------------------------------------------------- sideways
  const page = document.scrollingElement;
  if (page.scrollWidth > width) found.push(`the page is ${page.scrollWidth} px wide in a window of ${width}`);
  for (const node of all("body *")) {
    const { overflowX } = getComputedStyle(node);
    if (["auto", "scroll"].includes(overflowX) && node.checkVisibility() && node.scrollWidth > node.clientWidth + 1) found.push(`scrolls sideways: ${name(node)}`);
  }

  // ------------------------------------------------------------------- things that lie on one another
  for (const group of apart) {
    const boxes = group.flatMap(all).map((node) => [node, seen(node)]).filter(([, box]) => box);
    boxes.forEach(([one, a], n) => {
      for (const [other, b] of boxes.slice(n + 1)) {
        if (isStuck(one) || isStuck(other)) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) found.push(`overlap by ${wide.toFixed(0)} x ${high.toFixed(0)}: ${name(one)} and ${name(other)}`);
      }
    });
  }
  const OVER = ".prompt-card, .toast-body, .menu-body, .rule-card, .guide-card"; // these may lie over anything
  const ACTIVE = "button, a[href], input:not([type=hidden], [type=file]), select, summary";
  const active = all(ACTIVE).filter((node) => !node.disabled && seen(node));
  const over = all("body *").filter((node) => (node.matches(OVER) || isStuck(node)) && seen(node));
  for (const node of active) {
    const { left, top, right, bottom } = seen(node);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const free = hit && (node.contains(hit) || hit.contains(node) || over.some((card) => card.contains(hit) && !card.contains(node)));
    if (!free) found.push(`cannot be pressed: ${name(node)} lies under ${hit ? name(hit) : "nothing"}`);
  }

  // ------------------------------------------------------------------- room for a thumb, or for a pointer
  const least = phone ? 44 : 24;
  for (const node of active) {
    if (!phone && node.matches("a[href], .link") && node.closest("p, li, dd")) continue; // in a line of words
    const target = node.matches("[type=radio], [type=checkbox]") ? (node.closest("label") ?? node) : node;
    let { width: wide, height: high } = target.getBoundingClientRect();
    const more = getComputedStyle(target, "::after"); // a small word may have a larger field round it
    if (more.content !== "none" && more.position === "absolute") {
      wide = Math.max(wide, parseFloat(more.width) || 0);
      high = Math.max(high, parseFloat(more.height) || 0);
    }
    if (wide < least - 0.5 || high < least - 0.5) found.push(`${wide.toFixed(0)} x ${high.toFixed(0)} px for a ${phone ? "thumb" : "pointer"}: ${name(target)}`);
  }

  // ------------------------------------------------------------- what can be pressed can be reached by keys
  const BY_KEYS = "button, a[href], input, select, textarea, summary, label, [tabindex], [data-wall]";
  for (const node of all("body *")) {
    if (getComputedStyle(node).cursor !== "pointer" || getComputedStyle(node.parentElement).cursor === "pointer") continue;
    const { choice } = node.dataset; // what is picked on a drawing stands beside it as a list
    if (choice && document.querySelector(`button[data-choice="${choice}"], select[data-choice="${choice}"]`)) continue;
    if (!node.closest(BY_KEYS) && seen(node)) found.push(`pressed by a pointer alone: ${name(node)}`);
  }
  for (const node of all("[tabindex], [role=button]")) {
    if (node.tabIndex < 0 && node.matches("button, a, [role=button]") && !node.matches("[role=tab]") && !node.closest("[inert]")) found.push(`out of the keys' way: ${name(node)}`);
    if (node.tabIndex > 0) found.push(`out of its turn: ${name(node)}`);
  }

  // ------------------------------------------------------------------------------------ what it is made of
  for (const node of all("#map *, #map")) {
    if (node.namespaceURI !== "http://www.w3.org/2000/svg") found.push(`no SVG: ${name(node)}`);
  }
  const ids = all("[id]").map((node) => node.id);
  for (const id of new Set(ids.filter((each, n) => ids.indexOf(each) !== n))) found.push(`two have the id ${id}`);
  return found;
}
