"""The words for cover."""

import pytest

from rules.map.cover import DEFAULT_SCALE, CoverScale


@pytest.mark.parametrize(
    ("share", "word"),
    [(0, "none"), (0.19, "none"), (1 / 5, "partial"), (2 / 5, "partial"), (0.5, "good"), (3 / 5, "good"),
     (0.75, "excellent"), (4 / 5, "excellent"), (1, "excellent")],
)  # fmt: skip
def test_the_default_words_start_at_their_shares(share: float, word: str) -> None:
    assert DEFAULT_SCALE.word(share) == word


def test_the_default_allows_no_shot_at_a_target_wholly_covered() -> None:
    assert DEFAULT_SCALE.allows_shot(4 / 5)
    assert not DEFAULT_SCALE.allows_shot(1.0)


def test_a_system_has_its_own_words_and_may_shoot_through_every_screen() -> None:
    scale = CoverScale(((0.2, "light"), (0.5, "heavy")), none="open")
    assert [scale.word(share) for share in (0.1, 0.3, 1.0)] == ["open", "light", "heavy"]
    assert scale.allows_shot(1.0)
