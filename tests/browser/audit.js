// Looks over a page as it stands and lists what breaks the promises of LOOK.md, each in a few words.
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
  const all = (selector) => [...document.querySelectorAll(selector)];

  // ------------------------------------------------------------------------------------- sideways
  const page = document.scrollingElement;
  if (page.scrollWidth > width) found.push(`the page is ${page.scrollWidth} px wide in a window of ${width}`);
  for (const node of all("body *")) {
    const { overflowX } = getComputedStyle(node);
    if (["auto", "scroll"].includes(overflowX) && node.scrollWidth > node.clientWidth + 1) found.push(`scrolls sideways: ${name(node)}`);
  }

  // ------------------------------------------------------------------- things that lie on one another
  for (const group of apart) {
    const boxes = group.flatMap(all).map((node) => [node, seen(node)]).filter(([, box]) => box);
    boxes.forEach(([one, a], n) => {
      for (const [other, b] of boxes.slice(n + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) found.push(`overlap by ${wide.toFixed(0)} x ${high.toFixed(0)}: ${name(one)} and ${name(other)}`);
      }
    });
  }
  const ACTIVE = "button, a[href], input:not([type=hidden], [type=file]), select, summary";
  const active = all(ACTIVE).filter((node) => !node.disabled && seen(node));
  const over = all(".prompt-card, .toast-body, .menu-body, .rule-card").filter(seen); // these may lie over anything
  for (const node of active) {
    const { left, top, right, bottom } = seen(node);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const free = hit && (node.contains(hit) || hit.contains(node) || over.some((card) => card.contains(hit) && !card.contains(node)));
    if (!free) found.push(`cannot be pressed: ${name(node)} lies under ${hit ? name(hit) : "nothing"}`);
  }

  // -------------------------------------------------------------------------------- room for a thumb
  if (phone) {
    for (const node of active) {
      const target = node.matches("[type=radio], [type=checkbox]") ? (node.closest("label") ?? node) : node;
      let { width: wide, height: high } = target.getBoundingClientRect();
      const more = getComputedStyle(target, "::after"); // a small word may have a larger field round it
      if (more.content !== "none" && more.position === "absolute") {
        wide = Math.max(wide, parseFloat(more.width) || 0);
        high = Math.max(high, parseFloat(more.height) || 0);
      }
      if (wide < 43.5 || high < 43.5) found.push(`${wide.toFixed(0)} x ${high.toFixed(0)} px for a thumb: ${name(target)}`);
    }
  }

  // --------------------------------------------------------------------------------------- contrast
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const onto = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const ground = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const layer = rgba(getComputedStyle(at).backgroundColor);
      if (layer[3] > 0) layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => onto(layer, below), rgba("Canvas"));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const told = new Set();
  for (const node of all("body *")) {
    const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!words || node.closest("svg, :disabled, .visually-hidden, script, noscript, option, datalist") || !seen(node)) continue;
    const style = getComputedStyle(node);
    let alpha = 1;
    for (let at = node; at; at = at.parentElement) alpha *= Number(getComputedStyle(at).opacity);
    const below = ground(node);
    const [r, g, b, a] = rgba(style.color);
    const [one, two] = [light(onto([r, g, b, a * alpha], below)), light(below)].sort((x, y) => y - x);
    const contrast = (one + 0.05) / (two + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const line = `contrast ${contrast.toFixed(2)}: ${name(node)}`;
    if (contrast < (large ? 3 : 4.5) && !told.has(line)) {
      told.add(line);
      found.push(line);
    }
  }

  // ------------------------------------------------------------------------------------ what it is made of
  for (const node of all("#map *, #map")) {
    if (node.namespaceURI !== "http://www.w3.org/2000/svg") found.push(`no SVG: ${name(node)}`);
  }
  const ids = all("[id]").map((node) => node.id);
  for (const id of new Set(ids.filter((each, n) => ids.indexOf(each) !== n))) found.push(`two have the id ${id}`);
  return found;
}
