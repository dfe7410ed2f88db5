"""Two servers with data folders of their own, as on two machines: one database, one Redis, one secret."""

import re
from pathlib import Path

from tests.postgres import own_schema
from tests.redis_server import redis_url
from tests.webapp.server.front import Started, started

SECRET = "the same on both machines, and nowhere else"


def loaded(server: Started, path: str, cookie: str) -> tuple[int, str]:
    answer = server.ask(path, {"Cookie": cookie})
    return answer.status, answer.text


def test_who_came_to_one_machine_is_known_to_the_other_which_has_the_same_pictures(
    tmp_path: Path,
) -> None:
    with own_schema() as url:
        environment = {
            "BATTLEMAT_DATABASE": url,
            "BATTLEMAT_REDIS": redis_url(),
            "BATTLEMAT_SECRET_KEY": SECRET,
        }
        with (
            started(tmp_path / "one", "--local", environment=environment) as one,
            started(tmp_path / "two", "--local", environment=environment) as two,
        ):
            assert one.links["GM"] == two.links["GM"]
            host = re.compile(r"/host/\w{32}")
            assert host.findall(one.said) == host.findall(two.said) != []
            answer = one.ask(one.links["GM"])
            status, page = loaded(two, answer.headers["Location"], answer.cookie)
            assert status == 200
            [picture] = set(re.findall(r"/tables/\w+/picture/[0-9a-f]{32}", page))
            for server in (one, two):
                line = server.ask(picture, {"Cookie": answer.cookie}, method="HEAD")
                assert (line.status, line.headers["Content-Type"]) == (200, "image/webp")
                assert server.ask(picture, method="HEAD").status == 403
            names = [(tmp_path / name / "secret-key").exists() for name in ("one", "two")]
            assert names == [False, False]
