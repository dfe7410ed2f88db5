"""What every table of this process has one of: its pages, what they show each other, its projectors."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from flask import Flask
from flask_socketio import SocketIO

from webapp.table.host import Host

_T = TypeVar("_T")


class PerTable(ABC, Generic[_T]):
    """One thing for each table, made as soon as somebody asks for it."""

    def __init__(self, app: Flask, socketio: SocketIO) -> None:
        self._app, self._socketio = app, socketio
        self._made: dict[str, _T] = {}

    def of(self, host: Host) -> _T:
        """Give a table's own."""
        if host.address not in self._made:
            self._made[host.address] = self._make(host)
        return self._made[host.address]

    def _if_made(self, host: Host) -> _T | None:
        return self._made.get(host.address)

    def _forget(self, host: Host) -> _T | None:
        """Let go of a host's own, as there is no such host any more, and give it if there was one."""
        return self._made.pop(host.address, None)

    @abstractmethod
    def _make(self, host: Host) -> _T:
        """Make a table's own."""
