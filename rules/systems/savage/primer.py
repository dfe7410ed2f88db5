"""How a fight goes in the Savage Worlds-style rules, in six steps."""

from rules.engine.declared.primer import Step
from rules.engine.text import text

PRIMER = (
    Step(
        text("Who acts when"),
        text(
            "Each round cards are dealt: the highest acts first. Wild Cards have one of their own, a "
            "group of Extras shares one. A Joker acts when it likes, at +2."
        ),
        ("SW-20", "SW-21", "SW-22", "SW-23"),
    ),
    Step(
        text("A turn"),
        text(
            "Move up to your Pace and take one action; up to three if you declare them first, each beyond "
            "the first taking 2 from all. Or go on Hold, and act later."
        ),
        ("SW-60", "SW-63", "SW-65", "SW-30"),
    ),
    Step(
        text("Rolling"),
        text(
            "A trait is a die. Wild Cards throw a d6 besides and take the better; the highest face is "
            "thrown again and added. 4 is a success, and every 4 more a raise."
        ),
        ("SW-40", "SW-41", "SW-45"),
    ),
    Step(
        text("An attack"),
        text(
            "A blow is rolled against Parry, a shot against 4 with range, cover and light taken off. "
            "Damage is then compared with Toughness."
        ),
        ("SW-73", "SW-81", "SW-122"),
    ),
    Step(
        text("Harm"),
        text(
            "Damage that reaches Toughness leaves one Shaken, each 4 beyond is a wound. The first wound "
            "takes an Extra out; a Wild Card falls with the fourth."
        ),
        ("SW-123", "SW-126", "SW-125"),
    ),
    Step(
        text("Bennies"),
        text(
            "A Benny buys another throw, soaks wounds or ends being Shaken. Whoever has one is asked "
            "right when it could help."
        ),
        ("SW-51", "SW-53", "SW-127"),
    ),
)
