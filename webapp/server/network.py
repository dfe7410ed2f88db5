"""What this machine is called on the local network, which port is free, and how its connections send."""

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import ifaddr

_TRIES = 50
_ANY = "0.0.0.0"  # every interface: only when the table is open to the network

IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK: tuple[IPNetwork, ...] = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))


class NoPort(Exception):
    """No port could be had; the text says why, for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Network:
    """Where a server is reached: what it binds, and the names that a browser may call it by, best first."""

    bind: str
    addresses: tuple[str, ...]  # of the local network; empty for this machine alone
    hosts: tuple[str, ...]  # every name and address that a request may carry


def find_network(*, lan: bool) -> Network:
    """Work out how this machine is reached, by others too if `lan`."""
    own = ("127.0.0.1", "localhost")
    if not lan:
        return Network("127.0.0.1", (), own)
    addresses = tuple(lan_addresses())
    name = socket.gethostname().lower()
    names = (name, f"{name.split('.')[0]}.local") if name and name not in own else ()
    return Network(_ANY, addresses, tuple(dict.fromkeys((*own, *addresses, *names))))


def lan_addresses() -> list[str]:
    """List this machine's IPv4 addresses that others can reach, the one with a route to the world first.

    Loopback and link-local addresses are left out; a machine without any network has none.
    """
    found = {ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)}
    routed = _routed_address()
    return order_addresses(found, routed)


def order_addresses(found: set[str], routed: str | None) -> list[str]:
    """Sort addresses by how likely a phone in the room reaches them: routed, then private, then others."""
    usable = [a for a in map(ipaddress.IPv4Address, found) if not (a.is_loopback or a.is_link_local)]
    usable.sort(key=lambda a: (str(a) != routed, not a.is_private, a))
    return [str(address) for address in usable]


def _routed_address() -> str | None:
    """Return the address packets to the world would leave from; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # an address reserved for documentation
        except OSError:
            return None  # no default route: a hub without the internet
        return str(probe.getsockname()[0])


def is_among(address: str, networks: Sequence[IPNetwork]) -> bool:
    """Say whether an address lies in one of some networks; what is no address lies in none."""
    found = _read_address(address)
    return found is not None and any(found in network for network in networks)


def as_counted(address: str) -> str:
    """Give an address as it is counted: of IPv6 the network, where one machine has addresses without end."""
    found = _read_address(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return str(found or address)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def _read_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def free_port(bind: str, wanted: int) -> int:
    """Return the first port from `wanted` on that nobody uses; any free one if `wanted` is 0.

    Raises:
        NoPort: if none of the next fifty is free, or the system allows none.
    """
    if wanted == 0:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((bind, 0))
            return int(probe.getsockname()[1])
    for port in range(wanted, min(wanted + _TRIES, 65536)):
        if _is_free(bind, port):
            return port
    raise NoPort(f"No port from {wanted} on is free. Name another with --port.")


def _is_free(bind: str, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        if caller.connect_ex(("127.0.0.1", port)) == 0:
            return False  # somebody answers; on some systems a second bind would succeed all the same
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name != "nt":  # there it would allow to take a port in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except PermissionError:
            if os.name == "nt":
                return False  # Windows says so of ports it keeps for itself
            raise NoPort(f"This account may not open port {port}. Name one above 1023 with --port.") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NoPort(f"Port {port} cannot be opened: {error.strerror}.") from None
            return False
    return True


def async_mode() -> Literal["gevent", "threading"]:
    """Tell how this process waits: by gevent once its patch is in, by threads otherwise."""
    monkey = sys.modules.get("gevent.monkey")
    return "gevent" if monkey is not None and monkey.is_module_patched("socket") else "threading"


def send_at_once(environ: Mapping[str, Any]) -> None:
    """Let small messages of a WSGI request's connection go out at once.

    Else the second of two waits 40 ms and more until the other end says that the first has arrived.
    """
    source = environ.get("wsgi.input")
    source = getattr(source, "rfile", source)  # gevent wraps it
    connection = environ.get("werkzeug.socket") or getattr(getattr(source, "raw", None), "_sock", None)
    if connection is not None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
