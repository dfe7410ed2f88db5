"""What the running app holds, for views: its store, its settings, who is visiting."""

from typing import cast

from flask import current_app

from webapp.settings import Settings
from webapp.store import Store

STORE = "battlemat-store"
SETTINGS = "battlemat-settings"
HOSTS = "battlemat-hosts"


def get_store() -> Store:
    """Give the app's store."""
    return cast(Store, current_app.extensions[STORE])


def get_settings() -> Settings:
    """Give what the app was started with."""
    return cast(Settings, current_app.extensions[SETTINGS])


def page_address(role: str, table_id: str) -> str:
    """Give the address of a table's page for a role."""
    return f"/tables/{table_id}/{role}"
