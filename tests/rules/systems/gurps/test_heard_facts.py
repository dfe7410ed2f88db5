"""What the GM says in the course of an exchange holds from then on, until it is taken back (GU-500)."""

from rules.engine.exchange import Answer
from rules.systems.gurps.defence.defence import Said


def test_null_takes_back_what_was_said_before_and_lets_the_rest_stand() -> None:
    said = Said({"aware": False, "modifier": 2})
    said.hear(Answer("dodge", {"facts": {"aware": None, "facing": "back"}}))
    assert said.facts == {"modifier": 2, "facing": "back"}


def test_an_answer_without_facts_takes_nothing_back() -> None:
    said = Said({"aware": False})
    said.hear(Answer("dodge", {}))
    assert said.facts == {"aware": False}
