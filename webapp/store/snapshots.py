"""Snapshots of battles, as files beside the data: thrown away whenever they do not fit, and never needed.

They are in no backup and in no table file, so that no stranger's are ever read; and were one laid into the
folder, it could make nothing but values: `SafeUnpickler` knows no class but those of plain data.
"""

import logging
import pickle
import re
import zlib
from collections.abc import Collection
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum, EnumType
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import Any

from pydantic import BaseModel

_log = logging.getLogger(__name__)

_ID = re.compile(r"[\w-]{1,64}")
_CHECK = 32  # bytes of a SHA-256
_PLAIN = (Enum, BaseModel, tuple)


def _member(of: EnumType, name: str) -> Enum:
    if not isinstance(of, EnumType):
        raise pickle.UnpicklingError(f"{of!r} has no members.")
    member: Enum = of[name]
    return member


_BUILTINS = {"set": set, "frozenset": frozenset, "getattr": _member}
"""What is had for a name; Python 3.11 before 3.11.4 writes the member of an enumeration as a `getattr`."""


class SnapshotShelf:
    """The snapshots of one data folder, one a battle."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, battle_id: str) -> bytes | None:
        """Give a battle's snapshot; None if there is none, or not a whole one."""
        try:
            whole = self._path(battle_id).read_bytes()
        except (OSError, ValueError):
            return None
        check, packed = whole[:_CHECK], whole[_CHECK:]
        return zlib.decompress(packed) if sha256(packed).digest() == check else None

    def write(self, battle_id: str, snapshot: bytes) -> None:
        """Keep a battle's snapshot in the place of the one before; on a full disk there is none."""
        packed = zlib.compress(snapshot, 1)
        part = self.folder / f".{battle_id}-{token_hex(8)}"
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            part.write_bytes(sha256(packed).digest() + packed)
            part.replace(self._path(battle_id))
        except (OSError, ValueError) as error:
            _log.info("A snapshot could not be kept: %s", error)
            with suppress(OSError):
                part.unlink()

    def throw_away(self, battle_id: str) -> None:
        """Let a battle have no snapshot."""
        with suppress(OSError, ValueError):
            self._path(battle_id).unlink()

    def _path(self, battle_id: str) -> Path:
        if not _ID.fullmatch(battle_id):
            raise ValueError(f"{battle_id!r} names no battle.")
        return self.folder / f"{battle_id}.snapshot"


class SafeUnpickler(pickle.Unpickler):
    """Reads pickles of plain data: dataclasses, enumerations and models of some packages, nothing else."""

    def __init__(self, data: bytes, packages: Collection[str], shared: dict[str, Any]) -> None:
        """Read some bytes.

        Args:
            packages: the names of the packages whose classes it knows.
            shared: what the bytes name and do not hold.
        """
        super().__init__(BytesIO(data))
        self._packages, self._shared = frozenset(packages), shared

    def find_class(self, module: str, name: str) -> Any:
        """Find a class of plain data. Raises `UnpicklingError` for anything else."""
        if module == "builtins" and name in _BUILTINS:
            return _BUILTINS[name]
        if module.partition(".")[0] in self._packages and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, _PLAIN)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data.")

    def persistent_load(self, pid: Any) -> Any:
        """Give what the bytes name."""
        return self._shared[pid]


class Pickler(pickle.Pickler):
    """Writes what `SafeUnpickler` reads; what is shared is named."""

    def __init__(self, shared: dict[str, Any]) -> None:
        """Begin.

        Args:
            shared: what is only named, by its names.
        """
        self._out = BytesIO()
        super().__init__(self._out, protocol=5)
        self._names = {id(value): name for name, value in shared.items() if value is not None}

    def persistent_id(self, obj: Any) -> Any:
        """Name what is shared."""
        return self._names.get(id(obj))

    def pickled(self, value: Any) -> bytes:
        """Give a value as bytes."""
        self.dump(value)
        return self._out.getvalue()
