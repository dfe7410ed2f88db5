"""Find a Chromium for the browser tests, without starting Playwright, and launch it.

Playwright's own driver needs a library that a bare Debian lacks, and dies without a word if asked. So the
search looks at files only, and `python3 -m tests` installs what is missing before the driver starts.
"""

import ctypes
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows, as Playwright runs it by itself: the same pages for two thirds of the work."""
NAMES = (
    *(SHELL, "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"),
)
PROGRAMS = {  # what Playwright calls them, on Linux and Windows, and inside the bundles of macOS
    *("chrome", "chrome.exe", "headless_shell", "headless_shell.exe"),
    *("chrome-headless-shell", "chrome-headless-shell.exe", "Chromium", "Google Chrome for Testing"),
}
INSTALL_LINE = f"sudo apt-get install --no-install-recommends {SHELL} libatomic1 fonts-dejavu-core"
ADVICE = (
    "No Chromium was found for the browser tests. Install one"
    f" (Debian and Ubuntu: {INSTALL_LINE}; elsewhere: .venv/bin/python -m playwright install chromium),"
    " or name one in BATTLEMAT_CHROMIUM."
)
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoBrowser(Exception):
    """There is no Chromium to test with; the text says how to get one."""


def find_chromium() -> Path | None:
    """Return the Chromium to test with: the named, Playwright's, the system's, a laptop's Chrome or Edge."""
    named = os.environ.get("BATTLEMAT_CHROMIUM")
    if named:
        return Path(named)
    found = (Path(path) for name in NAMES if (path := shutil.which(name)))
    return next((path for source in (_playwrights_own(), found, _laptops()) for path in source), None)


def driver_runs() -> bool:
    """Tell whether the library that Playwright's driver needs is there; only Linux may lack it."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def launch(playwright: "Playwright", *args: str, **options: Any) -> "Browser":
    """Launch Chromium quietly, with more arguments of its own or options of Playwright's.

    Raises:
        NoBrowser: if there is none.
    """
    path = find_chromium()
    if path is None:
        raise NoBrowser(ADVICE)
    return playwright.chromium.launch(executable_path=path, args=[*QUIET, *args], **options)


def _playwrights_own() -> Iterator[Path]:
    """List what `playwright install` has finished for this version of it: the shell, then the browser."""
    spec = importlib.util.find_spec("playwright")
    if spec is None or spec.origin is None:
        return
    listing = Path(spec.origin).parent / "driver" / "package" / "browsers.json"
    wanted = {b["name"]: b["revision"] for b in json.loads(listing.read_text(encoding="utf-8"))["browsers"]}
    for name in (SHELL, "chromium"):
        folder = _playwright_folder() / f"{name.replace('-', '_')}-{wanted.get(name)}"
        if not (folder / "INSTALLATION_COMPLETE").exists():
            continue
        yield from (p for p in sorted(folder.glob("chrome-*/**/*")) if p.name in PROGRAMS and p.is_file())


def _playwright_folder() -> Path:
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named and named != "0":
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ms-playwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def _laptops() -> Iterator[Path]:
    """List Chrome and Edge where Windows and macOS keep them, off the PATH."""
    places: list[Path] = []
    if sys.platform == "darwin":
        apps = Path("/Applications")
        for name in ("Google Chrome", "Chromium", "Microsoft Edge"):
            places.append(apps / f"{name}.app" / "Contents" / "MacOS" / name)
    elif sys.platform == "win32":
        roots = [os.environ.get(key) for key in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        for program in ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"):
            places += [Path(root) / program for root in roots if root]
    yield from (place for place in places if place.is_file())
