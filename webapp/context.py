"""What the running app holds, for views: its store, its settings, who is visiting."""

from typing import cast

from flask import current_app, g, has_app_context

from webapp.settings import Settings
from webapp.store.store import Store

STORE = "battlemat-store"
SETTINGS = "battlemat-settings"
CLUSTER = "battlemat-cluster"
"""Where an app keeps what stands between it and other processes; there is nothing where it serves alone."""
HOSTS = "battlemat-hosts"
STARTED = "battlemat-started"
"""When the app was made, by `time.monotonic`."""
SCENE_SIGN = "~"
"""Between a table's id and that of a scene of it that only its GM looks at."""


def get_store() -> Store:
    """Give the app's store."""
    return cast(Store, current_app.extensions[STORE])


def get_settings() -> Settings:
    """Give what the app was started with."""
    return cast(Settings, current_app.extensions[SETTINGS])


def ask_for_scene(address: str) -> str:
    """Read a table's id as it stands in an address, and note the scene of it that is asked for, if any."""
    table_id, _, scene_id = address.partition(SCENE_SIGN)
    g.scene_id = scene_id
    return table_id


def asked_scene() -> str:
    """Name the scene that the address asks for beside the table; empty for the one before everybody."""
    return str(g.get("scene_id", "")) if has_app_context() else ""


def table_address(table_id: str) -> str:
    """Write a table's id as it stands in addresses, with the scene that is asked for."""
    scene_id = asked_scene()
    return f"{table_id}{SCENE_SIGN}{scene_id}" if scene_id else table_id


def page_address(role: str, table_id: str) -> str:
    """Give the address of a table's page for a role."""
    return f"/tables/{table_address(table_id)}/{role}"
