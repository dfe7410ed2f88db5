"""What a start may be asked for: by options of the command line, or by the environment."""

import argparse
import ipaddress
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from webapp import __version__
from webapp.server.network import LOOPBACK, IPNetwork, async_mode
from webapp.settings import Settings

PORT = 8000
MOST_WORKERS = 64
PREFIX = "BATTLEMAT_"
SECRET = f"{PREFIX}SECRET_KEY"
"""The variable for what signs sessions, the same on all machines."""
SECRET_LENGTH = 32
_YES, _NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


class BadOptions(Exception):
    """Options that do not go together; the text says why, for the person at the terminal."""


class EnvironmentParser(argparse.ArgumentParser):
    """A command's options, of which each may stand in the environment too; the command line counts more."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.variables: dict[str, tuple[str, bool]] = {}
        """The options by their variables, each with whether it is a yes or no."""
        super().__init__(*args, **named)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an option, and note under which name the environment has it."""
        action = super().add_argument(*names, **options)
        is_hidden = options.get("help") is argparse.SUPPRESS
        if names[0].startswith("--") and options.get("action") != "version" and not is_hidden:
            self.variables[variable(names[0])] = names[0], action.nargs == 0
        return action

    def parse_known_args(  # type: ignore[override]  # argparse declares it by overloads
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Read what the environment says, and then the line."""
        return super().parse_known_args([*self._environment_as_line(), *(args or ())], namespace)

    def _environment_as_line(self) -> list[str]:
        line = []
        for name, (option, is_flag) in self.variables.items():
            value = os.environ.get(name, "")
            if not is_flag and value:
                line.append(f"{option}={value}")
            elif is_flag and value.lower() in _YES:
                line.append(option)
            elif is_flag and value.lower() not in _NO:
                self.error(f"{name} is {value!r}: it is 1 for yes, or 0 for no")
        return line


def variable(option: str) -> str:
    """Name the variable of the environment for an option."""
    return PREFIX + option.removeprefix("--").replace("-", "_").upper()


def add_serve_options(parser: argparse.ArgumentParser) -> None:
    """Tell the parser what a server may be asked for."""
    add = parser.add_argument
    add("--port", type=_port, default=PORT, help="the port to try first (%(default)s); 0 takes any free one")
    add_data_options(parser)
    add("--no-browser", action="store_true", help="do not open a browser on the GM's page")
    add("--share", action="store_true", help="run beside another Battlemat on the same data")
    add(
        "--redis",
        type=_redis,
        metavar="URL",
        help="the Redis over which several processes serve the same tables; with --database",
    )
    add(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="how many processes serve the port together (%(default)s); more than one with --redis",
    )
    add("--debug", action="store_true", help="send each script and style sheet by itself, for work on them")
    add("--local", action="store_true", help="for this machine alone, closed to the network")
    add(
        "--async",
        dest="mode",
        choices=("gevent", "threading"),
        default="gevent",
        help="how to wait for many players at once (%(default)s); threading where gevent gives trouble",
    )
    add(
        "--public-url",
        type=_public_url,
        metavar="URL",
        help="the address under which everybody opens it, such as https://table.example",
    )
    add(
        "--behind-proxy",
        action="store_true",
        help="believe the proxy in front about who asks for what; with --public-url",
    )
    add(
        "--proxy-address",
        type=_networks,
        metavar="ADDRESS",
        help="where the proxy is, if not on this machine: addresses or networks, with commas between",
    )
    add("--https", action="store_true", help="encrypt, by a certificate of this machine's own")
    add("--metrics", action="store_true", help="count what it does, at /metrics, for Prometheus")
    add("--log-json", action="store_true", help="tell what happens in lines of JSON")
    add("--version", action="version", version=f"Battlemat {__version__}")


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Tell the parser where data may lie."""
    parser.add_argument(
        "--data",
        type=Path,
        default=default_data_dir(),
        metavar="DIR",
        help="where tables are kept (%(default)s)",
    )
    parser.add_argument(
        "--database",
        type=_database,
        metavar="URL",
        help="a PostgreSQL that keeps the tables and pictures; keys stay in the folder",
    )
    parser.add_argument(
        "--pictures",
        type=Path,
        metavar="DIR",
        help="a folder for pictures that all processes share, in place of the PostgreSQL",
    )


def data_settings(args: argparse.Namespace) -> Settings:
    """Say where the data lies. Raises `BadOptions` if the options do not go together."""
    if args.pictures is not None and args.database is None:
        raise BadOptions(
            "--pictures is for several processes on one --database; without that, they are in the folder."
        )
    return Settings(
        data_dir=args.data.expanduser().resolve(),
        database=args.database,
        shared_pictures=args.pictures.expanduser().resolve() if args.pictures is not None else None,
    )


def settings_of(args: argparse.Namespace) -> Settings:
    """Make of a server's options what the app is started with; the port is still to be looked for.

    Raises:
        BadOptions: if they do not go together.
    """
    proxies: tuple[IPNetwork, ...] = ()
    if args.behind_proxy:
        proxies = args.proxy_address or LOOPBACK
        if args.public_url is None:
            raise BadOptions("--behind-proxy needs --public-url: the address that people open, with https://")
        if args.local and not _are_here(proxies):
            raise BadOptions("With --local a proxy elsewhere reaches nothing: leave one of the two out.")
    elif args.proxy_address:
        raise BadOptions("--proxy-address says where a proxy is: it goes with --behind-proxy.")
    if args.https and args.behind_proxy:
        raise BadOptions("Behind a proxy it is the proxy that encrypts: leave --https out.")
    if args.workers > 1:
        _require_workers_may_start(args)
    if args.https and async_mode() != "gevent":
        raise BadOptions("--https needs gevent: leave --async threading out.")
    if args.metrics and find_spec("prometheus_client") is None:
        raise BadOptions("--metrics needs the package prometheus-client: install the extra 'metrics'.")
    if args.redis and args.database is None:
        raise BadOptions(
            "--redis is for several processes, and these need a --database that all of them reach."
        )
    public_host = urlsplit(args.public_url).hostname if args.public_url else None
    return replace(
        data_settings(args),
        port=args.port,
        lan=not (args.local or (proxies and _are_here(proxies))),
        hosts=[public_host] if public_host else [],
        public_url=args.public_url,
        proxies=proxies,
        https=args.https,
        metrics=args.metrics,
        log_json=args.log_json,
        async_mode=async_mode(),
        secret=_secret(),
        redis=args.redis,
        debug=args.debug,
    )


def _secret() -> str | None:
    """Read what signs sessions. It is no option: everybody on the machine can read a command line."""
    found = os.environ.get(SECRET, "").strip()
    if found and len(found) < SECRET_LENGTH:
        raise BadOptions(
            f"{SECRET} has {len(found)} characters; it needs at least {SECRET_LENGTH}, chosen by chance,"
            " such as `openssl rand -hex 32` prints."
        )
    return found or None


def _require_workers_may_start(args: argparse.Namespace) -> None:
    """Raise `BadOptions` where several processes cannot serve one port."""
    if sys.platform == "win32":
        raise BadOptions("On Windows one process serves alone: leave --workers out.")
    if not args.redis:
        raise BadOptions("--workers needs --redis and --database, by which the processes work together.")
    if args.https:
        raise BadOptions(
            "--https is for one process alone: put a proxy that encrypts in front, or leave --workers out."
        )


def _are_here(proxies: Sequence[IPNetwork]) -> bool:
    """Say whether all these addresses are of this machine alone."""
    return all(network.is_loopback for network in proxies)


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; ports go from 0 to 65535")
    return port


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_WORKERS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of processes: it is 1 to {MOST_WORKERS}, about one for each processor"
        )
    return int(text)


def _public_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        whole = None
    if not whole or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no such address; it is like https://table.example, with nothing behind the name"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _database(text: str) -> str:
    if re.match(r"postgres(ql(\+psycopg)?)?://", text) is None:  # it may hold a password: not repeated
        raise argparse.ArgumentTypeError("it is like postgresql://name:password@host/database")
    if find_spec("psycopg") is None:
        raise argparse.ArgumentTypeError(
            "PostgreSQL needs the package psycopg: install Battlemat's extra 'postgres'"
        )
    return text


def _redis(text: str) -> str:
    if re.match(r"(rediss?|unix)://", text) is None:  # it may hold a password: not repeated
        raise argparse.ArgumentTypeError("it is like redis://host:6379/0")
    if find_spec("redis") is None:
        raise argparse.ArgumentTypeError("Redis needs the package redis: install Battlemat's extra 'redis'")
    return text


def _networks(text: str) -> tuple[IPNetwork, ...]:
    try:
        found = tuple(ipaddress.ip_network(each.strip(), strict=False) for each in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of addresses; it is like 10.0.0.5 or 172.18.0.0/16, with commas between"
        ) from None
    if any(network.prefixlen == 0 for network in found):
        raise argparse.ArgumentTypeError(f"{text!r} is everybody, and anybody could pretend to be anybody")
    return found


def default_data_dir() -> Path:
    """Return the folder where this system keeps what belongs to one person's programs, and ours in it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        named = os.environ.get("XDG_DATA_HOME", "")
        base = Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"
    return base / "battlemat"
