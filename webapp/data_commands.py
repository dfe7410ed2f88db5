"""What the command line does with the data: back it up, restore it, open a table file; sheets' schemas."""

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.systems import load_systems
from webapp.database import StoreTrouble
from webapp.importers import ImportProblem
from webapp.keeping.backups import Backup, back_up_whole, find_backup, list_backups, restore
from webapp.keeping.opening import check_logs, open_table
from webapp.keeping.running import running_on
from webapp.keeping.table_file import SUFFIX, read_table
from webapp.links import links_to
from webapp.settings import Settings
from webapp.sheet_file import schema_of_file
from webapp.store import Store


def add_data_commands(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", default_data: Path
) -> None:
    """Tell the parser of the commands."""
    text = "Write all tables and pictures into one file. Battlemat may run meanwhile."
    parser = commands.add_parser("backup", help="write all data into one file", description=text)
    parser.add_argument("file", type=Path, nargs="?", help="where to; by default here, named after the time")
    _add_data(parser, default_data)
    parser.set_defaults(run=_backup)

    text = "Put a backup in the place of the data. What is there now is kept beside it."
    parser = commands.add_parser("restore", help="go back to a backup", description=text)
    parser.add_argument("which", nargs="?", help="a backup's file or name; without it the names are listed")
    _add_data(parser, default_data)
    parser.set_defaults(run=_restore)

    text = f"Open a table that was saved as a file ({SUFFIX}) as a new table."
    parser = commands.add_parser("import", help="open a table file", description=text)
    parser.add_argument("file", type=Path)
    _add_data(parser, default_data)
    parser.set_defaults(run=_import)

    text = "Print the JSON schema of a rule system's sheet files, for programs that write them."
    parser = commands.add_parser("schema", help="print the schema of a system's sheets", description=text)
    parser.add_argument("system", help="the system's id, such as atomic")
    parser.set_defaults(run=_schema)


def _add_data(parser: argparse.ArgumentParser, default: Path) -> None:
    text = f"where tables are kept ({default})"
    parser.add_argument("--data", type=Path, default=default, metavar="DIR", help=text)


def _settings(args: argparse.Namespace) -> Settings:
    return Settings(data_dir=args.data.expanduser().resolve())


def _backup(args: argparse.Namespace) -> int:
    to = args.file or Path(f"battlemat-{datetime.now():%Y%m%d-%H%M%S}.zip")
    pictures = back_up_whole(_settings(args), to)
    print(f"Wrote {to}: every table, and {pictures} picture{'' if pictures == 1 else 's'}.")
    return 0


def _restore(args: argparse.Namespace) -> int:
    settings = _settings(args)
    if args.which is None:
        return _list(settings)
    port = running_on(settings.data_dir)
    if port is not None:
        raise StoreTrouble(f"Battlemat runs on this data (port {port}): stop it first. Nothing was changed.")
    kept = find_backup(settings, args.which)
    source = kept.path if kept else Path(args.which)
    if not source.is_file():
        raise StoreTrouble(
            f"There is no backup {args.which}; `battlemat restore` alone lists those of this data."
        )
    aside = restore(settings, source)
    print(f"The data is as it was in {source.name}.")
    if aside is not None:
        print(f"What was there before lies in {aside}.")
    return 0


def _list(settings: Settings) -> int:
    backups = list_backups(settings)
    if not backups:
        print(f"There are no backups in {settings.data_dir}.")
        return 1
    print("Backups, the newest first; `battlemat restore NAME` goes back to one:")
    for backup in backups:
        print(f"  {backup.id}   {_told(backup)}")
    return 0


def _told(backup: Backup) -> str:
    return f"{backup.made.astimezone():%A %d %B %Y, %H:%M}, {backup.size / 1_000_000:.1f} MB"


def _import(args: argparse.Namespace) -> int:
    settings = _settings(args)
    load_systems()
    try:
        if not args.file.is_file():
            raise ImportProblem(f"There is no file {args.file}.")
        file = read_table(args.file)
        check_logs(file)
        store = Store(settings.database_place, settings.pictures)
        try:
            table = open_table(store, file)
        finally:
            store.close()
    except ImportProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{table.name} is a table here now. Its GM's link, after the address of the server:")
    print(f"  {links_to(table).gm}")
    return 0


def _schema(args: argparse.Namespace) -> int:
    load_systems()
    try:
        schema = schema_of_file(find_system(args.system))
    except Refusal as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0
