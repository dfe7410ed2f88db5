"""The command line: `battlemat serve`, which is also what `battlemat` alone does, and the data's commands."""

import argparse
import io
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import flask.cli
import segno
from flask import Flask

from webapp import __version__
from webapp.app import Settings, create_app
from webapp.archive.backup_runs import (
    back_up_first,
    back_up_hourly,
    close_data,
    marked_as_running,
    note_data,
    serving_alone,
)
from webapp.archive.data_check import DataProblem, find_problem
from webapp.archive.data_commands import add_data_commands
from webapp.archive.folder_lock import Hold
from webapp.archive.recovery import Recovery
from webapp.archive.recovery import ask as ask_what_to_do
from webapp.context import CLUSTER, STORE
from webapp.demo.first_table import Links, first_table
from webapp.dice.verify_command import add_verify_command
from webapp.live.message_checks import socketio
from webapp.options import PREFIX, BadOptions, EnvironmentParser, add_serve_options, settings_of
from webapp.server.lan_name import LAN_NAME, named
from webapp.server.network import Network, NoPort, find_network, free_port
from webapp.server.stop_signals import Stopped, stop_on_signals
from webapp.server.wsgi import serve_on
from webapp.store.database import StoreTrouble
from webapp.table.sleep import sleep_of

if TYPE_CHECKING:
    from webapp.cluster.supervisor import Supervisor
    from webapp.server.tls import Encryption


def main(argv: Sequence[str]) -> int:
    """Run one command; return the code to leave with."""
    args = parse(argv)
    tell = _teller(is_json=getattr(args, "log_json", False), is_trouble=True)
    try:
        code: int = args.run(args)
        return code
    except (BadOptions, NoPort, StoreTrouble) as problem:
        tell(str(problem), str(problem))
    except OSError as problem:
        tell(f"Battlemat could not start: {problem}", f"Battlemat could not start: {problem}")
    return 1


Teller = Callable[..., None]
"""Tells whoever started the server something: words for a terminal, or a line of a log with its keys."""


def _teller(*, is_json: bool, is_trouble: bool = False) -> Teller:
    """Give what tells, on a terminal or in the log."""
    if not is_json:
        stream = sys.stderr if is_trouble else sys.stdout
        return lambda words, _message, **_keys: print(words, file=stream, flush=True)
    from webapp.server import json_log

    json_log.begin(sys.stdout)
    level = logging.ERROR if is_trouble else logging.INFO
    return lambda _words, message, **keys: json_log.tell(level, message, **keys)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; options alone belong to `serve`. `run` of the result does what was asked."""
    if not argv or argv[0].startswith("-"):
        argv = ("serve", *argv)
    parser = EnvironmentParser(prog="battlemat", description="A battle map that knows the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_serve(commands)
    add_data_commands(commands)
    add_verify_command(commands)
    return parser.parse_args(argv)


def _add_serve(commands: "argparse._SubParsersAction[EnvironmentParser]") -> None:
    text = (
        "Start Battlemat with a fight that is ready to play. This is what battlemat does without a command. "
        f"Each option may also stand in the environment, as {PREFIX} and its name in capitals."
    )
    parser = commands.add_parser(
        "serve", help="start Battlemat (the default)", description=text, allow_abbrev=False
    )
    add_serve_options(parser)
    parser.add_argument("--worker", help=argparse.SUPPRESS)  # how the supervisor starts what it starts
    parser.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Start the server on the ready-made fight, say where everything is, and stay until told to stop.

    Where the data is not whole, it asks first what is to be done, on a page of its own.

    Raises:
        BadOptions: if the options do not go together.
        NoPort: if no port can be had.
        OSError: if the data folder cannot be made or the port was taken at the last moment.
        StoreTrouble: if the data in it cannot be used, or another server runs on it.
    """
    settings = settings_of(args)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    if args.worker is not None:
        from webapp.cluster.worker import work

        return work(settings, args.worker)
    tell = _teller(is_json=settings.log_json)
    data = settings.data_dir
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    network = find_network(lan=settings.lan)
    if settings.public_url is not None:
        network = replace(network, addresses=())  # nobody is shown them
    with serving_alone(data, share=args.share):
        port = free_port(network.bind, args.port)
    if port != args.port and args.port:
        if settings.proxies:
            raise NoPort(f"Port {args.port} is busy, and on another one the proxy would not find Battlemat.")
        words = f"Port {args.port} is busy, so this is port {port}."
        tell(words, words)
    settings = replace(settings, port=port)
    flask.cli.show_server_banner = lambda *_: None  # said better below, and on threads alone
    stop_on_signals(settings.async_mode)
    browses = not args.no_browser and settings.public_url is None and has_desktop()
    try:
        while True:
            with serving_alone(data, share=args.share) as hold:
                problem = find_problem(settings)
                if problem is None:
                    marks = not args.share
                    _serve_tables(settings, network, hold, tell, args.workers, browses=browses, marks=marks)
                    break
            _ask(settings, network, problem, tell, browses=browses)
    except Stopped:
        pass
    tell(f"\nStopped. Everything is kept in {data}", "Stopped", data=data)
    return 0


def _serve_tables(
    settings: Settings,
    network: Network,
    hold: Hold,
    tell: Teller,
    workers: int,
    *,
    browses: bool,
    marks: bool,
) -> None:
    """Serve until told to stop, and leave the data closed.

    Args:
        workers: how many processes serve; with 1 it is this one.
        marks: whether to leave a note of the port for who asks for this data.
    """
    back_up_first(settings)
    note_data(settings, is_closed=False)  # before anything is written to it
    app = create_app(settings)
    team = None
    try:
        links = first_table(app)
        port = settings.port
        team = _team(app, settings, network, workers, tell) if workers > 1 else None
        encryption = _encryption(settings) if settings.https else None
        near = links_from(links, network, settings)
        notes = notes_on(settings, encryption.fingerprint if encryption else "")
        tell(welcome(links, network, settings, notes), "Battlemat is ready", **near, data=settings.data_dir)
        if browses:
            _open_browser(settings.port, settings.origin("127.0.0.1") + links.gm)

        def tell_name(name: str) -> None:
            app.extensions[LAN_NAME] = name
            if team is not None:
                team.tell_name(name)
            by_name = f"{settings.origin(name)}{links.join}"
            tell(f"  By name  {by_name}\n", "There is a name on the network", players=by_name)

        name_kept = named(port, network.addresses, socketio.start_background_task, tell_name)
        with marked_as_running(settings) if marks else nullcontext(), name_kept:
            socketio.start_background_task(back_up_hourly, settings, socketio.sleep)
            if encryption is not None:
                socketio.start_background_task(encryption.renew_for_ever, socketio.sleep)
            if team is not None:
                team.run()
            else:
                serve_on(app, settings, network.bind, port, encryption.context if encryption else None)
    except Stopped:
        pass
    finally:
        if team is not None:
            team.end()
        if CLUSTER in app.extensions:
            app.extensions[CLUSTER].stop()
        sleep_of(app).keep_all()
        close_data(settings, app.extensions[STORE], hold)


def _team(app: Flask, settings: Settings, network: Network, workers: int, tell: Teller) -> "Supervisor":
    """Open the port for several processes, of which this one is none. Raises `OSError`."""
    from webapp.cluster.supervisor import Supervisor

    app.extensions[STORE].close()  # it is not asked any more: each of them opens its own
    begin, sleep = socketio.start_background_task, socketio.sleep
    return Supervisor((network.bind, settings.port), workers, begin, sleep, tell)


def _encryption(settings: Settings) -> "Encryption":
    from webapp.server.tls import Encryption  # the library is large, and hardly anybody asks for it

    return Encryption(settings)


def _ask(settings: Settings, network: Network, problem: DataProblem, tell: Teller, *, browses: bool) -> None:
    """Ask on a page what is to be done about the data, and wait for it."""

    def asked(recovery: Recovery) -> None:
        link = f"{settings.public_url or f'http://127.0.0.1:{settings.port}'}{recovery.path}"
        said = [str(sentence) for sentence in problem.sentences]
        tell(recovery_words(recovery, link), "The data is not whole", why=said, choose=link)
        if browses:
            _open_browser(settings.port, f"http://127.0.0.1:{settings.port}{recovery.path}")

    ask_what_to_do(settings, network, problem, asked)
    tell("The data is tried again.\n", "The data is tried again")


def recovery_words(recovery: Recovery, link: str) -> str:
    """Write what the terminal shows when the data is not whole."""
    settings, backup = recovery.settings, recovery.backup
    lines = [f"Battlemat {__version__} has not started: its data is not whole.", ""]
    lines += [f"  {sentence}" for sentence in recovery.problem.sentences]
    lines += ["", "  Nothing was changed. What is here is kept, whatever you choose.", ""]
    if recovery.passed_over:
        lines.append(f"  Damaged backups that were passed over: {recovery.passed_over}")
    if backup is not None:
        lines.append(f"  Newest whole backup   {backup.made.astimezone():%A %d %B %Y, %H:%M}")
        lines.append(f"  To go back to it      battlemat restore {backup.id} --data {settings.data_dir}")
    else:
        lines.append("  There is no whole backup beside the data.")
    lines.append(f"  To choose at a press  {link}")
    lines += ["", f"  Data     {settings.data_dir}", "  Stop     Ctrl-C", ""]
    return "\n".join(lines)


_WARNING = (
    "  Https      Each browser warns at first, as nobody outside vouches for this machine. Go on from",
    "             its warning (Advanced): what is sent is encrypted all the same. To be sure that it is",
    "             this machine, compare the certificate's SHA-256 with this:",
)


def notes_on(settings: Settings, fingerprint: str) -> list[str]:
    """Write what there is to know about a start with options.

    Args:
        fingerprint: of the certificate, where it is one of our own.
    """
    lines = []
    if fingerprint:
        lines += ["", *_WARNING, *(f"             {fingerprint[at : at + 48]}" for at in (0, 48))]
    if settings.metrics:
        lines += ["", f"  Metrics    at /metrics; the key for it is in {settings.data_dir / 'metrics-key'}"]
    return lines


def links_from(links: Links, network: Network, settings: Settings) -> dict[str, str]:
    """Give the links as whole addresses, by whose they are; those of others by the best guess."""
    own = settings.public_url or settings.origin("127.0.0.1")
    near = own if settings.public_url or not network.addresses else settings.origin(network.addresses[0])
    return {
        "gm": own + links.gm,
        "players": near + links.join,
        "projector": near + links.screen,
        "host": own + links.host,
    }


def welcome(links: Links, network: Network, settings: Settings, notes: Sequence[str] = ()) -> str:
    """Write what the terminal shows: who opens what, the code for the phones, where the data lies."""
    near = links_from(links, network, settings)
    others = () if settings.public_url else network.addresses
    lines = [f"Battlemat {__version__}: a fight is ready to play.", ""]
    lines.append(f"  GM         {near['gm']}")
    lines.append(f"  Players    {near['players']}")
    lines += [f"        or   {settings.origin(other)}{links.join}" for other in others[1:]]
    lines.append(f"  Projector  {near['projector']}")
    if links.host:
        lines.append(f"  Host       {near['host']}")
    if others or settings.public_url:
        lines += ["", qr_code(near["players"]).rstrip("\n")]
    elif network.bind != "127.0.0.1":
        lines += ["", "  No network was found, so for now only this machine can join."]
    lines += [*notes, "", f"  Data       {settings.data_dir}", "  Stop       Ctrl-C", ""]
    return "\n".join(lines)


def qr_code(url: str) -> str:
    """Draw a QR code in half blocks, dark on light in any terminal; empty where it has no such blocks."""
    drawing = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(drawing, border=2, compact=True)
    code = drawing.getvalue()
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not sys.stdout.isatty():
        return code
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in code.splitlines())


def has_desktop() -> bool:
    """Tell whether a browser opened here would be a window, and not a text browser in this very terminal."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _open_browser(port: int, url: str) -> None:
    threading.Thread(target=_open_when_up, args=(port, url), daemon=True).start()


def _open_when_up(port: int, url: str) -> None:
    for _ in range(100):
        with socket.socket() as caller:
            caller.settimeout(1)
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                webbrowser.open(url)
                return
        time.sleep(0.1)
