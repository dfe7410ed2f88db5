"""Https on the local network, by a certificate that is made on first use and kept in the data folder.

No authority vouches for an address like 192.168.1.5, so that browsers warn, once for each certificate;
whoever goes on is still safe from all who only listen. A new one is made as seldom as can be: when the one
that is kept ends soon, or lacks an address. It has those of the networks that the machine was in before.
"""

import ipaddress
import logging
import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from werkzeug.wsgi import get_current_url

from webapp.server import mdns
from webapp.server.network import find_network
from webapp.settings import Settings, write_private
from webapp.store.database import StoreTrouble, told_plainly

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log = logging.getLogger(__name__)

LASTS = timedelta(days=397)
"""No browser takes one that lasts much longer."""
RENEWED = timedelta(days=30)
"""How long before its end a new one is made."""
LOOKS_AGAIN = 60.0
"""Seconds after which a running server looks whether the machine has other addresses."""
_MOST_NAMES = 40
_HANDSHAKE = b"\x16"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known of a kept certificate."""

    path: Path
    """The file that holds its key and itself, which its owner alone may read."""
    names: tuple[str, ...]
    """The names and addresses that it is for."""
    begins: datetime
    ends: datetime
    fingerprint: str
    """Its SHA-256, as browsers show it."""

    def serves(self, names: Iterable[str], now: datetime) -> bool:
        """Say whether it is good for all of some names, now and for a while."""
        return set(names) <= set(self.names) and self.begins <= now < self.ends - RENEWED


def certificate_for(data_dir: Path, names: Sequence[str], now: datetime | None = None) -> Certificate:
    """Give the certificate in a data folder; a new one where there is none that serves.

    Args:
        names: what the server is called: host names and addresses.

    Raises:
        StoreTrouble: if the folder cannot be read or written.
    """
    now = now or datetime.now(UTC)
    path = data_dir / "https.pem"
    kept = _read(path)
    if kept is not None and kept.serves(names, now):
        return kept
    known = kept.names if kept is not None else ()
    _make(path, list(dict.fromkeys((*names, *known)))[:_MOST_NAMES], now)
    made = _read(path)
    assert made is not None
    return made


def _read(path: Path) -> Certificate | None:
    """Read what is kept; None where there is nothing that can be read."""
    with told_plainly():
        if not path.exists():
            return None
        content = path.read_bytes()
    try:
        found = x509.load_pem_x509_certificate(content)
        serialization.load_pem_private_key(content, None)
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return None
    return Certificate(
        path,
        (*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))),
        found.not_valid_before_utc,
        found.not_valid_after_utc,
        found.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _make(path: Path, names: Sequence[str], now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Battlemat")])
    made = (
        x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be slow
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(list(map(_as_name, names))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    content = private + made.public_bytes(serialization.Encoding.PEM)
    with told_plainly():
        write_private(path, content.decode("ascii"), replaces=True)


def _as_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def names_of(settings: Settings) -> list[str]:
    """List what this machine is called now, as far as a certificate can say it."""
    lan = find_network(lan=settings.lan).hosts
    names = [*lan, *settings.hosts, *(mdns.names() if settings.lan else ())]
    return [name for name in names if name.isascii()]


# ---------------------------------------------------------------------------------------- the server
class TlsContext(ssl.SSLContext):
    """Encrypts what a server of gevent's takes in; leaves connections as they are that begin in plain text.

    Hands are shaken when the first bytes are read, in the time that a request has for its beginning.
    """

    patience = 20.0

    def wrap_socket(self, sock: Any, *args: Any, **options: Any) -> Any:
        """Encrypt one connection."""
        if not _begins_tls(sock, self.patience):
            return sock
        return super().wrap_socket(sock, *args, **{**options, "do_handshake_on_connect": False})


def _begins_tls(sock: socket.socket, patience: float) -> bool:
    sock.settimeout(patience)
    try:
        return sock.recv(1, socket.MSG_PEEK) in (_HANDSHAKE, b"")
    except OSError:
        return False  # whoever reads next finds out the same
    finally:
        sock.settimeout(None)


class Encryption:
    """What a server encrypts by, and how it is kept up to date."""

    def __init__(self, settings: Settings) -> None:
        """Take up the certificate of the data folder. Raises `StoreTrouble` if none can be read or made."""
        self._settings, self._certificate = settings, certificate_for(settings.data_dir, names_of(settings))
        self.context = TlsContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.patience = settings.patience.head
        self.context.load_cert_chain(self._certificate.path)

    @property
    def fingerprint(self) -> str:
        """The certificate's SHA-256, as browsers show it."""
        return self._certificate.fingerprint

    def renew_for_ever(self, sleep: Callable[[float], object]) -> None:
        """Look now and then whether the certificate still serves."""
        while True:
            sleep(LOOKS_AGAIN)
            try:
                self.renew()
            except StoreTrouble as trouble:
                _log.error("No new certificate was made. %s", trouble)

    def renew(self) -> None:
        """Where the certificate does not serve any more, take a new one for the connections to come.

        Raises:
            StoreTrouble: if none can be made; the old one stays.
        """
        found = certificate_for(self._settings.data_dir, names_of(self._settings))
        if found.fingerprint != self.fingerprint:
            self._certificate = found
            self.context.load_cert_chain(found.path)
            _log.warning("Browsers will warn once more: the certificate is new. %s", found.fingerprint)


class ToHttps:
    """WSGI wrapper that sends whoever asks in plain text to the same address with https."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request; whether the server is alive is told in plain text too."""
        if environ["wsgi.url_scheme"] == "https" or environ["PATH_INFO"] == "/healthz":
            return self._app(environ, start_response)
        there = get_current_url(environ).replace("http", "https", 1)
        start_response("308 Permanent Redirect", [("Location", there), ("Content-Length", "0")])
        return []
