"""The command line: `battlemat serve`, which is also what `battlemat` alone does, and the data's commands."""

import argparse
import io
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import flask.cli
import segno

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
from webapp.context import STORE
from webapp.demo.first_table import Links, first_table
from webapp.live.socket_events import socketio
from webapp.server.lan_name import LAN_NAME, named
from webapp.server.network import Network, NoPort, async_mode, find_network, free_port
from webapp.server.wsgi import serve_on
from webapp.store.database import StoreTrouble
from webapp.table.sleep import sleep_of

PORT = 8000


def main(argv: Sequence[str]) -> int:
    """Run one command; return the code to leave with."""
    args = parse(argv)
    try:
        code: int = args.run(args)
        return code
    except (NoPort, StoreTrouble) as problem:
        print(problem, file=sys.stderr)
    except OSError as problem:
        print(f"Battlemat could not start: {problem}", file=sys.stderr)
    return 1


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; options alone belong to `serve`. `run` of the result does what was asked."""
    if not argv or argv[0].startswith("-"):
        argv = ("serve", *argv)
    parser = argparse.ArgumentParser(prog="battlemat", description="A battle map that knows the rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_serve(commands)
    add_data_commands(commands, default_data_dir())
    return parser.parse_args(argv)


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    text = (
        "Start Battlemat with a fight that is ready to play. This is what battlemat does without a command."
    )
    parser = commands.add_parser(
        "serve", help="start Battlemat (the default)", description=text, allow_abbrev=False
    )
    add = parser.add_argument
    add("--port", type=_port, default=PORT, help="the port to try first (%(default)s); 0 takes any free one")
    add(
        "--data", type=Path, default=None, metavar="DIR", help=f"where tables are kept ({default_data_dir()})"
    )
    add("--no-browser", action="store_true", help="do not open a browser on the GM's page")
    add("--share", action="store_true", help="run beside another Battlemat on the same data")
    add("--debug", action="store_true", help="send each script and style sheet by itself, for work on them")
    add("--local", action="store_true", help="for this machine alone, closed to the network")
    add(
        "--async",
        dest="mode",
        choices=("gevent", "threading"),
        default="gevent",
        help="how to wait for many players at once (%(default)s); threading where gevent gives trouble",
    )
    parser.set_defaults(run=serve)
    add("--version", action="version", version=f"Battlemat {__version__}")


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; ports go from 0 to 65535")
    return port


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


def serve(args: argparse.Namespace) -> int:
    """Start the server on the ready-made fight, say where everything is, and stay until told to stop.

    Where the data is not whole, it asks first what is to be done, on a page of its own.

    Raises:
        NoPort: if no port can be had.
        OSError: if the data folder cannot be made or the port was taken at the last moment.
        StoreTrouble: if the data in it cannot be used, or another server runs on it.
    """
    data = (args.data or default_data_dir()).expanduser().resolve()
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    network = find_network(lan=not args.local)
    with serving_alone(data, share=args.share):
        port = free_port(network.bind, args.port)
    if port != args.port and args.port:
        print(f"Port {args.port} is busy, so this is port {port}.")
    settings = Settings(
        data_dir=data, port=port, lan=not args.local, async_mode=async_mode(), debug=args.debug
    )
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    flask.cli.show_server_banner = lambda *_: None  # said better below, and on threads alone
    _stop_on_signals(settings.async_mode)
    browses = not args.no_browser and has_desktop()
    try:
        while True:
            with serving_alone(data, share=args.share) as hold:
                problem = find_problem(settings)
                if problem is None:
                    _serve_tables(settings, network, hold, browses=browses, marks=not args.share)
                    break
            _ask(settings, network, problem, browses=browses)
    except _Stopped:
        pass
    print(f"\nStopped. Everything is kept in {data}", flush=True)
    return 0


def _serve_tables(settings: Settings, network: Network, hold: Hold, *, browses: bool, marks: bool) -> None:
    """Serve until told to stop, and leave the data closed.

    Args:
        marks: whether to leave a note of the port for who asks for this data.
    """
    back_up_first(settings)
    note_data(settings, is_closed=False)  # before anything is written to it
    app = create_app(settings)
    try:
        links = first_table(app)
        port = settings.port
        print(welcome(links, network, port, settings.data_dir), flush=True)
        if browses:
            _open_browser(port, links.gm)

        def tell_name(name: str) -> None:
            app.extensions[LAN_NAME] = name
            print(f"  By name  http://{name}:{port}{links.join}\n", flush=True)

        name_kept = named(port, network.addresses, socketio.start_background_task, tell_name)
        with marked_as_running(settings) if marks else nullcontext(), name_kept:
            socketio.start_background_task(back_up_hourly, settings, socketio.sleep)
            serve_on(app, settings, network.bind, port)
    except _Stopped:
        pass
    finally:
        sleep_of(app).keep_all()
        close_data(settings, app.extensions[STORE], hold)


def _ask(settings: Settings, network: Network, problem: DataProblem, *, browses: bool) -> None:
    """Ask on a page what is to be done about the data, and wait for it."""

    def tell(recovery: Recovery) -> None:
        print(recovery_words(recovery), flush=True)
        if browses:
            _open_browser(settings.port, recovery.path)

    ask_what_to_do(settings, network, problem, tell)
    print("The data is tried again.\n", flush=True)


def recovery_words(recovery: Recovery) -> str:
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
    lines.append(f"  To choose at a press  http://127.0.0.1:{settings.port}{recovery.path}")
    lines += ["", f"  Data     {settings.data_dir}", "  Stop     Ctrl-C", ""]
    return "\n".join(lines)


def welcome(links: Links, network: Network, port: int, data: Path) -> str:
    """Write what the terminal shows: who opens what, the code for the phones, where the data lies."""
    others = [f"http://{address}:{port}" for address in network.addresses]
    own = f"http://127.0.0.1:{port}"
    near = others[0] if others else own
    lines = [f"Battlemat {__version__}: a fight is ready to play.", ""]
    lines.append(f"  GM         {own}{links.gm}")
    lines.append(f"  Players    {near}{links.join}")
    lines += [f"        or   {other}{links.join}" for other in others[1:]]
    lines.append(f"  Projector  {near}{links.screen}")
    if others:
        lines += ["", qr_code(f"{near}{links.join}").rstrip("\n")]
    elif network.bind != "127.0.0.1":
        lines += ["", "  No network was found, so for now only this machine can join."]
    lines += ["", f"  Data       {data}", "  Stop       Ctrl-C", ""]
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


def _open_browser(port: int, path: str) -> None:
    url = f"http://127.0.0.1:{port}{path}"
    threading.Thread(target=_open_when_up, args=(port, url), daemon=True).start()


def _open_when_up(port: int, url: str) -> None:
    for _ in range(100):
        with socket.socket() as caller:
            caller.settimeout(1)
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                webbrowser.open(url)
                return
        time.sleep(0.1)


class _Stopped(SystemExit):
    """Ctrl-C or SIGTERM; gevent's loop hands a SystemExit on without printing where it came from."""


def _stop_on_signals(mode: str) -> None:
    """Let Ctrl-C and SIGTERM end the server, whatever it is doing.

    With gevent the end is raised in a greenlet of its own, which hands it to the main one: a plain handler
    would raise it inside whatever request is running, and code there that catches everything swallows it.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        if mode == "gevent":
            import gevent

            gevent.signal_handler(number, _stop)
        else:
            signal.signal(number, _stop)


def _stop(*_: object) -> None:
    raise _Stopped
