"""What the content security policy and tests/README.md promise about style sheet and templates."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SHEETS = {path.name: path.read_text() for path in sorted((ROOT / "static" / "css").rglob("*.css"))}
TOKENS = SHEETS.pop("tokens.css")
ALONE = {"log-alone.css", "report-alone.css"}
"""What goes into a file of its own, which can name no other."""
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))

TEXTS = ("text", "muted", "accent-ink", "harm", "good", "warn", "info")
GROUNDS = ("ground", "raised", "float")
TOKEN_DISC = "#1b222c"


_COLOUR = r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\("


def _theme(place: int) -> dict[str, str]:
    """Read the opaque colours of a theme: of light-dark() the first (0) or second (1), or what is both's."""
    found = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", TOKENS):
        pair = re.fullmatch(r"light-dark\((.+), (.+)\)", value)
        colour = pair[1 + place] if pair else value
        if re.fullmatch(r"#[0-9a-f]{6}", colour):
            found[name] = colour
    return found


LIGHT, DARK = _theme(0), _theme(1)
THEMES = {"dark": DARK, "light": LIGHT}


def _declarations(text: str) -> list[tuple[str, str]]:
    """List what a style sheet declares: names and values."""
    blocks = re.findall(r"\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    parts = (part.partition(":") for block in blocks for part in block.split(";"))
    return [(name.strip(), value.strip()) for name, _, value in parts if value]


def _luminance(colour: str) -> float:
    def linear(part: str) -> float:
        share = int(part, 16) / 255
        return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(colour[n : n + 2]) for n in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours as WCAG counts it, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_counted_as_wcag_does() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_readable_on_every_ground(theme: str, text: str) -> None:
    colours = THEMES[theme]
    assert {ground: contrast(colours[text], colours[ground]) >= 4.5 for ground in GROUNDS} == dict.fromkeys(
        GROUNDS, True
    )


@pytest.mark.parametrize("theme", THEMES)
def test_what_stands_on_a_filled_button_is_readable(theme: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    assert contrast(colours["on-harm"], colours["harm-fill"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_borders_of_controls_can_be_seen(theme: str) -> None:
    colours = THEMES[theme]
    assert min(contrast(colours["line-strong"], colours[ground]) for ground in GROUNDS) >= 3


@pytest.mark.parametrize("side", range(6))
def test_the_ring_of_a_side_stands_out_from_its_disc(side: int) -> None:
    assert contrast(DARK[f"side-{side}"], TOKEN_DISC) >= 3


def test_a_theme_is_chosen_in_one_place() -> None:
    asks = r"prefers-color-scheme|data-theme(?!\])|light-dark\("
    assert {name for name, text in SHEETS.items() if re.search(asks, text)} == set()
    assert "prefers-color-scheme" not in TOKENS


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - ALONE))
def test_colours_stand_in_the_tokens_alone(name: str) -> None:
    raw = [f"{of}: {value}" for of, value in _declarations(SHEETS[name]) if re.search(_COLOUR, value)]
    named = [
        f"{of}: {value}"
        for of, value in _declarations(SHEETS[name])
        if re.fullmatch(r"color|fill|stroke|background|background-color|border(-\w+)?(-color)?", of)
        and re.search(r"\b(white|black|red|green|blue|gr[ae]y|orange|yellow|purple|brown)\b(?!-)", value)
        and "var(--" not in value
    ]
    assert raw + named == []


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - ALONE))
def test_distances_are_named_by_the_tokens(name: str) -> None:
    kinds = r"(margin|padding|gap|row-gap|column-gap)(-\w+)*"
    raw = [
        f"{of}: {value}"
        for of, value in _declarations(SHEETS[name])
        if re.fullmatch(kinds, of) and re.search(r"\d(px|rem|em|ch)\b", value)
    ]
    assert raw == []


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_nothing_round_the_map_is_styled_by_what_lies_in_it(name: str) -> None:
    """Else a browser styles the whole page anew whenever a tile comes: 20 ms on the largest map."""
    round_it = r"(?:\.gm-layout|[.#]map-area|[.#]map-box|[.#]world)(?![\w-])"
    assert re.findall(round_it + r"[^\s>+~,{]*:has\(.*", SHEETS[name]) == []


def test_every_token_is_used_and_every_name_that_is_used_is_there() -> None:
    everything = TOKENS + "".join(SHEETS.values())
    made = set(re.findall(r"--([\w-]+)\s*:", everything))
    scripts = "".join(path.read_text() for path in (ROOT / "static" / "js").rglob("*.js"))
    made |= set(re.findall(r"--([\w-]+)", "\n".join(re.findall(r"setProperty\(\"[^\"]+\"", scripts))))
    used = set(re.findall(r"var\(--([\w-]+)", everything))
    assert set(re.findall(r"--([\w-]+)\s*:", TOKENS)) - used == set()
    assert used - made == set()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_holds_nothing_that_the_content_policy_forbids(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style\b|\sstyle=|\son(?!e=)[a-z]+=|\shx-on\b|javascript:|hx-vals=[\"']js:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_escapes_whatever_it_shows(path: Path) -> None:
    assert not re.search(r"\|\s*safe\b|autoescape\s+false", path.read_text())


def test_every_drawing_that_is_used_exists() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "templates/map/marks.html").read_text()))
    everything = "\n".join(path.read_text() for path in TEMPLATES)
    used = set(re.findall(r'href="#((?:i|mark)-[\w-]+)"', everything))
    icons = {f"i-{name}" for name in re.findall(r'parts\.icon\("([\w-]+)"', everything)}
    listed = re.search(r"set MARKS = \[(.*?)\]", everything)
    assert listed is not None
    marks = {f"mark-{name}" for name in re.findall(r'"([\w-]+)"', listed[1])}
    assert (used | icons | marks) - drawn == set()
