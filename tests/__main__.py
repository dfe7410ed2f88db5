"""`python3 -m tests`: all that must pass, from a bare Python on: set-up, browser, lint, format, types, tests.

What follows on the command line goes to pytest, which comes last, so that its summary is the last line.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webapp import bootstrap


def main() -> None:
    """Run every step in order and stop at the first that fails."""
    bootstrap.ensure("test")
    get_browser()
    python = sys.executable
    run("lint", python, "-m", "ruff", "check")
    run("format", python, "-m", "ruff", "format", "--check")
    run("lint of the scripts", python, *LINT_OF_SCRIPTS)
    # Each file in one process, so that what it sets up serves it once; browser tests one by one, and what
    # takes longest first (conftest). Two processes more than cores, because browser tests wait for a page a
    # third of their time.
    spread = ("-n", str(2 + (os.cpu_count() or 1)), "--dist", "loadfile", "--no-loadscope-reorder")
    with (
        beside("dead code", python, "-m", "tests.dead_code"),
        beside("types", python, "-m", "mypy", "rules", "webapp", "tests/types"),
        beside("types of the scripts", python, *TYPES_OF_SCRIPTS),
    ):
        run("tests", python, "-m", "pytest", *spread, "--durations=20", *sys.argv[1:])


def get_browser() -> None:
    """Make sure that there is a Chromium and what starting it takes; else leave with the line to type."""
    from tests.browser.chromium import ADVICE, INSTALL_LINE, SHELL, driver_runs, find_chromium

    browser = find_chromium()
    if browser is not None and driver_runs():
        return
    missing = [] if driver_runs() else ["libatomic1"]
    if browser is None and bootstrap.may_use_apt():
        missing += [SHELL if bootstrap.apt_has(SHELL) else "chromium", "fonts-dejavu-core"]
    if bootstrap.may_use_apt():
        print(f"\n== browser: apt-get install {' '.join(missing)}", flush=True)
        bootstrap.apt_install(*missing)
    elif not driver_runs():
        sys.exit(
            f"The browser tests need packages of the system. Please run this first:\n\n    {INSTALL_LINE}\n"
        )
    else:
        print("\n== browser: playwright install chromium", flush=True)
        subprocess.call((sys.executable, "-m", "playwright", "install", "chromium"))
    if find_chromium() is None:
        sys.exit(f"\n{ADVICE}")


def fast_folder() -> dict[str, str]:
    """Let the tests' folders lie in memory where there is plenty: thousands of commits wait for no disk."""
    memory = Path("/dev/shm")
    has_room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM
    return {"PYTEST_DEBUG_TEMPROOT": str(memory)} if has_room else {}


_ROOM = 4 * 2**30
SURROUNDINGS = {
    **os.environ,
    **fast_folder(),
    "PYTHONDONTWRITEBYTECODE": "",
    "DENO_DIR": str(Path(sys.prefix) / "deno"),
    "DENO_NO_UPDATE_CHECK": "1",
    "NO_COLOR": "1",
}
"""Compiled modules are kept, even where the machine says otherwise: the tests start some fifty servers, and
each would spend a second and a half on compiling the same sources. Deno keeps what it remembers inside the
environment, and asks nobody for news of itself."""

LINT_OF_SCRIPTS = ("-m", "deno", "lint", "--quiet", "static/js")
TYPES_OF_SCRIPTS = ("-m", "deno", "check", "--quiet", "--no-remote", "--no-npm", "static/js")
"""TypeScript's own check of JavaScript, by the JSDoc in it; deno.json says how strictly. Deno is a package
from PyPI that brings TypeScript along, and fetches nothing for this."""


@contextmanager
def beside(step: str, *line: str) -> Iterator[None]:
    """Run a step beside the block, which leaves cores idle at its end; tell what it said if it failed."""
    print(f"\n== {step}, beside what follows; told at the end if they fail", flush=True)
    with subprocess.Popen(
        line,
        cwd=bootstrap.ROOT,
        env=SURROUNDINGS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield
        except BaseException:
            process.terminate()
            raise
        said, _ = process.communicate()
    if process.returncode:
        print(f"\n== {step}\n{said}", flush=True)
        sys.exit(process.returncode)


def run(step: str, *line: str) -> None:
    """Run one step in a process of its own and leave with its code if it fails."""
    print(f"\n== {step}", flush=True)
    code = subprocess.call(line, cwd=bootstrap.ROOT, env=SURROUNDINGS)
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
