"""How somebody fights where no person plays them: what the GM chooses from."""

from collections.abc import Mapping

from rules.engine.text import Words, text

STEADY = "steady"
"""What everybody is unless something else is said."""
TEMPERS: Mapping[str, Words] = {
    "reckless": text("reckless"),
    STEADY: text("steady"),
    "careful": text("careful"),
    "fearful": text("fearful"),
    "dull": text("dull"),
}
"""All tempers, by their ids; what each is worth is the AI's to know (`rules.ai.temper`)."""
