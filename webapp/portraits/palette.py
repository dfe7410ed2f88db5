"""The colours that portraits are drawn in, by the words that their parts name them with."""

from collections.abc import Mapping

INK = "#191b26"
COLOURS: Mapping[str, str] = {
    "ink": INK,
    "ink-l": "#343848",
    "white": "#f4f1ea",
    "skin": "#dba67f",
    "lip": "#7c3f38",
    "lips": "#a8443f",
    "eye": "#26221f",
    "brow": "#3a2a22",
    "hair": "#4b3224",
    "scar": "#b0605a",
    "metal": "#a7b4c4",
    "steel": "#ccd5de",
    "gun": "#4c5361",
    "armour": "#4f5b50",
    "leather": "#7a4f30",
    "wood": "#94683e",
    "gold": "#e3b34a",
    "bone": "#e8dfc6",
    "shirt": "#e6dfcf",
    "cloth": "#5b6f8c",
    "trim": "#c9a24f",
    "hood": "#4a5a48",
    "hat": "#5b4634",
    "cape": "#7c3038",
    "mask": "#33384a",
    "shield": "#96363c",
    "feather": "#d6573f",
    "fur": "#8d8476",
    "belly": "#ddd2bd",
    "mane": "#3a2c26",
    "stripe": "#4a2c1c",
    "pink": "#d99a94",
    "glare": "#f6cf4f",
    "eye-red": "#d8383f",
    "red": "#d23d3d",
    "maw": "#6b1f2c",
    "maw-l": "#b53c52",
    "glass": "#bfe3ea",
    "visor": "#4fb3cf",
    "glow": "#79f0e0",
    "rot": "#6a2a33",
    "ghost": "#cfe6ee",
    "slime": "#6fb44f",
    "hide": "#b3453c",
    "flame": "#e8722c",
    "stone": "#8f8a82",
}
"""What a portrait has that says nothing else; `-d` and `-dd` after a word are darker, `-l` is lighter."""

SKINS = ("#e2b08a", "#f0c6a2", "#b67b52", "#8d5b3c", "#d39a6e", "#6a432e")
HAIRS = ("#4b3224", "#26211f", "#33251f", "#8a5a2e", "#c99a4a", "#9c4a28", "#8e8a86")
DARK = (2, 3, 5)
"""Which of `SKINS` go with dark hair alone."""
DARK_HAIRS = HAIRS[1:3]
GROUNDS: Mapping[str, str] = {
    "slate": "#5f7390",
    "teal": "#3f8487",
    "moss": "#65824f",
    "ochre": "#b98a3e",
    "rust": "#a65b3d",
    "plum": "#7d5a8c",
    "sand": "#b7a27c",
    "night": "#414a70",
    "steel": "#7f95a8",
    "blood": "#8c3f48",
}
"""What portraits stand before."""

_NIGHT, _LIGHT = "#1c1b33", "#fff3d6"
_TONES = {"": (_NIGHT, 0.0), "-d": (_NIGHT, 0.34), "-dd": (_NIGHT, 0.58), "-l": (_LIGHT, 0.38)}


def colour(word: str, own: Mapping[str, str]) -> str:
    """Give the colour that a part names, in a portrait that has some of its own. Raises `KeyError`."""
    given = {**COLOURS, **own}
    if word in given:
        return given[word]
    plain, _, tone = word.rpartition("-")
    towards, share = _TONES[f"-{tone}"]
    return _mixed(given[plain], towards, share)


def darker(shown: str) -> str:
    """Give a colour as it is in the shade."""
    return _mixed(shown, *_TONES["-d"])


def lighter(shown: str) -> str:
    """Give a colour as it is in the light."""
    return _mixed(shown, *_TONES["-l"])


def _mixed(shown: str, towards: str, share: float) -> str:
    pairs = zip(_numbers(shown), _numbers(towards), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _numbers(shown: str) -> tuple[int, ...]:
    return tuple(int(shown[at : at + 2], 16) for at in (1, 3, 5))
