"""A server in a process of its own, with a proxy before it that takes the public's connections by https."""

import asyncio
import http.client
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.load.server import ROOT, wait_until_up
from webapp.server.tls import certificate_for

NAME = "table.localhost"
"""The public's name for the table: browsers look it up on this machine."""
TWO_ADDRESSES = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere 127.0.0.2 is no address of this machine"
)
"""On what needs a proxy and a stranger to come from two addresses of this machine."""
_LINK = re.compile(r"^  (GM|Players|Projector)\s+(https?://[^/\s]+)(/\S+)$", re.M)
_HEAD_BYTES = 64_000


@dataclass(slots=True)
class Started:
    """A server, and what its terminal showed."""

    port: int
    process: "subprocess.Popen[str]"
    said: str
    links: dict[str, str] = field(default_factory=dict)
    """The paths behind the address, by whose they are."""
    origins: set[str] = field(default_factory=set)

    def ask(
        self, path: str, headers: Mapping[str, str] | None = None, method: str = "GET", body: str = ""
    ) -> "Answer":
        """Ask the server itself, past any proxy."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        return asked(line, path, headers, method, body)

    def stop(self) -> str:
        """End it as Ctrl-C would, and give what it said besides."""
        self.process.terminate()
        rest, _ = self.process.communicate(timeout=120)
        return rest


@dataclass(slots=True)
class Answer:
    """What came back for one request."""

    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def cookie(self) -> str:
        """The name and the value of the last cookie that was set."""
        return (self.headers.get_all("Set-Cookie") or [""])[-1].partition(";")[0]


def asked(
    line: http.client.HTTPConnection,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    body: str = "",
) -> Answer:
    """Ask once over a connection, and close it."""
    try:
        line.request(method, path, body or None, dict(headers or {}))
        answer = line.getresponse()
        return Answer(answer.status, answer.headers, answer.read().decode())
    finally:
        line.close()


@contextmanager
def started(
    data: Path | None,
    *options: str,
    port: int = 0,
    until: str = "  Stop",
    environment: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
) -> Iterator[Started]:
    """Run a server for as long as the block lasts.

    Args:
        data: the folder for it; None where the environment names one.
        until: what the line says that is the last at its start.
        environment: what it finds there beside what this process has.
    """
    port = port or free_port()
    line = [sys.executable, "-m", "webapp", "--no-browser", "--port", str(port), *options]
    if data is not None:
        line += ["--data", str(data)]
    process = subprocess.Popen(
        line,
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, **(environment or {})},
    )
    try:
        assert process.stdout is not None
        server = Started(port, process, "")
        for text in process.stdout:
            server.said += text
            if until in text:
                break
        for name, origin, path in _LINK.findall(server.said):
            server.links[name] = path
            server.origins.add(origin)
        assert server.process.poll() is None, server.said
        wait_until_up(f"http://127.0.0.1:{port}", process)
        yield server
    finally:
        process.kill()
        process.communicate(timeout=60)


def free_port() -> int:
    """Give a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --------------------------------------------------------------------------------------- the proxies
class Front(ABC):
    """What the public speaks with, by https."""

    def __init__(self) -> None:
        self.port = free_port()

    @property
    def host(self) -> str:
        """What the public calls it."""
        return f"{NAME}:{self.port}"

    @property
    def origin(self) -> str:
        """The public's address of the table."""
        return f"https://{self.host}"

    def ask(
        self,
        path: str,
        headers: Mapping[str, str] | None = None,
        method: str = "GET",
        body: str = "",
        caller: str = "127.0.0.1",
    ) -> Answer:
        """Ask as the public does, from an address of this machine."""
        line = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=120, source_address=(caller, 0), context=trusting_anybody()
        )
        return asked(line, path, {"Host": self.host, **(headers or {})}, method, body)

    @abstractmethod
    def close(self) -> None:
        """Listen no more."""


class Proxy(Front):
    """Passes connections on to a server, and tells it who calls whom, after what the caller says of that."""

    def __init__(self, to_port: int, certificate: Path, address: str = "127.0.0.1") -> None:
        """Listen on a port of its own.

        Args:
            address: from where the server sees it come.
        """
        super().__init__()
        self._to, self._address = to_port, address
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(certificate)
        self._open: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[object]] = set()
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()), daemon=True)
        self._thread.start()
        assert self._is_up.wait(60)

    def close(self) -> None:
        """Listen no more."""
        self._end()
        self._thread.join(20)

    async def _listen(self) -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        self._end = lambda: loop.call_soon_threadsafe(ended.set)
        # A browser that holds a connection for later does not answer when it is closed: no long wait for it.
        listening = await asyncio.start_server(
            self._pass_on, "127.0.0.1", self.port, ssl=self._tls, ssl_shutdown_timeout=1.0
        )
        self._is_up.set()
        await ended.wait()
        listening.close()
        for writer in self._open:
            if not writer.transport.is_closing():
                writer.transport.abort()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        self._open.add(writer)
        with suppress(OSError, asyncio.IncompleteReadError), closing(writer):
            head = await reader.readuntil(b"\r\n\r\n")
            there = await asyncio.open_connection(
                "127.0.0.1", self._to, local_addr=(self._address, 0), limit=_HEAD_BYTES
            )
            there[1].write(self._told(head.decode("latin-1"), writer.get_extra_info("peername")[0]))
            self._open.add(there[1])
            with closing(there[1]):
                await asyncio.gather(_pour(reader, there[1]), _pour(there[0], writer))

    def _told(self, head: str, caller: str) -> bytes:
        first, *lines = head.removesuffix("\r\n\r\n").split("\r\n")
        fields = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        given = {name.lower(): value for name, value in fields}
        chain = ", ".join((*([given["x-forwarded-for"]] if "x-forwarded-for" in given else []), caller))
        own = {"x-forwarded-for": chain, "x-forwarded-proto": "https", "x-forwarded-host": given["host"]}
        if "upgrade" not in given:
            own["connection"] = "close"
        own["host"] = f"127.0.0.1:{self._to}"
        kept = [f"{name}: {value}" for name, value in fields if name.lower() not in own]
        return "\r\n".join((first, *kept, *(f"{n}: {v}" for n, v in own.items()), "", "")).encode("latin-1")


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    writer.close()


class Nginx(Front):
    """The machine's nginx, with the site that we hand out."""

    def __init__(self, to_port: int, certificate: Path, address: str) -> None:
        """Listen on a port of its own. `address` is from where the server sees it come."""
        super().__init__()
        folder = Path(tempfile.mkdtemp(dir=certificate.parent))
        site = (ROOT / "webapp" / "deploy" / "nginx-site.conf").read_text(encoding="utf-8")
        for ours, here in (
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("listen 80", f"listen 127.0.0.1:{free_port()}"),
            ("/etc/ssl/table.example/fullchain.pem", str(certificate)),
            ("/etc/ssl/table.example/privkey.pem", str(certificate)),
            ("http://127.0.0.1:8000;", f"http://127.0.0.1:{to_port}; proxy_bind {address};"),
            ("server_name table.example", f"server_name {NAME}"),
        ):
            assert ours in site
            site = site.replace(ours, here)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
        (folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {folder / 'pid'}; error_log stderr warn;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n",
            encoding="utf-8",
        )
        line = ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
        self._process = subprocess.Popen(line)
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            with socket.socket() as caller:
                if caller.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None
            time.sleep(0.1)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait(60)


@contextmanager
def proxied(
    data: Path, folder: Path, *options: str, address: str = "127.0.0.2", by: type[Proxy | Nginx] = Proxy
) -> Iterator[tuple[Started, Front]]:
    """Run a server that believes a proxy at an address, and the proxy, for as long as the block lasts."""
    port = free_port()
    proxy = by(port, certificate_for(folder, [NAME]).path, address)
    told: Sequence[str] = ("--behind-proxy", "--proxy-address", address, "--public-url", proxy.origin)
    try:
        with started(data, *told, *options, port=port) as server:
            yield server, proxy
    finally:
        proxy.close()


def trusting_anybody() -> ssl.SSLContext:
    """Give what encrypts without asking who is at the other end."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
