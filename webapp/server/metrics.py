"""What the server does, counted for Prometheus, where `--metrics` asks for it.

It tells how many play here and when, so that it is for the one who runs the server: who asks on this very
machine, or holds the key in the data folder. Behind a proxy everybody may seem to ask on this machine: there
it takes the key.
"""

import hmac
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, ProcessCollector
from prometheus_client.exposition import choose_encoder
from werkzeug.wsgi import ClosingIterator

from webapp.server.network import LOOPBACK, is_among
from webapp.settings import Settings, kept_secret
from webapp.table import command_times

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_FORBIDDEN = "The metrics are for this machine, or for who sends the key: Authorization: Bearer KEY\n"


class Metrics:
    """All that is counted in this process."""

    def __init__(self, pages: Callable[[], float], tables: Callable[[], float]) -> None:
        """Begin to count. `pages` and `tables` say how many are open and awake."""
        self.registry = registry = CollectorRegistry()
        self._commands = Counter("battlemat_commands", "Commands that were done", registry=registry)
        self._refusals = Counter(
            "battlemat_refusals", "Commands that were refused, by code", ["code"], registry=registry
        )
        self._seconds = Histogram(
            "battlemat_command_seconds", "What a command takes", buckets=_SECONDS, registry=registry
        )
        sent = Counter(
            "battlemat_sent_bytes", "Bytes that were sent, before encryption", ["over"], registry=registry
        )
        self.sent_over_http: Callable[[float], None] = sent.labels("http").inc
        self.sent_over_sockets: Callable[[float], None] = sent.labels("sockets").inc
        Gauge("battlemat_pages", "Open pages", registry=registry).set_function(pages)
        Gauge("battlemat_tables_awake", "Tables in memory", registry=registry).set_function(tables)
        ProcessCollector(registry=registry)
        command_times.watchers.append(self.note_command)

    def watch_lag(self, others: Any) -> None:
        """Count from now on how long changes take from other processes to this one."""
        lag = Histogram(
            "battlemat_lag_seconds",
            "From a change in another process to its arrival in this one",
            buckets=_SECONDS,
            registry=self.registry,
        )
        others.lag_watchers.append(lag.observe)

    def note_command(self, seconds: float, refusal: str) -> None:
        """Count a command, and the code that it was refused with, if it was."""
        self._seconds.observe(seconds)
        if refusal:
            self._refusals.labels(refusal).inc()
        else:
            self._commands.inc()

    def counting(self, app: "WSGIApplication") -> "WSGIApplication":
        """Wrap an app so that the bytes of its answers are counted."""

        def counted(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            answer = app(environ, start_response)
            return ClosingIterator(map(self._counted, answer), getattr(answer, "close", None))

        return counted

    def _counted(self, piece: bytes) -> bytes:
        self.sent_over_http(len(piece))
        return piece


class _OfWorker:
    """What one of several processes counts, each series with its number: any of them may be asked."""

    def __init__(self, registry: CollectorRegistry, worker: int) -> None:
        self._registry, self._label = registry, {"worker": str(worker)}

    def collect(self) -> Iterable[Metric]:
        for metric in self._registry.collect():
            metric.samples = [each._replace(labels={**each.labels, **self._label}) for each in metric.samples]
            yield metric


def install(app: Flask, settings: Settings, metrics: Metrics) -> None:
    """Show what is counted to those who may read it. Raises `StoreTrouble` if the key cannot be kept."""
    key = kept_secret(settings.data_dir, "metrics-key")
    counted: Any = metrics.registry
    if settings.worker:
        counted = _OfWorker(metrics.registry, settings.worker)

    def show() -> ResponseReturnValue:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
        is_here = not settings.proxies and is_among(request.remote_addr or "", LOOPBACK)
        if not is_here and not hmac.compare_digest(sent.encode(), key.encode()):
            return Response(_FORBIDDEN, 403, mimetype="text/plain")
        encode, kind = choose_encoder(request.headers.get("Accept", ""))
        return Response(encode(counted), headers={"Content-Type": kind, "Cache-Control": "no-store"})

    app.add_url_rule("/metrics", "metrics", show)
