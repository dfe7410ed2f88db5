"""Routes whose addresses are built late: they match and build as Werkzeug's own do."""

import pytest
from werkzeug.routing import BuildError, Map, Rule

from tests.webapp.conftest import World
from webapp.server.routes import LateRule

ROUTES = (
    {"string": "/", "endpoint": "start"},
    {"string": "/tables/<id>/<role>", "endpoint": "play"},
    {"string": "/tables/<id>/tiles/<int:number>.png", "endpoint": "tile"},
    {"string": "/help/<path:page>", "endpoint": "help"},
    {"string": "/dice/", "endpoint": "dice", "defaults": {"page": 1}},
    {"string": "/dice/<int:page>", "endpoint": "dice"},
)
ASKED = (
    ("start", {}),
    ("start", {"next": "ä b"}),
    ("play", {"id": "a/b", "role": "gm"}),
    ("play", {"id": "a", "role": "gm", "self": "x", "rule": ["y", "z"]}),
    ("tile", {"id": "a", "number": 7}),
    ("help", {"page": "fog/of war"}),
    ("dice", {"page": 1}),
    ("dice", {"page": 2}),
)


def test_every_address_is_what_werkzeugs_own_route_makes_of_it() -> None:
    late, own = (Map([kind(**route) for route in ROUTES]).bind("x") for kind in (LateRule, Rule))
    for endpoint, values in ASKED * 2:  # the second time by what the first has compiled
        assert late.build(endpoint, values) == own.build(endpoint, values)


def test_what_a_route_lacks_is_told_as_by_werkzeugs_own() -> None:
    with pytest.raises(BuildError, match="id"):
        Map([LateRule(**ROUTES[1])]).bind("x").build("play", {"role": "gm"})


def test_each_route_of_the_app_is_one(world: World) -> None:
    assert {type(rule) for rule in world.app.url_map.iter_rules()} == {LateRule}
