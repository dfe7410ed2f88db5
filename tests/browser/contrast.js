// Measures the colours of a page as it stands, as WCAG counts contrast, and lists what is too pale in a few words each:
// words of the page and of its drawings at 4.5 (large ones at 3), edges of controls and marks that mean something at 3.
// What lies behind is worked out, not guessed: layers see-through, fading groups, gradients at their worst end, and a
// picture, of which nothing is known, as black and as white. Words on a picture therefore need a rim of their own.
// On paper nothing is printed behind them, unless a page asks for it.
({ marks, onPaper }) => {
  const found = new Set();
  const PLAIN = "http://www.w3.org/2000/svg";
  const styles = new Map();
  const style = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
  const name = (node) => {
    const words = (node.getAttribute("aria-label") ?? node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    const of = node.namespaceURI === PLAIN ? node.closest("[id]")?.id ?? "" : node.id;
    return `${node.localName}${of ? `#${of}` : ""}${[...node.classList].map((c) => `.${c}`).join("")} "${words}"`;
  };

  // ------------------------------------------------------------------------------------------ colours
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const read = new Map();
  function rgba(colour) {
    if (read.has(colour)) return read.get(colour);
    const plain = colour.match(/^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/);
    let parts;
    if (plain) parts = [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] === undefined ? 1 : Number(plain[4])];
    else {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      parts = [r, g, b, a / 255];
    }
    read.set(colour, parts);
    return parts;
  }
  const onto = ([r, g, b, a = 1], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  function contrast(one, other) {
    const [high, low] = [light(one), light(other)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  }
  const probe = document.createElement("i");
  probe.style.color = "Canvas"; // as this page has it: its scheme may be dark
  document.body.append(probe);
  const BARE = rgba(getComputedStyle(probe).color).slice(0, 3);
  probe.remove();
  const UNKNOWN = [[0, 0, 0], [255, 255, 255]]; // a picture: anything between the two

  // ------------------------------------------------------------------------- what lies behind an element
  const grounds = new Map();
  /** Every colour that may lie behind what an element holds, before it fades with its group. */
  function ground(node) {
    if (!node) return [BARE];
    if (node.namespaceURI === PLAIN && node.localName !== "svg") return behindDrawn(node);
    if (grounds.has(node)) return grounds.get(node);
    const { backgroundColor, backgroundImage, printColorAdjust } = style(node);
    if (onPaper && printColorAdjust !== "exact") return node.parentElement ? ground(node.parentElement) : [[255, 255, 255]];
    let layers = floats(node) ? UNKNOWN : ground(node.parentElement);
    const own = rgba(backgroundColor);
    if (own[3] > 0) layers = unique(layers.map((below) => onto(own, below)));
    if (backgroundImage.includes("gradient")) {
      const stops = backgroundImage.match(/rgba?\([^)]*\)|#[0-9a-f]+|color\([^)]*\)/gi) ?? [];
      layers = unique(layers.flatMap((below) => stops.map((stop) => onto(rgba(stop), below))));
    } else if (backgroundImage.includes("url")) layers = UNKNOWN;
    grounds.set(node, layers);
    return layers;
  }
  const unique = (colours) => [...new Map(colours.map((colour) => [colour.map(Math.round).join(), colour])).values()];

  /** Whether an element floats over something that is not its parent: the map, say, or the rest of the page. */
  function floats(node) {
    const { position } = style(node);
    if (!["absolute", "fixed"].includes(position) || node.matches("#map-box, .world, svg, .map-area, dialog, .map-glass")) return false;
    const [own, home] = [node.getBoundingClientRect(), node.parentElement.getBoundingClientRect()];
    const inside = own.left >= home.left - 1 && own.right <= home.right + 1 && own.top >= home.top - 1 && own.bottom <= home.bottom + 1;
    return !inside || node.parentElement.matches("#map-box, .map-area");
  }

  /** A colour that an element paints and each colour behind it, once both have faded with the groups they are in. */
  function faded(node, colour, behind) {
    let pairs = behind.map((below) => [onto(colour, below), below]);
    for (let at = node; at; at = at.parentElement) {
      const opacity = Number(style(at).opacity);
      if (opacity === 1) continue;
      const [backdrop] = at.parentElement ? ground(at.parentElement) : [[255, 255, 255]];
      pairs = pairs.map((pair) => pair.map((each) => onto([...each, opacity], backdrop)));
    }
    return pairs;
  }
  const worst = (pairs) => {
    const between = pairs.some(([, below]) => light(below) < light(pairs[0][0])) && pairs.some(([, below]) => light(below) > light(pairs[0][0]));
    const measured = Math.min(...pairs.map(([one, other]) => contrast(one, other)));
    return between && pairs.length > 1 && pairs.every(([one]) => one.join() === pairs[0][0].join()) ? 1 : measured;
  };

  // -------------------------------------------------------------------------------------- drawn things
  const drawings = new Map();
  /** Everything in a drawing that covers something, in the order it is painted. */
  function shapes(svg) {
    if (drawings.has(svg)) return drawings.get(svg);
    const list = [...svg.querySelectorAll("rect, circle, ellipse, path, polygon, image, text")]
      .filter((node) => !node.closest("defs, symbol, pattern, clipPath, mask") && (node.localName === "text" || style(node).fill !== "none"))
      .map((node, order) => ({ node, order, box: node.getBoundingClientRect() }));
    drawings.set(svg, list);
    return list;
  }
  function covers({ node, box }, x, y) {
    if (x < box.left || x > box.right || y < box.top || y > box.bottom || node.localName === "text") return false;
    if (["rect", "image"].includes(node.localName)) return true;
    return node.isPointInFill(new DOMPoint(x, y).matrixTransform(node.getScreenCTM().inverse()));
  }
  /** What lies behind the middle of something drawn. */
  function behindDrawn(node) {
    const svg = node.ownerSVGElement;
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    let layers = ground(svg);
    const paper = svg.matches(".map") && document.querySelector(".under-map .paper");
    if (paper && covers({ node: paper, box: paper.getBoundingClientRect() }, x, y)) layers = svg.matches(".has-picture") || style(paper).fill.startsWith("url") ? UNKNOWN : [rgba(style(paper).fill).slice(0, 3)];
    for (const shape of shapes(svg)) {
      if (shape.node === node || shape.node.contains(node) || !(shape.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)) {
        if (shape.node === node) break;
        continue;
      }
      if (!covers(shape, x, y)) continue;
      const { fill, fillOpacity } = style(shape.node);
      if (shape.node.localName === "image") layers = UNKNOWN;
      if (shape.node.localName === "image" || fill.startsWith("url")) continue;
      const [r, g, b, a] = rgba(fill);
      let opacity = a * Number(fillOpacity);
      for (let at = shape.node; at !== svg; at = at.parentElement) if (!at.contains(node)) opacity *= Number(style(at).opacity);
      if (opacity > 0) layers = unique(layers.map((below) => onto([r, g, b, opacity], below)));
    }
    return layers;
  }
  /** How many pixels of the window a unit of a drawing takes. */
  const scale = (node) => { const { a, b } = node.getScreenCTM(); return Math.hypot(a, b); };

  // -------------------------------------------------------------------------------------------- in sight
  function seen(node) {
    let { left, top, right, bottom } = node.getBoundingClientRect();
    if (right - left < 3 || bottom - top < 3 || right < 0 || bottom < 0 || left > innerWidth || top > innerHeight) return false;
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      if (style(at).overflow === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right - left > 3 && bottom - top > 3 && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }
  const tell = (what, measured, wanted, node) => {
    if (measured < wanted - 0.005) found.add(`${what} ${measured.toFixed(2)}: ${name(node)}`);
  };
  const WORDLESS = "script, style, noscript, option, datalist, template, .visually-hidden, :disabled";

  // ---------------------------------------------------------------------------------------------- words
  for (const node of document.querySelectorAll("body *")) {
    const isDrawn = node.namespaceURI === PLAIN;
    if (isDrawn && !["text", "tspan"].includes(node.localName)) continue;
    const words = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!words || node.closest(WORDLESS) || node.closest("defs, symbol") || !seen(node)) continue;
    const { fontSize, fontWeight, color, fill, fillOpacity, stroke, strokeOpacity, strokeWidth, paintOrder } = style(node);
    const size = parseFloat(fontSize) * (isDrawn ? scale(node) : 1);
    const wanted = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    let behind = isDrawn ? behindDrawn(node) : ground(node);
    let ink = rgba(isDrawn ? fill : color);
    if (isDrawn) {
      ink = [...ink.slice(0, 3), ink[3] * Number(fillOpacity)];
      const rim = stroke !== "none" && paintOrder.startsWith("stroke") && (parseFloat(strokeWidth) * scale(node)) / 2 >= 0.9;
      if (rim) {
        const [r, g, b, a] = rgba(stroke);
        behind = unique(behind.map((below) => onto([r, g, b, a * Number(strokeOpacity)], below)));
      }
    }
    tell("contrast", worst(faded(node, ink, behind)), wanted, node);
  }
  for (const node of document.querySelectorAll("input, textarea")) {
    if (node.value || !node.placeholder || node.disabled || !seen(node)) continue;
    tell("contrast of a placeholder", worst(faded(node, rgba(getComputedStyle(node, "::placeholder").color), ground(node))), 4.5, node);
  }

  // ---------------------------------------------------------------------------------- edges of controls
  const FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select, textarea";
  for (const node of document.querySelectorAll(`${FIELDS}, button, .button, summary.button`)) {
    if (node.closest(WORDLESS) || !seen(node) || (node.matches("input") && node.closest(".visually-hidden"))) continue;
    const sides = style(node);
    const isWhole = ["Top", "Right", "Bottom", "Left"].every((side) => parseFloat(sides[`border${side}Width`]));
    const edge = isWhole ? rgba(sides.borderTopColor) : null; // a line on one side divides, and bounds nothing
    const outside = floats(node) ? UNKNOWN : ground(node.parentElement);
    const bare = !edge || edge[3] === 0;
    if (bare && !node.matches(FIELDS)) continue; // its words tell what it is
    const measured = [];
    if (!bare) measured.push(worst(faded(node.parentElement, edge, outside)), outside === UNKNOWN ? worst(faded(node, edge, ground(node))) : 0);
    const inside = ground(node);
    if (outside !== UNKNOWN) measured.push(contrast(inside[0], outside[0]));
    tell("contrast of an edge", Math.max(...measured), 3, node);
  }
  for (const node of document.querySelectorAll("svg.icon")) {
    if (node.closest(WORDLESS) || node.closest("svg svg") || !seen(node)) continue;
    tell("contrast of a sign", worst(faded(node.parentElement, rgba(style(node).color), ground(node.parentElement))), 3, node.parentElement);
  }

  // -------------------------------------------------------------------------- marks that mean something
  const colourOf = (node, what) => {
    const [r, g, b, a] = rgba(style(node)[what]);
    return [r, g, b, a * Number(what === "stroke" ? style(node).strokeOpacity : what === "fill" ? style(node).fillOpacity : 1)];
  };
  for (const [selector, what, against, its] of marks) {
    for (const node of document.querySelectorAll(selector)) {
      if (!seen(node)) continue;
      let behind;
      if (!against) behind = ground(what === "fill" || what === "stroke" ? node : node.parentElement);
      else {
        const other = against === "self" ? node : (node.closest("g, svg, li, section") ?? document).querySelector(against) ?? document.querySelector(against);
        if (!other) continue;
        const under = other.namespaceURI !== PLAIN ? ground(other.parentElement) : behindDrawn(other);
        behind = unique(under.map((below) => onto(colourOf(other, its), below)));
      }
      tell("contrast of a mark", worst(faded(node, colourOf(node, what), behind)), 3, node);
    }
  }
  return [...found];
}
