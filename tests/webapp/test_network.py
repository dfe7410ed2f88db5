import socket
from collections.abc import Iterator

import pytest

from webapp import network
from webapp.network import NoPort, find_network, free_port, order_addresses


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
