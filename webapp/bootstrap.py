"""Set up `.venv` beside the checkout and carry on inside it, so that one command is enough on a bare Python.

Standard library only, and written so that a Python too old for Battlemat can still read it and say so. The
stamp in `.venv` is written last: a set-up that was interrupted leaves none, and is begun again from nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "battlemat-stamp"
OLDEST = (3, 11)
LOCKS = {
    "": "constraints-run.txt",
    "test": "constraints.txt",
}  # what to install for each extra, hashes included
PROOF = {"": "flask_socketio", "test": "playwright"}  # importable where the extra is installed


def ensure(extra: str = "") -> None:
    """Return where what Battlemat needs can be imported; else set `.venv` up and run again inside it.

    Raises:
        SystemExit: with a sentence for the person at the terminal, when the set-up cannot be done.
    """
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(f"Battlemat needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {found}.")
    if not (ROOT / "pyproject.toml").exists():
        return  # installed from a wheel, by somebody who chose where
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    stamp = read_stamp()
    if serves(stamp, extra):
        if not inside:
            run_again()
        return
    by_hand = sys.prefix != sys.base_prefix and (stamp is None or not inside)
    if by_hand and importlib.util.find_spec(PROOF[extra]):
        return  # an environment that is its owner's business
    try:
        set_up(stamp, extra)
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command, given again, starts the set-up anew.")
    run_again()


def fingerprint() -> tuple[str, str]:
    """Tell what an environment is tied to, so that a change means a new one, and what was asked of it."""
    tied = f"{VENV} {sys.version_info[:2]}"
    asked = hashlib.sha256()
    for name in ("pyproject.toml", *LOCKS.values()):
        asked.update((ROOT / name).read_bytes())
    return hashlib.sha256(tied.encode()).hexdigest(), asked.hexdigest()


def read_stamp() -> list[str] | None:
    """Read what a finished set-up is tied to, what was asked of it, its extra; None where none is whole."""
    try:
        lines = STAMP.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return lines if len(lines) == 3 and lines[2] in LOCKS and venv_python().exists() else None


def serves(stamp: list[str] | None, extra: str) -> bool:
    """Tell whether a stamped environment is up to date and holds the extra; the tests' holds everything."""
    return stamp is not None and tuple(stamp[:2]) == fingerprint() and extra in ("", stamp[2])


def set_up(stamp: list[str] | None, extra: str) -> None:
    """Make or refresh `.venv` with the locked versions, then with Battlemat itself, and stamp it."""
    tied, asked = fingerprint()
    fresh = stamp is None or stamp[0] != tied
    extra = extra or (stamp[2] if stamp and not fresh else "")
    print("Setting Battlemat up in .venv: once, and it takes about half a minute.", flush=True)
    uv = shutil.which("uv")
    if fresh:
        make_venv(uv)
    else:
        STAMP.unlink()
    python = str(venv_python())
    if uv:
        install = [uv, "pip", "install", "--quiet", "--python", python]
    else:
        # Compiling all of it takes a third of the time; Python compiles what it imports, when it does.
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    call(*install, "--require-hashes", "-r", str(ROOT / LOCKS[extra]))
    call(*install, "--no-deps", "-e", str(ROOT))  # a tree that may be edited has no hash
    STAMP.write_text("\n".join((tied, asked, extra)), encoding="utf-8")


def make_venv(uv: str | None) -> None:
    """Make an empty `.venv` with pip in it, in place of whatever an interrupted set-up left."""
    if uv is None and importlib.util.find_spec("ensurepip") is None:
        get_ensurepip()
    shutil.rmtree(VENV, ignore_errors=True)
    if uv:
        call(uv, "venv", "--quiet", "--seed", "--python", outer_python(), str(VENV))
    else:
        call(outer_python(), "-m", "venv", str(VENV))


def outer_python() -> str:
    """Return an interpreter that outlives `.venv`: what runs this may lie in it."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def get_ensurepip() -> None:
    """Install what Debian and its kin leave out of Python, or name the line that does."""
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if shutil.which("apt-get") is None:
        sys.exit(
            "This Python lacks ensurepip: install it (often a package named python3-venv or python3-pip)."
        )
    if not may_use_apt():
        sys.exit(f"A package is missing. Please run this first:\n\n    sudo apt-get install {package}\n")
    print(f"Installing {package}.", flush=True)
    apt_install(package)


def apt_install(*packages: str) -> None:
    """Install Debian packages as root, without the recommended ones; leave with a sentence if that fails."""
    line = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.call(line, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
        return
    call("apt-get", "update", "-qq")  # a fresh system has no list of packages, or an old one
    call(*line)


def apt_has(package: str) -> bool:
    """Tell whether this system's Debian has a package. Asks for the newest list where there is none."""
    line = ("apt-cache", "show", "--no-all-versions", package)

    def is_listed() -> bool:
        return subprocess.call(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0

    if is_listed():
        return True
    call("apt-get", "update", "-qq")
    return is_listed()


def may_use_apt() -> bool:
    """Tell whether this process may install packages: as root, where there is apt."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def venv_python() -> Path:
    """Return the path of the interpreter in `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def call(*line: str) -> None:
    """Run one step of the set-up; leave, naming the step, if it fails."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if subprocess.call(line, env=env, cwd=ROOT) != 0:
        shown = " ".join(line)
        sys.exit(f"\nThe set-up stopped at:\n\n    {shown}\n\nThe same command, given again, starts it anew.")


def run_again() -> None:
    """Start the same command once more with the interpreter in `.venv`, in place of this process."""
    line = [str(venv_python()), *sys.orig_argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(line))  # execv would part from the console there
    os.execv(line[0], line)
