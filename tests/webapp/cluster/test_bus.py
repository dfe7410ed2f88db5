"""Who listens: nothing is sent to nobody, and who begins to listen is heard of at once."""

from secrets import token_hex
from typing import Any

import pytest

from tests.redis_server import redis_url
from webapp.cluster.bus import Bus
from webapp.cluster.redis_link import RedisLink

THEY = "b" * 8


def test_who_begins_to_listen_while_something_is_sent_to_nobody_is_not_taken_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = RedisLink(redis_url(), token_hex())
    bus = Bus(link, "a" * 8, lambda table_id, message: None, lambda table_id: None)
    bus.follow("table")
    step = bus._publishing("table", {"do": "hello"})
    assert bus._send([step])
    assert bus.is_unheard("table"), "nobody listens"

    def hear() -> None:
        bus._take({"type": "message", "channel": step[1], "data": THEY + '{"do": "hello"}'})

    hear()
    assert not bus.is_unheard("table")
    made = link.client.pipeline

    def pipeline(**said: Any) -> Any:
        pipe = made(**said)
        executed = pipe.execute

        def execute() -> Any:
            results = executed()
            hear()  # they come after this was sent, and before it is read how many it reached
            return results

        pipe.execute = execute
        return pipe

    monkeypatch.setattr(link.client, "pipeline", pipeline)
    assert bus._send([step])
    assert not bus.is_unheard("table")
