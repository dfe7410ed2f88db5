"""What a rule system tells newcomers of how a fight goes, before they read any rule."""

from dataclasses import dataclass

from rules.engine.text import Words


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to know: a heading, two or three sentences, and the rules that say it in full."""

    title: Words
    text: Words
    rules: tuple[str, ...]
