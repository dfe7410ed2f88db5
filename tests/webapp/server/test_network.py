import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.server import mdns, network
from webapp.server.lan_name import named
from webapp.server.network import NoPort, find_network, free_port, order_addresses


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_the_routed_address_comes_first_and_others_by_how_near_they_are() -> None:
    found = {"127.0.0.1", "169.254.7.7", "100.64.0.9", "192.168.77.5", "10.0.0.3", "172.17.0.1"}
    assert order_addresses(found, "192.168.77.5") == ["192.168.77.5", "10.0.0.3", "172.17.0.1", "100.64.0.9"]


def test_without_a_route_a_private_address_is_still_found() -> None:
    assert order_addresses({"127.0.0.1", "192.168.77.5"}, None) == ["192.168.77.5"]


def test_this_machine_alone_is_bound_to_and_called_by_itself() -> None:
    found = find_network(lan=False)
    assert (found.bind, found.addresses, found.hosts) == ("127.0.0.1", (), ("127.0.0.1", "localhost"))


def test_on_the_network_every_address_and_name_is_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.77.5"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Lamp.home")
    found = find_network(lan=True)
    assert found.bind == "0.0.0.0"
    assert found.addresses == ("192.168.77.5",)
    assert found.hosts == ("127.0.0.1", "localhost", "192.168.77.5", "lamp.home", "lamp.local")


@pytest.mark.parametrize("bind", ["127.0.0.1", "0.0.0.0"])
def test_a_busy_port_is_stepped_over(busy_port: int, bind: str) -> None:
    assert busy_port < free_port(bind, busy_port) < busy_port + 50


def test_a_free_port_is_taken_as_it_is() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        wanted = listener.getsockname()[1]
    assert free_port("127.0.0.1", wanted) == wanted


def test_port_zero_is_any_free_one() -> None:
    assert free_port("127.0.0.1", 0) > 0


def test_no_port_left_is_said_plainly(busy_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_TRIES", 1)
    with pytest.raises(NoPort, match=f"No port from {busy_port} on is free"):
        free_port("127.0.0.1", busy_port)


# ------------------------------------------------------------------------------------- the name by mDNS
def test_two_machines_have_names_of_their_own_until_they_end() -> None:
    told: list[str] = []
    threads: list[threading.Thread] = []

    def begin(function: Callable[..., None], *args: object) -> None:
        threads.append(threading.Thread(target=function, args=args))
        threads[-1].start()

    def wait_for(count: int) -> None:
        until = time.monotonic() + 40
        while len(told) < count:
            assert time.monotonic() < until, "this machine has no multicast on its loopback"
            time.sleep(0.05)

    with named(8123, ["127.0.0.1"], begin, told.append):
        wait_for(1)
        with named(8124, ["127.0.0.2"], begin, told.append):
            wait_for(2)
    for thread in threads:
        thread.join(timeout=10)
    assert told == ["battlemat.local", "battlemat-2.local"]
    assert set(told) < set(mdns.names())
    assert not any(thread.is_alive() for thread in threads)


def test_without_a_network_there_is_no_name() -> None:
    with named(8123, [], lambda *_: pytest.fail("nothing is begun"), pytest.fail):
        pass


def test_its_names_are_let_in_on_the_network(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path, lan=True, async_mode="threading"))
    app.extensions[STORE].close()
    for name, status in (
        ("battlemat.local:8000", 200),
        ("battlemat-2.local", 200),
        ("battlemats.local", 400),
    ):
        assert app.test_client().get("/healthz", headers={"Host": name}).status_code == status
