"""Give this machine a name on the local network, `battlemat.local`, by mDNS: without internet or router.

It runs as a program of its own, by path: what it stands on keeps an event loop that would not go with
the server's. It prints the name once it has one, and gives it back when its standard input is closed, which
happens by itself when the server ends, whichever way. Without the package, or on a network that has no
multicast, it says nothing and ends: the addresses in numbers serve as well.
"""

import socket
import sys
from collections.abc import Sequence

NAME = "battlemat"
MOST = 9
"""How many may stand on one network: the second is `battlemat-2`."""
_MILLISECONDS = 3000  # a busy machine takes that long to answer; nobody waits for the name
_KIND = "_http._tcp.local."


def names() -> list[str]:
    """List the names that this machine may come to have."""
    return [f"{NAME}.local", *(f"{NAME}-{n}.local" for n in range(2, MOST + 1))]


def main(port: int, addresses: Sequence[str]) -> int:
    """Hold a name for these IPv4 addresses until standard input ends. Return the code to leave with.

    Two servers on one machine share its name: it leads to the same addresses. Who has it is asked aloud of
    everybody, as an answer to one program alone may come to another of the same machine.
    """
    try:
        from zeroconf import DNSQuestionType, ServiceInfo, Zeroconf
    except ImportError:
        return 1
    packed = [socket.inet_aton(address) for address in addresses]
    try:
        network = Zeroconf(interfaces=list(addresses))
    except OSError:
        return 1
    try:
        for name in names():
            known_as = f"{name.removesuffix('.local')}.{_KIND}"
            other = network.get_service_info(_KIND, known_as, _MILLISECONDS, DNSQuestionType.QM)
            if other is not None and not set(addresses) & set(other.parsed_addresses()):
                continue
            info = ServiceInfo(_KIND, known_as, addresses=packed, port=port, server=f"{name}.")
            network.register_service(info, cooperating_responders=True)
            print(name, flush=True)  # noqa: T201  # told to the server
            sys.stdin.read()
            return 0
        return 1
    finally:
        network.close()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
