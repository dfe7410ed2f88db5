"""Making an app one of several processes that serve the same tables."""

from urllib.parse import urlsplit

from flask import Flask
from redis import AuthenticationError

from rules.engine.text import text
from webapp.cluster.cluster import Cluster
from webapp.cluster.redis_link import RedisLink
from webapp.live.audience import HERE
from webapp.live.audiences import audiences
from webapp.live.message_checks import socketio
from webapp.live.projector_view import MEASURE, WINDOWS, framings
from webapp.live.shared_rulers import SHOWN, showings
from webapp.store.database import StoreTrouble
from webapp.table.hosts import Hosts
from webapp.talk.push import PAPERS, pushes
from webapp.visibility.refused_log import REFUSED


def join(app: Flask, url: str, opened: Hosts) -> Cluster:
    """Put the other processes in the place where tables look for them.

    Args:
        url: of the Redis over which they hear of each other.

    Raises:
        StoreTrouble: if it does not answer.
    """
    link = RedisLink(url, app.config["SECRET_KEY"])
    _require_answer(link, url)
    cluster = Cluster(app, socketio, opened, link)
    cluster.part_listeners |= {
        HERE: lambda host: audiences().of(host).others_changed(),
        REFUSED: lambda host: audiences().of(host).tell_gm(),
        SHOWN: lambda host: showings().of(host).others_changed(),
        WINDOWS: lambda host: framings().of(host).publish(),
    }
    cluster.ask_listeners |= {
        MEASURE: lambda host, told: framings().of(host).tell_windows(told),
        PAPERS: lambda host, readers: pushes().tell_papers_changed(host, readers),
    }
    return cluster


def _require_answer(link: RedisLink, url: str) -> None:
    """Raise `StoreTrouble` with what to do at a start, where Redis does not serve."""
    try:
        link.ping()
    except StoreTrouble as trouble:
        parts = urlsplit(url)  # shown without the password that it may hold
        place = parts.path if parts.scheme == "unix" else f"{parts.hostname}:{parts.port or 6379}"
        is_shut = isinstance(trouble.__cause__, AuthenticationError)
        said = text("Redis at {place} refuses the name or password of --redis: put them right.", place=place)
        if not is_shut:
            said = text("Redis at {place} does not answer: start it, or put --redis right.", place=place)
        raise StoreTrouble(said) from trouble
