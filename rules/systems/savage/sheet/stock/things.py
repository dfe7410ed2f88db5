"""Things to break (SW-231)."""

from rules.engine.shown import OTHERS
from rules.engine.system import StockItem
from rules.engine.text import template, text

THING_STOCK = (
    StockItem(
        id="door",
        name=template("Heavy door"),
        portrait="door",
        side=OTHERS,
        sheet={"kind": "object", "object": "heavy-door"},
        blurb=text("A thing: Toughness 10, and one blow must reach it."),
    ),
    StockItem(
        id="light-door",
        name=template("Light door"),
        portrait="door",
        side=OTHERS,
        sheet={"kind": "object", "object": "light-door"},
        blurb=text("A thing: Toughness 8, and whoever stands behind it hears the first blow."),
    ),
    StockItem(
        id="lock",
        name=template("Lock"),
        portrait="lock",
        side=OTHERS,
        sheet={"kind": "object", "object": "lock"},
        blurb=text("A thing: Toughness 8."),
    ),
    StockItem(
        id="rope",
        name=template("Rope"),
        portrait="rope",
        side=OTHERS,
        sheet={"kind": "object", "object": "rope"},
        blurb=text("A thing: Toughness 4. What hangs on it is the reason to cut it."),
    ),
)
