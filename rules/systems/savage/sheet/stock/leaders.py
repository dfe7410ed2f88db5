"""Wild Cards whom heroes meet: whoever leads the others, or needs nobody to lead."""

from rules.engine.system import StockItem
from rules.engine.text import template, text
from rules.systems.savage.sheet.gear_stock import built_in, called
from rules.systems.savage.sheet.stock.stock_sheet import wild_card

LEADER_STOCK = (
    StockItem(
        id="guard-captain",
        name=template("Captain of the guard"),
        portrait="captain",
        sheet=wild_card(
            "d8 d8 d8 d8 d8",
            "fighting d10, athletics d6, notice d8, battle d8, intimidation d8, riding d6",
            ["long-sword", "medium-shield"],
            ["chain-shirt", "steel-helmet"],
            edges=["level-headed"],
        ),
        blurb=text("Few get past the shield alone. Ring him with enough blades and even that gives way."),
    ),
    StockItem(
        id="bandit-chief",
        name=template("Bandit chief"),
        portrait="bandit",
        sheet=wild_card(
            "d8 d6 d8 d8 d8",
            "fighting d8, shooting d8, athletics d6, notice d6, riding d8, intimidation d8",
            [called("short-sword", "machete", template("Machete")), "pistol"],
            ["leather-jacket"],
            edges=["quick"],
        ),
        blurb=text("Machete and pistol together, so that being caught at arm's length stops neither."),
    ),
    StockItem(
        id="pirate-captain",
        name=template("Pirate captain"),
        temper="reckless",
        portrait="pirate",
        sheet=wild_card(
            "d10 d8 d8 d8 d8",
            "fighting d10, shooting d6, athletics d8, boating d10, taunt d8, notice d6",
            [called("long-sword", "cutlass", template("Cutlass")), "pistol"],
            edges=["dodge"],
        ),
        blurb=text(
            "Boards first and laughs about it. Dodges bullets better than bills, and never holds an action."
        ),
    ),
    StockItem(
        id="gang-boss",
        name=template("Gang boss"),
        temper="careful",
        portrait="gangster",
        sheet=wild_card(
            "d8 d8 d8 d6 d8",
            "shooting d8, fighting d6, notice d8, intimidation d10, driving d6, athletics d6",
            ["submachine-gun", "knife"],
            ["leather-vest"],
            edges=["level-headed"],
        ),
        blurb=text(
            "Lets the boys go first and empties a drum over their heads. Strays are the boys' affair."
        ),
    ),
    StockItem(
        id="cult-leader",
        name=template("Cult leader"),
        temper="careful",
        portrait="cultist",
        sheet=wild_card(
            "d6 d10 d10 d6 d8",
            "spellcasting d10, fighting d6, occult d10, notice d8, persuasion d10, athletics d4",
            ["bolt", "knife"],
            edges=["improved-level-headed"],
        ),
        blurb=text(
            "The best of three cards, and a bolt that flies at arm's length too. The rest kneel or fight."
        ),
    ),
    StockItem(
        id="field-officer",
        name=template("Field officer"),
        temper="careful",
        portrait="officer",
        sheet=wild_card(
            "d6 d8 d8 d6 d6",
            "shooting d8, battle d10, fighting d6, notice d8, athletics d6, riding d6",
            ["pistol", called("short-sword", "sabre", template("Sabre"))],
            ["steel-helmet"],
            edges=["level-headed"],
        ),
        blurb=text(
            "Holds until the enemy moves, then interrupts. Her three Bennies are for soaking, not for glory."
        ),
    ),
    StockItem(
        id="black-knight",
        name=template("Black knight"),
        portrait="knight",
        sheet=wild_card(
            "d6 d6 d8 d10 d10",
            "fighting d10, riding d8, athletics d6, notice d6, intimidation d8",
            ["long-sword", "medium-shield", "lance"],
            ["breastplate", "chain-sleeves", "steel-helmet"],
        ),
        blurb=text("Steel on every spot but the legs: there a called shot meets nothing but the man."),
    ),
    StockItem(
        id="vampire",
        name=template("Vampire"),
        portrait="vampire",
        sheet=wild_card(
            "d10 d10 d10 d12 d10",
            "fighting d10, athletics d10, notice d10, intimidation d12, stealth d10",
            ["bite", "claws"],
            edges=["quick", "dodge"],
            pace=8,
            toughness_bonus=2,
        ),
        blurb=text(
            "Comes fast, strikes twice at a small loss, and steps away from whoever dares not strike after."
        ),
    ),
    StockItem(
        id="orc-warlord",
        name=template("Orc warlord"),
        temper="reckless",
        portrait="orc",
        sheet=wild_card(
            "d8 d6 d8 d12 d12",
            "fighting d10, athletics d8, notice d6, intimidation d10",
            ["great-axe", "short-sword"],
            ["chain-shirt", "steel-helmet"],
            toughness_bonus=1,
        ),
        blurb=text("A great axe swung wild: two more to hit, two more to hurt, and open to whoever is left."),
    ),
    StockItem(
        id="dragon",
        name=template("Dragon"),
        portrait="dragon",
        size=2,
        sheet=wild_card(
            "d8 d8 d10 d12+6 d12",
            "fighting d10, athletics d8, notice d10, intimidation d12, shooting d8",
            [
                "bite",
                "claws",
                "tail",
                built_in("flamethrower", "breath", template("Breath of fire")),
            ],
            pace=8,
            run_die="d10",
            natural_armour=4,
            toughness_bonus=6,
        ),
        blurb=text(
            "Fire in a cone at whoever stands close together, then teeth. Bring rockets, raises, or a tale."
        ),
    ),
)
