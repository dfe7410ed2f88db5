"""What the command line does with the data: backups, table files, fights told again; sheets' schemas."""

import argparse
import json
import sys
import time
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.systems import load_systems
from webapp.archive.backup_runs import close_data, restoring_alone
from webapp.archive.backups import (
    Backup,
    back_up_whole,
    find_backup,
    is_whole,
    list_backups,
    newest_whole,
    restore,
)
from webapp.archive.data_check import require_whole
from webapp.archive.folder_lock import holding
from webapp.archive.log_export import as_text
from webapp.archive.replay import Replay
from webapp.archive.table_file import SUFFIX, TableFile
from webapp.archive.table_file_import import check_logs, open_table
from webapp.archive.table_file_reader import read_table
from webapp.importers import ImportProblem
from webapp.options import EnvironmentParser, add_data_options, data_settings
from webapp.settings import Settings
from webapp.sheets.sheet_file import schema_of_file
from webapp.store.database import StoreTrouble
from webapp.store.store import Store, TableRow
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.table.links import links_to

PARTY = "party"
"""The word for what the projector is shown."""


def add_data_commands(commands: "argparse._SubParsersAction[EnvironmentParser]") -> None:
    """Tell the parser of the commands."""
    text = "Write all tables and pictures into one file. Battlemat may run meanwhile."
    parser = commands.add_parser("backup", help="write all data into one file", description=text)
    parser.add_argument("file", type=Path, nargs="?", help="where to; by default here, named after the time")
    add_data_options(parser)
    parser.set_defaults(run=_backup)

    text = "Put a backup in the place of the data. What is there now is kept beside it."
    parser = commands.add_parser("restore", help="go back to a backup", description=text)
    parser.add_argument("which", nargs="?", help="a backup's file or name; without it the names are listed")
    add_data_options(parser)
    parser.set_defaults(run=_restore)

    text = f"Open a table that was saved as a file ({SUFFIX}) as a new table."
    parser = commands.add_parser("import", help="open a table file", description=text)
    parser.add_argument("file", type=Path)
    add_data_options(parser)
    parser.set_defaults(run=_import)

    text = "Tell a fight again in words, line by line, as the GM or somebody else was told it."
    parser = commands.add_parser("replay", help="tell a fight again", description=text)
    parser.add_argument(
        "table",
        nargs="?",
        help=f"a table's name, or a table file ({SUFFIX}); without it the tables are listed",
    )
    parser.add_argument("--scene", metavar="NAME", help="the scene; otherwise the one before the table")
    parser.add_argument("--as", dest="viewer", metavar="NAME", help=f"a player's name, or {PARTY!r}")
    help_ = "how long to wait after each line; otherwise all of it comes at once"
    parser.add_argument("--pace", type=_seconds, default=0.0, metavar="SECONDS", help=help_)
    add_data_options(parser)
    parser.set_defaults(run=_replay)

    text = "Print the JSON schema of a rule system's sheet files, for programs that write them."
    parser = commands.add_parser("schema", help="print the schema of a system's sheets", description=text)
    parser.add_argument("system", help="the system's id, such as atomic")
    parser.set_defaults(run=_schema)


def _backup(args: argparse.Namespace) -> int:
    require_whole(data_settings(args), for_reading=True)
    to = args.file or Path(f"battlemat-{datetime.now():%Y%m%d-%H%M%S}.zip")
    pictures = back_up_whole(data_settings(args), to)
    print(f"Wrote {to}: every table, and {pictures} picture{'' if pictures == 1 else 's'}.")
    return 0


def _restore(args: argparse.Namespace) -> int:
    settings = data_settings(args)
    if args.which is None:
        return _list(settings)
    kept = find_backup(settings, args.which)
    source = kept.path if kept else Path(args.which)
    if not source.is_file():
        raise StoreTrouble(
            f"There is no backup {args.which}; `battlemat restore` alone lists those of this data."
        )
    if kept is not None and not is_whole(settings, kept):
        whole = newest_whole(settings)
        better = f"The newest that is whole: {whole.id}." if whole else "None that is here is whole."
        raise StoreTrouble(f"The backup {kept.id} is damaged. {better} Nothing was changed.")
    with restoring_alone(settings.data_dir):
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
        told = _told(backup) if is_whole(settings, backup) else "damaged: passed over"
        print(f"  {backup.id}   {told}")
    return 0


def _told(backup: Backup) -> str:
    return f"{backup.made.astimezone():%A %d %B %Y, %H:%M}, {backup.size / 1_000_000:.1f} MB"


def _import(args: argparse.Namespace) -> int:
    settings = data_settings(args)
    load_systems()
    try:
        if not args.file.is_file():
            raise ImportProblem(f"There is no file {args.file}.")
        file = read_table(args.file)
        check_logs(file)
        table = _open_in_data(settings, file)
    except ImportProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{table.name} is a table here now. Its GM's link, after the address of the server:")
    print(f"  {links_to(table).gm}")
    return 0


def _open_in_data(settings: Settings, file: TableFile) -> TableRow:
    """Open a table file in a data folder, whether a server works on it or not."""
    with holding(settings.data_dir, "beside") as hold:
        require_whole(settings)
        store = Store(settings.database_place, settings.pictures, settings.shared_pictures)
        try:
            return open_table(store, file)
        finally:
            close_data(settings, store, hold)


def _schema(args: argparse.Namespace) -> int:
    load_systems()
    try:
        schema = schema_of_file(find_system(args.system))
    except Refusal as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0


# -------------------------------------------------------------------------------------------- replay
def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no time to wait: give seconds, from 0 to 60")
    return seconds


def _replay(args: argparse.Namespace) -> int:
    load_systems()
    try:
        if args.table is not None and args.table.endswith(SUFFIX):
            with TemporaryDirectory() as folder:
                return _replay_file(args, Path(folder))
        return _replay_here(args)
    except (ImportProblem, Refusal) as problem:
        print(problem, file=sys.stderr)
        return 1


def _replay_file(args: argparse.Namespace, folder: Path) -> int:
    """Open a table file in a folder of its own, and tell its fight."""
    path = Path(args.table)
    if not path.is_file():
        raise ImportProblem(f"There is no file {path}.")
    file = read_table(path)
    check_logs(file)
    store = Store(folder / "battlemat.db", folder / "pictures")
    try:
        return _tell(store, open_table(store, file), args)
    finally:
        store.close()


def _replay_here(args: argparse.Namespace) -> int:
    settings = data_settings(args)
    if isinstance(settings.database_place, Path) and not settings.database_place.exists():
        raise ImportProblem(f"There is no data in {settings.data_dir}.")
    require_whole(settings, for_reading=True)
    store = Store(settings.database_place, settings.pictures, settings.shared_pictures)
    try:
        tables = store.all_tables()
        table = next((table for table in tables if table.name == args.table), None)
        if table is not None:
            return _tell(store, table, args)
        if args.table is not None:
            print(f"There is no table {args.table!r} here.", file=sys.stderr)
        print("Tables, and their scenes; `battlemat replay TABLE` tells the fight of one:")
        for table in tables:
            print(f"  {table.name}: {', '.join(battle.name for battle in store.battles(table.id))}")
        return 0 if args.table is None else 1
    finally:
        store.close()


def _tell(store: Store, table: TableRow, args: argparse.Namespace) -> int:
    scenes = [battle for battle in store.battles(table.id) if args.scene in (None, battle.name)]
    scene = next(
        (battle for battle in scenes if battle.id == table.battle_id), scenes[-1] if scenes else None
    )
    if scene is None:
        raise ImportProblem(f"The table {table.name} has no scene {args.scene!r}.")
    host = Host(store, table.id, scene.id)
    told = Replay(scene.system, scene.id, host.battle.entries, host.viewer(_viewer(host, args.viewer)))
    for text in as_text(f"{table.name}, {scene.name}", told.lines).splitlines():
        print(text, flush=True)
        if args.pace and not text.startswith(" "):
            time.sleep(args.pace)
    return 0


def _viewer(host: Host, name: str | None) -> Visitor:
    if name is None:
        return Visitor("gm", host.table_id, None, "GM")
    if name == PARTY:
        return Visitor("screen", host.table_id, None, "The party")
    person = next((person for person in host.people if person.name == name), None)
    if person is None:
        names = ", ".join(person.name for person in host.people) or "nobody"
        raise ImportProblem(f"No {name} plays at this table. Those who do: {names}.")
    return Visitor("play", host.table_id, person.id, person.name)
