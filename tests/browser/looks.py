"""What a page looks like, measured: nothing sideways, covered, too small, too pale or without a name."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import CDPSession

from tests.browser.conftest import PICTURES
from tests.browser.seat import Seat

_HERE = Path(__file__).parent
AUDIT = (_HERE / "audit.js").read_text(encoding="utf-8")
CONTRAST = (_HERE / "contrast.js").read_text(encoding="utf-8")
FOCUS = (_HERE / "focus.js").read_text(encoding="utf-8")

APART = [
    [".gm-layout > .top", ".side.left", ".gm-layout #map-area", ".side.right"],
    [".side.left > *"],
    [".side.right > *"],
    [".play-page .top", ".sheet", ".play-page .map-tools"],
    [".map-tools", ".move-bar", ".prompt-wait", ".toast-body"],
    [".screen-layout > *"],
    [".door > *"],
]
"""Groups of which none may lie on another of the same group."""

MARKS = [
    [".token .ring", "stroke", ".back", "fill"],
    [".token .pip", "stroke", ".gauge-back", "fill"],
    [".token .gauge-left", "fill", ".gauge-back", "fill"],
    [".token .mark-on circle", "stroke", "circle", "fill"],
    [".door-leaf", "stroke", ".door-frame", "stroke"],
    ["#overlay-reach .reach-rim", "stroke", ".reach-back", "stroke"],
    [".path-line", "stroke", ".path-back", "stroke"],
    [".ray", "stroke", ".ray-back", "stroke"],
    [".order-row.active .order-lamp", "backgroundColor", "", ""],
    [".disc", "borderTopColor", "self", "backgroundColor"],
    [".die", "borderTopColor", "", ""],
    [".presence", "borderTopColor", "", ""],
    [".gauge-bar .left", "fill", "", ""],
    [".sheet-tabs [aria-selected=true]", "borderBottomColor", "", ""],
    [".log-line:is(.tone-turn, .tone-harm, .tone-warn, .tone-good)", "borderLeftColor", "", ""],
]
"""Marks that mean something by themselves: which, their colour, and what it must stand out from, if not what
lies behind."""

SETTLED = """() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"""
"""Waits until what the last change set going on the page has come to rest."""

AXE = (_HERE / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
ACCESSIBLE = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const rules = { "color-contrast": { enabled: false }, "label-content-name-mismatch": { enabled: true } };
  axe.configure({ rules: [{ id: "label-content-name-mismatch", selector: ":not(.token)" }] });
  const { violations } = await axe.run(document, { runOnly: tags, rules, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.length}, first ${nodes[0].html.slice(0, 200)}`);
}"""
"""Runs axe-core. Contrast, which it cannot measure on a map, is measured by `too_pale`; and the initials on a
token, which it takes for a part of its label, are a picture of the name under them."""

BEYOND = """(width) => {
  const found = [];
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} px wide`);
  const active = "button, a[href], input:not([type=hidden], [type=file]), select, textarea, summary";
  for (const node of document.querySelectorAll(active)) {
    const shows = node.checkVisibility({ visibilityProperty: true });
    if (!shows || node.closest(".visually-hidden, [inert]")) continue;
    const { left, right, width: wide } = node.getBoundingClientRect();
    if (wide > 1 && (left < -1 || right > width + 1)) {
      found.push(`${node.outerHTML.slice(0, 160)} is at ${Math.round(left)} to ${Math.round(right)}`);
    }
  }
  return found;
}"""
"""Lists what lies beyond the edges of a window, where nobody can scroll to."""

THEMES = ("dark", "light")
WEAR = "(theme) => { document.documentElement.dataset.theme = theme; }"
"""Puts a page into a theme, as a press on its button does. The projector stays dark."""


def look_over(seat: Seat, what: str, *, colours: bool = True) -> None:
    """Hold what a window shows to what was promised, in both themes; keep pictures where they are wanted.

    Without `colours` only its layout is looked at, where it shows nothing that was not looked at before. What
    breaks a promise is one of the seat's troubles: a whole walk reports all of them at its end.
    """
    width = (seat.page.viewport_size or {})["width"]
    seat.page.evaluate(SETTLED)
    problems = audit(seat)
    seat.page.emulate_media(reduced_motion="reduce")
    for theme in THEMES if colours or PICTURES else ():
        seat.page.evaluate(WEAR, theme)
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            seat.page.screenshot(path=Path(PICTURES) / f"{what}-{width}-{theme}.png")
        problems += [f"{theme}: {problem}" for problem in too_pale(seat)]
    seat.page.evaluate(WEAR, THEMES[0])
    seat.troubles += [f"{what}, {width} px: {problem}" for problem in problems]


def audit(seat: Seat) -> list[str]:
    """List what lies wrong on a page as it stands, and what is too small or out of the keys' reach."""
    asked = {"phone": seat.touch, "apart": APART, "width": (seat.page.viewport_size or {})["width"]}
    return [str(problem) for problem in seat.page.evaluate(AUDIT, asked)]


def too_pale(seat: Seat) -> list[str]:
    """List what stands out too little from what lies behind it, in the theme of the moment."""
    return [str(problem) for problem in seat.page.evaluate(CONTRAST, {"marks": MARKS, "onPaper": False})]


def pale_on_paper(seat: Seat, what: str) -> None:
    """Hold a page to being read when it is printed from either theme: nothing is printed behind its words."""
    for theme in THEMES:
        seat.page.emulate_media(media="print")
        seat.page.evaluate(WEAR, theme)
        found = seat.page.evaluate(CONTRAST, {"marks": [], "onPaper": True})
        seat.troubles += [f"{what}, printed, {theme}: {problem}" for problem in found]
    seat.page.evaluate(WEAR, THEMES[0])
    seat.page.emulate_media(media="screen", reduced_motion="reduce")


def accessible(seat: Seat, what: str) -> None:
    """Hold a page to the rules of WCAG 2.2 AA, and to best practice, as far as axe-core knows them."""
    seat.page.evaluate(AXE)
    seat.troubles += [f"{what}: {found}" for found in seat.page.evaluate(ACCESSIBLE)]


def within_edges(seat: Seat, what: str) -> None:
    """Hold a page to having nothing beyond the edges of its window: WCAG 1.4.10, at 400 %."""
    width = (seat.page.viewport_size or {})["width"]
    seat.page.evaluate(SETTLED)
    found = seat.page.evaluate(BEYOND, width)
    seat.troubles += [f"{what}, {width} px: {problem}" for problem in found]


def by_keys(seat: Seat) -> None:
    """Hold all that can be done on a page to this: it has a name, and the focus comes to it and shows."""
    what = seat.page.url.partition("/tables/")[2] or seat.page.url
    seat.page.keyboard.press("Tab")  # from here on the page shows its focus, as for who has no mouse
    found = [str(problem) for problem in seat.page.evaluate(FOCUS)]
    tools = seat.page.context.new_cdp_session(seat.page)
    found += nameless(tools)
    tools.detach()
    seat.troubles += [f"{what}: {problem}" for problem in found]


def nameless(tools: CDPSession) -> list[str]:
    """List what a screen reader would come to and have no name for."""
    found = []
    for node in tools.send("Accessibility.getFullAXTree")["nodes"]:
        is_focusable = any(p["name"] == "focusable" for p in node.get("properties", ()))
        role = node.get("role", {}).get("value", "")
        if node["ignored"] or not is_focusable or role in ("RootWebArea", "generic"):
            continue
        if not node.get("name", {}).get("value", "").strip():
            found.append(f"no name: {role}, {_described(tools, node)}")
    return found


def _described(tools: CDPSession, node: dict[str, object]) -> str:
    told = tools.send("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})["node"]
    return f"{told['localName']} {' '.join(told.get('attributes', ()))}"[:160]
