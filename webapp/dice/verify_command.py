"""`battlemat verify FILE`: checks a file of dice on the command line, without any server or data."""

import argparse
import sys
from pathlib import Path

from rules.engine.text import text
from webapp.dice.dice_file import MOST_BYTES, SUFFIX, DamagedDiceFile, NoDiceFile, read_dice_file
from webapp.dice.sealed import in_groups
from webapp.dice.verification import verify
from webapp.options import EnvironmentParser

AGREES, DIFFERS, NO_FILE = 0, 1, 2
"""The exit status: all agrees, something does not, and it is no file of dice at all."""


def add_verify_command(commands: "argparse._SubParsersAction[EnvironmentParser]") -> None:
    """Tell the parser of the command."""
    about = (
        f"Throw every die of a fight again, from a file of its dice ({SUFFIX}), and say whether all agree. "
        "The exit status is 0 if they do, 1 if something does not, 2 if it is no such file."
    )
    parser = commands.add_parser("verify", help="check the dice of a fight", description=about)
    parser.add_argument("file", type=Path)
    help_ = "the seal that the log told of as the fight began, to be sure that the file is of that fight"
    parser.add_argument("--seal", metavar="DIGITS", help=help_)
    parser.set_defaults(run=_verify)


def _verify(args: argparse.Namespace) -> int:
    try:
        file = read_dice_file(_read(args.file))
    except NoDiceFile as problem:
        print(problem, file=sys.stderr)
        return DIFFERS if isinstance(problem, DamagedDiceFile) else NO_FILE
    if args.seal is not None and "".join(args.seal.split()).lower() != file.seal:
        print(f"This file is of another seal: {in_groups(file.seal)}", file=sys.stderr)
        return DIFFERS
    verdict = verify(file)
    if verdict.problems:
        print(*verdict.problems, sep="\n", file=sys.stderr)
        return DIFFERS
    print(verdict.sentence)
    print(f"The seal is {in_groups(file.seal)}")
    return AGREES


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError:
        raise NoDiceFile(text("There is no file {name} that can be read.", name=str(path))) from None
