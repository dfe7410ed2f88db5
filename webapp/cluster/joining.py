"""Making an app one of several processes that serve the same tables."""

from flask import Flask

from webapp.cluster.cluster import Cluster
from webapp.cluster.redis_link import RedisLink
from webapp.live.audience import HERE, audiences
from webapp.live.projector_view import MEASURE, WINDOWS, framings
from webapp.live.shared_rulers import SHOWN, showings
from webapp.live.socket_events import socketio
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
    link.ping()
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
